// test_findings.c - whole programs under build/cudasim with every checker on. Comments of each
// tests/cuda/*check/*.cu and tests/cuda/cluster/*.cu say what the checkers must find; they must
// find nothing else.
//
//   // expect: silence
//   // expect: racecheck error w r       the lines that end in // [w] and // [r]
//   // expect: racecheck error w -       no second line
//   // expect: racecheck error (race_shared) w r    the finding's cause (common/causes.h)
//   // expect: memcheck error a "text"   a part of the message
//   // args: b                           run once with these arguments
//   // NVCC: -rdc=true                   more options for the compiler
//   // CUDASIM: --memory-model weak      more options for the simulator
//
// Every program runs in order and under shuffled schedules: the findings must not depend on the
// order. Each cause of common/causes.h must be expected by some program. Needs nvcc (NVCC in the
// environment).
#include "suite.h"
#include <glob.h>
#include <jansson.h>
#include <unistd.h>

#include "batch.h"
#include "common/causes.h"

#define BUILT "build/tests/findings"
enum { MAX_ITEMS = 32, MAX_BATCHES = 64, TOGETHER = 12 };

typedef struct {
    char tool[20], severity[10], cause[40], text[120];
    int line, other; // smaller first; 0: none
    bool found;
} ExpectedFinding;

static glob_t sources;
static ExpectedFinding wanted[MAX_ITEMS];
static int nwanted, nargs;
static char more_options[PATH];
static char arguments[MAX_ITEMS][80];
static bool silence;

static int tag_line(const char *path, const char *tag)
{
    char line[500], want[40];
    int n = 0, at = 0;
    FILE *f = fopen(path, "r");
    snprintf(want, sizeof want, "// [%s]", tag);
    while (f && fgets(line, sizeof line, f)) {
        n++;
        if (strstr(line, want))
            at = n;
    }
    if (f)
        fclose(f);
    ck_assert_msg(at, "%s: no line is marked %s", path, want);
    return at;
}

static void read_expectation(const char *path, char *text)
{
    ck_assert_int_lt(nwanted, MAX_ITEMS);
    ExpectedFinding *it = &wanted[nwanted];
    *it = (ExpectedFinding){0};
    char *quote = strchr(text, '"');
    if (quote) {
        snprintf(it->text, sizeof it->text, "%.*s", (int)strcspn(quote + 1, "\""), quote + 1);
        *quote = 0;
    }
    int lines[2] = {0}, n = 0, word = 0;
    char *rest = NULL;
    for (char *w = strtok_r(text, " \n", &rest); w; w = strtok_r(NULL, " \n", &rest), word++) {
        if (word == 0)
            snprintf(it->tool, sizeof it->tool, "%s", w);
        else if (word == 1)
            snprintf(it->severity, sizeof it->severity, "%s", w);
        else if (*w == '(')
            snprintf(it->cause, sizeof it->cause, "%.*s", (int)strcspn(w + 1, ")"), w + 1);
        else if (n < 2)
            lines[n++] = strcmp(w, "-") ? tag_line(path, w) : 0;
    }
    if (!strcmp(it->tool, "silence")) {
        silence = true;
        return;
    }
    it->line = lines[0];
    it->other = lines[1];
    if (!strcmp(it->tool, "racecheck") && n == 1)
        it->other = it->line;
    if (it->other && it->other < it->line) {
        it->line = lines[1];
        it->other = lines[0];
    }
    nwanted++;
}

static void read_comments(const char *path)
{
    char line[500];
    FILE *f = fopen(path, "r");
    ck_assert_ptr_nonnull(f);
    while (fgets(line, sizeof line, f)) {
        if (!strncmp(line, "// expect: ", 11))
            read_expectation(path, line + 11);
        else if (!strncmp(line, "// args: ", 9) && nargs < MAX_ITEMS)
            snprintf(arguments[nargs++], sizeof arguments[0], "%.*s", (int)strcspn(line + 9, "\n"),
                     line + 9);
    }
    fclose(f);
    ck_assert_msg(silence != (nwanted > 0), "%s expects nothing, not even silence", path);
    if (!nargs)
        arguments[nargs++][0] = 0;
}

// ---- compiling --------------------------------------------------------------------------

static ProgramBatch batches[MAX_BATCHES];
static char batch_options[MAX_BATCHES][PATH];
static int nbatches;

// Programs of one folder that have no options are compiled together.
static void make_batches(void)
{
    static char text[TEXT];
    for (size_t i = 0; i < sources.gl_pathc; i++) {
        const char *file = sources.gl_pathv[i];
        char options[PATH];
        ProgramBatch *b = &batches[nbatches ? nbatches - 1 : 0];
        directive(read_text(file, text), "NVCC", options);
        bool joins = nbatches && b->count < TOGETHER && !*options &&
                     !*batch_options[nbatches - 1] &&
                     !strncmp(file, b->file[0], (size_t)(strrchr(file, '/') - file) + 1);
        if (!joins) {
            b = &batches[nbatches++];
            strcpy(batch_options[nbatches - 1], options);
        }
        b->file[b->count++] = file;
    }
}

// What runs the program: the batch's executable and the program's name.
static void compile(const char *source, char command[2 * PATH])
{
    for (int i = 0; i < nbatches; i++)
        for (int k = 0; k < batches[i].count; k++) {
            char built[PATH], name[PATH], options[2 * PATH];
            if (strcmp(batches[i].file[k], source))
                continue;
            program_name(batches[i].file[0], name);
            snprintf(built, sizeof built, BUILT "/%.200s", name);
            snprintf(options, sizeof options, "-lineinfo %.400s", batch_options[i]);
            ck_assert_msg(compile_batch(&batches[i], built, options) == 0,
                          "%s does not compile, see %s.log", source, built);
            program_command(&batches[i], built, source, command);
        }
}

// ---- findings ---------------------------------------------------------------------------

static void meet(const char *source, const char *how, json_t *f)
{
    const char *tool = json_string_value(json_object_get(f, "tool"));
    const char *severity = json_string_value(json_object_get(f, "severity"));
    const char *message = json_string_value(json_object_get(f, "message"));
    const char *cause = json_string_value(json_object_get(f, "cause"));
    ck_assert_ptr_nonnull(cause);
    ck_assert_str_ne(cause, "none");
    int line = (int)json_integer_value(json_object_get(f, "line")),
        other = (int)json_integer_value(json_object_get(json_object_get(f, "other"), "line"));
    if (other && other < line) {
        int swap = line;
        line = other;
        other = swap;
    }
    for (int i = 0; i < nwanted; i++) {
        ExpectedFinding *w = &wanted[i];
        if (!strcmp(w->tool, tool) && !strcmp(w->severity, severity) &&
            (!w->line || w->line == line) && (!w->other || w->other == other) &&
            (!*w->cause || !strcmp(w->cause, cause)) && strstr(message, w->text)) {
            w->found = true;
            return;
        }
    }
    ck_abort_msg("%s (%s): not expected: %s %s (%s) line %d %d: %s", source, how, tool, severity,
                 cause, line, other, message);
}

static void run_program(const char *source, const char *program, const char *schedule,
                        const char *args)
{
    char command[4 * PATH], counters[PATH];
    snprintf(counters, sizeof counters, BUILT "/%d.counters", (int)getpid());
    snprintf(command, sizeof command,
             "build/cudasim --tool all --report none %s %s --counters %s "
             "%s %s >/dev/null 2>&1",
             schedule, more_options, counters, program, args);
    int status = system(command);
    ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == 0, "%s: status %d", command, status);
    FILE *f = fopen(counters, "r");
    ck_assert_ptr_nonnull(f);
    json_t *line;
    json_error_t error;
    while ((line = json_loadf(f, JSON_DISABLE_EOF_CHECK, &error))) {
        size_t i;
        json_t *one;
        json_array_foreach(json_object_get(line, "findings"), i, one) meet(source, schedule, one);
        json_decref(line);
    }
    fclose(f);
    unlink(counters);
}

START_TEST(checkers_find_what_the_program_expects)
{
    static const char *const schedules[] = {"", "--schedule shuffle --seed 1",
                                            "--schedule shuffle --seed 2"};
    const char *source = sources.gl_pathv[_i];
    static char text[TEXT];
    char program[2 * PATH];
    read_comments(source);
    directive(read_text(source, text), "CUDASIM", more_options);
    compile(source, program);
    for (int s = 0; s < 3; s++) {
        for (int i = 0; i < nwanted; i++)
            wanted[i].found = false;
        for (int a = 0; a < nargs; a++)
            run_program(source, program, schedules[s], arguments[a]);
        for (int i = 0; i < nwanted; i++)
            ck_assert_msg(wanted[i].found, "%s (%s): not found: %s %s line %d %d %s", source,
                          schedules[s], wanted[i].tool, wanted[i].severity, wanted[i].line,
                          wanted[i].other, wanted[i].text);
    }
}
END_TEST

static bool is_expected(const char *cause)
{
    char command[300];
    snprintf(command, sizeof command, "grep -q '^// expect.* (%s)' tests/cuda/*/*.cu", cause);
    return system(command) == 0;
}

START_TEST(every_cause_has_a_test)
{
#define CAUSE(name, ...) \
    if (CAUSE_##name != CAUSE_none) \
        ck_assert_msg(is_expected(#name), "no program expects the cause " #name);
    CAUSES(CAUSE)
#undef CAUSE
}
END_TEST

SUITE(s)
{
    const char *only = getenv("FINDINGS");
    int missing = glob(only ? only : "tests/cuda/*check/*.cu", 0, NULL, &sources);
    if (!only)
        missing |= glob("tests/cuda/cluster/*.cu", GLOB_APPEND, NULL, &sources);
    if (missing)
        suite_fail("no programs here");
    make_batches();
    run("mkdir -p " BUILT);
    TCase *c = TESTS(s, "findings", every_cause_has_a_test);
    tcase_add_loop_test(c, checkers_find_what_the_program_expects, 0, (int)sources.gl_pathc);
}
