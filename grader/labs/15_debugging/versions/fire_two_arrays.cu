// EXPECT full marks
//
// Two arrays in turn: a round reads one and writes the other.
#define debug_fire sound_debug_fire
#include "../solutions/15_debugging/debugging.cu"
#undef debug_fire

__global__ void in_turn(int *out, const int *in, int n, int rounds)
{
    __shared__ int heat[2][BLOCK];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t, now = 0;
    int end = min(BLOCK, n - blockIdx.x * BLOCK);
    heat[0][t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int round = 0; round < rounds; round++, now = 1 - now) {
        int left = t > 0 && t < end ? heat[now][t - 1] : heat[now][t];
        int right = t + 1 < end ? heat[now][t + 1] : heat[now][t];
        heat[1 - now][t] = max(heat[now][t], max(left, right));
        __syncthreads();
    }
    if (i < n)
        out[i] = heat[now][t];
}

extern "C" void debug_fire(int *out, const int *in, int n, int rounds)
{
    if (n > 0)
        in_turn<<<ceil_div(n, BLOCK), BLOCK>>>(out, in, n, rounds);
    CUDA_CHECK(cudaGetLastError());
}
