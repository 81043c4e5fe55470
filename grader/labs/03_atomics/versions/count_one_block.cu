// EXPECT atomics.count.right: first block
//
// Only one block is launched, and its threads take one element each.
#define count_above sound_count_above
#include "../solutions/03_atomics/atomics.cu"
#undef count_above

extern "C" void count_above(int *result, const int *in, int n, int limit)
{
    if (n > 0)
        count<<<1, BLOCK>>>(result, in, n, limit);
    CUDA_CHECK(cudaGetLastError());
}
