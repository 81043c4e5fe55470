// EXPECT debugging.fire.safe: Barrier error detected
//
// Only the threads that have a tree wait for each other.
#define debug_fire sound_debug_fire
#include "../solutions/15_debugging/debugging.cu"
#undef debug_fire

__global__ void fire_in_branch(int *out, const int *in, int n, int rounds)
{
    __shared__ int heat[BLOCK];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    int end = min(BLOCK, n - blockIdx.x * BLOCK);
    if (t < end) {
        heat[t] = in[i];
        for (int round = 0; round < rounds; round++) {
            __syncthreads(); // WRONG
            int most = heat[t];
            if (t > 0)
                most = max(most, heat[t - 1]);
            if (t + 1 < end)
                most = max(most, heat[t + 1]);
            __syncthreads(); // WRONG
            heat[t] = most;
        }
        out[i] = heat[t];
    }
}

extern "C" void debug_fire(int *out, const int *in, int n, int rounds)
{
    if (n > 0)
        fire_in_branch<<<ceil_div(n, BLOCK), BLOCK>>>(out, in, n, rounds);
    CUDA_CHECK(cudaGetLastError());
}
