// cudart.c - a CUDA runtime of a hundred lines, only for the tests of the grader.
//
// Device memory is host memory; a "kernel" is a call of fake_launch() and its
// stores are calls of fake_store(), which remember the line. It has only the
// functions of the simulator that the runner uses (common/cudasim.h).
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/cudasim.h"

enum { MAX_BLOCKS = 64, BY_COPY = -1, BY_MEMSET = -2, BEFORE = -3 };

static struct {
    char *base;
    size_t size;
    int *line; // by byte: 0 never, else a kernel's line, or one of these
} memory[MAX_BLOCKS];
static int last_error, sticky, launches, counters = -1;
static char mark[256];

__attribute__((constructor)) static void read_options(void)
{
    const char *options = getenv("CUDASIM_OPTIONS"), *at;
    if (options && (at = strstr(options, "counters=fd:")))
        counters = atoi(at + 12);
}

static int find(const void *p)
{
    for (int i = 0; i < MAX_BLOCKS; i++)
        if (memory[i].base && (const char *)p >= memory[i].base &&
            (const char *)p < memory[i].base + memory[i].size)
            return i;
    return -1;
}

static void note(const void *p, size_t bytes, int line)
{
    int i = find(p);
    for (size_t b = 0; i >= 0 && b < bytes; b++)
        memory[i].line[(const char *)p - memory[i].base + b] = line;
}

const char *cudasimVersion(void) { return "fake 1"; }
void cudasimMark(const char *text) { snprintf(mark, sizeof mark, "%s", text); }
void cudasimBudget(uint64_t n) { (void)n; }

int cudasimLastWriter(const void *p, CudasimWriter *writer)
{
    int i = find(p);
    if (i < 0)
        return 1;
    int line = memory[i].line[(const char *)p - memory[i].base];
    memset(writer, 0, sizeof *writer);
    writer->kind = line == 0  ? CUDASIM_WRITER_NONE
                   : line < 0 ? CUDASIM_WRITER_HOST
                              : CUDASIM_WRITER_KERNEL;
    writer->line = line > 0 ? line : 0;
    snprintf(writer->file, sizeof writer->file, "fake.cu");
    return 0;
}

// All that kernels load is the input, and the host receives nothing.
static CudasimBuffer watched[CUDASIM_BUFFERS];
static int nwatched;

void cudasimWatch(const CudasimBuffer *buffers, int n)
{
    memcpy(watched, buffers, (size_t)n * sizeof *buffers);
    nwatched = n;
    for (int k = 0; k < n; k++) {
        int i = find(watched[k].ptr);
        for (size_t b = 0; i >= 0 && b < memory[i].size; b++)
            memory[i].line[b] = memory[i].line[b] ? BEFORE : 0;
    }
}

void cudasimOrigins(CudasimOrigins *origins, const void *const *contents)
{
    (void)contents;
    memset(origins, 0, sizeof *origins);
    for (int k = 0; k < nwatched; k++) {
        CudasimBufferOrigin *o = &origins->buffer[k];
        int i = find(watched[k].ptr);
        o->loaded = watched[k].bytes;
        for (size_t b = 0; i >= 0 && b < memory[i].size; b++)
            if (memory[i].line[b] == BY_COPY && o->from_host++ == 0)
                o->first_from_host = b;
    }
}

void cudasimSpent(CudasimSpent *spent) { memset(spent, 0, sizeof *spent); }

int cudaMalloc(void **p, size_t n)
{
    for (int i = 0; i < MAX_BLOCKS; i++) {
        if (memory[i].base)
            continue;
        memory[i].base = *p = calloc(n, 1);
        memory[i].line = calloc(n, sizeof(int));
        memory[i].size = n;
        return 0;
    }
    return 2;
}

int cudaFree(void *p)
{
    int i = find(p);
    if (i < 0)
        return p ? 1 : 0;
    free(memory[i].base);
    free(memory[i].line);
    memory[i].base = NULL;
    return 0;
}

int cudaMallocHost(void **p, size_t n) { return cudaMalloc(p, n); }

int cudaMallocManaged(void **p, size_t n, unsigned flags)
{
    (void)flags;
    return cudaMalloc(p, n);
}

int cudaFreeHost(void *p) { return cudaFree(p); }

int cudaMemset(void *p, int value, size_t n)
{
    memset(p, value, n);
    note(p, n, BY_MEMSET);
    return sticky;
}

int cudaMemcpy(void *to, const void *from, size_t n, int kind)
{
    memcpy(to, from, n);
    if (kind == 1)
        note(to, n, BY_COPY);
    return sticky;
}

int cudaDeviceSynchronize(void) { return sticky; }

int cudaGetLastError(void)
{
    int error = last_error;
    last_error = 0;
    return error;
}

const char *cudaGetErrorName(int e)
{
    return e == 700 ? "cudaErrorIllegalAddress" : "cudaErrorFake";
}
const char *cudaGetErrorString(int e)
{
    return e == 700 ? "an illegal memory access" : "a fake error";
}

// ---- functions for a fake lab ---------------------------------------------------------

void fake_fail(int error, int is_sticky)
{
    last_error = error;
    if (is_sticky)
        sticky = error;
}

// `extra` is more JSON: "findings" or metrics.
void fake_launch(const char *findings)
{
    dprintf(
        counters,
        "{\"launch\":%d,\"mark\":\"%s\",\"kernel\":\"fake\",\"grid\":[2,1,1],\"block\":[64,1,1],"
        "\"status\":%d,\"us\":1.5,\"metrics\":{\"waste\":10,\"zero\":0},"
        "\"lines\":[{\"file\":\"fake.cu\",\"line\":7,\"metrics\":{\"waste\":8}},"
        "{\"file\":\"fake.cu\",\"line\":9,\"metrics\":{\"waste\":2}}],\"findings\":[%s]}\n",
        launches++, mark, sticky, findings ? findings : "");
}

void fake_store(void *p, const void *value, size_t bytes, int line)
{
    memcpy(p, value, bytes);
    note(p, bytes, line);
}
