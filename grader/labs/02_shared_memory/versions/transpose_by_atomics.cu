// EXPECT shared_memory.transpose.coalesced: 32-byte sectors loaded from global memory: naive
//
// No tile: an atomic that changes nothing loads down a column.
#define tile_transpose sound_tile_transpose
#include "../solutions/02_shared_memory/shared_memory.cu"
#undef tile_transpose

__global__ void turn_by_atomics(int *out, const int *in, int rows, int cols)
{
    int r = blockIdx.x * 32 + threadIdx.x;
    for (int k = threadIdx.y; k < 32; k += blockDim.y) {
        int c = blockIdx.y * 32 + k;
        if (r < rows && c < cols)
            out[(size_t)c * rows + r] = atomicOr((int *)&in[(size_t)r * cols + c], 0); // WRONG
    }
}

extern "C" void tile_transpose(int *out, const int *in, int rows, int cols)
{
    if (rows > 0 && cols > 0)
        turn_by_atomics<<<dim3(ceil_div(rows, 32), ceil_div(cols, 32)), dim3(32, 8)>>>(out, in, rows,
                                                                                       cols);
    CUDA_CHECK(cudaGetLastError());
}
