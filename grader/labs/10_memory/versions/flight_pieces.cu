// EXPECT memory.flight.flight: sectors loaded
//
// A thread takes EACH neighbouring words, so the lanes of a warp do not.
#define copy_in_flight sound_copy_in_flight
#include "../solutions/10_memory/memory.cu"
#undef copy_in_flight

template <int EACH> __global__ void wrong_batches(int *out, const int *in, int n)
{
    int threads = gridDim.x * blockDim.x;
    int me = blockIdx.x * blockDim.x + threadIdx.x;
    int first = 0;
    for (; first <= n - EACH * threads; first += EACH * threads) {
        int word[EACH];
#pragma unroll
        for (int k = 0; k < EACH; k++)
            word[k] = in[first + me * EACH + k]; // WRONG
#pragma unroll
        for (int k = 0; k < EACH; k++)
            out[first + me * EACH + k] = word[k];
    }
    for (int i = first + me; i < n; i += threads)
        out[i] = in[i];
}

extern "C" void copy_in_flight(int *out, const int *in, int n, int blocks, int each)
{
    if (each == 1)
        wrong_batches<1><<<blocks, MEMORY_BLOCK>>>(out, in, n);
    else if (each == 2)
        wrong_batches<2><<<blocks, MEMORY_BLOCK>>>(out, in, n);
    else if (each == 4)
        wrong_batches<4><<<blocks, MEMORY_BLOCK>>>(out, in, n);
    else
        wrong_batches<8><<<blocks, MEMORY_BLOCK>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
}
