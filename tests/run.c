// run.c - runs test programs, one per processor at a time: the longest first, so that none runs
// alone at the end. The file `times` of the tests' cache has the processor time of each program.
//
//   build/tests/run PROGRAM...      sh runs NAME.sh
//
// It prints one line for each program when the program has ended, with its processor time. At the
// end it prints the slowest, what failed, and how many checks passed and failed. These numbers come
// from the last line of a Check suite, or from lines of TAP; a line "SKIP  reason" is counted
// separately. A program that has run no check has proved nothing, and fails.
//
// A program that has passed with the same inputs is not run again: build/tests/inputs has a digest
// of the inputs of each program (inputs.py). With ALL=1, and with CI in the environment, all run.
//
// No result depends on how fast or how busy the machine is. A program that hangs is ended: when its
// processes have used no processor time for half an hour, or one of them has used an hour.
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cache.h"

#define LOGS "build/tests/log"
#define INPUTS "build/tests/inputs"
#define PASSED "build/tests/passed"
enum {
    CPU_SECONDS = 3600,
    IDLE_MINUTES = 30,
    PATH = 512,
    MAX_TEXT = 1 << 22,
    SHOWN_LINES = 40,
    SLOWEST = 10
};

typedef struct {
    const char *path;
    char name[PATH], log[PATH];
    int place; // on the command line
    pid_t pid; // also that of its session; 0: not started, or ended
    bool hung;
    unsigned long ticks; // processor time of its session at the last look
    int idle_minutes;
    int passed, failed, skipped;
    char reason[128]; // why it failed, if no check failed
    double expected;  // processor time of an earlier run, in seconds; 0: not known
    double seconds;   // of this one
    char inputs[65];  // digest of its inputs; "": not known
    bool unchanged;   // it has passed with these inputs
} TestProgram;

static TestProgram *programs;
static int count;
static volatile sig_atomic_t stopped;

// ---- processor times of earlier runs ----------------------------------------------------

static TestProgram *program_named(const char *name)
{
    for (TestProgram *p = programs; p < programs + count; p++)
        if (!strcmp(p->name, name))
            return p;
    return NULL;
}

// A program whose time is not known may be long: it comes first, in the order given.
static int longest_first(const void *a, const void *b)
{
    const TestProgram *p = a, *q = b;
    if (!p->expected != !q->expected)
        return p->expected ? 1 : -1;
    if (p->expected != q->expected)
        return p->expected < q->expected ? 1 : -1;
    return p->place - q->place;
}

static void read_times(void)
{
    char path[CACHE_PATH], name[PATH];
    double seconds;
    FILE *f = cache_path("times", path) ? fopen(path, "r") : NULL;
    while (f && fscanf(f, "%lf %500s", &seconds, name) == 2) {
        TestProgram *p = program_named(name);
        if (p)
            p->expected = seconds;
    }
    if (f)
        fclose(f);
    qsort(programs, (size_t)count, sizeof *programs, longest_first);
}

// Lines of programs that did not run are kept.
static void write_times(void)
{
    char path[CACHE_PATH], fresh[CACHE_PATH + 8], line[PATH + 32], name[PATH];
    if (!cache_path("times", path))
        return;
    snprintf(fresh, sizeof fresh, "%s.new", path);
    FILE *old = fopen(path, "r"), *f = fopen(fresh, "w");
    while (f && old && fgets(line, sizeof line, old))
        if (sscanf(line, "%*f %500s", name) == 1 &&
            (!program_named(name) || !program_named(name)->seconds))
            fputs(line, f);
    for (TestProgram *p = programs; f && p < programs + count; p++)
        if (p->seconds)
            fprintf(f, "%.2f %s\n", p->seconds, p->name);
    if (old)
        fclose(old);
    if (f && !fclose(f))
        rename(fresh, path);
}

// ---- inputs -------------------------------------------------------------------------------

static void read_inputs(void)
{
    char name[PATH], digest[65];
    int checks;
    FILE *f = fopen(INPUTS, "r");
    while (f && fscanf(f, "%64s %500s", digest, name) == 2)
        for (TestProgram *p = programs; p < programs + count; p++)
            if (!strcmp(p->path, name))
                strcpy(p->inputs, digest);
    if (f)
        fclose(f);
    const char *all = getenv("ALL");
    f = getenv("CI") || (all && *all) ? NULL : fopen(PASSED, "r");
    while (f && fscanf(f, "%64s %d %500s", digest, &checks, name) == 3) {
        TestProgram *p = program_named(name);
        if (p && *p->inputs && !strcmp(p->inputs, digest)) {
            p->unchanged = true;
            p->passed = checks;
        }
    }
    if (f)
        fclose(f);
}

// A check that was skipped may be possible tomorrow, so the program has to run.
static void write_passed(void)
{
    FILE *f = fopen(PASSED, "w");
    for (TestProgram *p = programs; f && p < programs + count; p++)
        if (*p->inputs && p->passed && !p->failed && !p->skipped && !p->pid)
            fprintf(f, "%s %d %s\n", p->inputs, p->passed, p->name);
    if (f)
        fclose(f);
}

static int slowest_first(const void *a, const void *b)
{
    const TestProgram *p = a, *q = b;
    return (p->seconds < q->seconds) - (p->seconds > q->seconds);
}

// `programs` is in the order of the times after this.
static void show_slowest(void)
{
    double all = 0;
    for (int i = 0; i < count; i++)
        all += programs[i].seconds;
    qsort(programs, (size_t)count, sizeof *programs, slowest_first);
    printf("\n%.0f s of processor time; the slowest:\n", all);
    for (int i = 0; i < count && i < SLOWEST && programs[i].seconds; i++)
        printf("%8.1f s  %s\n", programs[i].seconds, programs[i].name);
}

// ---- sessions ---------------------------------------------------------------------------

// Calls visit() for every process of a session; returns the processor time of all, in ticks.
static unsigned long each_process(pid_t session, void (*visit)(pid_t))
{
    unsigned long ticks = 0;
    DIR *d = opendir("/proc");
    for (struct dirent *e; d && (e = readdir(d));) {
        char path[PATH], text[1024];
        snprintf(path, sizeof path, "/proc/%.20s/stat", e->d_name);
        FILE *f = isdigit((unsigned char)e->d_name[0]) ? fopen(path, "r") : NULL;
        size_t n = f ? fread(text, 1, sizeof text - 1, f) : 0;
        if (f)
            fclose(f);
        text[n] = 0;
        const char *after_name = strrchr(text, ')');
        int its_session = 0;
        unsigned long own[2] = {0}, children[2] = {0};
        if (!after_name ||
            sscanf(after_name, ") %*c %*d %*d %d %*d %*d %*u %*u %*u %*u %*u %lu %lu %lu %lu",
                   &its_session, &own[0], &own[1], &children[0], &children[1]) != 5)
            continue;
        if (its_session != session)
            continue;
        ticks += own[0] + own[1] + children[0] + children[1];
        if (visit)
            visit(atoi(e->d_name));
    }
    if (d)
        closedir(d);
    return ticks;
}

static void kill_process(pid_t pid) { kill(pid, SIGKILL); }

// Once a minute.
static void look_for_hangs(void)
{
    for (TestProgram *p = programs; p < programs + count; p++) {
        if (!p->pid)
            continue;
        unsigned long ticks = each_process(p->pid, NULL);
        p->idle_minutes = ticks == p->ticks ? p->idle_minutes + 1 : 0;
        p->ticks = ticks;
        if (p->idle_minutes >= IDLE_MINUTES) {
            p->hung = true;
            each_process(p->pid, kill_process);
        }
    }
}

// ---- one program ------------------------------------------------------------------------

static void begin(TestProgram *p)
{
    fflush(NULL);
    p->pid = fork();
    if (p->pid < 0) {
        perror("run: fork");
        exit(2);
    }
    if (p->pid)
        return;
    setsid();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    struct rlimit limit = {CPU_SECONDS, CPU_SECONDS};
    setrlimit(RLIMIT_CPU, &limit);
    int log = open(p->log, O_WRONLY | O_CREAT | O_TRUNC, 0666), null = open("/dev/null", O_RDONLY);
    if (log < 0 || null < 0)
        _exit(127);
    dup2(null, 0);
    dup2(log, 1);
    dup2(log, 2);
    size_t n = strlen(p->path);
    if (n > 3 && !strcmp(p->path + n - 3, ".sh"))
        execlp("sh", "sh", p->path, (char *)NULL);
    else
        execl(p->path, p->path, (char *)NULL);
    perror(p->path);
    _exit(127);
}

static char *read_log(const TestProgram *p)
{
    char *text = calloc(1, MAX_TEXT);
    FILE *f = fopen(p->log, "r");
    if (f && fread(text, 1, MAX_TEXT - 1, f) == 0)
        text[0] = 0;
    if (f)
        fclose(f);
    return text;
}

static bool starts_with(const char *line, const char *words)
{
    return !strncmp(line, words, strlen(words));
}

// The line that ends a Check suite: "97%: Checks: 30, Failures: 1, Errors: 0".
static bool read_summary(const char *line, int *checks, int *wrong)
{
    int failures, errors;
    if (sscanf(line, "%*d%%: Checks: %d, Failures: %d, Errors: %d", checks, &failures, &errors) !=
        3)
        return false;
    *wrong = failures + errors;
    return true;
}

static void count_checks(TestProgram *p)
{
    char *text = read_log(p), *rest = NULL;
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        int checks, wrong;
        if (read_summary(line, &checks, &wrong)) {
            p->passed += checks - wrong;
            p->failed += wrong;
        }
        p->passed += starts_with(line, "ok ");
        p->failed += starts_with(line, "not ok ");
        p->skipped += starts_with(line, "SKIP  ");
    }
    free(text);
}

static void judge(TestProgram *p, int status)
{
    count_checks(p);
    if (p->hung)
        snprintf(p->reason, sizeof p->reason, "hung: no processor time used in %d minutes",
                 IDLE_MINUTES);
    else if (WIFSIGNALED(status) && (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL))
        snprintf(p->reason, sizeof p->reason, "%s; a process may use %d s of processor time",
                 strsignal(WTERMSIG(status)), CPU_SECONDS);
    else if (WIFSIGNALED(status))
        snprintf(p->reason, sizeof p->reason, "ended by a signal: %s", strsignal(WTERMSIG(status)));
    else if (status && !p->failed)
        snprintf(p->reason, sizeof p->reason, "left with status %d", WEXITSTATUS(status));
    else if (!p->passed && !p->failed && !p->skipped)
        snprintf(p->reason, sizeof p->reason, "ran no check");
    p->failed += p->reason[0] != 0;
}

static void end(TestProgram *p, int status, double seconds)
{
    static int ended;
    p->pid = 0;
    p->seconds = seconds;
    if (!p->unchanged)
        judge(p, status);
    int digits = snprintf(NULL, 0, "%d", count);
    int checks = p->passed + p->failed;
    printf("[%*d/%d] %s  %-34s %d check%s, ", digits, ++ended, count, p->failed ? "FAIL" : "ok  ",
           p->name, checks, checks == 1 ? "" : "s");
    printf(p->unchanged ? "unchanged" : "%.1f s", seconds);
    if (p->failed)
        printf(", %d failed", p->failed);
    putchar('\n');
    fflush(stdout);
    write_passed();
}

// ---- the end ------------------------------------------------------------------------------

// The checks that failed: the lines after the last line of a suite, "not ok" and its comments, or
// the last lines of a program that crashed.
static void show_failures(const TestProgram *p)
{
    printf("\n%s  (%s)\n", p->name, p->log);
    if (p->reason[0])
        printf("    %s\n", p->reason);
    char *text = read_log(p), *rest = NULL;
    int lines = 0, shown = 0, at = 0;
    for (char *c = text; *c; c++)
        lines += *c == '\n';
    bool on = false;
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest), at++) {
        int checks, wrong;
        if (read_summary(line, &checks, &wrong)) {
            on = true;
            continue;
        }
        if (starts_with(line, "not ok "))
            on = true;
        else if (starts_with(line, "ok "))
            on = false;
        if ((on || (p->reason[0] && at > lines - SHOWN_LINES / 2)) && shown++ < SHOWN_LINES)
            printf("    %s\n", line);
    }
    if (shown > SHOWN_LINES)
        printf("    ... and %d lines more\n", shown - SHOWN_LINES);
    free(text);
}

static void show_skips(const TestProgram *p)
{
    char *text = read_log(p), *rest = NULL;
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
        if (starts_with(line, "SKIP  "))
            printf("skipped: %s\n", line + strlen("SKIP  "));
    free(text);
}

static void on_stop(int signal) { stopped = signal; }

static void run_all(void)
{
    long side = sysconf(_SC_NPROCESSORS_ONLN);
    int next = 0, running = 0, since_look = 0;
    while (next < count || running) {
        for (; next < count && running < side; next++) {
            if (programs[next].unchanged) {
                end(&programs[next], 0, 0);
                continue;
            }
            begin(&programs[next]);
            running++;
        }
        int status;
        struct rusage used;
        pid_t ended = wait4(-1, &status, WNOHANG, &used);
        for (TestProgram *p = programs; ended > 0 && p < programs + count; p++)
            if (p->pid == ended) {
                end(p, status,
                    (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
                        1e-6 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec));
                running--;
            }
        if (ended > 0)
            continue;
        if (stopped) {
            for (TestProgram *p = programs; p < programs + count; p++)
                if (p->pid)
                    each_process(p->pid, kill_process);
            exit(128 + stopped);
        }
        nanosleep(&(struct timespec){.tv_nsec = 20 * 1000 * 1000}, NULL);
        if (++since_look >= 60 * 50) {
            look_for_hangs();
            since_look = 0;
        }
    }
}

static void name_programs(int argc, char **argv)
{
    count = argc - 1;
    programs = calloc((size_t)count + 1, sizeof *programs);
    for (int i = 0; i < count; i++) {
        TestProgram *p = &programs[i];
        p->place = i;
        p->path = argv[i + 1];
        snprintf(p->name, sizeof p->name, "%s",
                 starts_with(p->path, "build/") ? p->path + strlen("build/") : p->path);
        snprintf(p->log, sizeof p->log, LOGS "/%.400s", p->name);
        for (char *c = p->log + strlen(LOGS "/"); *c; c++)
            *c = *c == '/' ? '_' : *c;
    }
}

// Returns the number of checks that failed.
static int show_results(void)
{
    int passed = 0, failed = 0, skipped = 0, wrong = 0;
    for (int i = 0; i < count; i++) {
        passed += programs[i].passed;
        failed += programs[i].failed;
        skipped += programs[i].skipped;
        wrong += programs[i].failed > 0;
    }
    if (wrong)
        printf("\n%d of %d test programs failed:\n", wrong, count);
    for (int i = 0; i < count; i++)
        if (programs[i].failed)
            show_failures(&programs[i]);
    for (int i = 0; i < count; i++)
        if (programs[i].skipped)
            show_skips(&programs[i]);
    if (wrong)
        putchar('\n');
    if (skipped)
        printf("%d skipped\n", skipped);
    printf("%d passed, %d failed\n", passed, failed);
    return failed;
}

int main(int argc, char **argv)
{
    setenv("CK_DEFAULT_TIMEOUT", "0", 1);
    setenv("GRADE_TIMEOUT_SCALE", "20", 1);
    setenv("CK_VERBOSITY", "normal", 1);
    // No search for leaks: the system frees a test's memory when its process ends.
    setenv("ASAN_OPTIONS", "detect_leaks=0", 1);
    setenv("UBSAN_OPTIONS", "print_stacktrace=1", 1);
    signal(SIGINT, on_stop);
    signal(SIGTERM, on_stop);
    mkdir(LOGS, 0777);
    name_programs(argc, argv);
    read_inputs();
    read_times();
    run_all();
    write_times();
    show_slowest();
    return show_results() != 0 || count == 0;
}
