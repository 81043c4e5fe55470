// trace_rows.c - the layout that all drawings share: the rows of a slice, the numbers of kernels
// and streams, and the first and the last time.
#include "trace.h"

#include "alloc.h"
#include "cost_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Trace trace;

// ---- rows -----------------------------------------------------------

// The engines of each device; kernels have as many rows behind these as they need.
enum { ROW_to_device, ROW_to_host, ROW_to_peer };

static unsigned fixed_rows(void) { return model.devices > 1 ? ROW_to_peer + 1 : ROW_to_peer; }

static int by_begin(const void *a, const void *b)
{
    const Slice *x = a, *y = b;
    if (x->begin != y->begin)
        return x->begin < y->begin ? -1 : 1;
    return (x->stream > y->stream) - (x->stream < y->stream);
}

static int by_stream(const void *a, const void *b)
{
    const TraceRow *x = a, *y = b;
    if (x->device != y->device)
        return x->device > y->device ? 1 : -1;
    if (x->stream != y->stream)
        return x->stream > y->stream ? 1 : -1;
    if (x->number != y->number)
        return x->number > y->number ? 1 : -1;
    if (x->graph && x->lane != y->lane)
        return x->lane > y->lane ? 1 : -1;
    return x->children - y->children;
}

static void add_engine(const char *label, unsigned device_number)
{
    TraceRow *row = &trace.rows[trace.engine_rows++];
    snprintf(row->label, sizeof row->label, "%s", label);
    row->device = device_number;
}

static unsigned engine_row(const Slice *s)
{
    if (s->kind == JOB_graph || s->kind == JOB_host ||
        (s->kind == JOB_copy && s->way == COPY_on_host))
        return MAX_ROWS; // no engine of the GPU
    unsigned first = s->device * fixed_rows();
    if (s->kind == JOB_copy && s->way == COPY_to_peer)
        return first + ROW_to_peer;
    if (s->kind == JOB_copy && s->way != COPY_on_device)
        return first + (s->way == COPY_to_device || s->way == COPY_to_device_paged ? ROW_to_device
                                                                                   : ROW_to_host);
    unsigned r = (unsigned)model.devices * fixed_rows();
    while (r < trace.engine_rows &&
           (trace.rows[r].device != s->device || trace.rows[r].free_at > s->begin + 1e-6))
        r++;
    if (r == trace.engine_rows && trace.engine_rows < MAX_ROWS / 2)
        add_engine("kernels", s->device);
    r = r < trace.engine_rows ? r : trace.engine_rows - 1;
    trace.rows[r].free_at = s->end;
    return r;
}

static unsigned long long shown_stream(const Slice *s)
{
    return s->graph ? s->graph->stream : s->stream;
}

static unsigned shown_device(const Slice *s) { return s->graph ? s->graph->device : s->device; }

static unsigned stream_row(const Slice *s)
{
    if (s->faults)
        return MAX_ROWS;
    for (unsigned r = trace.engine_rows; r < trace.nrows; r++) {
        const TraceRow *row = &trace.rows[r];
        if (row->device == shown_device(s) && row->stream == shown_stream(s) &&
            row->children == (s->depth > 0) &&
            (s->graph ? row->graph == s->graph->label && row->lane == s->stream : !row->graph))
            return r;
    }
    return MAX_ROWS;
}

static void add_stream_row(const Slice *s)
{
    TraceRow *row = &trace.rows[trace.nrows++];
    row->stream = shown_stream(s);
    row->device = shown_device(s);
    row->children = s->depth > 0;
    row->graph = s->graph ? s->graph->label : NULL;
    row->number = row->graph ? strtoul(row->graph + strcspn(row->graph, " "), NULL, 10) : 0;
    row->lane = s->stream;
    if (row->graph && !row->children)
        snprintf(row->label, sizeof row->label, "  %s", row->graph);
    else if (row->children)
        snprintf(row->label, sizeof row->label, "  child grids");
    else if (s->stream_name)
        snprintf(row->label, sizeof row->label, "%s", s->stream_name);
    else
        snprintf(row->label, sizeof row->label, "stream %llu", s->stream);
}

void trace_add(Slice s)
{
    if (trace.nslices == trace.slices_room) {
        trace.slices_room = trace.slices_room ? 2 * trace.slices_room : 256;
        trace.slices = must_realloc(trace.slices, trace.slices_room, sizeof *trace.slices);
    }
    s.name = must_strdup(s.name);
    s.args = s.args ? must_strdup(s.args) : NULL;
    trace.slices[trace.nslices++] = s;
}

// One slice for all nodes of each launch of a graph, in the row of the stream of the launch.
static void add_graphs(void)
{
    size_t n = trace.nslices, g = n;
    for (size_t i = 0; i < n; i++) {
        const Slice node = trace.slices[i];
        if (!node.graph)
            continue;
        if (g >= trace.nslices || trace.slices[g].of != node.graph) // usually the last one
            for (g = n; g < trace.nslices && trace.slices[g].of != node.graph;)
                g++;
        if (g == trace.nslices)
            trace_add((Slice){.kind = JOB_graph,
                              .of = node.graph,
                              .stream = node.graph->stream,
                              .device = node.graph->device,
                              .stream_name = node.graph->stream_name,
                              .begin = node.begin,
                              .name = (char *)node.graph->label});
        Slice *all = &trace.slices[g];
        all->begin = node.begin < all->begin ? node.begin : all->begin;
        all->over = all->end = node.over > all->end ? node.over : all->end;
    }
}

// Puts the rows of the engines of a device one below the other.
static void order_engines(void)
{
    static TraceRow rows[MAX_ROWS];
    unsigned to[MAX_ROWS + 1] = {0}, n = 0;
    for (unsigned d = 0; d < MAX_DEVICES; d++)
        for (unsigned r = 0; r < trace.engine_rows; r++)
            if (trace.rows[r].device == d) {
                to[r] = n;
                rows[n++] = trace.rows[r];
            }
    memcpy(trace.rows, rows, n * sizeof *rows);
    for (size_t i = 0; i < trace.nslices; i++)
        if (trace.slices[i].engine_row < MAX_ROWS)
            trace.slices[i].engine_row = to[trace.slices[i].engine_row];
}

static void make_engine_rows(void)
{
    static const char *const label[] = {"copy to device", "copy to host", "copy to peer"};
    for (int d = 0; d < model.devices; d++)
        for (unsigned r = 0; r < fixed_rows(); r++)
            add_engine(label[r], (unsigned)d);
    for (size_t i = 0; i < trace.nslices; i++)
        trace.slices[i].engine_row = engine_row(&trace.slices[i]);
    order_engines();
    for (unsigned r = 0; r < trace.engine_rows; r++)
        trace.rows[r].engine = true;
}

void trace_make_rows(void)
{
    add_graphs();
    TraceRow *rows = trace.rows;
    if (trace.nslices)
        qsort(trace.slices, trace.nslices, sizeof *trace.slices, by_begin);
    make_engine_rows();
    trace.nrows = trace.engine_rows;
    for (size_t i = 0; i < trace.nslices; i++)
        if (!trace.slices[i].faults && stream_row(&trace.slices[i]) == MAX_ROWS &&
            trace.nrows < MAX_ROWS)
            add_stream_row(&trace.slices[i]);
    qsort(rows + trace.engine_rows, trace.nrows - trace.engine_rows, sizeof *rows, by_stream);
    for (size_t i = 0; i < trace.nslices; i++)
        trace.slices[i].stream_row = stream_row(&trace.slices[i]);
}

double trace_end(void)
{
    double t = 1;
    for (size_t i = 0; i < trace.nslices; i++)
        t = trace.slices[i].over > t ? trace.slices[i].over : t;
    for (size_t i = 0; i < trace.ncalls; i++)
        t = trace.calls[i].end > t ? trace.calls[i].end : t;
    return t;
}

// Programs allocate and prepare for long; a drawing begins with the first work.
double trace_begin(void)
{
    double t = trace.nslices ? trace.slices[0].begin : 0;
    for (size_t i = trace.ncalls; i-- > 0;) // with the call that made it
        if (trace.nslices && trace.calls[i].begin <= t)
            return trace.calls[i].begin;
    return t;
}

// A call that took longer than any call takes by itself has waited.
bool trace_call_waits(const TraceCall *c)
{
    return strstr(c->name, "Synchronize") ||
           (strstr(c->name, "Memcpy") && c->end - c->begin > COST_COPY_CALL_US + 1);
}

// ---- names ----------------------------------------------------------

const char *trace_row_name(const TraceRow *row, const char *device_word)
{
    static char name[sizeof row->label + 32];
    if (model.devices == 1 || *row->label == ' ')
        return row->label;
    snprintf(name, sizeof name, "%s%u %s", device_word, row->device, row->label);
    return name;
}

unsigned trace_name_index(const char *name)
{
    for (unsigned i = 0; i < trace.nnames; i++)
        if (!strcmp(trace.names[i], name))
            return i;
    if (trace.nnames == MAX_NAMES)
        return MAX_NAMES - 1;
    trace.names[trace.nnames] = name;
    return trace.nnames++;
}

static unsigned stream_number(unsigned row)
{
    unsigned n = 0;
    for (unsigned r = trace.engine_rows; r < row; r++)
        n += !trace.rows[r].children && !trace.rows[r].graph;
    return trace.rows[row].children || trace.rows[row].graph ? n - 1 : n;
}

// 1, 2, ... in order of creation.
char trace_stream_letter(const Slice *s)
{
    unsigned n = s->stream_row < MAX_ROWS ? stream_number(s->stream_row) : 0;
    return s->stream_row >= MAX_ROWS ? '?'
           : n < 9                   ? (char)('1' + n)
           : n < 35                  ? (char)('a' + n - 9)
                                     : '*';
}
