// EXPECT full marks
//
// Lanes that have nothing to append return before the ballot: lanes that have ended need not
// call it.
#define push_back_warp sound_push_back_warp
#include "../solutions/03_atomics/atomics.cu"
#undef push_back_warp

__global__ void wrong(int *size, int *list, const int *in, int n, int limit)
{
    int i = blockIdx.x * BLOCK + threadIdx.x, lane = threadIdx.x % WARP_SIZE, first = 0;
    if (i >= n || in[i] <= limit)
        return;
    unsigned keepers = __ballot_sync(0xffffffff, true);
    int leader = __ffs(keepers) - 1;
    if (lane == leader)
        first = atomicAdd(size, __popc(keepers));
    first = __shfl_sync(0xffffffff, first, leader);
    list[first + __popc(keepers & ((1u << lane) - 1))] = i;
}

static void list_wrong(int *size, int *list, const int *in, int n, int limit)
{
    if (n > 0)
        wrong<<<blocks_for(n, 1), BLOCK>>>(size, list, in, n, limit);
    CUDA_CHECK(cudaGetLastError());
}

extern "C" void push_back_warp(int *size, int *seen, const int *in, int n, int limit)
{
    push_and_tally(list_wrong, size, seen, in, n, limit);
}
