// bench_calls.c - what a call costs in real time: microseconds per launch of a small kernel, and
// per small copy. Linked twice: with the machine inside (one process), and with the thin
// libcudart.so.13 (two processes, under build/cudasim).
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "tests/fake/device.h"

enum { CALLS = 20000, BYTES = 256, REPEATS = 3 };

int cudaMalloc(void **, size_t);
int cudaDeviceSynchronize(void);

static double now_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e6 * (double)t.tv_sec + 1e-3 * (double)t.tv_nsec;
}

static char bytes[BYTES];
static void *memory;

static void launch(void) { fake_launch(NULL, NULL, 0, 0, 0, false); }
static void copy_in(void) { cudaMemcpy(memory, bytes, BYTES, COPY_DEFAULT); }
static void copy_back(void) { cudaMemcpy(bytes, memory, BYTES, COPY_DEFAULT); }

static double best_of(void (*call)(void))
{
    double best = 1e9;
    for (int r = 0; r < REPEATS; r++) {
        double start = now_us();
        for (int i = 0; i < CALLS; i++)
            call();
        cudaDeviceSynchronize();
        double us = (now_us() - start) / CALLS;
        best = us < best ? us : best;
    }
    return best;
}

int main(int argc, char **argv)
{
    if (cudaMalloc(&memory, BYTES))
        return 1;
    launch();
    double each = best_of(launch), in = best_of(copy_in), back = best_of(copy_back);
    printf("%-15s launch %6.2f us   copy of %d bytes to the device %5.2f us, back %5.2f us\n",
           argc > 1 ? argv[1] : "", each, BYTES, in, back);
    return 0;
}
