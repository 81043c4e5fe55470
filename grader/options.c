// options.c - the command line of build/grade.
#include "options.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

#include "grader/report/report.h"

static const char usage[] =
    "usage: build/grade [options] [lab ...]\n"
    "  A lab is 04_reduction, 04 or reduction; several may be given, also with commas.\n"
    "  --part N            only this part\n"
    "  --submission DIR    a folder laid out like labs/ (default labs)\n"
    "  --seed N            of inputs and schedules (default 0x5c41 for labs/)\n"
    "  --fresh-seed        a new, secret seed; the default with --submission\n"
    "  --verify FILE       grade again what a grade.json says was graded, and compare\n"
    "  --json FILE         also write grade.json there (always in build/grade.json)\n"
    "  --format F          print gradescope, classroom, junit or tap, not the table\n"
    "  --plain             no colour, no live line\n"
    "  --list              the labs, how far you are, and what is next\n"
    "  --history           the attempts so far, and what got better and worse\n"
    "  --no-history        grade without keeping this attempt\n"
    "  --reset             a part of labs/ as the course gave it; --todo 2a: this region only\n"
    "  --look DIR          a page of what a part's kernels did, DIR/look.html; '': in build/look/\n"
    "  --case NAME         of this case; --cases lists them\n"
    "  --replay            a finding once more, as such a page: --finding N; without: the list\n"
    "  --debug             with --replay: under the debugger\n"
    "  --hint              hints, with --part and --level\n"
    "  --run               the lab's demo: every variant with its counters\n"
    "  --facts FILE        what the solutions do with the seed, for a student release\n"
    "  --gates             what costs points: a table in Markdown\n"
    "  --jobs N            work of N processes at a time (default: two more than processors)\n"
    "  --nvcc PATH         the compiler\n"
    "  --sandbox           what confines a submission on this machine\n"
    "  --require-sandbox   do not grade where a layer of the sandbox is missing\n"
    "  --version           of course, compiler and simulator\n"
    "status: 0 all points, 1 points lost, 2 wrong usage, 3 a file does not compile,\n"
    "4 something is missing on this machine, 5 the grader or the course is broken;\n"
    "with --verify: 0 the same grade, 1 another one\n";

void usage_error(const char *what, const char *which)
{
    fprintf(stderr, "grade: %s%s%s\n", what, which ? ": " : "", which ? which : "");
    fputs("make list shows the labs, build/grade --help the options\n", stderr);
    exit(2);
}

static long long number_option(const char *text, const char *option)
{
    char *end;
    long long value = (long long)strtoull(text, &end, 0);
    if (!*text || *end) {
        char what[64];
        snprintf(what, sizeof what, "%s takes a number, not", option);
        usage_error(what, text);
    }
    return value;
}

static void take_option(Options *options, int letter, const char *value)
{
    switch (letter) {
    case 'p':
        options->part = (int)number_option(value, "--part");
        if (options->part < 1)
            usage_error("parts count from 1, not", value);
        break;
    case 's': options->submission = value; break;
    case 'r':
        options->seed = (uint64_t)number_option(value, "--seed");
        options->has_seed = true;
        break;
    case 'F': options->fresh_seed = true; break;
    case 'v': options->verify = value; break;
    case 'j': options->json = value; break;
    case 'f': options->format = value; break;
    case 'P': options->plain = true; break;
    case 'l': options->list = true; break;
    case 'y': options->history = true; break;
    case 'N': options->no_history = true; break;
    case 'e': options->reset = true; break;
    case 't': options->todo = value; break;
    case 'k': options->look = value; break;
    case 'c': options->case_name = value; break;
    case 'C': options->cases = true; break;
    case 'Y': options->replay = true; break;
    case 'D': options->debug = true; break;
    case 'i':
        options->finding = (int)number_option(value, "--finding");
        if (options->finding < 1)
            usage_error("findings count from 1, not", value);
        break;
    case 'h': options->hint = true; break;
    case 'R': options->run = true; break;
    case 'g': options->gates = true; break;
    case 'L': options->level = (int)number_option(value, "--level"); break;
    case 'A': options->facts = value; break;
    case 'J': options->jobs = (int)number_option(value, "--jobs"); break;
    case 'n': options->nvcc = value; break;
    case 'S': options->sandbox = true; break;
    case 'Q': options->require_sandbox = true; break;
    case 'V': options->version = true; break;
    case 'H': fputs(usage, stdout); exit(0);
    default: usage_error("unknown option", NULL);
    }
}

static void check_options(const Options *options)
{
    if (options->format && !report_known_format(options->format))
        usage_error("unknown format", options->format);
    if (options->level < 1)
        usage_error("levels count from 1", NULL);
    if (options->jobs < 0 || options->jobs > 1024)
        usage_error("--jobs takes 1 to 1024", NULL);
    if (options->fresh_seed && options->has_seed)
        usage_error("a seed is given, or it is fresh", NULL);
    if (options->verify && (options->has_seed || options->fresh_seed || options->part))
        usage_error("--verify takes seed and part from the file", NULL);
    if (options->facts && (options->verify || options->part || options->submission))
        usage_error("--facts takes labs and a seed", NULL);
    if (options->verify &&
        (options->list || options->hint || options->run || options->gates || options->history ||
         options->reset || options->look || options->replay || options->cases))
        usage_error("--verify grades", NULL);
    if (options->reset && (!options->part || options->submission))
        usage_error("--reset needs a lab and --part, as in make reset LAB=reduction PART=2, and "
                    "changes labs/ only",
                    NULL);
    if (options->debug && (!options->replay || options->submission))
        usage_error("--debug is for --replay in labs/: the debugger confines no code", NULL);
    if (options->finding && !options->replay)
        usage_error("--finding needs --replay", NULL);
}

Options options_read(int argc, char **argv)
{
    static const struct option table[] = {
        {"part", required_argument, NULL, 'p'},
        {"submission", required_argument, NULL, 's'},
        {"seed", required_argument, NULL, 'r'},
        {"fresh-seed", no_argument, NULL, 'F'},
        {"verify", required_argument, NULL, 'v'},
        {"json", required_argument, NULL, 'j'},
        {"format", required_argument, NULL, 'f'},
        {"plain", no_argument, NULL, 'P'},
        {"list", no_argument, NULL, 'l'},
        {"history", no_argument, NULL, 'y'},
        {"no-history", no_argument, NULL, 'N'},
        {"reset", no_argument, NULL, 'e'},
        {"todo", required_argument, NULL, 't'},
        {"look", required_argument, NULL, 'k'},
        {"case", required_argument, NULL, 'c'},
        {"cases", no_argument, NULL, 'C'},
        {"replay", no_argument, NULL, 'Y'},
        {"debug", no_argument, NULL, 'D'},
        {"finding", required_argument, NULL, 'i'},
        {"hint", no_argument, NULL, 'h'},
        {"run", no_argument, NULL, 'R'},
        {"gates", no_argument, NULL, 'g'},
        {"facts", required_argument, NULL, 'A'},
        {"level", required_argument, NULL, 'L'},
        {"nvcc", required_argument, NULL, 'n'},
        {"jobs", required_argument, NULL, 'J'},
        {"sandbox", no_argument, NULL, 'S'},
        {"require-sandbox", no_argument, NULL, 'Q'},
        {"version", no_argument, NULL, 'V'},
        {"help", no_argument, NULL, 'H'},
        {NULL, 0, NULL, 0},
    };
    Options options = {.level = 1, .seed = DEFAULT_SEED};
    const char *seed = getenv("GRADE_SEED");
    int letter;
    while ((letter = getopt_long(argc, argv, "", table, NULL)) != -1)
        take_option(&options, letter, optarg);
    if (seed && !options.has_seed && !options.fresh_seed && !options.verify) {
        options.seed = (uint64_t)number_option(seed, "GRADE_SEED");
        options.has_seed = true;
    }
    check_options(&options);
    options.words = argv + optind;
    options.count = argc - optind;
    return options;
}
