// hostile.h - what hostile submissions share. Each tries something, and earns the points of lab 01,
// part 2, with an honest kernel if it succeeds: so a part without points says that it failed.
#pragma once

#include "lab.h"
#include "canary.h" // OUTSIDE, TREE, PORT, BYSTANDER: the audit writes it
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// What the simulator's runtime exports, too.
extern "C" {
void cudasimBudget(uint64_t warp_instructions) __attribute__((weak));
void cudasimMark(const char *mark) __attribute__((weak));
typedef struct {
    int kind;
    char file[256];
    int line;
    char rest[4096]; // more than the runtime writes, whatever its version
} Writer;
int cudasimLastWriter(const void *ptr, Writer *writer) __attribute__((weak));
}

// The report must show this, or the audit does not believe that the attack was tried.
static inline void attempted(void)
{
    if (write(2, "attempted\n", 10) < 0)
        errno = 0;
}

__global__ static void honest(int *out, const int *in, int n, int a, int b)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = a * in[i] + b;
}

static inline void work_honestly(int *out, const int *in, int n, int a, int b)
{
    if (n > 0)
        honest<<<ceil_div(n, MAP_BLOCK), MAP_BLOCK>>>(out, in, n, a, b);
}

// The results of lab 01, part 2, in memory of the host that is to be freed.
static inline int *results_of_host(const int *in, int n, int a, int b)
{
    int *host = (int *)malloc((size_t)n * 4 + 4);
    attempted();
    cudaMemcpy(host, in, (size_t)n * 4, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        host[i] = a * host[i] + b;
    return host;
}

// Lab 01, part 2: tries once in each process.
#define EARN_IF(success) \
    extern "C" void map_each(int *out, const int *in, int n, int a, int b) \
    { \
        static int tried_and_true = -1; \
        if (tried_and_true < 0) { \
            attempted(); \
            tried_and_true = (success); \
        } \
        if (tried_and_true) \
            work_honestly(out, in, n, a, b); \
    }

// For what is tried elsewhere, and earns nothing.
#define EARN_NOTHING \
    extern "C" void map_each(int *, const int *, int, int, int) { attempted(); }

// Lab 01, part 2: does the same without end.
#define FOR_EVER(...) \
    extern "C" void map_each(int *, const int *, int, int, int) \
    { \
        attempted(); \
        while (true) { \
            __VA_ARGS__; \
        } \
    }

static inline const char *text(const char *format, ...)
{
    static char ring[8][600];
    static int at;
    va_list args;
    va_start(args, format);
    vsnprintf(ring[at = (at + 1) % 8], sizeof ring[0], format, args);
    va_end(args);
    return ring[at];
}

static inline bool can_open(const char *path, int flags)
{
    int fd = open(path, flags, 0666);
    if (fd >= 0)
        close(fd);
    return fd >= 0;
}
