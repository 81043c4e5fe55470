// run.c - runs cases in the runner and brings back everything that was seen.
//
// When the runner dies, the case that had begun and not ended is the one that killed it, and
// a new runner goes on with the next case.
#include "run.h"

#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grader/base/failed_call.h"
#include "grader/base/heap_damage.h"
#include "grader/base/memory.h"
#include "runner_process.h"

enum {
    MAX_DEATHS = 3, // restarts within one run and one group of cases
    MAX_HANGS = 2   // each costs much time
};

// ---- counters --------------------------------------------------------------------------

static void take_counters(const RunnerProcess *child, Run *run)
{
    off_t size = lseek(child->counters, 0, SEEK_END);
    if (size <= 0)
        return;
    char *text = mmap(NULL, (size_t)size, PROT_READ, MAP_PRIVATE, child->counters, 0);
    if (text == MAP_FAILED)
        return;
    const char *end = text + size;
    for (const char *line = text; line < end;) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        if (!stop)
            break; // the runner died while it was writing
        SimLaunch launch;
        int index = launch_read(line, (size_t)(stop - line), &launch);
        if (index >= 0 && index < run->count && launch.blocks == 0) {
            findings_move(&run->result[index].findings, &launch.findings);
            launch_free(&launch);
        } else if (index >= 0 && index < run->count) {
            launches_append(&run->result[index].launches, launch);
        } else {
            run->stray_launches += launch.blocks > 0;
            findings_move(&run->stray, &launch.findings);
            launch_free(&launch);
        }
        line = stop + 1;
    }
    munmap(text, (size_t)size);
}

// ---- all cases ---------------------------------------------------------------------------

static void note_death(const RunnerProcess *child, Run *run, int status)
{
    if (child->current < 0)
        return;
    Result *result = &run->result[child->current];
    // The last line with a CUDA error that was printed is why the program left.
    size_t bytes;
    const char *line = failed_call_last(child->tail, child->tail_bytes, &bytes);
    if (line)
        snprintf(result->message, sizeof result->message, "%.*s", (int)bytes, line);
    if (status == -1) {
        result->kind = RESULT_hang;
    } else if (WIFSIGNALED(status)) {
        result->kind = RESULT_signal;
        result->detail = WTERMSIG(status);
        if (result->detail == SIGABRT)
            heap_damage_read(child->tail, child->tail_bytes, result->heap, sizeof result->heap);
    } else {
        result->kind = RESULT_exit;
        result->detail = WEXITSTATUS(status);
    }
}

// Why a runner may have ended before its first case.
static void note_bad_start(Run *run, int status)
{
    if (run->broken[0] || run->refused[0])
        return;
    if (status == -1)
        snprintf(run->refused, sizeof run->refused, "loading it takes too long");
    else if (WIFSIGNALED(status))
        snprintf(run->refused, sizeof run->refused, "the process died outside of any case: %s",
                 strsignal(WTERMSIG(status)));
    else
        snprintf(run->refused, sizeof run->refused,
                 "the process ended with status %d before or after the calls: does your code call "
                 "exit()?",
                 WEXITSTATUS(status));
}

static bool any_left(const RunnerProcess *child, const CaseList *list, const bool *wanted)
{
    for (int i = child->next; i < list->count; i++)
        if (wanted[i])
            return true;
    return false;
}

static bool same_group(const Case *a, const Case *b)
{
    return a->group == b->group || (a->group && b->group && strcmp(a->group, b->group) == 0);
}

// When three cases of a group have ended the program, the group's other cases are left
// out: each needs a new runner. The cases of another group may still be right.
static void give_up_group(const CaseList *list, int dead, int *deaths, bool *wanted)
{
    const Case *c = list->cases[dead];
    deaths[dead]++;
    int all = 0;
    for (int i = 0; i < list->count; i++)
        all += same_group(list->cases[i], c) ? deaths[i] : 0;
    for (int i = 0; all >= MAX_DEATHS && i < list->count; i++)
        if (same_group(list->cases[i], c))
            wanted[i] = false;
}

// The cases that still have to run.
typedef struct {
    const CaseList *list;
    bool *wanted; // one per case
    int *deaths;  // how often a case ended the runner
    int hangs;    // of all cases together
} Remaining;

static void close_runner(const RunnerProcess *child)
{
    close(child->counters);
    if (child->verdict >= 0)
        close(child->verdict);
    if (child->output >= 0)
        close(child->output);
}

// One runner, from its start to its end. Returns whether another one can do more.
static bool run_once(RunnerProcess *child, const RunSetup *setup, Remaining *left, Run *run)
{
    int first = child->next;
    runner_start(child, setup, left->list, left->wanted);
    int status = runner_listen(child, run);
    runner_sweep(child->pid);
    note_death(child, run, status);
    take_counters(child, run);
    close_runner(child);
    if (child->done || run->broken[0] || run->refused[0])
        return false;
    // 110 without a case in progress: a sticky error that was reported.
    bool reported = child->current < 0 && child->next > first && WIFEXITED(status) &&
                    WEXITSTATUS(status) == RUNNER_cuda_error;
    if (child->current < 0 && !reported) {
        note_bad_start(run, status);
        return false;
    }
    give_up_group(left->list, child->next - 1, left->deaths, left->wanted);
    left->hangs += status == -1 || (WIFSIGNALED(status) && WTERMSIG(status) == SIGXFSZ);
    return true;
}

static Run *new_run(const CaseList *list)
{
    Run *run = need(calloc(1, sizeof *run));
    run->count = list->count;
    run->result = need(calloc((size_t)list->count + 1, sizeof *run->result));
    run->log = need(calloc(1, MAX_LOG + 1));
    for (int i = 0; i < run->count; i++)
        run->result[i].work = list->cases[i]->work;
    return run;
}

Run *run_cases(const RunSetup *setup, const CaseList *list, const bool *asked)
{
    Run *run = new_run(list);
    RunnerProcess child = {0};
    Remaining left = {
        .list = list,
        .wanted = need(calloc((size_t)list->count + 1, sizeof *left.wanted)),
        .deaths = need(calloc((size_t)list->count + 1, sizeof *left.deaths)),
    };
    for (int i = 0; i < list->count; i++)
        left.wanted[i] = !asked || asked[i];
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    while (any_left(&child, list, left.wanted) && left.hangs < MAX_HANGS)
        if (!run_once(&child, setup, &left, run))
            break;
    free(child.pending);
    free(left.deaths);
    free(left.wanted);
    size_t used = strlen(run->broken);
    if (used && run->log_bytes) // the harness failed: the output may say why
        snprintf(run->broken + used, sizeof run->broken - used, " (%.*s)",
                 (int)strcspn(run->log, "\n"), run->log);
    return run;
}

void run_free(Run *run)
{
    for (int i = 0; i < run->count; i++) {
        Result *result = &run->result[i];
        for (int b = 0; b < MAX_BUFFERS; b++) {
            free(result->output[b]);
            free(result->writer[b]);
        }
        launches_free(&result->launches);
        findings_free(&result->findings);
    }
    findings_free(&run->stray);
    free(run->result);
    free(run->log);
    free(run);
}
