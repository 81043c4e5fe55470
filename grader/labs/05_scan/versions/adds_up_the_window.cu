// EXPECT scan.area.corners: load requests per warp
//
// Every pixel of the window is loaded from the table, and added.
#define scan_box_filter sound_box_filter
#include "../solutions/05_scan/scan.cu"
#undef scan_box_filter

__global__ void wrong(unsigned char *out, const int *table, int width, int height, int radius)
{
    int x = blockIdx.x * BLOCK + threadIdx.x;
    int y = blockIdx.y;
    if (x >= width)
        return;
    int x0 = max(x - radius, 0), x1 = min(x + radius, width - 1);
    int y0 = max(y - radius, 0), y1 = min(y + radius, height - 1);
    int sum = 0, area = (x1 - x0 + 1) * (y1 - y0 + 1);
    for (int j = y0; j <= y1; j++)
        for (int i = x0; i <= x1; i++)
            sum += corner(table, width, i, j) - corner(table, width, i - 1, j) -
                   corner(table, width, i, j - 1) + corner(table, width, i - 1, j - 1);
    out[y * width + x] = (unsigned char)((sum + area / 2) / area);
}

extern "C" void scan_box_filter(unsigned char *out, const int *table, int width, int height,
                                int radius)
{
    dim3 grid(ceil_div(width, BLOCK), height);
    if (width > 0 && height > 0)
        wrong<<<grid, BLOCK>>>(out, table, width, height, radius);
    CUDA_CHECK(cudaGetLastError());
}
