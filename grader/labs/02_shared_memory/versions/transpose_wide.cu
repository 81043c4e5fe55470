// EXPECT full marks
//
// Four elements per lane and access, if the length of a row allows it: 16 sectors per request,
// and in total as many sectors as with one element per lane.
#define tile_transpose sound_transpose
#include "../solutions/02_shared_memory/shared_memory.cu"
#undef tile_transpose

__global__ void wide(int *out, const int *in, int rows, int cols)
{
    __shared__ int4 quads[DIM][DIM / 4];
    int *tile = (int *)quads;
    int t = threadIdx.y * DIM + threadIdx.x, line = t / 8, q = t % 8 * 4;
    int x = blockIdx.x * DIM + q, y = blockIdx.y * DIM + line;
    if (y < rows) {
        if (cols % 4 == 0 && x < cols)
            quads[line][q / 4] = *(const int4 *)&in[(size_t)y * cols + x];
        else
            for (int j = 0; j < 4 && x + j < cols; j++)
                tile[line * DIM + q + j] = in[(size_t)y * cols + x + j];
    }
    __syncthreads();
    x = blockIdx.y * DIM + q;
    y = blockIdx.x * DIM + line;
    if (y < cols) {
        if (rows % 4 == 0 && x < rows)
            *(int4 *)&out[(size_t)y * rows + x] =
                make_int4(tile[q * DIM + line], tile[(q + 1) * DIM + line],
                          tile[(q + 2) * DIM + line], tile[(q + 3) * DIM + line]);
        else
            for (int j = 0; j < 4 && x + j < rows; j++)
                out[(size_t)y * rows + x + j] = tile[(q + j) * DIM + line];
    }
}

extern "C" void tile_transpose(int *out, const int *in, int rows, int cols)
{
    dim3 grid(ceil_div(cols, DIM), ceil_div(rows, DIM)), block(DIM, ROWS);
    if (grid.x > 0 && grid.y > 0)
        wide<<<grid, block>>>(out, in, rows, cols);
}
