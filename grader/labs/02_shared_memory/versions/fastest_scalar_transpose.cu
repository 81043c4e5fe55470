// EXPECT shared_memory.fastest.memory: load requests to global memory: naive
//
// The padded tile of part 3: right, without conflicts, but 4 bytes per lane.
#define transpose_fastest sound_transpose_fastest
#include "../solutions/02_shared_memory/fastest.cu"
#undef transpose_fastest

__global__ void padded_tile(float *out, const float *in, size_t rows, size_t cols)
{
    __shared__ float tile[32][33];
    size_t x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int i = 0; i < 32; i += 8)
        if (x < cols && y + i < rows)
            tile[threadIdx.y + i][threadIdx.x] = in[(y + i) * cols + x]; // WRONG
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int i = 0; i < 32; i += 8)
        if (x < rows && y + i < cols)
            out[(y + i) * rows + x] = tile[threadIdx.x][threadIdx.y + i]; // WRONG
}

extern "C" void transpose_fastest(float *out, const float *in, size_t rows, size_t cols)
{
    dim3 grid((cols + 31) / 32, (rows + 31) / 32);
    if (rows > 0 && cols > 0)
        padded_tile<<<grid, dim3(32, 8)>>>(out, in, rows, cols);
    CUDA_CHECK(cudaGetLastError());
}
