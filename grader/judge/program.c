// program.c - is the case of a whole program right? What it has printed, how it has ended, and
// whether kernels have computed the numbers.
//
// The machine has kept the bytes that have come from the device, without those that the program
// itself had sent there, and the bytes that were sent (machine_passed). The numbers have to be
// among the former, in their order, and not among the latter.
#include "case_verdict.h"

#include "compare.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/memory.h"

// ---- what it has printed --------------------------------------------------------------------

static void tell_complaint(CaseVerdict *v, const Result *result)
{
    const char *said = result->text[TEXT_complained];
    said += strspn(said, " \t\r\n");
    if (*said)
        lines_add(&v->detail, "it said: %.*s", (int)strcspn(said, "\n"), said);
}

// Whatever it has printed, and however it has ended: it has no kernel yet.
static void blame_idle(CaseVerdict *v, const RunFacts *run, const Result *result)
{
    verdict_blame(v, CASE_idle, run, NOTHING_LAUNCHED);
    if (result->status)
        lines_add(&v->detail, "it ended with status %d, want 0", result->status);
}

static ProgramTimes times_of(const Result *result)
{
    const SimLaunches *all = &result->launches;
    ProgramTimes times = {.launches = (size_t)all->count, .all_us = result->time.us};
    times.us = need(malloc((times.launches + 1) * sizeof *times.us));
    for (int i = 0; i < all->count; i++) {
        times.us[i] = all->launch[i].us;
        times.mean_us += i ? all->launch[i].us / (all->count - 1) : 0;
    }
    return times;
}

static void judge_printed(CaseVerdict *v, const RunFacts *run, const Case *c, const Result *result)
{
    const char *printed = result->text[TEXT_printed];
    const WholeProgram *p = c->program;
    ProgramTimes times = times_of(result);
    char why[200];
    bool right = p->accepts ? p->accepts(c, printed, &times, why, sizeof why)
                            : compare_printed(printed, p->prints, why, sizeof why);
    free(times.us);
    if (right)
        return;
    if (!result->launches.count) {
        blame_idle(v, run, result);
        tell_complaint(v, result);
        return;
    }
    verdict_blame(v, CASE_wrong, run, "%s", why);
    tell_complaint(v, result);
    if (run->lab->diagnose && run->number == 0)
        run->lab->diagnose(c, -1, printed, &v->diagnoses);
}

// ---- how it has ended -----------------------------------------------------------------------

static void judge_status(CaseVerdict *v, const RunFacts *run, const Result *result)
{
    if (!result->status)
        return;
    if (result->launches.count)
        verdict_blame(v, CASE_wrong, run, "it ended with status %d, want 0", result->status);
    else
        blame_idle(v, run, result);
    tell_complaint(v, result);
}

void verdict_tell_failed(CaseVerdict *v, const RunFacts *run, const Result *result)
{
    const WireFailed *failed = &result->failed;
    if (!failed->call[0])
        return;
    lines_add(&v->detail,
              "in this case the machine makes %s() return %s: then the program says so on standard "
              "error, prints no result, and ends with a status that is not 0",
              failed->call, failed->error);
    if (!failed->file[0])
        return;
    snprintf(v->writer, sizeof v->writer, "%s() failed here:", failed->call);
    verdict_where(v, run, failed->file, failed->line, ROLE_cause);
}

static void judge_refusal(CaseVerdict *v, const RunFacts *run, const Result *result)
{
    const char *printed = result->text[TEXT_printed], *call = result->failed.call;
    char word[PRINTED_WORD];
    bool printed_any = printed_begins(printed, word);
    if (!result->status && *call)
        verdict_blame(v, CASE_wrong, run,
                      "%s() failed, and the program ended with status 0, as if all were well",
                      call);
    else if (*call && result->failed.went_on)
        verdict_blame(v, CASE_wrong, run,
                      "%s() failed, and the program launched a kernel all the same", call);
    else if (!result->status)
        verdict_blame(v, CASE_wrong, run,
                      "these arguments are bad, and the program ended with status 0");
    else if (printed_any)
        verdict_blame(v, CASE_wrong, run,
                      "'%s' is on standard output: after an error only a message is printed, on "
                      "standard error",
                      word);
    else if (!printed_begins(result->text[TEXT_complained], word))
        verdict_blame(v, CASE_wrong, run,
                      "it ended with status %d, but no message on standard error says why",
                      result->status);
    else
        return;
    verdict_tell_failed(v, run, result);
}

// ---- who has computed the numbers -----------------------------------------------------------

typedef enum { AS_i32, AS_i64, AS_f32, AS_f64, AS_TYPES } NumberType;

static size_t put_number(NumberType type, int64_t number, unsigned char bytes[8])
{
    int32_t i32 = (int32_t)number;
    float f32 = (float)number;
    double f64 = (double)number;
    const void *from[AS_TYPES] = {&i32, &number, &f32, &f64};
    size_t size = type == AS_i64 || type == AS_f64 ? 8 : 4;
    memcpy(bytes, from[type], size);
    return size;
}

// Are all numbers there, in their order, at multiples of `step` bytes? Others may be between them.
static bool has_numbers_as(const WholeProgram *p, NumberType type, const char *bytes, size_t n,
                           size_t step)
{
    unsigned char number[8];
    size_t found = 0, at = 0;
    while (found < p->count && at < n) {
        size_t size = put_number(type, p->number[found], number);
        bool same = n - at >= size && memcmp(bytes + at, number, size) == 0;
        found += same;
        at += same ? size : step;
    }
    return found == p->count;
}

static bool fit(const WholeProgram *p, NumberType type)
{
    for (size_t i = 0; i < p->count; i++) {
        int64_t n = p->number[i];
        if ((type == AS_i32 && (int32_t)n != n) || (type == AS_f32 && llabs(n) > 1 << 24) ||
            (type == AS_f64 && llabs(n) > INT64_C(1) << 53))
            return false;
    }
    return true;
}

static bool has_numbers(const WholeProgram *p, const Result *result, TextKind kind, size_t step)
{
    for (NumberType type = 0; type < AS_TYPES; type++)
        if (fit(p, type) &&
            has_numbers_as(p, type, result->text[kind], result->text_bytes[kind], step))
            return true;
    return false;
}

static void judge_computed(CaseVerdict *v, const RunFacts *run, const Case *c, const Result *result)
{
    if (!result->launches.count)
        verdict_blame(v, CASE_host, run,
                      "right, but no kernel was launched: kernels have to "
                      "compute the numbers, not the host");
    else if (c->program->accepts && result->origins.told < c->measured)
        verdict_blame(v, CASE_host, run,
                      "right, but not measured: the program has not asked for the times that the "
                      "result follows from");
    else if (c->program->accepts)
        return;
    else if (!has_numbers(c->program, result, TEXT_received, 1))
        verdict_blame(v, CASE_host, run,
                      "right, but no kernel has computed these numbers: they did not come back "
                      "from the device");
    else if (has_numbers(c->program, result, TEXT_sent, 4))
        verdict_blame(v, CASE_host, run,
                      "right, but the host has computed these numbers: it has copied them to the "
                      "device");
    if (v->state != CASE_right)
        tell_complaint(v, result);
}

// ---- all of it ------------------------------------------------------------------------------

void verdict_of_program(CaseVerdict *v, const RunFacts *run, const Case *c, const Result *result)
{
    for (int k = 0; k < TEXTS; k++)
        if (!result->text[k]) {
            verdict_blame(v, CASE_crash, run, "it ended before all was known of it");
            return;
        }
    if (c->program->refuses || result->failed.call[0]) {
        judge_refusal(v, run, result);
        return;
    }
    judge_status(v, run, result);
    if (v->state == CASE_right)
        judge_printed(v, run, c, result);
    if (v->state == CASE_right && !(c->flags & CASE_TRIVIAL))
        judge_computed(v, run, c, result);
    if (v->state == CASE_right)
        verdict_of_work(v, run, c, result);
}
