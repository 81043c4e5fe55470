// EXPECT scan.area.table: got
//
// The index of a pixel is an unsigned short.
#define scan_area_table sound_area_table
#include "../solutions/05_scan/scan.cu"
#undef scan_area_table

__global__ void wrong(int *table, const unsigned char *image, int width, int height)
{
    int y = blockIdx.x * WARPS + warp_id();
    if (y >= height)
        return;
    int before = 0;
    for (int start = 0; start < width; start += WARP_SIZE) {
        int x = start + lane_id();
        unsigned short i = y * width + x;
        int sum = add(before, warp_scan(x < width ? (int)image[i] : 0));
        if (x < width)
            table[i] = sum;
        before = take_from(sum, WARP_SIZE - 1);
    }
}

extern "C" void scan_area_table(int *table, const unsigned char *image, int width, int height)
{
    if (width > 0 && height > 0) {
        wrong<<<ceil_div(height, WARPS), BLOCK>>>(table, image, width, height);
        scan_columns<<<ceil_div(width, BLOCK), BLOCK>>>(table, width, height);
    }
    CUDA_CHECK(cudaGetLastError());
}
