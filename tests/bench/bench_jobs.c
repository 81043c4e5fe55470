// bench_jobs.c - one launch on several cores: the time of kernels whose blocks do not talk, with
// one process and with more, in the same run; and that all leave the same bytes.
//
//   bench_jobs kernels.ptx [log2 of the number of elements [processes...]]
//
// Without numbers of processes: 1, and the cores that this process may use. Each mode runs in its
// own process. The best of REPEATS runs counts, in real time.
#include "common/cudasim/observers/observers.h"
#include "common/cudasim/sim/jobs.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { REPEATS = 3, BLOCK = 256, SORT_ITEMS = 8, SCAN_BLOCK = 1024, COUNTS = 8, WATCHES = 2 };
enum { KERNEL_vector_add, KERNEL_reduce, KERNEL_compute, KERNEL_product, KERNEL_sort, KERNELS };

static const char *const kernels[KERNELS] = {"vector_add", "reduce", "compute", "product",
                                             "radix sort"};
static const char *const watches[WATCHES][2] = {{"nothing", "report=none"},
                                                {"counters", "counters=/dev/null;report=none"}};

typedef struct {
    double seconds;
    uint64_t result; // a digest of what is left in memory, and of the virtual times
    uint64_t divided, launches;
} Measured;

static Program *program;
static Measured *now_measured;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static uint64_t digest(uint64_t h, const void *from, uint64_t bytes)
{
    for (uint64_t i = 0; i < bytes / 8; i++)
        h = (h ^ ((const uint64_t *)from)[i]) * 0x9e3779b97f4a7c15ull;
    return h;
}

static void launch(const char *name, uint64_t grid, uint32_t block, const void *params,
                   uint64_t bytes)
{
    Launch l = {.code = program_entry(program, name),
                .grid = {(uint32_t)grid, 1, 1},
                .block = {block, 1, 1},
                .params = params,
                .param_bytes = bytes};
    if (launch_run(&l) != LAUNCH_ok) {
        fprintf(stderr, "bench_jobs: %s failed\n", name);
        exit(1);
    }
    now_measured->result = digest(now_measured->result, &l.us, sizeof l.us);
    now_measured->launches++;
}

static Alloc *words(uint64_t n)
{
    Alloc *a = mem_alloc(4 * n, 0, MEM_device);
    if (!a)
        exit(1);
    EACH_HOOK(alloc, (a));
    for (uint64_t i = 0; i < n; i++)
        ((uint32_t *)a->host)[i] = (uint32_t)i * 2654435761u >> 3;
    EACH_HOOK(host_write, (a->addr, a->size));
    return a;
}

// clang-format off
static void sort(Alloc *from, Alloc *to, Alloc *counts, int n)
{
    uint64_t blocks = ((uint64_t)n + BLOCK * SORT_ITEMS - 1) / (BLOCK * SORT_ITEMS);
    for (int shift = 0; shift < 32; shift += 4) {
        struct { uint64_t in, counts; int shift, n; } count = {from->addr, counts->addr, shift, n};
        struct { uint64_t counts; int n; } scan = {counts->addr, 16 * (int)blocks};
        struct { uint64_t in, out, counts; int shift, n; } scatter = {from->addr, to->addr, counts->addr, shift, n};
        launch("sort_count", blocks, BLOCK, &count, sizeof count);
        launch("sort_scan", 1, SCAN_BLOCK, &scan, 12);
        launch("sort_scatter", blocks, BLOCK, &scatter, sizeof scatter);
        Alloc *swap = from;
        from = to, to = swap;
    }
}
// clang-format on

// The product is one of as many elements as there are, divided by 8.
static void run(unsigned kernel, Alloc *in, Alloc *out, Alloc *more, int n)
{
    int side = 16;
    while (8 * 4 * side * side <= n)
        side *= 2;
    struct {
        uint64_t a, b, c;
        int n;
    } three = {in->addr, in->addr, out->addr, kernel == KERNEL_product ? side : n};
    struct {
        uint64_t a, b;
        int n;
    } two = {in->addr, out->addr, n};
    uint64_t blocks = (uint64_t)n / BLOCK;
    if (kernel == KERNEL_sort)
        sort(in, out, more, n);
    else if (kernel == KERNEL_vector_add || kernel == KERNEL_product)
        launch(kernels[kernel], kernel == KERNEL_product ? (uint64_t)side * side / BLOCK : blocks,
               BLOCK, &three, sizeof three);
    else
        launch(kernels[kernel], blocks, BLOCK, &two, sizeof two);
}

static void measure(const char *text, unsigned watch, unsigned kernel, int n)
{
    char error[PTX_ERROR_MAX];
    PtxText t = {.text = (char *)text, .length = strlen(text), .sm = 90};
    if (mem_init() || observers_init(watches[watch][1]) || !(program = program_load(&t, 1, error)))
        exit(1);
    Alloc *in = words((uint64_t)n), *out = words((uint64_t)n), *more = words((uint64_t)n / 64 + 64);
    for (unsigned r = 0; r < REPEATS; r++) {
        double began = now();
        run(kernel, in, out, more, n);
        double took = now() - began;
        if (!r || took < now_measured->seconds)
            now_measured->seconds = took;
        now_measured->result = digest(now_measured->result, in->host, in->size);
        now_measured->result = digest(now_measured->result, out->host, out->size);
    }
    now_measured->divided = jobs_divided;
}

static char *read_file(const char *path)
{
    FILE *f = fopen(path, "r");
    char *text = NULL;
    size_t size = 0;
    ssize_t n = f ? getdelim(&text, &size, 0, f) : -1;
    if (f)
        fclose(f);
    return n > 0 ? text : NULL;
}

int main(int argc, char **argv)
{
    char *text = argc > 1 ? read_file(argv[1]) : NULL;
    int log2n = argc > 2 ? atoi(argv[2]) : 23, failed = 0;
    unsigned jobs[COUNTS] = {1, jobs_cores()}, n = argc > 3 ? 0 : 2;
    for (int i = 3; i < argc && n < COUNTS; i++)
        jobs[n++] = (unsigned)atoi(argv[i]);
    if (!text || log2n < 12 || log2n > 27) {
        fprintf(stderr, "usage: bench_jobs kernels.ptx [log2 of the number of elements, 12 to 27 "
                        "[processes...]]\n");
        return 2;
    }
    Measured *m =
        mmap(NULL, COUNTS * sizeof *m, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    printf(
        "2^%d elements, %u cores: milliseconds with so many processes; launches divided; ratio\n",
        log2n, jobs_cores());
    for (unsigned w = 0; w < WATCHES; w++)
        for (unsigned k = 0; k < KERNELS; k++) {
            printf("%-12s %-10s", kernels[k], watches[w][0]);
            memset(m, 0, COUNTS * sizeof *m);
            for (unsigned i = 0; i < n; i++) {
                fflush(stdout);
                pid_t child = fork();
                if (!child) {
                    now_measured = &m[i];
                    device.jobs = jobs[i];
                    measure(text, w, k, 1 << log2n);
                    _exit(0);
                }
                int status = 1;
                waitpid(child, &status, 0);
                bool wrong = status || m[i].result != m[0].result;
                failed |= wrong;
                printf("  %2u: %7.1f %2d/%d %5.2f%s", jobs[i], 1e3 * m[i].seconds,
                       (int)m[i].divided, (int)m[i].launches, m[0].seconds / m[i].seconds,
                       wrong ? " WRONG" : "");
            }
            printf("\n");
        }
    return failed;
}
