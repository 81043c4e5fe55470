// One element too many; the last block has no bounds check.
// expect: memcheck error (out_of_bounds) w "Invalid __global__ write of size 4 bytes"
// expect: memcheck error (out_of_bounds) r "Invalid __global__ read of size 8 bytes"
// expect: memcheck error (out_of_bounds) s "Invalid __shared__ write of size 4 bytes"
// expect: memcheck error (out_of_bounds) a "Invalid __global__ atomic of size 4 bytes"
__global__ void fill(int *d, double *e, int n)
{
    __shared__ int s[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    d[i] = i; // [w]
    if (e[i] > 0) // [r]
        d[0] = 1;
    s[threadIdx.x] = i;
    if (i == 0)
        s[n - 36] = 3; // [s]
    __syncthreads();
    if (i < 64)
        d[i] = s[63 - i];
    if (i == 3)
        atomicAdd(&d[n + 3], 1); // [a]
}

int main()
{
    int *d;
    double *e;
    cudaMalloc(&d, 100 * 4);
    cudaMalloc(&e, 100 * 8);
    cudaMemset(e, 0, 800);
    fill<<<2, 64>>>(d, e, 100);
    cudaFree(d);
    cudaFree(e);
}
