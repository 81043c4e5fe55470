// Lab 03, part 9: a program that measures for several arguments
//
//   program WORDS ...  swaps 2^18 words, spread over WORDS words of memory, and prints a line for
//                      each argument: WORDS, and the microseconds of a launch
//
//     1 182.31
//     1024 4.35
//
// Goal    What a busy word costs, measured; several arguments, of which the last one may be bad.
// Write   TODO 9a to TODO 9d; 32 short lines in all.
// Try     make program PROGRAM=labs/03_atomics/program.cu ARGS='1 32 1024 32768'
// Grade   make grade LAB=atomics PART=9
// Pass    1. a line for each argument, in their order; the times are those of the machine
//         2. no invalid access, no leak: of memory, or of events
//         3. bad arguments, also behind good ones, and CUDA calls that fail: a message, nothing on
//            standard output, and a status that is not 0
// Stuck?  make hint LAB=atomics PART=9

#include "lab.h"

enum {
    BLOCK = 256,
    THREADS = 1 << 18, // of a launch
    RUNS = 4,          // launches between the events
    MOST = 1 << 18,    // the largest WORDS
    LINES = 8,         // the most arguments
    BAD_ARGUMENTS = 2
};

__global__ void swap(int *word, int words)
{
    // BEGIN TODO 9a (about 2 lines): thread i swaps i into word i % words (atomicExch). A warp
    // cannot do this before the access, as it can add up its numbers for an atomicAdd.
    // END TODO 9a
}

// Microseconds of one launch of `swap`.
static double time_swaps(int *word, int words)
{
    float ms = 0;
    // BEGIN TODO 9b (about 15 lines): as in part 9 of lab 02: one launch that is not measured, an
    // event, RUNS launches, an event; wait; ask for the time; destroy the events.
    // END TODO 9b
    return 1e3 * ms / RUNS;
}

// The numbers of the command line are in words[]; returns how many, or ends the program.
static int read_arguments(int argc, char **argv, int *words)
{
    int lines = argc - 1;
    bool good = false;
    // BEGIN TODO 9c (about 7 lines): 1 to LINES arguments, each a whole number from 1 to MOST and
    // nothing behind it (strtol). Look at all of them before anything is launched.
    // END TODO 9c
    if (!good) {
        fprintf(stderr, "usage: program WORDS ..., up to %d numbers from 1 to %d\n", LINES, MOST);
        exit(BAD_ARGUMENTS);
    }
    return lines;
}

int main(int argc, char **argv)
{
    int words[LINES], lines = read_arguments(argc, argv, words);
    double us[LINES] = {0};
    // BEGIN TODO 9d (about 8 lines): one array for all arguments, as large as the largest one may
    // be, and set to 0: a swap also reads. Measure all; free; then print. A call may fail
    // after some lines, and half of a table looks like a whole one.
    // END TODO 9d
    return 0;
}
