// EXPECT debugging.energy.right: want
//
// The last sample is left out.
#define debug_energy sound_debug_energy
#include "../solutions/15_debugging/debugging.cu"
#undef debug_energy

__global__ void other_energy(long long *out, const int *in, int rows, int cols)
{
    int r = blockIdx.x * BLOCK + threadIdx.x;
    if (r >= rows)
        return;
    long long total = 0;
    for (int c = 0; c + 1 < cols; c++) {
        long long sample = in[(long long)r * cols + c];
        total += sample * sample;
    }
    out[r] = total; // WRONG
}

extern "C" void debug_energy(long long *out, const int *in, int rows, int cols)
{
    if (rows > 0)
        other_energy<<<ceil_div(rows, BLOCK), BLOCK>>>(out, in, rows, cols);
    CUDA_CHECK(cudaGetLastError());
}
