// EXPECT atomics.count.right: old value of *result is lost
//
// The count is cleared, but the elements have to be added to it.
#define count_above sound_count_above
#include "../solutions/03_atomics/atomics.cu"
#undef count_above

extern "C" void count_above(int *result, const int *in, int n, int limit)
{
    CUDA_CHECK(cudaMemset(result, 0, sizeof *result));
    if (n > 0)
        count<<<blocks_for(n, 1), BLOCK>>>(result, in, n, limit);
    CUDA_CHECK(cudaGetLastError());
}
