#define BAUD 57600
#include "uart.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/atomic.h>
#include <util/setbaud.h>

#include "line.h"

#define ROOM 128 /* a power of two */

struct ring {
    volatile uint8_t first, next;
    volatile uint8_t bytes[ROOM];
};

static struct ring heard, said;

static uint8_t filled(const struct ring *ring) {
    return (ring->next - ring->first) & (ROOM - 1);
}

static void put(struct ring *ring, uint8_t byte) {
    ring->bytes[ring->next] = byte;
    ring->next = (ring->next + 1) & (ROOM - 1);
}

static uint8_t take(struct ring *ring) {
    uint8_t byte = ring->bytes[ring->first];
    ring->first = (ring->first + 1) & (ROOM - 1);
    return byte;
}

ISR(USART_RX_vect) {
    uint8_t byte = UDR0;
    if (filled(&heard) < ROOM - 1)
        put(&heard, byte);
}

ISR(USART_UDRE_vect) {
    if (filled(&said))
        UDR0 = take(&said);
    else
        UCSR0B &= (uint8_t)~_BV(UDRIE0);
}

void uart_start(void) {
#if USE_2X
    UCSR0A = _BV(U2X0); /* before the rate: libsimavr works out the time of a byte when that is set */
#endif
    UBRR0 = UBRR_VALUE;
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
    UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
}

void uart_say(const char *line, uint8_t length) {
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        if (ROOM - 1 - filled(&said) >= length) {
            while (length--)
                put(&said, (uint8_t)*line++);
            UCSR0B |= _BV(UDRIE0);
        }
    }
}

char *uart_line(void) {
    static char line[LINE_LONGEST + 1];
    static uint8_t length; /* one more than the longest marks a line that is too long */
    while (filled(&heard)) {
        char byte = (char)take(&heard);
        if (byte == '\r' || byte == '\n') {
            uint8_t complete = length;
            length = 0;
            if (complete == 0 || complete > LINE_LONGEST)
                continue;
            line[complete] = 0;
            return line;
        }
        if (byte == 0)
            length = LINE_LONGEST + 1; /* no text; it would hide what follows */
        if (length < LINE_LONGEST)
            line[length++] = byte;
        else
            length = LINE_LONGEST + 1;
    }
    return 0;
}
