// Sharing without a race: all threads read one word; a block passes words on at its
// barrier; each thread writes only its own words. Cases as in Oclgrind's
// tests/kernels/data-race; the kernels are our own.
// expect: silence
__global__ void broadcast(const int *value, int *out)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = value[0];
}
__global__ void increment(int *data)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    data[i] = data[i] + 1;
}
__global__ void sums_of_blocks(int *scratch, int *out)
{
    int first = blockIdx.x * blockDim.x;
    scratch[first + threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) {
        int sum = 0;
        for (unsigned i = 0; i < blockDim.x; i++)
            sum += scratch[first + i];
        out[blockIdx.x] = sum;
    }
}
// With one block the barrier is enough.
__global__ void read_barrier_write(int *data, int *out)
{
    out[threadIdx.x] = data[0];
    __syncthreads();
    if (threadIdx.x == 0)
        data[0] = -1;
}

int main()
{
    int *d;
    cudaMalloc(&d, 4096);
    cudaMemset(d, 0, 4096);
    broadcast<<<2, 64>>>(d, d + 1);
    increment<<<2, 64>>>(d);
    sums_of_blocks<<<2, 64>>>(d + 256, d + 512);
    read_barrier_write<<<1, 64>>>(d, d + 600);
    cudaFree(d);
}
