// test_patch.c - versions of the solutions as patches (tests/versions/README.md). All of them apply
// to the solutions as they are. A patch that does not is no version, and says which hunk it is.
// What a patch changes concerns no other function that the grader calls.
//
// Started from the root of the tree.
#include "suite.h"
#include <stdio.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/labs/choose.h"
#include "versions/versions.h"

static const char solution[] = "__device__ int twice(int x)\n"
                               "{\n"
                               "    // Adds.\n"
                               "    return x + x;\n"
                               "}\n"
                               "\n"
                               "__global__ void one(int *out) { *out = twice(1); }\n"
                               "__global__ void two(int *out)\n"
                               "{\n"
                               "    *out = twice(2);\n"
                               "    __syncthreads();\n"
                               "    *out = twice(*out);\n"
                               "    __syncthreads();\n"
                               "}\n"
                               "\n"
                               "void call_one(int *out) { one<<<1, 1>>>(out); }\n"
                               "void call_two(int *out) { two<<<1, 1>>>(out); }\n"
                               "void call_both(int *out) { call_one(out), call_two(out); }\n";

// A version of that solution.
static Version *version_of(const char *name, const char *only, const char *patch)
{
    Version *v = calloc(1, sizeof *v);
    *v = (Version){.lab = all_labs[0], .is_patch = true, .right = true};
    strcpy(v->name, name);
    strcpy(v->only, only);
    source_read(&v->source, solution);
    patch_apply(v, patch, &v->source);
    version_reach(v);
    return v;
}

static char *text_of(const Version *a, const Version *b)
{
    const Version *both[] = {a, b};
    return batch_text(&(Batch){both, b ? 2 : 1});
}

static void expect_text(const Version *a, const Version *b, const char *want)
{
    char *text = text_of(a, b);
    ck_assert_str_eq(a->problem, "");
    ck_assert_msg(strstr(text, want) != NULL, "'%s' is not in:\n%s", want, text);
    free(text);
}

static void expect_problem(const char *patch, const char *problem)
{
    ck_assert_str_eq(version_of("stale", "", patch)->problem, problem);
}

START_TEST(all_versions_apply)
{
    static VersionList list;
    versions_read(&list, NULL);
    ck_assert_int_gt(list.count, 0);
    for (int i = 0; i < list.count; i++)
        ck_assert_msg(!list.version[i].problem[0], "%s %s: %s", list.version[i].lab->name,
                      list.version[i].name, list.version[i].problem);
}
END_TEST

START_TEST(lines_change)
{
    Version *v = version_of("thrice", "",
                            "EXPECT full marks\n"
                            "@ twice\n"
                            "-    return x+x; // another comment\n"
                            "+    x *= 3;\n"
                            "+    return x; // WRONG\n");
    expect_text(v, NULL,
                "__device__ int twice(int x)\n"
                "{\n"
                "    // Adds.\n"
                "    x *= 3;\n"
                "    return x; // WRONG in thrice\n"
                "}\n");
    expect_text(version_of("kept", "", "@ twice\n     return x + x; // WRONG\n"), NULL,
                "    return x + x; // WRONG in kept\n");
    expect_text(version_of("new", "", "= one\n__global__ void one(int *out) {}\n"), NULL,
                "__global__ void one(int *out) {}\n__global__ void two");
    // The second hunk is behind the first one.
    expect_text(version_of("later", "",
                           "@ two\n"
                           "-    *out = twice(2);\n"
                           "@ two\n"
                           "     *out = twice(*out);\n"
                           "-    __syncthreads();\n"),
                NULL, "{\n    __syncthreads();\n    *out = twice(*out);\n}\n");
}
END_TEST

START_TEST(stale_patches_are_no_versions)
{
    expect_problem("@ twice\n-    return 2 * x;\n",
                   "hunk 1, 'twice', does not apply: -    return 2 * x;");
    expect_problem("@ one\n-{ *out = twice(1); }\n",
                   "hunk 1, 'one', does not apply: -{ *out = twice(1); }");
    expect_problem("@ two\n-    __syncthreads();\n",
                   "hunk 1, 'two', applies in more than one place: -    __syncthreads();");
    expect_problem("@ half\n-    return x + x;\n",
                   "hunk 1, 'half', does not apply: -    return x + x;");
    expect_problem("= half\nint half;\n", "hunk 1, 'half', does not apply: there is no such piece");
    expect_problem("@ twice\n+    x++;\n", "hunk 1, 'twice', has no line that is in the file: ");
    expect_problem("@ twice\nreturn 1;\n",
                   "hunk 1, 'twice', has a line that begins with none of ' ', '+', '-': return 1;");
    expect_problem("EXPECT full marks\n", "the patch changes nothing");
}
END_TEST

#define TWICE "@ twice\n-    return x + x;\n+    return x * x;\n"

// A helper that other entries use, too: there are two of it, and only one is changed.
START_TEST(others_keep_what_they_use)
{
    Version *v = version_of("square", "call_one", TWICE);
    expect_text(v, NULL, "    return x + x;\n");
    expect_text(v, NULL, "__device__ int twice_square(int x)\n{\n    return x * x;\n}\n");
    expect_text(v, NULL, "__global__ void one_square(int *out) { *out = twice_square(1); }\n");
    expect_text(v, NULL, "    *out = twice(2);\n");
    // Who calls the entry gets the solution's.
    expect_text(v, NULL, "void sound_call_one(int *out) { one<<<1, 1>>>(out); }\n");
    expect_text(v, NULL, "void call_both(int *out) { sound_call_one(out), call_two(out); }\n");
}
END_TEST

START_TEST(versions_of_other_entries_fit)
{
    Version *a = version_of("square", "call_one", TWICE);
    Version *b = version_of("wait", "call_two",
                            "@ two\n"
                            "-    __syncthreads();\n"
                            "     *out = twice(*out);\n");
    ck_assert(versions_fit(a, b));
    ck_assert(!versions_fit(a, version_of("all", "", TWICE)));
    expect_text(a, b, "twice_square(1)");
    expect_text(a, b, "{\n    *out = twice(2);\n    *out = twice(*out);\n");
    ck_assert_str_ne(version_of("none", "call_three", TWICE)->problem, "");
}
END_TEST

// What the right versions leave of the bounds, as the last audit has found it.
static void tell_margin(const char *line) { printf("# too near to its gate: %s", line); }

START_TEST(right_versions_are_not_near_to_gates)
{
    ck_assert_int_eq(margins_close("tests/versions/margins.csv", tell_margin), 0);
    ck_assert_double_eq_tol(margin_of(90, 100, false), 0.1, 1e-9);
    ck_assert_double_eq_tol(margin_of(110, 100, false), -10. / 110, 1e-9);
    ck_assert_double_eq_tol(margin_of(100, 80, true), 0.2, 1e-9);
}
END_TEST

static int told;
static void count_margin(const char *line) { told += strstr(line, ";near;") != NULL; }

START_TEST(a_small_margin_is_told)
{
    char path[] = "/tmp/margins-XXXXXX";
    FILE *f = fdopen(mkstemp(path), "w");
    // The gate is 33, and the solution's value 20: this would be a version too near to the gate.
    fputs("reduction.halves.divergence;stores (warp instructions) per block;at most;33;near;32;3\n",
          f);
    // These have a margin, no gate any more, or another bound since.
    fputs("reduction.halves.divergence;stores (warp instructions) per block;at most;33;far;20;39\n"
          "reduction.halves.divergence;no such gate;at most;33;near;32;3\n"
          "reduction.halves.divergence;stores (warp instructions) per block;at most;31;old;31;0\n",
          f);
    fclose(f);
    ck_assert_int_eq(margins_close(path, count_margin), 1);
    ck_assert_int_eq(told, 1);
    unlink(path);
    ck_assert_int_eq(margins_close("tests/versions/no_such.csv", tell_margin), -1);
}
END_TEST

SUITE(s)
{
    TESTS(s, "versions", all_versions_apply, lines_change, stale_patches_are_no_versions,
          others_keep_what_they_use, versions_of_other_entries_fit,
          right_versions_are_not_near_to_gates, a_small_margin_is_told);
}
