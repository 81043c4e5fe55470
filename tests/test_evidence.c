// test_evidence.c - lab 15's answers are what the commands of its README show. The program is
// compiled as `make debug` compiles it, and runs under the checkers or under the debugger.
#include "suite.h"

#include "compiled.h"
#include "grader/grader.h"
#include "programs.h"

#define BUILT "build/tests/evidence"
#define README "labs/15_debugging/README.md"
enum { PARTS = 8 };

extern const Lab lab_15_debugging;
static char out[TEXT];

// What a command prints is in `out`. With `typed`, it is a session of the debugger.
static void observe(int part, const char *typed)
{
    int status =
        typed ? run("printf '%s' | build/cudasim --debug " BUILT "/try %d >" BUILT "/%d.out 2>&1",
                    typed, part, part)
              : run("build/cudasim --tool all --counters " BUILT "/%d.json " BUILT "/try %d >" BUILT
                    "/%d.out 2>&1",
                    part, part, part);
    char path[PATH];
    snprintf(path, sizeof path, BUILT "/%d.out", part);
    read_text(path, out);
    ck_assert_msg(typed || status == 0 || strstr(out, "cudaError"), "status %d:\n%s", status, out);
}

static const char *key(int part, const char *name)
{
    char id[32];
    snprintf(id, sizeof id, "%s_%d", name, part);
    for (const Item *item = lab_15_debugging.parts[part - 1].items; item->name; item++)
        if (strcmp(item->id, id) == 0)
            return item->want;
    ck_abort_msg("no answer %s", id);
}

static int line_with(const char *mark)
{
    static char source[TEXT];
    char *end = strstr(read_text("labs/15_debugging/debugging.cu", source), mark);
    ck_assert_ptr_nonnull(end);
    int line = 1;
    for (const char *at = source; at < end; at++)
        line += *at == '\n';
    return line;
}

// `words`: what has to be printed, with the answer for %s, or for %x, as the number of bytes.
static const struct {
    int part;
    const char *key, *typed, *words;
} evidence[] = {
    {1, "thread", NULL, "by thread (%s,0,0) in block (3,0,0)"},
    {2, "reader", NULL, "by thread (31,0,0) in block (0,0,0)\n=========     and thread (%s,0,0)"},
    {3, "element", NULL, "Address 0x%x has not been written by any thread of the block"},
    {4, "outside", NULL, "%s of the 256 threads of the block exited without reaching the barrier"},
    {5, "kernel", NULL, "Race between streams: %s("},
    {6, "holder", "run\\nup\\nup\\nprint lock[7]\\n", "= %s\n"},
    {7, "bytes", NULL, "of size %s bytes that has been freed"},
    {8, "sample", "break debugging.cu:%d if total < 0 && r == 1\\nrun\\nreverse-step\\nprint c\\n",
     "= %s\n"},
};

START_TEST(answer_is_what_a_tool_shows)
{
    const char *answer = key(evidence[_i].part, evidence[_i].key), *typed = evidence[_i].typed;
    char words[PATH], session[PATH];
    bool bytes = strstr(evidence[_i].words, "%x") != NULL;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    if (bytes)
        snprintf(words, sizeof words, evidence[_i].words, 4 * atoi(answer));
    else
        snprintf(words, sizeof words, evidence[_i].words, answer);
    if (typed)
        snprintf(session, sizeof session, typed, line_with("// 8c\n"));
#pragma GCC diagnostic pop
    observe(evidence[_i].part, typed ? session : NULL);
    ck_assert_msg(strstr(out, words) != NULL, "no \"%s\" in\n%s", words, out);
}
END_TEST

START_TEST(cause_is_that_of_a_finding)
{
    char words[PATH], path[PATH];
    observe(_i, NULL);
    snprintf(path, sizeof path, BUILT "/%d.json", _i);
    read_text(path, out);
    bool none = strcmp(key(_i, "cause"), "none") == 0;
    snprintf(words, sizeof words, "\"cause\":\"%s", none ? "" : key(_i, "cause"));
    bool there = strstr(out, words) != NULL;
    ck_assert_msg(there != none, "part %d: %s is%s in %s", _i, words, none ? "" : " not", path);
}
END_TEST

// The breakpoint that the README and a slide show is at the line that the answer needs.
START_TEST(breakpoint_is_at_its_line)
{
    static const char *const files[] = {README, "slides/15_debugging/slides.md"};
    static char text[TEXT];
    char words[PATH];
    snprintf(words, sizeof words, "break debugging.cu:%d if total < 0", line_with("// 8c\n"));
    for (int f = 0; f < 2; f++)
        ck_assert_msg(strstr(read_text(files[f], text), words), "%s: no %s", files[f], words);
}
END_TEST

// Every line that the README shows below a command of the simulator is printed.
START_TEST(readme_shows_what_is_printed)
{
    static char text[TEXT];
    const char *command = "build/cudasim --tool all build/debug/try ";
    char *at = strstr(read_text(README, text), command);
    ck_assert_ptr_nonnull(at);
    observe(atoi(at + strlen(command)), NULL);
    at = strstr(at, "```\n=");
    ck_assert_ptr_nonnull(at);
    strtok(at, "\n");
    int lines = 0;
    for (char *line; (line = strtok(NULL, "\n")) && strcmp(line, "```") != 0; lines++)
        ck_assert_msg(strstr(out, line) != NULL, "no \"%s\" in\n%s", line, out);
    ck_assert_int_ge(lines, 3);
}
END_TEST

static void compile_program(void)
{
    run("mkdir -p " BUILT);
    if (compile_cuda(BUILT "/try", "-G -arch=compute_90 -cudart shared -Icommon %s",
                     "labs/15_debugging/try.cu"))
        fprintf(stderr, "try.cu does not compile: " BUILT "/try.log\n"), exit(1);
}

SUITE(s)
{
    compile_program();
    TCase *t = TESTS(s, "evidence", readme_shows_what_is_printed, breakpoint_is_at_its_line);
    tcase_set_timeout(t, 120);
    tcase_add_loop_test(t, answer_is_what_a_tool_shows, 0, PARTS);
    tcase_add_loop_test(t, cause_is_that_of_a_finding, 1, PARTS + 1);
}
