// EXPECT atomics.each.safe: ninitialized
//
// atomicAdd returns the old value; one more is the slot of another thread.
#define push_back_each sound_push_back_each
#include "../solutions/03_atomics/atomics.cu"
#undef push_back_each

__global__ void wrong(int *size, int *list, const int *in, int n, int limit)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;

    if (i < n && in[i] > limit)
        list[atomicAdd(size, 1) + 1] = i;
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
