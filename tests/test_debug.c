// test_debug.c - sessions with the debugger. A file of tests/cuda/debug/ ends with sessions: each
// is what a user types behind the prompt and what the debugger answers, line by line.
//
//   /* SESSION nvcc's options | cudasim's options
//   (cudasim) break kernel
//   Breakpoint 1 at kernel.
//   END */
//
// nvcc compiles the program with these options, build/cudasim --debug gets the typed lines, and
// its output must be the session, to the byte: addresses, threads and steps are the same in every
// run. A program is compiled again only if its source is newer. If there is no compiler (NVCC in
// the environment, or nvcc on the PATH) the test fails.
#include "suite.h"
#include <glob.h>

#include "compiled.h"
#include "programs.h"

#define BUILT "build/tests/debug"
#define PROMPT "(cudasim) "
enum { MAX_SESSIONS = 32, FEWEST_SESSIONS = 5 };

typedef struct {
    char source[PATH], program[PATH], nvcc[PATH], options[PATH];
    char *text;
} DebugTranscript;

static DebugTranscript sessions[MAX_SESSIONS];
static int nsessions;

// ---- reading the sessions -----------------------------------------------------------------

// Before the tests begin, where Check cannot be asked.
static void require(bool holds, const char *source, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "%s: %s\n", source, what);
    exit(1);
}

static void add_session(const char *source, const char *at)
{
    require(nsessions < MAX_SESSIONS, source, "too many sessions");
    DebugTranscript *s = &sessions[nsessions];
    const char *bar = strchr(at, '|'), *line = strchr(at, '\n'), *end = strstr(at, "\nEND */");
    require(line && end, source, "a session without an end");
    bar = bar && bar < line ? bar : line;
    snprintf(s->source, PATH, "%s", source);
    snprintf(s->nvcc, PATH, "%.*s", (int)(bar - at), at);
    snprintf(s->options, PATH, "%.*s", (int)(line - bar), *bar == '|' ? bar + 1 : "");
    s->options[bar == line ? 0 : (int)(line - bar) - 1] = 0;
    const char *name = strrchr(source, '/') + 1;
    snprintf(s->program, PATH, BUILT "/%.*s_%d", (int)strcspn(name, "."), name, nsessions);
    s->text = strndup(line + 1, (size_t)(end - line));
    nsessions++;
}

static void read_sessions(void)
{
    static char text[TEXT];
    glob_t files;
    require(!glob("tests/cuda/debug/*.cu", 0, NULL, &files), "tests/cuda/debug", "no programs");
    for (size_t i = 0; i < files.gl_pathc; i++) {
        read_text(files.gl_pathv[i], text);
        for (const char *at = text; (at = strstr(at, "/* SESSION ")); at++)
            add_session(files.gl_pathv[i], at + strlen("/* SESSION "));
    }
    globfree(&files);
    require(nsessions >= FEWEST_SESSIONS, "tests/cuda/debug", "too few sessions");
}

// ---- running one --------------------------------------------------------------------------

static void compile_session(const DebugTranscript *s)
{
    static char log[TEXT];
    char path[PATH + 8];
    snprintf(path, sizeof path, "%s.log", s->program);
    int status =
        compile_cuda(s->program, "-w %s -arch=compute_90 -cudart shared %s", s->nvcc, s->source);
    ck_assert_msg(status == 0, "%s does not compile:\n%s", s->source, read_text(path, log));
}

static void write_commands(const DebugTranscript *s, const char *path)
{
    FILE *f = fopen(path, "w");
    ck_assert_ptr_nonnull(f);
    for (const char *line = s->text; *line; line = strchr(line, '\n') + 1)
        if (!strncmp(line, PROMPT, strlen(PROMPT)))
            fprintf(f, "%.*s\n", (int)strcspn(line + strlen(PROMPT), "\n"), line + strlen(PROMPT));
    fclose(f);
}

// The first line that differs, with the last command before it.
static void compare_lines(const DebugTranscript *s, const char *got)
{
    const char *want = s->text, *command = want;
    while (*want) {
        size_t n = strcspn(want, "\n") + 1;
        if (!strncmp(want, PROMPT, strlen(PROMPT)))
            command = want;
        ck_assert_msg(!strncmp(want, got, n), "%s (%s), after \"%.*s\":\nwant %.*sgot  %.*s",
                      s->source, s->nvcc, (int)strcspn(command, "\n"), command, (int)n, want,
                      (int)strcspn(got, "\n") + 1, got);
        want += n;
        got += n;
    }
    ck_assert_msg(!*got, "%s (%s) goes on: %s", s->source, s->nvcc, got);
}

START_TEST(session_is_as_written)
{
    static char got[TEXT];
    const DebugTranscript *s = &sessions[_i];
    char commands[PATH + 8], output[PATH + 8];
    compile_session(s);
    snprintf(commands, sizeof commands, "%s.in", s->program);
    snprintf(output, sizeof output, "%s.out", s->program);
    write_commands(s, commands);
    int status = run("build/cudasim --debug %s %s <%s >%s 2>%s.err", s->options, s->program,
                     commands, output, s->program);
    ck_assert_msg(status == 0, "%s: the debugger ends with %d", s->source, status);
    compare_lines(s, read_text(output, got));
}
END_TEST

// ---- the debugger changes nothing ---------------------------------------------------------

// A program that only runs in the debugger has the same output and findings as without.
START_TEST(program_runs_as_without_debugger)
{
    static char plain[TEXT], debugged[TEXT];
    char program[PATH] = BUILT "/race_plain";
    ck_assert_int_eq(compile_cuda(program, "-w -O2 -lineinfo -arch=compute_90 -cudart shared "
                                           "tests/cuda/debug/race.cu"),
                     0);
    run("build/cudasim --tool all %s >/dev/null 2>%s.err", program, program);
    read_text(BUILT "/race_plain.err", plain);
    run("printf 'break sum\\nrun\\nstep\\nstep\\nreverse-step\\ncontinue\\ndelete\\ncontinue\\n' | "
        "build/cudasim --debug --tool all %s >/dev/null 2>%s.err",
        program, program);
    read_text(BUILT "/race_plain.err", debugged);
    ck_assert_ptr_nonnull(strstr(plain, "Race reported"));
    ck_assert_str_eq(plain, debugged);
}
END_TEST

// Lines of an edited source are not those that run.
START_TEST(a_source_that_is_newer_is_said_to_be)
{
    static char text[TEXT];
    const char *source = BUILT "/newer.cu";
    run("cp tests/cuda/debug/words.cu %s", source);
    ck_assert_int_eq(
        compile_cuda(BUILT "/newer", "-w -lineinfo -arch=compute_90 -cudart shared %s", source), 0);
    for (int newer = 0; newer < 2; newer++) {
        run("touch -d '%s' %s", newer ? "now + 1 hour" : "now - 1 hour", source);
        run("printf 'break fill\\nrun\\nnext\\nquit\\n' | build/cudasim --debug " BUILT
            "/newer >" BUILT "/newer.out 2>&1");
        const char *warning = strstr(read_text(BUILT "/newer.out", text),
                                     "warning: newer.cu is newer than the program");
        ck_assert_msg((warning != NULL) == newer, "%s", text);
        ck_assert_msg(!warning || !strstr(warning + 1, "warning:"), "it is said once: %s", text);
    }
}
END_TEST

SUITE(s)
{
    read_sessions();
    TCase *c = TESTS(s, "sessions", program_runs_as_without_debugger,
                     a_source_that_is_newer_is_said_to_be);
    tcase_add_loop_test(c, session_is_as_written, 0, nsessions);
}
