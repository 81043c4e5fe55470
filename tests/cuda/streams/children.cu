// Kernels that launch kernels in one stream, and a kernel in another stream at the same
// time: for their timeline.
#include <cstdio>

__global__ void leaf(int *p) { atomicAdd(p, 1); }

__global__ void branch(int *p, int depth)
{
    if (depth)
        branch<<<1, 1>>>(p, depth - 1);
    leaf<<<4, 64>>>(p);
}

__global__ void last(int *p) { p[1] = p[0]; }

__global__ void root(int *p)
{
    branch<<<1, 1>>>(p, 2);
    last<<<1, 1, 0, cudaStreamTailLaunch>>>(p);
}

__global__ void beside(float *x)
{
    for (int i = 0; i < 2000; i++)
        x[threadIdx.x] += 1;
}

int main()
{
    int *p, h[2];
    float *x;
    cudaStream_t a, b;
    cudaMalloc(&p, 8);
    cudaMalloc(&x, 512);
    cudaMemset(p, 0, 8);
    cudaMemset(x, 0, 512);
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    root<<<1, 1, 0, a>>>(p);
    beside<<<1, 128, 0, b>>>(x);
    leaf<<<1, 1, 0, a>>>(p); // after all these grids
    cudaDeviceSynchronize();
    cudaMemcpy(h, p, 8, cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[0], h[1]);
    return 0;
}
