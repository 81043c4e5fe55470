// EXPECT patterns.map: 0 points
//
// The host computes; a kernel stores the inputs to a managed variable.
#include "fetched.h"

__managed__ int box[16384];
__global__ static void put(const int *in, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        box[i] = in[i];
}

static void fetch(int *host, const int *in, int n)
{
    for (int at = 0; at < n; at += 16384) {
        int m = n - at < 16384 ? n - at : 16384;
        put<<<1, 256>>>(in + at, m);
        cudaDeviceSynchronize();
        memcpy(host + at, box, (size_t)m * 4);
    }
}
