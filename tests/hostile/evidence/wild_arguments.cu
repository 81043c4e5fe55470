// EXPECT patterns.map: 0 points
//
// Passes pointers, sizes and handles that mean nothing to many calls.
#include "hostile.h"


extern "C" void map_each(int *out, const int *in, int n, int, int)
{
    attempted();
    static const uintptr_t wild[] = {0, 1, 4095, 0x7fffffffffff, ~0ul, ~0ul << 47, 0x10000};
    for (uintptr_t p : wild)
        for (uintptr_t q : wild) {
            cudaMemset((void *)p, 0, q);
            cudaMemcpyAsync(out, in, q, cudaMemcpyDeviceToDevice, 0);
            cudaMemset2D(out, p, 1, q, q);
            cudaFree((void *)(p | 8));
            cudaMemPrefetchAsync((void *)p, q, {cudaMemLocationTypeDevice, 0}, 0, 0);
            cudaPointerAttributes about;
            cudaPointerGetAttributes(&about, (void *)p);
            void *made;
            cudaMalloc(&made, q);
            cudaMallocHost(&made, q);
            cudaHostRegister((void *)p, q, 0);
            cudaGetLastError();
        }
    if (n > 0)
        honest<<<dim3(~0u, 65535, 65535), dim3(1024, 1, 1), 1 << 20>>>(out, in, n, 1, 1);
}
