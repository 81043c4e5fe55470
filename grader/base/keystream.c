// keystream.c - see keystream.h.
#include "keystream.h"

#include <stdio.h>
#include <string.h>

#include "sha256.h"

// One word of each block.
typedef uint32_t Lanes __attribute__((vector_size(4 * KEYSTREAM_LANES)));

void keystream_begin(KeyStream *s, const char *text)
{
    char digest[65];
    *s = (KeyStream){.used = KEYSTREAM_WORDS};
    sha256_text(text, strlen(text), digest);
    for (int i = 0; i < 8; i++)
        sscanf(digest + 8 * i, "%8x", &s->key[i]);
}

#define ADD_AND_TURN(a, b, d, n) (v[a] += v[b], v[d] ^= v[a], v[d] = v[d] << n | v[d] >> (32 - n))

static inline __attribute__((always_inline)) void quarter_round(Lanes *v, int a, int b, int c,
                                                                int d)
{
    ADD_AND_TURN(a, b, d, 16);
    ADD_AND_TURN(c, d, b, 12);
    ADD_AND_TURN(a, b, d, 8);
    ADD_AND_TURN(c, d, b, 7);
}

void keystream_fill(KeyStream *s)
{
    enum { ROUNDS = 12, KEY = 4, COUNTER = 12 };
    Lanes start[16] = {{0}}, v[16];
    const char *name = "expand 32-byte k";
    for (int i = 0; i < 4; i++)
        start[i] += (uint32_t)name[4 * i] | (uint32_t)name[4 * i + 1] << 8 |
                    (uint32_t)name[4 * i + 2] << 16 | (uint32_t)name[4 * i + 3] << 24;
    for (int i = 0; i < 8; i++)
        start[KEY + i] += s->key[i];
    for (int l = 0; l < KEYSTREAM_LANES; l++, s->block++) {
        start[COUNTER][l] = (uint32_t)s->block;
        start[COUNTER + 1][l] = (uint32_t)(s->block >> 32);
    }
    memcpy(v, start, sizeof v);
    for (int round = 0; round < ROUNDS; round += 2)
        for (int k = 0; k < 8; k++) // four columns, then four diagonals
            quarter_round(v, k % 4, 4 + (k + k / 4) % 4, 8 + (k + k / 4 * 2) % 4,
                          12 + (k + k / 4 * 3) % 4);
    for (int i = 0; i < 16; i++)
        v[i] += start[i];
    memcpy(s->word, v, sizeof s->word);
    s->used = 0;
}
