// bits.h - a bit for each byte of some memory.
#pragma once

#include <stdbool.h>
#include <stdint.h>

// Bits first..first+n-1 of the word that holds `first`, and how many they are.
static inline uint64_t bits_span(uint64_t first, uint64_t n, uint64_t *taken)
{
    uint64_t at = first & 63, room = 64 - at;
    *taken = n < room ? n : room;
    return (*taken == 64 ? ~0ull : (1ull << *taken) - 1) << at;
}

static inline void bits_set(uint64_t *bits, uint64_t first, uint64_t n)
{
    for (; !(first & 63) && n >= 64; first += 64, n -= 64)
        bits[first / 64] = ~0ull;
    for (uint64_t taken; n; first += taken, n -= taken)
        bits[first / 64] |= bits_span(first, n, &taken);
}

static inline void bits_reset(uint64_t *bits, uint64_t first, uint64_t n)
{
    for (uint64_t taken; n; first += taken, n -= taken)
        bits[first / 64] &= ~bits_span(first, n, &taken);
}

// Are the n bits from `first` on set? In whole words, mostly.
static inline bool bits_all(const uint64_t *bits, uint64_t first, uint64_t n)
{
    uint64_t missing = 0;
    for (; !(first & 63) && n >= 64; first += 64, n -= 64)
        missing |= ~bits[first / 64];
    for (uint64_t taken; n; first += taken, n -= taken)
        missing |= ~bits[first / 64] & bits_span(first, n, &taken);
    return !missing;
}

// How many of the n bits from `first` on are not set.
static inline uint64_t bits_missing(const uint64_t *bits, uint64_t first, uint64_t n)
{
    uint64_t missing = 0;
    for (uint64_t taken; n; first += taken, n -= taken)
        missing += (unsigned)__builtin_popcountll(~bits[first / 64] & bits_span(first, n, &taken));
    return missing;
}
