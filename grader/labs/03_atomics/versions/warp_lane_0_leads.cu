// EXPECT full marks
//
// Lane 0 always is the leader, whether it keeps its element or not.
#define push_back_warp sound_push_back_warp
#include "../solutions/03_atomics/atomics.cu"
#undef push_back_warp

__global__ void lane_0(int *size, int *list, const int *in, int n, int limit)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;

    unsigned keepers = __ballot_sync(~0u, i < n ? in[i] > limit : 0), below;
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(below));
    int first;
    if (threadIdx.x % 32 == 0 && keepers)
        first = atomicAdd(size, __popc(keepers));
    first = __shfl_sync(~0u, first, 0);
    if (i < n && in[i] > limit)
        list[first + __popc(keepers & below)] = i;
}

static void list_lane_0(int *size, int *list, const int *in, int n, int limit)
{
    if (n > 0)
        lane_0<<<blocks_for(n, 1), BLOCK>>>(size, list, in, n, limit);
    CUDA_CHECK(cudaGetLastError());
}

extern "C" void push_back_warp(int *size, int *seen, const int *in, int n, int limit)
{
    push_and_tally(list_lane_0, size, seen, in, n, limit);
}
