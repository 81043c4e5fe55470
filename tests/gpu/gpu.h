// gpu.h - for the programs of this folder that run the solution of a lab on a GPU: the
// random numbers for the inputs, and the hash for comparing the outputs.
// Both are the same on every machine.
#pragma once

#include <stddef.h>
#include <stdint.h>

// Set this before you make an input, so that the input does not depend on earlier inputs.
static uint64_t state;

// The next 32 bits of a sequence of random bits (splitmix64).
static inline uint32_t next_bits(void)
{
    uint64_t z = state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (uint32_t)((z ^ (z >> 31)) >> 32);
}

// The hash of `bytes` bytes (FNV-1a); with `before`, of these bytes and all bytes before.
static inline uint64_t hash_bytes(const void *data, size_t bytes,
                                  uint64_t before = 0xcbf29ce484222325u)
{
    for (size_t i = 0; i < bytes; i++)
        before = (before ^ ((const unsigned char *)data)[i]) * 0x100000001b3u;
    return before;
}
