#include "boots.h"

#include "line.h"

/* Not just the checksum: empty memory, all zeros or all ones, must not hold. */
static uint16_t check(const struct boots_slot *slot) {
    return line_crc16((const char *)slot, 8) ^ 0x5EED;
}

static bool holds(const struct boots_slot *slot) {
    return slot->check == check(slot) && slot->boot != 0;
}

const struct boots_slot *boots_newer(const struct boots_slot slots[2]) {
    bool first = holds(&slots[0]), second = holds(&slots[1]);
    if (first && second)
        return slots[0].boot > slots[1].boot ? &slots[0] : &slots[1];
    return first ? &slots[0] : second ? &slots[1] : 0;
}

struct boots_slot boots_next(const struct boots_slot *last, uint32_t unnamed) {
    struct boots_slot next = {unnamed, 1, 0};
    if (last) {
        next.device = last->device;
        next.boot = last->boot + 1;
    }
    next.check = check(&next);
    return next;
}

uint8_t boots_place(const struct boots_slot *slot) {
    return slot->boot & 1;
}
