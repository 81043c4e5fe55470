// EXPECT atomics.count.right: last whole block
//
// The elements after the last whole block are left out.
#define count_above sound_count_above
#include "../solutions/03_atomics/atomics.cu"
#undef count_above

extern "C" void count_above(int *result, const int *in, int n, int limit)
{
    if (n > 0)
        count<<<max(n / BLOCK, 1), BLOCK>>>(result, in, n, limit);
    CUDA_CHECK(cudaGetLastError());
}
