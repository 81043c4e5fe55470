// Shuffles that read a lane which takes no part, and use what they read.
// expect: synccheck error (shuffle_undefined) outside outside_use "lane 16, which is not in the mask 0x000000ff"
// expect: synccheck error (shuffle_undefined) exited exited_use "which has exited"
// expect: synccheck error (shuffle_undefined) absent absent_use "which the block does not have"
// expect: synccheck error (shuffle_undefined) other other_use "which has another mask"
// expect: synccheck error (shuffle_undefined) branch branch_use "the value is used at"
// expect: synccheck error (shuffle_undefined) index index_use "the value is used at"
// expect: synccheck error (shuffle_undefined) vote vote_use "the value is used at"
__global__ void outside(int *d) // the tree begins at 16, but only 8 lanes take part
{
    int v = d[threadIdx.x];
    if (threadIdx.x < 8) {
#pragma unroll 1
        for (int by = 16; by > 0; by /= 2)
            v += __shfl_down_sync(0xff, v, by); // [outside]
        if (threadIdx.x == 0)
            d[32] = v; // [outside_use]
    }
}

__global__ void exited(int *d, int n)
{
    if (threadIdx.x >= n)
        return;
    int v = __shfl_down_sync(0xffffffff, d[threadIdx.x], 1); // [exited]
    d[threadIdx.x] = v; // [exited_use]
}

__global__ void absent(int *d) // 24 threads
{
    int v = __shfl_xor_sync(0xffffffff, d[threadIdx.x], 16); // [absent]
    d[threadIdx.x] = 2 * v; // [absent_use]
}

__global__ void other_mask(int *d)
{
    unsigned half = threadIdx.x < 16 ? 0x0001ffff : 0xffff0000;
    int v = __shfl_down_sync(half, d[threadIdx.x], 1); // [other]
    d[threadIdx.x] = v; // [other_use]
}

__global__ void in_branch(int *d)
{
    int v = __shfl_xor_sync(0x0000ffff << threadIdx.x / 16 * 16, d[threadIdx.x], 16); // [branch]
    if (v > 0) // [branch_use]
        atomicAdd(d + 40, 1);
}

__global__ void as_index(int *d)
{
    int v = threadIdx.x < 31 ? __shfl_down_sync(0x7fffffff, threadIdx.x, 1) : 0; // [index]
    atomicAdd(&d[v & 31], 1); // [index_use]
}

__global__ void in_vote(int *d)
{
    if (threadIdx.x < 4) {
        int v = __shfl_down_sync(0xf, d[threadIdx.x], 2); // [vote]
        if (__any_sync(0xf, v > 3)) // [vote_use]
            d[threadIdx.x] = 1;
    }
}

int main()
{
    int *d;
    cudaMalloc(&d, 256);
    cudaMemset(d, 0, 256);
    outside<<<1, 32>>>(d);
    exited<<<1, 32>>>(d, 20);
    absent<<<1, 24>>>(d);
    other_mask<<<1, 32>>>(d);
    in_branch<<<1, 32>>>(d);
    as_index<<<1, 32>>>(d);
    in_vote<<<1, 32>>>(d);
    cudaFree(d);
}
