// bench_sim.c - the speed of the simulator, in issued warp instructions x 32 per
// second: with nothing, with counters, with counters and what times depend on, and with every
// checker. In the same run: the same reduction in plain C, a whole radix sort, and the same kernels
// on other simulators, if they are installed.
//
//   bench_sim kernels.ptx [log2 of the number of elements [bench_opencl kernels.cl]]
//
// Each mode runs in its own process, because a process can switch on observers only
// once. The best of REPEATS runs counts.
#define _GNU_SOURCE
#include "common/cudasim/observers/observers.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { REPEATS = 5, BLOCK = 256, KERNELS = 3 };
enum { PEER_LOG2 = 16 };                    // log2 of the number of elements for a slow peer
enum { SORT_TIMES_LOG2 = 3 };               // log2 of how many times more elements the sort has
enum { SORT_ITEMS = 8, SCAN_BLOCK = 1024 }; // as in kernels.cu
enum { WATCH_nothing, WATCH_counters, WATCH_times, WATCH_all, WATCHES };

static const char *const kernels[KERNELS] = {"vector_add", "reduce", "compute"};
static const struct {
    const char *name, *options;
    unsigned measured; // 0: what the options say
} watches[WATCHES] = {
    {"nothing", "report=none", 0},
    {"counters", "counters=/dev/null;report=none", MEASURE_counters | MEASURE_shares},
    {"counters+times", "counters=/dev/null;report=none", 0},
    {"all checkers", "tool=all;counters=/dev/null;report=none", 0},
};

static double now(void) // in processor time: what else the machine does changes little
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

typedef struct {
    double rate, active, elements; // per second: thread instructions (issued, active), elements
    bool right;
} BenchResult;

static int *numbers(long n, long *sum)
{
    int *p = malloc((size_t)n * sizeof *p);
    *sum = 0;
    for (long i = 0; i < n; i++)
        *sum += p[i] = (int)(i * 7 % 13);
    return p;
}

static uint64_t active_lanes(const Launch *l)
{
    uint64_t n = 0;
    for (uint32_t i = 0; i < l->code->nsteps; i++)
        n += l->code->counts[i].threads;
    return n;
}

static BenchResult run(Program *p, const char *name, const int *in, long n, long sum)
{
    BenchResult best = {0};
    Alloc *a = mem_alloc(4 * (uint64_t)n, 0, MEM_device);
    Alloc *b = mem_alloc(4 * (uint64_t)n, 0, MEM_device);
    EACH_HOOK(alloc, (a));
    EACH_HOOK(alloc, (b));
    memcpy(a->host, in, 4 * (size_t)n);
    EACH_HOOK(host_write, (a->addr, a->size));
    uint8_t params[32] = {0};
    bool add = !strcmp(name, "vector_add");
    int count = (int)n;
    memcpy(params, &a->addr, 8);
    memcpy(params + 8, add ? &a->addr : &b->addr, 8);
    memcpy(params + 16, add ? (void *)&b->addr : (void *)&count, add ? 8 : 4);
    if (add)
        memcpy(params + 24, &count, 4);
    for (int r = 0; r < REPEATS; r++) {
        Launch l = {.code = program_entry(p, name),
                    .grid = {(uint32_t)(n / BLOCK), 1, 1},
                    .block = {BLOCK, 1, 1},
                    .params = params,
                    .param_bytes = sizeof params};
        double t = now();
        LaunchStatus status = launch_run(&l);
        t = now() - t;
        const int *out = (const int *)b->host;
        long total = 0;
        for (long i = 0; i < n / BLOCK; i++)
            total += out[i];
        double rate = (double)l.executed * 32 / t;
        if (rate > best.rate)
            best = (BenchResult){rate, (double)active_lanes(&l) / t, (double)n / t, false};
        best.right = status == LAUNCH_ok && (strcmp(name, "reduce") || total == sum);
        if (add)
            for (long i = 0; i < n; i++)
                best.right &= out[i] == 2 * in[i];
        if (status != LAUNCH_ok)
            break;
    }
    EACH_HOOK(release, (a));
    EACH_HOOK(release, (b));
    mem_free(a->addr);
    mem_free(b->addr);
    return best;
}

// ---- a radix sort --------------------------------------------------------------------------

typedef struct {
    Program *program;
    bool right;
    double instructions;
} Sort;

static void sort_launch(Sort *s, const char *name, uint32_t grid, uint32_t block,
                        const void *params, size_t bytes)
{
    Launch l = {.code = program_entry(s->program, name),
                .grid = {grid, 1, 1},
                .block = {block, 1, 1},
                .params = params,
                .param_bytes = (uint32_t)bytes};
    if (s->right && launch_run(&l) != LAUNCH_ok)
        s->right = false;
    s->instructions += (double)l.executed * 32;
}

static Alloc *words(uint64_t n)
{
    Alloc *a = mem_alloc(4 * n, 0, MEM_device);
    if (a)
        EACH_HOOK(alloc, (a));
    return a;
}

// Sorted, and the same items: compares their sum and the sum of their squares.
static bool is_sorted(const uint32_t *key, long n, uint64_t sum, uint64_t squares)
{
    for (long i = 0; i < n; i++) {
        sum -= key[i];
        squares -= (uint64_t)key[i] * key[i];
        if (i && key[i - 1] > key[i])
            return false;
    }
    return !sum && !squares;
}

// clang-format off
static int sort(Program *p, const char *watch, int log2n)
{
    long n = 1L << log2n;
    Sort s = {.program = p, .right = true};
    uint32_t blocks = (uint32_t)((n + BLOCK * SORT_ITEMS - 1) / (BLOCK * SORT_ITEMS));
    int ncounts = 16 * (int)blocks;
    Alloc *from = words((uint64_t)n), *to = words((uint64_t)n), *counts = words((uint64_t)ncounts);
    if (!from || !to || !counts) {
        fprintf(stderr, "bench_sim: no room for the sort\n");
        return 1;
    }
    uint64_t sum = 0, squares = 0;
    uint32_t x = 1, *key = (uint32_t *)from->host;
    for (long i = 0; i < n; i++) {
        x = x * 1664525u + 1013904223u;
        key[i] = x ^ x >> 16;
        sum += key[i];
        squares += (uint64_t)key[i] * key[i];
    }
    EACH_HOOK(host_write, (from->addr, from->size));
    double t = now();
    for (int shift = 0; shift < 32; shift += 4) {
        struct { uint64_t in, counts; int shift, n; } count = {from->addr, counts->addr, shift,
                                                               (int)n};
        struct { uint64_t counts; int n; } scan = {counts->addr, ncounts};
        struct { uint64_t in, out, counts; int shift, n; } scatter = {
            from->addr, to->addr, counts->addr, shift, (int)n};
        sort_launch(&s, "sort_count", blocks, BLOCK, &count, sizeof count);
        sort_launch(&s, "sort_scan", 1, SCAN_BLOCK, &scan, 12);
        sort_launch(&s, "sort_scatter", blocks, BLOCK, &scatter, sizeof scatter);
        Alloc *swap = from;
        from = to;
        to = swap;
    }
    t = now() - t;
    s.right = s.right && is_sorted((uint32_t *)from->host, n, sum, squares);
    printf("%-12s %-14s %8.2f %8s %10.1f  %s\n", "radix sort", watch, s.instructions / t / 1e9, "",
           (double)n / t / 1e6, s.right ? "" : "WRONG");
    printf("%28s2^%d items, 8 passes of 4 bits: %.1f s\n", "", log2n, t);
    return !s.right;
}
// clang-format on

static double plain_c(const int *in, long n, long sum)
{
    double best = 0;
    for (int r = 0; r < REPEATS; r++) {
        double t = now();
        long total = 0;
        for (long b = 0; b < n / BLOCK; b++) {
            int s[BLOCK];
            memcpy(s, in + b * BLOCK, sizeof s);
            for (int k = BLOCK / 2; k > 0; k >>= 1)
                for (int i = 0; i < k; i++)
                    s[i] += s[i + k];
            total += s[0];
        }
        t = now() - t;
        if (total == sum && (double)n / t > best)
            best = (double)n / t;
    }
    return best;
}

static char *read_file(const char *path)
{
    FILE *f = fopen(path, "r");
    if (!f)
        return NULL;
    fseek(f, 0, SEEK_END);
    long n = ftell(f);
    rewind(f);
    char *text = calloc(1, (size_t)n + 1);
    if (text && fread(text, 1, (size_t)n, f) != (size_t)n)
        text[0] = 0;
    fclose(f);
    return text;
}

static Program *load(const char *text, int watch)
{
    char error[PTX_ERROR_MAX];
    PtxText t = {.text = (char *)text, .length = strlen(text), .sm = 90};
    if (observers_init(watches[watch].options))
        return NULL;
    if (watches[watch].measured)
        hooks_measure(watches[watch].measured);
    Program *p = program_load(&t, 1, error);
    if (!p)
        fprintf(stderr, "bench_sim: %s\n", error);
    return p;
}

// ---- in another process ---------------------------------------------------

typedef struct {
    const char *text; // the kernels
    const int *in;
    long n, sum;
    int watch;
    bool quiet;
    double *elements; // per second, by kernel: shared with the parent
} BenchTask;

static int measure(const BenchTask *k)
{
    Program *p = load(k->text, k->watch);
    for (int i = 0; p && i < KERNELS; i++) {
        BenchResult r = run(p, kernels[i], k->in, k->n, k->sum);
        k->elements[i] = r.elements;
        if (!k->quiet || !r.right)
            printf("%-12s %-14s %8.2f %8.2f %10.1f  %s\n", kernels[i], watches[k->watch].name,
                   r.rate / 1e9, r.active / 1e9, r.elements / 1e6, r.right ? "" : "WRONG");
        fflush(stdout);
        if (!r.right)
            return 1;
    }
    return !p;
}

static int sort_watched(const BenchTask *k)
{
    Program *p = load(k->text, k->watch);
    int failed = !p || sort(p, watches[k->watch].name, (int)k->n);
    fflush(stdout);
    return failed;
}

static int in_child(int (*task)(const BenchTask *), const BenchTask *k)
{
    fflush(stdout);
    pid_t child = fork();
    if (child == 0)
        _exit(task(k));
    int status = 1;
    if (child > 0)
        waitpid(child, &status, 0);
    return status != 0;
}

// ---- peers -------------------------------------------------------------------------------------

// The command that starts each peer on one core; the platform has the name that OpenCL reports.
static const struct {
    const char *name, *command, *platform;
    bool slow; // compared at 2^PEER_LOG2, once
    int watch; // the mode of ours to compare with
} peers[] = {
    {"Oclgrind", "oclgrind --num-threads 1 --data-races", "Oclgrind", true, WATCH_all},
    {"PoCL", "env POCL_MAX_PTHREAD_COUNT=1", "Portable", false, WATCH_nothing},
    {"PoCL", "env POCL_MAX_PTHREAD_COUNT=1", "Portable", false, WATCH_counters},
};

// Elements per second, by kernel; false: the peer is not installed, or has failed and printed why.
static bool ask_peer(unsigned peer, const char *program, const char *source, int log2n,
                     double elements[KERNELS])
{
    char command[1024], name[32];
    snprintf(command, sizeof command, "%s '%s' '%s' %d %d %s 2>&1", peers[peer].command, program,
             source, log2n, peers[peer].slow ? 1 : REPEATS, peers[peer].platform);
    FILE *f = popen(command, "r");
    bool good = f != NULL;
    for (int i = 0; good && i < KERNELS; i++)
        good = fscanf(f, "%31s %lf", name, &elements[i]) == 2 && !strcmp(name, kernels[i]);
    return f && pclose(f) == 0 && good;
}

static int compare(const char *text, const int *in, int log2n, const char *program,
                   const char *source, double *ours)
{
    int failed = 0, lines = 0;
    for (unsigned i = 0; i < sizeof peers / sizeof *peers; i++) {
        int size = peers[i].slow && log2n > PEER_LOG2 ? PEER_LOG2 : log2n;
        double theirs[KERNELS];
        if (!ask_peer(i, program, source, size, theirs))
            continue;
        BenchTask k = {text, in, 1L << size, 0, peers[i].watch, true, ours};
        for (long j = 0; j < k.n; j++)
            k.sum += in[j];
        failed |= in_child(measure, &k);
        if (!lines++)
            printf("\nM elements per second, one core each, in this run\n"
                   "%-12s %-14s %10s  %-10s %10s %10s\n",
                   "kernel", "watched by", "ours", "peer", "peer's", "ratio");
        for (int j = 0; j < KERNELS; j++)
            printf("%-12s %-14s %10.1f  %-10s %10.3f %10.1f  2^%d\n", kernels[j],
                   watches[peers[i].watch].name, ours[j] / 1e6, peers[i].name, theirs[j] / 1e6,
                   ours[j] / theirs[j], size);
    }
    return failed;
}

int main(int argc, char **argv)
{
    char *text = argc > 1 ? read_file(argv[1]) : NULL;
    int log2n = argc > 2 ? atoi(argv[2]) : 21;
    long n = 1L << (log2n & 31), sum;
    if (!text || log2n < 8 || log2n > 27) {
        fprintf(stderr, "usage: bench_sim kernels.ptx [log2 of the number of elements, 8 to 27 "
                        "[bench_opencl kernels.cl]]\n");
        return 2;
    }
    int *in = numbers(n, &sum);
    double *elements = mmap(NULL, KERNELS * sizeof *elements, PROT_READ | PROT_WRITE,
                            MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (!in || elements == MAP_FAILED)
        return 1;
    printf("n = %ld, one core; G = 10^9 thread instructions per second\n", n);
    printf("%-12s %-14s %8s %8s %10s\n", "kernel", "watched by", "issued G", "active G",
           "M elem/s");
    int failed = 0;
    for (int w = 0; w < WATCHES; w++)
        failed |= in_child(measure, &(BenchTask){text, in, n, sum, w, false, elements});
    printf("%-12s %-14s %8s %8s %10.1f\n", "reduce", "plain C, gcc", "", "",
           plain_c(in, n, sum) / 1e6);
    failed |=
        in_child(sort_watched,
                 &(BenchTask){.text = text, .n = log2n + SORT_TIMES_LOG2, .watch = WATCH_counters});
    if (argc > 4)
        failed |= compare(text, in, log2n, argv[3], argv[4], elements);
    return failed;
}
