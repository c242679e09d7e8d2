#include "lcd.h"

#include <avr/io.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <util/delay.h>

#define COLUMNS 16
#define RS PB0
#define E PB1

static char wanted[2 * COLUMNS], shown[2 * COLUMNS];

static void nibble(uint8_t high) {
    PORTD = (PORTD & 0x0f) | (high & 0xf0);
    PORTB |= _BV(E);
    _delay_us(1);
    PORTB &= (uint8_t)~_BV(E);
    _delay_us(1);
}

static void command(uint8_t byte) {
    PORTB &= (uint8_t)~_BV(RS);
    nibble(byte);
    nibble((uint8_t)(byte << 4));
    _delay_us(50);
}

static void character(char byte) {
    PORTB |= _BV(RS);
    nibble((uint8_t)byte);
    nibble((uint8_t)(byte << 4));
    _delay_us(50);
}

void lcd_start(void) {
    DDRB |= _BV(RS) | _BV(E);
    DDRD |= 0xf0;
    _delay_ms(50);
    /* Three times "eight data lines", whatever it was set to before; then four (data sheet, figure 24). */
    for (uint8_t times = 0; times < 3; times++) {
        nibble(0x30);
        _delay_ms(5);
    }
    nibble(0x20);
    _delay_us(50);
    command(0x28); /* four data lines, two rows */
    command(0x0c); /* on, without a cursor */
    command(0x06); /* left to right */
    command(0x01); /* clear */
    _delay_ms(2);
    memset(wanted, ' ', sizeof wanted);
    memset(shown, ' ', sizeof shown);
}

static void want(char *row, const char *text) {
    for (uint8_t column = 0; column < COLUMNS; column++)
        row[column] = *text ? *text++ : ' ';
}

void lcd_show(const char *top, const char *bottom) {
    want(wanted, top);
    want(wanted + COLUMNS, bottom);
}

void lcd_tick(void) {
    for (uint8_t cell = 0; cell < sizeof wanted; cell++) {
        if (wanted[cell] != shown[cell]) {
            uint8_t second_row = cell >= COLUMNS;
            command(0x80 | (second_row ? 0x40 : 0) | (cell % COLUMNS));
            character(wanted[cell]);
            shown[cell] = wanted[cell];
            return;
        }
    }
}
