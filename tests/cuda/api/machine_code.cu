// NVCC: -gencode arch=compute_90,code=sm_90
// STDERR: a module cannot be loaded
// A program with machine code and without PTX cannot run, and a message says this.
#include "api.h"

__device__ int variable;
__global__ void empty() {}

int main()
{
    int *d;
    SHOW(cudaMalloc(&d, 4));
    LAUNCHED(empty<<<1, 1>>>());
    SHOW(cudaMemcpyToSymbol(variable, &d, 4));
}

/* EXPECT
cudaMalloc(&d, 4): ok
empty<<<1, 1>>>(): NoKernelImageForDevice, ok
cudaMemcpyToSymbol(variable, &d, 4): NoKernelImageForDevice
END */
