// EXPECT debugging.days.right: never written
//
// The days behind the last whole block have no thread.
#define debug_three_days sound_debug_three_days
#include "../solutions/15_debugging/debugging.cu"
#undef debug_three_days

extern "C" void debug_three_days(int *out, const int *in, int n)
{
    if (n > 0)
        three_days<<<max(1, n / BLOCK), BLOCK>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
}
