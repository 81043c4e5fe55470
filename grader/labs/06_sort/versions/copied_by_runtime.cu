// EXPECT full marks
//
// Copies from device to device in place of a kernel; pairs in a loop over the grid; a single run is
// copied by the runtime.
#define sort_odd_even_int sound_odd_even_int
#define sort_odd_even_pair sound_odd_even_pair
#define sort_bitonic_int sound_bitonic_int
#define sort_bitonic_pair sound_bitonic_pair
#define sort_merge_pass_int sound_merge_pass_int
#define sort_merge_pass_pair sound_merge_pass_pair
#include "../solutions/06_sort/sort.cu"
#undef sort_odd_even_int
#undef sort_odd_even_pair
#undef sort_bitonic_int
#undef sort_bitonic_pair
#undef sort_merge_pass_int
#undef sort_merge_pass_pair

template <typename T>
__global__ void pairs_of_grid(T *items, int n, int first)
{
    for (int k = blockIdx.x * blockDim.x + threadIdx.x; first + 2 * k + 1 < n;
         k += gridDim.x * blockDim.x) {
        T *two = items + first + 2 * k;
        if (before(two[1], two[0])) {
            T t = two[0];
            two[0] = two[1];
            two[1] = t;
        }
    }
}

template <typename T>
void odd_even_here(T *out, const T *in, int n)
{
    CUDA_CHECK(cudaMemcpy(out, in, n * sizeof(T), cudaMemcpyDeviceToDevice));
    if (n < 2)
        return;
    for (int pass = 0; pass < (n + 1) / 2; pass++) {
        pairs_of_grid<<<min(ceil_div(n / 2, 128), 1024), 128>>>(out, n, 0);
        if (2 * pass + 1 < n)
            pairs_of_grid<<<min(ceil_div(n / 2, 128), 1024), 128>>>(out, n, 1);
    }
}

template <typename T>
void bitonic_here(T *out, const T *in, int n)
{
    if (n == 0)
        return;
    CUDA_CHECK(cudaMemcpyAsync(out, in, n * sizeof(T), cudaMemcpyDeviceToDevice, 0));
    int tiles = (n - 1) / PAIR + 1;
    bitonic_tile<T><<<tiles, BLOCK>>>(out, n, true);
    for (long long merged = 2 * PAIR; merged < 2ll * n; merged <<= 1) {
        for (int width = (int)merged; width >= 2 * PAIR; width >>= 1) {
            int groups = (n + width - 1) / width;
            bitonic_step<T><<<groups * (width / PAIR), BLOCK>>>(out, n, width, width == merged);
        }
        bitonic_tile<T><<<tiles, BLOCK>>>(out, n, false);
    }
    CUDA_CHECK(cudaDeviceSynchronize());
}

template <typename T>
void merge_pass_here(T *out, const T *in, int width, int n)
{
    if (n <= width) {
        CUDA_CHECK(cudaMemcpy(out, in, n * sizeof(T), cudaMemcpyDeviceToDevice));
        return;
    }
    merge_pass<T><<<(n + TILE - 1) / TILE, BLOCK>>>(out, in, width, n);
    CUDA_CHECK(cudaGetLastError());
}

extern "C" void sort_odd_even_int(int *out, const int *in, int n)
{
    odd_even_here(out, in, n);
}

extern "C" void sort_odd_even_pair(SortPair *out, const SortPair *in, int n)
{
    odd_even_here(out, in, n);
}

extern "C" void sort_bitonic_int(int *out, const int *in, int n)
{
    bitonic_here(out, in, n);
}

extern "C" void sort_bitonic_pair(SortPair *out, const SortPair *in, int n)
{
    bitonic_here(out, in, n);
}

extern "C" void sort_merge_pass_int(int *out, const int *in, int width, int n)
{
    merge_pass_here(out, in, width, n);
}

extern "C" void sort_merge_pass_pair(SortPair *out, const SortPair *in, int width, int n)
{
    merge_pass_here(out, in, width, n);
}
