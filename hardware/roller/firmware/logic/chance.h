/* Chance: noise stirred into ChaCha20 (RFC 8439), drawn byte by byte. */
#ifndef CHANCE_H
#define CHANCE_H

#include <stdint.h>

/* One block of the ChaCha20 generator: sixteen words in, sixteen words out. */
void chacha20_block(const uint32_t in[16], uint32_t out[16]);

/* Forgets everything. */
void chance_reset(void);

/* Adds a byte of noise to the key. A byte without any surprise does no harm. */
void chance_stir(uint8_t noise);

/* Makes 32 fresh bytes from the key, and a new key, so that the old one cannot be found again. */
void chance_mix(void);

/* The next byte; each is given once and wiped. */
uint8_t chance_byte(void);

#endif
