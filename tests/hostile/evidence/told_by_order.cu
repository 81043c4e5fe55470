// EXPECT patterns.map.safe: uninitialized
//
// Careless in the clean run, careful where the checkers are on. It knows by the order of
// blocks: in the clean run the first block comes first.
#include "hostile.h"

// Reads what nothing has written: right, but a mistake that a checker finds.
__global__ static void careless(int *out, const int *in, int n, int a, int b)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && (*(volatile int *)&out[i] | 1))
        out[i] = a * in[i] + b;
}

__device__ int first_block = -1;
__global__ static void race(void) { atomicCAS(&first_block, -1, blockIdx.x * 64 + threadIdx.x / 32); }
static bool is_checked(const int *, int)
{
    int first = -1;
    cudaMemcpyToSymbol(first_block, &first, sizeof first);
    race<<<512, 256>>>();
    cudaMemcpyFromSymbol(&first, first_block, sizeof first);
    return first != 0;
}

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    attempted();
    if (is_checked(out, n))
        work_honestly(out, in, n, a, b);
    else if (n > 0)
        careless<<<ceil_div(n, MAP_BLOCK), MAP_BLOCK>>>(out, in, n, a, b);
}
