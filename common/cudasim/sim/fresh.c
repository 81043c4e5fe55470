// fresh.c - what memory holds before anybody has written to it.
//
// CUDA does not say what that is, and a new page of the system is 0: so a program that forgets to
// clear its sums is right by accident. With fresh-memory=seed the seed decides: mostly numbers that
// are large as an int and as a float, whatever half of a double they are; some words are 1, like a
// flag that is set.
#include "sim.h"

#include <string.h>

enum {
    WORDS = 1024,  // of the pattern, which repeats; each allocation begins elsewhere in it
    ENDS = 8 << 20 // of a larger allocation only so many first and last bytes are filled
};

static uint32_t pattern[2 * WORDS];

static void make_pattern(void)
{
    uint64_t state = device.seed;
    for (int i = 0; i < WORDS; i++) {
        uint64_t z = (state += 0x9e3779b97f4a7c15ull);
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
        z = (z ^ z >> 27) * 0x94d049bb133111ebull;
        enum { SIGN_AND_FRACTION = 0x8effffff, FROM_1024 = 0x44000000 };
        uint32_t word = ((uint32_t)(z >> 32) & SIGN_AND_FRACTION) | FROM_1024;
        pattern[i] = pattern[i + WORDS] = z % 8 ? word : 1;
    }
}

bool fresh_fill(void *to, uint64_t bytes, uint64_t number)
{
    if (!device.fresh_by_seed)
        return false;
    if (!pattern[0])
        make_pattern();
    const uint32_t *from = pattern + number * 37 % WORDS;
    uint64_t page = WORDS * sizeof *pattern;
    for (uint64_t at = 0; at < bytes; at += page)
        memcpy((uint8_t *)to + at, from, bytes - at < page ? bytes - at : page);
    return true;
}

void fresh_alloc(const Alloc *a)
{
    if (a->size <= 2 * ENDS) {
        fresh_fill(a->host, a->size, a->serial);
    } else {
        fresh_fill(a->host, ENDS, a->serial);
        fresh_fill(a->host + a->size - ENDS, ENDS, a->serial);
    }
}
