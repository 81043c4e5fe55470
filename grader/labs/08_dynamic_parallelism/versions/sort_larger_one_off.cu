// EXPECT dynamic_parallelism.quicksort.random: Uninitialized __
//
// The larger elements are stored one place too far to the right.
#define quicksort sound_quicksort
#define launch_quicksort sound_launch_quicksort
#define nested_quicksort sound_nested_quicksort
#include "../solutions/08_dynamic_parallelism/dynamic_parallelism.cu"
#undef quicksort
#undef launch_quicksort
#undef nested_quicksort

__global__ void quicksort(int *data, int *spare, int n, int depth)
{
    __shared__ int smaller, larger; // the number of such elements so far
    int t = threadIdx.x;
    if (n <= QUICK_SMALL || depth == QUICK_DEPTH) {
        sort_small(data, spare, n);
        return;
    }
    if (t == 0)
        smaller = larger = 0;
    int pivot = pivot_of(data, n);
    __syncthreads();
    for (int i = t; i < n; i += QUICK_BLOCK) {
        int x = data[i];
        if (x < pivot)
            spare[atomicAdd(&smaller, 1)] = x;
        else if (x > pivot)
            spare[n - atomicAdd(&larger, 1)] = x;
    }
    __syncthreads();
    int left = smaller, right = n - larger; // between them: elements equal to the pivot
    for (int i = t; i < n; i += QUICK_BLOCK)
        data[i] = i < left || i >= right ? spare[i] : pivot;
    __syncthreads(); // the piece is complete before thread 0 launches
    if (t == 0 && left > 1)
        quicksort<<<1, QUICK_BLOCK, 0, cudaStreamFireAndForget>>>(data, spare, left, depth + 1);
    if (t == 0 && n - right > 1)
        quicksort<<<1, QUICK_BLOCK, 0, cudaStreamFireAndForget>>>(data + right, spare + right,
                                                                 n - right, depth + 1);
}

void launch_quicksort(int *data, int *spare, int n)
{
    room_for_launches(8 * (size_t)ceil_div(n, QUICK_SMALL)); // twice the number of pieces
    quicksort<<<1, QUICK_BLOCK>>>(data, spare, n, 0);
    CUDA_CHECK(cudaGetLastError());
}

extern "C" void nested_quicksort(int *data, int n)
{
    int *spare;
    if (n == 0)
        return;
    CUDA_CHECK(cudaMalloc(&spare, n * sizeof *spare));
    launch_quicksort(data, spare, n);
    CUDA_CHECK(cudaFree(spare));
}
