// One barrier in a loop that needs two: the next round overwrites what slower
// threads still read.
// expect: racecheck error (race_shared) w r
__global__ void shift(int *d)
{
    __shared__ int s[128];
    int t = threadIdx.x, x = d[t];
    for (int i = 0; i < 4; i++) {
        s[t] = x; // [w]
        __syncthreads();
        x = s[(t + 1) % 128]; // [r]
    }
    d[t] = x;
}

int main()
{
    int *d;
    cudaMalloc(&d, 512);
    cudaMemset(d, 1, 512);
    shift<<<1, 128>>>(d);
    cudaFree(d);
}
