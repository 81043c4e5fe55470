// EXPECT memory.pitch.right: did not come from the device
// FIRST did not come from the device
//
// A kernel stores to the result in pinned memory. Then the host computes the result there.
#define picture_edges sound_picture_edges
#include "../solutions/10_memory/memory.cu"
#undef picture_edges

__global__ void stores(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, v = i;
    if (i < n) {
        for (int k = 0; k < 8; k++)
            v = v * 3 + out[i];
        out[i] = v;
    }
}

extern "C" void picture_edges(int *out, const int *picture, int stride, int left, int top,
                              int width, int height)
{
    if (width == 0 || height == 0)
        return;
    stores<<<ceil_div(width * height, 256), 256>>>(out, width * height);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            const int *p = picture + (size_t)(top + y) * stride + left + x;
            out[y * width + x] = y ? (int)((unsigned)p[0] - (unsigned)p[-stride]) : p[0];
        }
}
