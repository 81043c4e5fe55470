// trace_text.c - the timeline as text of 80 columns.
#include "trace.h"

#include <stdio.h>
#include <string.h>

static char slice_letter(const Slice *s)
{
    switch (s->kind) {
    case JOB_kernel: return (char)('A' + trace_name_index(s->name));
    case JOB_set: return 'o';
    case JOB_host: return 'h';
    case JOB_graph: return 'g';
    default: break;
    }
    switch (s->way) {
    case COPY_to_device:
    case COPY_to_device_paged: return '>';
    case COPY_to_host:
    case COPY_to_host_paged: return '<';
    case COPY_to_peer: return '^';
    default: return '=';
    }
}

enum { LABEL = 16, COLUMNS = 80 - LABEL - 2 };

// A column shows what fills the largest share of its time.
static void paint_span(char *line, double *share, double from, double per, double begin, double end,
                       char c)
{
    int first = (int)((begin - from) / per), last = (int)((end - from) / per);
    for (int i = first < 0 ? 0 : first; i <= last && i < COLUMNS; i++) {
        double lo = from + i * per, hi = lo + per;
        double part = (end < hi ? end : hi) - (begin > lo ? begin : lo);
        if (part > share[i]) {
            share[i] = part;
            line[i] = c;
        }
    }
}

// A stream waits for the grids that its kernel launched.
static void paint_wait(char *line, double from, double per, double begin, double end)
{
    for (int i = (int)((begin - from) / per); i <= (int)((end - from) / per); i++)
        if (i >= 0 && i < COLUMNS && line[i] == ' ')
            line[i] = '.';
}

static void put_line(FILE *f, const char *label, const char *line)
{
    int n = COLUMNS;
    while (n && line[n - 1] == ' ')
        n--;
    fprintf(f, "%-*.*s |%.*s\n", LABEL, LABEL, label, n, line);
}

static void clear_line(char *line, double *share)
{
    memset(line, ' ', COLUMNS);
    memset(share, 0, COLUMNS * sizeof *share);
}

static void put_legend(FILE *f)
{
    fprintf(f,
            "\n> copy to device  < copy to host  = copy on device  o memset  "
            "h host function%s\n",
            model.devices > 1 ? "\n^ copy to peer  0, 1 ... at the left: the device" : "");
    for (unsigned k = 0; k < trace.nnames; k++) {
        unsigned n = 0;
        double us = 0;
        for (const Slice *s = trace.slices; s < trace.slices + trace.nslices; s++) {
            if (s->kind == JOB_kernel && !strcmp(s->name, trace.names[k])) {
                n++;
                us += s->end - s->begin;
            }
        }
        fprintf(f, "%c %-44.44s %6u launch%s %9.1f us\n", 'A' + k, trace.names[k], n,
                n == 1 ? "  " : "es", us);
    }
    fprintf(f, "host: - in a call, w waits; engine rows show streams by number:");
    for (unsigned r = trace.engine_rows, n = 0; r < trace.nrows && n < 9; r++) {
        if (trace.rows[r].children || trace.rows[r].graph)
            continue;
        fprintf(f, "%s %u %s", n % 4 ? "," : "\n ", n + 1, trace_row_name(&trace.rows[r], ""));
        n++;
    }
    fputc('\n', f);
    for (unsigned r = trace.engine_rows; r < trace.nrows; r++)
        if (trace.rows[r].graph) {
            fprintf(f, "g a launch of a graph; below it the graph's nodes, by lane\n");
            break;
        }
    for (size_t i = 0; i < trace.nslices; i++)
        if (trace.slices[i].faults) {
            fprintf(f, "f pages of managed memory for which a kernel waits\n");
            break;
        }
    for (unsigned r = trace.engine_rows; r < trace.nrows; r++)
        if (trace.rows[r].children) {
            fprintf(f, "child grids: launched by the stream's kernels; . = waits for its "
                       "child grids\n");
            break;
        }
}

static void text_host(FILE *f, double from, double per)
{
    char line[COLUMNS];
    double share[COLUMNS];
    clear_line(line, share);
    for (const TraceCall *c = trace.calls; c < trace.calls + trace.ncalls; c++) {
        char letter = !strcmp(c->name, "host work") ? 'H' : trace_call_waits(c) ? 'w' : '-';
        paint_span(line, share, from, per, c->begin, c->end, letter);
    }
    put_line(f, "host", line);
}

static void text_row(FILE *f, unsigned r, double from, double per)
{
    char line[COLUMNS];
    double share[COLUMNS];
    bool engine = trace.rows[r].engine;
    clear_line(line, share);
    for (const Slice *s = trace.slices; s < trace.slices + trace.nslices; s++)
        if (engine ? s->engine_row == r : s->stream_row == r)
            paint_span(line, share, from, per, s->begin, s->end,
                       s->faults ? 'f'
                       : engine  ? trace_stream_letter(s)
                                 : slice_letter(s));
    for (const Slice *s = trace.slices; s < trace.slices + trace.nslices; s++)
        if (s->stream_row == r && s->over > s->end && !s->depth)
            paint_wait(line, from, per, s->end, s->over);
    put_line(f, trace_row_name(&trace.rows[r], ""), line);
}

void trace_write_text(FILE *f)
{
    double from = trace_begin(), to = trace_end(), per = (to - from) / COLUMNS;
    fprintf(f, "Virtual time from %.1f to %.1f us; a column is %.2f us\n\n", from, to, per);
    text_host(f, from, per);
    for (unsigned r = 0; r < trace.nrows; r++) {
        if (r == 0 || r == trace.engine_rows)
            fputc('\n', f);
        text_row(f, r, from, per);
    }
    put_legend(f);
}
