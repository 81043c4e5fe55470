// A block takes its ticket before its sum is sure to be visible to the others.
// expect: racecheck error (race_grid) w r
__device__ unsigned done;

__global__ void sum(int *part, int *out)
{
    __shared__ bool last;
    if (threadIdx.x == 0) {
        part[blockIdx.x] = blockIdx.x; // [w]
        last = atomicInc(&done, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 32) {
        int x = 0;
        for (int i = 0; i < gridDim.x; i++)
            x += part[i]; // [r]
        *out = x;
    }
}

int main()
{
    int *d;
    cudaMalloc(&d, 1024);
    cudaMemset(d, 0, 1024);
    sum<<<8, 64>>>(d, d + 100);
    cudaFree(d);
}
