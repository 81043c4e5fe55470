// EXPECT dynamic_parallelism.grid.launches: child grids
//
// Each block launches for itself, as in part 3.
#define reduce_nested_grid sound_reduce_nested_grid
#include "../solutions/08_dynamic_parallelism/dynamic_parallelism.cu"
#undef reduce_nested_grid

static void launch_wrong(int *sum, int *data, int n, int blocks, int size)
{
    room_for_launches((size_t)blocks * 16);
    nested_tail<<<blocks, size>>>(sum, data, n);
    CUDA_CHECK(cudaGetLastError());
}

extern "C" void reduce_nested_grid(int *sum, const int *in, int n, int size)
{
    reduce_copy(launch_wrong, sum, in, n, size);
}
