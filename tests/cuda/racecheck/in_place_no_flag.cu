// Each block overwrites words that the block before it reads, without waiting.
// expect: racecheck error (race_grid) w r
__global__ void shift(int *data)
{
    int b = blockIdx.x, t = threadIdx.x;
    int v = data[b * 64 + t]; // [r]
    __syncthreads();
    if (b > 0)
        data[(b - 1) * 64 + t] = v; // [w]
}

int main()
{
    int *d;
    cudaMalloc(&d, 2048);
    cudaMemset(d, 1, 2048);
    shift<<<8, 64>>>(d);
    cudaFree(d);
}
