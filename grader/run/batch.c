// batch.c - runs the cases of a batch, one after the other.
//
// When the runner dies, the case that had begun and not ended is the one that killed it, and
// a new runner goes on with the next case.
#include "batch.h"

#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grader/base/failed_call.h"
#include "grader/base/heap_damage.h"
#include "grader/base/limits.h"
#include "loads.h"

enum { MAX_DEATHS = 3 }; // of one run and one group of cases

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

// ---- how a runner has ended --------------------------------------------------------------

// Nothing that a submission does ends the machine's process in this way. Of its own process it can
// be the system, or it was the submission itself.
static void check_kill(const RunnerProcess *child, bool is_reference)
{
    if (child->status == -1 || !WIFSIGNALED(child->status) || WTERMSIG(child->status) != SIGKILL)
        return;
    if (child->left == -1)
        limits_killed("the process of the simulated machine");
    if (is_reference)
        limits_killed("the process of the reference");
    limits_check();
}

// The machine was built on another processor (common/cudasim/widths.c). The program with the
// submission's code, which could end with any status, has not been started.
static void check_width(const RunnerProcess *child)
{
    if (child->status != -1 && WIFEXITED(child->status) && child->left == -1 &&
        WEXITSTATUS(child->status) == LIMIT_STATUS)
        limits_reached("build/runner was built for a processor with wider vectors; run make here");
}

static void note_death(const RunnerProcess *child, Run *run)
{
    int status = child->status;
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
        if (result->detail == SIGABRT &&
            !heap_damage_read(child->tail, child->tail_bytes, result->heap, sizeof result->heap))
            abort_read(child->tail, child->tail_bytes, result->aborted, sizeof result->aborted);
    } else {
        result->kind = RESULT_exit;
        result->detail = WEXITSTATUS(status);
    }
}

static void refuse_load(Run *run)
{
    snprintf(run->refused, sizeof run->refused, "loading it takes too long");
}

// Why a runner may have ended before its first case.
static void note_bad_start(const CaseBatch *batch, Run *run, int status)
{
    if (run->broken[0] || run->refused[0])
        return;
    if (status == -1) {
        refuse_load(run);
        if (batch->child.next == batch->begun)
            loads_note_hang(batch->setup->object);
    } else if (WIFSIGNALED(status)) {
        snprintf(run->refused, sizeof run->refused, "the process died outside of any case: %s",
                 strsignal(WTERMSIG(status)));
    } else {
        snprintf(run->refused, sizeof run->refused,
                 "the process ended with status %d before or after the calls: does your code call "
                 "exit()?",
                 WEXITSTATUS(status));
    }
}

// The case after which this runner could not go on, and another one can; NULL: there is none.
static Result *last_case(const CaseBatch *batch, Run *run)
{
    const RunnerProcess *child = &batch->child;
    int status = child->status;
    if (child->done || run->broken[0] || run->refused[0])
        return NULL;
    // 110 without a case in progress: a sticky error that was reported.
    bool reported = child->current < 0 && child->next > batch->begun && WIFEXITED(status) &&
                    WEXITSTATUS(status) == RUNNER_cuda_error;
    if (child->current >= 0 || reported)
        return &run->result[child->next - 1];
    note_bad_start(batch, run, status);
    return NULL;
}

static bool same_group(const Case *a, const Case *b)
{
    return a->group == b->group || (a->group && b->group && strcmp(a->group, b->group) == 0);
}

// When three cases of a group have ended the program, the group's later cases are left
// out: each may need a new runner. The cases of another group may still be right.
void batch_give_up(const Run *run, const CaseList *list, bool *wanted)
{
    int hangs = 0;
    for (int i = 0; i < list->count; i++) {
        int deaths = 0;
        for (int k = 0; k < i; k++)
            deaths +=
                wanted[k] && run->result[k].ended && same_group(list->cases[k], list->cases[i]);
        if (deaths >= MAX_DEATHS || hangs >= MAX_HANGS)
            wanted[i] = false;
        hangs += wanted[i] && run->result[i].slow;
    }
}

// ---- a batch -------------------------------------------------------------------------------

static bool any_left(const CaseBatch *batch)
{
    for (int i = batch->child.next; i < batch->list->count; i++)
        if (batch->wanted[i])
            return true;
    return false;
}

// What the processes before have executed is taken off the budget that the cases share.
static void start_runner(CaseBatch *batch)
{
    batch->child.spent = 0;
    for (int i = 0; i < batch->child.next; i++)
        batch->child.spent += executed_of(&batch->run->result[i].launches).sum;
    batch->begun = batch->child.next;
    runner_start(&batch->child, batch->setup, batch->list, batch->wanted);
}

void batch_start(CaseBatch *batch)
{
    if (loads_hang(batch->setup->object)) {
        refuse_load(batch->run);
        batch->state = BATCH_over;
        return;
    }
    batch->state = BATCH_runs;
    start_runner(batch);
}

static void close_runner(RunnerProcess *child)
{
    runner_sweep(child->pid);
    close(child->counters);
    if (child->verdict >= 0)
        close(child->verdict);
    if (child->output >= 0)
        close(child->output);
}

static void end_batch(CaseBatch *batch)
{
    free(batch->child.pending);
    batch->child.pending = NULL;
    output_drop(&batch->child.arriving);
    batch->state = BATCH_over;
}

void batch_listen(CaseBatch *batch, const struct pollfd fds[RUNNER_PIPES])
{
    RunnerProcess *child = &batch->child;
    if (runner_listen(child, batch->run, fds))
        return;
    check_kill(child, batch->setup->is_reference);
    check_width(child);
    note_death(child, batch->run);
    if (child->read_well)
        loads_note_good(batch->setup->object);
    take_counters(child, batch->run);
    close_runner(child);
    Result *last = last_case(batch, batch->run);
    if (last) {
        last->ended = true;
        last->slow = child->status == -1 || last->kind == RESULT_over ||
                     (WIFSIGNALED(child->status) && WTERMSIG(child->status) == SIGXFSZ);
        batch_give_up(batch->run, batch->list, batch->wanted);
    }
    if (last && any_left(batch))
        start_runner(batch);
    else
        end_batch(batch);
}

void batch_cancel(CaseBatch *batch)
{
    if (batch->state == BATCH_runs) {
        kill(batch->child.pid, SIGKILL);
        waitpid(batch->child.pid, NULL, 0);
        close_runner(&batch->child);
    }
    end_batch(batch);
}
