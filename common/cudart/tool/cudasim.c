// cudasim.c - runs a CUDA program on the simulator:
//
//   cudasim [options] program [arguments]
//
// The program is started with our libcudart.so.13 preloaded, which wins over
// any library path that the program or the system has; options travel in one
// environment variable (common/cudasim.h). Nothing comes between the program
// and its input, output and exit status.
//
// Only with --error-exitcode does this process stay: a page shared with the
// library says whether errors were found, and is there even after the program
// crashed or left by _exit. As with compute-sanitizer the exit code N replaces
// the program's own only if that was 0.
#define _GNU_SOURCE
#include "elf.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { EXIT_USAGE = 2, EXIT_NOT_RUN = 126, EXIT_NOT_FOUND = 127, OPTIONS_SIZE = 3 * PATH_MAX };

typedef struct {
    char text[OPTIONS_SIZE]; // CUDASIM_OPTIONS
    int error_exitcode;      // -1: not given
} Settings;

static const char usage[] =
    "usage: cudasim [options] program [arguments]\n"
    "Runs a CUDA program that nvcc 13 built with -cudart shared on a simulated GPU.\n"
    "\n"
    "  --tool LIST            checkers: memcheck, racecheck, initcheck, synccheck,\n"
    "                         streamcheck, comma-separated, or all, or none (default none)\n"
    "  --counters FILE        write one JSON object a launch, one a line\n"
    "  --summary[=FILE]       a table of kernels at the end: launches from the host and\n"
    "                         from kernels, average, least and most virtual time\n"
    "  --queue MODEL          independent (default) or single: one queue for kernels and\n"
    "                         one for copies in each direction, as GPUs had in 2010\n"
    "  --cache-control WHAT   none (default), or all: kernels begin with empty caches, as\n"
    "                         under ncu\n"
    "  --memory BYTES         device memory that the program gets: 8M, 2G\n"
    "  --timeline FILE        write the virtual timeline as Trace Event JSON (Perfetto)\n"
    "  --timeline-text[=FILE]  draw it in 80 columns, on standard error or to a file\n"
    "  --timeline-svg FILE    draw it as SVG\n"
    "  --report FILE          findings go there and not to standard error; none: nowhere\n"
    "  --destroy-on-device-error WHAT  context (default): after a bad access the program\n"
    "                         gets an error, as on a GPU; kernel: with memcheck it is\n"
    "                         reported only, and what follows runs, too\n"
    "  --report-api-errors WHAT  explicit (default): memcheck reports calls that return an\n"
    "                         error; no: only those that would do harm\n"
    "  --error-exitcode N     exit with N if errors were found and the program gave 0\n"
    "  --schedule ORDER       inorder (default) or shuffle: blocks and warps in an\n"
    "                         order of their own, which the seed decides\n"
    "  --seed N               (default 0)\n"
    "  --budget N             stop a launch after N warp instructions; 0: never (default)\n"
    "  --help, --version\n";

static _Noreturn void fail(int status, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static _Noreturn void fail(int status, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    fputs("cudasim: ", stderr);
    vfprintf(stderr, format, ap);
    fputc('\n', stderr);
    va_end(ap);
    exit(status);
}

// ---- options ------------------------------------------------------------------

static void add(Settings *s, const char *key, const char *value)
{
    size_t n = strlen(s->text);
    if (strchr(value, ';'))
        fail(EXIT_USAGE, "--%s: a semicolon cannot be passed on: %s", key, value);
    int wrote = snprintf(s->text + n, sizeof s->text - n, "%s%s=%s", n ? ";" : "", key, value);
    if (wrote < 0 || (size_t)wrote >= sizeof s->text - n)
        fail(EXIT_USAGE, "--%s: too long", key);
}

static void add_number(Settings *s, const char *key, const char *value)
{
    char *end;
    errno = 0;
    strtoull(value, &end, 0);
    if (errno || end == value || *end || *value == '-')
        fail(EXIT_USAGE, "--%s: not a number: %s", key, value);
    add(s, key, value);
}

static void add_tools(Settings *s, const char *list)
{
    static const char *const known[] = {"memcheck",    "racecheck", "initcheck", "synccheck",
                                        "streamcheck", "all",       "none"};
    char copy[256];
    if (strlen(list) >= sizeof copy)
        fail(EXIT_USAGE, "--tool: too long");
    strcpy(copy, list);
    for (char *rest = copy, *tool = strtok_r(copy, ",", &rest); tool;
         tool = strtok_r(NULL, ",", &rest)) {
        unsigned i = 0;
        while (i < sizeof known / sizeof *known && strcmp(tool, known[i]))
            i++;
        if (i == sizeof known / sizeof *known)
            fail(EXIT_USAGE,
                 "--tool: there is no %s; there are memcheck, racecheck, initcheck, "
                 "synccheck, streamcheck, all and none",
                 tool);
    }
    add(s, "tool", list);
}

// The library opens its files at the first CUDA call, when the program may
// have changed its directory.
static void add_file(Settings *s, const char *key, const char *name)
{
    char path[2 * PATH_MAX], cwd[PATH_MAX];
    if (!strncmp(name, "fd:", 3) || *name == '/' || !strcmp(name, "none") ||
        !strcmp(name, "stderr"))
        snprintf(path, sizeof path, "%s", name);
    else if (getcwd(cwd, sizeof cwd))
        snprintf(path, sizeof path, "%s/%s", cwd, name);
    else
        fail(EXIT_NOT_RUN, "the current directory has no name: %s", strerror(errno));
    add(s, key, path);
}

static int read_options(int argc, char **argv, Settings *s)
{
    static const struct option options[] = {
        {"tool", required_argument, NULL, 't'},
        {"counters", required_argument, NULL, 'c'},
        {"report", required_argument, NULL, 'r'},
        {"error-exitcode", required_argument, NULL, 'e'},
        {"destroy-on-device-error", required_argument, NULL, 'd'},
        {"report-api-errors", required_argument, NULL, 'a'},
        {"queue", required_argument, NULL, 'q'},
        {"memory", required_argument, NULL, 'M'},
        {"timeline", required_argument, NULL, 'T'},
        {"cache-control", required_argument, NULL, 'C'},
        {"timeline-text", optional_argument, NULL, 'X'},
        {"timeline-svg", required_argument, NULL, 'V'},
        {"schedule", required_argument, NULL, 'o'},
        {"seed", required_argument, NULL, 's'},
        {"budget", required_argument, NULL, 'b'},
        {"help", no_argument, NULL, 'h'},
        {"summary", optional_argument, NULL, 'm'},
        {"version", no_argument, NULL, 'v'},
        {NULL, 0, NULL, 0},
    };
    char *end;
    for (int c; (c = getopt_long(argc, argv, "+h", options, NULL)) != -1;) {
        switch (c) {
        case 't': add_tools(s, optarg); break;
        case 'c': add_file(s, "counters", optarg); break;
        case 'r': add_file(s, "report", optarg); break;
        case 'm':
            if (optarg)
                add_file(s, "summary", optarg);
            else
                add(s, "summary", "stderr");
            break;
        case 'T': add_file(s, "timeline", optarg); break;
        case 'X': add_file(s, "timeline-text", optarg ? optarg : "stderr"); break;
        case 'V': add_file(s, "timeline-svg", optarg); break;
        case 'q':
            if (strcmp(optarg, "independent") && strcmp(optarg, "single"))
                fail(EXIT_USAGE, "--queue: independent or single, not %s", optarg);
            add(s, "queue", optarg);
            break;
        case 'C':
            if (strcmp(optarg, "none") && strcmp(optarg, "all"))
                fail(EXIT_USAGE, "--cache-control: none or all, not %s", optarg);
            add(s, "cache-control", optarg);
            break;
        case 'd':
            if (strcmp(optarg, "context") && strcmp(optarg, "kernel"))
                fail(EXIT_USAGE, "--destroy-on-device-error: context or kernel, not %s", optarg);
            add(s, "destroy-on-device-error", optarg);
            break;
        case 'a':
            if (strcmp(optarg, "explicit") && strcmp(optarg, "no"))
                fail(EXIT_USAGE, "--report-api-errors: explicit or no, not %s", optarg);
            add(s, "report-api-errors", optarg);
            break;
        case 'M': add(s, "memory", optarg); break;
        case 's': add_number(s, "seed", optarg); break;
        case 'b': add_number(s, "budget", optarg); break;
        case 'o':
            if (strcmp(optarg, "inorder") && strcmp(optarg, "shuffle"))
                fail(EXIT_USAGE, "--schedule: inorder or shuffle, not %s", optarg);
            add(s, "schedule", optarg);
            break;
        case 'e':
            s->error_exitcode = (int)strtol(optarg, &end, 10);
            if (end == optarg || *end || s->error_exitcode < 0 || s->error_exitcode > 255)
                fail(EXIT_USAGE, "--error-exitcode: 0 to 255, not %s", optarg);
            break;
        case 'h': fputs(usage, stdout); exit(0);
        case 'v': puts("cudasim 1.0 (sm_90)"); exit(0);
        default: fail(EXIT_USAGE, "try cudasim --help");
        }
    }
    if (optind == argc)
        fail(EXIT_USAGE, "no program named; try cudasim --help");
    return optind;
}

// ---- the program ----------------------------------------------------------------

// As the shell finds it: a name with a slash is a path, others are looked up.
static void find_program(const char *name, char path[PATH_MAX])
{
    if (strchr(name, '/')) {
        snprintf(path, PATH_MAX, "%s", name);
        return;
    }
    const char *dirs = getenv("PATH");
    while (dirs && *dirs) {
        size_t n = strcspn(dirs, ":");
        snprintf(path, PATH_MAX, "%.*s%s%s", (int)n, dirs, n ? "/" : "", name);
        struct stat st;
        if (!access(path, X_OK) && !stat(path, &st) && S_ISREG(st.st_mode))
            return;
        dirs += n + (dirs[n] == ':');
    }
    struct stat st;
    fail(EXIT_NOT_FOUND, "%s: not found%s", name,
         !stat(name, &st) ? " (did you mean ./ before it?)" : "");
}

// One clear line for each way in which a program cannot run here.
static void check_program(const char *path)
{
    struct stat st;
    ElfFacts f;
    if (stat(path, &st))
        fail(EXIT_NOT_FOUND, "%s: %s", path, strerror(errno));
    if (!S_ISREG(st.st_mode))
        fail(EXIT_NOT_RUN, "%s: not a file", path);
    if (access(path, X_OK))
        fail(EXIT_NOT_RUN, "%s: not executable", path);
    if (elf_read(path, &f))
        fail(EXIT_NOT_RUN, "%s: cannot be read: %s", path, strerror(errno));
    if (!f.is_elf)
        fail(EXIT_NOT_RUN, "%s: not a 64-bit ELF program", path);
    if (!strcmp(f.runtime, "libcudart.so.13"))
        return;
    if (*f.runtime)
        fail(EXIT_NOT_RUN,
             "%s: linked to %s; only CUDA 13's runtime (libcudart.so.13) can be "
             "simulated: rebuild with nvcc 13",
             path, f.runtime);
    if (f.has_fatbin)
        fail(EXIT_NOT_RUN,
             "%s: linked statically to the CUDA runtime; rebuild with "
             "nvcc -cudart shared",
             path);
    fail(EXIT_NOT_RUN,
         "%s: not linked to libcudart.so.13: not a CUDA program, or built without "
         "-cudart shared",
         path);
}

// ---- starting it -------------------------------------------------------------------

// Our library lies in lib/ beside this executable. LD_PRELOAD cannot hold a
// path with a space or a colon; such a one is passed as an open descriptor.
static void set_preload(void)
{
    char self[PATH_MAX], library[PATH_MAX + 32];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    if (n <= 0)
        fail(EXIT_NOT_RUN, "cannot find my own place: %s", strerror(errno));
    self[n] = 0;
    char *slash = strrchr(self, '/');
    slash[0] = 0;
    snprintf(library, sizeof library, "%s/lib/libcudart.so.13", self);
    if (access(library, R_OK))
        fail(EXIT_NOT_RUN, "%s: %s (make cudasim builds it)", library, strerror(errno));
    if (strpbrk(library, " :")) {
        int fd = open(library, O_RDONLY);
        if (fd < 0)
            fail(EXIT_NOT_RUN, "%s: %s", library, strerror(errno));
        snprintf(library, sizeof library, "/proc/self/fd/%d", fd);
    }
    const char *others = getenv("LD_PRELOAD");
    char *value;
    if (asprintf(&value, "%s%s%s", library, others && *others ? ":" : "", others ? others : "") < 0)
        fail(EXIT_NOT_RUN, "out of memory");
    setenv("LD_PRELOAD", value, 1);
    free(value);
}

static _Noreturn void start(const char *path, char **argv)
{
    execv(path, argv);
    fail(EXIT_NOT_RUN, "%s: %s", path, strerror(errno));
}

static volatile pid_t child;

static void pass_on(int signal_number) { kill(child, signal_number); }

// Ends as the program ended.
static _Noreturn void end_like(int status, const volatile uint32_t *errors, int error_exitcode)
{
    if (WIFSIGNALED(status)) {
        struct rlimit none = {0, 0};
        setrlimit(RLIMIT_CORE, &none);
        signal(WTERMSIG(status), SIG_DFL);
        raise(WTERMSIG(status));
        exit(128 + WTERMSIG(status));
    }
    int code = WEXITSTATUS(status);
    exit(code == 0 && *errors ? error_exitcode : code);
}

static _Noreturn void start_and_watch(const char *path, char **argv, int error_exitcode)
{
    int fd = memfd_create("cudasim", 0); // inherited by the program
    volatile uint32_t *errors = MAP_FAILED;
    if (fd >= 0 && !ftruncate(fd, sizeof *errors))
        errors = mmap(NULL, sizeof *errors, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (errors == MAP_FAILED)
        fail(EXIT_NOT_RUN, "no shared page for --error-exitcode: %s", strerror(errno));
    char number[16];
    snprintf(number, sizeof number, "%d", fd);
    setenv("CUDASIM_STATUS_FD", number, 1);
    child = fork();
    if (child < 0)
        fail(EXIT_NOT_RUN, "cannot start a process: %s", strerror(errno));
    if (child == 0)
        start(path, argv);
    // The terminal's signals reach the program by themselves, others do not.
    signal(SIGINT, SIG_IGN);
    signal(SIGQUIT, SIG_IGN);
    signal(SIGTERM, pass_on);
    signal(SIGHUP, pass_on);
    int status;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            fail(EXIT_NOT_RUN, "lost the program: %s", strerror(errno));
    end_like(status, errors, error_exitcode);
}

int main(int argc, char **argv)
{
    Settings s = {.error_exitcode = -1};
    int first = read_options(argc, argv, &s);
    char path[PATH_MAX];
    find_program(argv[first], path);
    check_program(path);
    set_preload();
    setenv("CUDASIM_OPTIONS", s.text, 1);
    unsetenv("CUDASIM_STATUS_FD");
    if (s.error_exitcode > 0)
        start_and_watch(path, argv + first, s.error_exitcode);
    start(path, argv + first);
}
