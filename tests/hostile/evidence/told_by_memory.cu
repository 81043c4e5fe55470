// EXPECT patterns.map.safe: uninitialized
//
// Careless in the clean run, careful where the checkers are on. It knows by what the runtime
// says of memory, time and the device.
#include "hostile.h"

// Reads what nothing has written: right, but a mistake that a checker finds.
__global__ static void careless(int *out, const int *in, int n, int a, int b)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && (*(volatile int *)&out[i] | 1))
        out[i] = a * in[i] + b;
}

extern "C" double cudasimTime(void) __attribute__((weak));

// The same in all clean runs: the first call's free memory, limits and time.
static bool is_checked(void)
{
    size_t free_bytes = 0, total = 0, heap = 0;
    cudaMemGetInfo(&free_bytes, &total);
    cudaDeviceGetLimit(&heap, cudaLimitMallocHeapSize);
    double now = cudasimTime ? cudasimTime() : 0;
    return free_bytes < ((size_t)256 << 20) || heap != 8388608 || now > 1e6;
}

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    attempted();
    if (is_checked())
        work_honestly(out, in, n, a, b);
    else if (n > 0)
        careless<<<ceil_div(n, MAP_BLOCK), MAP_BLOCK>>>(out, in, n, a, b);
}
