// The last steps of a sum need lanes in lockstep, but CUDA does not promise lockstep.
// expect: racecheck error (race_shared) w r
__global__ void sum32(int *d)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = d[t];
    s[t + 32] = 0;
    __syncthreads();
    int x = s[t ^ 1];   // [r]
    s[t] = x + 1;       // [w]
    __syncthreads();
    d[t] = s[t];
}

int main()
{
    int *d;
    cudaMalloc(&d, 128);
    cudaMemset(d, 1, 128);
    sum32<<<1, 32>>>(d);
    cudaFree(d);
}
