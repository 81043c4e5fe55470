// swaps_probe.cu - what a busy word costs: 2^18 threads swap, or add to, a word each, spread over
// so many words; lab 03, part 9, measures the same. A row is `name,value,unit`.
//
//   nvcc -O2 -arch=sm_90 -std=c++17 -o swaps_probe tests/gpu/swaps_probe.cu && ./swaps_probe
//
//   swap_WORDS    microseconds of a launch, the median of 11: atomicExch, which no assembler merges
//   add_WORDS     the same with atomicAdd of 1, whose result nobody uses
#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "check.h"

enum { THREADS = 1 << 18, BLOCK = 256, RUNS = 11 };

__global__ void swap(int *word, int words)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicExch(&word[i % words], i);
}

__global__ void add(int *word, int words)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&word[i % words], 1);
}

static float median_us(void (*kernel)(int *, int), int *word, int words)
{
    float ms[RUNS];
    cudaEvent_t begin, end;
    CHECK(cudaEventCreate(&begin));
    CHECK(cudaEventCreate(&end));
    kernel<<<THREADS / BLOCK, BLOCK>>>(word, words);
    for (float &one : ms) {
        CHECK(cudaEventRecord(begin));
        kernel<<<THREADS / BLOCK, BLOCK>>>(word, words);
        CHECK(cudaEventRecord(end));
        CHECK(cudaEventSynchronize(end));
        CHECK(cudaEventElapsedTime(&one, begin, end));
    }
    CHECK(cudaEventDestroy(begin));
    CHECK(cudaEventDestroy(end));
    std::sort(ms, ms + RUNS);
    return 1000 * ms[RUNS / 2];
}

int main()
{
    int *word;
    CHECK(cudaMalloc(&word, THREADS * sizeof *word));
    CHECK(cudaMemset(word, 0, THREADS * sizeof *word));
    puts("name,value,unit");
    for (int words = 1; words <= THREADS; words *= 4) {
        printf("swap_%d,%.2f,us\n", words, median_us(swap, word, words));
        printf("add_%d,%.2f,us\n", words, median_us(add, word, words));
    }
    CHECK(cudaFree(word));
    return 0;
}
