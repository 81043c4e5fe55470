// Lab 01, part 9: a whole program
//
//   program N          prints the squares of 1 to N, one per line
//
// Goal    Everything around a kernel: the arguments, memory on the device, copies, errors.
// Write   TODO 9a to TODO 9c; 29 short lines in all.
// Try     make program PROGRAM=labs/01_patterns/program.cu ARGS=5
// Grade   make grade LAB=patterns PART=9
// Pass    1. the squares, and nothing else, on standard output; status 0
//         2. no invalid access, no leak
//         3. bad arguments: a message on standard error, and a status that is not 0
//         4. a CUDA call fails: the same
// Stuck?  make hint LAB=patterns PART=9

#include "lab.h" // CUDA_CHECK, ceil_div

enum {
    BLOCK = 256,  // threads per block
    MOST = 10000, // the largest N
    BAD_ARGUMENTS = 2
};

__global__ void square(int *out, const int *in, int n)
{
    // BEGIN TODO 9a (about 3 lines): out[i] is the square of in[i], one thread per element. The
    // last block may have threads without an element.
    // END TODO 9a
}

// N, or 0 if the arguments are not exactly one whole number from 1 to MOST.
static int read_arguments(int argc, char **argv)
{
    // BEGIN TODO 9b (about 6 lines): argv[1] is the first argument, and argc is 2 if there is no
    // other one. strtol(argv[1], &end, 10) tells in `end` where the number ends: the text has to
    // end there, too ("12x" is no number, nor is "").
    // END TODO 9b
    return 0;
}

static void print_squares(int n)
{
    // BEGIN TODO 9c (about 22 lines):
    // 1. On the host: an array with the numbers 1 to n (malloc).
    // 2. On the device: two arrays of n ints (cudaMalloc).
    // 3. Copy the numbers to the device (cudaMemcpy).
    // 4. Launch `square`. Could it start? CUDA_CHECK(cudaGetLastError()).
    // 5. Copy the squares back. This copy waits until the kernel has ended.
    // 6. Free both arrays on the device (cudaFree).
    // 7. Print the squares, and free the array on the host.
    // Put each call of steps 2 to 6 into CUDA_CHECK(...).
    // END TODO 9c
}

int main(int argc, char **argv)
{
    int n = read_arguments(argc, argv);
    if (n == 0) {
        fprintf(stderr, "usage: program N, N from 1 to %d\n", MOST);
        return BAD_ARGUMENTS;
    }
    print_squares(n);
    return 0;
}
