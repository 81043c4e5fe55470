// Events that have no effect: a wait for an event that is not recorded, times of nothing. Such a
// program may be right, so these are warnings.
// expect: memcheck warning (api_misuse) wait - "has not been recorded yet, so the stream does not wait"
// expect: memcheck warning (api_misuse) order - "the second event was recorded before the first"
// expect: memcheck warning (api_misuse) nothing - "no work was issued between the two events"
extern "C" void cudasimSource(const char *file, int line) __attribute__((weak));
#define AT(call) (cudasimSource(__FILE__, __LINE__), call)

__global__ void work(int *d) { d[threadIdx.x] = 1; }

int main()
{
    int *d;
    float ms;
    cudaStream_t stream;
    cudaEvent_t a, b, c;
    AT(cudaMalloc(&d, 256));
    AT(cudaStreamCreate(&stream));
    AT(cudaEventCreate(&a));
    AT(cudaEventCreate(&b));
    AT(cudaEventCreate(&c));
    AT(cudaStreamWaitEvent(stream, a, 0)); // [wait]
    AT(cudaEventRecord(a, stream));
    AT(cudaStreamWaitEvent(0, a, 0));
    work<<<1, 32, 0, stream>>>(d);
    AT(cudaEventRecord(b, stream));
    AT(cudaEventRecord(c, stream));
    AT(cudaStreamSynchronize(stream));
    AT(cudaEventElapsedTime(&ms, a, b));
    AT(cudaEventElapsedTime(&ms, a, a));
    AT(cudaEventElapsedTime(&ms, b, a)); // [order]
    AT(cudaEventElapsedTime(&ms, b, c)); // [nothing]
    AT(cudaEventDestroy(a));
    AT(cudaEventDestroy(b));
    AT(cudaEventDestroy(c));
    AT(cudaStreamDestroy(stream));
    AT(cudaFree(d));
}
