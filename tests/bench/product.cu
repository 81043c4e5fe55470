// product.cu - how long a half product of 1024 x 1024 x 1024 by wgmma takes in the simulator: the open
// part of lab 16, as the course has it.
//
//   nvcc -O2 -gencode arch=compute_90a,code=compute_90a -Icommon -cudart shared \
//       -o build/product tests/bench/product.cu
//   time build/cudasim --counters build/product.json build/product
#include "../../solutions/16_tensor_cores/fastest.cu"

#include <vector>

int main()
{
    const int n = 1024;
    std::vector<unsigned short> ones(n * n, 0x3c00);
    unsigned short *a, *b;
    float *c, last;
    CUDA_CHECK(cudaMalloc(&a, n * n * sizeof *a));
    CUDA_CHECK(cudaMalloc(&b, n * n * sizeof *b));
    CUDA_CHECK(cudaMalloc(&c, n * n * sizeof *c));
    CUDA_CHECK(cudaMemcpy(a, ones.data(), n * n * sizeof *a, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(b, ones.data(), n * n * sizeof *b, cudaMemcpyHostToDevice));
    half_product_fastest(c, a, b, n, n, n);
    CUDA_CHECK(cudaMemcpy(&last, c + n * n - 1, sizeof last, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(a));
    CUDA_CHECK(cudaFree(b));
    CUDA_CHECK(cudaFree(c));
    printf("%g\n", last);
    return last != n;
}
