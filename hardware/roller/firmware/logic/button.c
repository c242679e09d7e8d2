#include "button.h"

bool button_tick(struct button *button, bool closed) {
    if (closed == button->pressed) {
        button->different = 0;
        return false;
    }
    if (++button->different < BUTTON_STILL_MS)
        return false;
    button->different = 0;
    button->pressed = closed;
    return closed;
}
