// test_cublas.c - the course's own cuBLAS: tests/gpu/cublas_probe.cu finds its results within the
// bounds of rounding, and its answers to wrong calls are those of NVIDIA's library on an H200
// (tests/data/h200_cublas.txt); no checker finds anything.
#include "suite.h"
#include <unistd.h>

#include "compiled.h"
#include "programs.h"

#define BUILT "build/tests/cublas"

// Compiles a program, linked to our library in the place of NVIDIA's; runs it with all checkers.
static void run_program(const char *name, const char *source, char out[TEXT], char err[TEXT])
{
    run("mkdir -p " BUILT);
    ck_assert_msg(
        !compile_cuda(name, "-w -O2 -std=c++17 -arch=compute_90 -Lbuild/lib %s -l:libcublas.so.13",
                      source),
        "%s does not compile: see %s.log", source, name);
    ck_assert_int_eq(run("build/cudasim --tool all %s >%s.out 2>%s.err", name, name, name), 0);
    char path[PATH];
    snprintf(path, sizeof path, "%s.out", name);
    read_text(path, out);
    snprintf(path, sizeof path, "%s.err", name);
    read_text(path, err);
}

START_TEST(answers_and_results_are_those_of_the_library)
{
    static char out[TEXT], err[TEXT], h200[TEXT];
    run_program(BUILT "/probe", "tests/gpu/cublas_probe.cu", out, err);
    read_text("tests/data/h200_cublas.txt", h200);
    char *rest = h200, *line = out;
    while (*rest == '#') // where it comes from
        rest = strchr(rest, '\n') + 1;
    for (unsigned n = 1; *line || *rest; n++) {
        size_t ours = strcspn(line, "\n"), theirs = strcspn(rest, "\n");
        ck_assert_msg(ours == theirs && !memcmp(line, rest, ours), "row %u: %.*s, and not %.*s", n,
                      (int)ours, line, (int)theirs, rest);
        line += ours + (line[ours] == '\n');
        rest += theirs + (rest[theirs] == '\n');
    }
    ck_assert_msg(strstr(err, "ERROR SUMMARY: 0 errors"), "%s", err);
}
END_TEST

START_TEST(what_is_missing_says_so)
{
    static char out[TEXT], err[TEXT];
    run_program(BUILT "/missing", "tests/cuda/cublas_missing.cu", out, err);
    ck_assert_str_eq(out, "15 15\n");
    ck_assert_msg(strstr(err, "cublasStpsv_v2 is not part of the simulator's cuBLAS: it returns "
                              "CUBLAS_STATUS_NOT_SUPPORTED\n"),
                  "%s", err);
}
END_TEST

SUITE(s)
{
    if (access("build/include/cublas_api.h", R_OK))
        suite_skip("cuBLAS", "the toolkit has no cublas_api.h");
    TESTS(s, "cublas", answers_and_results_are_those_of_the_library, what_is_missing_says_so);
}
