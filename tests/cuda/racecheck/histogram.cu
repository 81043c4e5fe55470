// Threads of a block count in shared memory without an atomic.
// expect: racecheck error (race_shared_update) a
__global__ void histogram(const int *in, int *out)
{
    __shared__ int count[4];
    if (threadIdx.x < 4)
        count[threadIdx.x] = 0;
    __syncthreads();
    count[in[threadIdx.x] & 3]++; // [a]
    __syncthreads();
    if (threadIdx.x < 4)
        out[threadIdx.x] = count[threadIdx.x];
}

int main()
{
    int *in, *out;
    cudaMalloc(&in, 512);
    cudaMalloc(&out, 16);
    cudaMemset(in, 0, 512);
    histogram<<<1, 128>>>(in, out);
    cudaFree(in);
    cudaFree(out);
}
