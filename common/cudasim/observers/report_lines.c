// report_lines.c - one JSON line for each launch: its counters and its findings (see
// common/cudasim/cudasim.h).
#include "counters/counters.h"
#include "sim/device_runtime/device_runtime.h"

#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static void put_dim(Text *t, const char *name, Dim3 d)
{
    text_add(t, "\"%s\":[%u,%u,%u]", name, d.x, d.y, d.z);
}

char *finding_sentences(const Finding *f, const Launch *l)
{
    Text line = {0};
    text_put(&line, f->message ? f->message : "");
    finding_put_who(&line, f, l);
    if (f->detail) {
        text_put(&line, ". ");
        text_put(&line, f->detail);
    }
    for (char *p = line.at; *p; p++)
        if (*p == '\n')
            *p = ' ';
    return line.at;
}

static void put_sentences(Text *t, const Finding *f, const Launch *l)
{
    char *line = finding_sentences(f, l);
    text_json(t, line);
    free(line);
}

static void put_place(Text *t, const char *name, const Line *l)
{
    text_add(t, ",\"%s\":{\"file\":", name);
    text_json(t, l->file ? l->file : "");
    text_add(t, ",\"line\":%d}", l->line);
}

void finding_json(Text *t, const Finding *f, const Launch *launch)
{
    text_add(t, "{\"tool\":\"%s\",\"kind\":", f->tool);
    text_json(t, f->label ? f->label : f->kind);
    text_add(t, ",\"severity\":\"%s\",\"cause\":\"%s\",\"message\":", severity_names[f->severity],
             cause_rows[f->cause].name);
    put_sentences(t, f, launch);
    text_add(t, ",\"count\":%llu", (unsigned long long)f->count);
    if (!launch)
        text_add(t, ",\"after\":%u", f->after);
    if (f->has_thread) {
        text_put(t, ",");
        put_dim(t, "block", f->block);
        text_put(t, ",");
        put_dim(t, "thread", f->thread);
    }
    if (f->line) {
        text_put(t, ",\"file\":");
        text_json(t, line_at(f->line)->file);
        text_add(t, ",\"line\":%d", line_at(f->line)->line);
    }
    if (f->is_shared)
        text_put(t, ",\"shared\":true");
    if (f->caller && !line_at(f->caller)->in_toolkit)
        put_place(t, "caller", line_at(f->caller));
    if (!f->has_other && f->other_line) // a copy: no thread
        put_place(t, "other", line_at(f->other_line));
    if (f->has_other) {
        const Line *l = line_at(f->other_line);
        text_put(t, ",\"other\":{");
        if (l->file) {
            text_put(t, "\"file\":");
            text_json(t, l->file);
            text_add(t, ",\"line\":%d%s", l->line, f->other_is_place ? "" : ",");
        }
        if (!f->other_is_place) {
            put_dim(t, "block", f->other_block);
            text_put(t, ",");
            put_dim(t, "thread", f->other_thread);
        }
        if (f->other_kernel) {
            text_put(t, ",\"kernel\":");
            text_json(t, f->other_kernel);
            text_add(t, ",\"launch\":%llu", (unsigned long long)f->other_launch);
        }
        text_put(t, "}");
    }
    text_put(t, "}");
}

void report_write(const Text *t)
{
    size_t done = 0;
    while (done < t->used) {
        ssize_t n = write(outputs.counters, t->at + done, t->used - done);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0) {
            fprintf(stderr, "cudasim: cannot write counters: %s\n", strerror(errno));
            outputs.counters = -1;
            return;
        }
        done += (size_t)n;
    }
}

// The lines of a run that may have other results than the first one (sim/orders.c): what a load has
// found is said only if it has.
static Text held;

void report_held(bool wanted)
{
    if (wanted && held.used)
        report_write(&held);
    held.used = 0;
}

static bool has_error(const Finding *first)
{
    for (const Finding *f = first; f; f = report_next(f))
        if (f->severity == SEVERITY_error)
            return true;
    return false;
}

// What a thread needs of its multiprocessor, and how many warps that lets it hold.
static void put_residents(Text *t, const Launch *l)
{
    const Func *f = l->code->func;
    Occupancy o = launch_occupancy(l->code, l->threads, l->shared_bytes);
    text_add(t, ",\"registers\":%d,\"frame\":%llu,\"resident\":%u", l->code->registers,
             (unsigned long long)(f->machine.registers ? f->machine.frame_bytes : f->local_bytes),
             o.blocks * ((l->threads + WARP_SIZE - 1) / WARP_SIZE));
}

void report_launch(const Launch *l, uint32_t call, const Finding *first)
{
    static Text t;
    if (outputs.launches_left && --outputs.launches_left == 0)
        raise(SIGXFSZ);
    t.used = 0;
    text_add(&t, "{\"launch\":%llu,\"mark\":", (unsigned long long)l->serial);
    text_json(&t, l->mark ? l->mark : "");
    text_put(&t, ",\"kernel\":");
    text_json(&t, l->code->name ? l->code->name : "?");
    if (model.devices > 1)
        text_add(&t, ",\"device\":%u", device.number);
    text_put(&t, ",");
    put_dim(&t, "grid", l->grid);
    text_put(&t, ",");
    put_dim(&t, "block", l->block);
    if (l->parent) // launched by a kernel
        text_add(&t, ",\"parent\":%llu,\"depth\":%u,\"generation\":%u",
                 (unsigned long long)l->parent_serial, l->depth, l->generation);
    else
        text_add(&t, ",\"room\":%llu", (unsigned long long)device.pending_limit);
    if (!l->parent && call)
        put_place(&t, "call", line_at(call));
    if (device_graphs.open)
        text_put(&t, ",\"graph\":true");
    put_residents(&t, l);
    text_add(&t, ",\"shared\":%u,\"status\":%d,\"us\":%.3f,\"executed\":%llu,", l->shared_bytes,
             launch_status_error(l->status), l->us, (unsigned long long)l->executed);
    text_add(&t, "\"work\":%llu,\"busiest\":%llu,", (unsigned long long)l->work,
             (unsigned long long)l->busiest);
    if (!outputs.unmetered) {
        counters_json(&t, l);
        text_put(&t, ",");
    }
    text_put(&t, "\"findings\":[");
    for (const Finding *f = first; f; f = report_next(f)) {
        text_put(&t, f == first ? "" : ",");
        finding_json(&t, f, l);
    }
    text_put(&t, "]}\n");
    if (!outputs.quiet || has_error(first))
        report_write(&t);
    else
        text_put(&held, t.at);
}
