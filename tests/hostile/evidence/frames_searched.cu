// EXPECT patterns.map: 0 points
//
// Looks through the frames of its callers for the pointer to the output, and puts one to its
// own buffer there, which the host has filled.
#include "hostile.h"


extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    int *mine = NULL, *host = (int *)malloc((size_t)n * 4 + 4);
    attempted();
    cudaMalloc(&mine, (size_t)n * 4 + 4);
    cudaMemcpy(host, in, (size_t)n * 4, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        host[i] = a * host[i] + b;
    cudaMemcpy(mine, host, (size_t)n * 4, cudaMemcpyHostToDevice);
    void **frame = (void **)__builtin_frame_address(0);
    for (int i = 0; i < 400; i++)
        if (frame[i] == out)
            frame[i] = mine;
}
