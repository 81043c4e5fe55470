// work.cu - a library with a kernel, for tests/test_static.c.
#include <cstdio>

__global__ void fill(int *p) { p[threadIdx.x] = threadIdx.x; }

extern "C" int work(int i)
{
    int *p, v = 0;
    cudaMalloc(&p, 32 * sizeof *p);
    fill<<<1, 32>>>(p);
    cudaMemcpy(&v, p + i, sizeof v, cudaMemcpyDeviceToHost);
    cudaFree(p);
    printf("%d\n", v);
    return v != i;
}
