/* Dice out of bytes, every face equally likely. */
#ifndef DICE_H
#define DICE_H

#include <stdint.h>

/* The face, 1 to faces, that this byte gives, or 0 where the byte has to be thrown away:
 * 256 is no multiple of 10 or 6, so the bytes that are left over would favour the low faces. */
uint8_t dice_face(uint8_t byte, uint8_t faces);

/* A die rolled with as many bytes from the source as it takes. */
uint8_t dice_roll(uint8_t faces, uint8_t (*source)(void));

#endif
