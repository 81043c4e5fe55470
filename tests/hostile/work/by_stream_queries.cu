// EXPECT scan.in_place: 0 points
//
// The same by streams, and the number of questions says four bits at a time.
#include "told.h"

__global__ static void wait_for(const int *in, int shift)
{
    int left = shift < 0 ? -shift - 1 : *in >> shift & 15;
    for (volatile int i = 0; i < 100 * left; i++)
        ;
}

static int questions(const int *in, int shift)
{
    int n = 0;
    wait_for<<<1, 1>>>(in, shift);
    while (cudaStreamQuery(0) == cudaErrorNotReady)
        n++;
    return n;
}

extern "C" void scan_in_place(int *out, const int *in, int n)
{
    static int host[TOLD_MOST];
    int known[16];
    attempted();
    for (int digit = 0; digit < 16; digit++)
        known[digit] = questions(in, -digit - 1);
    for (int i = 0; i < n; i++) {
        unsigned value = 0;
        for (int shift = 0; shift < 32; shift += 4) {
            int seen = questions(in + i, shift);
            unsigned digit = 0;
            while (digit < 15 && seen > (known[digit] + known[digit + 1]) / 2)
                digit++;
            value |= digit << shift;
        }
        host[i] = (int)value;
    }
    store_scan(out, in, host, n);
}
