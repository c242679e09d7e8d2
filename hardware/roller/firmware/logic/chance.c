#include "chance.h"

#include <string.h>

static uint32_t key[8];
static uint8_t stirred;
static uint8_t drawn[32];
static uint8_t left;

static uint32_t rotated(uint32_t word, uint8_t bits) {
    return word << bits | word >> (32 - bits);
}

static void quarter_round(uint32_t s[16], uint8_t a, uint8_t b, uint8_t c, uint8_t d) {
    s[a] += s[b], s[d] = rotated(s[d] ^ s[a], 16);
    s[c] += s[d], s[b] = rotated(s[b] ^ s[c], 12);
    s[a] += s[b], s[d] = rotated(s[d] ^ s[a], 8);
    s[c] += s[d], s[b] = rotated(s[b] ^ s[c], 7);
}

void chacha20_block(const uint32_t in[16], uint32_t out[16]) {
    memcpy(out, in, 64);
    for (uint8_t round = 0; round < 10; round++) {
        for (uint8_t i = 0; i < 4; i++)
            quarter_round(out, i, 4 + i, 8 + i, 12 + i);
        for (uint8_t i = 0; i < 4; i++)
            quarter_round(out, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4);
    }
    for (uint8_t i = 0; i < 16; i++)
        out[i] += in[i];
}

void chance_reset(void) {
    memset(key, 0, sizeof key);
    stirred = left = 0;
}

void chance_stir(uint8_t noise) {
    ((uint8_t *)key)[stirred] ^= noise;
    stirred = (stirred + 1) % sizeof key;
}

void chance_mix(void) {
    uint32_t in[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574}, out[16];
    memcpy(in + 4, key, sizeof key);
    chacha20_block(in, out);
    memcpy(key, out, sizeof key);
    memcpy(drawn, out + 8, sizeof drawn);
    left = sizeof drawn;
}

uint8_t chance_byte(void) {
    if (left == 0)
        chance_mix();
    uint8_t byte = drawn[--left];
    drawn[left] = 0;
    return byte;
}
