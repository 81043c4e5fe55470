// EXPECT memory.flight.flight: microseconds
//
// Half of the loads, then their stores, then the other half: never more than half are in flight.
#define copy_in_flight sound_copy_in_flight
#include "../solutions/10_memory/memory.cu"
#undef copy_in_flight

template <int EACH> __global__ void half_batches(int *out, const int *in, int n)
{
    enum { HALF = EACH > 1 ? EACH / 2 : 1 };
    int threads = gridDim.x * blockDim.x;
    int me = blockIdx.x * blockDim.x + threadIdx.x;
    int first = 0;
    for (; first <= n - HALF * threads; first += HALF * threads) {
        int word[HALF];
#pragma unroll
        for (int k = 0; k < HALF; k++)
            word[k] = in[first + k * threads + me];
#pragma unroll
        for (int k = 0; k < HALF; k++)
            out[first + k * threads + me] = word[k];
    }
    for (int i = first + me; i < n; i += threads)
        out[i] = in[i];
}

extern "C" void copy_in_flight(int *out, const int *in, int n, int blocks, int each)
{
    if (each == 1)
        half_batches<1><<<blocks, MEMORY_BLOCK>>>(out, in, n);
    else if (each == 2)
        half_batches<2><<<blocks, MEMORY_BLOCK>>>(out, in, n);
    else if (each == 4)
        half_batches<4><<<blocks, MEMORY_BLOCK>>>(out, in, n);
    else
        half_batches<8><<<blocks, MEMORY_BLOCK>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
}
