// EXPECT patterns.map.threads: load requests
//
// A C program on a GPU: one thread does all the work.
#define map_each sound_map
#include "../solutions/01_patterns/patterns.cu"
#undef map_each

__global__ void wrong(int *out, const int *in, int n, int a, int b)
{
    for (int i = 0; i < n; i++)
        out[i] = a * in[i] + b;
}

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    wrong<<<1, 1>>>(out, in, n, a, b);
    CUDA_CHECK(cudaGetLastError());
}
