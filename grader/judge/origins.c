// origins.c - did kernels compute the results, or the host?
//
// The simulator has counted, in every run, what the host received of device memory until the last
// result was written, what kernels loaded, and which results the host copied to the device
// (common/cudasim/observers/origins.c).
//
//   - The host may receive Case.host_reads bytes, or HOST_READS: a count, a flag. Besides, once, it
//     may receive the results that belong in its own memory. What it has not received it cannot
//     have computed, whatever way its own results would take to the device: copies, kernel
//     arguments, constants, the choice of a launch.
//   - A result must not come from the host, neither by a copy nor by a copy of a copy. Memsets,
//     and copies from device to device, are not the host computing. A result in the host's memory
//     must have come from the device, if it is more than a few numbers.
//   - Kernels, or copies from device to device, must have read something of the inputs in device
//     memory.
//   - The host must not move elements one by one: of copies from device to device, PIECES may be
//     smaller than a sector.
//
// Where the host may compute a share (lab 07), it has to declare the time: the operations of
// kernels and those that it declares must be as many as the results need, and the bytes of the
// results that did not come from the device must fit its declared time.
//
// Trivial cases prove nothing, and parts in which the host works are left out.
#include "case_verdict.h"

#include <stdio.h>

enum {
    PIECES = 64, // sums of blocks, a total, a last element
    NUMBERS = 64 // bytes of a result that the host may make from what it has received
};

static size_t bytes_of(const Buffer *b) { return b->count * elem_size(b->type); }

static bool is_host_result(const Buffer *b)
{
    return b->place != PLACE_device && role_is_result(b->role);
}

static bool all_on_device(const Case *c)
{
    for (int b = 0; b < c->buffers; b++)
        if (c->buffer[b].place != PLACE_device)
            return false;
    return true;
}

static bool any_result_on_device(const Case *c)
{
    for (int b = 0; b < c->buffers; b++)
        if (role_is_result(c->buffer[b].role) && !is_host_result(&c->buffer[b]))
            return true;
    return false;
}

// `words` lead to the place that follows.
static void tell_place(CaseVerdict *v, const RunFacts *run, const CudasimTransfer *t,
                       const char *words)
{
    if (t->file[0]) {
        snprintf(v->writer, sizeof v->writer, "%s here:", words);
        verdict_where(v, run, t->file, t->line, ROLE_cause);
    } else if (t->call[0]) {
        lines_add(&v->detail, "%s by %s (with CUDA_CHECK, the line would be known)", words,
                  t->call);
    }
}

static unsigned long long allowed_bytes(const Case *c)
{
    unsigned long long bytes = c->host_reads > HOST_READS ? c->host_reads : HOST_READS;
    for (int b = 0; b < c->buffers; b++)
        bytes += is_host_result(&c->buffer[b]) ? bytes_of(&c->buffer[b]) : 0;
    return bytes;
}

// Kernels that write results in the host's memory may do so several times, and the host receives
// them each time.
static bool written_in_place(const Case *c)
{
    for (int b = 0; b < c->buffers; b++)
        if (is_host_result(&c->buffer[b]) && c->buffer[b].place != PLACE_host)
            return true;
    return false;
}

static unsigned long long received_bytes(const Case *c, const CudasimOrigins *o)
{
    return any_result_on_device(c) ? o->received : o->received_in_all;
}

static void judge_received(CaseVerdict *v, const RunFacts *run, const Case *c,
                           const CudasimOrigins *o)
{
    unsigned long long received = received_bytes(c, o);
    if (received <= allowed_bytes(c) || written_in_place(c))
        return;
    if (any_result_on_device(c)) {
        verdict_blame(v, CASE_host, run,
                      "the host copied %llu bytes back from the device before the result was "
                      "complete: kernels have to compute it, not the host",
                      received);
        lines_add(&v->detail,
                  "at most %llu bytes may come back before that, for a count or a flag; results "
                  "may be copied back when all are written",
                  allowed_bytes(c));
        if (o->told / 8 > received / 2)
            lines_add(&v->detail,
                      "times count, too: cudaEventElapsedTime() and queries told the "
                      "host %llu bytes",
                      (unsigned long long)o->told / 8);
    } else {
        verdict_blame(v, CASE_host, run,
                      "the host copied %llu bytes back from the device, more than the result: "
                      "kernels have to compute it, not the host",
                      received);
        lines_add(&v->detail, "at most %llu bytes may come back: the result, a count or a flag",
                  allowed_bytes(c));
    }
    tell_place(v, run, &o->largest, "most of the bytes came back");
}

static void judge_written(CaseVerdict *v, const RunFacts *run, const Case *c,
                          const CudasimOrigins *o)
{
    for (int b = 0; b < c->buffers; b++) {
        const CudasimBufferOrigin *from = &o->buffer[b];
        if (!role_is_result(c->buffer[b].role) || is_host_result(&c->buffer[b]) || !from->from_host)
            continue;
        verdict_blame(v, CASE_host, run,
                      "element [%zu] of %s was written by a copy of the host, not by a kernel",
                      (size_t)from->first_from_host / elem_size(c->buffer[b].type),
                      c->buffer[b].name);
        if (o->received > allowed_bytes(c))
            lines_add(&v->detail, "before that, the host copied %llu bytes back from the device",
                      (unsigned long long)o->received);
        tell_place(v, run, &o->writer, "the host copied to the result");
        return;
    }
}

static void judge_delivered(CaseVerdict *v, const RunFacts *run, const Case *c,
                            const CudasimOrigins *o)
{
    for (int b = 0; b < c->buffers; b++) {
        const Buffer *buffer = &c->buffer[b];
        size_t bytes = bytes_of(buffer);
        if (!is_host_result(buffer) || buffer->role != BUFFER_out || bytes <= NUMBERS ||
            bytes <= o->buffer[b].delivered)
            continue;
        verdict_blame(v, CASE_host, run,
                      "%llu of the %llu bytes of %s did not come from the device: %s",
                      (unsigned long long)(bytes - o->buffer[b].delivered),
                      (unsigned long long)bytes, buffer->name,
                      o->received_in_all < bytes
                          ? "kernels have to compute them, not the host"
                          : "kernels have to compute them, and copies to bring them there");
        return;
    }
}

static void judge_loaded(CaseVerdict *v, const RunFacts *run, const Case *c,
                         const CudasimOrigins *o)
{
    size_t inputs = 0;
    uint64_t read = 0;
    for (int b = 0; b < c->buffers; b++) {
        if (!role_is_input(c->buffer[b].role) || c->buffer[b].place != PLACE_device)
            continue;
        inputs += c->buffer[b].count;
        read += o->buffer[b].loaded + o->buffer[b].copied;
    }
    if (inputs && !read)
        verdict_blame(v, CASE_host, run,
                      "no kernel has loaded anything of the input: kernels have to compute the "
                      "result from it");
}

static void judge_measured(CaseVerdict *v, const RunFacts *run, const Case *c,
                           const CudasimOrigins *o)
{
    if (o->told >= c->measured)
        return;
    verdict_blame(v, CASE_host, run,
                  "right, but not measured: the call has not asked for the times that the result "
                  "follows from");
    lines_add(&v->detail, "times come from cudaEventElapsedTime(), or from queries");
}

static void judge_placed(CaseVerdict *v, const RunFacts *run, const CudasimOrigins *o)
{
    if (o->placed <= PIECES)
        return;
    verdict_blame(
        v, CASE_host, run,
        "the host moved %llu pieces of less than 32 bytes by copies from device to device: "
        "kernels have to do this",
        (unsigned long long)o->placed);
    tell_place(v, run, &o->placer, "the host copied a piece");
}

// ---- work that the host has to declare ------------------------------------------------------

// Results in the host's memory that no copy and no kernel has written.
static double bytes_made_by_host(const Case *c, const CudasimOrigins *o)
{
    double bytes = 0;
    for (int b = 0; b < c->buffers; b++) {
        bool host = c->buffer[b].place == PLACE_host || c->buffer[b].place == PLACE_pinned;
        if (host && role_is_result(c->buffer[b].role))
            bytes += (double)bytes_of(&c->buffer[b]) - (double)o->buffer[b].delivered;
    }
    return bytes;
}

static void tell_declared(CaseVerdict *v, double us)
{
    lines_add(
        &v->detail,
        "what the host computes, it declares: call host_advance(), host_tile() or host_work(). "
        "Declared were %.3g microseconds",
        us);
}

static void judge_declared(CaseVerdict *v, const RunFacts *run, const Case *c, const Result *result)
{
    enum { SPARE = 64 }; // bytes: a check sum
    double us = result->time.host_us, warps = 0;
    double bytes = bytes_made_by_host(c, &result->origins);
    if (c->host_bytes && bytes > SPARE + 1.01 * us * c->host_bytes) {
        verdict_blame(
            v, CASE_host, run,
            "%.0f bytes of the results did not come from the device, and the host has not "
            "declared that it computed them",
            bytes);
        tell_declared(v, us);
        return;
    }
    run_metric(result, c->operation, &warps);
    if (32 * warps + us * c->host_rate >= 0.99 * c->needed)
        return;
    verdict_blame(v, CASE_host, run,
                  "kernels executed %.0f operations, and the host declared %.0f; the results need "
                  "%.0f: the host has computed the others",
                  32 * warps, us * c->host_rate, c->needed);
    tell_declared(v, us);
}

void verdict_of_origins(CaseVerdict *v, const RunFacts *run, const Case *c, const Result *result)
{
    if (run->part->on_host || c->flags & CASE_TRIVIAL || !result->has_origins)
        return;
    judge_measured(v, run, c, &result->origins);
    if (v->state != CASE_right)
        return;
    if (c->needed)
        judge_declared(v, run, c, result);
    // The answers to a question are found by the host, with experiments.
    if ((c->needed || c->flags & CASE_QUESTION) && !all_on_device(c))
        return;
    if (v->state == CASE_right)
        judge_delivered(v, run, c, &result->origins);
    if (v->state == CASE_right)
        judge_written(v, run, c, &result->origins);
    if (v->state == CASE_right)
        judge_received(v, run, c, &result->origins);
    if (v->state == CASE_right)
        judge_loaded(v, run, c, &result->origins);
    if (v->state == CASE_right)
        judge_placed(v, run, &result->origins);
}
