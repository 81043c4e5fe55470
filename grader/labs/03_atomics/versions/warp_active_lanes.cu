// EXPECT full marks
//
// The lanes that are in the branch together find themselves by __activemask().
#define push_back_warp sound_push_back_warp
#include "../solutions/03_atomics/atomics.cu"
#undef push_back_warp

__global__ void active(int *size, int *list, const int *in, int n, int limit)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;

    if (i >= n || in[i] <= limit)
        return;
    unsigned active = __activemask(), lane = threadIdx.x % WARP_SIZE;
    int leader = __ffs(active) - 1, first = 0;
    if (lane == leader)
        first = atomicAdd(size, __popc(active));
    __syncwarp(active);
    list[__shfl_sync(active, first, leader) + __popc(active & ((1u << lane) - 1))] = i;
}

static void list_active(int *size, int *list, const int *in, int n, int limit)
{
    if (n > 0)
        active<<<blocks_for(n, 1), BLOCK>>>(size, list, in, n, limit);
    CUDA_CHECK(cudaGetLastError());
}

extern "C" void push_back_warp(int *size, int *seen, const int *in, int n, int limit)
{
    push_and_tally(list_active, size, seen, in, n, limit);
}
