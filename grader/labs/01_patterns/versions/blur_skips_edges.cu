// EXPECT patterns.blur.right: near the edges
//
// Pixels beyond the edges are left out; the nearest pixel of the edge should count again.
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
    int count = 0, sum = 0;
    for (int v = max(y - radius, 0); v <= min(y + radius, height - 1); v++)
        for (int u = max(x - radius, 0); u <= min(x + radius, width - 1); u++) {
            sum += in[v * width + u];
            count++;
        }
    out[y * width + x] = (sum + count / 2) / count;
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
