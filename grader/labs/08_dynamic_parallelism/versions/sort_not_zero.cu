// EXPECT dynamic_parallelism.quicksort.safe: Uninitialized
//
// The counters are not initialised.
#define nested_quicksort sound_nested_quicksort
#include "../solutions/08_dynamic_parallelism/dynamic_parallelism.cu"
#undef nested_quicksort

__global__ void wrong(int *data, int *spare, int n, int depth)
{
    __shared__ int smaller, larger;
    int t = threadIdx.x;
    if (n <= QUICK_SMALL || depth == QUICK_DEPTH) {
        sort_small(data, spare, n);
        return;
    }
    int pivot = pivot_of(data, n);
    __syncthreads();
    for (int i = t; i < n; i += QUICK_BLOCK) {
        int x = data[i];
        if (x < pivot)
            spare[atomicAdd(&smaller, 1)] = x;
        else if (x > pivot)
            spare[n - 1 - atomicAdd(&larger, 1)] = x;
    }
    __syncthreads();
    int left = smaller, right = n - larger;
    for (int i = t; i < n; i += QUICK_BLOCK)
        data[i] = i < left || i >= right ? spare[i] : pivot;
    __syncthreads();
    if (t == 0 && left > 1)
        wrong<<<1, QUICK_BLOCK, 0, cudaStreamFireAndForget>>>(data, spare, left, depth + 1);
    if (t == 0 && n - right > 1)
        wrong<<<1, QUICK_BLOCK, 0, cudaStreamFireAndForget>>>(data + right, spare + right,
                                                              n - right, depth + 1);
}

extern "C" void nested_quicksort(int *data, int n)
{
    int *spare;
    if (n == 0)
        return;
    CUDA_CHECK(cudaMalloc(&spare, n * sizeof *spare));
    room_for_launches(8192);
    wrong<<<1, QUICK_BLOCK>>>(data, spare, n, 0);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaFree(spare));
}
