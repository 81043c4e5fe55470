// Lab 04, the race: a sum as fast as the memory can be read
//
// Goal    Read every element once, write one number, and never let the memory wait.
// Write   TODO 7a and 7b: your own kernel and its launch; 55 short lines in all.
// Try     make race LAB=reduction     on a GPU: your sum beside CUB's, in GB/s
// Grade   make grade LAB=reduction PART=7
// Pass    the right sum of any n; whole sectors, 16 bytes per load; nothing per element
//         but additions: few barriers, atomics and instructions, at most two launches
// Stuck?  make hint LAB=reduction PART=7
//
// This file is open: the grader calls sum_fastest() and nothing else. Write what you like in
// front of it. Steps that lead there; each one is right, and faster than the one before:
//
//   1. 16 bytes per load: whole vectors first, then the n % 4 elements after them.
//   2. A thread adds up in registers; a block adds up its threads once, at the end.
//   3. No more blocks than run at the same time; each thread issues LOADS loads before its first
//      addition, so that the memory always has something to do.
//   4. One kernel, without an array of partial sums: one atomic per block can carry the block's sum
//      and count the blocks that are done.

#include "lab.h"

enum {
    BLOCK = 512,       // threads of a block
    BLOCKS_PER_SM = 2, // with LOADS x 16 bytes each: 128 KB in flight
    WARPS = BLOCK / WARP_SIZE,
    LOADS = 8 // in flight per thread, 16 bytes each
};

const unsigned ALL_LANES = 0xffffffff; // the mask of a whole warp

// BEGIN TODO 7a (about 60 lines): the kernel. First let it be right, with 16-byte loads and the
// elements after the last whole vector; then put LOADS loads in flight per thread.
// END TODO 7a

int multiprocessors()
{
    int device, count;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device));
    return count;
}

// *out is the sum of n >= 0 elements; `in` is aligned to 16 bytes. The calls are in one stream, one
// after the other, so they may share a variable of the device.
extern "C" void sum_fastest(int *out, const int *in, size_t n)
{
    // BEGIN TODO 7b (about 6 lines): as many blocks as run at the same time, fewer if n is small.
    // No element: *out is 0.
    // END TODO 7b
    CUDA_CHECK(cudaGetLastError());
}
