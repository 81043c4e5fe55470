// Races whose result is right in nearly every order, so that no test of results finds them.
// Cases as in Oclgrind's tests/kernels/data-race; the kernels are our own.
// expect: racecheck error (race_grid) a A
// expect: racecheck error (race_grid) b B
// expect: racecheck error (race_shared) c C
// expect: racecheck error (race_block) d D
// expect: racecheck error (race_write) e
// expect: racecheck error (race_grid) f F
// The second block overwrites what both read: the first may be late.
__global__ void between_blocks(int *data, int *out)
{
    out[blockIdx.x] = data[0]; // [a]
    if (blockIdx.x == 1)
        data[0] = 7; // [A]
}
// Every block has its barrier between; the other block's read may still come.
__global__ void barrier_of_one_block(int *data, int *out)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = data[0]; // [b]
    __syncthreads();
    if (blockIdx.x == 1 && threadIdx.x == 0)
        data[0] = -1; // [B]
}
// A fence orders the accesses of one thread. It makes no thread wait.
__global__ void fence_is_no_barrier(int *out)
{
    __shared__ int s[64];
    s[threadIdx.x] = 0;
    __syncthreads();
    s[threadIdx.x] = threadIdx.x; // [c]
    __threadfence_block();
    if (threadIdx.x == 0) {
        int sum = 0;
        for (int i = 0; i < 64; i++)
            sum += s[i]; // [C]
        *out = sum;
    }
}
// Everybody takes from the left.
__global__ void from_the_left(int *data)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0)
        data[i] = // [d]
            data[i - 1]; // [D]
}
__global__ void one_place(int *data)
{
    data[0] = blockIdx.x * blockDim.x + threadIdx.x; // [e]
}
// The first block's first thread sums up what others have written "before the barrier".
__global__ void sum_of_blocks(int *data, int *out)
{
    if (threadIdx.x == 0)
        data[blockIdx.x] = blockIdx.x; // [f]
    __syncthreads();
    if (blockIdx.x == 0 && threadIdx.x == 0)
        *out = data[0] + data[1]; // [F]
}

int main()
{
    int *d;
    cudaMalloc(&d, 4096);
    cudaMemset(d, 0, 4096);
    between_blocks<<<2, 1>>>(d, d + 2);
    barrier_of_one_block<<<2, 32>>>(d + 4, d + 16);
    fence_is_no_barrier<<<1, 64>>>(d + 100);
    from_the_left<<<1, 64>>>(d + 128);
    one_place<<<1, 64>>>(d + 200);
    sum_of_blocks<<<2, 32>>>(d + 210, d + 220);
    cudaFree(d);
}
