// test_look_solution.c - which texts of a recording are the solution's, and what a course that
// locks the solution leaves of them.
#include "suite.h"
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/attempts/look.h"
#include "grader/base/files.h"
#include "grader/base/locked.h"
#include "grader/base/paths.h"

static char folder[] = "/tmp/test-solution-XXXXXX";

static void write_file(const char *name, const char *text)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    file_write(path, text, strlen(text));
}

static const char *text_of(const json_t *recording, size_t i)
{
    return json_string_value(
        json_object_get(json_array_get(json_object_get(recording, "sources"), i), "text"));
}

START_TEST(only_the_solution_is_hidden)
{
    static const Lab lab = {.name = "04_reduction"};
    Object object = {.lab = &lab, .name = "x.cu"};
    snprintf(object.source, sizeof object.source, "solutions/x.cu");
    snprintf(object.folder, sizeof object.folder, "%s", folder);
    json_t *recording = json_pack("{s:[{s:s,s:s},{s:s,s:s}]}", "sources", "file", "solutions/x.cu",
                                  "text", "int i;\n  out[i] = 1;\n\nsecret();\n", "file",
                                  "common/lab.h", "text", "public();\n");
    json_t *known = json_pack("[{s:s},{s:s}]", "text", "f();\n    out[i] = 1;", "text", "int i;\n");
    sources_hide(recording, &object, "solutions", NULL);
    json_t *first = json_array_get(json_object_get(recording, "sources"), 0);
    ck_assert(json_is_true(json_object_get(first, "solution")));
    ck_assert(
        !json_object_get(json_array_get(json_object_get(recording, "sources"), 1), "solution"));
    ck_assert_ptr_nonnull(strstr(text_of(recording, 0), "secret"));
    sources_hide(recording, &object, "solutions", known);
    ck_assert_str_eq(text_of(recording, 0), "int i;\nout[i] = 1;\n\n\n"); // as many lines
    ck_assert_str_eq(text_of(recording, 1), "public();\n");
    json_decref(recording);
    json_decref(known);
}
END_TEST

START_TEST(a_course_locks_by_words)
{
    char path[64];
    paths_set(folder, NULL, NULL);
    ck_assert(!locked("solution"));
    snprintf(path, sizeof path, "%s/grader", folder);
    mkdir(path, 0777);
    write_file("grader/lock", "hints \nsolutions\n");
    ck_assert(locked("hints"));
    ck_assert(!locked("solution"));
    write_file("grader/lock", "hints\nsolution");
    ck_assert(locked("solution"));
}
END_TEST

static void start(void) { ck_assert_ptr_nonnull(mkdtemp(folder)); }

static void end(void)
{
    char command[64];
    snprintf(command, sizeof command, "rm -r %s", folder);
    ck_assert_int_eq(system(command), 0);
}

SUITE(s)
{
    TCase *c = TESTS(s, "solution", only_the_solution_is_hidden, a_course_locks_by_words);
    tcase_add_unchecked_fixture(c, start, end);
}
