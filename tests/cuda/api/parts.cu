// NVCC: -rdc=true
// WITH: parts_other.cu
// Separate compilation: kernels, variables and device functions of one program
// in two files.
#include "api.h"

extern __device__ int shared_variable;
__device__ int twice(int x);
void launch_other(int *p);

__global__ void here(int *p) { *p = twice(shared_variable); }

int main()
{
    int *d, h = 0, v = 21;
    SHOW(cudaMalloc(&d, 4));
    SHOW(cudaMemcpyToSymbol(shared_variable, &v, sizeof v));
    here<<<1, 1>>>(d);
    SHOW(cudaMemcpy(&h, d, 4, cudaMemcpyDefault));
    printf("%d\n", h);
    launch_other(d);
    SHOW(cudaMemcpy(&h, d, 4, cudaMemcpyDefault));
    printf("%d\n", h);
}

/* EXPECT
cudaMalloc(&d, 4): ok
cudaMemcpyToSymbol(shared_variable, &v, sizeof v): ok
cudaMemcpy(&h, d, 4, cudaMemcpyDefault): ok
42
cudaMemcpy(&h, d, 4, cudaMemcpyDefault): ok
43
END */
