// EXPECT full marks
//
// A template, a grid-stride loop with unsigned 64-bit indices, and blocks of 512 threads.
#define map_each sound_map
#include "../solutions/01_patterns/patterns.cu"
#undef map_each

template <typename T, typename F> __global__ void transform(T *out, const T *in, size_t n, F f)
{
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x)
        out[i] = f(in[i]);
}

struct Affine {
    int a, b;
    __device__ int operator()(int x) const { return a * x + b; }
};

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    if (n == 0)
        return;
    transform<<<(n + 511) / 512, 512>>>(out, in, (size_t)n, Affine{a, b});
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}
