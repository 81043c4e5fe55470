// EXPECT debugging.list.right: has been freed before the copy
//
// The old memory is freed before it is copied.
#define debug_list sound_debug_list
#include "../solutions/15_debugging/debugging.cu"
#undef debug_list

static void grow_other(List *list)
{
    int *larger;
    CUDA_CHECK(cudaFree(list->data)); // WRONG
    CUDA_CHECK(cudaMalloc(&larger, 2 * list->room * sizeof *larger));
    size_t bytes = list->size * sizeof *larger;
    CUDA_CHECK(cudaMemcpy(larger, list->data, bytes, cudaMemcpyDeviceToDevice)); // WRONG
    list->data = larger;
    list->room *= 2;
}

extern "C" void debug_list(int *out, const int *in, int n)
{
    List list = {NULL, 0, DEBUG_ROOM};
    if (n == 0)
        return;
    CUDA_CHECK(cudaMalloc(&list.data, list.room * sizeof *list.data));
    for (int done = 0; done < n; done += DEBUG_ROOM) {
        int count = min(DEBUG_ROOM, n - done);
        if (list.size + count > list.room)
            grow_other(&list);
        append<<<ceil_div(count, BLOCK), BLOCK>>>(list.data + list.size, in + done, count);
        list.size += count;
    }
    differences<<<ceil_div(n, BLOCK), BLOCK>>>(out, list.data, list.data, n);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaFree(list.data));
}
