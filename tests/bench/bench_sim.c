// bench_sim.c - how fast the simulator executes, printed as issued warp
// instructions x 32 a second, with nothing, with counters, and with every
// checker; beside it the same reduction in plain C, in the same run.
//
//   bench_sim kernels.ptx [log2 of the number of elements]
//
// Each mode runs in a process of its own, because observers are switched on
// once a process. The best of REPEATS runs counts.
#define _GNU_SOURCE
#include "../../common/observers/observers.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { REPEATS = 5, BLOCK = 256 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

typedef struct {
    double rate, active, elements; // thread instructions a second (issued, active), elements
    bool right;
} Result;

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

static Result run(Program *p, const char *name, const int *in, long n, long sum)
{
    Result best = {0};
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
        Launch l = {.code = program_entry(p, name), .grid = {(uint32_t)(n / BLOCK), 1, 1},
                    .block = {BLOCK, 1, 1}, .params = params, .param_bytes = sizeof params};
        double t = now();
        LaunchStatus status = launch_run(&l);
        t = now() - t;
        const int *out = (const int *)b->host;
        long total = 0;
        for (long i = 0; i < n / BLOCK; i++)
            total += out[i];
        double rate = (double)l.executed * 32 / t;
        if (rate > best.rate)
            best = (Result){rate, (double)active_lanes(&l) / t, (double)n / t, false};
        best.right = status == LAUNCH_ok && (strcmp(name, "reduce") || total == sum);
    }
    return best;
}

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

static int run_mode(const char *text, const char *mode, const char *options, const int *in, long n,
                    long sum)
{
    static const char *const names[] = {"vector_add", "reduce", "compute"};
    char error[PTX_ERROR_MAX];
    PtxText t = {.text = (char *)text, .length = strlen(text), .sm = 90};
    if (observers_init(options))
        return 1;
    Program *p = program_load(&t, 1, error);
    if (!p) {
        fprintf(stderr, "bench_sim: %s\n", error);
        return 1;
    }
    for (int i = 0; i < 3; i++) {
        Result r = run(p, names[i], in, n, sum);
        printf("%-12s %-14s %8.2f %8.2f %10.1f  %s\n", names[i], mode, r.rate / 1e9,
               r.active / 1e9, r.elements / 1e6, r.right ? "" : "WRONG");
        fflush(stdout);
        if (!r.right)
            return 1;
    }
    return 0;
}

int main(int argc, char **argv)
{
    static const struct { const char *name, *options; } modes[] = {
        {"nothing", "report=none"},
        {"counters", "counters=/dev/null;report=none"},
        {"all checkers", "tool=all;counters=/dev/null;report=none"},
    };
    char *text = argc > 1 ? read_file(argv[1]) : NULL;
    long n = 1L << (argc > 2 ? atoi(argv[2]) : 21), sum;
    if (!text || n < BLOCK) {
        fprintf(stderr, "usage: bench_sim kernels.ptx [log2 of the number of elements]\n");
        return 2;
    }
    int *in = numbers(n, &sum);
    printf("n = %ld, one core; G = 10^9 thread instructions a second\n", n);
    printf("%-12s %-14s %8s %8s %10s\n", "kernel", "watched by", "issued G", "active G", "M elem/s");
    int failed = 0;
    for (int m = 0; m < 3; m++) {
        fflush(stdout);
        pid_t child = fork();
        if (child == 0)
            _exit(run_mode(text, modes[m].name, modes[m].options, in, n, sum));
        int status = 1;
        if (child > 0)
            waitpid(child, &status, 0);
        failed |= status != 0;
    }
    printf("%-12s %-14s %8s %8s %10.1f\n", "reduce", "plain C, gcc", "", "",
           plain_c(in, n, sum) / 1e6);
    return failed;
}
