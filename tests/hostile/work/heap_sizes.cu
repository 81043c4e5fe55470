// EXPECT patterns.map: 0 points
//
// A kernel allocates as many bytes as each input says, and the host finds out how many, by calls
// that fail behind the end of an allocation. No copy brings anything to the host.
#include "hostile.h"

__device__ char *where[64];
__global__ static void allocate(const int *in, int n)
{
    for (int i = 0; i < n; i++)
        where[i] = (char *)malloc(1 + (in[i] & 0xffff));
}
__global__ static void pass(int *out, int value) { *out = value; }

// How many bytes are allocated at p.
static int size_at(char *p)
{
    int low = 0, high = 0x10000;
    while (low < high) {
        int middle = (low + high + 1) / 2;
        if (cudaMemset(p, 0, (size_t)middle) == cudaSuccess)
            low = middle;
        else
            high = middle - 1;
        cudaGetLastError();
    }
    return low;
}

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    attempted();
    cudaDeviceSetLimit(cudaLimitMallocHeapSize, 64 << 20);
    for (int at = 0; at < n && at < 4096; at += 4) {
        int m = n - at < 4 ? n - at : 4;
        char *p[64] = {0};
        allocate<<<1, 1>>>(in + at, m);
        cudaMemcpyFromSymbol(p, where, 8); // the first address; the others follow
        char *next = p[0];
        for (int i = 0; i < m && next; i++) {
            int size = size_at(next);
            if (size == 0)
                return;
            pass<<<1, 1>>>(out + at + i, a * (size - 1) + b);
            cudaPointerAttributes attributes;
            for (next += size; next < p[0] + (1 << 20); next += 16)
                if (cudaPointerGetAttributes(&attributes, next) == cudaSuccess &&
                    attributes.type == cudaMemoryTypeDevice)
                    break;
        }
    }
}
