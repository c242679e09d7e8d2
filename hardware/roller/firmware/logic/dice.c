#include "dice.h"

uint8_t dice_face(uint8_t byte, uint8_t faces) {
    uint8_t usable = 256 / faces * faces;
    return byte < usable ? byte % faces + 1 : 0;
}

uint8_t dice_roll(uint8_t faces, uint8_t (*source)(void)) {
    uint8_t face;
    do
        face = dice_face(source(), faces);
    while (face == 0);
    return face;
}
