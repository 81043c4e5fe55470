// EXPECT full marks
//
// Each side in a stream of the kernel's own, places taken for a whole warp at a time, and
// sort_small with a copy in shared memory where the piece fits.
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
        unsigned active = __activemask(), less = __match_any_sync(active, x < pivot ? -1 : x > pivot);
        int lane = t % 32, first = __ffs(less) - 1, before = __popc(less & ((1u << lane) - 1)), at = 0;
        if (x == pivot)
            continue;
        if (lane == first)
            at = atomicAdd(x < pivot ? &smaller : &larger, __popc(less));
        at = __shfl_sync(less, at, first) + before;
        spare[x < pivot ? at : n - 1 - at] = x;
    }
    __syncthreads();
    int left = smaller, right = n - larger; // between them: elements equal to the pivot
    for (int i = t; i < n; i += QUICK_BLOCK)
        data[i] = i < left || i >= right ? spare[i] : pivot;
    __syncthreads(); // the piece is complete before thread 0 launches
    if (t != 0)
        return;
    cudaStream_t side[2];
    for (int i = 0; i < 2; i++) {
        int from = i ? right : 0, length = i ? n - right : left;
        if (length < 2)
            continue;
        cudaStreamCreateWithFlags(&side[i], cudaStreamNonBlocking);
        quicksort<<<1, QUICK_BLOCK, 0, side[i]>>>(data + from, spare + from, length, depth + 1);
        cudaStreamDestroy(side[i]);
    }
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
