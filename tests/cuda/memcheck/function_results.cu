// Functions that return while work still writes their results.
// expect: streamcheck error (unfinished) copy - "without waiting for copy to host"
// expect: streamcheck error (unfinished) store - "fill(int*)"
extern "C" void cudasimFunctionBegins() __attribute__((weak));
extern "C" void cudasimFunctionReturns(const void *results, int n) __attribute__((weak));
extern "C" void cudasimSource(const char *file, int line) __attribute__((weak));
#define AT(call) (cudasimSource(__FILE__, __LINE__), call)

struct Result {
    const void *ptr;
    size_t bytes;
    int result;
};

__global__ void fill(int *out)
{
    out[threadIdx.x] = threadIdx.x; // [store]
}

int main()
{
    int *out, *device;
    cudaStream_t stream;
    AT(cudaMallocHost(&out, 1024));
    AT(cudaMalloc(&device, 1024));
    AT(cudaMemset(device, 0, 1024));
    AT(cudaStreamCreate(&stream));
    AT(cudaDeviceSynchronize());
    Result result[2] = {{out, 128, 1}, {out + 32, 128, 0}};

    for (int how = 0; how < 4; how++) { // waits in its own way, or has no result there
        cudasimFunctionBegins();
        AT(cudaMemcpyAsync(out + (how == 3 ? 32 : 0), device, 128, cudaMemcpyDeviceToHost, stream));
        if (how == 0)
            AT(cudaStreamSynchronize(stream));
        if (how == 1)
            AT(cudaDeviceSynchronize());
        if (how == 2)
            AT(cudaMemcpy(device, out + 64, 4, cudaMemcpyDefault));
        cudasimFunctionReturns(result, 2);
        AT(cudaDeviceSynchronize());
    }

    cudasimFunctionBegins();
    AT(cudaMemcpyAsync(out, device, 128, cudaMemcpyDeviceToHost, stream)); // [copy]
    cudasimFunctionReturns(result, 2);
    AT(cudaDeviceSynchronize());

    cudasimFunctionBegins();
    fill<<<1, 32, 0, stream>>>(out);
    cudasimFunctionReturns(result, 2);

    AT(cudaDeviceSynchronize());
    AT(cudaStreamDestroy(stream));
    AT(cudaFree(device));
    AT(cudaFreeHost(out));
}
