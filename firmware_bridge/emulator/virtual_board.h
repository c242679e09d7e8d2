/* libsimavr's ATmega328P with what is wired to it: EEPROM in a file, a button, a display, noise on A0. */
#ifndef VIRTUAL_BOARD_H
#define VIRTUAL_BOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Ends the program with this reason. */
void fail(const char *what);

/* A random number of the computer's. */
uint32_t chance(void);

/* Loads firmware and EEPROM and powers on; said gets every byte that the serial line sends. */
void board_start(const char *firmware, const char *eeprom_path, void (*said)(uint8_t byte));

/* Restarts the processor; EEPROM stays. */
void board_restart(void);

/* Runs it until so many nanoseconds of its own time have passed since it was started. */
void board_run_until(int64_t nanoseconds);
int64_t board_now(void);

/* Bytes for its serial line: takes what it has room for, and gives how many that were. */
size_t board_hear(const uint8_t *bytes, size_t count);

/* Presses the button for 60 ms, bouncing so often each way. */
void board_press(unsigned bounces);

/* Whether the button has been left alone for 30 ms. */
bool board_still(void);

/* The display's 32 characters, the lower row after the upper, as text. */
void board_screen(char text[33]);

/* Bytes of stack in use at most so far. */
unsigned board_stack(void);

#endif
