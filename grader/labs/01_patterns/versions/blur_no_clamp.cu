// EXPECT patterns.blur.safe: Invalid __global__ read
//
// Reads beyond the edges: mostly pixels of the next row, and bytes before and after the
// picture.
#define gather_blur sound_blur
#include "../solutions/01_patterns/patterns.cu"
#undef gather_blur

__global__ void wrong(unsigned char *out, const unsigned char *in, int width, int height,
                      int radius)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    int area = (2 * radius + 1) * (2 * radius + 1), sum = 0;
    for (int dy = -radius; dy <= radius; dy++)
        for (int dx = -radius; dx <= radius; dx++)
            sum += in[(y + dy) * width + x + dx];
    out[y * width + x] = (sum + area / 2) / area;
}

extern "C" void gather_blur(unsigned char *out, const unsigned char *in, int width, int height,
                            int radius)
{
    if (width == 0 || height == 0)
        return;
    dim3 block(PATTERN_X, PATTERN_Y);
    dim3 grid(ceil_div(width, PATTERN_X), ceil_div(height, PATTERN_Y));
    wrong<<<grid, block>>>(out, in, width, height, radius);
    CUDA_CHECK(cudaGetLastError());
}
