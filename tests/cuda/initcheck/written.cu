// Written by a copy, a memset, a kernel, an atomic; variables begin written.
// expect: silence
__device__ int zero, one = 1;
__constant__ int table[4] = {1, 2, 3, 4};

__global__ void make(int *d) { d[threadIdx.x] = threadIdx.x; }
__global__ void use(int *d)
{
    int t = threadIdx.x;
    d[128 + t] = d[t] + d[64 + t] + zero + one + table[t % 4];
    atomicAdd(&d[64 + t], 1);
}

int main()
{
    int h[64] = {0}, *d, *e;
    cudaMalloc(&d, 1024);
    cudaMalloc(&e, 1024);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    make<<<1, 64>>>(d + 64);
    use<<<1, 64>>>(d);
    cudaMemcpy(e, d, 768, cudaMemcpyDeviceToDevice);
    use<<<1, 64>>>(e);
    cudaFree(d);
    cudaFree(e);
}
