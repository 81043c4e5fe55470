// NVCC: -rdc=true
// WITH: parts_other.cu
// Separate compilation: kernels, variables and device functions of one program
// in two files.
#include "api.h"

extern __device__ int shared_variable;
extern __constant__ double table[5];
__constant__ char letter;
__device__ int twice(int x);
void launch_other(int *p);

__global__ void here(int *p) { *p = twice(shared_variable) + letter + (int)table[4]; }

int main()
{
    int *d, h = 0, v = 21;
    SHOW(cudaMalloc(&d, 4));
    SHOW(cudaMemcpyToSymbol(shared_variable, &v, sizeof v));
    here<<<1, 1>>>(d);
    SHOW(cudaMemcpy(&h, d, 4, cudaMemcpyDefault));
    printf("%d\n", h);
    cudaFuncAttributes a; // constants of the whole program, in the order of its files
    SHOW(cudaFuncGetAttributes(&a, here));
    printf("%zu bytes of constants\n", a.constSizeBytes);
    launch_other(d);
    SHOW(cudaMemcpy(&h, d, 4, cudaMemcpyDefault));
    printf("%d\n", h);
}

/* EXPECT
cudaMalloc(&d, 4): ok
cudaMemcpyToSymbol(shared_variable, &v, sizeof v): ok
cudaMemcpy(&h, d, 4, cudaMemcpyDefault): ok
42
cudaFuncGetAttributes(&a, here): ok
48 bytes of constants
cudaMemcpy(&h, d, 4, cudaMemcpyDefault): ok
43
END */
