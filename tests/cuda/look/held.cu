// held.cu - a lock that block 1 keeps, and a race between two streams.
#include <cstdio>

__device__ int lock, sum;

__global__ void add(int n)
{
    if (threadIdx.x == 0) {
        while (atomicCAS(&lock, 0, 1) != 0)
            ;
        sum += n;
        __threadfence();
        if (blockIdx.x != 1)
            atomicExch(&lock, 0);
    }
}

__global__ void twice(int *x) { x[threadIdx.x] *= 2; }

int main(int argc, char **argv)
{
    int host[32] = {0}, *x;
    cudaStream_t stream[2];
    for (int i = 0; i < 2; i++)
        cudaStreamCreate(&stream[i]);
    cudaMalloc(&x, sizeof host);
    cudaMemcpyAsync(x, host, sizeof host, cudaMemcpyHostToDevice, stream[0]);
    twice<<<1, 32, 0, stream[1]>>>(x);
    cudaDeviceSynchronize();
    cudaFree(x);
    add<<<3, 64>>>(1);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return argc && argv ? 0 : 1;
}
