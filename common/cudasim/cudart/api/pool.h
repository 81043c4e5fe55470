// pool.h - pools of memory: a pool is a set of numbers.
#pragma once

#include <stdint.h>

struct CUmemPoolHandle_st {
    int reuse[4]; // by cudaMemPoolReuse*, 1..3
    unsigned long long threshold;
    unsigned long long used, used_high, reserved, reserved_high;
    struct CUmemPoolHandle_st *next; // of those that the program has made
    unsigned device;
    uint8_t peers; // the other devices that may access its memory, one bit each
};
typedef struct CUmemPoolHandle_st Pool;

Pool *pool_default(int device);
void pool_made(Pool *p);
void pool_ends(const Pool *p);
// After `used` has grown: what is reserved, and the highest numbers.
void pool_note_used(Pool *p);
// Only memory that nobody uses goes back to the system, and not what is to be kept.
void pool_release_to(Pool *p, unsigned long long keep);
// Where the program waits for a device, each pool releases what is above its threshold.
void pools_release(void);
