// conform_loops.cu - atomics on shared memory that ptxas replaces by a loop of a load and
// a compare-and-swap: which lanes are together in the loop, one arrangement per kernel.
#include "conform.h"

#define ATOMIC(name, T, n, lanes, index, operation)                              \
    KERNEL(name, 1, 32)                                                          \
    {                                                                            \
        __shared__ T s[n];                                                       \
        unsigned t = threadIdx.x;                                                \
        for (unsigned i = t; i < n; i += 32)                                     \
            s[i] = (T)(in[i + 400] & 1023);                                      \
        __syncthreads();                                                         \
        T v = (T)(in[t + 2000] & 255);                                           \
        if (lanes)                                                               \
            operation(&s[index], v);                                             \
        __syncthreads();                                                         \
        for (unsigned i = t; i < n; i += 32)                                     \
            ((volatile T *)out)[i] = ((volatile T *)s)[i];                       \
    }
#define ALL_OF(T, name, operation)                                               \
    ATOMIC(name##_each, T, 32, true, t, operation)                               \
    ATOMIC(name##_stride2, T, 64, true, 2 * t, operation)                        \
    ATOMIC(name##_stride16, T, 512, true, 16 * t, operation)                     \
    ATOMIC(name##_uniform, T, 32, true, in[5] & 31, operation)                   \
    ATOMIC(name##_pairs, T, 32, true, t / 2, operation)                          \
    ATOMIC(name##_fours, T, 32, true, t / 4, operation)                          \
    ATOMIC(name##_halves, T, 32, true, t & 15, operation)                        \
    ATOMIC(name##_two_words, T, 32, true, t & 1, operation)                      \
    ATOMIC(name##_one_lane, T, 32, t == 3, t, operation)                         \
    ATOMIC(name##_some, T, 32, in[t] & 1, t, operation)                          \
    ATOMIC(name##_some_meet, T, 32, in[t] & 1, in[t + 99] & 7, operation)        \
    ATOMIC(name##_random, T, 64, true, in[t + 99] & 63, operation)

ALL_OF(u64, add64, atomicAdd)
ALL_OF(float, addf, atomicAdd)
ALL_OF(double, addd, atomicAdd)
