// EXPECT full marks
//
// The slots of a block are taken at once; a thread's slot comes from a counter in shared memory.
#define push_back_each sound_push_back_each
#include "../solutions/03_atomics/atomics.cu"
#undef push_back_each

__global__ void by_blocks(int *size, int *list, const int *in, int n, int limit)
{
    __shared__ int wanted, first;
    if (threadIdx.x == 0)
        wanted = 0;
    __syncthreads();
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    bool keep = i < (unsigned)n && in[i] > limit;
    int mine = keep ? atomicAdd(&wanted, 1) : 0;
    __syncthreads();
    if (threadIdx.x == 0)
        first = atomicAdd(size, wanted);
    __syncthreads();
    if (keep)
        list[first + mine] = i;
}

static void list_by_blocks(int *size, int *list, const int *in, int n, int limit)
{
    if (n > 0)
        by_blocks<<<blocks_for(n, 1), BLOCK>>>(size, list, in, n, limit);
    CUDA_CHECK(cudaGetLastError());
}

extern "C" void push_back_each(int *size, int *seen, const int *in, int n, int limit)
{
    push_and_tally(list_by_blocks, size, seen, in, n, limit);
}
