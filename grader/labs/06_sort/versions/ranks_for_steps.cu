// EXPECT sort.odd_even.work: items really compared
//
// The place of an item is the number of smaller ones: n comparisons for each, with plain < and ==,
// and as many marks as the steps would set.
#define sort_odd_even_int sound_odd_even_int
#define sort_odd_even_pair sound_odd_even_pair
#include "../solutions/06_sort/sort.cu"
#undef sort_odd_even_int
#undef sort_odd_even_pair

template <typename T>
__global__ void ranks(T *out, const T *in, int n)
{
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK) {
        int place = 0;
        for (int k = 0; k < n; k++)
            place += key_of(in[k]) < key_of(in[i]) || (key_of(in[k]) == key_of(in[i]) && k < i);
        out[place] = in[i];
        for (int k = 0; k < i; k++)
            count_event(0);
    }
}

template <typename T>
void sort_by_ranks(T *out, const T *in, int n)
{
    if (n > 0)
        ranks<<<1, BLOCK>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
}

extern "C" void sort_odd_even_int(int *out, const int *in, int n)
{
    sort_by_ranks(out, in, n);
}

extern "C" void sort_odd_even_pair(SortPair *out, const SortPair *in, int n)
{
    sort_by_ranks(out, in, n);
}
