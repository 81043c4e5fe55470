// EXPECT full marks
//
// The threads at the edges of the block load the halo, after the tile was filled with zeros.
#define tile_stencil sound_stencil
#include "../solutions/02_shared_memory/shared_memory.cu"
#undef tile_stencil

__device__ float at(const float *in, int row, int col, int rows, int cols)
{
    return row >= 0 && row < rows && col >= 0 && col < cols ? in[(size_t)row * cols + col] : 0.0f;
}

__global__ void edges(float *out, const float *in, int rows, int cols)
{
    __shared__ float s[HALO_Y + 2 * RADIUS][HALO_X + 2 * RADIUS];
    int tx = threadIdx.x, ty = threadIdx.y, x = tx + RADIUS, y = ty + RADIUS;
    int col = blockIdx.x * HALO_X + tx, row = blockIdx.y * HALO_Y + ty;
    s[y][x] = 0;
    s[y][x] = at(in, row, col, rows, cols);
    if (tx < RADIUS) {
        s[y][tx] = at(in, row, col - RADIUS, rows, cols);
        s[y][x + HALO_X] = at(in, row, col + HALO_X, rows, cols);
    }
    if (ty < RADIUS) {
        s[ty][x] = at(in, row - RADIUS, col, rows, cols);
        s[y + HALO_Y][x] = at(in, row + HALO_Y, col, rows, cols);
    }
    __syncthreads();
    if (row >= rows || col >= cols)
        return;
    float sum = -60.0f * s[y][x];
    for (int d = 1; d <= 2; d++)
        sum += (d == 1 ? 16.0f : -1.0f) * (s[y - d][x] + s[y + d][x] + s[y][x - d] + s[y][x + d]);
    out[(size_t)row * cols + col] = sum;
}

extern "C" void tile_stencil(float *out, const float *in, int rows, int cols)
{
    dim3 grid(ceil_div(cols, HALO_X), ceil_div(rows, HALO_Y)), block(HALO_X, HALO_Y);
    if (rows > 0 && cols > 0)
        edges<<<grid, block>>>(out, in, rows, cols);
    CUDA_CHECK(cudaGetLastError());
}
