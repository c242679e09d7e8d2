/* A button that bounces. */
#ifndef BUTTON_H
#define BUTTON_H

#include <stdbool.h>
#include <stdint.h>

#define BUTTON_STILL_MS 20

struct button {
    bool pressed;
    uint8_t different;
};

/* Called every millisecond with the level of the contact. True once for each press:
 * when the contact has been closed for 20 ms without a break, after as long open. */
bool button_tick(struct button *button, bool closed);

#endif
