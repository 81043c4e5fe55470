// EXPECT debugging.fire.right: want
//
// The last tree of a short tile looks at a tree that does not exist, and has heat 0.
#define debug_fire sound_debug_fire
#include "../solutions/15_debugging/debugging.cu"
#undef debug_fire

__global__ void fire_beyond(int *out, const int *in, int n, int rounds)
{
    __shared__ int heat[BLOCK];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    heat[t] = i < n ? in[i] : 0;
    for (int round = 0; round < rounds; round++) {
        __syncthreads();
        int most = heat[t];
        if (t > 0)
            most = max(most, heat[t - 1]);
        if (t + 1 < BLOCK)
            most = max(most, heat[t + 1]);
        __syncthreads();
        heat[t] = most;
    }
    if (i < n)
        out[i] = heat[t]; // WRONG
}

extern "C" void debug_fire(int *out, const int *in, int n, int rounds)
{
    if (n > 0)
        fire_beyond<<<ceil_div(n, BLOCK), BLOCK>>>(out, in, n, rounds);
    CUDA_CHECK(cudaGetLastError());
}
