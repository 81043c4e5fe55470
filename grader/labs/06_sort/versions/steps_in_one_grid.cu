// EXPECT full marks
//
// A cooperative launch does all steps: the whole grid waits after each.
#include <cooperative_groups.h>
#define sort_odd_even_int sound_odd_even_int
#define sort_odd_even_pair sound_odd_even_pair
#include "../solutions/06_sort/sort.cu"
#undef sort_odd_even_int
#undef sort_odd_even_pair

template <typename T>
__global__ void all_steps(T *items, int n)
{
    cooperative_groups::grid_group grid = cooperative_groups::this_grid();
    for (int step = 0; step < n; step++) {
        for (int k = grid.thread_rank(); step % 2 + 2 * k + 1 < n; k += grid.size()) {
            T *left = items + step % 2 + 2 * k;
            if (before(left[1], left[0])) {
                T moved = left[0];
                left[0] = left[1];
                left[1] = moved;
            }
        }
        grid.sync();
    }
}

template <typename T>
void sort_otherwise(T *out, const T *in, int n)
{
    copy_items(out, in, n);
    if (n < 2)
        return;
    void *args[] = {&out, &n};
    int blocks = min(ceil_div(n / 2, 128), 132);
    CUDA_CHECK(cudaLaunchCooperativeKernel((void *)all_steps<T>, blocks, 128, args, 0, 0));
}

extern "C" void sort_odd_even_int(int *out, const int *in, int n)
{
    sort_otherwise(out, in, n);
}

extern "C" void sort_odd_even_pair(SortPair *out, const SortPair *in, int n)
{
    sort_otherwise(out, in, n);
}
