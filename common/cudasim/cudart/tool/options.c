// options.c - see options.h.
#define _GNU_SOURCE
#include "options.h"

#include "machine.h"
#include "version.h"

#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char usage[] =
    "usage: cudasim [options] program [arguments]\n"
    "Runs a CUDA program on a simulated GPU. The program must contain PTX, and must\n"
    "have been built by nvcc 13, or by nvcc 12 without -cudart shared.\n"
    "\n"
    "Checks:\n"
    "  --tool LIST            checkers, separated by commas: memcheck, racecheck,\n"
    "                         initcheck, synccheck, streamcheck; or all; or none\n"
    "                         (default)\n"
    "  --report FILE          write the findings to FILE, not to standard error;\n"
    "                         none: do not write them\n"
    "  --report-api-errors WHAT\n"
    "                         explicit (default): memcheck reports every call that\n"
    "                         returns an error; no: only calls that would do harm\n"
    "  --destroy-on-device-error WHAT\n"
    "                         context (default): after a bad access the program gets\n"
    "                         an error, as on a GPU; kernel: with memcheck, the\n"
    "                         access is only reported, and the program goes on\n"
    "  --error-exitcode N     exit with N if errors were found and the program\n"
    "                         returned 0\n"
    "\n"
    "Seeing what the kernels did:\n"
    "  --look DIR             write DIR/look.html, a page: each line with its counters,\n"
    "                         what warps access, blocks step by step, findings,\n"
    "                         streams; and open it in a browser if there is one;\n"
    "                         with all checkers, unless --tool names some\n"
    "  --no-open              do not open it\n"
    "\n"
    "Debugging:\n"
    "  --debug                stop at breakpoints in kernels, step, look at variables,\n"
    "                         go back in time: commands as those of cuda-gdb; type\n"
    "                         help\n"
    "  --ex COMMAND           the debugger's first command, as if it were typed\n"
    "  --dap                  the same for an editor: the Debug Adapter Protocol on\n"
    "                         standard input and output\n"
    "\n"
    "Counters and time:\n"
    "  --counters FILE        write one line per launch, each a JSON object\n"
    "  --summary[=FILE]       at the end, write a table of kernels: launches from the\n"
    "                         host and from kernels, average, minimum and maximum\n"
    "                         virtual time\n"
    "  --timeline FILE        write the virtual timeline as Trace Event JSON\n"
    "                         (Perfetto)\n"
    "  --timeline-text[=FILE]\n"
    "                         draw the timeline in 80 columns (default: on standard\n"
    "                         error)\n"
    "  --timeline-svg FILE    draw the timeline as SVG\n"
    "\n"
    "The GPU:\n"
    "  --memory BYTES         device memory for the program, such as 8M or 2G\n"
    "  --devices N            how many devices there are: 1 (default) to 8\n"
    "  --link KIND            what joins them: nvlink (default) or pcie\n"
    "  --queue MODEL          independent (default); single: one queue for kernels\n"
    "                         and one for each direction of copies, as GPUs had in\n"
    "                         2010\n"
    "  --cache-control WHAT   none (default); all: every kernel begins with empty\n"
    "                         caches, as under ncu\n"
    "  --schedule ORDER       inorder (default); reorder: blocks start in an order that\n"
    "                         the seed decides; interleave: blocks and warps have\n"
    "                         turns of random length, as the seed decides; shuffle:\n"
    "                         both\n"
    "  --memory-model MODEL   strong (default); weak: without fences, other blocks may\n"
    "                         see stores late and in another order, as the seed\n"
    "                         decides (needs --tool racecheck)\n"
    "  --fresh-memory WHAT    plain (default: allocated memory is 0); seed: memory that\n"
    "                         nobody has written holds what the seed decides\n"
    "  --seed N               of the schedule and the memory (default 0)\n"
    "  --budget N             stop a launch after N warp instructions (default 0:\n"
    "                         never)\n"
    "\n"
    "  --jobs N               processes that execute one launch side by side (default:\n"
    "                         the cores that cudasim may use); no result depends on N\n"
    "  --help, --version\n"
    "  --width             which vectors of this processor the simulator uses\n";

_Noreturn void end_with(int status, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    fputs("cudasim: ", stderr);
    vfprintf(stderr, format, ap);
    fputc('\n', stderr);
    va_end(ap);
    exit(status);
}

void add_option(Settings *s, const char *key, const char *value)
{
    size_t n = strlen(s->text);
    if (strchr(value, ';'))
        end_with(EXIT_USAGE, "--%s: must not contain a semicolon: %s", key, value);
    int wrote = snprintf(s->text + n, sizeof s->text - n, "%s%s=%s", n ? ";" : "", key, value);
    if (wrote < 0 || (size_t)wrote >= sizeof s->text - n)
        end_with(EXIT_USAGE, "--%s: too long", key);
}

// A word of a list such as "strong, weak".
static bool is_word(const char *list, const char *word)
{
    size_t n = strlen(word);
    for (const char *at = list; n && (at = strstr(at, word)); at++)
        if ((at == list || at[-1] == ' ') && (!at[n] || at[n] == ','))
            return true;
    return false;
}

typedef struct ToolOption ToolOption;
struct ToolOption {
    const char *name;
    int argument; // as for getopt_long()
    void (*read)(Settings *s, const ToolOption *o, const char *value);
    const char *words; // of read_word() and read_list()
};

// The machine knows what is right, and says it.
static void read_for_machine(Settings *s, const ToolOption *o, const char *value)
{
    if (machine_option(o->name, value))
        exit(EXIT_USAGE);
    add_option(s, o->name, value);
}

static void read_word(Settings *s, const ToolOption *o, const char *value)
{
    if (!is_word(o->words, value))
        end_with(EXIT_USAGE, "--%s: one of %s; not %s", o->name, o->words, value);
    add_option(s, o->name, value);
}

static void read_list(Settings *s, const ToolOption *o, const char *value)
{
    char *copy = strdup(value), *rest = copy;
    for (char *word; (word = strsep(&rest, ","));)
        if (*word && !is_word(o->words, word))
            end_with(EXIT_USAGE, "--%s: there is no %s; there are %s", o->name, word, o->words);
    free(copy);
    add_option(s, o->name, value);
}

// The machine opens its files at the first CUDA call, when the program may have changed its
// directory. Without a name: standard error.
static void read_file(Settings *s, const ToolOption *o, const char *name)
{
    char path[2 * PATH_MAX], cwd[PATH_MAX];
    if (!name)
        name = "stderr";
    if (!strncmp(name, "fd:", 3) || *name == '/' || !strcmp(name, "none") ||
        !strcmp(name, "stderr"))
        snprintf(path, sizeof path, "%s", name);
    else if (getcwd(cwd, sizeof cwd))
        snprintf(path, sizeof path, "%s/%s", cwd, name);
    else
        end_with(EXIT_NOT_RUN, "the current directory has no name: %s", strerror(errno));
    add_option(s, o->name, path);
}

static void read_exitcode(Settings *s, const ToolOption *o, const char *value)
{
    char *end;
    s->error_exitcode = (int)strtol(value, &end, 10);
    if (end == value || *end || s->error_exitcode < 0 || s->error_exitcode > 255)
        end_with(EXIT_USAGE, "--%s: 0 to 255, not %s", o->name, value);
}

// An option of the tool itself.
static void read_own(Settings *s, const ToolOption *o, const char *value)
{
    switch (*o->name) {
    case 'l': s->look = value; break;
    case 'n': s->no_open = true; break;
    case 'e': s->first_command = value; break;
    case 'd':
        s->debug = true;
        s->dap |= !strcmp(o->name, "dap");
        break;
    case 'h': fputs(usage, stdout); exit(0);
    case 'v': puts(CUDASIM_VERSION ", of the course " COURSE_VERSION); exit(0);
    }
}

static const ToolOption tool_options[] = {
    {"tool", required_argument, read_list,
     "memcheck, racecheck, initcheck, synccheck, streamcheck, all, none"},
    {"report-api-errors", required_argument, read_word, "explicit, no"},
    {"destroy-on-device-error", required_argument, read_word, "context, kernel"},
    {"memory-model", required_argument, read_word, "strong, weak"},
    {"report", required_argument, read_file, NULL},
    {"counters", required_argument, read_file, NULL},
    {"summary", optional_argument, read_file, NULL},
    {"timeline", required_argument, read_file, NULL},
    {"timeline-text", optional_argument, read_file, NULL},
    {"timeline-svg", required_argument, read_file, NULL},
    {"memory", required_argument, read_for_machine, NULL},
    {"devices", required_argument, read_for_machine, NULL},
    {"link", required_argument, read_for_machine, NULL},
    {"queue", required_argument, read_for_machine, NULL},
    {"cache-control", required_argument, read_for_machine, NULL},
    {"schedule", required_argument, read_for_machine, NULL},
    {"fresh-memory", required_argument, read_for_machine, NULL},
    {"seed", required_argument, read_for_machine, NULL},
    {"budget", required_argument, read_for_machine, NULL},
    {"jobs", required_argument, read_for_machine, NULL},
    {"jobs-from", required_argument, read_for_machine, NULL}, // for tests
    {"error-exitcode", required_argument, read_exitcode, NULL},
    {"look", required_argument, read_own, NULL},
    {"no-open", no_argument, read_own, NULL},
    {"debug", no_argument, read_own, NULL},
    {"dap", no_argument, read_own, NULL},
    {"ex", required_argument, read_own, NULL},
    {"version", no_argument, read_own, NULL},
    {"help", no_argument, read_own, NULL},
};
enum { TOOL_OPTIONS = sizeof tool_options / sizeof *tool_options };

int read_options(int argc, char **argv, Settings *s)
{
    struct option options[TOOL_OPTIONS + 1] = {{0}};
    for (int i = 0; i < TOOL_OPTIONS; i++)
        options[i] = (struct option){tool_options[i].name, tool_options[i].argument, NULL, 0};
    for (int c, i = TOOL_OPTIONS - 1; (c = getopt_long(argc, argv, "+h", options, &i)) != -1;
         i = TOOL_OPTIONS - 1) { // -h is the last one, --help
        if (c == '?')
            end_with(EXIT_USAGE, "try cudasim --help");
        tool_options[i].read(s, &tool_options[i], optarg);
    }
    if (optind == argc && !s->dap)
        end_with(EXIT_USAGE, "no program named; try cudasim --help");
    return optind;
}
