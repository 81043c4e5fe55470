// Plain accesses and atomics to the same word: only atomics do not race with atomics.
// Cases as in Oclgrind's tests/kernels/atomics; the kernels are our own.
// expect: racecheck error (race_write) a A
// expect: racecheck error (race_write) b B
// expect: racecheck error (race_write) c C
// expect: racecheck error d D
// expect: racecheck error (race_grid) e E
// One thread sets what the others compare and swap.
__global__ void set_beside_swap(int *word)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0)
        *word = 0; // [a]
    else
        atomicCAS(word, 0, i); // [A]
}
// Also the thread that has set it.
__global__ void set_before_count(int *word)
{
    if (blockIdx.x * blockDim.x + threadIdx.x == 0)
        *word = 0; // [b]
    atomicSub(word, 1); // [B]
}
// A barrier orders only the threads of its block.
__global__ void set_by_first_block(int *word)
{
    if (blockIdx.x == 0 && threadIdx.x == 0)
        *word = 0; // [c]
    __syncthreads();
    atomicAdd(word, 1); // [C]
}
// The last to count takes what may not be the last count.
__global__ void read_after_count(int *word, int *out)
{
    atomicAdd(word, 1); // [d]
    if (blockIdx.x == gridDim.x - 1 && threadIdx.x == blockDim.x - 1)
        *out = *word; // [D]
}
// All blocks count in one word, and each reads it after its own barrier.
__global__ void read_after_barrier(int *word, int *out)
{
    atomicAdd(word, 1); // [e]
    __syncthreads();
    if (threadIdx.x == 0)
        out[blockIdx.x] = *word; // [E]
}

int main()
{
    int *d;
    cudaMalloc(&d, 1024);
    cudaMemset(d, 0, 1024);
    set_beside_swap<<<2, 64>>>(d);
    set_before_count<<<2, 64>>>(d + 1);
    set_by_first_block<<<2, 64>>>(d + 2);
    read_after_count<<<2, 64>>>(d + 3, d + 4);
    read_after_barrier<<<2, 64>>>(d + 8, d + 16);
    cudaFree(d);
}
