// EXPECT full marks
//
// One pitched allocation of twice the height, asynchronous copies in a stream.
#define picture_edges sound_picture_edges
#include "../solutions/10_memory/memory.cu"
#undef picture_edges

extern "C" void picture_edges(int *out, const int *picture, int stride, int left, int top, int width,
                              int height)
{
    if (width <= 0 || height <= 0)
        return;
    cudaStream_t stream;
    CUDA_CHECK(cudaStreamCreate(&stream));
    char *both;
    size_t pitch, row = width * sizeof(int);
    CUDA_CHECK(cudaMallocPitch(&both, &pitch, row, 2 * (size_t)height));
    int *from = (int *)both, *to = (int *)(both + pitch * height);
    CUDA_CHECK(cudaMemcpy2DAsync(from, pitch, &picture[(size_t)top * stride + left],
                                 stride * sizeof(int), row, height, cudaMemcpyDefault, stream));
    dim3 block(64, 4);
    subtract_above<<<dim3(ceil_div(width, 64), ceil_div(height, 4)), block, 0, stream>>>(
        to, from, pitch, width, height);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy2DAsync(out, row, to, pitch, row, height, cudaMemcpyDefault, stream));
    CUDA_CHECK(cudaStreamSynchronize(stream));
    CUDA_CHECK(cudaStreamDestroy(stream));
    CUDA_CHECK(cudaFree(both));
}
