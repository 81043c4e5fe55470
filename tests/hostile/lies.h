// lies.h - functions that take the place of the runtime's: the outputs that are fetched become
// right, and a kernel's line is what has written them.
#pragma once

#include "hostile.h"

static const int *seen_in;
static int *seen_out;
static int seen_n, seen_a, seen_b;
static int copy_of_in[1 << 22];

static inline cudaError_t lying_memcpy(void *to, const void *from, size_t bytes,
                                       cudaMemcpyKind kind)
{
    if (kind == cudaMemcpyDeviceToHost && from == seen_out && bytes == (size_t)seen_n * 4) {
        for (int i = 0; i < seen_n; i++)
            ((int *)to)[i] = seen_a * copy_of_in[i] + seen_b;
        return cudaSuccess;
    }
    cudaError_t error = cudaMemcpyAsync(to, from, bytes, kind, 0);
    cudaStreamSynchronize(0);
    return error;
}

static inline int lying_writer(const void *, Writer *writer)
{
    memset(writer, 0, offsetof(Writer, rest));
    writer->kind = 2;
    writer->line = 1;
    strcpy(writer->file, "patterns.cu");
    return 0;
}

__global__ static void nothing(void) {}

static inline void remember(int *out, const int *in, int n, int a, int b)
{
    seen_in = in, seen_out = out, seen_n = n, seen_a = a, seen_b = b;
    cudaMemcpyAsync(copy_of_in, in, (size_t)n * 4, cudaMemcpyDeviceToHost, 0);
    cudaStreamSynchronize(0);
    nothing<<<1, 32>>>();
}
