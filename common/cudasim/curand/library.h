// library.h - what the files of this cuRAND share: the generator, and how it makes numbers.
//
// Functions are named and answer as in NVIDIA's cuRAND 10.4 (curand.h). The numbers are made by
// NVIDIA's own device functions (curand_kernel.h), so only their order is defined here. The threads
// take turns: number p after an offset comes from thread (offset + p) % T, pairs of normal numbers
// from thread (offset + p / 2) % T (XORWOW, MRG32k3a), or number p of all from thread (p / 4) % T,
// the numbers of one block of four behind each other (Philox).
// Thread t has the subsequence t of the seed. T is 4096 for XORWOW, 81920 for MRG32k3a, but 4096 in
// the legacy ordering, and 65536 for Philox.
#pragma once

#include <curand.h>
#include <stdint.h>

#define API extern "C" __attribute__((visibility("default"))) curandStatus_t

struct curandGenerator_st {
    curandRngType_t type;
    curandOrdering_t ordering;
    unsigned long long seed, offset;
    cudaStream_t stream;
    bool on_host;   // results are the host's; the numbers are made on the device all the same
    void *states;   // of the threads, on the device; NULL: seed, offset or ordering are new
    unsigned begun; // so many of the threads have a state; the others have made no numbers yet
    uint64_t at;    // the turn, or the number (Philox), that is next
};

enum Kind { KIND_bits, KIND_uniform, KIND_normal, KIND_lognormal };

// Makes n numbers of a kind, `out` on the device; T is unsigned, float or double.
template <typename T>
curandStatus_t make_numbers(curandGenerator_t g, Kind kind, T *out, size_t n, T mean, T deviation);
