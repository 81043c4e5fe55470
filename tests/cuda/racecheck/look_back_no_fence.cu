// The same chain, but the flag may become visible before the sum.
// expect: racecheck error (race_grid) w r
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
            before = prefix[b - 1]; // [r]
        }
        prefix[b] = before + b; // [w]
        flag[b] = 1;
    }
}

int main()
{
    int *d;
    cudaMalloc(&d, 4096);
    cudaMemset(d, 0, 4096);
    chain<<<16, 32>>>(d);
    cudaFree(d);
}
