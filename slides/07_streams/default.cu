// default.cu - the default stream and three others in a timeline, and a check of their order.
//
//   nvcc -O2 -arch=compute_90 -cudart shared -Icommon -o default slides/07_streams/default.cu
//   build/cudasim --timeline-svg slides/07_streams/default.svg ./default
//
// The events are recorded one after the other, and the kernels are issued before.
// WARNING: cudaEventElapsedTime: no work was issued
#include "../examples.h"

__device__ void work(int *p)
{
    for (int i = 0; i < 2000; i++)
        p[threadIdx.x] = (p[threadIdx.x] * 3) ^ i;
}

// Four names for one kernel: the picture shows them.
__global__ void of_a(int *p) { work(p); }
__global__ void of_stream_0(int *p) { work(p); }
__global__ void of_b(int *p) { work(p); }
__global__ void non_blocking(int *p) { work(p); }

static bool ended_before(cudaEvent_t sooner, cudaEvent_t later)
{
    float ms;
    CUDA_CHECK(cudaEventElapsedTime(&ms, sooner, later));
    return ms > 0;
}

int main(void)
{
    int *p = managed<int>(4 * 32);
    cudaStream_t a, b, c;
    cudaEvent_t done_a, done_b, done_c;
    for (cudaEvent_t *event : {&done_a, &done_b, &done_c})
        CUDA_CHECK(cudaEventCreate(event));
    CUDA_CHECK(cudaStreamCreate(&a));
    CUDA_CHECK(cudaStreamCreate(&b));
    CUDA_CHECK(cudaStreamCreateWithFlags(&c, cudaStreamNonBlocking));
    // BEGIN SLIDE default
    of_a<<<1, 32, 0, a>>>(p);
    of_stream_0<<<1, 32>>>(p + 32);          // waits for a
    of_b<<<1, 32, 0, b>>>(p + 64);           // waits for stream 0
    non_blocking<<<1, 32, 0, c>>>(p + 96);   // waits for nobody
    // END SLIDE default
    CUDA_CHECK(cudaEventRecord(done_a, a));
    CUDA_CHECK(cudaEventRecord(done_b, b));
    CUDA_CHECK(cudaEventRecord(done_c, c));
    CUDA_CHECK(cudaDeviceSynchronize());
    expect("blocking streams wait" && ended_before(done_a, done_b), "stream b", 0);
    expect("others do not" && !ended_before(done_b, done_c), "the non-blocking stream", 0);
    CUDA_CHECK(cudaFree(p));
    return mistakes != 0;
}
