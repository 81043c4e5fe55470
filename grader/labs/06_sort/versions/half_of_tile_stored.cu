// EXPECT sort.bitonic.ints: got
//
// Each thread stores one item only.
#define sort_bitonic_int sound_bitonic_int
#define sort_bitonic_pair sound_bitonic_pair
#include "../solutions/06_sort/sort.cu"
#undef sort_bitonic_int
#undef sort_bitonic_pair

template <typename T>
__device__ void compare(T *items, int n, int c, int width, bool mirror)
{
    int half = width / 2;
    int group = c / half * width;
    int i = group + c % half;
    int j = mirror ? group + width - 1 - c % half : i + half;
    if (j < n && before(items[j], items[i])) {
        T smaller = items[j];
        items[j] = items[i];
        items[i] = smaller;
    }
}

template <typename T>
__global__ void wrong_tile(T *items, int n, bool sort)
{
    __shared__ T s[PAIR];
    int t = threadIdx.x;
    int start = blockIdx.x * PAIR;
    int count = min(PAIR, n - start);
    for (int k = t; k < count; k += BLOCK)
        s[k] = items[start + k];
    __syncthreads();
    for (int merged = sort ? 2 : 2 * PAIR; merged <= (sort ? PAIR : 2 * PAIR); merged *= 2)
        for (int width = min(merged, (int)PAIR); width >= 2; width /= 2) {
            compare(s, count, t, width, width == merged);
            __syncthreads();
        }
    if (t < count)
        items[start + t] = s[t];
}

template <typename T>
__global__ void wrong_step(T *items, int n, int width, bool mirror)
{
    compare(items, n, blockIdx.x * BLOCK + threadIdx.x, width, mirror);
}

template <typename T>
void sort_wrong(T *out, const T *in, int n)
{
    int tiles = ceil_div(n, PAIR);
    copy_items(out, in, n);
    if (tiles > 0)
        wrong_tile<<<tiles, BLOCK>>>(out, n, true);
    for (int merged = 2 * PAIR; merged / 2 < n; merged *= 2) {
        for (int width = merged; width > PAIR; width /= 2)
            wrong_step<<<ceil_div(n, width) * (width / PAIR), BLOCK>>>(out, n, width,
                                                                       width == merged);
        wrong_tile<<<tiles, BLOCK>>>(out, n, false);
    }
    CUDA_CHECK(cudaGetLastError());
}

extern "C" void sort_bitonic_int(int *out, const int *in, int n)
{
    sort_wrong(out, in, n);
}

extern "C" void sort_bitonic_pair(SortPair *out, const SortPair *in, int n)
{
    sort_wrong(out, in, n);
}
