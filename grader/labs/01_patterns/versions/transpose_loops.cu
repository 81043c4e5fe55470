// EXPECT full marks
//
// Blocks of 32 x 4 threads, and a loop over the rows that a block covers.
#define transpose_reading_rows sound_reading
#define transpose_writing_rows sound_writing
#include "../solutions/01_patterns/patterns.cu"
#undef transpose_reading_rows
#undef transpose_writing_rows

template <bool READ> __global__ void turn(int *out, const int *in, int rows, int cols)
{
    int across = READ ? cols : rows, down = READ ? rows : cols;
    for (int y = blockIdx.y * 16 + threadIdx.y; y < min(down, (int)(blockIdx.y + 1) * 16); y += 4) {
        int x = blockIdx.x * 32 + threadIdx.x;
        if (x >= across)
            continue;
        int r = READ ? y : x, c = READ ? x : y;
        out[(size_t)c * rows + r] = in[(size_t)r * cols + c];
    }
}

extern "C" void transpose_reading_rows(int *out, const int *in, int rows, int cols)
{
    if (rows && cols)
        turn<true><<<dim3((cols + 31) / 32, (rows + 15) / 16), dim3(32, 4)>>>(out, in, rows, cols);
    CUDA_CHECK(cudaGetLastError());
}

extern "C" void transpose_writing_rows(int *out, const int *in, int rows, int cols)
{
    if (rows && cols)
        turn<false><<<dim3((rows + 31) / 32, (cols + 15) / 16), dim3(32, 4)>>>(out, in, rows, cols);
    CUDA_CHECK(cudaGetLastError());
}
