// A launch that stops early reports the reason, once, in any order of the threads.
// args: a
// args: b
// expect: memcheck error (assertion) a "Assertion"
// args: c
// expect: memcheck error (assertion) b "executed a trap"
// expect: memcheck error (assertion) c "if the launch is not cooperative"
#include <cassert>
#include <cooperative_groups.h>

__global__ void asserts(int n)
{
    assert(threadIdx.x < n); // [a]
    __syncthreads();
}
__global__ void traps(int *d)
{
    if (threadIdx.x == 3)
        __trap(); // [b]
    __syncthreads();
    d[threadIdx.x] = 1;
}

__global__ void meets(int *d)
{
    cooperative_groups::this_grid().sync(); // [c]
    d[threadIdx.x] = 1;
}

int main(int argc, char **argv)
{
    int *d;
    cudaMalloc(&d, 256);
    if (argc > 1 && argv[1][0] == 'b')
        traps<<<2, 64>>>(d);
    else if (argc > 1 && argv[1][0] == 'c')
        meets<<<2, 64>>>(d);
    else
        asserts<<<2, 64>>>(40);
    cudaFree(d);
}
