// Barriers in uniform branches, in loops, and of part of a warp.
// expect: silence
__global__ void fine(int *d, int n)
{
    int t = threadIdx.x;
    d += 128 * blockIdx.x;
    for (int i = 0; i < n; i++) {
        if (n > 2)
            __syncthreads();
        if (t < 16)
            __syncwarp(0xffff);
        if (t % 2 == 0)
            d[t] += __shfl_sync(0x55555555, t, 0);
    }
    if (__syncthreads_or(t == 3))
        d[64 + t] = 1;
}

int main()
{
    int *d;
    cudaMalloc(&d, 1024);
    cudaMemset(d, 0, 1024);
    fine<<<2, 32>>>(d, 3);
    fine<<<1, 48>>>(d, 3);
    cudaFree(d);
}
