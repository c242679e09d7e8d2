/* The serial line at 57600 baud. */
#ifndef UART_H
#define UART_H

#include <stdbool.h>
#include <stdint.h>

void uart_start(void);

/* Sends a line, or drops all of it where there is no room: whatever matters is repeated. */
void uart_say(const char *line, uint8_t length);

/* The next line that came in, without its end, or a null pointer. It holds until the next call. */
char *uart_line(void);

#endif
