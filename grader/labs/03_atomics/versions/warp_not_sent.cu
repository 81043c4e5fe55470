// EXPECT atomics.warp.safe: Race reported
//
// Only the leader knows the number of the first slot.
#define push_back_warp sound_push_back_warp
#include "../solutions/03_atomics/atomics.cu"
#undef push_back_warp

__global__ void wrong(int *size, int *list, const int *in, int n, int limit)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    int lane = threadIdx.x % WARP_SIZE;
    bool keep = i < n && in[i] > limit;
    unsigned keepers = __ballot_sync(0xffffffff, keep);
    if (keepers == 0)
        return;
    int leader = __ffs(keepers) - 1, first = 0;
    if (lane == leader)
        first = atomicAdd(size, __popc(keepers));
    unsigned before = keepers & ((1u << lane) - 1);
    if (keep)
        list[first + __popc(before)] = i; // WRONG
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
