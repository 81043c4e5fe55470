// test_cublas.c - the course's own cuBLAS and cuRAND. tests/gpu/cublas_probe.cu finds results
// within the bounds of rounding, and answers to wrong calls are those of NVIDIA's library on an
// H200 (tests/data/h200_cublas.txt); random numbers are its numbers, bit for bit (h200_curand.txt).
// No checker finds anything.
#include "suite.h"
#include <unistd.h>

#include "compiled.h"
#include "programs.h"

#define BUILT "build/tests/cublas"

// Compiles a program, linked to our libraries in the place of NVIDIA's; runs it with all checkers.
static void run_program(const char *name, const char *source, const char *library,
                        const char *argument, char out[TEXT], char err[TEXT])
{
    run("mkdir -p " BUILT);
    ck_assert_msg(!compile_cuda(name, "-w -O2 -std=c++17 -arch=compute_90 -Lbuild/lib %s -l:%s",
                                source, library),
                  "%s does not compile: see %s.log", source, name);
    ck_assert_int_eq(
        run("build/cudasim --tool all %s %s >%s.out 2>%s.err", name, argument, name, name), 0);
    char path[PATH];
    snprintf(path, sizeof path, "%s.out", name);
    read_text(path, out);
    snprintf(path, sizeof path, "%s.err", name);
    read_text(path, err);
}

// Of `every` pairs of rows that the H200 printed, the program prints the first.
static void compare_with_h200(const char *name, const char *source, const char *library,
                              const char *data, unsigned every)
{
    static char out[TEXT], err[TEXT], h200[TEXT];
    char argument[16] = "";
    if (every > 1)
        snprintf(argument, sizeof argument, "%u", every);
    run_program(name, source, library, argument, out, err);
    read_text(data, h200);
    char *rest = h200, *line = out;
    while (*rest == '#') // where it comes from
        rest = strchr(rest, '\n') + 1;
    for (unsigned n = 1; *line || *rest; n++) {
        size_t ours = strcspn(line, "\n"), theirs = strcspn(rest, "\n");
        if (n > 1 && *rest && (n - 2) / 2 % every) { // the first row has the version
            rest += theirs + (rest[theirs] == '\n');
            continue;
        }
        ck_assert_msg(ours == theirs && !memcmp(line, rest, ours), "row %u: %.*s, and not %.*s", n,
                      (int)ours, line, (int)theirs, rest);
        line += ours + (line[ours] == '\n');
        rest += theirs + (rest[theirs] == '\n');
    }
    ck_assert_msg(strstr(err, "ERROR SUMMARY: 0 errors"), "%s", err);
}

START_TEST(answers_and_results_are_those_of_the_library)
{
    compare_with_h200(BUILT "/probe", "tests/gpu/cublas_probe.cu", "libcublas.so.13",
                      "tests/data/h200_cublas.txt", 1);
}
END_TEST

START_TEST(random_numbers_are_those_of_the_library)
{
    if (access("build/include/curand.h", R_OK))
        return;
    compare_with_h200(BUILT "/random", "tests/gpu/curand_probe.cu", "libcurand.so.10",
                      "tests/data/h200_curand.txt", 4); // all of them take four times as long
}
END_TEST

START_TEST(what_is_missing_says_so)
{
    static char out[TEXT], err[TEXT];
    run_program(BUILT "/missing", "tests/cuda/cublas_missing.cu", "libcublas.so.13", "", out, err);
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
    TESTS(s, "cublas", answers_and_results_are_those_of_the_library,
          random_numbers_are_those_of_the_library, what_is_missing_says_so);
}
