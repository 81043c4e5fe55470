// trace_look.c - the timeline for the recorder: rows, jobs and the calls of the host, and what
// waited for what. common/cudasim/look/README.md says what the members mean.
#include "trace.h"

#include "alloc.h"
#include "observers/observers.h"

#include <stdlib.h>
#include <string.h>

#include "utf8.h"

enum { MAX_TAIL_WAITS = 8 }; // other grids that a tail launch is said to wait for

// Jobs and calls have one sequence of numbers: slice i is i, call i is nslices + i. Row 0 is the
// host's.
static size_t id_of_call(size_t call) { return trace.nslices + call; }

static long slice_of_job(uint32_t job)
{
    for (size_t i = 0; i < trace.nslices; i++)
        if (trace.slices[i].job == job && !trace.slices[i].depth && !trace.slices[i].of &&
            !trace.slices[i].faults)
            return (long)i;
    return -1;
}

static long slice_of_launch(uint64_t launch)
{
    for (size_t i = 0; i < trace.nslices; i++)
        if (trace.slices[i].kind == JOB_kernel && trace.slices[i].launch == launch)
            return (long)i;
    return -1;
}

// JSON is UTF-8; names in a program may have any bytes.
static void put_text(FILE *f, const char *s)
{
    size_t bytes = strlen(s), n;
    uint32_t code;
    fputc('"', f);
    for (size_t i = 0; i < bytes; i += n) {
        unsigned char c = (unsigned char)s[i];
        n = utf8_character(s + i, bytes - i, &code);
        if (!n || c < 32)
            fprintf(f, "\\u%04x", c);
        else
            fprintf(f, "%s%.*s", c == '"' || c == '\\' ? "\\" : "", (int)n, s + i);
        n = n ? n : 1;
    }
    fputc('"', f);
}

static void put_place(FILE *f, CallPlace p)
{
    if (p.file && p.line > 0) // without debug information there is only a function
        fprintf(f, ",\"source\":%u,\"line\":%d", look_source(p.file), p.line);
}

static void put_rows(FILE *f)
{
    fputs("\"rows\":[{\"name\":\"host\",\"kind\":\"host\"}", f);
    for (unsigned r = 0; r < trace.nrows; r++) {
        const TraceRow *row = &trace.rows[r];
        fputs(",{\"name\":", f);
        put_text(f, trace_row_name(row, "device ") + strspn(row->label, " "));
        fprintf(f, ",\"kind\":\"%s\"",
                row->engine     ? "engine"
                : row->children ? "children"
                : row->graph    ? "graph"
                                : "stream");
        if (!row->engine && !row->children && !row->graph)
            put_place(f, waits_place_of_stream(row->stream));
        fputs("}", f);
    }
    fputs("]", f);
}

static void put_job(FILE *f, size_t i)
{
    static const char *const kind[] = {[JOB_kernel] = "kernel",
                                       [JOB_copy] = "copy",
                                       [JOB_set] = "set",
                                       [JOB_host] = "host",
                                       [JOB_graph] = "graph"};
    const Slice *s = &trace.slices[i];
    unsigned row = s->faults ? s->engine_row : s->stream_row;
    fprintf(f, "{\"id\":%zu,\"row\":%u,\"kind\":\"%s\",\"name\":", i, row < MAX_ROWS ? 1 + row : 0,
            kind[s->kind]);
    put_text(f, s->name);
    fprintf(f, ",\"from\":%.3f,\"to\":%.3f", s->begin, s->end);
    if (s->engine_row < MAX_ROWS)
        fprintf(f, ",\"engine\":%u", 1 + s->engine_row);
    if (s->kind == JOB_kernel)
        fprintf(f, ",\"launch\":%llu", (unsigned long long)s->launch);
    else if (s->kind != JOB_host && s->kind != JOB_graph)
        fprintf(f, ",\"bytes\":%llu", (unsigned long long)s->bytes);
    if (s->faults)
        fprintf(f, ",\"faults\":%llu", (unsigned long long)s->faults);
    long parent = s->depth ? slice_of_launch(s->launcher) : -1;
    if (parent >= 0)
        fprintf(f, ",\"parent\":%ld", parent);
    if (!s->depth)
        put_place(f, waits_place_of_job(s->job));
    fputs("}", f);
}

static void put_call(FILE *f, size_t i)
{
    const TraceCall *c = &trace.calls[i];
    fprintf(f, "{\"id\":%zu,\"row\":0,\"kind\":\"call\",\"name\":", id_of_call(i));
    put_text(f, c->name);
    fprintf(f, ",\"from\":%.3f,\"to\":%.3f", c->begin, c->end);
    put_place(f, waits_place_of(c->file_line));
    fputs("}", f);
}

typedef struct {
    FILE *f;
    size_t id; // of what waits
    const char *comma;
} WaitWriter;

static void put_wait(WaitWriter *w, long earlier, const char *why)
{
    if (earlier < 0)
        return;
    fprintf(w->f, "%s[%zu,%ld,\"%s\"]", w->comma, w->id, earlier, why);
    w->comma = ",";
}

// Waiting for a kernel means waiting for the grids that come from it, too: the last one to end is
// listed.
static void put_wait_for_job(WaitWriter *w, uint32_t job, const char *why)
{
    long own = slice_of_job(job), last = own;
    put_wait(w, own, why);
    for (size_t i = 0;
         own >= 0 && trace.slices[own].over > trace.slices[own].end && i < trace.nslices; i++)
        if (trace.slices[i].job == job && trace.slices[i].end > trace.slices[last].end)
            last = (long)i;
    if (last != own)
        put_wait(w, last, why);
}

static void put_waits_of_tail(WaitWriter *w)
{
    const Slice *s = &trace.slices[w->id];
    unsigned n = 0;
    put_wait(w, slice_of_launch(s->launcher), "tail launch");
    for (size_t i = 0; i < trace.nslices && n < MAX_TAIL_WAITS; i++) {
        const Slice *o = &trace.slices[i];
        if (i != w->id && o->job == s->job && o->depth && o->launcher == s->launcher &&
            o->end <= s->begin) {
            put_wait(w, (long)i, "tail launch");
            n++;
        }
    }
}

typedef struct {
    WaitWriter *w;
    double begin; // of the call
} CallThatWaits;

static void put_wait_for_event(void *arg, WaitKind kind, uint32_t job)
{
    const CallThatWaits *c = arg;
    long i = slice_of_job(job);
    if (kind != WAIT_call && i >= 0 && trace.slices[i].over > c->begin)
        put_wait_for_job(c->w, job, "host");
}

static void put_waits_of_call(WaitWriter *w, const TraceCall *c)
{
    if (waits_is_mark(c->waited_for))
        waits_of(c->waited_for, put_wait_for_event, &(CallThatWaits){w, c->begin});
    else if (c->waited_for)
        put_wait_for_job(w, c->waited_for, "host");
}

static void put_wait_of_job(void *arg, WaitKind kind, uint32_t earlier)
{
    static const char *const why[] = {[WAIT_stream] = "stream",
                                      [WAIT_event] = "event",
                                      [WAIT_graph] = "graph",
                                      [WAIT_default_stream] = "default stream",
                                      [WAIT_queue] = "queue"};
    if (kind == WAIT_queue)
        put_wait(arg, slice_of_job(earlier), why[kind]);
    else if (kind != WAIT_call)
        put_wait_for_job(arg, earlier, why[kind]);
    else if (earlier < trace.ncalls)
        put_wait(arg, (long)id_of_call(earlier), "host");
}

static void put_waits(FILE *f)
{
    WaitWriter w = {f, 0, ""};
    fputs("\"waits\":[", f);
    for (; w.id < trace.nslices; w.id++)
        if (trace.slices[w.id].of || trace.slices[w.id].faults)
            continue;
        else if (!trace.slices[w.id].depth)
            waits_of(trace.slices[w.id].job, put_wait_of_job, &w);
        else if (trace.slices[w.id].tail)
            put_waits_of_tail(&w);
    for (size_t i = 0; i < trace.ncalls; i++) {
        w.id = id_of_call(i);
        put_waits_of_call(&w, &trace.calls[i]);
    }
    fputs("]", f);
}

enum { MAX_LOOK_GRAPHS = 16 };
static char *graphs[MAX_LOOK_GRAPHS];
static unsigned ngraphs;

void trace_graph(char *text)
{
    if (ngraphs < MAX_LOOK_GRAPHS)
        graphs[ngraphs++] = text;
    else
        free(text);
}

static void put_graphs(FILE *f)
{
    for (unsigned i = 0; i < ngraphs; i++)
        fprintf(f, "%s%s%s", i ? "," : ",\"graphs\":[", graphs[i], i + 1 == ngraphs ? "]" : "");
}

void trace_look(void)
{
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    if (!f)
        out_of_memory();
    fputs("{", f);
    put_rows(f);
    fputs(",\"jobs\":[", f);
    for (size_t i = 0; i < trace.nslices; i++) {
        fputs(i ? "," : "", f);
        put_job(f, i);
    }
    for (size_t i = 0; i < trace.ncalls; i++) {
        fputs(trace.nslices || i ? "," : "", f);
        put_call(f, i);
    }
    fputs("],", f);
    put_waits(f);
    put_graphs(f);
    fprintf(f, ",\"more\":%zu}", trace.left_out);
    fclose(f);
    look_timeline(text);
    free(text);
}
