// run.c - runs cases in runners and brings back everything that was seen.
//
// The batches of all runs are started in one order, as many at a time as there are slots. What
// they bring back is put together in the order of the cases, so that nobody can tell which of them
// was first.
#include "run.h"

#include <poll.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include "batch.h"
#include "batches.h"
#include "log.h"
#include "grader/base/memory.h"
#include "slots.h"

enum { CHECKED_COST = 8 }; // times what a case costs without checkers

// ---- the batches of all runs -----------------------------------------------------------------

typedef struct {
    int count;
    CaseBatch *batch;  // run by run, each in the order of the first cases
    CaseBatch **first; // the same ones in the order in which they start
    int *of_run;       // where the batches of each run begin, and where the last one's end
} BatchPlan;

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

// Which of the cases are in that batch and wanted. False: none is.
static bool fill_batch(CaseBatch *batch, const RunOrder *order, const CaseList *list,
                       const int *number, int which)
{
    *batch = (CaseBatch){.setup = &order->setup, .list = list, .first = -1};
    batch->wanted = need(calloc((size_t)list->count + 1, sizeof *batch->wanted));
    for (int i = 0; i < list->count; i++) {
        if (number[i] != which || (order->wanted && !order->wanted[i]))
            continue;
        batch->wanted[i] = true;
        batch->first = batch->first < 0 ? i : batch->first;
        batch->cost += batch_cost(list->cases[i]) * (order->setup.checked ? CHECKED_COST : 1);
    }
    if (batch->first >= 0)
        batch->run = new_run(list);
    else
        free(batch->wanted);
    return batch->first >= 0;
}

// The first batch of a run comes first, for it is the one that shows a program that always hangs.
// Of the others the longest does, so that none runs alone at the end.
static int compare_batches(const void *a, const void *b)
{
    const CaseBatch *x = *(CaseBatch *const *)a, *y = *(CaseBatch *const *)b;
    if ((x->first == 0) != (y->first == 0))
        return y->first == 0 ? 1 : -1;
    if (x->cost != y->cost)
        return x->cost < y->cost ? 1 : -1;
    return x < y ? -1 : x > y;
}

static BatchPlan plan_batches(const RunOrder *orders, int count, const CaseList *list)
{
    BatchPlan plan = {0};
    int each, *number = batches_of(list, &each);
    size_t most = (size_t)count * (size_t)each;
    plan.batch = need(calloc(most + 1, sizeof *plan.batch));
    plan.first = need(calloc(most + 1, sizeof *plan.first));
    plan.of_run = need(calloc((size_t)count + 1, sizeof *plan.of_run));
    for (int r = 0; r < count; r++) {
        plan.of_run[r] = plan.count;
        for (int k = 0; k < each; k++)
            plan.count += fill_batch(&plan.batch[plan.count], &orders[r], list, number, k);
    }
    plan.of_run[count] = plan.count;
    for (int i = 0; i < plan.count; i++)
        plan.first[i] = &plan.batch[i];
    qsort(plan.first, (size_t)plan.count, sizeof *plan.first, compare_batches);
    free(number);
    return plan;
}

static void free_plan(BatchPlan *plan)
{
    for (int i = 0; i < plan->count; i++) {
        run_free(plan->batch[i].run);
        free(plan->batch[i].wanted);
    }
    free(plan->batch);
    free(plan->first);
    free(plan->of_run);
}

// ---- running them -----------------------------------------------------------------------------

// Hangs in cases that come before all that has not ended: then what has not ended is left out at
// the end, and need not be waited for.
static void cancel_hopeless(const BatchPlan *plan, int run)
{
    int begin = plan->of_run[run], end = plan->of_run[run + 1], open = -1, hangs = 0;
    for (int i = begin; i < end && open < 0; i++)
        if (plan->batch[i].state != BATCH_over)
            open = plan->batch[i].first;
    for (int i = begin; i < end; i++)
        for (int k = 0; k < open; k++)
            hangs += plan->batch[i].state == BATCH_over && plan->batch[i].run->result[k].slow;
    for (int i = begin; hangs >= MAX_HANGS && i < end; i++)
        if (plan->batch[i].state != BATCH_over) {
            if (plan->batch[i].state == BATCH_runs)
                slots_give();
            batch_cancel(&plan->batch[i]);
        }
}

// Starts what there are slots for. Returns whether a batch has to wait for one.
static bool start_batches(const BatchPlan *plan)
{
    for (int i = 0; i < plan->count; i++) {
        if (plan->first[i]->state != BATCH_waits)
            continue;
        if (!slots_take())
            return true;
        batch_start(plan->first[i]);
        if (plan->first[i]->state == BATCH_over)
            slots_give();
    }
    return false;
}

static void listen_to(CaseBatch *batch, const struct pollfd *fds)
{
    batch_listen(batch, fds);
    if (batch->state == BATCH_over)
        slots_give();
}

static void run_batches(const BatchPlan *plan, int runs)
{
    struct pollfd *fds = need(calloc(RUNNER_PIPES * (size_t)plan->count + 1, sizeof *fds));
    while (true) {
        bool waits = start_batches(plan);
        int n = 0, running = 0;
        for (int i = 0; i < plan->count; i++)
            if (plan->batch[i].state == BATCH_runs) {
                runner_polls(&plan->batch[i].child, fds + n);
                n += RUNNER_PIPES;
                running++;
            }
        if (!running && !waits)
            break;
        fds[n] = (struct pollfd){waits ? slots_fd() : -1, POLLIN, 0};
        if (poll(fds, (nfds_t)n + 1, running ? LISTEN_MS : -1) < 0)
            continue;
        for (int i = 0, k = 0; k < n; i++)
            if (plan->batch[i].state == BATCH_runs) {
                listen_to(&plan->batch[i], fds + k);
                k += RUNNER_PIPES;
            }
        for (int r = 0; r < runs; r++)
            cancel_hopeless(plan, r);
    }
    free(fds);
}

// ---- putting together -----------------------------------------------

static void free_result(Result *result)
{
    for (int b = 0; b < MAX_BUFFERS; b++) {
        result_drop_output(result, b);
        free(result->writer[b]);
    }
    for (int k = 0; k < TEXTS; k++)
        free(result->text[k]);
    launches_free(&result->launches);
    findings_free(&result->findings);
}

static void keep_first(char *text, size_t size, const char *next)
{
    if (!text[0])
        snprintf(text, size, "%s", next);
}

// What belongs to no case.
static void take_rest(Run *run, Run *of_batch)
{
    run->log_bytes = log_append(run->log, run->log_bytes, MAX_LOG + 1, of_batch->log);
    findings_move(&run->stray, &of_batch->stray);
    run->stray_launches += of_batch->stray_launches;
    keep_first(run->broken, sizeof run->broken, of_batch->broken);
    keep_first(run->refused, sizeof run->refused, of_batch->refused);
    keep_first(run->version, sizeof run->version, of_batch->version);
}

// Which cases count, where some have ended their processes: as if all batches had been one.
static bool *choose_kept(const BatchPlan *plan, int r, Run *run, const CaseList *list,
                         const bool *wanted)
{
    bool *kept = need(calloc((size_t)list->count + 1, sizeof *kept));
    for (int i = plan->of_run[r]; i < plan->of_run[r + 1]; i++)
        for (int k = 0; k < list->count; k++) {
            const Result *result = &plan->batch[i].run->result[k];
            run->result[k].ended |= result->ended;
            run->result[k].slow |= result->slow;
        }
    for (int k = 0; k < list->count; k++)
        kept[k] = !wanted || wanted[k];
    batch_give_up(run, list, kept);
    return kept;
}

static void take_batch(Run *run, CaseBatch *batch, const int *number, const bool *kept)
{
    bool any = false;
    for (int k = 0; k < run->count; k++) {
        if (!kept[k] || number[k] != number[batch->first])
            continue;
        any = true;
        run->result[k] = batch->run->result[k];
        batch->run->result[k] = (Result){0};
    }
    if (any)
        take_rest(run, batch->run);
}

static Run *put_together(const BatchPlan *plan, int r, const CaseList *list, const bool *wanted)
{
    int each, *number = batches_of(list, &each);
    Run *run = new_run(list);
    bool *kept = choose_kept(plan, r, run, list, wanted);
    for (int i = plan->of_run[r]; i < plan->of_run[r + 1]; i++)
        take_batch(run, &plan->batch[i], number, kept);
    size_t used = strlen(run->broken);
    LogLine first = {.number = -1};
    if (used && log_next(run->log, &first)) // the harness failed: the output may say why
        snprintf(run->broken + used, sizeof run->broken - used, " (%.*s)", (int)first.bytes,
                 first.text);
    free(kept);
    free(number);
    return run;
}

void run_side_by_side(RunOrder *orders, int count, const CaseList *list)
{
    BatchPlan plan = plan_batches(orders, count, list);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    run_batches(&plan, count);
    while (waitpid(-1, NULL, WNOHANG) > 0)
        ; // what its runner has left behind
    for (int r = 0; r < count; r++)
        orders[r].run = put_together(&plan, r, list, orders[r].wanted);
    free_plan(&plan);
}

Run *run_cases(const RunSetup *setup, const CaseList *list, const bool *wanted)
{
    RunOrder order = {*setup, wanted, NULL};
    run_side_by_side(&order, 1, list);
    return order.run;
}

void run_free(Run *run)
{
    for (int i = 0; i < run->count; i++)
        free_result(&run->result[i]);
    findings_free(&run->stray);
    free(run->result);
    free(run->log);
    free(run);
}
