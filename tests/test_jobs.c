// test_jobs.c - one launch in several processes (sim/jobs.c) leaves the same bytes as in one:
// memory, how the launch ended, its counts, times, counters and findings, what it prints. For
// kernels whose blocks do not talk (these are indeed divided), and for those that do.
#include "suite.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/cudasim/observers/observers.h"
#include "common/cudasim/sim/exec.h"
#include "common/cudasim/sim/jobs.h"
#include "compiled.h"
#include "programs.h"

enum { BLOCKS = 61, MAX_N = 1 << 14, MAX_LAUNCHES = 3, FILE_BYTES = 1 << 20 };
#define PTX "build/tests/jobs.ptx"

static const struct {
    const char *kernel;
    unsigned threads;
    bool divided;
} cases[] = {
    {"add", 96, true},
    {"reduce", 128, true},
    {"compute", 64, true},
    {"in_place", 100, true},
    {"last_stays", 64, true},
    {"bytes", 33, true},
    {"scatter", 64, true},
    {"vectors", 64, true},
    {"local_array", 32, true},
    {"some_blocks", 64, true},
    {"votes", 96, true},
    {"shared_atomics", 64, true},
    {"copies", 128, true},
    {"variable", 64, true},
    {"neighbour", 64, false},
    {"left_over", 96, false},
    {"left_in_locals", 32, false},
    {"sum", 64, false},
    {"tickets", 64, false},
    {"swaps", 32, false},
    {"chain", 32, false},
    {"waits_for_last", 64, false},
    {"clocks", 64, false},
    {"prints", 32, false},
    {"allocates", 32, false},
    {"long_loop", 64, false},
    {"lost_lanes", 64, false},
    {"outside", 64, false},
    {"fails", 64, false},
};
enum { CASES = sizeof cases / sizeof *cases };

static const struct {
    const char *options;
    MemKind kind;      // of what the kernel works on
    uint32_t l2_bytes; // of the L2 cache; 0: as of the GPU
} ways[] = {
    {NULL, MEM_device, 0},
    {NULL, MEM_managed, 0},
    {"tool=memcheck;report=%s.report", MEM_device, 0},
    {"counters=%s.counters;report=%s.report", MEM_device, 0},
    {"counters=%s.counters;report=%s.report", MEM_device, 40 << 10}, // not all that is touched fits
    {"counters=%s.counters;report=%s.report", MEM_pinned, 0},
    {"tool=all;counters=%s.counters;report=%s.report", MEM_device, 0},
};
enum { WAYS = sizeof ways / sizeof *ways, QUIET_WAYS = 3, COUNTED = 3, SMALL_CACHE = 4 };

// What one process leaves.
typedef struct {
    struct {
        uint8_t in[4 * MAX_N], out[4 * MAX_N];
        LaunchStatus status;
        uint64_t executed, work, busiest, hash;
        double us;
        WarpTime life, longest;
    } launch[MAX_LAUNCHES];
    char printed[1 << 12], counters[FILE_BYTES], report[FILE_BYTES];
    uint64_t divided;
} Left;

static Program *load(void)
{
    char error[PTX_ERROR_MAX];
    static char text[TEXT];
    PtxText t = {.text = read_text(PTX, text), .length = strlen(text), .sm = 90};
    Program *p = program_load(&t, 1, error);
    if (!p)
        fprintf(stderr, "%s\n", error);
    return p;
}

static Alloc *words(MemKind kind, unsigned seed)
{
    Alloc *a = mem_alloc(4 * MAX_N, 0, kind);
    EACH_HOOK(alloc, (a));
    for (unsigned i = 0; i < MAX_N; i++)
        ((uint32_t *)a->host)[i] = (i + seed) * 2654435761u >> 8;
    EACH_HOOK(host_write, (a->addr, a->size));
    return a;
}

static uint64_t hash_counts(const Code *c)
{
    uint64_t hash = 0;
    for (uint32_t i = 0; i < c->nsteps; i++) {
        hash = (hash ^ c->counts[i].warps) * 0x9e3779b97f4a7c15ull;
        hash = (hash ^ c->counts[i].threads) * 0x9e3779b97f4a7c15ull;
        hash = (hash ^ c->counts[i].diverged) * 0x9e3779b97f4a7c15ull;
    }
    return hash;
}

static void read_output(const char *name, const char *end, char *to)
{
    char path[PATH];
    snprintf(path, sizeof path, "%s.%s", name, end);
    FILE *f = fopen(path, "r");
    size_t n = f ? fread(to, 1, FILE_BYTES - 1, f) : 0;
    to[n] = 0;
    if (f)
        fclose(f);
    remove(path);
}

// Launches the kernel several times: what a launch leaves decides about the next one, too.
static void run_case(unsigned i, unsigned way, unsigned jobs, Left *left)
{
    char options[2 * PATH], name[PATH];
    snprintf(name, sizeof name, "build/tests/jobs_%d", (int)getpid());
    snprintf(options, sizeof options, ways[way].options ? ways[way].options : "report=none", name,
             name);
    device.hooks = &hooks_all;
    device.jobs = jobs;
    device.jobs_from = 0;
    Program *p = mem_init() || observers_init(options) ? NULL : load();
    if (!p)
        _exit(1);
    if (ways[way].l2_bytes)
        model.l2_bytes = ways[way].l2_bytes;
    Alloc *ins[2], *outs[2]; // used in turn
    for (unsigned k = 0; k < 2; k++) {
        ins[k] = words(ways[way].kind, 1 + k);
        outs[k] = words(ways[way].kind, 3 + k);
    }
    for (unsigned k = 0; k < MAX_LAUNCHES; k++) {
        const Alloc *in = ins[k % 2], *out = outs[k % 2];
        unsigned n = BLOCKS * cases[i].threads - (k == 1 ? 17 : 0);
        uint8_t params[20];
        memcpy(params, &in->addr, 8);
        memcpy(params + 8, &out->addr, 8);
        memcpy(params + 16, &n, 4);
        Launch l = {.code = program_entry(p, cases[i].kernel),
                    .grid = {BLOCKS, 1, 1},
                    .block = {cases[i].threads, 1, 1},
                    .params = params,
                    .param_bytes = sizeof params};
        left->launch[k].status = launch_run(&l);
        left->launch[k].executed = l.executed;
        left->launch[k].work = l.work;
        left->launch[k].busiest = l.busiest;
        left->launch[k].us = l.us;
        left->launch[k].life = l.life;
        left->launch[k].longest = l.longest;
        left->launch[k].hash = hash_counts(l.code);
        memcpy(left->launch[k].in, in->host, 4 * MAX_N);
        memcpy(left->launch[k].out, out->host, 4 * MAX_N);
    }
    const char *text;
    size_t n = printf_take(&text);
    if (n > 0)
        memcpy(left->printed, text, n < sizeof left->printed ? n : sizeof left->printed);
    left->divided = jobs_divided;
    EACH_HOOK(finish, ());
    fflush(NULL);
    read_output(name, "counters", left->counters);
    read_output(name, "report", left->report);
}

static Left *apart(unsigned i, unsigned way, unsigned jobs)
{
    Left *left =
        mmap(NULL, sizeof *left, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    fflush(NULL);
    pid_t child = fork();
    if (!child) {
        run_case(i, way, jobs, left);
        _exit(0);
    }
    int status = 1;
    waitpid(child, &status, 0);
    ck_assert_msg(!status, "%s, way %u, %u processes: status %d", cases[i].kernel, way, jobs,
                  status);
    return left;
}

static void compare(const Left *one, const Left *other, const char *what)
{
    for (unsigned k = 0; k < MAX_LAUNCHES; k++) {
        ck_assert_msg(
            !memcmp(&one->launch[k], &other->launch[k], sizeof one->launch[k]),
            "%s: launch %u: %d and %d, %llu and %llu instructions, %.17g and %.17g us%s", what, k,
            one->launch[k].status, other->launch[k].status,
            (unsigned long long)one->launch[k].executed,
            (unsigned long long)other->launch[k].executed, one->launch[k].us, other->launch[k].us,
            memcmp(one->launch[k].out, other->launch[k].out, 4 * MAX_N) ? "; memory" : "");
    }
    ck_assert_msg(!memcmp(one->printed, other->printed, sizeof one->printed), "%s: prints", what);
    ck_assert_msg(!strcmp(one->counters, other->counters), "%s:\n%s\n%s", what, one->counters,
                  other->counters);
    ck_assert_msg(!strcmp(one->report, other->report), "%s:\n%s\n%s", what, one->report,
                  other->report);
}

// Observers that see blocks and cannot follow them keep the launch in one process.
static bool may_divide(unsigned way) { return way < QUIET_WAYS || way == COUNTED; }

START_TEST(processes_leave_what_one_leaves)
{
    static const unsigned jobs[] = {2, 3, 7};
    const unsigned i = (unsigned)_i / WAYS, way = (unsigned)_i % WAYS;
    Left *one = apart(i, way, 1);
    ck_assert_uint_eq(one->divided, 0);
    for (unsigned k = 0; k < sizeof jobs / sizeof *jobs; k++) {
        char what[100];
        snprintf(what, sizeof what, "%s, way %u, %u processes", cases[i].kernel, way, jobs[k]);
        Left *other = apart(i, way, jobs[k]);
        compare(one, other, what);
        if (way == SMALL_CACHE)
            ck_assert_uint_le(other->divided, cases[i].divided ? MAX_LAUNCHES : 0);
        else
            ck_assert_msg(other->divided ==
                              (cases[i].divided && may_divide(way) ? MAX_LAUNCHES : 0),
                          "%s: divided: %d", what, (int)other->divided);
        munmap(other, sizeof *other);
    }
}
END_TEST

SUITE(s)
{
    if (compile_cuda(PTX, "-ptx -O2 -arch=compute_90 -lineinfo tests/cuda/jobs.cu"))
        suite_fail("nvcc: see " PTX ".log");
    TCase *t = TESTS(s, "processes");
    tcase_add_loop_test(t, processes_leave_what_one_leaves, 0, CASES * WAYS);
    tcase_set_timeout(t, 120);
}
