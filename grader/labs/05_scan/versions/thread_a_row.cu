// EXPECT scan.area.coalesced: sectors loaded and stored
//
// One thread per row: the words of a warp's lanes are a whole row apart.
#define scan_area_table sound_area_table
#include "../solutions/05_scan/scan.cu"
#undef scan_area_table

__global__ void wrong(int *table, const unsigned char *image, int width, int height)
{
    int y = blockIdx.x * BLOCK + threadIdx.x, sum = 0;
    for (int x = 0; y < height && x < width; x++)
        table[y * width + x] = sum = add(sum, image[y * width + x]);
}

extern "C" void scan_area_table(int *table, const unsigned char *image, int width, int height)
{
    if (width > 0 && height > 0) {
        wrong<<<ceil_div(height, BLOCK), BLOCK>>>(table, image, width, height);
        scan_columns<<<ceil_div(width, BLOCK), BLOCK>>>(table, width, height);
    }
    CUDA_CHECK(cudaGetLastError());
}
