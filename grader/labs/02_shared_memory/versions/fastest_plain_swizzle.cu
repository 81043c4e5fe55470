// EXPECT shared_memory.fastest.banks: bank conflicts: naive
//
// The vectors of a column of the tile are in the same banks: no swizzle.
#define transpose_fastest sound_transpose_fastest
#include "../solutions/02_shared_memory/fastest.cu"
#undef transpose_fastest

__global__ void plain_places(float *__restrict__ out, const float *__restrict__ in, size_t rows,
                             size_t cols)
{
    __shared__ float4 tile[64 * 16];
    int x = threadIdx.x % 16, y = threadIdx.x / 16;
    size_t top = (size_t)blockIdx.x * 64, left = (size_t)blockIdx.y * 64;
    float4 a[4] = {};
    for (int k = 0; k < 4; k++)
        if (top + 4 * y + k < rows && left + 4 * x < cols)
            a[k] = *(const float4 *)&in[(top + 4 * y + k) * cols + left + 4 * x];
    tile[(4 * x) * 16 + y] = {a[0].x, a[1].x, a[2].x, a[3].x}; // WRONG
    tile[(4 * x + 1) * 16 + y] = {a[0].y, a[1].y, a[2].y, a[3].y}; // WRONG
    tile[(4 * x + 2) * 16 + y] = {a[0].z, a[1].z, a[2].z, a[3].z}; // WRONG
    tile[(4 * x + 3) * 16 + y] = {a[0].w, a[1].w, a[2].w, a[3].w}; // WRONG
    __syncthreads();
    for (int k = 0; k < 4; k++)
        if (left + y + 16 * k < cols && top + 4 * x < rows)
            __stwt((float4 *)&out[(left + y + 16 * k) * rows + top + 4 * x], tile[(y + 16 * k) * 16 + x]);
}

extern "C" void transpose_fastest(float *out, const float *in, size_t rows, size_t cols)
{
    if (rows == 0 || cols == 0 || rows % 4 || cols % 4)
        return sound_transpose_fastest(out, in, rows, cols);
    plain_places<<<dim3((rows + 63) / 64, (cols + 63) / 64), 256>>>(out, in, rows, cols);
    CUDA_CHECK(cudaGetLastError());
}
