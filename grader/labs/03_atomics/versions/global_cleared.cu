// EXPECT atomics.global.right: old values
//
// The bins are cleared before the counting.
#define bytes_global sound_bytes_global
#include "../solutions/03_atomics/atomics.cu"
#undef bytes_global

extern "C" void bytes_global(unsigned *bins, const unsigned char *in, int n)
{
    if (n > 0)
        {
        CUDA_CHECK(cudaMemset(bins, 0, BINS * sizeof *bins));
        global_bins<<<blocks_for(n, EACH), BLOCK>>>(bins, in, n);
    }
    CUDA_CHECK(cudaGetLastError());
}
