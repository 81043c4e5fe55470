// EXPECT patterns.stencil.safe: streamcheck
//
// Each launch has a stream of its own, and nothing makes the second one wait.
#define stencil_two sound_two
#include "../solutions/01_patterns/patterns.cu"
#undef stencil_two

extern "C" void stencil_two(float *out, float *half, const float *in, int rows, int cols)
{
    if (rows == 0 || cols == 0)
        return;
    dim3 block(PATTERN_X, PATTERN_Y);
    dim3 grid(ceil_div(cols, PATTERN_X), ceil_div(rows, PATTERN_Y));
    cudaStream_t first, second;
    CUDA_CHECK(cudaStreamCreate(&first));
    CUDA_CHECK(cudaStreamCreate(&second));
    step<<<grid, block, 0, first>>>(half, in, rows, cols);
    step<<<grid, block, 0, second>>>(out, half, rows, cols);
    CUDA_CHECK(cudaStreamSynchronize(first));
    CUDA_CHECK(cudaStreamSynchronize(second));
    CUDA_CHECK(cudaStreamDestroy(first));
    CUDA_CHECK(cudaStreamDestroy(second));
    CUDA_CHECK(cudaGetLastError());
}
