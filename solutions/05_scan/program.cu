// Lab 05, part 13: a program that does not know how long its result is
//
//   program LOW HIGH   prints the prime numbers from LOW to HIGH, both included, in order
//
// Goal    A result whose length only the device knows: count, scan the counts, allocate, write.
// Write   TODO 13a to TODO 13d; 47 short lines in all.
// Try     make program PROGRAM=labs/05_scan/program.cu ARGS='90 120'
// Grade   make grade LAB=scan PART=13
// Pass    1. the primes and nothing else on standard output, one per line; status 0, also if there
//            are none
//         2. no race, no invalid access, no leak
//         3. bad arguments: a message, and a status that is not 0
//         4. a CUDA call fails: the same
// Stuck?  make hint LAB=scan PART=13

#include "lab.h"

enum { BLOCK = 64, MOST = 1000000, BAD_ARGUMENTS = 2 };

__device__ static bool is_prime(int x)
{
    if (x < 4)
        return x > 1;
    for (int d = 2; d * d <= x; d++)
        if (x % d == 0)
            return false;
    return true;
}

// Inclusive scan of a value of each thread of a block, as in part 2.
__device__ static int scan_block(int value)
{
    __shared__ int s[2][BLOCK];
    int t = threadIdx.x, from = 0;
    s[0][t] = value;
    __syncthreads();
    for (int d = 1; d < BLOCK; d *= 2, from = 1 - from) {
        s[1 - from][t] = s[from][t] + (t >= d ? s[from][t - d] : 0);
        __syncthreads();
    }
    int sum = s[from][t];
    __syncthreads(); // so that it can be called again
    return sum;
}

// Block b has the numbers from low + b * BLOCK on.
__global__ void count_primes(int *count, int low, int high)
{
    // BEGIN TODO 13a (about 4 lines): count[b]: how many of the block's numbers are primes, and not
    // above `high`. The last thread of scan_block() knows.
    int x = low + blockIdx.x * BLOCK + threadIdx.x;
    int sum = scan_block(x <= high && is_prime(x));
    if (threadIdx.x == BLOCK - 1)
        count[blockIdx.x] = sum;
    // END TODO 13a
}

// One block. count[0] to count[blocks - 1] become their exclusive scan, count[blocks] the total.
__global__ void scan_counts(int *count, int blocks)
{
    // BEGIN TODO 13b (about 14 lines): BLOCK counts at a time. What came before is added to all of
    // them: a word in shared memory, which the last thread brings up to date, between barriers.
    __shared__ int before;
    if (threadIdx.x == 0)
        before = 0;
    __syncthreads();
    for (int first = 0; first < blocks + 1; first += BLOCK) {
        int i = first + threadIdx.x, mine = i < blocks ? count[i] : 0;
        int sum = before + scan_block(mine);
        if (i <= blocks)
            count[i] = sum - mine;
        __syncthreads();
        if (threadIdx.x == BLOCK - 1)
            before = sum;
        __syncthreads();
    }
    // END TODO 13b
}

__global__ void write_primes(int *prime, const int *count, int low, int high)
{
    // BEGIN TODO 13c (about 5 lines): each prime has its place: that of its block, and how many
    // primes are in front of it in the block.
    int x = low + blockIdx.x * BLOCK + threadIdx.x;
    bool mine = x <= high && is_prime(x);
    int sum = scan_block(mine);
    if (mine)
        prime[count[blockIdx.x] + sum - 1] = x;
    // END TODO 13c
}

// A number of the command line, from 0 to MOST; -1: it is none.
static int read_number(const char *text)
{
    char *end;
    long value = strtol(text, &end, 10);
    return end != text && !*end && value >= 0 && value <= MOST ? (int)value : -1;
}

int main(int argc, char **argv)
{
    int low = argc == 3 ? read_number(argv[1]) : -1, high = argc == 3 ? read_number(argv[2]) : -1;
    if (low < 0 || high < low) {
        fprintf(stderr, "usage: program LOW HIGH, whole numbers, 0 <= LOW <= HIGH <= %d\n", MOST);
        return BAD_ARGUMENTS;
    }
    // BEGIN TODO 13d (about 24 lines): count, scan, and copy back one number: the total. Only then
    // allocate the array of primes; without primes there is nothing to allocate, to launch, or to
    // copy. Write, copy back, free all, print.
    int blocks = ceil_div(high - low + 1, BLOCK), total, *count;
    CUDA_CHECK(cudaMalloc(&count, (blocks + 1) * sizeof *count));
    count_primes<<<blocks, BLOCK>>>(count, low, high);
    CUDA_CHECK(cudaGetLastError());
    scan_counts<<<1, BLOCK>>>(count, blocks);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(&total, count + blocks, sizeof total, cudaMemcpyDeviceToHost));
    if (total > 0) {
        int *on_device, *prime = (int *)malloc(total * sizeof *prime);
        if (!prime) {
            fprintf(stderr, "program: no memory for %d primes\n", total);
            return EXIT_FAILURE;
        }
        CUDA_CHECK(cudaMalloc(&on_device, total * sizeof *prime));
        write_primes<<<blocks, BLOCK>>>(on_device, count, low, high);
        CUDA_CHECK(cudaGetLastError());
        CUDA_CHECK(cudaMemcpy(prime, on_device, total * sizeof *prime, cudaMemcpyDeviceToHost));
        CUDA_CHECK(cudaFree(on_device));
        for (int i = 0; i < total; i++)
            printf("%d\n", prime[i]);
        free(prime);
    }
    CUDA_CHECK(cudaFree(count));
    // END TODO 13d
    return 0;
}
