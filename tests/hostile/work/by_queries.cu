// EXPECT scan.in_place: 0 points
//
// A bit makes a kernel longer; the host asks once, at the right moment, whether it has ended.
#include "told.h"

__global__ static void wait_for(const int *in, int shift)
{
    int left = *in >> shift & 1;
    for (volatile int i = 0; i < 2000 * left; i++)
        ;
}

extern "C" void scan_in_place(int *out, const int *in, int n)
{
    static int host[TOLD_MOST];
    cudaEvent_t event;
    attempted();
    cudaEventCreate(&event);
    for (int i = 0; i < n; i++) {
        host[i] = 0;
        for (int shift = 0; shift < 31 && (unsigned)n >> (31 - shift) == 0; shift++) {
            wait_for<<<1, 1>>>(in + i, shift);
            cudaEventRecord(event);
            host_work(20);
            bool set = cudaEventQuery(event) == cudaErrorNotReady;
            host[i] |= set << shift;
            if (set)
                cudaEventSynchronize(event);
        }
    }
    store_scan(out, in, host, n);
    cudaEventDestroy(event);
}
