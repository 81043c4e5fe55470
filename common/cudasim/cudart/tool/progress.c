// progress.c - a line on the terminal while a kernel runs: blocks that have ended, and the
// estimated end. It is renewed once a second, and is gone when the kernel has ended.
#include "progress.h"

#include "sim/sim.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void progress_text(char *text, size_t size, const char *kernel, uint64_t done, uint64_t total,
                   double seconds)
{
    int n = snprintf(text, size, "%.60s: %llu of %llu blocks, %.0f s", kernel,
                     (unsigned long long)done, (unsigned long long)total, seconds);
    if (done && n > 0 && (size_t)n < size)
        snprintf(text + n, size - (size_t)n, ", about %.0f s more",
                 seconds * (double)(total - done) / (double)done);
}

static void show(const Launch *l, uint64_t done, uint64_t total)
{
    static uint64_t launch = UINT64_MAX;
    static double began, next;
    static int shown;
    char text[200];
    double t = now();
    if (launch != l->serial) {
        launch = l->serial;
        began = t;
        next = t + 1;
    }
    bool ends = done == total || l->stop;
    if (ends && shown) {
        fprintf(stderr, "\r%*s\r", shown, "");
        shown = 0;
    } else if (!ends && t >= next) {
        progress_text(text, sizeof text, l->code->name, done, total, t - began);
        int n = fprintf(stderr, "\r%-*s", shown, text) - 1;
        shown = n > shown ? n : shown;
        next = t + 1;
    }
}

void progress_begin(void)
{
    if (isatty(STDERR_FILENO))
        device.progress = show;
}
