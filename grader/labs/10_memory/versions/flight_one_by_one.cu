// EXPECT memory.flight.flight: microseconds
//
// Each word is stored before the next one is loaded.
#define copy_in_flight sound_copy_in_flight
#include "../solutions/10_memory/memory.cu"
#undef copy_in_flight

template <int EACH> __global__ void wrong_batches(int *out, const int *in, int n)
{
    int threads = gridDim.x * blockDim.x;
    int me = blockIdx.x * blockDim.x + threadIdx.x;
    int first = 0;
    for (; first <= n - EACH * threads; first += EACH * threads)
        for (int k = 0; k < EACH; k++)
            out[first + k * threads + me] = in[first + k * threads + me];
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
