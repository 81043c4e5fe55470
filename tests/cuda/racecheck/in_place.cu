// Each block sets a flag when it has read its values; then the next block overwrites
// them. No fence is needed: the values had arrived before the flag could be set.
// expect: silence
__device__ volatile int flag[8];

__global__ void shift(int *data)
{
    int b = blockIdx.x, t = threadIdx.x;
    int v = data[b * 64 + t];
    __syncthreads();
    if (t == 0) {
        while (b > 0 && flag[b - 1] == 0)
            ;
        flag[b] = 1;
    }
    __syncthreads();
    if (b > 0)
        data[(b - 1) * 64 + t] = v;
}

int main()
{
    int *d;
    cudaMalloc(&d, 2048);
    cudaMemset(d, 1, 2048);
    shift<<<8, 64>>>(d);
    cudaFree(d);
}
