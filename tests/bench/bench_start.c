// bench_start.c - what starting a run of a part costs: the machine and its client, with all layers
// that confine them, one small case, and their end. In milliseconds, the best of many, and how much
// of the processor they use, which does not depend on what else the machine does.
#include <stdio.h>
#include <sys/resource.h>
#include <time.h>

#include "grader/base/paths.h"
#include "grader/run/run.h"

enum { RUNS = 30, ELEMENTS = 32 };

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

// Processor time of all processes that have ended.
static double used_ms(void)
{
    struct rusage r;
    getrusage(RUSAGE_CHILDREN, &r);
    return 1e3 * (double)(r.ru_utime.tv_sec + r.ru_stime.tv_sec) +
           1e-3 * (double)(r.ru_utime.tv_usec + r.ru_stime.tv_usec);
}

static CaseList *one_case(void)
{
    CaseList *list = cases_new("04_reduction", 1, 1);
    Case *c = case_add(list, 0, "int", "n=%d", ELEMENTS);
    c->arg[0] = ELEMENTS;
    c->arg[1] = 1;
    case_buffer(c, BUFFER_in, ELEM_i32, ELEMENTS, "in");
    case_buffer(c, BUFFER_out, ELEM_i32, 1, "out");
    return list;
}

int main(void)
{
    CaseList *list = one_case();
    double best = 1e9;
    RunSetup setup = {.lib = paths_lib(),
                      .object = paths_at("build/tests/fake/kind_%s.so", "right"),
                      .lab = "04_reduction",
                      .tools = "all",
                      .schedule = "inorder",
                      .seed = 1,
                      .checked = true};
    for (int i = 0; i < RUNS; i++) {
        double begin = now_ms();
        Run *run = run_cases(&setup, list, NULL);
        double ms = now_ms() - begin;
        bool right = run->result[0].kind == RESULT_finished;
        run_free(run);
        if (!right)
            return fprintf(stderr, "bench_start: the case has not ended well\n"), 1;
        best = ms < best ? ms : best;
    }
    cases_free(list);
    printf("one run of a part, confined: started and ended in %.1f ms; processor time %.1f ms\n",
           best, used_ms() / RUNS);
    return 0;
}
