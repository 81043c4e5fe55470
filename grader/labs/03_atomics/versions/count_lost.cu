// EXPECT atomics.count.safe: Race reported
//
// Read, add, write: other threads write between the steps.
#define count_above sound_count_above
#include "../solutions/03_atomics/atomics.cu"
#undef count_above

extern "C" void count_above(int *result, const int *in, int n, int limit)
{
    if (n > 0)
        lose<<<blocks_for(n, 1), BLOCK>>>(result, in, n, limit);
    CUDA_CHECK(cudaGetLastError());
}
