// main.c - build/grade: grades labs, and lists, hints and demonstrates them.
//
// Grading is Check's work: each part is a test, in a process of its own, and as many
// run side by side as there are processors. Check only says how many ended badly; what was earned
// and why is in the records that the tests append to a file opened before they were forked. An item
// without a record is a grader error, whatever Check says: a test that left with exit(0) counts as
// passed there.
//
// Exit status: 0 all points, 1 points lost, 2 usage, 3 a lab does not compile,
// 4 something is missing here, 5 the grader or the course is broken.
#include <check.h>
#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "choose.h"
#include "demo.h"
#include "judge.h"
#include "paths.h"
#include "report.h"
#include "toolchain.h"

enum { DEFAULT_SEED = 0x5c41, TEST_SECONDS = 900 };

static struct {
    int part, level, jobs;
    bool list, hint, run, plain;
    const char *submission, *json, *format, *nvcc;
    uint64_t seed;
} options = {.level = 1, .submission = NULL, .seed = DEFAULT_SEED};

typedef struct {
    const Selected *selected;
    const Part *part;
} Job;

static Report report; // also read by the forked tests
static const char *json_path;
static double start_time;
static Job *jobs;
static int job_count, job_now;
static bool live; // progress on one line that is written over

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// ---- options -------------------------------------------------------------------

static const char usage[] =
    "usage: build/grade [options] [lab ...]\n"
    "  A lab is 04_reduction, 04 or reduction; several may be given, also with commas.\n"
    "  --part N            only this part\n"
    "  --submission DIR    a folder laid out like labs/ (default labs)\n"
    "  --seed N            of inputs and schedules (default 0x5c41)\n"
    "  --json FILE         also write grade.json there (always in build/grade.json)\n"
    "  --format F          print gradescope, classroom, junit or tap, not the table\n"
    "  --plain             no colour, no live line\n"
    "  --list              the labs\n"
    "  --hint              hints, with --part and --level\n"
    "  --run               the lab's demo: every variant with its counters\n"
    "  --jobs N            grade N parts at a time (default: one a processor)\n"
    "  --nvcc PATH         the compiler\n"
    "status: 0 all points, 1 points lost, 2 usage, 3 does not compile, 4 something is\n"
    "missing here, 5 the grader or the course is broken\n";

__attribute__((noreturn)) static void usage_error(const char *what, const char *which)
{
    fprintf(stderr, "grade: %s%s%s\n", what, which ? ": " : "", which ? which : "");
    fputs("make list shows the labs, build/grade --help the options\n", stderr);
    exit(2);
}

static long long number(const char *text, const char *option)
{
    char *end;
    long long value = (long long)strtoull(text, &end, 0);
    if (!*text || *end)
        usage_error(option, text);
    return value;
}

static void parse(int argc, char **argv)
{
    static const struct option table[] = {
        {"part", required_argument, NULL, 'p'},   {"submission", required_argument, NULL, 's'},
        {"seed", required_argument, NULL, 'r'},   {"json", required_argument, NULL, 'j'},
        {"format", required_argument, NULL, 'f'}, {"plain", no_argument, NULL, 'P'},
        {"list", no_argument, NULL, 'l'},         {"hint", no_argument, NULL, 'h'},
        {"run", no_argument, NULL, 'R'},          {"level", required_argument, NULL, 'L'},
        {"nvcc", required_argument, NULL, 'n'},   {"jobs", required_argument, NULL, 'J'},
        {"help", no_argument, NULL, 'H'},         {NULL, 0, NULL, 0},
    };
    const char *seed = getenv("GRADE_SEED");
    if (seed)
        options.seed = (uint64_t)number(seed, "GRADE_SEED");
    int c;
    while ((c = getopt_long(argc, argv, "", table, NULL)) != -1) {
        switch (c) {
        case 'p': options.part = (int)number(optarg, "--part"); break;
        case 's': options.submission = optarg; break;
        case 'r': options.seed = (uint64_t)number(optarg, "--seed"); break;
        case 'j': options.json = optarg; break;
        case 'f': options.format = optarg; break;
        case 'P': options.plain = true; break;
        case 'l': options.list = true; break;
        case 'h': options.hint = true; break;
        case 'R': options.run = true; break;
        case 'L': options.level = (int)number(optarg, "--level"); break;
        case 'J': options.jobs = (int)number(optarg, "--jobs"); break;
        case 'n': options.nvcc = optarg; break;
        case 'H': fputs(usage, stdout); exit(0);
        default: usage_error("unknown option", NULL);
        }
    }
    if (options.format && !report_known_format(options.format))
        usage_error("unknown format", options.format);
    if (options.part < 0 || options.level < 1)
        usage_error("parts and levels count from 1", NULL);
    if (options.jobs < 0 || options.jobs > 1024)
        usage_error("--jobs takes 1 to 1024", NULL);
}

// ---- what is graded --------------------------------------------------------------

static bool has_part(const Lab *lab, int number)
{
    for (const Part *part = lab->parts; part->number; part++)
        if (part->number == number)
            return true;
    return false;
}

static void mark_word(const char *word, bool *chosen)
{
    bool any = false;
    for (int i = 0; i < all_labs_count; i++)
        if (lab_matches(all_labs[i], word))
            chosen[i] = any = true;
    if (!any)
        usage_error("no such lab", word);
}

// Labs that the words name (all where there is none) and that have the part.
static void choose(char **words, int count)
{
    bool *chosen = calloc((size_t)all_labs_count + 1, sizeof *chosen);
    for (int i = 0; i < count; i++)
        for (char *word = strtok(words[i], ", "); word; word = strtok(NULL, ", "))
            mark_word(word, chosen);
    report.selected = calloc((size_t)all_labs_count + 1, sizeof *report.selected);
    for (int i = 0; i < all_labs_count; i++) {
        if (count && !chosen[i])
            continue;
        if (options.part && !has_part(all_labs[i], options.part))
            continue;
        report.selected[report.count++] = (Selected){.lab = all_labs[i], .part = options.part};
    }
    free(chosen);
    if (report.count == 0)
        usage_error("nothing matches: no chosen lab has such a part", NULL);
}

static void find_sources(void)
{
    char *folder = strdup(options.submission ? options.submission : paths_at("labs"));
    struct stat st;
    if (stat(folder, &st) != 0 || !S_ISDIR(st.st_mode))
        usage_error("no such folder", folder);
    for (int i = 0; i < report.count; i++) {
        Selected *s = &report.selected[i];
        compile_place(&s->object, s->lab, folder);
        compile_place(&s->reference, s->lab, paths_at("solutions"));
        snprintf(s->folder, sizeof s->folder, "%s", s->object.source);
        *strrchr(s->folder, '/') = 0;
    }
    free(folder);
}

__attribute__((noreturn)) static void missing(const char *what, const char *advice)
{
    fprintf(stderr, "grade: %s; %s\n", what, advice);
    exit(4);
}

static void compile(void)
{
    const char *nvcc = toolchain_nvcc(options.nvcc);
    if (!nvcc)
        missing("no nvcc found", "make grade fetches one");
    if (access(paths_lib(), R_OK) != 0 || access(paths_runner(), X_OK) != 0)
        missing("the simulator is not built", "run make");
    report.nvcc_version = toolchain_version(nvcc);
    if (strcmp(report.nvcc_version, NVCC_VERSION) != 0)
        fprintf(stderr, "grade: warning: nvcc %s; grades are defined for %s, counters may differ\n",
                report.nvcc_version, NVCC_VERSION);
    Object **objects = calloc(2 * (size_t)report.count, sizeof *objects);
    int count = 0;
    for (int i = 0; i < report.count; i++) {
        objects[count++] = &report.selected[i].object;
        objects[count++] = &report.selected[i].reference;
    }
    compile_objects(nvcc, objects, count);
    free(objects);
}

// ---- progress ----------------------------------------------------------------------

static void progress(const char *what)
{
    const Job *job = &jobs[job_now];
    char line[256];
    snprintf(line, sizeof line, "[%d/%d] %s part %d: %s: %s", job_now + 1, job_count,
             job->selected->lab->name, job->part->number, what, job->part->name);
    if (live)
        fprintf(stderr, "\r\033[K%.79s", line);
    else if (strcmp(what, "clean") == 0)
        fprintf(stderr, "[%d/%d] %s part %d %s\n", job_now + 1, job_count, job->selected->lab->name,
                job->part->number, job->part->name);
    fflush(stderr);
}

static void end_progress(void)
{
    if (live)
        fprintf(stderr, "\r\033[K");
}

// ---- Check ---------------------------------------------------------------------------

static json_t *write_grade(void)
{
    report.wall_s = now() - start_time;
    json_t *grade = report_build(&report);
    bool ok = report_write(grade, json_path);
    if (ok && options.json)
        ok = report_write(grade, options.json);
    if (!ok)
        exit(5);
    return grade;
}

static void after_record(void) { json_decref(write_grade()); }

START_TEST(part)
{
    job_now = _i;
    const Selected *s = jobs[_i].selected;
    Judge judge = {
        .lab = s->lab,
        .object = &s->object,
        .reference = &s->reference,
        .folder = s->folder,
        .seed = report.seed,
        .records = report.records,
        .progress = progress,
        .recorded = after_record,
    };
    ck_assert_msg(judge_part(&judge, jobs[_i].part), "points lost");
}
END_TEST

static void list_jobs(void)
{
    for (int i = 0; i < report.count; i++)
        for (const Part *p = report.selected[i].lab->parts; p->number; p++)
            job_count += !report.selected[i].part || report.selected[i].part == p->number;
    jobs = calloc((size_t)job_count + 1, sizeof *jobs);
    int n = 0;
    for (int i = 0; i < report.count; i++)
        for (const Part *p = report.selected[i].lab->parts; p->number; p++)
            if (!report.selected[i].part || report.selected[i].part == p->number)
                jobs[n++] = (Job){&report.selected[i], p};
}

static SRunner *make_suite(int job)
{
    const char *scale = getenv("GRADE_TIMEOUT_SCALE");
    double factor = scale && atof(scale) > 0 ? atof(scale) : 1;
    Suite *suite = suite_create(jobs[job].selected->lab->name);
    TCase *tcase = tcase_create("parts");
    tcase_set_timeout(tcase, TEST_SECONDS * factor);
    tcase_add_loop_test(tcase, part, job, job + 1);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_set_fork_status(runner, CK_FORK);
    return runner;
}

// What the processes share that grade side by side, each taking the next part.
typedef struct {
    atomic_int next; // job that nobody has taken
    atomic_int ran;  // tests that Check ran
} Shared;

static void take_jobs(Shared *shared)
{
    for (int job; (job = atomic_fetch_add(&shared->next, 1)) < job_count;) {
        SRunner *runner = make_suite(job);
        srunner_run_all(runner, CK_SILENT);
        atomic_fetch_add(&shared->ran, srunner_ntests_run(runner));
        srunner_free(runner);
    }
}

// Grades all jobs, as many at a time as there are processors. A grade does not depend
// on it: what a part earns follows from its own records. Returns the number of tests run.
static int run_jobs(void)
{
    Shared *shared =
        mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        missing("no memory", "close other programs");
    int side = options.jobs ? options.jobs : (int)sysconf(_SC_NPROCESSORS_ONLN);
    fflush(NULL);
    for (int i = 1; i < side && i < job_count; i++)
        if (fork() == 0) {
            take_jobs(shared);
            _exit(0);
        }
    take_jobs(shared);
    while (wait(NULL) > 0 || errno == EINTR)
        ;
    int ran = shared->ran;
    munmap(shared, sizeof *shared);
    return ran;
}

static int grade(void)
{
    // A file without a name: nothing is left behind, however this ends. Forked tests
    // have the same descriptor, and open it anew to append.
    char records[32];
    int fd = memfd_create("records", MFD_CLOEXEC);
    if (fd < 0)
        missing("memfd_create failed", "the kernel is too old");
    snprintf(records, sizeof records, "/proc/self/fd/%d", fd);
    report.records = records;
    json_path = strdup(paths_at("build/grade.json"));
    list_jobs();
    after_record(); // the blank grade: whatever happens, no points are made up
    int ran = run_jobs();
    end_progress();
    if (ran == 0)
        fprintf(stderr, "grade: Check ran no test (is CK_RUN_CASE or CK_RUN_SUITE set?)\n");

    json_t *result = write_grade();
    TableStyle style = {.colour = !options.plain && !getenv("NO_COLOR") &&
                                  (isatty(1) || getenv("CLICOLOR_FORCE")),
                        .links = !options.plain && isatty(1)};
    if (options.format)
        report_format(result, options.format, stdout);
    else
        report_table(result, stdout, style);
    if (!options.submission && !options.part)
        demo_remember(result);
    int status = ran == 0 ? 5 : report_exit_code(result);
    json_decref(result);
    close(fd);
    return status;
}

static int run_demos(void)
{
    for (int i = 0; i < report.count; i++) {
        int status = demo_run(&report.selected[i], report.seed);
        if (status)
            return status;
    }
    return 0;
}

static int give_hints(void)
{
    for (int i = 0; i < report.count; i++)
        demo_hint(report.selected[i].lab, options.part, options.level);
    return 0;
}

int main(int argc, char **argv)
{
    parse(argc, argv);
    choose(argv + optind, argc - optind);
    report.seed = options.seed;
    if (options.list) {
        demo_list(report.selected, report.count);
        return 0;
    }
    if (options.hint)
        return give_hints();
    start_time = now();
    time_t t = time(NULL);
    strftime(report.started, sizeof report.started, "%Y-%m-%dT%H:%M:%SZ", gmtime(&t));
    live = !options.plain && isatty(2);
    find_sources();
    if (live)
        fprintf(stderr, "compiling ...");
    compile();
    end_progress();
    return options.run ? run_demos() : grade();
}
