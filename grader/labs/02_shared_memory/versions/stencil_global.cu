// EXPECT shared_memory.stencil.fetched: sectors loaded from global memory
//
// Every element is loaded for each of the nine results that it is part of.
#define tile_stencil sound_stencil
#include "../solutions/02_shared_memory/shared_memory.cu"
#undef tile_stencil

__device__ float at(const float *in, int rows, int cols, int r, int c)
{
    return r >= 0 && r < rows && c >= 0 && c < cols ? in[(size_t)r * cols + c] : 0.0f;
}

__global__ void wrong(float *out, const float *in, int rows, int cols)
{
    int x = blockIdx.x * HALO_X + threadIdx.x, y = blockIdx.y * HALO_Y + threadIdx.y;
    if (x >= cols || y >= rows)
        return;
    float near = at(in, rows, cols, y - 1, x) + at(in, rows, cols, y + 1, x) +
                 at(in, rows, cols, y, x - 1) + at(in, rows, cols, y, x + 1);
    float far = at(in, rows, cols, y - 2, x) + at(in, rows, cols, y + 2, x) +
                at(in, rows, cols, y, x - 2) + at(in, rows, cols, y, x + 2);
    out[(size_t)y * cols + x] = 16.0f * near - far - 60.0f * at(in, rows, cols, y, x);
}

extern "C" void tile_stencil(float *out, const float *in, int rows, int cols)
{
    dim3 grid(ceil_div(cols, HALO_X), ceil_div(rows, HALO_Y)), block(HALO_X, HALO_Y);
    if (rows > 0 && cols > 0)
        wrong<<<grid, block>>>(out, in, rows, cols);
    CUDA_CHECK(cudaGetLastError());
}
