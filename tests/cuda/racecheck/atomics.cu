// Histograms with atomics in both memories, and a lock that threads pass on.
// expect: silence
__global__ void histogram(const unsigned char *in, unsigned *bins, int n)
{
    __shared__ unsigned s[16];
    if (threadIdx.x < 16)
        s[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&s[in[i] & 15], 1u);
    __syncthreads();
    if (threadIdx.x < 16)
        atomicAdd(&bins[threadIdx.x], s[threadIdx.x]);
}

__device__ int lock;
__global__ void locked(int *count)
{
    while (atomicCAS(&lock, 0, 1) != 0)
        ;
    __threadfence();
    *count += 1;
    __threadfence();
    atomicExch(&lock, 0);
}

int main()
{
    unsigned char *d;
    cudaMalloc(&d, 4096);
    cudaMemset(d, 3, 4096);
    histogram<<<4, 64>>>(d, (unsigned *)(d + 2048), 2000);
    locked<<<3, 40>>>((int *)d);
    cudaFree(d);
}
