// EXPECT shared_memory.shift.safe: Invalid __shared__
//
// The launch asks for one byte per element of the tile.
#define tile_shift sound_shift
#include "../solutions/02_shared_memory/shared_memory.cu"
#undef tile_shift

extern "C" void tile_shift(int *out, const int *in, int n, int rounds, int block)
{
    int blocks = ceil_div(n, block);
    if (blocks > 0)
        shift<<<blocks, block, block>>>(out, in, n, rounds);
    CUDA_CHECK(cudaGetLastError());
}
