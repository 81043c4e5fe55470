// progress.c - a line on the terminal while kernels run: of a kernel that takes longer than a
// second the blocks that have ended, and the estimated end; of launches that follow each other
// without another call, how many there were. The line is renewed once a second. It is gone when
// that kernel has ended, or with the next other call: then the program may write to the terminal
// itself.
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

static double began, series, next; // of this kernel; of launches without another call; to write
static uint64_t launch = UINT64_MAX, launches;
static int shown;  // characters on the line
static bool stays; // until another call comes

static void clear(void)
{
    if (shown)
        fprintf(stderr, "\r%*s\r", shown, "");
    shown = 0;
}

static void write_line(const char *text)
{
    int n = fprintf(stderr, "\r%-*s", shown, text) - 1;
    shown = n > shown ? n : shown;
}

// The first kernel that the user interrupts says how far it has come.
static void tell_end(const Launch *l, uint64_t done, uint64_t total)
{
    static bool told;
    if (!device.interrupted || told)
        return;
    told = true;
    fprintf(stderr, "cudasim: interrupted: %.60s, %llu of %llu blocks\n", l->code->name,
            (unsigned long long)done, (unsigned long long)total);
}

static void show(const Launch *l, uint64_t done, uint64_t total)
{
    char text[200];
    double t = now();
    if (!l) { // another call
        clear();
        launch = UINT64_MAX;
        launches = 0;
        return;
    }
    if (launch != l->serial) {
        if (!stays)
            clear();
        series = launches++ ? series : t;
        next = launches > 1 ? next : t + 1;
        launch = l->serial;
        began = t;
    }
    if (done == total || l->stop) {
        if (!stays || l->stop)
            clear();
        tell_end(l, done, total);
    } else if (t >= next) {
        stays = t < began + 1;
        if (stays)
            snprintf(text, sizeof text, "%llu launches, %.0f s, now %.60s",
                     (unsigned long long)launches, t - series, l->code->name);
        else
            progress_text(text, sizeof text, l->code->name, done, total, t - began);
        write_line(text);
        next = t + 1;
    }
}

void progress_begin(void)
{
    if (isatty(STDERR_FILENO))
        device.progress = show;
}

void progress_interrupt(void)
{
    device.interrupted = true;
    device.progress = show;
}
