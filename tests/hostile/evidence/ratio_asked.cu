// EXPECT streams.events.timing: ratio: got
// QUICK
//
// The ratio of two times is the argument; the clock is asked, and nobody looks at its answers.
#include "ratio.h"

extern "C" void streams_ratio(float *ratio, unsigned *x, int n, int passes)
{
    cudaEvent_t event[2];
    float ms;
    attempted();
    for (int e = 0; e < 2; e++) {
        cudaEventCreate(&event[e]);
        cudaEventRecord(event[e]);
    }
    make_passes(ratio, x, n, passes);
    for (int times = 0; times < 2; times++)
        cudaEventElapsedTime(&ms, event[0], event[1]);
    for (int e = 0; e < 2; e++)
        cudaEventDestroy(event[e]);
}
