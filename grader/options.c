// options.c - the command line of build/grade: one table of its commands and their options. The
// table decides what belongs together, and --help is made from it.
#include "options.h"

#include <getopt.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/near.h"
#include "grader/base/text.h"
#include "grader/report/report.h"

typedef enum { TAKES_nothing, TAKES_text, TAKES_count, TAKES_seed } Takes;

// A set of commands.
#define TO(command) (1u << COMMAND_##command)
enum {
    TO_GRADE = TO(grade) | TO(verify),
    TO_SHOW = TO(run) | TO(look) | TO(cases) | TO(replay),
    TO_COMPILE = TO_GRADE | TO_SHOW | TO(facts)
};

typedef struct {
    const char *name;
    Takes takes;
    const char *value; // a word for --help; NULL: it takes none
    unsigned of;       // commands that it belongs to; 0: it is a command itself
    GraderCommand command;
    size_t field; // where Options has the value; 0: nowhere
    const char *help;
} OptionRow;

#define FIELD(name) offsetof(Options, name)
#define COMMAND(name, words) \
    { \
#name, TAKES_nothing, NULL, 0, COMMAND_##name, 0, words \
    }
#define COMMAND_ON(name, value, words) \
    { \
#name, TAKES_text, value, 0, COMMAND_##name, FIELD(name), words \
    }

// clang-format off
static const OptionRow rows[] = {
    COMMAND_ON(verify, "FILE", "grade again what a grade.json says was graded, and compare"),
    COMMAND(list, "the labs, how far you are, and what is next"),
    COMMAND(history, "the attempts so far, and what got better and worse"),
    COMMAND(reset, "a part of labs/ as the course gave it"),
    COMMAND(hint, "hints"),
    COMMAND(questions, "questions with the numbers of your name in answers.txt"),
    COMMAND(run, "the lab's demo: every variant with its counters"),
    COMMAND_ON(look, "DIR", "DIR/look.html: what a part's kernels did; '': build/look/"),
    COMMAND(cases, "the cases of which --look can show one"),
    COMMAND(replay, "the findings; one of them once more, as such a page"),
    COMMAND(gates, "what costs points: a table in Markdown"),
    COMMAND_ON(facts, "FILE", "what the solutions do with the seed, for a student release"),
    COMMAND(sandbox, "what confines a submission on this machine"),
    COMMAND(version, "of course, compiler and simulator"),
    {"help", TAKES_nothing, NULL, 0, COMMANDS, 0, "this text"},

    {"part", TAKES_count, "N", TO(grade) | TO_SHOW | TO(list) | TO(history) | TO(reset) | TO(hint),
     0, FIELD(part), "only this part"},
    {"submission", TAKES_text, "DIR", TO_GRADE | TO_SHOW, 0, FIELD(submission),
     "a folder laid out like labs/ (default labs)"},
    {"seed", TAKES_seed, "N", TO(grade) | TO_SHOW | TO(facts), 0, FIELD(seed),
     "of inputs and schedules (default 0x5c41 for labs/)"},
    {"fresh-seed", TAKES_nothing, NULL, TO(grade), 0, FIELD(fresh_seed),
     "a new, secret seed; the default with --submission"},
    {"json", TAKES_text, "FILE", TO_GRADE, 0, FIELD(json),
     "also write grade.json there (always in build/grade.json)"},
    {"format", TAKES_text, "F", TO_GRADE, 0, FIELD(format),
     "print gradescope, junit, tap or lines, not the table"},
    {"no-history", TAKES_nothing, NULL, TO_GRADE, 0, FIELD(no_history),
     "grade without keeping this attempt"},
    {"todo", TAKES_text, "2a", TO(reset), 0, FIELD(todo), "this region only"},
    {"level", TAKES_count, "N", TO(hint), 0, FIELD(level), "hints up to this one (default 1)"},
    {"case", TAKES_text, "NAME", TO(look), 0, FIELD(case_name), "of this case"},
    {"n", TAKES_text, "N", TO(run) | TO(look) | TO(replay), 0, FIELD(own_size),
     "a case of one's own with N elements; never for marks"},
    {"values", TAKES_text, "'3 1'", TO(run) | TO(look) | TO(replay), 0, FIELD(own_values),
     "and these values"},
    {"finding", TAKES_count, "N", TO(replay), 0, FIELD(finding), "the one with this number"},
    {"debug", TAKES_nothing, NULL, TO(replay), 0, FIELD(debug), "under the debugger"},
    {"plain", TAKES_nothing, NULL, TO_COMPILE, 0, FIELD(plain), "no colour, no live line"},
    {"jobs", TAKES_count, "N", TO_COMPILE, 0, FIELD(jobs),
     "N processes at a time (default: two more than processors)"},
    {"nvcc", TAKES_text, "PATH", TO_COMPILE, 0, FIELD(nvcc), "the compiler"},
    {"require-sandbox", TAKES_nothing, NULL, TO_COMPILE, 0, FIELD(require_sandbox),
     "do not grade where a layer of the sandbox is missing"},
};
// clang-format on
enum { ROWS = sizeof rows / sizeof *rows };

static const char *name_of_command(GraderCommand command)
{
    for (int i = 0; i < ROWS; i++)
        if (!rows[i].of && rows[i].command == command)
            return rows[i].name;
    return "grade";
}

void usage_error(const char *what, const char *which)
{
    text_say(stderr, "grade: %s%s%s", what, which ? ": " : "", which ? which : "");
    fputs("make list shows the labs, build/grade --help the options\n", stderr);
    exit(2);
}

static void print_row(const OptionRow *row)
{
    char option[64];
    snprintf(option, sizeof option, "--%s %s", row->name, row->value ? row->value : "");
    printf("  %-18s  ", option);
    if (row->of && !(row->of & (row->of - 1))) // it belongs to one command
        printf(row->of == TO(grade) ? "" : "with --%s: ",
               name_of_command((GraderCommand)__builtin_ctz(row->of)));
    puts(row->help);
}

__attribute__((noreturn)) static void print_help(void)
{
    puts("usage: build/grade [command] [options] [lab ...]\n"
         "  A lab is 04_reduction, 04 or reduction; several are possible, with commas.\n"
         "Without a command, build/grade grades. Commands:");
    for (int i = 0; i < ROWS; i++) {
        if (rows[i].of && !rows[i - 1].of)
            puts("Options:");
        print_row(&rows[i]);
    }
    puts("status: 0 all points, 1 points lost, 2 wrong usage, 3 a file does not compile,\n"
         "4 something is missing on this machine, 5 the grader or the course is broken;\n"
         "with --verify: 0 the same grade, 1 another one");
    exit(0);
}

static uint64_t read_number(const char *text, const char *option)
{
    char *end, what[64], typed[128];
    uint64_t value = strtoull(text, &end, 0);
    if (*text && !*end)
        return value;
    snprintf(what, sizeof what, "%s takes a number, not", option);
    snprintf(typed, sizeof typed, "%.40s%s%.*s%s", text, end > text ? "; did you mean " : "",
             (int)(end - text < 20 ? end - text : 20), text, end > text ? "?" : "");
    usage_error(what, typed);
}

static int read_count(const char *text, const char *name)
{
    enum { MOST = 1024 };
    char option[32], what[64];
    snprintf(option, sizeof option, "--%s", name);
    long long value = (long long)read_number(text, option);
    if (value >= 1 && value <= MOST)
        return (int)value;
    snprintf(what, sizeof what, "%s takes 1 to %d, not", option, MOST);
    usage_error(what, text);
}

static void take_command(Options *options, const OptionRow *row)
{
    char what[64];
    if (row->command == COMMANDS)
        print_help();
    if (options->command != COMMAND_grade && options->command != row->command) {
        snprintf(what, sizeof what, "--%s and --%s are two commands",
                 name_of_command(options->command), row->name);
        usage_error(what, NULL);
    }
    options->command = row->command;
}

static void take_option(Options *options, const OptionRow *row, const char *value)
{
    char *field = (char *)options + row->field;
    if (!row->of)
        take_command(options, row);
    switch (row->takes) {
    case TAKES_nothing:
        if (row->field)
            *(bool *)field = true;
        break;
    case TAKES_text: *(const char **)field = value; break;
    case TAKES_count: *(int *)field = read_count(value, row->name); break;
    case TAKES_seed: options->seed = read_number(value, "--seed"); options->has_seed = true;
    }
}

// The options were given as these rows: do they belong to the command?
static void check_belongs(const Options *options, const bool *given)
{
    char what[64];
    for (int i = 0; i < ROWS; i++) {
        if (!given[i] || !rows[i].of || rows[i].of & 1u << options->command)
            continue;
        if (options->command == COMMAND_grade)
            snprintf(what, sizeof what, "--%s needs --%s", rows[i].name,
                     name_of_command((GraderCommand)__builtin_ctz(rows[i].of)));
        else
            snprintf(what, sizeof what, "--%s does not take --%s",
                     name_of_command(options->command), rows[i].name);
        usage_error(what, NULL);
    }
}

static void check_options(const Options *options)
{
    if (options->format && !report_known_format(options->format))
        usage_error("unknown format", options->format);
    if (options->fresh_seed && options->has_seed)
        usage_error("a seed is given, or it is fresh", NULL);
    if (options->command == COMMAND_reset && !options->part)
        usage_error("--reset needs a lab and a part: make reset LAB=reduction PART=2, or TODO=2a",
                    NULL);
    if (options->debug && options->submission)
        usage_error("--debug is for labs/: the debugger confines no code", NULL);
}

__attribute__((noreturn)) static void refuse_option(const char *what, const char *typed)
{
    char option[64], question[160];
    size_t dashes = strspn(typed, "-");
    snprintf(option, sizeof option, "%.*s", (int)strcspn(typed + dashes, "="), typed + dashes);
    Near near = {.typed = option};
    for (int i = 0; i < ROWS; i++)
        near_try(&near, rows[i].name);
    if (near.name && strcmp(near.name, option) == 0) // its value is what is wrong
        near.name = NULL;
    snprintf(question, sizeof question, "%.80s%s%s%s", typed, near.name ? "; did you mean --" : "",
             near.name ? near.name : "", near.name ? "?" : "");
    usage_error(what, question);
}

Options options_read(int argc, char **argv)
{
    struct option table[ROWS + 1] = {0};
    bool given[ROWS] = {false};
    Options options = {.level = 1, .seed = DEFAULT_SEED};
    const char *seed = getenv("GRADE_SEED");
    for (int i = 0; i < ROWS; i++)
        table[i] = (struct option){rows[i].name,
                                   rows[i].takes == TAKES_nothing ? no_argument : required_argument,
                                   NULL, 1 + i};
    for (int row; (row = getopt_long(argc, argv, ":", table, NULL)) != -1;) {
        if (row == '?' || row == ':')
            refuse_option(row == ':' ? "a value is missing" : "unknown option", argv[optind - 1]);
        take_option(&options, &rows[row - 1], optarg);
        given[row - 1] = true;
    }
    check_belongs(&options, given);
    if (seed && !options.has_seed && !options.fresh_seed && options.command != COMMAND_verify) {
        options.seed = read_number(seed, "GRADE_SEED");
        options.has_seed = true;
    }
    if (!options.part && options.todo) // "2a" is of part 2
        options.part = atoi(options.todo);
    check_options(&options);
    options.words = argv + optind;
    options.count = argc - optind;
    return options;
}
