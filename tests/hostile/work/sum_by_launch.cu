// EXPECT reduction.single: 0 points
//
// Lab 04, part 6: the host adds, and passes the sum in the number of threads of launches,
// digit by digit.
#include "hostile.h"

__global__ static void digit(int *out) { *out = (*out << 8) + (int)blockDim.x - 1; }
__global__ static void start(int *out) { *out = 0; }

extern "C" void reduce_single_int(int *out, const int *in, int n)
{
    int *host = (int *)malloc((size_t)n * 4 + 4);
    unsigned sum = 0;
    attempted();
    cudaMemcpy(host, in, (size_t)n * 4, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        sum += (unsigned)host[i];
    start<<<1, 1>>>(out);
    for (int shift = 24; shift >= 0; shift -= 8)
        digit<<<1, (sum >> shift & 255) + 1>>>(out);
    free(host);
}

extern "C" void reduce_single_float(float *, const float *, int) {}
