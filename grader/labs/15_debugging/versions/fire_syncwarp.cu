// EXPECT debugging.fire.right: Race reported between
//
// A barrier for a warp, where warps have to wait for each other.
#define debug_fire sound_debug_fire
#include "../solutions/15_debugging/debugging.cu"
#undef debug_fire

__global__ void wrong(int *out, const int *in, int n, int rounds)
{
    __shared__ int heat[BLOCK];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    int end = min(BLOCK, n - blockIdx.x * BLOCK);
    heat[t] = i < n ? in[i] : 0;
    for (int round = 0; round < rounds; round++) {
        __syncthreads();
        int most = heat[t];
        if (t > 0 && t < end)
            most = max(most, heat[t - 1]); // WRONG
        if (t + 1 < end)
            most = max(most, heat[t + 1]); // WRONG
        __syncwarp();
        heat[t] = most; // WRONG
    }
    if (i < n)
        out[i] = heat[t];
}

extern "C" void debug_fire(int *out, const int *in, int n, int rounds)
{
    if (n > 0)
        wrong<<<ceil_div(n, BLOCK), BLOCK>>>(out, in, n, rounds);
    CUDA_CHECK(cudaGetLastError());
}
