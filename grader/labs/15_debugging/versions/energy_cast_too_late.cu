// EXPECT debugging.energy.right: want
//
// The product is one of ints, and is widened afterwards.
#define energy sound_energy
#define debug_energy sound_debug_energy
#include "../solutions/15_debugging/debugging.cu"
#undef energy
#undef debug_energy

__global__ void energy(long long *__restrict__ out, const int *__restrict__ in, int rows, int cols)
{
    int r = blockIdx.x * BLOCK + threadIdx.x;
    if (r >= rows)
        return;
    long long total = 0;
    for (int c = 0; c < cols; c++) {
        int sample = in[(long long)r * cols + c];
        total += (long long)(sample * sample);
    }
    out[r] = total;
}

extern "C" void debug_energy(long long *out, const int *in, int rows, int cols)
{
    if (rows > 0)
        energy<<<ceil_div(rows, BLOCK), BLOCK>>>(out, in, rows, cols);
    CUDA_CHECK(cudaGetLastError());
}
