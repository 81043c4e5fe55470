// EXPECT memory.flight.flight: blocks
//
// Takes as many blocks as it likes, not as many as asked for.
#define copy_in_flight sound_copy_in_flight
#include "../solutions/10_memory/memory.cu"
#undef copy_in_flight

extern "C" void copy_in_flight(int *out, const int *in, int n, int blocks, int each)
{
    (void)blocks, (void)each;
    copy_batches<8><<<1056, MEMORY_BLOCK>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
}
