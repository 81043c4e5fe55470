// Mistakes of host code: each must be reported with the line that has its name in brackets.
#include <cstdio>
#include <cstring>
__global__ void k(int *p) { p[threadIdx.x] = 1; }
static void allocate(int **p)
{
    cudaMalloc(p, 400); // [lost]
}
int main()
{
    int *d, *h, *e, *m;
    allocate(&d);
    cudaMallocHost(&h, 1 << 20);
    cudaMallocManaged(&m, 4096);
    cudaMalloc(&e, 1 << 20); // [lost too]
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaMemcpyAsync(h, e, 1 << 20, cudaMemcpyDeviceToHost, s); // [copy]
    printf("%d\n", h[5]); // [read]
    cudaMemcpy(d, (void *)12345, 4, cudaMemcpyDeviceToDevice); // [direction]
    k<<<1, 2000>>>(d); // [launch]
    cudaMemsetAsync(d, 0, 400, s);
    k<<<1, 32>>>(m);
    memset(m, 0, 4096); // [write]
    cudaDeviceSynchronize();
    cudaFree(h); // [free]
    return 0;
}
