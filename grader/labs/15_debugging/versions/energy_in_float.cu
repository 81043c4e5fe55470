// EXPECT debugging.energy.right: want
//
// A float is large enough, but not exact.
#define debug_energy sound_debug_energy
#include "../solutions/15_debugging/debugging.cu"
#undef debug_energy

__global__ void wrong(long long *out, const int *in, int rows, int cols)
{
    int r = blockIdx.x * BLOCK + threadIdx.x;
    if (r >= rows)
        return;
    float total = 0;
    for (int c = 0; c < cols; c++) {
        float sample = in[(long long)r * cols + c];
        total += sample * sample;
    }
    out[r] = (long long)total; // WRONG
}

extern "C" void debug_energy(long long *out, const int *in, int rows, int cols)
{
    if (rows > 0)
        wrong<<<ceil_div(rows, BLOCK), BLOCK>>>(out, in, rows, cols);
    CUDA_CHECK(cudaGetLastError());
}
