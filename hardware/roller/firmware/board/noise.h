/* Noise: when the watchdog's own oscillator ticks by the crystal's count, and what an open input reads. */
#ifndef NOISE_H
#define NOISE_H

#include <stdbool.h>

/* Ticks of 16 ms until enough is gathered to roll. */
#define NOISE_ENOUGH 64

void noise_start(void);

/* Stirs what came since the last call; true once for each tick of the watchdog. */
bool noise_take(void);

#endif
