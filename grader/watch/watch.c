// watch.c - build/watch: grades a lab again and again, on each save.
//
//   watch [--nvcc PATH] [--submission DIR] [--seed N] [--part N] [--grade PROGRAM] LAB
//
// The current part is graded alone first, since that is the verdict that a person waits for; then
// the whole lab, which is an attempt like any other. The current part is the one that was asked
// for; or the one that the person has changed since the last save; or the first one that loses
// points. All grading is done by build/grade. A verdict is shown only if the files are still those
// that were graded; a save in between ends what runs.
#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "grader/base/clock.h"
#include "grader/base/files.h"
#include "grader/base/memory.h"
#include "grader/base/paths.h"
#include "grader/base/terminal.h"
#include "grader/base/text.h"
#include "grader/labs/choose.h"
#include "grader/options.h"
#include "grader/submission/snapshot.h"
#include "edited.h"
#include "keys.h"
#include "saves.h"
#include "watch_text.h"

static const struct option options[] = {
    {"nvcc", required_argument, NULL, 'n'},  {"submission", required_argument, NULL, 's'},
    {"seed", required_argument, NULL, 'r'},  {"part", required_argument, NULL, 'p'},
    {"grade", required_argument, NULL, 'g'}, {NULL, 0, NULL, 0},
};
static const char *nvcc, *submission, *seed, *grade_program;
static char own_seed[16];
static const Lab *lab;

typedef enum { WORK_none, WORK_part, WORK_lab, WORK_look } Work;

static char folder[PATH_MAX]; // with the lab's file
static Saves *saves;
static char json[PATH_MAX]; // where build/grade leaves the grade
static FILE *told, *said;   // what it prints: the table; what it says besides
static Work work;           // of the process that runs
static pid_t worker;
static char *text;         // the lab's file as it was graded last; NULL: not yet
static int current;        // the part
static bool chosen;        // by the person
static bool keys;          // there is a terminal with keys
static int level;          // of the last hint for the current part
static int looked;         // the part whose page was asked for; 0: none
static bool shown;         // the current part has its verdict for these files
static bool announced;     // that grading has begun; nothing has been told since
static int signals;        // what this program has to know, as a file
static sigset_t own, ours; // signals: those that were blocked before, and ours

__attribute__((noreturn)) static void wrong_usage(const char *what, const char *which)
{
    text_say(stderr, "watch: %s%s%s", what, which ? ": " : "", which ? which : "");
    fputs("make watch LAB=reduction [PART=2]; make list shows the labs\n", stderr);
    exit(2);
}

// ---- processes ------------------------------------------------------------------------------

enum { MAX_ARGUMENTS = 24 };

typedef struct {
    const char *argument[MAX_ARGUMENTS + 1];
    int count;
    char part[16], level[16];
} GradeCommand;

static void add(GradeCommand *c, const char *option, const char *value)
{
    if (!value)
        return;
    c->argument[c->count++] = option;
    c->argument[c->count++] = value;
}

static GradeCommand grade_command(void)
{
    GradeCommand c = {.argument = {grade_program}, .count = 1};
    add(&c, "--nvcc", nvcc);
    add(&c, "--submission", submission);
    add(&c, "--seed", seed);
    c.argument[c.count++] = lab->name;
    return c;
}

static void add_part(GradeCommand *c, int part)
{
    snprintf(c->part, sizeof c->part, "%d", part);
    add(c, "--part", c->part);
}

// Where what a process says goes: to the terminal, to `told` and `said`, or nowhere.
typedef enum { SAYS_aloud, SAYS_noted, SAYS_nothing } Says;

// In a process group of its own: what it has started ends with it.
static pid_t start(GradeCommand *c, Says says)
{
    c->argument[c->count] = NULL;
    char columns[16];
    snprintf(columns, sizeof columns, "%d", line_width(terminal_columns(1)));
    fflush(NULL);
    pid_t pid = fork();
    if (pid < 0)
        limits_reached("no process can be started: %s", strerror(errno));
    if (pid)
        return pid;
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    sigprocmask(SIG_SETMASK, &own, NULL);
    if (says == SAYS_noted && keys)
        setenv("GRADE_COLUMNS", columns, 1);
    if (!freopen("/dev/null", "r", stdin) ||
        (says == SAYS_nothing && (!freopen("/dev/null", "w", stdout) || dup2(1, 2) < 0)) ||
        (says == SAYS_noted && (dup2(fileno(told), 1) < 0 || dup2(fileno(said), 2) < 0)))
        _exit(127);
    execvp(c->argument[0], (char **)c->argument);
    text_say(stderr, "watch: %s: %s", c->argument[0], strerror(errno));
    _exit(127);
}

static void sleep_ms(int ms) { nanosleep(&(struct timespec){0, ms * 1000000}, NULL); }

// Whether this program has been asked to end, and does not know yet.
static bool has_to_end(void)
{
    sigset_t pending;
    sigpending(&pending);
    return sigismember(&pending, SIGINT) || sigismember(&pending, SIGTERM) ||
           sigismember(&pending, SIGHUP);
}

static int run_now(GradeCommand *c, Says says)
{
    int status = 0;
    pid_t pid = start(c, says);
    while (waitpid(pid, &status, WNOHANG) == 0) {
        if (has_to_end())
            kill(-pid, SIGTERM);
        sleep_ms(10);
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

// Ends the process that runs, with all that it has started.
static void stop_work(void)
{
    enum { TRIES = 100 };
    if (work == WORK_none)
        return;
    kill(-worker, SIGTERM);
    for (int i = 0; i < TRIES && waitpid(worker, NULL, WNOHANG) == 0; i++)
        sleep_ms(10);
    kill(-worker, SIGKILL);
    waitpid(worker, NULL, 0);
    work = WORK_none;
}

// ---- grading --------------------------------------------------------------------------------

static void empty_file(FILE *f)
{
    rewind(f);
    if (ftruncate(fileno(f), 0) || lseek(fileno(f), 0, SEEK_SET))
        limits_reached("a file in memory cannot be written: %s", strerror(errno));
}

static void begin(Work next)
{
    GradeCommand c = grade_command();
    stop_work();
    if (next == WORK_look) {
        add(&c, "--look", "");
        add_part(&c, looked);
    } else {
        unlink(json);
        add(&c, "--json", json);
        if (next == WORK_part) {
            add_part(&c, current);
            c.argument[c.count++] = "--no-history"; // the lab follows, which is the attempt
        }
    }
    work = next;
    empty_file(told);
    empty_file(said);
    worker = start(&c, SAYS_noted);
}

static void begin_grading(void)
{
    char text[32];
    time_t now = time(NULL);
    strftime(text, sizeof text, "%H:%M:%S", localtime(&now));
    if (keys && !announced)
        watch_say(0, "-- %s grading ...", text);
    announced = true;
    shown = false;
    begin(WORK_part);
}

static void tell_keys(void)
{
    if (keys)
        watch_say(0, "h hint, l look, n next part, q quit");
}

static void take_in_hand(int part)
{
    level = part == current ? level : 0;
    current = part;
}

// The current part moves on when it has all points, unless a person has chosen it.
static void choose_part(const json_t *grade)
{
    int failing = watch_first_failing(grade);
    if (chosen || !failing || !watch_part_passes(grade, current))
        return;
    take_in_hand(failing);
    shown = false;
}

static void take_part(void)
{
    if (keys)
        watch_tell_part(told, current);
    shown = true;
    begin(WORK_lab);
}

static void take_lab(const json_t *grade)
{
    choose_part(grade);
    if (keys && !shown)
        watch_tell_part(told, current);
    shown = true;
    watch_tell_lab(grade, lab->source);
    tell_keys();
    if (looked)
        begin(WORK_look);
}

// What build/grade has said, without its progress.
static void tell_why_not(void)
{
    char line[512];
    watch_say(2, "%s: not graded", lab->source);
    rewind(said);
    while (fgets(line, sizeof line, said)) {
        line[strcspn(line, "\n")] = 0;
        if (line[0] && line[0] != '[')
            watch_say(2, "  %s", line);
    }
}

// build/grade has ended. What it says counts if the files are still the same.
static void take_work(int status)
{
    Work done = work;
    int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    work = WORK_none;
    if (done == WORK_look || !saves_hold(saves))
        return;
    announced = false;
    json_t *grade = code == 0 || code == 1 || code == 3 || code == 5 ? watch_read(json) : NULL;
    if (!grade)
        tell_why_not();
    else if (watch_not_compiled(grade))
        watch_tell_not_compiled(told, lab->source);
    else if (done == WORK_part)
        take_part();
    else
        take_lab(grade);
    json_decref(grade);
}

// ---- keys ---------------------------------------------------------------------------------------

// A hint is of a part, whichever folder is watched.
static void give_hint(void)
{
    GradeCommand c = {.argument = {grade_program, lab->name}, .count = 2};
    level += level < MAX_HINTS;
    snprintf(c.level, sizeof c.level, "%d", level);
    c.argument[c.count++] = "--hint";
    add_part(&c, current);
    add(&c, "--level", c.level);
    run_now(&c, SAYS_aloud);
}

// What all pages have in common is made by make, which may have to fetch it.
static void make_page(void)
{
    GradeCommand c = {.argument = {"make", "--no-print-directory", "-C", paths_root(), "look-page"},
                      .count = 5};
    unsetenv("MAKEFLAGS"); // those of the make that has started this program
    if (access(paths_at("build/look/page.html"), R_OK) != 0)
        run_now(&c, SAYS_nothing);
}

// The page is made again after each grading from now on.
static void look(void)
{
    make_page();
    GradeCommand c = grade_command();
    add(&c, "--look", "");
    add_part(&c, current);
    int status = run_now(&c, SAYS_aloud);
    if (status == 2)
        watch_say(2, "make look LAB=%s PART=%d", lab_topic(lab), current);
    looked = status == 0 ? current : 0;
}

static void next_part(void)
{
    const Part *part = lab->parts;
    while (part->number && part->number != current)
        part++;
    take_in_hand(part->number && part[1].number ? part[1].number : lab->parts[0].number);
    chosen = true;
    begin_grading();
    watch_say(0, "part %d", current);
}

// False: quit.
static bool take_key(void)
{
    char key;
    if (read(0, &key, 1) != 1)
        return false; // the terminal is gone
    switch (key) {
    case 'h': give_hint(); break;
    case 'l': look(); break;
    case 'n': next_part(); break;
    case 'q': return false;
    default: tell_keys();
    }
    return true;
}

// ---- signals --------------------------------------------------------

// Ctrl-Z: the terminal is the shell's meanwhile.
static void suspend(void)
{
    keys_end();
    kill(getpid(), SIGSTOP);
    keys = keys && keys_begin();
    tell_keys();
}

static void reap(void)
{
    int status;
    if (work != WORK_none && waitpid(worker, &status, WNOHANG) == worker)
        take_work(status);
}

// False: it ends this program.
static bool take_signal(void)
{
    struct signalfd_siginfo info;
    if (read(signals, &info, sizeof info) != sizeof info)
        return true;
    switch (info.ssi_signo) {
    case SIGCHLD: reap(); return true;
    case SIGTSTP: suspend(); return true;
    default: return false;
    }
}

static void take_signals(void)
{
    const int all[] = {SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCHLD};
    sigemptyset(&ours);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        sigaddset(&ours, all[i]);
    sigprocmask(SIG_BLOCK, &ours, &own);
    signals = signalfd(-1, &ours, SFD_CLOEXEC);
    if (signals < 0)
        limits_reached("no file for signals: %s", strerror(errno));
}

// ---- all of it ------------------------------------------------------

static bool has_part(int number)
{
    const Part *part = lab->parts;
    while (part->number && part->number != number)
        part++;
    return part->number != 0;
}

static void choose_lab(const char *word)
{
    int n = 0;
    for (int i = 0; i < all_labs_count; i++)
        if (word && lab_matches(all_labs[i], word)) {
            lab = all_labs[i];
            n++;
        }
    char which[160] = "";
    if (n != 1 && word)
        snprintf(which, sizeof which, "%.40s%s", word, n ? "" : lab_question(word));
    if (n != 1)
        wrong_usage(!*which ? "which lab?"
                    : n     ? "one lab is watched, not"
                            : "no such lab",
                    *which ? which : NULL);
    if (current && !has_part(current)) {
        snprintf(which, sizeof which, "%d; make list LAB=%s shows its parts", current,
                 lab_topic(lab));
        wrong_usage("the lab has no part", which);
    }
}

static void read_options(int argc, char **argv)
{
    int letter;
    while ((letter = getopt_long(argc, argv, "", options, NULL)) != -1)
        switch (letter) {
        case 'n': nvcc = optarg; break;
        case 's': submission = optarg; break;
        case 'r': seed = optarg; break;
        case 'p':
            current = atoi(optarg);
            if (current < 1)
                wrong_usage("parts count from 1, not", optarg);
            break;
        case 'g': grade_program = optarg; break;
        default: wrong_usage("unknown option", NULL);
        }
    if (argc - optind != 1)
        wrong_usage("which lab?", NULL);
    choose_lab(argv[optind]);
    chosen = current != 0;
    // One seed for all saves, in another folder, too: else each save is another task, and the
    // reference runs with it first.
    snprintf(own_seed, sizeof own_seed, "%d", DEFAULT_SEED);
    if (!seed && submission && !getenv("GRADE_SEED"))
        seed = own_seed;
    if (!grade_program)
        grade_program = need(strdup(paths_at("build/grade")));
}

// Where the last grade is that of the same folder and lab, it says which part is the current one.
static void read_last_grade(void)
{
    json_t *grade = watch_read(paths_at("build/grade.json"));
    if (grade && !current && !submission && watch_is_of(grade, "labs", lab->name))
        current = watch_first_failing(grade);
    json_decref(grade);
    if (!current)
        current = lab->parts[0].number;
}

static FILE *open_in_memory(void)
{
    int fd = memfd_create("said", MFD_CLOEXEC);
    FILE *f = fd < 0 ? NULL : fdopen(fd, "r+");
    if (!f)
        limits_reached("no file in memory can be made: %s", strerror(errno));
    return f;
}

static void open_files(void)
{
    told = open_in_memory();
    said = open_in_memory();
    snprintf(json, sizeof json, "%s/watch.%u.json", paths_build(), file_number());
}

static void open_saves(void)
{
    snprintf(folder, sizeof folder, "%s/%s", submission ? submission : paths_at("labs"), lab->name);
    saves = saves_open(folder, lab);
    if (!saves) {
        text_say(stderr, "watch: %s: %s", folder, strerror(errno));
        exit(errno == ENOENT || errno == ENOTDIR ? 2 : 4);
    }
}

// Without the lab's file there is nothing to grade, and no attempt.
static void wait_for_file(void)
{
    stop_work();
    announced = false;
    watch_say(2, "%s is gone: waiting for it", lab->source);
}

// A part that a person has just changed is the current one.
static void take_save(void)
{
    char path[PATH_MAX], *now = NULL;
    size_t bytes;
    if (!saves_have_source(saves)) {
        wait_for_file();
        return;
    }
    if (snprintf(path, sizeof path, "%s/%s", folder, lab->source) < (int)sizeof path)
        file_read(path, MAX_SOURCE, &now, &bytes);
    int part = !chosen && text && now ? edited_part(text, now) : 0;
    if (part && has_part(part)) // a person can write any number
        take_in_hand(part);
    free(text);
    text = now;
    begin_grading();
}

static void watch(void)
{
    while (true) {
        struct pollfd fds[] = {
            {signals, POLLIN, 0}, {saves_fd(saves), POLLIN, 0}, {keys ? 0 : -1, POLLIN, 0}};
        if (poll(fds, 3, saves_wait(saves)) < 0)
            continue;
        if (fds[0].revents && !take_signal())
            return;
        if (fds[2].revents && !take_key())
            return;
        if (saves_settled(saves, clock_seconds()))
            take_save();
    }
}

int main(int argc, char **argv)
{
    read_options(argc, argv);
    open_files();
    open_saves();
    read_last_grade();
    take_signals();
    keys = keys_begin();
    watch_say(0, "watching %s/%s", lab->name, lab->source);
    tell_keys();
    watch();
    stop_work();
    unlink(json);
    saves_close(saves);
    keys_end();
    return 0;
}
