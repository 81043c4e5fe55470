// Lab 05, the race: inclusive scan and compaction as fast as the memory allows
//
// Goal    Read every element once, write every result once, and hide all the rest.
// Write   TODO 12a to 12f: your own kernels and their launches; 320 short lines for both works.
// Try     make race LAB=scan      on a GPU: your functions beside CUB's, in GB/s
// Grade   make grade LAB=scan PART=12
// Pass    the right results for any n; each element loaded once, each result stored once, in at
//         most two launches; few barriers, also where each tile needs the sums of all before it
// Stuck?  make hint LAB=scan PART=12
//
// This file is open: the grader calls scan_fastest() and compact_fastest() and nothing else. Write
// what you like in front of them. The look-back of part 8 is a good start; larger tiles, in
// registers, and 16-byte loads come next. The rest of the way:
//
//   1. The grid has as many blocks as fit on the GPU, and each takes one tile after the other. All
//      blocks run at the same time, so a block may wait for another block.
//   2. Multiprocessors are not equally fast. So tiles are not assigned in advance: a block takes a
//      ticket, the number of the next free tile.
//   3. A bulk copy loads the next tile into shared memory while the current tile is written. It
//      needs no thread and no register. As soon as the tile has arrived, it is read to registers,
//      and the copy of the tile after it begins.
//   4. A block knows the sum up to the end of its previous tile. The sum before its current tile is
//      that sum plus the totals of the tiles between, about one from each other block. Its threads
//      read these totals at the same time. No block waits for a chain of other blocks.
//
//        tiles   ... | q | q+1 | q+2 | ...            | p-1 | p | ...
//                      ^ my previous tile                     ^ my current tile
//                        sum known   + totals of q+1 to p-1
//
//   5. The next tile is scanned in registers, and its total published, before the current tile is
//      written. So when a block needs the totals to its left, they exist already.
//   6. Nothing is cleared between calls: tickets and the numbers of the tiles continue from call to
//      call, and the host knows where they are.

#include "lab.h"
#include <cuda/ptx>
#include <limits.h>
#include <stdint.h>

namespace ptx = cuda::ptx;

enum {
    BLOCK = 512,       // threads of a block
    BLOCKS_PER_SM = 2, // so that one block works while the other waits
    WARPS = BLOCK / WARP_SIZE,
    LOADER = 1, // the warp that takes the tickets and starts the copies
    ROWS = 4,   // 16-byte vectors per thread and tile
    TILE = BLOCK * ROWS * 4,
    TILE_BYTES = TILE * sizeof(int),
    // A block has at most 4 tickets at a time. So when a total is published, its number is at most
    // 4 * gridDim.x below the newest ticket; at the last read of this total, 16 * gridDim.x.
    WORDS = 8192,
    MAX_GRID = WORDS / 16
};

const unsigned ALL_LANES = 0xffffffff; // the mask of a whole warp

// ---- The totals of the tiles -----------------------------------------------------------

// BEGIN TODO 12a (about 30 lines): how the blocks tell each other the totals of their tiles.
// First let it be right: a total and its state in one 64-bit word, as in part 8.
// END TODO 12a

// ---- The tiles -------------------------------------------------------------------------

// BEGIN TODO 12b (about 85 lines): how a tile gets into registers while the one before it is being
// written. First let it be right: each thread loads its own vectors.
// END TODO 12b

// ---- Inclusive scan --------------------------------------------------------------------

// BEGIN TODO 12c (about 95 lines): the kernel of the scan: running sums inside a warp, a block,
// and with the totals of the tiles before.
// END TODO 12c

// ---- Compaction ------------------------------------------------------------------------

// BEGIN TODO 12d (about 100 lines): the kernel of the compaction: a scan of counts, and the kept
// elements side by side in shared memory before they are written.
// END TODO 12d

// ---- Launches --------------------------------------------------------------------------

// Allows the kernel its shared memory; returns how many of its blocks fit on the GPU.
unsigned blocks_at_once(const void *kernel, size_t bytes)
{
    int device, sms, blocks;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device));
    CUDA_CHECK(
        cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes));
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, BLOCK, bytes));
    return sms * blocks < MAX_GRID ? sms * blocks : MAX_GRID;
}

// Launches a kernel whose blocks wait for each other: a cooperative launch makes sure that all
// blocks run.
template <typename... Args>
void launch_together(void (*kernel)(Args...), unsigned blocks, size_t bytes, Args... args)
{
    cudaLaunchConfig_t config = {};
    cudaLaunchAttribute together = {};
    together.id = cudaLaunchAttributeCooperative;
    together.val.cooperative = 1;
    config.gridDim = dim3(blocks);
    config.blockDim = dim3(BLOCK);
    config.dynamicSmemBytes = bytes;
    config.attrs = &together;
    config.numAttrs = 1;
    CUDA_CHECK(cudaLaunchKernelEx(&config, kernel, args...));
}

// out[i] = in[0] + ... + in[i], for n >= 0 elements. in and out do not overlap; both are
// aligned to 16 bytes, like all addresses from cudaMalloc.
extern "C" void scan_fastest(int *out, const int *in, size_t n)
{
    // BEGIN TODO 12e (about 8 lines): as many blocks as run at the same time, fewer if there are
    // fewer tiles.
    // END TODO 12e
}

// Copies the elements above `limit` to `out`, in their order, and their number to *kept_count.
extern "C" void compact_fastest(int *out, size_t *kept_count, const int *in, size_t n, int limit)
{
    // BEGIN TODO 12f (about 10 lines): the same; but the number has to be written for n = 0, too.
    // END TODO 12f
}
