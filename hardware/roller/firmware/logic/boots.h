/* The device's own number and its count of starts, in two slots of EEPROM that are written in turn:
 * power lost while one is written leaves the other. */
#ifndef BOOTS_H
#define BOOTS_H

#include <stdbool.h>
#include <stdint.h>

struct boots_slot {
    uint32_t device;
    uint32_t boot;
    uint16_t check;
};

/* The newer of two slots as they were read, or a null pointer where neither holds. */
const struct boots_slot *boots_newer(const struct boots_slot slots[2]);

/* The slot for this start, ready to be written. With no slot that holds, the device is called unnamed. */
struct boots_slot boots_next(const struct boots_slot *last, uint32_t unnamed);

/* Where a slot is written: 0 or 1, never over the one before it. */
uint8_t boots_place(const struct boots_slot *slot);

#endif
