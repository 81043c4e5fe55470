// missing_barrier.cu with its barrier, and a sum by halves that ends in one warp.
// expect: silence
__global__ void reverse(int *d)
{
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t] = d[t];
    __syncthreads();
    d[t] = s[255 - t];
}

__global__ void sum(const int *in, int *out)
{
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * 256 + t];
    __syncthreads();
    for (int k = 128; k >= 32; k /= 2) {
        if (t < k)
            s[t] += s[t + k];
        __syncthreads();
    }
    if (t < 32) {
        for (int k = 16; k > 0; k /= 2) {
            int other = s[t + k];
            __syncwarp();
            s[t] += other;
            __syncwarp();
        }
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}

int main()
{
    int *d;
    cudaMalloc(&d, 8192);
    cudaMemset(d, 0, 8192);
    reverse<<<1, 256>>>(d);
    sum<<<4, 256>>>(d, d + 1024);
    cudaFree(d);
}
