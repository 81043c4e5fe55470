// A finding of memcheck does not always end the program: later accesses are checked, too.
// CUDASIM: --tool memcheck --destroy-on-device-error kernel
// NVCC: -lineinfo
// STDERR: forgiven.cu:11
#include "api.h"

__device__ int x;

__global__ void misaligned()
{
    *(int *)((char *)&x + 1) = 42;
}
__device__ __noinline__ void far_away(int *p)
{
    *p = 42;
}
__global__ void outside(int *p)
{
    far_away(p);
}
__global__ void fine(int *p) { *p = 5; }
__global__ void trap() { __trap(); }

int main()
{
    int *p, h = 0;
    SHOW(cudaMalloc(&p, 4));
    LAUNCHED(misaligned<<<1, 1>>>());
    LAUNCHED(outside<<<1, 1>>>(p + 1));
    LAUNCHED(fine<<<1, 1>>>(p));
    SHOW(cudaMemcpy(&h, p, 4, cudaMemcpyDeviceToHost));
    printf("%d\n", h);
    SHOW(cudaFree(p));
    LAUNCHED(trap<<<1, 1>>>());
    return 0;
}

/* EXPECT
cudaMalloc(&p, 4): ok
misaligned<<<1, 1>>>(): ok, ok
outside<<<1, 1>>>(p + 1): ok, ok
fine<<<1, 1>>>(p): ok, ok
cudaMemcpy(&h, p, 4, cudaMemcpyDeviceToHost): ok
5
cudaFree(p): ok
trap<<<1, 1>>>(): ok, LaunchFailure
END */
