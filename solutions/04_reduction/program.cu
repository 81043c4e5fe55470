// Lab 04, part 8: a program that reads a file
//
//   program FILE       prints the sum of the whole numbers in FILE
//
// Goal    Input of any length, from outside: what can be wrong with it, and what to say then.
// Write   TODO 8a to TODO 8c; 41 short lines in all.
// Try     echo 1 2 3 >FILE; make program PROGRAM=labs/04_reduction/program.cu ARGS=FILE
// Grade   make grade LAB=reduction PART=8
// Pass    1. the sum, which may need 64 bits, and nothing else, on standard output; status 0
//         2. no race, no invalid access, no leak
//         3. no file, or a file with other words: a message, and a status that is not 0
//         4. a CUDA call fails: the same
// Stuck?  make hint LAB=reduction PART=8

#include "lab.h"
#include <limits.h>

enum { BLOCK = 256, MOST_BLOCKS = 64, FAILURE = 1 };
enum : unsigned { ALL_LANES = 0xffffffff }; // the mask of a whole warp

// Ends the program with a message.
static void give_up(const char *path, const char *why)
{
    fprintf(stderr, "program: %s %s\n", path, why);
    exit(FAILURE);
}

__global__ void add_up(long long *sum, const int *in, int n)
{
    // BEGIN TODO 8a (about 7 lines): *sum is 0 before. Each thread adds up some elements, in a
    // grid-stride loop and in 64 bits; a warp adds up its lanes by shuffles, as in part 5; lane 0
    // of each warp adds that to *sum. There is an atomicAdd for unsigned long long: in two's
    // complement, it adds signed numbers, too.
    long long mine = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        mine += in[i];
    for (int d = WARP_SIZE / 2; d > 0; d /= 2)
        mine += __shfl_down_sync(ALL_LANES, mine, d);
    if (threadIdx.x % WARP_SIZE == 0)
        atomicAdd((unsigned long long *)sum, (unsigned long long)mine);
    // END TODO 8a
}

// The numbers of the file, in memory from malloc(); *n is how many there are.
static int *read_numbers(const char *path, int *n)
{
    int *number = NULL;
    *n = 0;
    // BEGIN TODO 8b (about 19 lines): open the file, or give_up(). fscanf(file, "%ld", &value)
    // returns 1 for a number, EOF at the end, and 0 at another word: then give_up(), as for a
    // number that does not fit into an int. The array grows as numbers come: realloc(), twice as
    // large each time.
    FILE *file = fopen(path, "r");
    if (!file)
        give_up(path, "cannot be opened");
    int room = 0, got;
    long value;
    while ((got = fscanf(file, "%ld", &value)) == 1) {
        if (value < INT_MIN || value > INT_MAX)
            give_up(path, "has a number that does not fit into an int");
        if (*n == room) {
            room = room ? 2 * room : 1024;
            number = (int *)realloc(number, room * sizeof *number);
            if (!number)
                give_up(path, "has too many numbers");
        }
        number[(*n)++] = (int)value;
    }
    if (got != EOF)
        give_up(path, "has a word that is no number");
    fclose(file);
    // END TODO 8b
    return number;
}

static long long add_on_device(const int *number, int n)
{
    long long sum = 0;
    // BEGIN TODO 8c (about 14 lines): two arrays on the device, one with n ints and one with the
    // sum. Set the sum to 0 (cudaMemset). At most MOST_BLOCKS blocks: they loop. Without numbers
    // there is nothing to launch: a grid of 0 blocks is an error, and so is a copy of nothing from
    // nowhere.
    if (n == 0)
        return 0;
    int *in;
    long long *out;
    size_t bytes = n * sizeof *in;
    CUDA_CHECK(cudaMalloc(&in, bytes));
    CUDA_CHECK(cudaMalloc(&out, sizeof *out));
    CUDA_CHECK(cudaMemcpy(in, number, bytes, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemset(out, 0, sizeof *out));
    int blocks = ceil_div(n, BLOCK);
    add_up<<<min(blocks, (int)MOST_BLOCKS), BLOCK>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(&sum, out, sizeof sum, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(in));
    CUDA_CHECK(cudaFree(out));
    // END TODO 8c
    return sum;
}

int main(int argc, char **argv)
{
    int n;
    if (argc != 2)
        give_up("FILE", "is the only argument");
    int *number = read_numbers(argv[1], &n);
    printf("%lld\n", add_on_device(number, n));
    free(number);
    return 0;
}
