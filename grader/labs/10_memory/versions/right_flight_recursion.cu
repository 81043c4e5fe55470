// EXPECT full marks
//
// Batches by a template that loads, recurses and stores; the bound is computed in 64 bits.
#define copy_in_flight sound_copy_in_flight
#include "../solutions/10_memory/memory.cu"
#undef copy_in_flight

template <int LEFT> __device__ __forceinline__ void batch(int *out, const int *in, int threads)
{
    int word = *in;
    if constexpr (LEFT > 1)
        batch<LEFT - 1>(out + threads, in + threads, threads);
    *out = word;
}

template <int EACH> __global__ void recursive(int *out, const int *in, int n)
{
    int threads = gridDim.x * blockDim.x, me = blockIdx.x * blockDim.x + threadIdx.x;
    long long first = 0;
    for (; first + (long long)EACH * threads <= n; first += (long long)EACH * threads)
        batch<EACH>(out + first + me, in + first + me, threads);
    for (long long i = first + me; i < n; i += threads)
        out[i] = in[i];
}

extern "C" void copy_in_flight(int *out, const int *in, int n, int blocks, int each)
{
    auto kernel = each == 1 ? recursive<1> : each == 2 ? recursive<2> : each == 4 ? recursive<4> : recursive<8>;
    kernel<<<blocks, MEMORY_BLOCK>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
}
