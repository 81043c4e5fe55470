// EXPECT full marks
//
// Only a tree that gets hotter is written.
#define fire sound_fire
#define debug_fire sound_debug_fire
#include "../solutions/15_debugging/debugging.cu"
#undef fire
#undef debug_fire

__global__ void fire(int *__restrict__ out, const int *__restrict__ in, int n, int rounds)
{
    __shared__ int heat[BLOCK];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    int end = min(BLOCK, n - blockIdx.x * BLOCK); // trees of this tile
    heat[t] = i < n ? in[i] : 0;
    for (int round = 0; round < rounds; round++) {
        __syncthreads();
        int most = heat[t];
        if (t > 0 && t < end)
            most = max(most, heat[t - 1]);
        if (t + 1 < end)
            most = max(most, heat[t + 1]);
        __syncthreads();
        if (most > heat[t])
            heat[t] = most;
    }
    if (i < n)
        out[i] = heat[t];
}

extern "C" void debug_fire(int *out, const int *in, int n, int rounds)
{
    if (n > 0)
        fire<<<ceil_div(n, BLOCK), BLOCK>>>(out, in, n, rounds);
    CUDA_CHECK(cudaGetLastError());
}
