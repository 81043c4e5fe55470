// trace_json.c - the timeline as Trace Event JSON, for Perfetto and chrome://tracing.
#include "trace.h"

#include <math.h>
#include <stdio.h>

static void put_string(FILE *f, const char *s)
{
    fputc('"', f);
    for (; *s; s++) {
        if (*s == '"' || *s == '\\')
            fprintf(f, "\\%c", *s);
        else if ((unsigned char)*s < 32)
            fprintf(f, "\\u%04x", *s);
        else
            fputc(*s, f);
    }
    fputc('"', f);
}

// No row has the number of its process: a viewer takes such a row for a main thread.
enum { PID_host = 1, PID_engines, PID_streams, TID_calls = 10, TID_rows };

static void put_order(FILE *f, const char *what, int pid, unsigned tid, unsigned index)
{
    fprintf(f,
            "{\"ph\":\"M\",\"name\":\"%s\",\"pid\":%d,\"tid\":%u,"
            "\"args\":{\"sort_index\":%u}},\n",
            what, pid, tid, index);
}

static void put_meta(FILE *f, const char *what, int pid, unsigned tid, const char *name)
{
    fprintf(f, "{\"ph\":\"M\",\"name\":\"%s\",\"pid\":%d,\"tid\":%u,\"args\":{\"name\":", what, pid,
            tid);
    put_string(f, name);
    fprintf(f, "}},\n");
}

// Both ends in whole nanoseconds, so that a slice within another one stays within.
static void put_time(FILE *f, double begin, double end)
{
    long long from = llround(begin * 1000), to = llround(end * 1000);
    fprintf(f, ",\"ts\":%lld.%03lld,\"dur\":%lld.%03lld", from / 1000, from % 1000,
            (to - from) / 1000, (to - from) % 1000);
}

static void put_slice(FILE *f, const Slice *s, int pid, unsigned tid)
{
    fprintf(f, "{\"ph\":\"X\",\"name\":");
    put_string(f, s->name);
    fprintf(f, ",\"cat\":\"%s\",\"pid\":%d,\"tid\":%u",
            s->kind == JOB_kernel  ? "kernel"
            : s->kind == JOB_host  ? "host"
            : s->kind == JOB_graph ? "graph"
                                   : "copy",
            pid, tid);
    put_time(f, s->begin, pid == PID_streams ? s->over : s->end);
    fprintf(f, ",\"args\":{\"stream\":%llu", s->stream);
    if (model.devices > 1)
        fprintf(f, ",\"device\":%u", s->device);
    if (s->kind == JOB_kernel) {
        fprintf(f,
                ",\"launch\":%llu,\"grid\":\"%u x %u x %u\",\"block\":\"%u x %u x %u\","
                "\"shared bytes\":%u,\"arguments\":",
                (unsigned long long)s->launch, s->grid.x, s->grid.y, s->grid.z, s->block.x,
                s->block.y, s->block.z, s->shared);
        put_string(f, s->args ? s->args : "");
        if (s->depth)
            fprintf(f, ",\"launched by launch\":%llu,\"depth\":%u", (unsigned long long)s->launcher,
                    s->depth);
    } else if (s->kind != JOB_host && s->kind != JOB_graph) {
        fprintf(f, ",\"bytes\":%llu,\"GB/s\":%.1f", (unsigned long long)s->bytes,
                s->end > s->begin ? (double)s->bytes / (s->end - s->begin) / 1000 : 0.0);
    }
    if (s->faults)
        fprintf(f, ",\"page faults\":%llu", (unsigned long long)s->faults);
    if (s->graph)
        fprintf(f, ",\"graph\":\"%s\"", s->graph->label);
    fprintf(f, "}},\n");
}

// A viewer draws a slice that lies within another one of its row beneath that one. So a grid
// is put beneath the grid that launched it; or, if the time of another slice still runs there,
// in a row of its own. A track is a row of the viewer; a stream has one or more.
enum { MAX_TRACKS = 256, NO_SLICE = -1 };
static struct {
    unsigned row; // the stream's row in trace.rows
    long top;     // the slice that was put there last and is not over, or NO_SLICE
} tracks[MAX_TRACKS];
static unsigned ntracks;

static bool has_room_for(unsigned track, const Slice *s)
{
    while (tracks[track].top != NO_SLICE && trace.slices[tracks[track].top].over <= s->begin + 1e-6)
        tracks[track].top = trace.slices[tracks[track].top].above;
    if (tracks[track].top == NO_SLICE)
        return true;
    const Slice *top = &trace.slices[tracks[track].top];
    return top->over >= s->over && (top->launch == s->launcher || (!top->depth && s->depth == 1));
}

static unsigned track_of(size_t i)
{
    Slice *s = &trace.slices[i];
    unsigned row = s->stream_row - (s->depth > 0), k = 0;
    while (k < ntracks && (tracks[k].row != row || (s->depth && !has_room_for(k, s))))
        k++;
    if (k == ntracks && ntracks == MAX_TRACKS)
        k--;
    else if (k == ntracks)
        ntracks++, tracks[k].row = row, tracks[k].top = NO_SLICE;
    s->above = tracks[k].top;
    tracks[k].top = (long)i;
    return k;
}

// The first track of a stream is the stream's row; others are behind the rows of all streams.
static unsigned track_tid(FILE *f, size_t i)
{
    unsigned before = ntracks, k = track_of(i), row = tracks[k].row;
    bool first = true;
    for (unsigned l = 0; l < k; l++)
        first &= tracks[l].row != row;
    unsigned tid = TID_rows + (first ? row : MAX_ROWS + k);
    if (k >= before && !first) {
        put_meta(f, "thread_name", PID_streams, tid, "  child grids");
        put_order(f, "thread_sort_index", PID_streams, tid, row);
    }
    return tid;
}

void trace_write_json(FILE *f)
{
    fprintf(f, "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n");
    put_meta(f, "process_name", PID_host, 0, "host");
    put_meta(f, "process_name", PID_engines, 0, "engines");
    put_meta(f, "process_name", PID_streams, 0, "streams");
    for (unsigned pid = PID_host; pid <= PID_streams; pid++)
        put_order(f, "process_sort_index", (int)pid, 0, pid);
    put_meta(f, "thread_name", PID_host, TID_calls, "calls");
    for (unsigned r = 0; r < trace.nrows; r++) {
        int pid = trace.rows[r].engine ? PID_engines : PID_streams;
        if (trace.rows[r].children)
            continue;
        put_meta(f, "thread_name", pid, TID_rows + r, trace_row_name(&trace.rows[r], "device "));
        put_order(f, "thread_sort_index", pid, TID_rows + r, r);
    }
    for (size_t i = 0; i < trace.ncalls; i++) {
        fprintf(f, "{\"ph\":\"X\",\"name\":");
        put_string(f, trace.calls[i].name);
        fprintf(f, ",\"cat\":\"call\",\"pid\":%d,\"tid\":%d", PID_host, TID_calls);
        put_time(f, trace.calls[i].begin, trace.calls[i].end);
        fprintf(f, "},\n");
    }
    for (size_t i = 0; i < trace.nslices; i++) {
        if (trace.slices[i].stream_row < MAX_ROWS)
            put_slice(f, &trace.slices[i], PID_streams, track_tid(f, i));
        if (trace.slices[i].engine_row < MAX_ROWS)
            put_slice(f, &trace.slices[i], PID_engines, TID_rows + trace.slices[i].engine_row);
    }
    // An array must not end in a comma.
    fprintf(f,
            "{\"ph\":\"M\",\"name\":\"process_labels\",\"pid\":%d,\"tid\":0,\"args\":"
            "{\"labels\":\"virtual time\"}}\n]}\n",
            PID_host);
}
