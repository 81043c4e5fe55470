// A grid that waits for the host is put aside, and goes on later. What is known of its accesses
// stays: races between the part before and the part after are found, and order that was made
// before counts after.
// expect: racecheck error (race_write) a b
// expect: racecheck error (race_shared) w r
// expect: streamcheck error (stream_race) s o
#include <cstdlib>

__device__ void wait_for(volatile int *flag)
{
    while (!*flag) {
    }
}

__global__ void blocks(int *x, volatile int *flag)
{
    if (blockIdx.x == 0)
        *x = 1; // [a]
    wait_for(flag);
    if (blockIdx.x == 1)
        *x = 2; // [b]
}

__global__ void warps(int *out, volatile int *flag)
{
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x; // [w]
    wait_for(flag);
    out[threadIdx.x] = s[threadIdx.x ^ 32]; // [r]
}

__global__ void ordered(int *out, volatile int *flag)
{
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    wait_for(flag);
    out[threadIdx.x] = s[threadIdx.x ^ 32];
    __syncthreads();
    s[threadIdx.x] = out[threadIdx.x ^ 32];
}

__global__ void released(int *x, volatile int *ready, volatile int *flag)
{
    if (blockIdx.x == 0) {
        *x = 1;
        __threadfence();
        *ready = 1;
    }
    wait_for(flag);
    if (blockIdx.x == 1 && *ready) {
        __threadfence();
        *x = 2;
    }
}

// Another launch has written while this one stood still: that is streamcheck's to judge.
__global__ void beside(int *p, volatile int *flag)
{
    wait_for(flag);
    p[1 + threadIdx.x] = p[0]; // [s]
}

__global__ void between(int *p) { ++*p; } // [o]

int main()
{
    cudaStream_t a, b;
    int *flag, *d;
    if (cudaMallocHost(&flag, 5 * sizeof *flag))
        exit(2);
    cudaMalloc(&d, 256 * sizeof *d);
    cudaMemset(d, 0, 256 * sizeof *d);
    cudaDeviceSynchronize();
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    for (int i = 0; i < 5; i++)
        flag[i] = 0;
    for (int i = 0; i < 5; i++) {
        if (i == 0)
            blocks<<<2, 1, 0, a>>>(d, flag);
        else if (i == 1)
            warps<<<1, 64, 0, a>>>(d + 64, flag + 1);
        else if (i == 2)
            ordered<<<1, 64, 0, a>>>(d + 128, flag + 2);
        else if (i == 3)
            released<<<2, 1, 0, a>>>(d + 2, d + 3, flag + 3);
        else
            beside<<<1, 64, 0, a>>>(d + 1, flag + 4);
        between<<<1, 1, 0, b>>>(d + 1); // another launch, while the first one stands still
        *(volatile int *)(flag + i) = 1;
        cudaDeviceSynchronize();
    }
    cudaFree(d);
    cudaFreeHost(flag);
}
