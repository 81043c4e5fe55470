// trace.c - notes what the drawings of the virtual timeline show, and writes them when the
// program ends.
#include "trace.h"

#include "alloc.h"
#include "observers/observers.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const char *to_json, *to_text, *to_svg;
static bool paused;

void trace_to(const char *json, const char *text, const char *svg)
{
    to_json = json;
    to_text = text;
    to_svg = svg;
}

static bool is_drawn(void) { return to_json || to_text || to_svg; }

bool trace_wanted(void) { return is_drawn() || look_wanted(); }

// A drawing shows all; a recording is bounded.
static bool has_room(size_t n) { return is_drawn() || n < LOOK_JOBS; }

// A program that sets marks chooses what is drawn: the part between its last mark and the
// empty mark behind that.
static void note_mark(bool begins)
{
    paused = !begins;
    for (size_t i = 0; begins && i < trace.nslices; i++) {
        free(trace.slices[i].name);
        free(trace.slices[i].args);
    }
    if (begins) {
        trace.nslices = trace.ncalls = 0;
        waits_begin();
    }
}

static void add_slice(Slice s)
{
    if (has_room(trace.nslices))
        trace_add(s);
    else
        trace.left_out++;
}

// A tail launch has the depth of its launcher, other grids are one deeper.
static bool is_tail(const Job *j, const JobGrid *g)
{
    for (unsigned i = 0; i < j->ngrids; i++)
        if (j->grids[i].launch == g->launcher)
            return g->depth == j->grids[i].depth;
    return g->depth == 0;
}

// Pages that have moved while the kernel ran: at its begin, because it has waited for them.
static void add_pages(const Job *j)
{
    add_slice((Slice){.kind = JOB_copy,
                      .way = COPY_to_device,
                      .stream = j->stream_id,
                      .begin = j->start,
                      .end = j->start + (j->end - j->start) * j->pages.us / j->us,
                      .name = (char *)UNIFIED_TO_DEVICE,
                      .job = j->number,
                      .bytes = j->pages.to_device,
                      .faults = j->pages.faults});
}

static void note_job(const Job *j)
{
    if (j->kind == JOB_mark || paused)
        return;
    const char *name = j->name ? j->name : j->kind == JOB_host ? "host function" : "?";
    // Beside other work the job took longer; all its parts are drawn longer to the same degree.
    double slower = j->ngrids ? (j->end - j->start) / j->us : 1;
    Slice s = {.kind = j->kind,
               .way = j->way,
               .stream = j->stream_id,
               .device = j->device,
               .stream_name = j->stream_name,
               .graph = j->graph,
               .begin = j->start,
               .end = j->ngrids ? j->start + slower * j->own_us : j->end,
               .over = j->end,
               .name = (char *)name,
               .args = j->args,
               .grid = j->grid,
               .block = j->block,
               .shared = j->shared,
               .launch = j->launch,
               .job = j->number,
               .bytes = j->bytes};
    add_slice(s);
    if (j->pages.faults)
        add_pages(j);
    for (unsigned i = 0; i < j->ngrids; i++) {
        const JobGrid *g = &j->grids[i];
        s.begin = j->start + slower * g->begin;
        s.end = j->start + slower * g->end;
        s.over = j->start + slower * g->over;
        s.name = g->name;
        s.args = g->args;
        s.grid = g->grid;
        s.block = g->block;
        s.shared = g->shared;
        s.depth = g->depth ? g->depth : 1; // a tail launch has the depth of its parent
        s.launch = g->launch;
        s.launcher = g->launcher;
        s.tail = look_wanted() && is_tail(j, g);
        add_slice(s);
    }
}

static void note_call(const char *name, double begin, double end)
{
    TraceCall call = {.name = name, .begin = begin, .end = end};
    if (look_wanted())
        waits_called(&call);
    if (paused || !has_room(trace.ncalls))
        return;
    if (trace.ncalls == trace.calls_room) {
        trace.calls_room = trace.calls_room ? 2 * trace.calls_room : 256;
        trace.calls = must_realloc(trace.calls, trace.calls_room, sizeof *trace.calls);
    }
    trace.calls[trace.ncalls++] = call;
}

static void note_host_work(double begin, double end) { note_call("host work", begin, end); }

void trace_watch(void)
{
    static ClockWatcher watcher = {
        .ended = note_job, .called = note_call, .host_worked = note_host_work, .mark = note_mark};
    assert(trace_wanted());
    clock_watch(&watcher);
    if (look_wanted())
        waits_watch();
}

// ---- when the program ends ------------------------------------------

static void write_to(const char *path, void (*write_it)(FILE *))
{
    if (!path)
        return;
    bool on_stderr = !strcmp(path, "stderr");
    FILE *f = on_stderr ? stderr : fopen(path, "we");
    if (!f) {
        rt_say("cannot write %s", path);
        return;
    }
    write_it(f);
    if (ferror(f))
        rt_say("cannot write all of %s", path);
    if (!on_stderr)
        fclose(f);
}

void trace_write(void)
{
    if (!trace_wanted())
        return;
    trace_make_rows();
    for (size_t i = 0; i < trace.nslices; i++) // numbers in order of appearance
        if (trace.slices[i].kind == JOB_kernel)
            trace_name_index(trace.slices[i].name);
    write_to(to_json, trace_write_json);
    write_to(to_text, trace_write_text);
    write_to(to_svg, trace_write_svg);
    if (look_wanted())
        trace_look();
}
