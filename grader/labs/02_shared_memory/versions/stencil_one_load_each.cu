// EXPECT shared_memory.stencil.safe: ninitialized
//
// Each thread loads one element: the last rows and columns of the tile stay empty.
#define tile_stencil sound_stencil
#include "../solutions/02_shared_memory/shared_memory.cu"
#undef tile_stencil

__global__ void wrong(float *out, const float *in, int rows, int cols)
{
    __shared__ float s[HALO_Y + 2 * RADIUS][HALO_X + 2 * RADIUS];
    int left = blockIdx.x * HALO_X - RADIUS, top = blockIdx.y * HALO_Y - RADIUS;
    for (int j = threadIdx.y; j < HALO_Y; j += HALO_Y)
        for (int i = threadIdx.x; i < HALO_X; i += HALO_X) {
            int row = top + j, col = left + i;
            bool inside = row >= 0 && row < rows && col >= 0 && col < cols;
            s[j][i] = inside ? in[(size_t)row * cols + col] : 0.0f;
        }
    __syncthreads();
    int x = threadIdx.x + RADIUS, y = threadIdx.y + RADIUS;
    if (top + y < rows && left + x < cols) {
        float near = s[y - 1][x] + s[y + 1][x] + s[y][x - 1] + s[y][x + 1]; // WRONG
        float far = s[y - 2][x] + s[y + 2][x] + s[y][x - 2] + s[y][x + 2]; // WRONG
        out[(size_t)(top + y) * cols + left + x] = 16.0f * near - far - 60.0f * s[y][x];
    }
}

extern "C" void tile_stencil(float *out, const float *in, int rows, int cols)
{
    dim3 grid(ceil_div(cols, HALO_X), ceil_div(rows, HALO_Y)), block(HALO_X, HALO_Y);
    if (rows > 0 && cols > 0)
        wrong<<<grid, block>>>(out, in, rows, cols);
    CUDA_CHECK(cudaGetLastError());
}
