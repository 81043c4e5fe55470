// 13_hashing.h - what lab 13 has to define: cuckoo hashing.
//
// A key belongs into one of `buckets` buckets, which a seed decides:
//     bucket(key, seed, buckets) = mix(key ^ mix(seed)) * buckets / 2^32, rounded down;
//     mix(x): x ^= x >> 16, x *= 0x85ebca6b, x ^= x >> 13, x *= 0xc2b2ae35, x ^= x >> 16.
// A cuckoo table has `functions` sections of `width` slots each. A key has one place in each
// section. Its place in section f is slot
//     f * width + bucket(key, seed + f * HASH_STEP, width)
// and the key is in at most one of its places. A slot is EMPTY_ENTRY, or has the key in its upper
// 32 bits and the value in its lower 32 bits. Keys and values are any unsigned ints except
// NO_VALUE. 0 <= n, m <= 2^24; 1 <= buckets, width <= 2^24.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HASH_BLOCK = 256,     // threads per block, in every part
    HASH_SIZES = 16,      // rows of the histogram of part 1
    CUCKOO_FUNCTIONS = 4, // at most; at least 2
    CUCKOO_TRIES = 256,   // exchanges for a key, at most: then the key has no place
    CUCKOO_ATTEMPTS = 8,  // tables that part 4 builds, at most
    CUCKOO_SHARED = 2048  // slots of a table of part 8, at most
};

#define HASH_STEP 0x9e3779b9u
#define NO_VALUE 0xffffffffu
#define EMPTY_ENTRY 0xffffffffffffffffull

typedef unsigned long long HashEntry;

typedef struct {
    HashEntry *entry; // functions * width slots
    int functions, width;
    unsigned seed;
} CuckooTable;

// Part 1: sizes[b] grows by the number of keys in bucket b. Then histogram[k] grows by the number
// of buckets with size k; k = HASH_SIZES - 1 stands for this size and larger ones. Sizes are not
// negative, and no sum overflows. The first function is given: it prints histograms of
// the buckets by key % buckets, and by yours.
void hash_compare(int *sizes, int *histogram, const unsigned *keys, int n, int buckets,
                  unsigned seed);
void hash_buckets(int *sizes, int *histogram, const unsigned *keys, int n, int buckets,
                  unsigned seed);

// Part 2: values[i] becomes the value of keys[i], or NO_VALUE if this key is not in the table. Keys
// may be equal. A key may be in any one of its places: others may have been deleted since.
void cuckoo_find(unsigned *values, CuckooTable table, const unsigned *keys, int n);

// Part 3: puts n different keys, which are not in the table, into it. *failed grows by the number
// of entries that were without a place after CUCKOO_TRIES exchanges.
void cuckoo_insert(CuckooTable table, int *failed, const unsigned *keys, const unsigned *values,
                   int n);

// Part 4: clears the table and puts n different keys into it. If an entry finds no place, again
// with the next seed: attempt a = 1, 2, ... has seed table->seed + a - 1. Returns the number of the
// attempt that found a place for every key, and leaves its seed in table->seed; -1 if none of
// CUCKOO_ATTEMPTS did (table and seed are then of no use). `table` itself is in host memory.
int cuckoo_build(CuckooTable *table, const unsigned *keys, const unsigned *values, int n);

// Part 5: puts the different ones of n keys into an empty table, each once. The value of a key is
// the number of times it occurs. *failed as in part 3.
void cuckoo_count(CuckooTable table, int *failed, const unsigned *keys, int n);

// Part 6: one kernel that puts n different keys into a table of 2 functions, which does not contain
// them, and looks up m others at the same time: found[i] becomes the value of wanted[i], or
// NO_VALUE. None of the wanted keys is put in, and a wanted key that is in the table must be found
// even if it moves. *failed as in part 3.
void cuckoo_serve(CuckooTable table, int *failed, const unsigned *keys, const unsigned *values,
                  int n, unsigned *found, const unsigned *wanted, int m);

// Part 7: deletes n keys: their slots become EMPTY_ENTRY. Keys may be equal, or not in the table.
// *removed grows by the number of entries that were deleted.
void cuckoo_erase(CuckooTable table, int *removed, const unsigned *keys, int n);

// Part 8: failures[k] grows by the number of tables that were too full for the first counts[k] of
// the keys, which are different. `trials` tables are tried for each k < steps, with seeds seed,
// seed + 1, ... 2 <= functions <= CUCKOO_FUNCTIONS, functions * width <= CUCKOO_SHARED; trials,
// steps >= 0.
void cuckoo_failures(int *failures, const unsigned *keys, const int *counts, int steps, int trials,
                     int functions, int width, unsigned seed);

// The given experiment of part 8: prints how many of `trials` tables fail for each of 20 counts, 5
// to 100 percent of `slots`, with 2, 3 and 4 functions. *full becomes the last number.
void cuckoo_cliff(int *full, const unsigned *keys, const int *counts, int steps, int trials,
                  int slots, unsigned seed);

// What the grader calls for parts 3 to 7. The functions are given. They call yours, then look at
// the table: copies[i] is the number of places of keys[i] that contain this key, values_found[i]
// the value there (NO_VALUE if there is none), state[0] the number of entries in the
// table, and state[1] what *failed or *removed is at the end. `early` keys go in with a call of
// their own.
void cuckoo_insert_checked(int *copies, unsigned *values_found, int *state, int functions,
                           int width, unsigned seed, const unsigned *keys, const unsigned *values,
                           int n, int early);
void cuckoo_build_checked(int *attempts, int *copies, unsigned *values_found, int *state,
                          int functions, int width, unsigned seed, const unsigned *keys,
                          const unsigned *values, int n);
void cuckoo_count_checked(int *copies, unsigned *values_found, int *state, int functions, int width,
                          unsigned seed, const unsigned *keys, int n);
void cuckoo_serve_checked(int *copies, unsigned *found, int *state, CuckooTable table,
                          const unsigned *keys, const unsigned *values, int n,
                          const unsigned *wanted, int m);
void cuckoo_erase_checked(int *copies, int *state, CuckooTable table, const unsigned *keys, int n,
                          const unsigned *all, int m);

#ifdef __cplusplus
}
#endif
