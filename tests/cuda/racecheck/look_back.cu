// Each block waits for the sum of the one before it: a chained scan.
// expect: silence
__device__ volatile int flag[16];

__global__ void chain(int *prefix)
{
    int b = blockIdx.x;
    if (threadIdx.x == 0) {
        int before = 0;
        if (b > 0) {
            while (flag[b - 1] == 0)
                ;
            __threadfence();
            before = prefix[b - 1];
        }
        prefix[b] = before + b;
        __threadfence();
        flag[b] = 1;
    }
    __syncthreads();
    prefix[16 + b * 32 + threadIdx.x] = prefix[b] + (b > 1 ? prefix[b - 2] : 0);
}

int main()
{
    int *d;
    cudaMalloc(&d, 4096);
    cudaMemset(d, 0, 4096);
    chain<<<16, 32>>>(d);
    cudaFree(d);
}
