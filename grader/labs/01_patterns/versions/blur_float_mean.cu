// EXPECT full marks
//
// The mean is computed in floats, and rounded by an intrinsic function.
#define gather_blur sound_blur
#include "../solutions/01_patterns/patterns.cu"
#undef gather_blur

__global__ void floats(unsigned char *out, const unsigned char *in, int width, int height,
                      int radius)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;

    int side = 2 * radius + 1;
    float sum = 0;
    for (int k = 0; k < side * side; k++) {
        int u = min(max(x + k % side - radius, 0), width - 1);
        int v = min(max(y + k / side - radius, 0), height - 1);
        sum += in[(size_t)v * width + u];
    }
    out[(size_t)y * width + x] = (unsigned char)__float2int_rn(sum / (side * side));
}

extern "C" void gather_blur(unsigned char *out, const unsigned char *in, int width, int height,
                            int radius)
{
    if (width == 0 || height == 0)
        return;
    dim3 block(PATTERN_X, PATTERN_Y);
    dim3 grid(ceil_div(width, PATTERN_X), ceil_div(height, PATTERN_Y));
    floats<<<grid, block>>>(out, in, width, height, radius);
    CUDA_CHECK(cudaGetLastError());
}
