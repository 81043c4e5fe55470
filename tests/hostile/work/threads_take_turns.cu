// EXPECT scan.brent_kung: 0 points
//
// All threads of all warps work, but one after the other: barriers let one thread at a time add.
#include "hostile.h"

__global__ static void scan(int *out, const int *in, int n)
{
    __shared__ int sum;
    int begin = blockIdx.x * SCAN_SECTION, each = SCAN_SECTION / 32;
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    for (int turn = 0; turn < 32; turn++) {
        for (int k = 0; threadIdx.x == 32 * turn && k < each; k++) {
            int i = begin + turn * each + k;
            if (i < n)
                out[i] = sum += in[i];
        }
        __syncthreads();
    }
}

extern "C" void scan_brent_kung(int *out, const int *in, int n)
{
    attempted();
    if (n > 0)
        scan<<<ceil_div(n, SCAN_SECTION), SCAN_BLOCK>>>(out, in, n);
}
