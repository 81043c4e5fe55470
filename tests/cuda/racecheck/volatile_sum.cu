// "volatile" instead of barriers: between the lanes of a warp, and between warps.
// expect: racecheck error (race_shared) w r
// expect: racecheck error (race_shared) f s
// expect: racecheck error (race_shared) x y
__global__ void lanes(int *d)
{
    __shared__ volatile int s[64];
    int t = threadIdx.x;
    s[t] = d[t];
    s[t + 32] = 0;
    __syncthreads();
    int x = s[t ^ 1]; // [r]
    s[t] = x + 1;     // [w]
    __syncthreads();
    d[t] = s[t];
}
__global__ void warps(int *d)
{
    __shared__ volatile int s[64];
    int t = threadIdx.x;
    s[t ^ 32] = 0;
    __syncthreads();
    s[t] = d[t];      // [f]
    d[t] = s[t ^ 32]; // [s]
}
__global__ void many(int *d)
{
    __shared__ volatile int s[64];
    int t = threadIdx.x, sum = 0;
    s[t] = 0;
    __syncthreads();
    s[t] = d[t];     // [x]
    for (int i = 0; i < 64; i++)
        sum += s[i]; // [y]
    __syncthreads();
    d[t] = sum;
}

int main()
{
    int *d;
    cudaMalloc(&d, 256);
    cudaMemset(d, 1, 256);
    lanes<<<1, 32>>>(d);
    warps<<<1, 64>>>(d);
    many<<<1, 64>>>(d);
    cudaFree(d);
}
