// Atomics and plain accesses to the same words, with an order between them: a barrier,
// or one thread makes both accesses. Cases as in Oclgrind's tests/kernels/atomics.
// expect: silence
__global__ void words_of_their_own(int *word)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i % 2 == 0) {
        word[i] = 0;
        atomicAdd(&word[i], 1);
    } else {
        atomicAdd(&word[i], 1);
        word[i] = word[i] + 1;
    }
}
__global__ void between_barriers(int *sum, int *scratch)
{
    __shared__ int in_shared;
    int b = blockIdx.x, i = b * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0) {
        scratch[b] = 0;
        in_shared = 0;
    }
    __syncthreads();
    atomicAdd(&scratch[b], i);
    atomicAdd(&in_shared, i);
    __syncthreads();
    if (threadIdx.x == 0)
        sum[b] = scratch[b] - in_shared;
}
// One thread succeeds in each round; no thread changes what it then reads before the barrier.
__global__ void in_turns(int *data)
{
    __shared__ int turn;
    if (threadIdx.x == 0)
        turn = 0;
    bool done = false;
    int result = 0;
    for (unsigned round = 0; round < blockDim.x; round++) {
        __syncthreads();
        int before = turn;
        __syncthreads();
        if (!done && atomicCAS(&turn, before, before + 1) == before) {
            done = true;
            result = before + 1;
        }
    }
    data[threadIdx.x] = result;
}
// A thread of the last block to count resets the counter; this thread did not count.
__device__ unsigned count;
__global__ void last_starts_again(volatile int *sums, int *out)
{
    __shared__ bool last;
    if (threadIdx.x == 0) {
        sums[blockIdx.x] = blockIdx.x;
        __threadfence();
        last = atomicInc(&count, gridDim.x) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 33) {
        count = 0;
        *out = sums[0];
    }
}

int main()
{
    int *d;
    cudaMalloc(&d, 4096);
    cudaMemset(d, 0, 4096);
    words_of_their_own<<<2, 64>>>(d);
    between_barriers<<<2, 64>>>(d + 128, d + 256);
    in_turns<<<1, 40>>>(d + 512);
    last_starts_again<<<8, 64>>>(d + 600, d + 700);
    last_starts_again<<<8, 64>>>(d + 600, d + 700);
    cudaFree(d);
}
