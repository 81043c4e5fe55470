// ending.c - how a case's call ended: with a CUDA error, a signal, exit(), not at all, or well but
// without a kernel.
#include "case_verdict.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "common/cudasim/error_number.h"
#include "compare.h"
#include "grader/base/text.h"

// Why a launch is not possible, the finding of the checked run says.
static void add_advice(CaseVerdict *v, int error)
{
    if (error == ERROR_cudaErrorInvalidConfiguration)
        lines_add(&v->detail, "%s", cause_rows[CAUSE_launch_impossible].advice);
    if (error == ERROR_cudaErrorMemoryAllocation)
        lines_add(&v->detail, "the program asked for more memory than the GPU has left");
    if (error == ERROR_cudaErrorInvalidClusterSize)
        lines_add(&v->detail,
                  "the grid has to consist of whole clusters, of at most 8 blocks each: gridDim "
                  "counts blocks, not clusters");
}

// The runtime's own message: "cudaErrorName: words".
static void judge_error(CaseVerdict *v, const RunFacts *run, const Result *result)
{
    verdict_blame(v, CASE_error, run, "%s", result->message);
    add_advice(v, result->error);
}

// What the lab's process has said of itself (WIRE_crash), if this signal has ended it.
static void judge_crash(CaseVerdict *v, const RunFacts *run, const Result *result)
{
    const WireCrash *crash = result->crash.signal == result->detail ? &result->crash : NULL;
    if (*result->heap)
        verdict_blame(v, CASE_crash, run, "%s", result->heap);
    else if (*result->aborted)
        verdict_blame(v, CASE_crash, run, "%s", result->aborted);
    else if (crash)
        verdict_blame(v, CASE_crash, run, "%s", crash->text);
    else
        verdict_blame(v, CASE_crash, run, "the program crashed: %s", strsignal(result->detail));
    if (*result->heap)
        lines_add(&v->detail, "the C library notices it later, at a malloc(), a new or a free: is "
                              "an index of an array on the host too large, or an array too small?");
    if (result->detail == SIGSEGV && !crash)
        lines_add(&v->detail, "the usual reason: host code that reads or writes through a "
                              "device pointer");
    if (result->detail == SIGKILL)
        lines_add(&v->detail, "the system ends a process in this way if it uses too much memory");
    if (crash && crash->line)
        verdict_where(v, run, crash->file, crash->line, ROLE_cause);
    if (crash && crash->line && crash->caller &&
        (crash->caller != crash->line || strcmp(crash->caller_file, crash->file)))
        verdict_where(v, run, crash->caller_file, crash->caller, ROLE_other);
}

static void judge_signal(CaseVerdict *v, const RunFacts *run, const Result *result)
{
    int launches = result->launches.count;
    if (result->detail == SIGXFSZ && launches > 1000) {
        verdict_blame(v, CASE_hang, run,
                      "the call launches kernels without end, or far too many: stopped after %d",
                      launches);
        lines_add(
            &v->detail, "%s",
            result->launches.launch[launches - 1].by_kernel
                ? "does a kernel launch itself again and again, or does every thread launch one?"
                : "is there a loop, a recursion, or a while node of a graph that does not end?");
        const SimPlace *last = &result->launches.launch[launches - 1].call;
        if (last->file)
            verdict_where(v, run, last->file, last->line, ROLE_cause);
    } else if (result->detail == SIGXFSZ) {
        verdict_blame(v, CASE_hang, run, "the program wrote a file that is too large");
    } else {
        judge_crash(v, run, result);
    }
}

static void judge_over(CaseVerdict *v, const RunFacts *run, const Result *result)
{
    char why[sizeof result->message], file[sizeof result->message];
    int line = 0, parts = sscanf(result->message, "%511[^\n]\n%511[^\n]\n%d", why, file, &line);
    verdict_blame(v, CASE_hang, run, "%s", parts > 0 ? why : "the call uses up too much");
    if (parts == 3)
        verdict_where(v, run, file, line, ROLE_cause);
}

static bool outputs_right(const Case *c, const Result *result)
{
    Mismatch m;
    for (int b = 0; b < c->buffers; b++)
        if (role_is_result(c->buffer[b].role) &&
            !compare_buffer(&c->buffer[b], result->output[b], result->output_bytes[b], &m))
            return false;
    return true;
}

static size_t output_elements(const Case *c)
{
    size_t n = 0;
    for (int b = 0; b < c->buffers; b++)
        if (role_is_result(c->buffer[b].role))
            n += c->buffer[b].count;
    return n;
}

static void judge_idle(CaseVerdict *v, const RunFacts *run, const Case *c, const Result *result)
{
    if (!output_elements(c) || c->flags & CASE_TRIVIAL || result->launches.count)
        return;
    if (outputs_right(c, result))
        verdict_blame(
            v, CASE_host, run,
            "right, but written by a copy of the host, not by a kernel: no kernel was launched");
    else
        verdict_blame(v, CASE_idle, run, NOTHING_LAUNCHED);
}

static bool has_deadlock(const Result *result)
{
    for (int i = 0; i < result->launches.count; i++) {
        const SimFindings *findings = &result->launches.launch[i].findings;
        for (int k = 0; k < findings->count; k++)
            if (findings->finding[k].cause == CAUSE_deadlock)
                return true;
    }
    return false;
}

// The budget is that of one kernel, and of all kernels of the call together.
static void judge_budget(CaseVerdict *v, const RunFacts *run, const Result *result)
{
    const SimLaunches *all = &result->launches;
    double last = 0, before = 0, most = 0;
    for (int i = 0; i < all->count; i++) {
        before += last;
        last = all->launch[i].executed;
        most = last > most ? last : most;
    }
    if (has_deadlock(result))
        verdict_blame(v, CASE_hang, run,
                      "a kernel does not end: its threads wait for what no thread can do");
    else if (last >= most)
        verdict_blame(v, CASE_hang, run,
                      "a kernel was stopped: it does not end, or does far more than it has to");
    else
        verdict_blame(v, CASE_hang, run,
                      "a kernel was stopped, the last of %d: together they do far more than they "
                      "have to",
                      all->count);
    if (all->count > 1 && !has_deadlock(result))
        lines_add(&v->detail,
                  "it was kernel %d of the call, and executed %.0f warp instructions; the kernels "
                  "before it executed %.0f",
                  all->count, last, before);
}

// The call that reports the end of a kernel is no reason: the kernel is.
static void judge_failed_call(CaseVerdict *v, const RunFacts *run, const Result *result)
{
    FailedCall *call = &v->failed_call;
    if (!failed_call_read(result->message, strlen(result->message), call)) {
        verdict_blame(v, CASE_error, run, "CUDA_CHECK stopped the program (see what it printed)");
        return;
    }
    if (call->number == ERROR_cudaErrorLaunchTimeout) {
        judge_budget(v, run, result);
        return;
    }
    verdict_blame(v, CASE_error, run, "%s from %s", call->words, call->call);
    add_advice(v, call->number);
    verdict_where(v, run, call->file, call->line, ROLE_cause);
}

// In place of a __device__ function nvcc gives host code one that calls exit(1).
static void judge_exit(CaseVerdict *v, const RunFacts *run, int status)
{
    verdict_blame(v, CASE_crash, run, "the program called exit(%d) inside the call", status);
    if (status == 1)
        lines_add(&v->detail, "does host code call a __device__ function? That ends the program, "
                              "too, and nvcc warns only");
}

void verdict_of_ending(CaseVerdict *v, const RunFacts *run, const Case *c, const Result *result)
{
    switch (result->kind) {
    case RESULT_not_run:
        verdict_blame(v, CASE_not_run, run, "not run: an earlier case ended the program");
        break;
    case RESULT_signal: judge_signal(v, run, result); break;
    case RESULT_exit:
        if (result->detail == RUNNER_cuda_error)
            judge_failed_call(v, run, result);
        else if (result->detail == RUNNER_out_of_memory)
            verdict_blame(v, CASE_crash, run,
                          "the call makes so much that the simulated machine has no memory left "
                          "for it: streams, events, launches, kernels' texts, or accesses");
        else
            judge_exit(v, run, result->detail);
        break;
    case RESULT_hang:
        verdict_blame(v, CASE_hang, run, "the call did not return: host code that does not end?");
        lines_add(&v->detail, "the call had launched %d kernel%s until then",
                  result->launches.count, PLURAL(result->launches.count));
        break;
    case RESULT_over: judge_over(v, run, result); break;
    case RESULT_finished:
        if (result->error == ERROR_cudaErrorLaunchTimeout)
            judge_budget(v, run, result);
        else if (result->error)
            judge_error(v, run, result);
        else if (!run->part->on_host)
            judge_idle(v, run, c, result);
        break;
    }
}

void verdict_tell_findings(CaseVerdict *v, const RunFacts *run, const Result *result)
{
    int told = 0;
    for (int i = 0; i < result->launches.count; i++) {
        const SimFindings *findings = &result->launches.launch[i].findings;
        for (int k = 0; k < findings->count; k++) {
            const SimFinding *finding = &findings->finding[k];
            if (!finding_counts(finding) || told++ >= 2)
                continue;
            lines_add(&v->detail, "%.511s", finding->message);
            if (finding->place.file)
                verdict_where(v, run, finding->place.file, finding->place.line, ROLE_cause);
        }
    }
}
