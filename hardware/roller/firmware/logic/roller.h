/* What the roller does, apart from the board it does it on. One roller; times in milliseconds. */
#ifndef ROLLER_H
#define ROLLER_H

#include <stdbool.h>
#include <stdint.h>

#define ROLLER_PROTOCOL "3"
#define ROLLER_FIRMWARE "3.0"
#define ROLLER_WAIT_MS 3000
#define ROLLER_NOT_NOW_MS 2000
#define ROLLER_OLD_MS 3000
#define ROLLER_FIRST_REPEAT_MS 50
#define ROLLER_LAST_REPEAT_MS 1000
#define ROLLER_COLUMNS 16

/* What the board lends to the roller. */
struct roller_board {
    void (*say)(const char *line, uint8_t length);
    void (*show)(const char *top, const char *bottom);
    uint8_t (*chance)(void);
};

/* Starts and greets. */
void roller_start(const struct roller_board *board, uint32_t device, uint32_t boot);

/* A line came in, without its end; it is taken apart on the way. */
void roller_hear(char *line, uint32_t now);

/* The button was pressed. */
void roller_press(uint32_t now);

/* Time passed. */
void roller_tick(uint32_t now);

/* Whether a game waits for a roll. */
bool roller_waits(void);

#endif
