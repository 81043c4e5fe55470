// verdict.c - is a case right? How the call ended comes first, then the outputs, then who has
// computed them, then the inputs, which have to be as they were.
#include "case_verdict.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "common/cudasim/cudasim.h"
#include "compare.h"
#include "grader/base/text.h"
#include "grader/base/hash.h"

enum { PENDING_LAUNCHES = 2048 }; // of kernels, unless the host has made room for more

// ---- writers ---------------------------------------------------------------------

static const WireWriter *writer_of(const Result *result, int buffer, size_t index)
{
    for (size_t i = 0; i < result->writers[buffer]; i++) {
        const WireWriter *w = &result->writer[buffer][i];
        if (index >= w->first && index - w->first < w->count)
            return w;
    }
    return NULL;
}

// The line of the first wrong element that has one: a memset of the host may have left the first.
static void tell_writer(CaseVerdict *v, const RunFacts *run, const Result *result, int buffer,
                        const Mismatch *m)
{
    const WireWriter *w = NULL;
    int i = 0;
    for (; i < m->shown && !(run->part->given_results >> buffer & 1); i++) {
        w = writer_of(result, buffer, m->first[i].index);
        if (w && w->line)
            break;
        if (w && w->kind == CUDASIM_WRITER_NONE && !i)
            lines_add(&v->detail, "%s was never written", m->first[i].name);
        if (w && w->kind == CUDASIM_WRITER_HOST && !i)
            lines_add(&v->detail, "%s was last written by the host, not by a kernel",
                      m->first[i].name);
    }
    if (!w || !w->line)
        return;
    const char *how = w->kind == CUDASIM_WRITER_HOST ? ", by a copy or memset"
                      : w->caller                    ? "; the second line calls this function"
                                                     : "";
    snprintf(v->writer, sizeof v->writer, "%s was last written here%s:", m->first[i].name, how);
    verdict_where(v, run, w->file, w->line, ROLE_last_writer);
    if (w->caller)
        verdict_where(v, run, w->caller_file, w->caller, ROLE_last_writer);
}

// ---- outputs and inputs --------------------------------------------------------------

static void diagnose_output(CaseVerdict *v, const RunFacts *run, const Case *c,
                            const Result *result, int b)
{
    if (run->lab->diagnose)
        run->lab->diagnose(c, b, result->output[b], &v->diagnoses);
}

static void tell_mismatch(CaseVerdict *v, const RunFacts *run, const Case *c, const Result *result,
                          int b, const Mismatch *m)
{
    char text[256];
    if (m->pattern[0])
        lines_add(&v->detail, "%s", m->pattern);
    for (int i = 0; m->wrong > 1 && i < m->shown; i++)
        lines_add(&v->detail, "%s: got %s, want %s", m->first[i].name, m->first[i].got,
                  m->first[i].want);
    if (compare_difference(c, &c->buffer[b], result->output[b], m, text, sizeof text))
        lines_add(&v->detail, "%s", text);
    if (m->tolerance > 0 && m->shown && isfinite(m->first[0].error) && m->first[0].written)
        lines_add(&v->detail, "|got - want| = %.3g, allowed %.3g", m->first[0].error, m->tolerance);
    // A wrong bound or index shows in the clean run already. So the suite explains only what is
    // wrong there. It knows only the cases that it grades with.
    if (run->graded && v->schedule == 0)
        diagnose_output(v, run, c, result, b);
}

// Above the limit of pending launches a launch is not made, and only the kernel gets the error.
static void tell_children(CaseVerdict *v, const Result *result)
{
    int children = 0;
    for (int i = 0; i < result->launches.count; i++)
        children += result->launches.launch[i].by_kernel;
    if (children >= PENDING_LAUNCHES)
        lines_add(&v->detail,
                  "kernels made %d launches: does the chain of launches end? At most 2048 can be "
                  "pending; the others are not made, unless the host has asked for more room",
                  children);
}

static void blame_output(CaseVerdict *v, const RunFacts *run, const Buffer *buffer,
                         const Mismatch *m, bool only)
{
    char place[128] = "", subject[132] = ""; // left out where they go without saying
    if (m->shown && buffer->means)
        snprintf(place, sizeof place, "%s", m->first[0].name);
    else if (m->shown)
        snprintf(place, sizeof place, "at %s[%zu]", only ? "" : buffer->name, m->first[0].index);
    if (buffer->means || !only)
        snprintf(subject, sizeof subject, "%s: ", buffer->means ? place : buffer->name);
    if (m->shown == 0)
        verdict_blame(v, CASE_wrong, run, "%s was not returned", buffer->name);
    else if (m->total == 1)
        verdict_blame(v, CASE_wrong, run, "%sgot %s, want %s", subject, m->first[0].got,
                      m->first[0].want);
    else
        verdict_blame(v, CASE_wrong, run, "%zu of %zu wrong; first %s: got %s, want %s", m->wrong,
                      m->total, place, m->first[0].got, m->first[0].want);
}

// `only`: the case has no other output.
static void judge_output(CaseVerdict *v, const RunFacts *run, const Case *c, const Result *result,
                         int b, const Mismatch *m, bool only)
{
    if (result->launches.count == 0 && !run->part->on_host) {
        verdict_blame(v, CASE_idle, run, NOTHING_LAUNCHED);
        return;
    }
    if (c->flags & CASE_QUESTION) {
        verdict_blame(v, CASE_wrong, run, "not all of the %zu answers are right", m->total);
        diagnose_output(v, run, c, result, b);
        return;
    }
    blame_output(v, run, &c->buffer[b], m, only);
    tell_mismatch(v, run, c, result, b, m);
    tell_children(v, result);
    if (run->number > 0)
        lines_add(&v->detail,
                  "right in the clean run, wrong when run %s: does it depend on which thread comes "
                  "first, or on what an earlier call has left?",
                  run->schedule);
    tell_writer(v, run, result, b, m);
}

// Where the clock of the modelled GPU swings, a ratio of times is what the launches of this run
// say.
static void want_ratio(Case *c, float *ratio, const SimLaunches *launches)
{
    int one = launches->count - (int)c->arg[1] - 1;
    Buffer *result = &c->buffer[case_first_output(c)];
    while (result->type != ELEM_f32)
        result++;
    double several = 0;
    for (int i = one + 1; one >= 0 && i < launches->count; i++)
        several += launches->launch[i].us;
    double steady = *(const float *)result->want;
    *ratio = one < 0 ? NAN : (float)(several / launches->launch[one].us);
    result->tolerance *= one < 0 ? 1 : *ratio / steady;
    result->want = ratio;
}

static void judge_outputs(CaseVerdict *v, const RunFacts *run, const Case *c, const Result *result)
{
    int outputs = 0;
    float ratio;
    Case swinging;
    if (c->clock_swing > 0 && result->launches.count) {
        swinging = *c;
        want_ratio(&swinging, &ratio, &result->launches);
        c = &swinging;
    }
    for (int b = 0; b < c->buffers; b++)
        outputs += role_is_result(c->buffer[b].role);
    for (int b = 0; b < c->buffers && v->state == CASE_right; b++) {
        Mismatch m;
        if (!role_is_result(c->buffer[b].role))
            continue;
        if (!compare_buffer(&c->buffer[b], result->output[b], result->output_bytes[b], &m))
            judge_output(v, run, c, result, b, &m, outputs == 1);
    }
}

static void tell_change(CaseVerdict *v, const RunFacts *run, const Result *result)
{
    if (result->changed && result->change.line)
        verdict_where(v, run, result->change.file, result->change.line, ROLE_cause);
}

static void judge_inputs(CaseVerdict *v, const RunFacts *run, const Case *c, const Result *result)
{
    if (!result->changed || result->changed_buffer >= (uint32_t)c->buffers)
        return;
    verdict_blame(v, CASE_wrong, run, "%s[%zu] was changed: inputs are const",
                  c->buffer[result->changed_buffer].name, (size_t)result->change.first);
    tell_change(v, run, result);
}

// A hash of the outputs. The bits that are expected need not be looked at again (run/outputs.h).
static uint64_t bits_of(const Case *c, const Result *result)
{
    uint64_t bits = 0;
    for (int b = 0; b < c->buffers; b++)
        if (result->output[b] && result->output[b] == c->buffer[b].want)
            bits = hash_text("as expected", bits);
        else if (result->output[b])
            bits = hash_bytes(result->output[b], result->output_bytes[b], bits);
    return bits;
}

// Within the tolerance is not enough where the order of additions must be fixed.
static void judge_repeats(CaseVerdict *v, const RunFacts *run, const Case *c, const Result *result)
{
    if (!(c->flags & CASE_REPEATABLE) || v->state != CASE_right)
        return;
    uint64_t bits = bits_of(c, result);
    if (run->number == 0) {
        v->bits = bits;
    } else if (bits != v->bits) {
        verdict_blame(v, CASE_wrong, run,
                      "within the tolerance, but not the same bits in every run");
        lines_add(&v->detail,
                  "when run %s, the bits differ from the clean run's: the order of the additions "
                  "depends on which block or warp comes first",
                  run->schedule);
    }
}

// ---- a run -----------------------------------------------------------------------------

// The first checked run knows which line wrote what was wrong in the clean run.
static void add_writer(CaseVerdict *v, const RunFacts *run, const Case *c, const Result *result)
{
    if (v->where.count == 0)
        tell_change(v, run, result);
    for (int b = 0; b < c->buffers; b++) {
        Mismatch m;
        if (role_is_result(c->buffer[b].role) &&
            !compare_buffer(&c->buffer[b], result->output[b], result->output_bytes[b], &m)) {
            tell_writer(v, run, result, b, &m);
            return;
        }
    }
}

static void judge_first_failure(CaseVerdict *v, const RunFacts *run, const Case *c,
                                const Result *result)
{
    verdict_of_ending(v, run, c, result);
    if (v->state == CASE_right && c->program) {
        verdict_of_program(v, run, c, result);
    } else if (v->state == CASE_right) {
        judge_outputs(v, run, c, result);
        if (v->state == CASE_right)
            verdict_of_origins(v, run, c, result);
        if (v->state == CASE_right)
            judge_inputs(v, run, c, result);
        if (v->state == CASE_right)
            verdict_of_work(v, run, c, result);
    } else {
        verdict_tell_findings(v, run, result);
        verdict_tell_failed(v, run, result);
    }
    if (run->number <= 1 || v->state == CASE_right || v->state == CASE_wrong)
        return;
    if (v->state == CASE_hang) // what threads do while they wait, and the checkers, count too
        lines_add(&v->detail, "when run %s; in the runs before it came to its end", run->schedule);
    else
        lines_add(&v->detail, "only when run %s: it depends on the order", run->schedule);
}

void verdict_of_run(CaseVerdict *v, const RunFacts *run, const Case *c, const Result *result)
{
    if (v->state == CASE_wrong && v->schedule == 0 && run->number == 1)
        add_writer(v, run, c, result);
    else if (v->state == CASE_right)
        judge_first_failure(v, run, c, result);
    else if (run->number == 1 && v->where.count == 0)
        verdict_tell_findings(v, run, result);
    judge_repeats(v, run, c, result);
}
