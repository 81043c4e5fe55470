// linked.cu - nvcc -rdc=true links code of its own into a program, for tests/test_static.c.
#include <cstdio>

__device__ int start = 2;

__global__ void add(int *p) { *p += start; }

int main()
{
    int *p, v = 3;
    cudaMalloc(&p, sizeof v);
    cudaMemcpy(p, &v, sizeof v, cudaMemcpyHostToDevice);
    add<<<1, 1>>>(p);
    cudaMemcpy(&v, p, sizeof v, cudaMemcpyDeviceToHost);
    printf("%d\n", v);
    cudaFree(p);
}
