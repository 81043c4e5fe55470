// Functions of the toolkit's headers may throw away what they read. But what they read and use, or
// change, or give to the caller, must have been written.
// expect: initcheck error (uninitialised_shared) counted "__shared__"
// expect: initcheck error (uninitialised_shared) smaller "the value is used at"
// NVCC: -O2 -lineinfo --expt-relaxed-constexpr
#include <algorithm>

__global__ void count(int *out)
{
    __shared__ int bins[32];
    atomicAdd(&bins[threadIdx.x], 1); // [counted]
    out[threadIdx.x] = bins[threadIdx.x];
}

__global__ void smaller(int *out)
{
    __shared__ int s[32];
    if (threadIdx.x < 31)
        s[threadIdx.x] = out[threadIdx.x];
    __syncwarp();
    out[threadIdx.x] = std::min(s[threadIdx.x], s[threadIdx.x / 2]); // [smaller]
}

int main()
{
    int *d;
    cudaMalloc(&d, 128);
    cudaMemset(d, 0, 128);
    count<<<1, 32>>>(d);
    smaller<<<1, 32>>>(d);
    cudaFree(d);
}
