#include "noise.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/wdt.h>
#include <stdint.h>
#include <util/atomic.h>

#include "chance.h"

#define READINGS 4

static volatile uint8_t jitter;
static volatile bool ticked;

ISR(WDT_vect) {
    jitter = TCNT1L;
    WDTCSR |= _BV(WDIE); /* libsimavr clears it each time; the chip does not */
    ticked = true;
}

void noise_start(void) {
    TCCR1B = _BV(CS10); /* counts every cycle of the crystal */
    ADMUX = _BV(REFS0); /* A0 against the supply */
    ADCSRA = _BV(ADEN) | _BV(ADPS2) | _BV(ADPS0);
    DIDR0 = _BV(ADC0D);
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        wdt_reset();
        WDTCSR = _BV(WDCE) | _BV(WDE);
        WDTCSR = _BV(WDIE); /* an interrupt every 16 ms, never a reset */
    }
}

static uint8_t reading(void) {
    ADCSRA |= _BV(ADSC);
    while (ADCSRA & _BV(ADSC)) {
    }
    return (uint8_t)ADC;
}

bool noise_take(void) {
    if (!ticked)
        return false;
    ticked = false;
    chance_stir(jitter);
    for (uint8_t times = 0; times < READINGS; times++)
        chance_stir(reading());
    return true;
}
