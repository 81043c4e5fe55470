// The last block to finish adds up the sums of all blocks: with its fence, and with
// volatile as in the programming guide.
// expect: silence
__device__ unsigned done;

__global__ void sum(const int *in, int *part, int *out)
{
    __shared__ int s[64];
    __shared__ bool last;
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * 64 + t];
    __syncthreads();
    for (int k = 32; k > 0; k /= 2) {
        if (t < k)
            s[t] += s[t + k];
        __syncthreads();
    }
    if (t == 0) {
        part[blockIdx.x] = s[0];
        __threadfence();
        last = atomicInc(&done, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && t == 32) {
        int x = 0;
        for (int i = 0; i < gridDim.x; i++)
            x += part[i];
        *out = x;
    }
}

// All threads write and fence; one takes the ticket.
__global__ void all_fence(int *part, int *out)
{
    __shared__ bool last;
    part[blockIdx.x * 64 + threadIdx.x] = threadIdx.x;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
        last = atomicInc(&done, gridDim.x - 1) == gridDim.x - 1;
    __syncthreads();
    if (last) {
        __threadfence();
        int x = 0;
        for (int i = threadIdx.x; i < gridDim.x * 64; i += 64)
            x += part[i];
        atomicAdd(out, x);
    }
}

int main()
{
    int *d;
    cudaMalloc(&d, 8192);
    cudaMemset(d, 0, 8192);
    sum<<<8, 64>>>(d, d + 1024, d + 1100);
    all_fence<<<8, 64>>>(d + 1024, d);
    cudaFree(d);
}
