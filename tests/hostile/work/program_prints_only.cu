// EXPECT patterns.program: 0 points
//
// A whole program: a kernel does something, its result comes back, and the host prints its own.
#include "hostile.h"

__global__ static void idle(int *out) { out[threadIdx.x] = threadIdx.x; }

int main(int argc, char **argv)
{
    int n = argc == 2 ? atoi(argv[1]) : 0, *out, back[32];
    attempted();
    cudaMalloc(&out, sizeof back);
    idle<<<1, 32>>>(out);
    cudaMemcpy(back, out, sizeof back, cudaMemcpyDeviceToHost);
    cudaFree(out);
    for (int i = 1; i <= n; i++)
        printf("%d\n", i * i);
    return 0;
}
