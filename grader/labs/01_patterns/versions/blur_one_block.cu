// EXPECT patterns.blur.rows: busiest thread
//
// One block goes through the whole picture.
#define gather_blur sound_blur
#include "../solutions/01_patterns/patterns.cu"
#undef gather_blur

__global__ void wrong(unsigned char *out, const unsigned char *in, int width, int height,
                      int radius)
{
    int area = (2 * radius + 1) * (2 * radius + 1);
    for (int y = threadIdx.y; y < height; y += blockDim.y)
        for (int x = threadIdx.x; x < width; x += blockDim.x) {
            int sum = 0;
            for (int dy = -radius; dy <= radius; dy++)
                for (int dx = -radius; dx <= radius; dx++)
                    sum += in[clamp_index(y + dy, height) * width + clamp_index(x + dx, width)];
            out[y * width + x] = (sum + area / 2) / area;
        }
}

extern "C" void gather_blur(unsigned char *out, const unsigned char *in, int width, int height,
                            int radius)
{
    if (width == 0 || height == 0)
        return;
    dim3 block(PATTERN_X, PATTERN_Y);
    dim3 grid(1);
    wrong<<<grid, block>>>(out, in, width, height, radius);
    CUDA_CHECK(cudaGetLastError());
}
