// EXPECT memory.flight: 0 points
//
// A host function in a stream declares the work; the next cases find the clock where it ends.
#include "clock.h"

static void CUDART_CB work(void *)
{
    host_work(1e20);
}

extern "C" void copy_in_flight(int *out, const int *in, int n, int blocks, int)
{
    attempted();
    copy_in_flight_slowly(out, in, n, blocks);
    cudaLaunchHostFunc(0, work, NULL);
    cudaStreamSynchronize(0);
}
