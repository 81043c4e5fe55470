// conform_shared.cu - shared memory, one access pattern per kernel: the results of a
// warp's loads, stores and atomics, and the number of their wavefronts.
#include "conform.h"

#define LOAD_IF(name, T, n, lanes, index)                                        \
    KERNEL(name, 1, 32)                                                          \
    {                                                                            \
        __shared__ T s[n];                                                       \
        unsigned t = threadIdx.x;                                                \
        fill(s, in);                                                             \
        T v = {};                                                                \
        if (lanes)                                                               \
            v = s[index];                                                        \
        put(out, v);                                                             \
    }
#define LOAD(name, T, n, index) LOAD_IF(name, T, n, true, index)

LOAD(ld8_stride1, u8, 32, t)
LOAD(ld8_stride2, u8, 64, 2 * t)
LOAD(ld8_stride4, u8, 128, 4 * t)
LOAD(ld8_stride128, u8, 4096, 128 * t)
LOAD(ld8_start3, u8, 64, t + 3)
LOAD(ld16_stride1, u16, 32, t)
LOAD(ld16_stride2, u16, 64, 2 * t)
LOAD(ld16_stride3, u16, 96, 3 * t)
LOAD(ld16_stride64, u16, 2048, 64 * t)
LOAD(ld32_broadcast, unsigned, 32, in[3] & 31)
LOAD(ld32_stride1, unsigned, 32, t)
LOAD(ld32_stride2, unsigned, 64, 2 * t)
LOAD(ld32_stride3, unsigned, 96, 3 * t)
LOAD(ld32_stride4, unsigned, 128, 4 * t)
LOAD(ld32_stride6, unsigned, 192, 6 * t)
LOAD(ld32_stride8, unsigned, 256, 8 * t)
LOAD(ld32_stride16, unsigned, 512, 16 * t)
LOAD(ld32_stride32, unsigned, 1024, 32 * t)
LOAD(ld32_stride33, unsigned, 1056, 33 * t)
LOAD(ld32_start1, unsigned, 64, t + 1)
LOAD(ld32_start17, unsigned, 64, t + 17)
LOAD(ld32_backwards, unsigned, 32, 31 - t)
LOAD(ld32_pairs, unsigned, 32, t / 2)
LOAD(ld32_two_words, unsigned, 64, t % 2 * 32)
LOAD(ld32_halves_meet, unsigned, 1024, t % 16 + t / 16 * 512)
LOAD(ld32_random64, unsigned, 64, in[t + 2000] % 64)
LOAD(ld32_random1024, unsigned, 1024, in[t + 2000] % 1024)
LOAD(ld64_stride1, u64, 32, t)
LOAD(ld64_stride2, u64, 64, 2 * t)
LOAD(ld64_stride3, u64, 96, 3 * t)
LOAD(ld64_stride16, u64, 512, 16 * t)
LOAD(ld64_stride17, u64, 544, 17 * t)
LOAD(ld64_broadcast, u64, 32, in[3] & 31)
LOAD(ld64_pairs, u64, 32, t / 2)
LOAD(ld64_pairs_of_two, u64, 32, t & ~2u)
LOAD(ld64_half_pairs, u64, 32, t & 15)
LOAD(ld64_random128, u64, 128, in[t + 2000] % 128)
LOAD(ld128_stride1, uint4, 32, t)
LOAD(ld128_stride2, uint4, 64, 2 * t)
LOAD(ld128_stride3, uint4, 96, 3 * t)
LOAD(ld128_stride8, uint4, 256, 8 * t)
LOAD(ld128_stride9, uint4, 288, 9 * t)
LOAD(ld128_broadcast, uint4, 32, in[3] & 31)
LOAD(ld128_pairs, uint4, 32, t / 2)
LOAD(ld128_pairs_of_two, uint4, 32, t & ~2u)
LOAD(ld128_quads, uint4, 32, t / 4)
LOAD(ld128_random128, uint4, 128, in[t + 2000] % 128)

LOAD_IF(ld32_odd_lanes, unsigned, 1024, t & 1, 32 * t)
LOAD_IF(ld32_lower_half, unsigned, 1024, t < 16, 32 * t)
LOAD_IF(ld32_one_lane, unsigned, 32, t == 13, t)
LOAD_IF(ld32_by_data, unsigned, 1024, in[t] & 1, in[t + 2000] % 1024)
LOAD_IF(ld64_upper_half, u64, 64, t >= 16, 2 * t)
LOAD_IF(ld64_every_third, u64, 544, t % 3 == 0, 17 * t)
LOAD_IF(ld64_paired_some, u64, 32, in[t] & 1, t / 2)
LOAD_IF(ld128_first_quarter, uint4, 64, t < 8, 2 * t)
LOAD_IF(ld128_even_lanes, uint4, 32, t % 2 == 0, t)
LOAD_IF(ld128_by_data, uint4, 128, in[t] & 1, in[t + 2000] % 128)

// Stores; the array is read back word by word.
#define STORE_IF(name, T, n, lanes, index)                                       \
    KERNEL(name, 1, 32)                                                          \
    {                                                                            \
        __shared__ T s[n];                                                       \
        unsigned t = threadIdx.x;                                                \
        fill(s, in);                                                             \
        T v = ((const T *)in)[t];                                                \
        if (lanes)                                                               \
            s[index] = v;                                                        \
        __syncthreads();                                                         \
        for (unsigned i = t; i < (n) * sizeof(T) / 4; i += 32)                   \
            out[i] = ((unsigned *)s)[i];                                         \
    }
#define STORE(name, T, n, index) STORE_IF(name, T, n, true, index)

STORE(st8_stride1, u8, 32, t)
STORE(st8_stride4, u8, 128, 4 * t)
STORE(st8_stride128, u8, 4096, 128 * t)
STORE(st16_stride1, u16, 32, t)
STORE(st16_stride3, u16, 96, 3 * t)
STORE(st32_stride1, unsigned, 32, t)
STORE(st32_stride2, unsigned, 64, 2 * t)
STORE(st32_stride5, unsigned, 160, 5 * t)
STORE(st32_stride32, unsigned, 1024, 32 * t)
STORE(st32_stride33, unsigned, 1056, 33 * t)
STORE(st32_start9, unsigned, 64, t + 9)
STORE(st64_stride1, u64, 32, t)
STORE(st64_stride2, u64, 64, 2 * t)
STORE(st64_stride17, u64, 544, 17 * t)
STORE(st128_stride1, uint4, 32, t)
STORE(st128_stride2, uint4, 64, 2 * t)
STORE(st128_stride9, uint4, 288, 9 * t)
STORE_IF(st32_every_fourth, unsigned, 1024, t % 4 == 0, 32 * t)
STORE_IF(st64_odd_lanes, u64, 64, t & 1, 2 * t)
STORE_IF(st128_by_data, uint4, 64, in[t] & 1, 2 * t)

KERNEL(st32_same_word, 1, 32)
{
    __shared__ unsigned s[32];
    fill(s, in);
    s[in[5] & 31] = in[7]; // all lanes, one value
    __syncthreads();
    put(out, s[threadIdx.x]);
}

// Shapes that programs use.
KERNEL(tile_transposed, 1, dim3(32, 8))
{
    __shared__ unsigned tile[32][32];
    for (unsigned y = threadIdx.y; y < 32; y += 8)
        tile[y][threadIdx.x] = in[32 * y + threadIdx.x];
    __syncthreads();
    for (unsigned y = threadIdx.y; y < 32; y += 8)
        out[32 * y + threadIdx.x] = tile[threadIdx.x][y];
}
KERNEL(tile_padded, 1, dim3(32, 8))
{
    __shared__ unsigned tile[32][33];
    for (unsigned y = threadIdx.y; y < 32; y += 8)
        tile[y][threadIdx.x] = in[32 * y + threadIdx.x];
    __syncthreads();
    for (unsigned y = threadIdx.y; y < 32; y += 8)
        out[32 * y + threadIdx.x] = tile[threadIdx.x][y];
}
KERNEL(tile_swizzled, 1, dim3(32, 8))
{
    __shared__ unsigned tile[32][32];
    for (unsigned y = threadIdx.y; y < 32; y += 8)
        tile[y][threadIdx.x ^ y] = in[32 * y + threadIdx.x];
    __syncthreads();
    for (unsigned y = threadIdx.y; y < 32; y += 8)
        out[32 * y + threadIdx.x] = tile[threadIdx.x][threadIdx.x ^ y];
}
struct Particle {
    float x, y, z;
};
KERNEL(structs_of_12_bytes, 1, 64)
{
    __shared__ Particle p[64];
    fill(p, in);
    Particle q = p[(threadIdx.x * 7) % 64];
    out[threadIdx.x] = __float_as_uint(q.x) ^ __float_as_uint(q.y) ^ __float_as_uint(q.z);
}
extern __shared__ unsigned dynamic[];
KERNEL_DYNAMIC(dynamic_one, 2, 64, 1024)
{
    unsigned t = threadIdx.x;
    for (unsigned i = t; i < 256; i += 64)
        dynamic[i] = in[256 * blockIdx.x + i];
    __syncthreads();
    out[64 * blockIdx.x + t] = dynamic[4 * t] + dynamic[255 - t];
}
KERNEL_DYNAMIC(dynamic_two_arrays, 1, 64, 64 * 4 + 64 * 8)
{
    u64 *wide = (u64 *)dynamic;
    unsigned *narrow = dynamic + 128, t = threadIdx.x;
    wide[t] = (u64)in[t] << 9;
    narrow[t] = in[64 + t];
    __syncthreads();
    out[t] = (unsigned)(wide[t * 5 % 64] >> 13) + narrow[63 - t];
}
KERNEL(volatile_flags, 1, 32)
{
    __shared__ volatile unsigned s[64];
    unsigned t = threadIdx.x;
    s[t] = in[t];
    s[t + 32] = in[t + 32];
    __syncwarp();
    unsigned a = s[t ^ 1], b = s[t ^ 1]; // volatile: loaded twice
    out[t] = a + b + s[2 * t];
}
KERNEL(tree, 1, 256)
{
    __shared__ unsigned s[256];
    unsigned t = threadIdx.x;
    s[t] = in[t];
    for (unsigned n = 128; n; n /= 2) {
        __syncthreads();
        if (t < n)
            s[t] += s[t + n];
    }
    if (!t)
        out[0] = s[0];
}
KERNEL(tree_interleaved, 1, 256)
{
    __shared__ unsigned s[256];
    unsigned t = threadIdx.x;
    s[t] = in[t];
    for (unsigned n = 1; n < 256; n *= 2) {
        __syncthreads();
        if (2 * n * t < 256)
            s[2 * n * t] += s[2 * n * t + n];
    }
    if (!t)
        out[0] = s[0];
}
KERNEL(scan_two_buffers, 1, 128)
{
    __shared__ unsigned s[2][128];
    unsigned t = threadIdx.x, side = 0;
    s[0][t] = in[t];
    __syncthreads();
    for (unsigned n = 1; n < 128; n *= 2, side ^= 1) {
        s[side ^ 1][t] = s[side][t] + (t >= n ? s[side][t - n] : 0);
        __syncthreads();
    }
    out[t] = s[side][t];
}

// Atomics on 1024 words. What each lane got back is used, in an order of no
// importance, or not at all.
#define ATOMIC(name, T, n, block, call)                                          \
    KERNEL(name, 1, block)                                                       \
    {                                                                            \
        __shared__ T s[n];                                                       \
        unsigned t = threadIdx.x;                                                \
        unsigned r = in[t + 3000];                                               \
        fill(s, in);                                                             \
        call;                                                                    \
        __syncthreads();                                                         \
        for (unsigned i = t; i < (n) * sizeof(T) / 4; i += block)                \
            out[i] = ((unsigned *)s)[i];                                         \
    }
#define ATOMIC_USED(name, T, n, call)                                            \
    KERNEL(name, 1, 32)                                                          \
    {                                                                            \
        __shared__ T s[n];                                                       \
        unsigned t = threadIdx.x;                                                \
        unsigned r = in[t + 3000];                                               \
        fill(s, in);                                                             \
        T old = call;                                                            \
        __syncthreads();                                                         \
        for (unsigned i = t; i < (n) * sizeof(T) / 4; i += 32)                   \
            out[i] = ((unsigned *)s)[i];                                         \
        out[8192 + t] = warp_sum((unsigned)old * 2654435761u);                   \
    }

ATOMIC(add_same, unsigned, 32, 32, atomicAdd(&s[3], r))
ATOMIC(add_one_same, unsigned, 32, 32, atomicAdd(&s[3], 1u))
ATOMIC(add_stride1, unsigned, 32, 32, atomicAdd(&s[t], r))
ATOMIC(add_stride2, unsigned, 64, 32, atomicAdd(&s[2 * t], r))
ATOMIC(add_stride32, unsigned, 1024, 32, atomicAdd(&s[32 * t], r))
ATOMIC(add_random16, unsigned, 32, 32, atomicAdd(&s[r % 16], r))
ATOMIC(add_random256, unsigned, 256, 128, atomicAdd(&s[r % 256], 1u))
ATOMIC(add_half_the_lanes, unsigned, 64, 32, if (r & 1) atomicAdd(&s[t * 2], r))
ATOMIC(min_signed, int, 32, 32, atomicMin(&s[r % 8], (int)r))
ATOMIC(max_unsigned, unsigned, 32, 32, atomicMax(&s[r % 8], r))
ATOMIC(and_bits, unsigned, 32, 32, atomicAnd(&s[t / 4], r))
ATOMIC(or_bits, unsigned, 32, 32, atomicOr(&s[t / 4], r))
ATOMIC(xor_bits, unsigned, 32, 32, atomicXor(&s[t / 4], r))
ATOMIC(inc_wraps, unsigned, 32, 32, atomicInc(&s[t % 4], 9u))
ATOMIC(dec_wraps, unsigned, 32, 32, atomicDec(&s[t % 4], 9u))
ATOMIC(add_u64, u64, 32, 32, atomicAdd(&s[t % 8], (u64)r << 20))
ATOMIC(min_u64, u64, 32, 32, atomicMin(&s[t % 8], (u64)r << 20))
ATOMIC(add_float_integers, float, 32, 32, (s[t] = 0, __syncwarp(), atomicAdd(&s[t % 8], (float)(r % 64))))
ATOMIC(add_double_integers, double, 32, 32, (s[t] = 0, __syncwarp(), atomicAdd(&s[t % 8], (double)(r % 64))))
ATOMIC_USED(add_same_used, unsigned, 32, atomicAdd(&s[3], 5u))
ATOMIC_USED(add_stride1_used, unsigned, 32, atomicAdd(&s[t], r))
ATOMIC_USED(add_pairs_used, unsigned, 32, atomicAdd(&s[t / 2], 7u))
ATOMIC_USED(exch_used, unsigned, 32, atomicExch(&s[t * 5 % 32], r))
ATOMIC_USED(cas_used, unsigned, 32, atomicCAS(&s[t], t & 1 ? in[t] : 1u, r))
ATOMIC(sub_same, unsigned, 32, 32, atomicSub(&s[3], r))
ATOMIC(min_same, unsigned, 32, 32, atomicMin(&s[3], r))
ATOMIC(or_same, unsigned, 32, 32, atomicOr(&s[3], r))
ATOMIC(inc_same, unsigned, 32, 32, atomicInc(&s[3], 9u))
ATOMIC(add_one_pairs, unsigned, 32, 32, atomicAdd(&s[t / 2], 1u))
ATOMIC(add_one_banks, unsigned, 1024, 32, atomicAdd(&s[t / 4 * 32 + t % 2], 1u))
ATOMIC(add_two_pairs, unsigned, 32, 32, atomicAdd(&s[t / 2], 2u))
ATOMIC(add_warp_word, unsigned, 32, 64, atomicAdd(&s[in[7] & 31], r))
ATOMIC(add_some_same, unsigned, 32, 64, if (r & 1) atomicAdd(&s[3], r))
ATOMIC(add_if_lane0, unsigned, 32, 64, if (t % 32 == 0) atomicAdd(&s[3], r))
ATOMIC(cas_unused, unsigned, 64, 32, atomicCAS(&s[2 * t], 1u, r))
ATOMIC_USED(add_one_pairs_used, unsigned, 32, atomicAdd(&s[t / 2], 1u))
KERNEL(add_any_same_used, 1, 32)
{
    __shared__ unsigned s[32];
    fill(s, in);
    unsigned old = atomicAdd(&s[3], in[threadIdx.x + 3000]);
    __syncthreads();
    put(out, s[threadIdx.x] + (old == 1));
}
ATOMIC_USED(max_same_used, unsigned, 32, atomicMax(&s[3], 0u))
ATOMIC_USED(cas_stride2_used, unsigned, 64, atomicCAS(&s[2 * t], 1u, r))
ATOMIC_USED(cas_stride32_used, unsigned, 1024, atomicCAS(&s[32 * t], 1u, r))
ATOMIC_USED(cas_half_used, unsigned, 32, (t & 1 ? atomicCAS(&s[t], 1u, r) : 0u))
ATOMIC_USED(cas_u64_stride2_used, u64, 64, atomicCAS(&s[2 * t], 1ull, (u64)r))
ATOMIC_USED(exch_u64_used, u64, 32, atomicExch(&s[t], (u64)r))
ATOMIC_USED(cas_u64_used, u64, 32, atomicCAS(&s[t], t & 1 ? *(const u64 *)(in + 2 * t) : 1ull, (u64)r))
