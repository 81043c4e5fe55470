// A kernel that accesses another device's memory needs peer access; memory of a pool needs the
// pool's. Each loses the device, so each run has one.
// CUDASIM: --devices 2
// args: memory
// args: pool
// expect: memcheck error r "memory of device 1, and the kernel runs on device 0"
#include <cstring>

__global__ void read(int *to, const int *p)
{
    to[threadIdx.x] = p[threadIdx.x]; // [r]
}

int main(int argc, char **argv)
{
    int *own, *other;
    cudaMalloc(&own, 128);
    cudaDeviceEnablePeerAccess(1, 0);
    bool pool = argc > 1 && !strcmp(argv[1], "pool");
    cudaSetDevice(1);
    if (pool)
        cudaMallocAsync(&other, 128, 0);
    else
        cudaMalloc(&other, 128);
    cudaMemset(other, 0, 128);
    cudaDeviceSynchronize();
    cudaSetDevice(0);
    if (!pool)
        cudaDeviceDisablePeerAccess(1);
    read<<<1, 32>>>(own, other);
    cudaDeviceSynchronize();
}
