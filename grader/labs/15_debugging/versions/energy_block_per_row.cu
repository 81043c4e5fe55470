// EXPECT full marks
//
// A block for each recording: its threads take the samples in turn.
#define debug_energy sound_debug_energy
#include "../solutions/15_debugging/debugging.cu"
#undef debug_energy

__global__ void row_by_block(long long *out, const int *in, int rows, int cols)
{
    __shared__ unsigned long long sum;
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    unsigned long long own = 0;
    for (int c = threadIdx.x; c < cols; c += BLOCK) {
        long long sample = in[(long long)blockIdx.x * cols + c];
        own += sample * sample;
    }
    atomicAdd(&sum, own);
    __syncthreads();
    if (threadIdx.x == 0)
        out[blockIdx.x] = (long long)sum;
}

extern "C" void debug_energy(long long *out, const int *in, int rows, int cols)
{
    if (rows > 0)
        row_by_block<<<rows, BLOCK>>>(out, in, rows, cols);
    CUDA_CHECK(cudaGetLastError());
}
