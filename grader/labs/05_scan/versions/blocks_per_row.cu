// EXPECT full marks
//
// A block per row with the scan of a block, columns in shared-memory tiles; the filter in blocks of
// two dimensions, with the sums in 64 bits.
#include <cub/block/block_scan.cuh>
#define scan_area_table sound_area_table
#define scan_box_filter sound_box_filter
#include "../solutions/05_scan/scan.cu"
#undef scan_area_table
#undef scan_box_filter

typedef cub::BlockScan<int, 128> RowScan;

__global__ void rows_by_blocks(int *table, const unsigned char *image, int width)
{
    __shared__ RowScan::TempStorage temp;
    const unsigned char *from = image + (size_t)blockIdx.x * width;
    int *to = table + (size_t)blockIdx.x * width, before = 0;
    for (int start = 0; start < width; start += 128) {
        int x = start + threadIdx.x, sum, all;
        RowScan(temp).InclusiveSum(x < width ? (int)from[x] : 0, sum, all);
        if (x < width)
            to[x] = before + sum;
        before += all;
        __syncthreads();
    }
}

__global__ void columns_by_grid(int *table, int width, int height)
{
    for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < width; x += gridDim.x * blockDim.x)
        for (int y = 1; y < height; y++)
            table[y * width + x] += table[(y - 1) * width + x];
}

extern "C" void scan_area_table(int *table, const unsigned char *image, int width, int height)
{
    if (width == 0 || height == 0)
        return;
    rows_by_blocks<<<height, 128>>>(table, image, width);
    columns_by_grid<<<ceil_div(width, 64), 64>>>(table, width, height);
    CUDA_CHECK(cudaGetLastError());
}

__global__ void box_2d(unsigned char *out, const int *__restrict__ table, int width, int height,
                       int radius)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    int left = max(0, x - radius) - 1, right = min(width - 1, x + radius);
    int top = max(0, y - radius) - 1, bottom = min(height - 1, y + radius);
    long long sum = table[bottom * width + right];
    if (left >= 0)
        sum -= table[bottom * width + left];
    if (top >= 0)
        sum -= table[top * width + right];
    if (left >= 0 && top >= 0)
        sum += table[top * width + left];
    long long area = (long long)(right - left) * (bottom - top);
    out[y * width + x] = (unsigned char)((2 * sum + area) / (2 * area));
}

extern "C" void scan_box_filter(unsigned char *out, const int *table, int width, int height,
                                int radius)
{
    dim3 block(32, 8), grid((width + 31) / 32, (height + 7) / 8);
    if (width * height > 0)
        box_2d<<<grid, block>>>(out, table, width, height, radius);
}
