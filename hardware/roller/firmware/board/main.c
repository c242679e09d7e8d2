/* The roller on an ATmega328P at 16 MHz (Uno, Nano).
 *
 *   D0, D1   serial line over USB        D8, D9   display RS, E
 *   D2       button to ground            D4…D7    display D4…D7
 *   D13      lamp: a game waits          A0       a short open wire (noise)
 */
#include <avr/eeprom.h>
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <avr/wdt.h>
#include <string.h>
#include <util/atomic.h>

#include "boots.h"
#include "button.h"
#include "chance.h"
#include "lcd.h"
#include "noise.h"
#include "roller.h"
#include "uart.h"

#define BUTTON PD2
#define LAMP PB5
#define MIX_EVERY 16 /* ticks of noise; a mix takes about two milliseconds */

static struct boots_slot EEMEM kept[2];
static volatile uint32_t milliseconds;

ISR(TIMER0_COMPA_vect) {
    milliseconds++;
}

static uint32_t now(void) {
    uint32_t read;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    read = milliseconds;
    return read;
}

static void start_ticks(void) {
    TCCR0A = _BV(WGM01);
    TCCR0B = _BV(CS01) | _BV(CS00);
    OCR0A = F_CPU / 64 / 1000 - 1;
    TIMSK0 = _BV(OCIE0A);
}

static void rest(void) {
    set_sleep_mode(SLEEP_MODE_IDLE);
    sleep_mode();
}

static void gather(void) {
    lcd_show("Gathering chance", "");
    for (uint8_t ticks = 0; ticks < NOISE_ENOUGH;) {
        rest();
        lcd_tick();
        if (noise_take())
            ticks++;
    }
}

static uint32_t drawn_number(void) {
    uint32_t number = 0;
    for (uint8_t byte = 0; byte < 4; byte++)
        number = number << 8 | chance_byte();
    return number;
}

/* Without a start number that is surely new, no roll could be told from an old one: rather stop. */
static void stop(const char *why) {
    for (;;) {
        lcd_show("Out of order", why);
        lcd_tick();
        rest();
    }
}

static struct boots_slot count_start(void) {
    struct boots_slot slots[2];
    eeprom_read_block(slots, kept, sizeof slots);
    struct boots_slot next = boots_next(boots_newer(slots), drawn_number());
    eeprom_update_block(&next, &kept[boots_place(&next)], sizeof next);
    eeprom_read_block(slots, kept, sizeof slots);
    if (memcmp(&slots[boots_place(&next)], &next, sizeof next) != 0)
        stop("EEPROM is worn");
    return next;
}

static void stir_all(const void *bytes, uint8_t length) {
    for (const uint8_t *byte = bytes; length--; byte++)
        chance_stir(*byte);
}

static const struct roller_board board = {uart_say, lcd_show, chance_byte};

static void each_millisecond(uint32_t at) {
    /* Held while the device starts, it is no press: it counts from when it was let go. */
    static struct button button = {.pressed = true};
    if (button_tick(&button, !(PIND & _BV(BUTTON))))
        roller_press(at);
    roller_tick(at);
    lcd_tick();
    if (roller_waits())
        PORTB |= _BV(LAMP);
    else
        PORTB &= (uint8_t)~_BV(LAMP);
}

int main(void) {
    MCUSR = 0;
    wdt_disable();
    PORTD |= _BV(BUTTON);
    DDRB |= _BV(LAMP);
    lcd_start();
    start_ticks();
    noise_start();
    sei();
    gather();
    struct boots_slot start = count_start();
    stir_all(&start, sizeof start);
    chance_mix();
    uart_start();
    roller_start(&board, start.device, start.boot);
    uint8_t ticks = 0;
    for (uint32_t done = now();;) {
        for (char *line; (line = uart_line());)
            roller_hear(line, now());
        for (; done != now(); done++)
            each_millisecond(done);
        if (noise_take() && ++ticks % MIX_EVERY == 0)
            chance_mix();
        rest();
    }
}
