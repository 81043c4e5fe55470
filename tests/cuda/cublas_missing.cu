// cublas_missing.cu - calls of cuBLAS that the simulator's library does not have.
#include <cublas_v2.h>
#include <cstdio>

int main()
{
    cublasHandle_t h;
    float *a, x = 0;
    cublasCreate(&h);
    cudaMalloc(&a, 64);
    int packed = cublasStpsv(h, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_UNIT, 2, a, a, 1);
    int mixed = cublasGemmEx(h, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &x, a, CUDA_R_8I, 2, a,
                             CUDA_R_32F, 2, &x, a, CUDA_R_32F, 2, CUBLAS_COMPUTE_32F,
                             CUBLAS_GEMM_DEFAULT);
    printf("%d %d\n", packed, mixed);
    cudaFree(a);
    cublasDestroy(h);
    return 0;
}
