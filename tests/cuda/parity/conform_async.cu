// conform_async.cu - cp.async: which sectors of global memory the copies of 16 bytes count when
// warps, or several copies of one warp, read the same sectors. See conform.h.
#include "conform.h"

#define PIECES 2048 // of 16 bytes: all of `in` that a kernel of one warp may copy

template <int BYTES> __device__ void copy(void *to, const void *from)
{
    unsigned s = (unsigned)__cvta_generic_to_shared(to);
    if (BYTES == 16)
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" : : "r"(s), "l"(from) : "memory");
    else if (BYTES == 8)
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" : : "r"(s), "l"(from) : "memory");
    else
        asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" : : "r"(s), "l"(from) : "memory");
}
__device__ void commit() { asm volatile("cp.async.commit_group;" : : : "memory"); }
__device__ void wait() { asm volatile("cp.async.wait_all;" : : : "memory"); }

// Copies piece `from` to the thread's own place number `turn`.
#define PLACES 4
#define BEGIN \
    __shared__ uint4 s[1024]; \
    const uint4 *pieces = (const uint4 *)in; \
    unsigned t = threadIdx.x, lane = t % 32, warp = t / 32; \
    uint4 *own = s + t * (1024 / blockDim.x); \
    (void)lane, (void)warp, (void)pieces;
#define COPY(from, turn) copy<16>(own + (turn), pieces + (from))
#define END \
    wait(); \
    __syncthreads(); \
    unsigned sum = 0; \
    for (unsigned k = 0; k < 1024 / blockDim.x && k < PLACES; k++) \
        sum = sum * 5 + (k < turns ? own[k].x + own[k].w : 0); \
    out[(blockIdx.x * blockDim.x + t) % WORDS] = sum;
#define ONE(name, block, from) \
    KERNEL(name, 1, block) \
    { \
        const unsigned turns = 1; \
        BEGIN COPY(from, 0); \
        END \
    }
#define TWO(name, block, first, between, second) \
    KERNEL(name, 1, block) \
    { \
        const unsigned turns = 2; \
        BEGIN COPY(first, 0); \
        between; \
        COPY(second, 1); \
        END \
    }

// One copy of one warp.
ONE(row, 32, lane)
ONE(row_odd, 32, lane + 1)
ONE(reversed, 32, 31 - lane)
ONE(uniform, 32, 5)
ONE(stride2, 32, lane * 2)
ONE(stride3, 32, lane * 3)
ONE(stride8, 32, lane * 8)
ONE(pairs, 32, lane / 2)
ONE(fours_of_two, 32, lane / 8 * 2 + lane % 2)
ONE(halves_apart, 32, lane % 16 * 2 + lane / 16)
ONE(quarters_again, 32, lane % 8)
ONE(random_16, 32, in[lane] % 16)
ONE(random_100, 32, in[lane] % 100)
ONE(random_all, 32, in[lane] % PIECES)

// Two copies of one warp.
TWO(twice, 32, lane, , lane)
TWO(twice_committed, 32, lane, commit(), lane)
TWO(twice_waited, 32, lane, wait(), lane)
TWO(lower_upper, 32, lane * 2, , lane * 2 + 1)
TWO(whole_lower, 32, lane, , lane % 16 * 2)
TWO(lower_whole, 32, lane % 16 * 2, , lane)
TWO(shifted_by_1, 32, lane, , lane + 1)
TWO(shifted_by_2, 32, lane, , lane + 2)
TWO(random_twice, 32, in[lane] % 64, , in[lane + 32] % 64)
TWO(load_then_copy, 32, lane + 512, if (__ldca(in + lane) == 77) out[0] = 1, lane / 4)

// Several warps, the same pieces.
ONE(warps_2, 64, lane)
ONE(warps_4, 128, lane)
ONE(warps_8, 256, lane)
ONE(warps_32, 1024, lane)
ONE(warps_2_apart, 64, t)
ONE(warps_2_shifted, 64, lane + warp)
ONE(warps_8_shifted, 256, lane + warp * 2)
ONE(warps_2_halves, 64, lane * 2 + warp)
ONE(warps_8_uniform, 256, 9)
ONE(warps_8_reversed, 256, warp % 2 ? 31 - lane : lane)
ONE(warps_8_random_64, 256, in[t] % 64)
ONE(warps_8_random_256, 256, in[t] % 256)
ONE(warps_32_random, 1024, in[t] % 2048)

// The second warp copies later: after a barrier, when the first copy is complete, after a while.
#define LATER(name, before, between) \
    KERNEL(name, 1, 64) \
    { \
        const unsigned turns = 1; \
        BEGIN if (!warp) \
        { \
            COPY(lane, 0); \
            before; \
        } \
        between; \
        if (warp) \
            COPY(lane, 0); \
        END \
    }
__device__ void pass(unsigned steps, const unsigned *in, unsigned *out)
{
    unsigned x = in[1];
#pragma unroll 1
    for (unsigned k = 0; k < steps; k++)
        x = x * 5 + k;
    if (x == 77)
        out[5] = 1;
}
LATER(after_barrier, , __syncthreads())
LATER(after_wait, wait(), __syncthreads())
LATER(after_16, , if (warp) pass(16, in, out))
LATER(after_64, , if (warp) pass(64, in, out))
LATER(after_256, , if (warp) pass(256, in, out))
LATER(after_1024, , if (warp) pass(1024, in, out))

// Many copies of a warp before the same pieces again.
#define AGAIN(name, block, rows) \
    KERNEL(name, 1, block) \
    { \
        __shared__ uint4 d[2 * rows * 32]; \
        const uint4 *pieces = (const uint4 *)in; \
        unsigned t = threadIdx.x, lane = t % 32, sum = 0; \
        for (unsigned again = 0; again < 2; again++) \
            for (unsigned k = 0; k < rows; k++) \
                copy<16>(d + (again * rows + k) * 32 + lane, pieces + k * 32 + lane); \
        wait(); \
        __syncthreads(); \
        for (unsigned k = 0; k < 2 * rows; k++) \
            sum = sum * 5 + d[k * 32 + lane].y; \
        out[t] = sum; \
    }
AGAIN(again_4, 32, 4)
AGAIN(again_16, 32, 16)
AGAIN(again_32, 32, 32)

// Other widths, and other accesses to the same sectors.
#define WIDTH(name, block, bytes, from) \
    KERNEL(name, 1, block) \
    { \
        __shared__ uint4 s[1024]; \
        unsigned t = threadIdx.x, lane = t % 32; \
        copy<bytes>(s + t, (const char *)in + bytes * (from)); \
        wait(); \
        __syncthreads(); \
        out[t] = s[t].x; \
    }
WIDTH(words_warps_2, 64, 4, lane)
WIDTH(longs_warps_2, 64, 8, lane)
WIDTH(words_random, 64, 4, in[lane] % 256)
WIDTH(longs_random, 64, 8, in[lane] % 256)
KERNEL(words_and_pieces, 1, 64)
{
    __shared__ uint4 s[64];
    unsigned t = threadIdx.x, lane = t % 32;
    if (t < 32)
        copy<4>(s + t, in + lane * 4);
    else
        copy<16>(s + t, in + lane * 4);
    wait();
    __syncthreads();
    out[t] = s[t].x;
}

// Blocks that share a multiprocessor, and blocks that do not.
#define BLOCKS(name, grid) \
    KERNEL(name, grid, 64) \
    { \
        const unsigned turns = 1; \
        BEGIN COPY(lane, 0); \
        END \
    }
BLOCKS(blocks_2, 2)
BLOCKS(blocks_132, 132)
BLOCKS(blocks_264, 264)
