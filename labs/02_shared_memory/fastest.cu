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
//   1. A thread has 16 x 8 elements of the product in registers: 24 values read from shared
//      memory give 128 multiplications and additions.
//   2. A block of 256 threads has 128 x 256 elements, and goes along k in steps of 32. One block
//      fills a multiprocessor: each thread uses 255 registers.
//   3. Asynchronous copies load the tiles of the next steps into shared memory while the current
//      tile is multiplied: four stages, and one barrier per step.
//   4. The factors of the next k are loaded into registers while those of the current k are used.
//   5. The copies transpose the tile of A, four bytes at a time: then a thread reads its rows of A
//      as vectors, too. The rows in shared memory are 4 floats longer, so that neither the copies
//      nor the vectors have avoidable bank conflicts.
//   6. The 32 lanes of a warp are 4 x 8 threads: the vectors that they read at the same time are in
//      64 and in 128 contiguous bytes, so no two lanes need different words of one bank.
//   7. Few tiles leave multiprocessors without work, and so does the last part of many tiles.
//   There,
//      several blocks share a tile: each has a part of the k. A second kernel adds up their sums.
//   8. Smaller tiles need more loads, but fewer of the elements are behind the edges. The function
//      estimates the time of each size of tiles and each number of blocks per tile, and takes the
//      shortest.

// BEGIN TODO 8c (about 265 lines; a good first version has 60): the kernel. Part 7 with 8 x 8 sums
// per thread and vectors comes first, then two or more stages, then clusters.
// END TODO 8c

// c = a b: a has m x k elements, b k x n, c m x n. All are aligned to 16 bytes.
extern "C" void product_fastest(float *c, const float *a, const float *b, int m, int k, int n)
{
    // BEGIN TODO 8d (about 12 lines): the launches, none if c is empty. If k is 0, c is 0.
    // END TODO 8d
    CUDA_CHECK(cudaGetLastError());
}
