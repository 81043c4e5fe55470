// mistakes.cu - programs with one mistake each, for the slides on finding mistakes. Without
// an argument it does nothing; with an argument, it makes this mistake. mistakes.txt contains
// the report of the checkers, and the tests compare it with the real report.
//
// TOLD: mistakes.txt
#include <string.h>

#include "lab.h"

enum { N = 1000, BLOCK = 256 };

// BEGIN SLIDE outside
__global__ void fill(int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n)
        x[i] = i;
}
// END SLIDE outside

// BEGIN SLIDE race
__global__ void shift(int *out, const int *in)
{
    __shared__ int s[BLOCK];
    int t = threadIdx.x;
    s[t] = in[t];
    out[t] = t > 0 ? s[t - 1] : 0;
}
// END SLIDE race

// BEGIN SLIDE unwritten
__global__ void count(int *counters, const int *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        counters[i % 32] += in[i];
}
// END SLIDE unwritten

// BEGIN SLIDE barrier
__global__ void half(int *x, int n)
{
    int t = threadIdx.x;
    if (t >= n)
        return;
    int left = t > 0 ? x[t - 1] : 0;
    __syncthreads();
    x[t] += left;
}
// END SLIDE barrier

__global__ void set(int *x, int value)
{
    x[threadIdx.x] = value;
}

static void outside(int *x)
{
    fill<<<ceil_div(N, BLOCK), BLOCK>>>(x, N);
}

static void race(int *x)
{
    CUDA_CHECK(cudaMemset(x, 0, N * sizeof *x));
    shift<<<1, BLOCK>>>(x + BLOCK, x);
}

static void unwritten(int *x)
{
    CUDA_CHECK(cudaMemset(x + 32, 0, 32 * sizeof *x));
    count<<<1, 32>>>(x, x + 32, 32); // the counters were never set to 0
}

static void barrier(int *x)
{
    CUDA_CHECK(cudaMemset(x, 0, N * sizeof *x));
    half<<<1, 64>>>(x, 40);
}

static void streams(int *x)
{
    cudaStream_t a, b;
    CUDA_CHECK(cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking));
    CUDA_CHECK(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking));
    // BEGIN SLIDE streams
    set<<<1, 32, 0, a>>>(x, 1);
    set<<<1, 32, 0, b>>>(x, 2);
    // END SLIDE streams
    CUDA_CHECK(cudaStreamDestroy(a));
    CUDA_CHECK(cudaStreamDestroy(b));
}

static void late(int *x)
{
    (void)x;
    int *result;
    CUDA_CHECK(cudaMalloc(&result, sizeof *result));
    // BEGIN SLIDE late
    set<<<1, 32>>>(NULL, 1);        // returns at once, before the kernel runs
    CUDA_CHECK(cudaGetLastError()); // the launch itself was right
    int host;                       // the next call that waits returns the error
    CUDA_CHECK(cudaMemcpy(&host, result, sizeof host, cudaMemcpyDeviceToHost));
    // END SLIDE late
}

static const struct {
    const char *name;
    void (*make)(int *x);
} mistakes[] = {{"outside", outside}, {"race", race},       {"unwritten", unwritten},
                {"barrier", barrier}, {"streams", streams}, {"late", late}};

int main(int argc, char **argv)
{
    int *x;
    if (argc < 2)
        return 0;
    CUDA_CHECK(cudaMalloc(&x, N * sizeof *x));
    for (const auto &m : mistakes)
        if (strcmp(m.name, argv[1]) == 0)
            m.make(x);
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaFree(x));
    return 0;
}
