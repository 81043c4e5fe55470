// work_run.c - grades the work of a class, several labs at a time.
//
// Each is a build/grade, so whatever a submission does, it does to its own process. A result is
// renamed when it is whole, and its key follows: a run that is killed leaves no half result. What
// this machine could not grade (status 4) is tried once more, alone. Where the disk is full,
// nothing more is started: it would fail for each student.
#include "work.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grader/base/clock.h"
#include "grader/base/files.h"
#include "grader/base/limits.h"
#include "grader/base/memory.h"
#include "grader/base/paths.h"
#include "grader/base/terminal.h"
#include "grader/base/text.h"
#include "grader/submission/compile.h"

enum { DEADLINE = 2 * 60 * 60 }; // seconds for one lab: a net

typedef struct {
    pid_t pid; // 0: free
    ClassWork *work;
    double began;
} WorkSlot;

// One run over all open work.
typedef struct {
    int all, done;
    double began;
    char full[MAX_LIMIT]; // the line of a full disk; "": there is room
} RunProgress;

static volatile sig_atomic_t asked_to_end;

static void on_end_signal(int signal)
{
    (void)signal;
    asked_to_end = 1;
}

// ---- one build/grade ------------------------------------------------------------------------

static void become_grade(const StudentClass *class, const ClassWork *work)
{
    char seed[32], submission[PATH_MAX];
    const char *argv[24], **next = argv;
    snprintf(seed, sizeof seed, "0x%llx", (unsigned long long)class->seed);
    snprintf(submission, sizeof submission, "%s/work/%s", class->folder, work->who->id);
    *next++ = paths_at("build/grade");
    *next++ = "--plain";
    *next++ = "--jobs";
    *next++ = "1";
    *next++ = "--seed";
    *next++ = seed;
    if (class->nvcc) {
        *next++ = "--nvcc";
        *next++ = class->nvcc;
    }
    if (class->course->require_sandbox)
        *next++ = "--require-sandbox";
    *next++ = "--submission";
    *next++ = submission;
    *next++ = "--json";
    *next++ = work_file(class, work, "part");
    *next++ = work->lab->name;
    *next = NULL;
    int out = open(work_file(class, work, "txt"), O_WRONLY | O_CREAT | O_TRUNC, 0666);
    dup2(out, 1);
    dup2(out, 2);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    setpgid(0, 0);
    execv(argv[0], (char **)argv);
    _exit(127);
}

static bool start_work(const StudentClass *class, WorkSlot *slot, ClassWork *work)
{
    file_make_folders(work_file(class, work, "json"));
    unlink(work_file(class, work, "key"));
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0)
        become_grade(class, work);
    *slot = (WorkSlot){pid > 0 ? pid : 0, work, clock_seconds()};
    return pid > 0;
}

static int remove_one(const char *path, const struct stat *st, int kind, struct FTW *at)
{
    (void)st, (void)kind, (void)at;
    remove(path);
    return 0;
}

// The objects of a class would fill the disk; the receipts are enough.
static void remove_objects(const StudentClass *class, const ClassWork *work)
{
    Object *object = need(calloc(1, sizeof *object));
    char submission[PATH_MAX];
    snprintf(submission, sizeof submission, "%s/work/%s", class->folder, work->who->id);
    compile_place(object, work->lab, work->lab->source, submission);
    nftw(object->place, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    free(object);
}

// The last line that build/grade has printed says why there is no grade.
static void take_reason(const StudentClass *class, ClassWork *work)
{
    char *text, *last;
    size_t bytes;
    if (!file_read_ours(work_file(class, work, "txt"), &text, &bytes))
        return;
    while (bytes && text[bytes - 1] == '\n')
        text[--bytes] = 0;
    last = strrchr(text, '\n');
    last = last ? last + 1 : text;
    text_clean(work->why, sizeof work->why, last, strlen(last));
    free(text);
}

static void end_work(const StudentClass *class, ClassWork *work, int status)
{
    int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128;
    bool graded = code == 0 || code == 1 || code == 3;
    if (graded && rename(work_file(class, work, "part"), work_file(class, work, "json")) == 0 &&
        file_write(work_file(class, work, "key"), work->key, strlen(work->key))) {
        work->state = WORK_graded;
    } else {
        work->state = WORK_not_graded;
        unlink(work_file(class, work, "part"));
        snprintf(work->why, sizeof work->why, "build/grade ended with %d", code);
        take_reason(class, work);
    }
    remove_objects(class, work);
}

// ---- all ------------------------------------------------------------------------------------

// One line on a terminal of any width. A character has at least as many bytes as columns.
static void tell_progress(const ClassWork *work, const RunProgress *run)
{
    double left = (clock_seconds() - run->began) / run->done * (run->all - run->done);
    size_t columns = (size_t)terminal_columns(2);
    char name[64], line[400];
    text_clean(name, sizeof name, work->who->name, strlen(work->who->name));
    snprintf(line, sizeof line, "[%d/%d] %d:%02d left  %s: %s %s%s%.60s", run->done, run->all,
             (int)(left / 60), (int)left % 60, work_state_name(work->state), name, work->lab->name,
             work->why[0] ? ": " : "", work->why);
    fprintf(stderr, "%.*s\n", (int)text_cut(line, columns ? columns : sizeof line), line);
}

// Before the first line of progress, which may take a while.
static void tell_begin(const StudentClass *class, const RunProgress *run)
{
    int state[WORK_not_graded + 1] = {0};
    for (int i = 0; i < class->count; i++)
        state[class->work[i].state]++;
    fprintf(stderr, "%d to grade, %d graded already, %d missing, %d unusable\n", run->all,
            state[WORK_graded], state[WORK_missing], state[WORK_unusable]);
}

static ClassWork *next_open(StudentClass *class, int *at)
{
    while (*at < class->count)
        if (class->work[(*at)++].state == WORK_open)
            return &class->work[*at - 1];
    return NULL;
}

static WorkSlot *find_slot(WorkSlot *slot, int slots, pid_t pid)
{
    for (int i = 0; i < slots; i++)
        if (slot[i].pid == pid)
            return &slot[i];
    return NULL;
}

static void end_late_ones(WorkSlot *slot, int slots, bool all)
{
    for (int i = 0; i < slots; i++)
        if (slot[i].pid && (all || clock_seconds() - slot[i].began > DEADLINE))
            kill(-slot[i].pid, all ? SIGTERM : SIGKILL);
}

// Is there room for what one work writes: its results here, its object in the build's folder?
static bool has_room(const StudentClass *class, RunProgress *run)
{
    enum { ROOM = 8 }; // MB
    return limits_room(class->folder, ROOM, run->full, sizeof run->full) &&
           limits_room(paths_build(), ROOM, run->full, sizeof run->full);
}

static void note_end(const StudentClass *class, ClassWork *work, int status, RunProgress *run)
{
    end_work(class, work, status);
    if (work->state == WORK_not_graded && !has_room(class, run)) {
        work->state = WORK_open;
        return;
    }
    run->done++;
    tell_progress(work, run);
}

// Until there is nothing to start and nothing runs.
static void run_open(StudentClass *class, int slots, RunProgress *run)
{
    WorkSlot *slot = need(calloc((size_t)slots, sizeof *slot)), *one;
    ClassWork *work;
    int running = 0, at = 0, status;
    *run = (RunProgress){.began = clock_seconds()};
    for (int i = 0; i < class->count; i++)
        run->all += class->work[i].state == WORK_open;
    tell_begin(class, run);
    for (;;) {
        while (!asked_to_end && !run->full[0] && running < slots &&
               (work = next_open(class, &at)) != NULL)
            if (has_room(class, run) && start_work(class, find_slot(slot, slots, 0), work))
                running++;
            else
                work->state = run->full[0] ? WORK_open : WORK_not_graded;
        if (running == 0)
            break;
        end_late_ones(slot, slots, asked_to_end);
        pid_t pid = waitpid(-1, &status, WNOHANG);
        if (pid <= 0) {
            usleep(20000);
            continue;
        }
        if (!(one = find_slot(slot, slots, pid)))
            continue;
        work = one->work;
        one->pid = 0;
        running--;
        if (!asked_to_end)
            note_end(class, work, status, run);
    }
    free(slot);
}

RunEnd work_run(StudentClass *class, char *full, size_t size)
{
    struct sigaction end = {.sa_handler = on_end_signal};
    RunProgress run;
    bool again = false;
    sigaction(SIGINT, &end, NULL);
    sigaction(SIGTERM, &end, NULL);
    run_open(class, class->side_by_side, &run);
    for (int i = 0; i < class->count; i++)
        if (class->work[i].state == WORK_not_graded) {
            class->work[i].state = WORK_open;
            class->work[i].why[0] = 0;
            again = true;
        }
    if (again && !asked_to_end && !run.full[0])
        run_open(class, 1, &run);
    snprintf(full, size, "%s", run.full);
    return asked_to_end ? RUN_asked_to_end : run.full[0] ? RUN_disk_full : RUN_done;
}
