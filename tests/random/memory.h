// memory.h - the parts of the kernels that `generate memory` writes.
#pragma once
#include "tests/cuda/parity/conform.h"

#include <cuda_pipeline.h>

__device__ inline unsigned fold(u64 v) { return (unsigned)v * 31 + (unsigned)(v >> 32); }
__device__ inline unsigned fold(unsigned v) { return v; }
__device__ inline unsigned fold(u16 v) { return v; }
__device__ inline unsigned fold(u8 v) { return v; }
__device__ inline unsigned fold(uint4 v) { return v.x + 3 * v.y + 5 * v.z + 7 * v.w; }

template <class T>
__device__ T make(unsigned at, unsigned step)
{
    return (T)(at * 2654435761u + step);
}
template <>
__device__ uint4 make(unsigned at, unsigned step)
{
    return {at, step, at * 2654435761u, step ^ at};
}

template <class T>
__device__ T plain(const T *p)
{
    return *p;
}
template <class T>
__device__ T ldg(const T *p)
{
    return __ldg(p);
}
template <class T>
__device__ T ldca(const T *p)
{
    return __ldca(p);
}
template <class T>
__device__ T ldcg(const T *p)
{
    return __ldcg(p);
}
template <class T>
__device__ T ldcs(const T *p)
{
    return __ldcs(p);
}

template <unsigned BYTES>
__device__ void copy_async(char *to, const char *from, unsigned zeros)
{
    __pipeline_memcpy_async(to, from, BYTES, zeros);
}
__device__ inline void copies_done()
{
    __pipeline_commit();
    __pipeline_wait_prior(0);
}

template <class T>
__device__ void atomic_add(T *p, T v)
{
    atomicAdd(p, v);
}
template <class T>
__device__ void atomic_min(T *p, T v)
{
    atomicMin(p, v);
}
template <class T>
__device__ void atomic_max(T *p, T v)
{
    atomicMax(p, v);
}
template <class T>
__device__ void atomic_and(T *p, T v)
{
    atomicAnd(p, v);
}
template <class T>
__device__ void atomic_or(T *p, T v)
{
    atomicOr(p, v);
}
template <class T>
__device__ void atomic_xor(T *p, T v)
{
    atomicXor(p, v);
}
__device__ inline void atomic_inc(unsigned *p, unsigned) { atomicInc(p, 0x40000000u); }

// Every block has 8 KB of shared memory, 8 KB of `out` to store to and 4 KB to count in.
#define BEGIN \
    __shared__ uint4 shared[512]; \
    unsigned lane = threadIdx.x % 32, place = blockIdx.x * 64 + threadIdx.x, sum = 0; \
    unsigned *mine = out + 2048 * (1 + blockIdx.x), *counts = out + 12288 + 1024 * blockIdx.x; \
    (void)lane, (void)mine, (void)counts; \
    for (unsigned i = threadIdx.x; i < 512; i += 64) \
        shared[i] = ((const uint4 *)in)[i]; \
    __syncthreads();
#define END \
    for (unsigned i = threadIdx.x; i < 512; i += 64) \
        sum = sum * 5 + fold(shared[i]); \
    out[place] = sum;
