// conform_global.cu - global memory and accesses that count like it, one access pattern
// per kernel: requests and sectors of loads, stores and atomics, caching operators,
// constants, local arrays, shapes of blocks and grids.
#include "conform.h"

#include <cuda_pipeline.h>

#define LOAD_IF(name, T, lanes, index)                                           \
    KERNEL(name, 1, 32)                                                          \
    {                                                                            \
        unsigned t = threadIdx.x;                                                \
        T v = {};                                                                \
        if (lanes)                                                               \
            v = ((const T *)in)[index];                                          \
        put(out, v);                                                             \
    }
#define LOAD(name, T, index) LOAD_IF(name, T, true, index)

LOAD(ld8_stride1, u8, t)
LOAD(ld8_stride3, u8, 3 * t)
LOAD(ld8_stride32, u8, 32 * t)
LOAD(ld8_start31, u8, t + 31)
LOAD(ld16_stride1, u16, t)
LOAD(ld16_stride2, u16, 2 * t)
LOAD(ld16_start15, u16, t + 15)
LOAD(ld32_same, unsigned, 11)
LOAD(ld32_stride1, unsigned, t)
LOAD(ld32_stride2, unsigned, 2 * t)
LOAD(ld32_stride3, unsigned, 3 * t)
LOAD(ld32_stride8, unsigned, 8 * t)
LOAD(ld32_stride32, unsigned, 32 * t)
LOAD(ld32_stride256, unsigned, 256 * t)
LOAD(ld32_start1, unsigned, t + 1)
LOAD(ld32_start8, unsigned, t + 8)
LOAD(ld32_start31, unsigned, t + 31)
LOAD(ld32_backwards, unsigned, 100 - t)
LOAD(ld32_gather, unsigned, in[t + 64] % 4096)
LOAD(ld32_gather_near, unsigned, in[t + 64] % 64)
LOAD(ld64_stride1, u64, t)
LOAD(ld64_stride2, u64, 2 * t)
LOAD(ld64_start1, u64, t + 1)
LOAD(ld64_start3, u64, t + 3)
LOAD(ld64_pairs, u64, t / 2)
LOAD(ld64_as_int2, int2, t * 3)
LOAD(ld128_stride1, uint4, t)
LOAD(ld128_stride2, uint4, 2 * t)
LOAD(ld128_start1, uint4, t + 1)
LOAD(ld128_backwards, uint4, 31 - t)
LOAD(ld128_as_double2, double2, t ^ 1)
LOAD(ld_float3, float3, t)
LOAD(ld_uchar4, uchar4, t)
LOAD(ld_short4, short4, t)
LOAD(ld_uchar3, uchar3, t)
LOAD_IF(ld32_odd_lanes, unsigned, t & 1, t)
LOAD_IF(ld32_one_lane, unsigned, t == 20, t)
LOAD_IF(ld32_by_data, unsigned, in[t + 32] & 1, t * 2)
LOAD_IF(ld64_upper_half, u64, t >= 16, t)
LOAD_IF(ld128_every_fourth, uint4, t % 4 == 0, t)

#define STORE_IF(name, T, lanes, index)                                          \
    KERNEL(name, 1, 32)                                                          \
    {                                                                            \
        unsigned t = threadIdx.x;                                                \
        T v = ((const T *)in)[t];                                                \
        if (lanes)                                                               \
            ((T *)out)[index] = v;                                               \
    }
#define STORE(name, T, index) STORE_IF(name, T, true, index)

STORE(st8_stride1, u8, t)
STORE(st8_stride5, u8, 5 * t)
STORE(st16_start15, u16, t + 15)
STORE(st16_stride16, u16, 16 * t)
STORE(st32_stride1, unsigned, t)
STORE(st32_stride2, unsigned, 2 * t)
STORE(st32_stride32, unsigned, 32 * t)
STORE(st32_start1, unsigned, t + 1)
STORE(st32_scatter, unsigned, (t * 37 + 11) % 64)
STORE(st64_stride1, u64, t)
STORE(st64_stride3, u64, 3 * t)
STORE(st64_start1, u64, t + 1)
STORE(st128_stride1, uint4, t)
STORE(st128_stride2, uint4, 2 * t)
STORE(st_float3, float3, t)
STORE_IF(st32_odd_lanes, unsigned, t & 1, t)
STORE_IF(st32_by_data, unsigned, in[t + 32] & 1, t * 8)
STORE_IF(st128_one_lane, uint4, t == 31, t)
KERNEL(st32_same_word, 1, 32) { out[in[0] & 63] = in[9]; }

// Ways to say load and store.
KERNEL(ldg_intrinsic, 1, 64) { put(out, __ldg(&in[2 * threadIdx.x])); }
KERNEL(ldg_uint4, 1, 32) { put(out, __ldg(&((const uint4 *)in)[threadIdx.x])); }
KERNEL(ldcg, 1, 64) { put(out, __ldcg(&in[threadIdx.x + 3])); }
KERNEL(ldca_ldcs, 1, 64) { put(out, __ldca(&in[threadIdx.x]) + __ldcs(&in[threadIdx.x + 100])); }
KERNEL(ldlu_ldcv, 1, 64) { put(out, __ldlu(&in[threadIdx.x]) + __ldcv(&in[threadIdx.x * 2])); }
KERNEL(stores_with_hints, 1, 32)
{
    unsigned t = threadIdx.x, v = in[t];
    __stwb(&out[t], v);
    __stcg(&out[t + 40], v + 1);
    __stcs(&out[t + 80], v + 2);
    __stwt(&out[t + 120], v + 3);
}
__device__ void copy_restrict(const unsigned *__restrict__ from, unsigned *__restrict__ to)
{
    to[threadIdx.x] = from[threadIdx.x * 3] * 3;
}
KERNEL(restrict_arguments, 1, 64) { copy_restrict(in, out); }
KERNEL(volatile_twice, 1, 32)
{
    volatile const unsigned *v = in;
    unsigned t = threadIdx.x;
    out[t] = v[t] + v[t] * 3;
}
KERNEL(volatile_stores, 1, 32)
{
    volatile unsigned *v = out;
    v[threadIdx.x] = 1;
    v[threadIdx.x] = in[threadIdx.x];
}
KERNEL(asm_vectors, 1, 32)
{
    unsigned a, b, c, d;
    const unsigned *p = in + 4 * (threadIdx.x ^ 3);
    asm volatile("ld.global.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "l"(p));
    asm volatile("st.global.v2.u32 [%0], {%1, %2};" :: "l"(out + 2 * threadIdx.x), "r"(a ^ c), "r"(b ^ d));
}
KERNEL(asm_nc, 1, 32)
{
    unsigned a;
    asm volatile("ld.global.nc.u32 %0, [%1];" : "=r"(a) : "l"(in + 5 * threadIdx.x));
    put(out, a);
}
KERNEL(acquire_release, 1, 32)
{
    unsigned a;
    asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(a) : "l"(in + threadIdx.x) : "memory");
    asm volatile("st.release.gpu.global.u32 [%0], %1;" :: "l"(out + 2 * threadIdx.x), "r"(a) : "memory");
}
KERNEL(generic_address, 1, 32)
{
    __shared__ unsigned s[32];
    unsigned t = threadIdx.x;
    s[t] = in[t];
    __syncwarp();
    const unsigned *p = in[t + 32] & 1 ? s + (t ^ 1) : in + 2 * t; // lane by lane
    out[t] = *p;
}

__constant__ unsigned table[64] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3, 8, 4, 6};
__device__ unsigned variable[64] = {2, 7, 1, 8, 2, 8, 1, 8, 2, 8, 4, 5, 9};
KERNEL(constant_uniform, 1, 32) { put(out, in[threadIdx.x] + table[in[1] & 15]); }
KERNEL(constant_by_lane, 1, 32) { put(out, in[threadIdx.x] + table[in[threadIdx.x] & 63]); }
KERNEL(device_variable, 1, 32) { put(out, variable[threadIdx.x] * in[threadIdx.x]); }
KERNEL(local_array, 1, 32)
{
    unsigned a[16], t = threadIdx.x;
    for (unsigned i = 0; i < 16; i++)
        a[i] = in[16 * t + i];
    for (unsigned i = 0; i < 16; i++)
        a[in[t + i] % 16] += a[i];
    unsigned sum = 0;
    for (unsigned i = 0; i < 16; i++)
        sum = sum * 31 + a[i];
    out[t] = sum;
}
KERNEL(local_address_passed, 1, 32)
{
    unsigned pair[2] = {in[threadIdx.x], in[threadIdx.x + 32]};
    unsigned *p = &pair[in[threadIdx.x + 64] & 1];
    *p += 5;
    out[threadIdx.x] = pair[0] ^ pair[1] * 3;
}

// Copies that pass by no register.
KERNEL(async_copy_4, 1, 64)
{
    __shared__ unsigned s[64];
    __pipeline_memcpy_async(&s[threadIdx.x], &in[threadIdx.x * 2], 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    put(out, s[63 - threadIdx.x]);
}
KERNEL(async_copy_16, 1, 64)
{
    __shared__ uint4 s[64];
    __pipeline_memcpy_async(&s[threadIdx.x], &((const uint4 *)in)[threadIdx.x], 16);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    put(out, s[63 - threadIdx.x]);
}
KERNEL(async_copy_two_stages, 1, 32)
{
    __shared__ uint2 s[2][32];
    unsigned t = threadIdx.x, sum = 0;
    const uint2 *from = (const uint2 *)in;
    __pipeline_memcpy_async(&s[0][t], &from[t], 8);
    __pipeline_commit();
    for (unsigned i = 0; i < 8; i++) {
        if (i < 7)
            __pipeline_memcpy_async(&s[(i + 1) % 2][t], &from[32 * (i + 1) + t], 8);
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncwarp();
        uint2 v = s[i % 2][31 - t];
        sum = sum * 31 + v.x + v.y;
        __syncwarp();
    }
    out[t] = sum;
}

// Atomics. A red has no result; an atom's is used in an order of no importance.
#define RED(name, block, call)                                                   \
    KERNEL(name, 1, block)                                                       \
    {                                                                            \
        unsigned t = threadIdx.x, r = in[t + 500];                               \
        call;                                                                    \
        (void)r;                                                                 \
    }
#define ATOM(name, T, call)                                                      \
    KERNEL(name, 1, 32)                                                          \
    {                                                                            \
        unsigned t = threadIdx.x, r = in[t + 500];                               \
        T old = call;                                                            \
        out[8192 + t] = warp_sum((unsigned)old * 2654435761u);                   \
        (void)r;                                                                 \
    }
#define AT(T, i) ((T *)out + (i))

RED(red_add_same, 32, atomicAdd(out, r))
RED(red_add_one_same, 64, atomicAdd(out, 1u))
RED(red_add_stride1, 64, atomicAdd(&out[t], r))
RED(red_add_stride8, 32, atomicAdd(&out[8 * t], r))
RED(red_add_start1, 32, atomicAdd(&out[t + 1], r))
RED(red_add_pairs, 32, atomicAdd(&out[t / 2], r))
RED(red_add_random8, 32, atomicAdd(&out[r % 8], 3u))
RED(red_add_random64, 32, atomicAdd(&out[r % 64], 3u))
RED(red_add_random1024, 128, atomicAdd(&out[r % 1024], r))
RED(red_add_some_lanes, 32, if (r & 1) atomicAdd(&out[t], r))
RED(red_add_u64, 32, atomicAdd(AT(u64, t % 16), (u64)r << 7))
RED(red_add_u64_same, 32, atomicAdd(AT(u64, 1), (u64)r))
RED(red_min_signed, 32, atomicMin(AT(int, t % 5), (int)r))
RED(red_max_unsigned, 32, atomicMax(&out[t % 5], r))
RED(red_max_s64, 32, atomicMax(AT(long long, t % 5), (long long)r << 31))
RED(red_and, 32, atomicAnd(&out[t & ~3u], r))
RED(red_or, 32, atomicOr(&out[t / 3], r))
RED(red_or_two_words, 32, atomicOr(&out[t & 1], 1u << t))
RED(red_xor, 32, atomicXor(&out[t / 3], r))
RED(red_inc, 32, atomicInc(&out[t % 3], 6u))
RED(red_sub, 32, atomicSub(&out[t % 3], r))
KERNEL(red_add_float, 1, 32)
{
    float *f = (float *)out;
    if (threadIdx.x < 8)
        f[threadIdx.x] = 0;
    __syncwarp();
    atomicAdd(&f[threadIdx.x % 8], (float)(in[threadIdx.x] % 100));
}
KERNEL(red_add_double, 1, 32)
{
    double *f = (double *)out;
    if (threadIdx.x < 8)
        f[threadIdx.x] = 0;
    __syncwarp();
    atomicAdd(&f[threadIdx.x % 8], (double)(in[threadIdx.x] % 100));
}
KERNEL(red_block_scope, 1, 64) { atomicAdd_block(&out[threadIdx.x / 2], in[threadIdx.x]); }
KERNEL(red_system_scope, 1, 64) { atomicAdd_system(&out[threadIdx.x / 2], in[threadIdx.x]); }
KERNEL(red_asm, 1, 32)
{
    asm volatile("red.relaxed.gpu.global.add.u32 [%0], %1;" ::"l"(out + threadIdx.x % 7), "r"(in[threadIdx.x]) : "memory");
}
KERNEL(red_many_blocks, 64, 128) { atomicAdd(&out[in[blockIdx.x * 128 + threadIdx.x] % 256], 1u); }
RED(red_sub_same, 32, atomicSub(out, r))
RED(red_min_same, 32, atomicMin(out, r))
RED(red_max_signed_same, 32, atomicMax((int *)out, (int)r))
RED(red_and_same, 64, atomicAnd(out, r))
RED(red_xor_same, 32, atomicXor(out, r))
RED(red_inc_same, 32, atomicInc(out, 9u))
RED(red_add_u64_five_same, 32, atomicAdd((u64 *)out, 5ull))
RED(red_max_u64_same, 32, atomicMax((u64 *)out, (u64)r << 8))
RED(red_add_loaded_place, 32, atomicAdd(&out[in[3] & 63], r))
RED(red_add_some_same, 64, if (r & 1) atomicAdd(out, r))
RED(red_add_lane0, 64, if (t % 32 == 0) atomicAdd(out, r))
RED(red_add_voted, 64, atomicAdd(out, __popc(__ballot_sync(0xffffffffu, r & 1))))
RED(red_exch_unused, 32, atomicExch(&out[t], r))
RED(red_cas_unused, 32, atomicCAS(&out[t], 5u, r))
KERNEL(red_add_by_block, 5, 64) { atomicAdd(&out[blockIdx.x], in[threadIdx.x]); }
KERNEL(red_add_by_warp, 2, 128) { atomicAdd(&out[threadIdx.x / 32], in[threadIdx.x]); }
KERNEL(red_add_float_same, 1, 32)
{
    float *f = (float *)out;
    f[threadIdx.x] = 0;
    __syncwarp();
    atomicAdd(f, (float)(in[threadIdx.x] % 64));
}
KERNEL(atom_add_any_same, 1, 32)
{
    unsigned old = atomicAdd(out, in[threadIdx.x]);
    out[32 + threadIdx.x] = old == 1;
}
KERNEL(atom_add_any_some, 1, 64)
{
    if (in[threadIdx.x] & 1) {
        unsigned old = atomicAdd(out, in[threadIdx.x + 64]);
        out[32 + threadIdx.x] = old == 1;
    }
}
ATOM(atom_max_same, unsigned, atomicMax(out, 0u))
ATOM(atom_add_u64_same, u64, atomicAdd((u64 *)out, 7ull))
ATOM(atom_add_same, unsigned, atomicAdd(out, 5u))
ATOM(atom_add_one_same, unsigned, atomicAdd(out, 1u))
ATOM(atom_add_stride1, unsigned, atomicAdd(&out[t], r))
ATOM(atom_add_stride4, unsigned, atomicAdd(&out[4 * t], r))
ATOM(atom_add_pairs, unsigned, atomicAdd(&out[t / 2], 9u))
ATOM(atom_add_random, unsigned, atomicAdd(&out[r % 2048], 9u))
ATOM(atom_add_u64, u64, atomicAdd(AT(u64, 2 * t), (u64)r))
ATOM(atom_exch, unsigned, atomicExch(&out[t * 3], r))
ATOM(atom_cas, unsigned, atomicCAS(&out[t], t & 1 ? out[t] : 1u, r))
ATOM(atom_cas_u64, u64, atomicCAS(AT(u64, t), 1ull, (u64)r))
KERNEL(ticket, 4, 64) // unique tickets: it does not matter which thread has which
{
    unsigned k = atomicAdd(&out[0], 1u);
    out[1024 + k % 256] = 7;
}
KERNEL(compare_and_swap_loop, 1, 32)
{
    unsigned *p = &out[threadIdx.x / 8], old = *(volatile unsigned *)p, seen;
    do {
        seen = old;
        old = atomicCAS(p, seen, seen * 3);
    } while (old != seen);
}

// Shapes of blocks and grids.
__device__ unsigned linear_thread()
{
    unsigned b = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
    unsigned t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    return b * blockDim.x * blockDim.y * blockDim.z + t;
}
#define SHAPE(name, grid, block)                                                 \
    KERNEL(name, grid, block)                                                    \
    {                                                                            \
        unsigned i = linear_thread();                                            \
        out[i] = in[i] + threadIdx.x + 3 * threadIdx.y + 7 * threadIdx.z +       \
                 11 * blockIdx.x + 13 * blockIdx.y + 17 * blockIdx.z;            \
    }
SHAPE(block_1, 3, 1)
SHAPE(block_33, 3, 33)
SHAPE(block_1024, 2, 1024)
SHAPE(block_5x7, 2, dim3(5, 7))
SHAPE(block_32x4, dim3(2, 3), dim3(32, 4))
SHAPE(block_3x5x7, dim3(2, 2, 2), dim3(3, 5, 7))
SHAPE(grid_7x3, dim3(7, 3), 40)
SHAPE(grid_1x1x9, dim3(1, 1, 9), 64)
KERNEL(columns_first, 1, dim3(32, 8)) // strided by the block's shape
{
    out[threadIdx.x * 8 + threadIdx.y] = in[threadIdx.x * 8 + threadIdx.y];
}
KERNEL(rows_of_8, 1, dim3(8, 32)) { out[threadIdx.y * 64 + threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x]; }
KERNEL(grid_stride_loop, 4, 128)
{
    for (unsigned i = blockIdx.x * 128 + threadIdx.x; i < 5000; i += 512)
        out[i] = in[i] * 3 + 1;
}
