// EXPECT patterns.blur.right: never written
//
// The grid has no block for the last columns and rows.
#define gather_blur sound_blur
#include "../solutions/01_patterns/patterns.cu"
#undef gather_blur

extern "C" void gather_blur(unsigned char *out, const unsigned char *in, int width, int height,
                            int radius)
{
    if (width == 0 || height == 0)
        return;
    dim3 block(PATTERN_X, PATTERN_Y);
    dim3 grid(max(width / PATTERN_X, 1), max(height / PATTERN_Y, 1));
    blur<<<grid, block>>>(out, in, width, height, radius);
    CUDA_CHECK(cudaGetLastError());
}
