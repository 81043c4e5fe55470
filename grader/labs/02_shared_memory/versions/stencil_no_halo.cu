// EXPECT shared_memory.stencil.right: the halo counts as 0
//
// The block loads its own elements only; the halo stays 0.
#define tile_stencil sound_stencil
#include "../solutions/02_shared_memory/shared_memory.cu"
#undef tile_stencil

__global__ void wrong(float *out, const float *in, int rows, int cols)
{
    constexpr int WIDE = HALO_X + 2 * RADIUS, HIGH = HALO_Y + 2 * RADIUS;
    constexpr int THREADS = HALO_X * HALO_Y, LOADS = (WIDE * HIGH + THREADS - 1) / THREADS;
    __shared__ float s[HIGH][WIDE];
    int left = blockIdx.x * HALO_X - RADIUS; // the matrix's element in s[0][0]
    int top = blockIdx.y * HALO_Y - RADIUS;
    int t = threadIdx.y * HALO_X + threadIdx.x;
    float value[LOADS];
    for (int i = 0; i < LOADS; i++) { // all loads are issued before a thread waits for one
        int e = t + i * THREADS, row = top + e / WIDE, col = left + e % WIDE;
        int x = e % WIDE, y = e / WIDE;
        bool inside = row < rows && col < cols && x >= RADIUS && x < WIDE - RADIUS &&
                      y >= RADIUS && y < HIGH - RADIUS;
        value[i] = e < WIDE * HIGH && inside ? in[(size_t)row * cols + col] : 0.0f;
    }
    for (int i = 0; i < LOADS; i++) {
        int e = t + i * THREADS;
        if (e < WIDE * HIGH)
            s[e / WIDE][e % WIDE] = value[i];
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
