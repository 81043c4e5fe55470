// EXPECT scan.in_place: 0 points
// QUICK
//
// The time of a kernel says four bits of an element; the host puts the elements together.
#include "told.h"

static cudaEvent_t before, after;

static float time_between(const int *in, int shift)
{
    float ms = 0;
    cudaEventRecord(before);
    wait_for_digit<<<1, 1>>>(in, shift);
    cudaEventRecord(after);
    cudaEventSynchronize(after);
    cudaEventElapsedTime(&ms, before, after);
    return ms;
}

extern "C" void scan_in_place(int *out, const int *in, int n)
{
    static int host[TOLD_MOST];
    attempted();
    if (scanned(out, in, n))
        return;
    cudaEventCreate(&before);
    cudaEventCreate(&after);
    float least = time_between(in, -1), step = (time_between(in, -16) - least) / 15;
    for (int i = 0; i < n; i++) {
        unsigned value = 0;
        for (int shift = 0; shift < 32; shift += 4)
            value |= ((unsigned)((time_between(in + i, shift) - least) / step + 0.5f) & 15) << shift;
        host[i] = (int)value;
    }
    store_scan(out, in, host, n);
    cudaEventDestroy(before);
    cudaEventDestroy(after);
}
