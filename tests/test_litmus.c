// test_litmus.c - what blocks may see of each other's writes under --memory-model weak: the
// outcomes of tests/cuda/litmus.cu beside tests/data/litmus.csv. What CUDA's memory model forbids
// must never come; what the file expects must come under one of the seeds; and the mode forbids
// nothing that an H200 has shown (the file's last column). Needs nvcc (NVCC in the environment).
#include "suite.h"

#include "compiled.h"
#include "programs.h"

#define BUILT "build/tests/litmus"
enum { SEEDS = 20, TIMES = 30, MAX_ROWS = 128 };

typedef struct {
    char test[40], outcome[4], rule[12]; // "forbidden", "allowed", "expected"
    long gpu;                            // how often an H200 has shown it; -1: not run there
    long seen;                           // how often the simulator has
} LitmusOutcome;

static LitmusOutcome outcomes[MAX_ROWS];
static int noutcomes;

static LitmusOutcome *find_outcome(const char *test, const char *outcome)
{
    for (int i = 0; i < noutcomes; i++)
        if (!strcmp(outcomes[i].test, test) && !strcmp(outcomes[i].outcome, outcome))
            return &outcomes[i];
    return NULL;
}

static void read_outcomes(void)
{
    char line[200];
    FILE *f = fopen("tests/data/litmus.csv", "r");
    ck_assert_ptr_nonnull(f);
    while (fgets(line, sizeof line, f)) {
        LitmusOutcome *o = &outcomes[noutcomes];
        if (*line == '#' || !strncmp(line, "test;", 5))
            continue;
        ck_assert_msg(
            sscanf(line, "%39[^;];%3[^;];%11[^;];%ld", o->test, o->outcome, o->rule, &o->gpu) == 4,
            "tests/data/litmus.csv: %s", line);
        ck_assert_int_lt(++noutcomes, MAX_ROWS);
    }
    fclose(f);
    ck_assert_int_gt(noutcomes, 0);
}

// Without delays: the schedule lets the two blocks meet in every possible way, and a loop that
// waits for the clock would run until its turn ends.
static void count_outcomes(const char *model, int seed)
{
    char command[PATH], line[200];
    snprintf(command, sizeof command,
             "build/cudasim --tool racecheck --report none --memory-model %s --schedule shuffle "
             "--seed %d " BUILT " %d 1 1",
             model, seed, TIMES);
    FILE *f = popen(command, "r");
    ck_assert_ptr_nonnull(f);
    int lines = 0;
    while (fgets(line, sizeof line, f)) {
        char test[40];
        long n[4];
        ck_assert_msg(sscanf(line, "%39[^:]: 00 %ld 01 %ld 10 %ld 11 %ld", test, &n[0], &n[1],
                             &n[2], &n[3]) == 5,
                      "not an outcome: %s", line);
        for (int i = 0; i < 4; i++) {
            const char outcome[] = {(char)('0' + i / 2), (char)('0' + i % 2), '\0'};
            LitmusOutcome *o = find_outcome(test, outcome);
            ck_assert_msg(o != NULL, "%s %s has no row", test, outcome);
            o->seen += n[i];
        }
        lines++;
    }
    ck_assert_int_eq(pclose(f), 0);
    ck_assert_int_eq(4 * lines, noutcomes);
}

START_TEST(weak_memory_shows_what_the_model_allows)
{
    read_outcomes();
    for (int seed = 1; seed <= SEEDS; seed++)
        count_outcomes("weak", seed);
    for (int i = 0; i < noutcomes; i++) {
        const LitmusOutcome *o = &outcomes[i];
        if (!strcmp(o->rule, "forbidden"))
            ck_assert_msg(!o->seen && o->gpu <= 0, "%s: %s is forbidden; here %ld, H200 %ld",
                          o->test, o->outcome, o->seen, o->gpu);
        if (!strcmp(o->rule, "expected"))
            ck_assert_msg(o->seen > 0, "%s: %s never came", o->test, o->outcome);
    }
}
END_TEST

START_TEST(strong_memory_shows_no_old_value)
{
    read_outcomes();
    for (int seed = 1; seed <= SEEDS; seed++)
        count_outcomes("strong", seed);
    ck_assert_int_eq(find_outcome("MP no fence", "10")->seen, 0);
    ck_assert_int_eq(find_outcome("SB no fence", "00")->seen, 0);
}
END_TEST

SUITE(s)
{
    if (compile_cuda(BUILT, "-arch=compute_90 -cudart shared -std=c++17 -Icommon "
                            "tests/cuda/litmus.cu"))
        suite_fail("tests/cuda/litmus.cu does not compile");
    TESTS(s, "litmus", weak_memory_shows_what_the_model_allows, strong_memory_shows_no_old_value);
}
