// test_slide_programs.c - the code on the slides is right: every slides/*/*.cu is a program that
// checks itself. So is every tests/cuda/fastest/*.cu, with a solution for speed that no part is
// graded with. nvcc compiles it, and it runs under build/cudasim with every checker on, once in
// order and once with blocks and warps shuffled. It must return 0, and the checkers must find
// nothing. Lines at the start of a file that have a meaning:
//
//   // NVCC: options          in addition to those below
//   // CUDASIM: options
//   // TOLD: file             in the same folder: for each region of this text, the program also
//                            runs with the region's name as its argument, and the checkers must
//                            print the text of the region
//   // PTXAS: text           ptxas -v must say this of the file; there may be several such lines
//
// A program is compiled again only if its source is newer. If there is no compiler (NVCC in the
// environment, or nvcc on the PATH) the test fails.
#include "suite.h"
#include <glob.h>

#include "compiled.h"
#include "programs.h"

#define BUILT "build/tests/slides"
enum { FINDINGS = 9 };

static glob_t programs;

static void compile(const char *file, const char *program)
{
    static char text[TEXT];
    char options[PATH];
    directive(read_text(file, text), "NVCC", options);
    int status = compile_cuda(
        program, "-lineinfo -I. -Icommon -arch=compute_90 -cudart shared %s %s", options, file);
    char log[PATH + 8];
    snprintf(log, sizeof log, "%s.log", program);
    read_text(log, text);
    ck_assert_msg(status == 0, "%s does not compile:\n%s", file, text);
    ck_assert_msg(strstr(text, "warning") == NULL, "%s compiles with a warning:\n%s", file, text);
}

// slides/NN_topic/NAME.cu becomes build/tests/slides/NN_topic/NAME, and FOLDER/NAME.cu of
// tests/cuda/ becomes build/tests/slides/FOLDER/NAME.
static void name_program(const char *file, char program[PATH])
{
    const char *rest = file + strlen(*file == 's' ? "slides/" : "tests/cuda/");
    ck_assert_int_eq(run("mkdir -p " BUILT "/%.*s", (int)strcspn(rest, "/"), rest), 0);
    snprintf(program, PATH, BUILT "/%.*s", (int)strlen(rest) - 3, rest);
}

// How often the text has a warning, other than one that says `expected`.
static int count_warnings(const char *text, const char *expected)
{
    int n = 0;
    for (const char *at = text; (at = strstr(at, "========= Warning: ")); at++)
        n += !*expected || strncmp(at + strlen("========= Warning: "), expected, strlen(expected));
    return n;
}

// A line `// WARNING: text` of the program names a warning that belongs to what the slide shows.
START_TEST(program_is_right)
{
    static const char *const orders[] = {"--schedule inorder", "--schedule shuffle --seed 5"};
    static char text[TEXT];
    const char *file = programs.gl_pathv[_i / 2];
    char program[PATH], options[PATH], warning[PATH];
    name_program(file, program);
    compile(file, program);
    directive(read_text(file, text), "CUDASIM", options);
    directive(text, "WARNING", warning);
    int status = run("build/cudasim --tool all --error-exitcode %d %s %s %s >%s.out 2>&1", FINDINGS,
                     orders[_i % 2], options, program, program);
    char out[PATH + 8];
    snprintf(out, sizeof out, "%s.out", program);
    read_text(out, text);
    ck_assert_msg(!*warning || strstr(text, warning), "%s, %s: no warning: %s", file,
                  orders[_i % 2], warning);
    ck_assert_msg(status != FINDINGS && !count_warnings(text, warning),
                  "%s, %s: the checkers found\n%s", file, orders[_i % 2], text);
    ck_assert_msg(status == 0, "%s, %s: exit status %d\n%s", file, orders[_i % 2], status, text);
}
END_TEST

START_TEST(ptxas_says_so)
{
    static char source[TEXT], log[TEXT];
    const char *file = programs.gl_pathv[_i];
    char program[PATH], path[PATH + 16];
    if (!strstr(read_text(file, source), "// PTXAS: "))
        return;
    name_program(file, program);
    snprintf(path, sizeof path, "%s.cubin", program);
    ck_assert_int_eq(compile_cuda(path, "-arch=sm_90 -Icommon -cubin -Xptxas -v %s", file), 0);
    strcat(path, ".log");
    read_text(path, log);
    for (char *at = source; (at = strstr(at, "// PTXAS: "));) {
        at += strlen("// PTXAS: ");
        char *end = strchr(at, '\n');
        *end = 0;
        ck_assert_msg(strstr(log, at), "%s: '%s', but ptxas says\n%s", file, at, log);
        *end = '\n';
    }
}
END_TEST

// ---- programs that make mistakes ------------------------------------------------------

static void one_space(char *text)
{
    char *to = text;
    for (char *from = text; *from; from++)
        if (!strchr(" \n", *from))
            *to++ = *from;
        else if (to > text && to[-1] != ' ')
            *to++ = ' ';
    while (to > text && to[-1] == ' ')
        to--;
    *to = 0;
}

// Does `out` contain the pieces of `told`, one after the other? "..." separates the pieces.
static bool says(const char *out, char *told)
{
    while (told) {
        char *next = strstr(told, "...");
        if (next) {
            *next = 0;
            next += 3;
        }
        one_space(told);
        out = strstr(out, *told == ' ' ? told + 1 : told);
        if (!out)
            return false;
        out += strlen(told) - (*told == ' ');
        told = next;
    }
    return true;
}

static void check_told(const char *file, const char *program, const char *name, char *told)
{
    static char out[TEXT], copy[TEXT];
    char path[PATH + 8];
    run("build/cudasim --tool all --error-exitcode %d %s %s >%s.out 2>&1", FINDINGS, program, name,
        program);
    snprintf(path, sizeof path, "%s.out", program);
    one_space(read_text(path, out));
    snprintf(copy, sizeof copy, "%s", told);
    ck_assert_msg(says(out, copy), "%s %s: the slide shows\n%s\nbut the program prints\n%s", file,
                  name, told, out);
}

START_TEST(mistakes_are_found)
{
    static char text[TEXT];
    const char *file = programs.gl_pathv[_i];
    char program[PATH], told[PATH], path[2 * PATH], name[64];
    name_program(file, program);
    compile(file, program);
    directive(read_text(file, text), "TOLD", told);
    if (!*told)
        return;
    snprintf(path, sizeof path, "%.*s/%s", (int)(strrchr(file, '/') - file), file, told);
    int regions = 0;
    for (char *at = read_text(path, text); (at = strstr(at, "// BEGIN SLIDE ")); regions++) {
        ck_assert_int_eq(sscanf(at, "// BEGIN SLIDE %63s", name), 1);
        char *begin = strchr(at, '\n'), *end = strstr(at, "// END SLIDE ");
        ck_assert_msg(begin && end && begin < end, "%s: region %s has no end", path, name);
        *end = 0;
        check_told(file, program, name, begin);
        at = end + 1;
    }
    ck_assert_msg(regions > 0, "%s has no regions", path);
}
END_TEST

SUITE(s)
{
    if (glob("slides/*/*.cu", 0, NULL, &programs) != 0)
        programs.gl_pathc = 0;
    glob("tests/cuda/fastest/*.cu", GLOB_APPEND, NULL, &programs);
    TCase *t = TESTS(s, "programs");
    tcase_add_loop_test(t, program_is_right, 0, 2 * (int)programs.gl_pathc);
    tcase_add_loop_test(t, mistakes_are_found, 0, (int)programs.gl_pathc);
    tcase_add_loop_test(t, ptxas_says_so, 0, (int)programs.gl_pathc);
}
