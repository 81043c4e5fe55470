// Lab 02, part 9: a program that measures
//
//   program N          copies N floats with a kernel, and prints how long that takes, and the rate:
//
//     us 4.21
//     GB/s 1992.5
//
// Goal    Time by events; what belongs between them; which bytes count.
// Write   TODO 9a to TODO 9c; 26 short lines in all.
// Try     make program PROGRAM=labs/02_shared_memory/program.cu ARGS=1048576
// Grade   make grade LAB=shared_memory PART=9
// Pass    1. both numbers are those of the machine, whose memory is another one in each run
//         2. no invalid access, no leak: of memory, or of events
//         3. bad arguments, and CUDA calls that fail: a message, and a status that is not 0
// Stuck?  make hint LAB=shared_memory PART=9

#include "lab.h"

enum {
    BLOCK = 256,
    RUNS = 10,      // launches between the events
    MOST = 1 << 24, // the largest N
    BAD_ARGUMENTS = 2
};

__global__ void copy(float *out, const float *in, int n)
{
    // BEGIN TODO 9a (about 3 lines): one thread per element.
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i];
    // END TODO 9a
}

// Microseconds of one launch of `copy`.
static double time_copies(float *out, const float *in, int n)
{
    float ms = 0;
    // BEGIN TODO 9b (about 15 lines): one launch that is not measured, since the first one also
    // loads the kernel and fills the caches. Then an event, RUNS launches, another event. Wait for
    // the second event (cudaEventSynchronize), and ask for the time between them
    // (cudaEventElapsedTime), in milliseconds. Destroy the events. Check each call and each launch.
    cudaEvent_t begin, end;
    CUDA_CHECK(cudaEventCreate(&begin));
    CUDA_CHECK(cudaEventCreate(&end));
    copy<<<ceil_div(n, BLOCK), BLOCK>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaEventRecord(begin));
    for (int i = 0; i < RUNS; i++) {
        copy<<<ceil_div(n, BLOCK), BLOCK>>>(out, in, n);
        CUDA_CHECK(cudaGetLastError());
    }
    CUDA_CHECK(cudaEventRecord(end));
    CUDA_CHECK(cudaEventSynchronize(end));
    CUDA_CHECK(cudaEventElapsedTime(&ms, begin, end));
    CUDA_CHECK(cudaEventDestroy(begin));
    CUDA_CHECK(cudaEventDestroy(end));
    // END TODO 9b
    return 1e3 * ms / RUNS;
}

int main(int argc, char **argv)
{
    char *end;
    long n = argc == 2 ? strtol(argv[1], &end, 10) : 0;
    if (argc != 2 || *end || n < 1 || n > MOST) {
        fprintf(stderr, "usage: program N, N from 1 to %d\n", MOST);
        return BAD_ARGUMENTS;
    }
    // BEGIN TODO 9c (about 8 lines): two arrays on the device; set the one that is read to 0
    // (cudaMemset). Measure; free; print both lines. In n floats, which bytes does a copy move? A
    // GB has 10^9 bytes.
    float *in, *out;
    CUDA_CHECK(cudaMalloc(&in, n * sizeof *in));
    CUDA_CHECK(cudaMalloc(&out, n * sizeof *out));
    CUDA_CHECK(cudaMemset(in, 0, n * sizeof *in));
    double us = time_copies(out, in, (int)n);
    CUDA_CHECK(cudaFree(in));
    CUDA_CHECK(cudaFree(out));
    printf("us %.2f\nGB/s %.1f\n", us, 2e-3 * sizeof(float) * n / us);
    // END TODO 9c
    return 0;
}
