// Lab 03, part 8, the race: a histogram of bytes as fast as the bytes can be read
//
// Goal    Count bytes at least twice as fast as NVIDIA's library CUB.
// Write   TODO 8a to 8c; 65 short lines in all.
// Try     make race LAB=atomics     on a GPU: your function beside CUB's
// Grade   make grade LAB=atomics PART=8
// Pass    the right counts of any n bytes, and no races
//         each sector read once, 8 bytes per lane or more
//         no lane waits for another one: a wavefront of shared memory for each 32 bytes
//         few atomics on global memory
// Stuck?  make hint LAB=atomics PART=8
//
// The file is open: the grader calls bytes_fastest() and nothing else. What is between the TODOs
// is one way that works; you may change all of it.
//
//   1. A lane loads 16 bytes at a time, and LOADS of these vectors before it counts the first one.
//      Its first vectors are on their way while the block clears its counters.
//   2. A block has COPIES counters for each value, one after the other in shared memory. A lane
//      counts in copy threadIdx.x % COPIES: the 32 lanes of a warp use 32 banks, whatever the bytes
//      are. No lane waits, and a file of zeros is as fast as noise.
//   3. The place of a counter is value * 4 * COPIES + copy * 4, in bytes. With 64 copies this is
//      the number whose lowest byte is copy * 4 and whose second byte is the value: __byte_perm
//      puts the two together in one instruction, without a shift and without an addition.
//   4. No more blocks than run at the same time: each one adds its 256 sums to the bins once.

#include "lab.h"

enum {
    THREADS = 1024,
    BLOCKS_PER_SM = 2,
    BINS = ATOMICS_BINS,
    COPIES = 64, // of each counter: 64 KB for a block
    LOADS = 2    // in flight per thread, 16 bytes each
};

// Counts byte k of `word` (k = 0: the lowest) in the copy whose first byte is `copy`.
__device__ void count_byte(unsigned char *counters, unsigned word, int k, unsigned copy)
{
    // BEGIN TODO 8a (about 3 lines): the counter's place, from the byte and the copy; atomicAdd.
    // Byte 0 of the place is byte 0 of `copy`, byte 1 is byte k of `word`, the others are 0.
    unsigned place = __byte_perm(word, copy, 0x5504 | k << 4);
    atomicAdd((unsigned *)(counters + place), 1u);
    // END TODO 8a
}

__global__ void __launch_bounds__(THREADS, BLOCKS_PER_SM)
    count_bytes(unsigned *__restrict__ bins, const unsigned char *__restrict__ in, size_t n)
{
    // BEGIN TODO 8b (about 45 lines): clear the counters; count 16 bytes per load, LOADS of them in
    // flight, then the n % 16 bytes at the end; add up the copies, and add the sums to the bins.
    extern __shared__ __align__(16) unsigned char counters[];
    const uint4 *from = (const uint4 *)in;
    size_t end = n / 16, tile = LOADS * THREADS, i = blockIdx.x * tile + threadIdx.x;
    uint4 v[LOADS];
#pragma unroll
    for (int l = 0; l < LOADS; l++) // on their way while the counters are cleared
        if (i + l * THREADS < end)
            v[l] = from[i + l * THREADS];
    for (int c = threadIdx.x; c < BINS * COPIES / 4; c += THREADS)
        ((uint4 *)counters)[c] = make_uint4(0, 0, 0, 0);
    __syncthreads();

    unsigned copy = threadIdx.x % COPIES * 4;
    auto count_word = [&](unsigned word) {
#pragma unroll
        for (int k = 0; k < 4; k++)
            count_byte(counters, word, k, copy);
    };
    auto count_vector = [&](uint4 x) {
        count_word(x.x);
        count_word(x.y);
        count_word(x.z);
        count_word(x.w);
    };
#pragma unroll
    for (int l = 0; l < LOADS; l++)
        if (i + l * THREADS < end)
            count_vector(v[l]);
    i += gridDim.x * tile;
    for (; i + (LOADS - 1) * THREADS < end; i += gridDim.x * tile) {
#pragma unroll
        for (int l = 0; l < LOADS; l++)
            v[l] = from[i + l * THREADS];
#pragma unroll
        for (int l = 0; l < LOADS; l++)
            count_vector(v[l]);
    }
    for (int l = 0; l < LOADS; l++) // a tile that is not complete for this thread
        if (i + l * THREADS < end)
            count_vector(from[i + l * THREADS]);
    if (blockIdx.x == 0 && threadIdx.x < n % 16) // the bytes after the last vector
        count_byte(counters, in[n - 1 - threadIdx.x], 0, copy);

    __syncthreads();
    const unsigned *counter = (const unsigned *)counters;
    for (int b = threadIdx.x; b < BINS; b += THREADS) {
        unsigned sum = 0;
        for (int c = 0; c < COPIES; c++) // each lane begins in another bank
            sum += counter[b * COPIES + (c + threadIdx.x) % COPIES];
        if (sum > 0)
            atomicAdd(&bins[b], sum);
    }
    // END TODO 8b
}

// bins[b] grows by the number of bytes that are b. `in` is aligned to 16 bytes.
extern "C" void bytes_fastest(unsigned *bins, const unsigned char *in, size_t n)
{
    // BEGIN TODO 8c (about 10 lines): as many blocks as run at the same time, fewer for few bytes;
    // no launch for n = 0. More than 48 KB of shared memory have to be asked for.
    static int sms = 0;
    const int bytes = BINS * COPIES * sizeof(unsigned);
    if (sms == 0) {
        int device;
        CUDA_CHECK(cudaGetDevice(&device));
        CUDA_CHECK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device));
        CUDA_CHECK(
            cudaFuncSetAttribute(count_bytes, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    }
    size_t blocks = (n + 16 * THREADS - 1) / (16 * THREADS), most = (size_t)sms * BLOCKS_PER_SM;
    if (n > 0)
        count_bytes<<<min(blocks, most), THREADS, bytes>>>(bins, in, n);
    // END TODO 8c
    CUDA_CHECK(cudaGetLastError());
}
