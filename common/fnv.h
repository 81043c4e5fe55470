// fnv.h - the hash of names and texts: FNV-1a (Fowler, Noll, Vo) in 64 bits.
#pragma once

#include <stddef.h>
#include <stdint.h>

#define FNV_START 0xcbf29ce484222325ull

// One more piece of what is hashed: a byte, or a number.
static inline uint64_t fnv_add(uint64_t h, uint64_t piece)
{
    return (h ^ piece) * 0x100000001b3ull;
}

static inline uint64_t fnv_text(uint64_t h, const char *text) // NULL: nothing
{
    for (; text && *text; text++)
        h = fnv_add(h, (unsigned char)*text);
    return h;
}

static inline uint64_t fnv_bytes(uint64_t h, const char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        h = fnv_add(h, (unsigned char)bytes[i]);
    return h;
}
