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
