// streams_gpu.cu - runs every function of lab 07's solution and prints a hash of the output,
// so that a GPU and the simulator can be compared:
//
//   nvcc -O2 -arch=sm_90 -lineinfo -Icommon -o build/streams_gpu tests/gpu/streams_gpu.cu
//   build/streams_gpu             only the results, which are the same everywhere
//   build/streams_gpu answers     the results of the two experiments, and the ratio
#include "../solutions/07_streams/streams.cu"

#include <string.h>

#include "gpu.h"

static void show(const char *what, int n, const void *data, size_t bytes)
{
    printf("%-8s n=%-6d %016llx\n", what, n, (unsigned long long)hash_bytes(data, bytes));
}

static void *pinned(size_t bytes)
{
    void *p;
    CUDA_CHECK(cudaMallocHost(&p, bytes + 1));
    for (size_t i = 0; i < bytes / 4; i++)
        ((uint32_t *)p)[i] = next_bits();
    return p;
}

static void show_words(int n)
{
    size_t bytes = n * sizeof(unsigned);
    state = n;
    unsigned *in = (unsigned *)pinned(3 * bytes), *out = (unsigned *)pinned(3 * bytes);
    unsigned *mine = (unsigned *)pinned(bytes), check;
    streams_serial(out, in, n);
    show("serial", n, out, bytes);
    streams_overlap(out, in, n, 3, mine, n);
    show("overlap", n, out, bytes);
    show("host", n, mine, bytes);
    streams_three(out, &check, in, n, 1000);
    show("three", n, out, bytes);
    streams_four(out, &check, in, n, 1000);
    show("four", n, out, bytes);
    show("check", n, &check, sizeof check);
    streams_events(out, &check, in, n, 1000);
    show("events", n, &check, sizeof check);
    for (int which = 'a'; which <= 'd'; which++) {
        memset(out, 0, 3 * bytes);
        streams_order(out, in, n, which);
        show("order", which, out, 3 * bytes);
    }
    streams_pinned(mine, n, 3);
    show("pinned", n, mine, bytes);
    streams_managed(out, in, n);
    show("managed", n, out, bytes);
    CUDA_CHECK(cudaFreeHost(in));
    CUDA_CHECK(cudaFreeHost(out));
    CUDA_CHECK(cudaFreeHost(mine));
}

static void show_product(int n)
{
    size_t count = (size_t)n * n;
    double *a = (double *)pinned(count * sizeof *a), *b = (double *)pinned(count * sizeof *b);
    double *c = (double *)pinned(count * sizeof *c);
    for (size_t i = 0; i < count; i++) {
        a[i] = (int)(next_bits() % 201) - 100; // sums of products of these are exact
        b[i] = (int)(next_bits() % 201) - 100;
    }
    for (int ways = 0; ways <= 4; ways++) {
        memset(c, 0, count * sizeof *c);
        streams_dgemm(c, a, b, n, ways);
        show("dgemm", ways, c, count * sizeof *c);
    }
    CUDA_CHECK(cudaFreeHost(a));
    CUDA_CHECK(cudaFreeHost(b));
    CUDA_CHECK(cudaFreeHost(c));
}

static void show_window(int width, int height, int stride)
{
    unsigned *image = (unsigned *)pinned((size_t)stride * height * 4);
    unsigned *out = (unsigned *)pinned((size_t)width * height * 4);
    streams_pitched(out, image, width, height, stride);
    show("pitched", width, out, (size_t)width * height * 4);
    CUDA_CHECK(cudaFreeHost(image));
    CUDA_CHECK(cudaFreeHost(out));
}

static void show_answers(void)
{
    int first[3], second[6];
    unsigned *x;
    float ratio;
    CUDA_CHECK(cudaMalloc(&x, 4 << 20));
    CUDA_CHECK(cudaMemset(x, 0, 4 << 20));
    streams_ratio(&ratio, x, 1 << 20, 10);
    streams_stream0(first);
    streams_window(second);
    printf("ratio of 10 passes %.2f\nstream 0: %d %d %d\nwindow: %d %d %d %d %d %d\n", ratio,
           first[0], first[1], first[2], second[0], second[1], second[2], second[3], second[4],
           second[5]);
    CUDA_CHECK(cudaFree(x));
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "answers") == 0) {
        show_answers();
        return 0;
    }
    for (int n : {1, 33, 5000})
        show_words(n);
    show_product(2 * STREAMS_TILE);
    show_window(33, 7, 50);
    return 0;
}
