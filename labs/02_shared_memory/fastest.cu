// Lab 02, part 8, the race: a transpose at the speed of a copy, and a product of floats that keeps
// the arithmetic units busy
//
// Goal    Both as fast as NVIDIA's library cuBLAS, or faster.
// Write   TODO 8a to 8d: your own kernels and their launches.
// Try     make race LAB=shared_memory     on a GPU: your functions beside cuBLAS
// Grade   make grade LAB=shared_memory PART=8
// Pass    right for all shapes, and no races
//         transpose: each sector once, 8 bytes per lane or more, few bank conflicts
//         product: a quarter of a wavefront per multiplication, big tiles, few barriers
// Stuck?  make hint LAB=shared_memory PART=8
//
// The file is open: the grader calls the two functions that are declared extern "C". You may write
// anything else in front of them. The numbered ideas are one way that works; README.md shows what
// each of them gains.

#include "lab.h"
#include <cooperative_groups.h>
#include <cuda_pipeline.h>

// ---- Transpose --------------------------------------------------------------------------
//
//   1. A block transposes a tile of 64 x 64: its rows are 256 bytes, in the input and in the
//      output, so that each memory access is to a long piece.
//   2. A thread loads 4 x 4 elements as four vectors, transposes them in its registers, and stores
//      four vectors: a quarter of the instructions.
//   3. Vectors are swizzled within the rows of the tile (an XOR): no two lanes of a
//      quarter-warp use the same banks, and no padding is needed.
//   4. Neighbouring blocks take tiles of the same columns of the input: so they write neighbouring
//      pieces of the same rows of the output. Writes that are far apart cost more than reads.
//   5. A multiprocessor has room for five blocks, and so a thread for 48 registers: with 32, the
//      four vectors and their addresses do not fit. Four loads in flight per thread are enough.
//   6. Sides that are not multiples of 4 have another kernel. Its loads are of single elements:
//   rows
//      that do not begin at a multiple of 16 bytes cost them little. Stores to such rows cost more,
//      because two blocks share a line of 128 bytes. So the piece that a block stores in a row of
//      the output begins at a line, up to 31 elements before the tile: all stores but those at
//      the row's ends are of vectors.

// BEGIN TODO 8a (about 90 lines): the kernels. Begin with a tile of 64 x 64 that is right for all
// shapes; then add the vectors, for sides that are multiples of 4.
// END TODO 8a

// `in` has rows x cols elements; out, cols x rows, is its transpose. Both are aligned to 16 bytes.
extern "C" void transpose_fastest(float *out, const float *in, size_t rows, size_t cols)
{
    // BEGIN TODO 8b (about 10 lines): one launch, no launch for an empty matrix. x is the only
    // direction of a grid that can have more than 65535 blocks.
    // END TODO 8b
    CUDA_CHECK(cudaGetLastError());
}

// ---- Product of floats --------------------------------------------------------------------
//
//   1. A thread has up to 16 x 8 elements of the product in registers: 24 values read from shared
//      memory give 128 multiplications and additions.
//   2. A block has a tile, and goes along k in steps. With the largest tiles, one block of 256
//      threads fills a multiprocessor: each thread uses 255 registers.
//   3. Asynchronous copies load the tiles of the next steps into shared memory while the current
//      tile is multiplied: three or four stages, and one barrier per step.
//   4. The factors of the next k are loaded into registers while those of the current k are used.
//   5. The copies transpose the tile of A, four bytes at a time: then a thread reads its rows of A
//      as vectors, too. The rows in shared memory are 4 floats longer, and eight lanes copy
//      neighbouring k of a row: no bank conflicts.
//   6. The lanes of a warp are 4 x 8 threads. Lanes T and T ^ 1 read the same vectors of B, lanes T
//      and T ^ 2 the same vectors of A: then the hardware reads for 16 lanes at a time, not for 8.
//   7. The last tiles of rows and columns begin earlier, so that they end at the edge: nobody has
//   to
//      look whether an element is inside. They store only what no other tile has.
//   8. Few tiles leave multiprocessors without work, and so does the last part of many tiles.
//   There,
//      several blocks share a tile: each has a part of the k. They are a cluster, which adds up
//      their sums in shared memory; or a second kernel adds them up.
//   9. Rows of B that are not whole vectors need four times as many copies. If enough tiles use
//      them, all of B is copied once to rows that are.
//
// The way is chosen by the shape: the function estimates the time of each size of tiles, each
// number of blocks per tile, with clusters and without, with a copy of B and without, and takes the
// shortest. Small tiles win where there are few elements, or short k; large tiles win where there
// are many.

// BEGIN TODO 8c (about 350 lines; a good first version has 60): the kernel. Part 7 with 8 x 8 sums
// per thread and vectors comes first, then two or more stages, then clusters.
// END TODO 8c

// c = a b: a has m x k elements, b k x n, c m x n. All are aligned to 16 bytes.
extern "C" void product_fastest(float *c, const float *a, const float *b, int m, int k, int n)
{
    // BEGIN TODO 8d (about 22 lines): the launches, none if c is empty. If k is 0, c is 0.
    // END TODO 8d
    CUDA_CHECK(cudaGetLastError());
}
