// grids.cu - grids that a kernel launches, for tests/test_look.c.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void leaf(int *out, int i) { out[i * 32 + threadIdx.x] = i; }

__global__ void root(int *out, int n)
{
    for (int i = 0; i < n; i++)
        leaf<<<1, 32>>>(out, i);
}

__global__ void last(int *out) { out[threadIdx.x] += 1000; }

__global__ void root_with_tail(int *out)
{
    leaf<<<1, 32>>>(out, 0);
    last<<<1, 32, 0, cudaStreamTailLaunch>>>(out);
}

int main()
{
    int *out;
    cudaMalloc(&out, 200 * 32 * sizeof *out);
    root<<<1, 1>>>(out, 3);
    root<<<1, 1>>>(out, 150);
    root_with_tail<<<1, 1>>>(out);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    cudaFree(out);
}
