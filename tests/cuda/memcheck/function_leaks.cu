// What a function leaves behind when it returns. What it had before, or releases, is no leak.
// expect: memcheck error (leak) memory - "400 bytes of device memory (cudaMalloc). cudaFree() releases it"
// expect: memcheck error (leak) pinned - "100 bytes of pinned memory (cudaHostAlloc). cudaFreeHost() releases it"
// expect: memcheck error (leak) stream - "cudaStreamCreate. cudaStreamDestroy() releases it"
// expect: memcheck error (leak) event - "cudaEventCreate. cudaEventDestroy() releases it"
// expect: memcheck error (leak) heap - "malloc() in a kernel"
// expect: memcheck warning (leak) "Leaked 400 bytes"
// expect: memcheck warning (leak) "on the device heap"
extern "C" void cudasimFunctionBegins() __attribute__((weak));
extern "C" void cudasimFunctionReturns(const void *results, int n) __attribute__((weak));
extern "C" void cudasimSource(const char *file, int line) __attribute__((weak));
#define AT(call) (cudasimSource(__FILE__, __LINE__), call)

__global__ void keeps(int n)
{
    for (int i = 0; i < n; i++) {
        void *p = malloc(16); // [heap]
        if (i)
            free(p);
    }
}

int main()
{
    int *before, *kept, *freed, *pinned;
    cudaStream_t stream, destroyed;
    cudaEvent_t event, gone;
    AT(cudaMalloc(&before, 100));

    cudasimFunctionBegins();
    AT(cudaMalloc(&kept, 400)); // [memory]
    AT(cudaMalloc(&freed, 400));
    AT(cudaMallocHost(&pinned, 100)); // [pinned]
    AT(cudaStreamCreate(&stream)); // [stream]
    AT(cudaStreamCreate(&destroyed));
    AT(cudaEventCreate(&event)); // [event]
    AT(cudaEventCreate(&gone));
    AT((keeps<<<1, 1>>>(2), cudaDeviceSynchronize()));
    AT(cudaFree(freed));
    AT(cudaStreamDestroy(destroyed));
    AT(cudaEventDestroy(gone));
    cudasimFunctionReturns(nullptr, 0);

    AT(cudaFree(before));
    cudasimFunctionBegins(); // leaves nothing
    AT(cudaMallocAsync(&freed, 400, stream));
    AT(cudaFreeAsync(freed, stream));
    cudasimFunctionReturns(nullptr, 0);
    AT(cudaFreeHost(pinned));
    AT(cudaStreamDestroy(stream));
    AT(cudaEventDestroy(event));
}
