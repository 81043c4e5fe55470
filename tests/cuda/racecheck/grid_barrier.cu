// A hand-made barrier of the whole grid orders all accesses.
// expect: silence
__device__ unsigned arrived;

__device__ void wait_for_all(unsigned goal)
{
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        atomicAdd(&arrived, 1);
        while (*(volatile unsigned *)&arrived < goal)
            ;
        __threadfence();
    }
    __syncthreads();
}

__global__ void rotate(int *d, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < 3; k++) {
        int x = d[(i + 1) % n];
        wait_for_all((2 * k + 1) * gridDim.x);
        d[i] = x;
        wait_for_all((2 * k + 2) * gridDim.x);
    }
}

int main()
{
    int *d;
    cudaMalloc(&d, 1024);
    cudaMemset(d, 0, 1024);
    rotate<<<4, 64>>>(d, 256);
    cudaFree(d);
}
