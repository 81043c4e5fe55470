// EXPECT atomics.each.safe: Race reported
//
// The slot comes from a counter of the block: all blocks write to the same slots.
#define push_back_each sound_push_back_each
#include "../solutions/03_atomics/atomics.cu"
#undef push_back_each

__global__ void wrong(int *size, int *list, const int *in, int n, int limit)
{
    __shared__ int taken;
    if (threadIdx.x == 0)
        taken = 0;
    __syncthreads();
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n && in[i] > limit) {
        list[atomicAdd(&taken, 1)] = i; // WRONG
        atomicAdd(size, 1);
    }
}

static void list_wrong(int *size, int *list, const int *in, int n, int limit)
{
    if (n > 0)
        wrong<<<blocks_for(n, 1), BLOCK>>>(size, list, in, n, limit);
    CUDA_CHECK(cudaGetLastError());
}

extern "C" void push_back_each(int *size, int *seen, const int *in, int n, int limit)
{
    push_and_tally(list_wrong, size, seen, in, n, limit);
}
