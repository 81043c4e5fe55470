// EXPECT shared_memory.stencil.right: the halo counts as 0
//
// The block loads its own elements only; the halo stays 0.
#define tile_stencil sound_stencil
#include "../solutions/02_shared_memory/shared_memory.cu"
#undef tile_stencil

__global__ void wrong(float *out, const float *in, int rows, int cols)
{
    constexpr int WIDE = HALO_X + 2 * RADIUS, HIGH = HALO_Y + 2 * RADIUS;
    __shared__ float s[HIGH][WIDE];
    int left = blockIdx.x * HALO_X - RADIUS; // the matrix's element in s[0][0]
    int top = blockIdx.y * HALO_Y - RADIUS;
    for (int y = threadIdx.y; y < HIGH; y += HALO_Y)
        for (int x = threadIdx.x; x < WIDE; x += HALO_X) {
            int row = top + y, col = left + x;
            bool inside = row < rows && col < cols && x >= RADIUS && x < WIDE - RADIUS &&
                          y >= RADIUS && y < HIGH - RADIUS;
            s[y][x] = inside ? in[(size_t)row * cols + col] : 0.0f;
        }
    __syncthreads();
    int x = threadIdx.x + RADIUS, y = threadIdx.y + RADIUS;
    if (top + y < rows && left + x < cols) {
        float near = s[y - 1][x] + s[y + 1][x] + s[y][x - 1] + s[y][x + 1];
        float far = s[y - 2][x] + s[y + 2][x] + s[y][x - 2] + s[y][x + 2];
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
