// EXPECT full marks
//
// The host waits for the event, and then launches.
#define debug_trains sound_debug_trains
#include "../solutions/15_debugging/debugging.cu"
#undef debug_trains

extern "C" void debug_trains(int *out, const int *in, int n)
{
    int blocks = ceil_div(n, BLOCK);
    int *left, *right;
    cudaStream_t a, b;
    cudaEvent_t turned;
    if (n == 0)
        return;
    CUDA_CHECK(cudaMalloc(&left, n * sizeof *left));
    CUDA_CHECK(cudaMalloc(&right, n * sizeof *right));
    CUDA_CHECK(cudaStreamCreate(&a));
    CUDA_CHECK(cudaStreamCreate(&b));
    CUDA_CHECK(cudaEventCreateWithFlags(&turned, cudaEventDisableTiming));
    triple<<<blocks, BLOCK, 0, a>>>(left, in, n);
    turn<<<blocks, BLOCK, 0, b>>>(right, in, n);
    CUDA_CHECK(cudaEventRecord(turned, b)); // the event stands for all that is in b so far
    CUDA_CHECK(cudaEventSynchronize(turned));
    join<<<blocks, BLOCK, 0, a>>>(out, left, right, n);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaStreamSynchronize(a));
    CUDA_CHECK(cudaStreamSynchronize(b));
    CUDA_CHECK(cudaEventDestroy(turned));
    CUDA_CHECK(cudaStreamDestroy(a));
    CUDA_CHECK(cudaStreamDestroy(b));
    CUDA_CHECK(cudaFree(left));
    CUDA_CHECK(cudaFree(right));
}
