// seeds.c - the solutions and the right versions, under many seeds: none may lose a point.
//
// A submission is a solution, or some right versions together. First each one is graded with the
// first seed, so that it is compiled once; then each seed by each lab, all submissions one after
// the other, so that they share what the grader keeps of the solution. As many grades are made at a
// time as there are processors. Each item that loses points is printed at once. The program can be
// stopped at any time, and says then how far it has come.
#include "versions.h"

#include <fcntl.h>
#include <jansson.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grader/base/processors.h"
#include "grader/labs/choose.h"

#define FOLDER "build/versions"

enum { MAX_WORKERS = 256, MOST_LABS = 64, TELL = 20 };

typedef struct {
    const Lab *lab;
    const char *name; // of the first version; NULL: the solution
    char folder[VERSION_PATH];
} SeedSubmission;

typedef struct { // shared by all workers
    atomic_int next, done, losses, broken;
    atomic_int seeds[MOST_LABS], lost[MOST_LABS]; // by lab: seeds that are done; items lost
} SeedTally;

static SeedSubmission *submission;
static int submissions;
static const Lab *lab_of[MOST_LABS];
static int labs_graded;
static SeedTally *tally;
static uint64_t first_seed;
static pid_t worker[MAX_WORKERS];
static int workers;
static volatile sig_atomic_t stopped;

static void add_submission(const Lab *lab, const char *name, const char *folder)
{
    submission = realloc(submission, (size_t)(submissions + 1) * sizeof *submission);
    if (!submission)
        abort();
    SeedSubmission *s = &submission[submissions++];
    *s = (SeedSubmission){.lab = lab, .name = name};
    snprintf(s->folder, sizeof s->folder, "%s", folder);
}

// The solution of each lab that has a version in the list, and its right versions.
static void find_submissions(VersionList *list)
{
    static Batches all;
    char folder[VERSION_PATH];
    for (int i = 0; i < all_labs_count; i++) {
        bool any = false;
        for (int k = 0; k < list->count; k++)
            any = any || list->version[k].lab == all_labs[i];
        if (!any || labs_graded == MOST_LABS)
            continue;
        lab_of[labs_graded++] = all_labs[i];
        add_submission(all_labs[i], NULL, "solutions");
    }
    int kept = 0;
    for (int i = 0; i < list->count; i++)
        if (list->version[i].right && !list->version[i].problem[0])
            list->version[kept++] = list->version[i];
    list->count = kept;
    batches_make(&all, list);
    mkdir(FOLDER, 0777);
    for (int i = 0; i < all.count; i++) {
        const Version *first = all.batch[i].version[0];
        batch_write(&all.batch[i], FOLDER);
        batch_folder(&all.batch[i], FOLDER, folder);
        add_submission(first->lab, first->name, folder);
    }
}

// ---- one grade ------------------------------------------------------------------------------

static int lab_index(const Lab *lab)
{
    int i = 0;
    while (lab_of[i] != lab)
        i++;
    return i;
}

static void print_loss(const SeedSubmission *s, uint64_t seed, const char *id, const char *message)
{
    char line[1024]; // one write: the lines of several workers do not mix
    int n = snprintf(line, sizeof line, "LOST %s seed %llu %s %s: %.700s\n", s->lab->name,
                     (unsigned long long)seed, s->name ? s->name : "solution", id, message);
    atomic_fetch_add(&tally->losses, 1);
    atomic_fetch_add(&tally->lost[lab_index(s->lab)], 1);
    if (write(1, line, (size_t)n) < 0)
        _exit(1);
}

static const char *text_in(const json_t *item, const char *key)
{
    const char *text = json_string_value(json_object_get(item, key));
    return text ? text : "";
}

static void look_for_losses(const SeedSubmission *s, uint64_t seed, const char *path, int status)
{
    const json_t *item;
    size_t i;
    char text[64];
    json_t *grade = status == 1 ? json_load_file(path, 0, NULL) : NULL;
    snprintf(text, sizeof text, "build/grade ended with status %d", status);
    if (status > 1 || status < 0 || (status == 1 && !grade)) {
        atomic_fetch_add(&tally->broken, 1);
        print_loss(s, seed, "all", text);
    }
    json_array_foreach(json_object_get(grade, "items"), i, item)
    {
        if (strcmp(text_in(item, "status"), "pass"))
            print_loss(s, seed, text_in(item, "id"), text_in(item, "message"));
    }
    json_decref(grade);
}

static int run_grade(const SeedSubmission *s, uint64_t seed, const char *json)
{
    const char *nvcc = getenv("NVCC");
    char number[32];
    snprintf(number, sizeof number, "%llu", (unsigned long long)seed);
    const char *arguments[] = {"build/grade", "--plain",    "--jobs",
                               "1",           "--seed",     number,
                               "--json",      json,         "--submission",
                               s->folder,     s->lab->name, nvcc && *nvcc ? "--nvcc" : NULL,
                               nvcc,          NULL};
    pid_t pid = fork();
    if (pid == 0) {
        int null = open("/dev/null", O_WRONLY);
        dup2(null, 1);
        dup2(null, 2);
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        execv(arguments[0], (char **)(uintptr_t)arguments);
        _exit(127);
    }
    int status;
    return waitpid(pid, &status, 0) == pid && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void grade_with(const SeedSubmission *s, uint64_t seed, int number)
{
    char json[VERSION_PATH];
    snprintf(json, sizeof json, FOLDER "/seeds.%d.json", number);
    int status = run_grade(s, seed, json);
    look_for_losses(s, seed, json, status);
    unlink(json);
    atomic_fetch_add(&tally->done, 1);
}

// ---- all of them ----------------------------------------------------------------------------

// First the submissions, with the first seed; then the labs, seed by seed.
static void work(int number, int jobs)
{
    for (int k; (k = atomic_fetch_add(&tally->next, 1)) < jobs;) {
        if (k < submissions) {
            grade_with(&submission[k], first_seed, number);
            continue;
        }
        const Lab *lab = lab_of[(k - submissions) % labs_graded];
        uint64_t seed = first_seed + 1 + (uint64_t)((k - submissions) / labs_graded);
        for (int i = 0; i < submissions; i++)
            if (submission[i].lab == lab)
                grade_with(&submission[i], seed, number);
        atomic_fetch_add(&tally->seeds[lab_index(lab)], 1);
    }
}

static void stop(int signal)
{
    (void)signal;
    stopped = 1;
}

static void print_summary(int seeds)
{
    bool first = atomic_load(&tally->next) >= submissions;
    printf("\n| lab | seeds | of | lost items |\n|---|---|---|---|\n");
    for (int i = 0; i < labs_graded; i++)
        printf("| %s | %d | %d | %d |\n", lab_of[i]->name, first + atomic_load(&tally->seeds[i]),
               seeds, atomic_load(&tally->lost[i]));
    printf("%d grades of %d submissions%s; %d items lost, %d grades without a result\n",
           atomic_load(&tally->done), submissions, stopped ? ", stopped" : "",
           atomic_load(&tally->losses), atomic_load(&tally->broken));
}

static void start_workers(int jobs)
{
    pid_t parent = getpid();
    workers = processors() < MAX_WORKERS ? processors() : MAX_WORKERS;
    fflush(NULL);
    for (int i = 0; i < workers; i++)
        if ((worker[i] = fork()) == 0) {
            signal(SIGINT, SIG_DFL);
            signal(SIGTERM, SIG_DFL);
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            if (getppid() == parent)
                work(i, jobs);
            _exit(0);
        }
}

// Tells now and then how far it is, until all workers have ended or a signal comes.
static void watch(int jobs)
{
    int left = workers, told = 0;
    while (left && !stopped) {
        while (waitpid(-1, NULL, WNOHANG) > 0)
            left--;
        int done = atomic_load(&tally->done);
        if (done - told >= TELL) {
            fprintf(stderr, "%d grades, %d of %d jobs begun, %d items lost\n", told = done,
                    atomic_load(&tally->next) < jobs ? atomic_load(&tally->next) : jobs, jobs,
                    atomic_load(&tally->losses));
        }
        usleep(200000);
    }
    for (int i = 0; stopped && i < workers; i++)
        kill(worker[i], SIGKILL); // its grade ends with it
}

bool versions_seeds(VersionList *list, uint64_t from, uint64_t to)
{
    tally = mmap(NULL, sizeof *tally, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (tally == MAP_FAILED || to < from || to - from > 1 << 20)
        return false;
    first_seed = from;
    find_submissions(list);
    int seeds = (int)(to - from) + 1, jobs = submissions + (seeds - 1) * labs_graded;
    signal(SIGINT, stop);
    signal(SIGTERM, stop);
    start_workers(jobs);
    watch(jobs);
    print_summary(seeds);
    return !atomic_load(&tally->losses);
}
