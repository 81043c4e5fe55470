// An atomic on one byte exchanges the word around the byte. If only the byte was asked for, that is
// an access out of bounds; the program goes on as it would without a checker. Behind the granule
// nothing can be exchanged: a loop that waits for its success does not run for ever.
// CUDASIM: --destroy-on-device-error kernel
// expect: memcheck error (out_of_bounds) l "Invalid __global__ read of size 4 bytes"
// expect: memcheck error (out_of_bounds) a "Invalid __global__ atomic of size 4 bytes"
// expect: memcheck error (out_of_bounds) f "Invalid __global__ atomic of size 4 bytes"
#include <cstdio>
#include <cstdlib>

__global__ void add(unsigned char *byte, unsigned *result)
{
    unsigned *word = (unsigned *)byte, old = *(volatile unsigned *)word, seen; // [l]
    while ((seen = atomicCAS(word, old, (old & ~0xff) | ((old + 1) & 0xff))) != old) // [a]
        old = seen;
    atomicAdd(result, old & 0xff);
}

__global__ void far_away(unsigned *word)
{
    while (atomicCAS(word, 1, 2) != 1) // [f]
        ;
}

int main()
{
    unsigned char *byte, *pinned;
    unsigned *result, h;
    cudaMalloc(&byte, 1);
    cudaMemset(byte, 0, 1);
    cudaMallocHost(&pinned, 1);
    *pinned = 0;
    cudaMallocManaged(&result, 4);
    *result = 0;
    add<<<1, 10>>>(byte, result);
    add<<<1, 10>>>(pinned, result);
    cudaDeviceSynchronize();
    if (*result != 90 || *pinned != 10)
        abort();
    far_away<<<1, 1>>>((unsigned *)byte + 500);
    cudaDeviceSynchronize();
    cudaFree(byte);
}
