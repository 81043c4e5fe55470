// keystream.h - random numbers under a key: ChaCha with 12 rounds, in counter mode. Whoever knows
// some of the numbers can compute neither the key nor any other number.
#pragma once

#include <stdint.h>

enum { KEYSTREAM_LANES = 8, KEYSTREAM_WORDS = 16 * KEYSTREAM_LANES }; // blocks at a time

typedef struct {
    uint32_t key[8];
    uint64_t block;                 // the next one
    uint32_t word[KEYSTREAM_WORDS]; // word 0 of all blocks, word 1 of all blocks, ...
    unsigned used;
} KeyStream;

// The key is the SHA-256 digest of `text`.
void keystream_begin(KeyStream *s, const char *text);
void keystream_fill(KeyStream *s); // the next blocks

static inline uint32_t keystream_word(KeyStream *s)
{
    if (s->used == KEYSTREAM_WORDS)
        keystream_fill(s);
    return s->word[s->used++];
}
