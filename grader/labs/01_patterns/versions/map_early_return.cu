// EXPECT full marks
//
// Threads without an element return; a stream of the function's own, which it waits for and destroys.
#define map_each sound_map
#include "../solutions/01_patterns/patterns.cu"
#undef map_each

__global__ void early(int *out, const int *in, int n, int a, int b)
{
    unsigned i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= (unsigned)n)
        return;
    out[i] = a * __ldg(&in[i]) + b;
}

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    cudaStream_t stream;
    CUDA_CHECK(cudaStreamCreate(&stream));
    if (n > 0)
        early<<<1 + (n - 1) / 128, 128, 0, stream>>>(out, in, n, a, b);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaStreamSynchronize(stream));
    CUDA_CHECK(cudaStreamDestroy(stream));
}
