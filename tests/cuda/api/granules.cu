// Bytes behind an allocation, in the granule that the card hands out: accesses there work without a
// checker. libcu++ makes such accesses: its atomics on one byte exchange the word around the byte.
#include <cuda/atomic>

#include "api.h"

__global__ void add(unsigned char *byte)
{
    cuda::atomic_ref<unsigned char>(*byte).fetch_add(1);
}
__global__ void store(int *p, int i) { p[i] = 7; }

int main()
{
    unsigned char *device, *pinned, *managed, h = 0;
    int *words;
    cudaMalloc(&device, 1);
    cudaMemset(device, 0, 1);
    cudaMallocHost(&pinned, 1);
    cudaMallocManaged(&managed, 3);
    *pinned = managed[2] = 0;
    LAUNCHED(add<<<2, 50>>>(device));
    LAUNCHED(add<<<2, 50>>>(pinned));
    LAUNCHED(add<<<2, 50>>>(managed + 2));
    cudaMemcpy(&h, device, 1, cudaMemcpyDeviceToHost);
    printf("%d %d %d\n", h, *pinned, managed[2]);
    cudaMalloc(&words, 100 * sizeof(int));
    LAUNCHED(store<<<1, 1>>>(words, 100)); // the 512 bytes have 128 words
    LAUNCHED(store<<<1, 1>>>(words, 127));
    LAUNCHED(store<<<1, 1>>>(words, 1 << 28));
    return 0;
}

/* EXPECT
add<<<2, 50>>>(device): ok, ok
add<<<2, 50>>>(pinned): ok, ok
add<<<2, 50>>>(managed + 2): ok, ok
100 100 100
store<<<1, 1>>>(words, 100): ok, ok
store<<<1, 1>>>(words, 127): ok, ok
store<<<1, 1>>>(words, 1 << 28): ok, IllegalAddress
END */
