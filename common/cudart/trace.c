// trace.c - draws the virtual timeline when the program ends: as Trace Event
// JSON (for Perfetto and chrome://tracing), as text of 80 columns, as SVG.
//
// A job appears in two rows: its stream's and its engine's. Kernels that run
// together get engine rows of their own, as many as are needed. Grids that kernels
// launch are slices of their own: in the engines' rows while they run; for their stream
// nested in the grid that they came from (JSON; beside others in rows of their own), or in a row
// below. A row for the host shows its calls. Times are virtual, so that equal programs give equal
// files, byte for byte.
#include "rt.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    JobKind kind;
    CopyWay way;
    unsigned long long stream;
    const char *stream_name;
    double begin, end;
    double over; // of a kernel: the end with all grids that come from it
    char *name, *args;
    Dim3 grid, block;
    uint32_t shared, depth; // depth 0: launched by the host
    uint64_t launch, launcher, bytes;
    unsigned stream_row, engine_row;
    long above; // in its row of the JSON: the slice in which it lies (write_json)
} Slice;

typedef struct {
    const char *name;
    double begin, end;
} Call;

static const char *to_json, *to_text, *to_svg;
static Slice *slices;
static size_t nslices, size_slices;
static Call *calls;
static size_t ncalls, size_calls;
static bool paused;

void trace_init(const char *json, const char *text, const char *svg)
{
    to_json = json;
    to_text = text;
    to_svg = svg;
    if (trace_wanted())
        launch_note_children();
}

// Only what is marked is drawn, and of that the last, in a program that marks at all.
void trace_mark(bool begins)
{
    paused = !begins;
    for (size_t i = 0; begins && i < nslices; i++) {
        free(slices[i].name);
        free(slices[i].args);
    }
    if (begins)
        nslices = ncalls = 0;
}

bool trace_wanted(void) { return to_json || to_text || to_svg; }

static void add(Slice s)
{
    if (nslices == size_slices) {
        size_t n = size_slices ? 2 * size_slices : 256;
        Slice *grown = realloc(slices, n * sizeof *grown);
        if (!grown)
            return;
        slices = grown;
        size_slices = n;
    }
    s.name = strdup(s.name);
    s.args = s.args ? strdup(s.args) : NULL;
    slices[nslices++] = s;
}

// clang-format off
void trace_job(const Job *j)
{
    if (j->kind == JOB_mark || paused)
        return;
    const char *name = j->name ? j->name : j->kind == JOB_host ? "host function" : "?";
    // As slow as the whole was, beside others, were its parts.
    double slower = j->ngrids ? (j->end - j->start) / j->us : 1;
    Slice s = {.kind = j->kind, .way = j->way, .stream = j->stream_id,
               .stream_name = j->stream_name, .begin = j->start,
               .end = j->ngrids ? j->start + slower * j->own_us : j->end, .over = j->end,
               .name = (char *)name, .args = j->args, .grid = j->grid, .block = j->block,
               .shared = j->shared, .launch = j->launch, .bytes = j->bytes};
    add(s);
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
        s.depth = g->depth ? g->depth : 1; // a tail launch takes its parent's place
        s.launch = g->launch;
        s.launcher = g->launcher;
        add(s);
    }
}
// clang-format on

void trace_call(const char *name, double begin, double end)
{
    if (paused)
        return;
    if (ncalls == size_calls) {
        size_t n = size_calls ? 2 * size_calls : 256;
        Call *grown = realloc(calls, n * sizeof *grown);
        if (!grown)
            return;
        calls = grown;
        size_calls = n;
    }
    calls[ncalls++] = (Call){name, begin, end};
}

// ---- rows ----------------------------------------------------------------------------

typedef struct {
    char label[40];
    bool engine;
    unsigned long long stream; // of a stream's row
    bool children;             // only those that kernels launched
    double free_at;            // of an engine's row: end of its last slice
} Row;

enum { MAX_ROWS = 400 };
enum { ROW_to_device, ROW_to_host, ROW_kernel }; // engines; kernels may take more
static Row rows[MAX_ROWS];
static unsigned nrows, engine_rows;

static int by_begin(const void *a, const void *b)
{
    const Slice *x = a, *y = b;
    if (x->begin != y->begin)
        return x->begin < y->begin ? -1 : 1;
    return (x->stream > y->stream) - (x->stream < y->stream);
}

static int by_stream(const void *a, const void *b)
{
    const Row *x = a, *y = b;
    if (x->stream != y->stream)
        return x->stream > y->stream ? 1 : -1;
    return x->children - y->children;
}

static unsigned engine_row(const Slice *s)
{
    if (s->kind == JOB_host || (s->kind == JOB_copy && s->way == COPY_on_host))
        return MAX_ROWS; // no engine of the GPU
    if (s->kind == JOB_copy && s->way != COPY_on_device)
        return s->way == COPY_to_device || s->way == COPY_to_device_paged ? ROW_to_device
                                                                          : ROW_to_host;
    unsigned r = ROW_kernel;
    while (r < engine_rows && rows[r].free_at > s->begin + 1e-6)
        r++;
    if (r == engine_rows && engine_rows < MAX_ROWS / 2)
        snprintf(rows[engine_rows++].label, sizeof rows[0].label, "kernels");
    r = r < engine_rows ? r : engine_rows - 1;
    rows[r].free_at = s->end;
    return r;
}

static unsigned stream_row(const Slice *s)
{
    for (unsigned r = engine_rows; r < nrows; r++)
        if (rows[r].stream == s->stream && rows[r].children == (s->depth > 0))
            return r;
    return MAX_ROWS;
}

static void make_rows(void)
{
    qsort(slices, nslices, sizeof *slices, by_begin);
    snprintf(rows[ROW_to_device].label, sizeof rows[0].label, "copy to device");
    snprintf(rows[ROW_to_host].label, sizeof rows[0].label, "copy to host");
    engine_rows = ROW_kernel;
    for (size_t i = 0; i < nslices; i++)
        slices[i].engine_row = engine_row(&slices[i]);
    for (unsigned r = 0; r < engine_rows; r++)
        rows[r].engine = true;
    nrows = engine_rows;
    for (size_t i = 0; i < nslices; i++) {
        const Slice *s = &slices[i];
        if (stream_row(s) < MAX_ROWS || nrows == MAX_ROWS)
            continue;
        rows[nrows].stream = s->stream;
        rows[nrows].children = s->depth > 0;
        if (s->depth > 0)
            snprintf(rows[nrows++].label, sizeof rows[0].label, "  child grids");
        else if (s->stream_name)
            snprintf(rows[nrows++].label, sizeof rows[0].label, "%s", s->stream_name);
        else
            snprintf(rows[nrows++].label, sizeof rows[0].label, "stream %llu", s->stream);
    }
    qsort(rows + engine_rows, nrows - engine_rows, sizeof *rows, by_stream);
    for (size_t i = 0; i < nslices; i++)
        slices[i].stream_row = stream_row(&slices[i]);
}

static double last_time(void)
{
    double t = 1;
    for (size_t i = 0; i < nslices; i++)
        t = slices[i].over > t ? slices[i].over : t;
    for (size_t i = 0; i < ncalls; i++)
        t = calls[i].end > t ? calls[i].end : t;
    return t;
}

// Programs allocate and prepare for long; drawings begin where work begins.
static double first_time(void)
{
    double t = nslices ? slices[0].begin : 0;
    for (size_t i = ncalls; i-- > 0;) // with the call that made it
        if (nslices && calls[i].begin <= t)
            return calls[i].begin;
    return t;
}

// ---- JSON ------------------------------------------------------------------------------

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

// No row has the number of its process: viewers take that one for a main thread.
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

// In whole nanoseconds, both ends, so that what lies in another slice still does.
static void put_time(FILE *f, double begin, double end)
{
    long long from = llround(begin * 1000), to = llround(end * 1000);
    fprintf(f, ",\"ts\":%lld.%03lld,\"dur\":%lld.%03lld", from / 1000, from % 1000,
            (to - from) / 1000, (to - from) % 1000);
}

static void put_event(FILE *f, const Slice *s, int pid, unsigned tid)
{
    fprintf(f, "{\"ph\":\"X\",\"name\":");
    put_string(f, s->name);
    fprintf(f, ",\"cat\":\"%s\",\"pid\":%d,\"tid\":%u",
            s->kind == JOB_kernel ? "kernel"
            : s->kind == JOB_host ? "host"
                                  : "copy",
            pid, tid);
    put_time(f, s->begin, pid == PID_streams ? s->over : s->end);
    fprintf(f, ",\"args\":{\"stream\":%llu", s->stream);
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
    } else if (s->kind != JOB_host) {
        fprintf(f, ",\"bytes\":%llu,\"GB/s\":%.1f", (unsigned long long)s->bytes,
                s->end > s->begin ? (double)s->bytes / (s->end - s->begin) / 1000 : 0.0);
    }
    fprintf(f, "}},\n");
}

// A viewer draws what lies in another slice of its row beneath that one. So a grid goes
// beneath the one that launched it, or, where another one's time still runs there, to a row
// of its own.
enum { MAX_LANES = 256, NOBODY = -1 };
static struct {
    unsigned row; // the stream's
    long top;     // the slice that was put there last and is not over
} lanes[MAX_LANES];
static unsigned nlanes;

static bool has_place(unsigned lane, const Slice *s)
{
    while (lanes[lane].top != NOBODY && slices[lanes[lane].top].over <= s->begin + 1e-6)
        lanes[lane].top = slices[lanes[lane].top].above;
    if (lanes[lane].top == NOBODY)
        return true;
    const Slice *top = &slices[lanes[lane].top];
    return top->over >= s->over && (top->launch == s->launcher || (!top->depth && s->depth == 1));
}

static unsigned lane_of(size_t i)
{
    Slice *s = &slices[i];
    unsigned row = s->stream_row - (s->depth > 0), k = 0;
    while (k < nlanes && (lanes[k].row != row || (s->depth && !has_place(k, s))))
        k++;
    if (k == nlanes && nlanes == MAX_LANES)
        k--;
    else if (k == nlanes)
        nlanes++, lanes[k].row = row, lanes[k].top = NOBODY;
    s->above = lanes[k].top;
    lanes[k].top = (long)i;
    return k;
}

// Lanes of a stream but its first have rows behind those of all streams.
static unsigned lane_tid(FILE *f, size_t i)
{
    unsigned before = nlanes, k = lane_of(i), row = lanes[k].row;
    bool first = true;
    for (unsigned l = 0; l < k; l++)
        first &= lanes[l].row != row;
    unsigned tid = TID_rows + (first ? row : MAX_ROWS + k);
    if (k >= before && !first) {
        put_meta(f, "thread_name", PID_streams, tid, "  child grids");
        put_order(f, "thread_sort_index", PID_streams, tid, row);
    }
    return tid;
}

static void write_json(FILE *f)
{
    fprintf(f, "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n");
    put_meta(f, "process_name", PID_host, 0, "host");
    put_meta(f, "process_name", PID_engines, 0, "engines");
    put_meta(f, "process_name", PID_streams, 0, "streams");
    for (unsigned pid = PID_host; pid <= PID_streams; pid++)
        put_order(f, "process_sort_index", (int)pid, 0, pid);
    put_meta(f, "thread_name", PID_host, TID_calls, "calls");
    for (unsigned r = 0; r < nrows; r++) {
        int pid = rows[r].engine ? PID_engines : PID_streams;
        if (rows[r].children)
            continue;
        put_meta(f, "thread_name", pid, TID_rows + r, rows[r].label);
        put_order(f, "thread_sort_index", pid, TID_rows + r, r);
    }
    for (size_t i = 0; i < ncalls; i++) {
        fprintf(f, "{\"ph\":\"X\",\"name\":");
        put_string(f, calls[i].name);
        fprintf(f, ",\"cat\":\"call\",\"pid\":%d,\"tid\":%d", PID_host, TID_calls);
        put_time(f, calls[i].begin, calls[i].end);
        fprintf(f, "},\n");
    }
    for (size_t i = 0; i < nslices; i++) {
        if (slices[i].stream_row < MAX_ROWS)
            put_event(f, &slices[i], PID_streams, lane_tid(f, i));
        if (slices[i].engine_row < MAX_ROWS)
            put_event(f, &slices[i], PID_engines, TID_rows + slices[i].engine_row);
    }
    // An array must not end in a comma.
    fprintf(f,
            "{\"ph\":\"M\",\"name\":\"process_labels\",\"pid\":%d,\"tid\":0,\"args\":"
            "{\"labels\":\"virtual time\"}}\n]}\n",
            PID_host);
}

// ---- kernels by name: letters and colours ------------------------------------------------

enum { MAX_NAMES = 26 };
static const char *names[MAX_NAMES];
static unsigned nnames;

static unsigned name_index(const char *name)
{
    for (unsigned i = 0; i < nnames; i++)
        if (!strcmp(names[i], name))
            return i;
    if (nnames == MAX_NAMES)
        return MAX_NAMES - 1;
    names[nnames] = name;
    return nnames++;
}

static char letter(const Slice *s)
{
    switch (s->kind) {
    case JOB_kernel: return (char)('A' + name_index(s->name));
    case JOB_set: return 'o';
    case JOB_host: return 'h';
    default: break;
    }
    switch (s->way) {
    case COPY_to_device:
    case COPY_to_device_paged: return '>';
    case COPY_to_host:
    case COPY_to_host_paged: return '<';
    default: return '=';
    }
}

static unsigned stream_number(unsigned row)
{
    unsigned n = 0;
    for (unsigned r = engine_rows; r < row; r++)
        n += !rows[r].children;
    return rows[row].children ? n - 1 : n;
}

// In an engine's row the streams are told apart: 1, 2, ... in order of creation.
static char stream_letter(const Slice *s)
{
    unsigned n = s->stream_row < MAX_ROWS ? stream_number(s->stream_row) : 0;
    return s->stream_row >= MAX_ROWS ? '?'
           : n < 9                   ? (char)('1' + n)
           : n < 35                  ? (char)('a' + n - 9)
                                     : '*';
}

// ---- text ----------------------------------------------------------------------------------

enum { LABEL = 16, COLUMNS = 80 - LABEL - 2 };

static void paint(char *line, double *share, double from, double per, double begin, double end,
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
    fprintf(f, "\n> copy to device  < copy to host  = copy on device  o memset  "
               "h host function\n");
    for (unsigned k = 0; k < nnames; k++) {
        unsigned n = 0;
        double us = 0;
        for (size_t i = 0; i < nslices; i++) {
            if (slices[i].kind == JOB_kernel && !strcmp(slices[i].name, names[k])) {
                n++;
                us += slices[i].end - slices[i].begin;
            }
        }
        fprintf(f, "%c %-44.44s %6u launch%s %9.1f us\n", 'A' + k, names[k], n,
                n == 1 ? "  " : "es", us);
    }
    fprintf(f, "host: - in a call, w waits; engine rows show streams by number:");
    for (unsigned r = engine_rows, n = 0; r < nrows && n < 9; r++) {
        if (rows[r].children)
            continue;
        fprintf(f, "%s %u %s", n % 4 ? "," : "\n ", n + 1, rows[r].label);
        n++;
    }
    fputc('\n', f);
    for (unsigned r = engine_rows; r < nrows; r++)
        if (rows[r].children) {
            fprintf(f,
                    "child grids: launched by the stream's kernels, which are over (.) when these "
                    "are\n");
            break;
        }
}

// A call that took longer than any call does by itself has waited.
static bool waits(const Call *c)
{
    return strstr(c->name, "Synchronize") ||
           (strstr(c->name, "Memcpy") && c->end - c->begin > COST_COPY_CALL_US + 1);
}

static void write_text(FILE *f)
{
    char line[COLUMNS];
    double share[COLUMNS], from = first_time(), per = (last_time() - from) / COLUMNS;
    fprintf(f, "Virtual time from %.1f to %.1f us; a column is %.2f us\n\n", from, last_time(),
            per);
    clear_line(line, share);
    for (size_t i = 0; i < ncalls; i++)
        paint(line, share, from, per, calls[i].begin, calls[i].end,
              strcmp(calls[i].name, "host work") ? waits(&calls[i]) ? 'w' : '-' : 'H');
    put_line(f, "host", line);
    for (unsigned r = 0; r < nrows; r++) {
        clear_line(line, share);
        for (size_t i = 0; i < nslices; i++) {
            const Slice *s = &slices[i];
            if (rows[r].engine ? s->engine_row == r : s->stream_row == r)
                paint(line, share, from, per, s->begin, s->end,
                      rows[r].engine ? stream_letter(s) : letter(s));
        }
        for (size_t i = 0; i < nslices; i++)
            if (slices[i].stream_row == r && slices[i].over > slices[i].end && !slices[i].depth)
                paint_wait(line, from, per, slices[i].end, slices[i].over);
        if (r == 0 || r == engine_rows)
            fputc('\n', f);
        put_line(f, rows[r].label, line);
    }
    put_legend(f);
}

// ---- SVG -----------------------------------------------------------------------------------

enum { SVG_WIDTH = 1000, SVG_LEFT = 150, SVG_ROW = 26, SVG_BAR = 20, SVG_TOP = 34 };

// Colours that can be told apart, also by the colour-blind (Okabe and Ito).
static const char *const colour[] = {"#0072b2", "#e69f00", "#009e73", "#cc79a7",
                                     "#56b4e9", "#d55e00", "#f0e442", "#999999"};
enum { COLOURS = sizeof colour / sizeof *colour };

static void put_xml(FILE *f, const char *s, size_t most)
{
    for (; *s && most; s++, most--) {
        if (*s == '<')
            fputs("&lt;", f);
        else if (*s == '>')
            fputs("&gt;", f);
        else if (*s == '&')
            fputs("&amp;", f);
        else
            fputc(*s, f);
    }
}

static const char *slice_colour(const Slice *s)
{
    if (s->kind == JOB_kernel)
        return colour[2 + name_index(s->name) % (COLOURS - 3)];
    if (s->kind == JOB_copy)
        return s->way == COPY_to_host || s->way == COPY_to_host_paged ? colour[1] : colour[0];
    return colour[COLOURS - 1];
}

static void put_bar(FILE *f, const Slice *s, bool engine, double y, double from, double scale)
{
    double x = SVG_LEFT + (s->begin - from) * scale, w = (s->end - s->begin) * scale;
    char text[64];
    if (w < 0.5)
        w = 0.5;
    fprintf(f, "<g><title>");
    put_xml(f, s->name, 200);
    fprintf(f,
            ", stream %llu, %.2f to %.2f us</title>"
            "<rect x=\"%.2f\" y=\"%.0f\" width=\"%.2f\" height=\"%d\" fill=\"%s\" "
            "stroke=\"#fff\" stroke-width=\"0.5\"/>",
            s->stream, s->begin, s->end, x, y, w, SVG_BAR, slice_colour(s));
    // A number for the stream, or as much of the name as fits, without parameters.
    if (engine)
        snprintf(text, sizeof text, "%c", stream_letter(s));
    else
        snprintf(text, sizeof text, "%.*s", (int)strcspn(s->name, "("), s->name);
    if (w > 6.5 * (double)strlen(text) + 4) {
        fprintf(f, "<text x=\"%.2f\" y=\"%.0f\" text-anchor=\"middle\" fill=\"#fff\">", x + w / 2,
                y + 14);
        put_xml(f, text, 60);
        fprintf(f, "</text>");
    }
    fprintf(f, "</g>\n");
}

// What a stream waits for after the kernel: the grids that this launched.
static void put_wait(FILE *f, const Slice *s, double y, double from, double scale)
{
    fprintf(f,
            "<rect x=\"%.2f\" y=\"%.0f\" width=\"%.2f\" height=\"%d\" fill=\"%s\" "
            "opacity=\"0.25\"/>\n",
            SVG_LEFT + (s->end - from) * scale, y, (s->over - s->end) * scale, SVG_BAR,
            slice_colour(s));
}

static void put_axis(FILE *f, double from, double to, double scale, int height)
{
    double step = 0.1;
    for (int i = 0; (to - from) / step > 10; i++)
        step *= i % 3 == 1 ? 2.5 : 2; // 0.1 0.2 0.5 1 2 5 ...
    for (double t = 0; t <= to - from; t += step) {
        double x = SVG_LEFT + t * scale;
        fprintf(f,
                "<line x1=\"%.2f\" y1=\"%d\" x2=\"%.2f\" y2=\"%d\" stroke=\"#ddd\"/>"
                "<text x=\"%.2f\" y=\"%d\" text-anchor=\"middle\">%g%s</text>\n",
                x, SVG_TOP - 8, x, height - 8, x, SVG_TOP - 14, t, t == 0 ? " us" : "");
    }
}

static void put_label(FILE *f, const char *label, double y)
{
    fprintf(f, "<text x=\"%d\" y=\"%.0f\" text-anchor=\"end\">", SVG_LEFT - 8, y + 14);
    put_xml(f, label, 22);
    fprintf(f, "</text>\n");
}

static void write_svg(FILE *f)
{
    double from = first_time(), to = last_time();
    double scale = (SVG_WIDTH - SVG_LEFT - 20) / (to > from ? to - from : 1);
    int height = SVG_TOP + (int)(nrows + 1) * SVG_ROW + 20, gap = 6;
    fprintf(f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
            "viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"11\">\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
            SVG_WIDTH, height, SVG_WIDTH, height);
    put_axis(f, from, to, scale, height);
    put_label(f, "host", SVG_TOP);
    for (size_t i = 0; i < ncalls; i++) {
        double x = calls[i].begin < from ? from : calls[i].begin;
        if (calls[i].end < from)
            continue;
        fprintf(f,
                "<g><title>%s, %.2f to %.2f us</title><rect x=\"%.2f\" y=\"%d\" "
                "width=\"%.2f\" height=\"%d\" fill=\"%s\"/></g>\n",
                calls[i].name, calls[i].begin, calls[i].end, SVG_LEFT + (x - from) * scale, SVG_TOP,
                (calls[i].end - x) * scale, SVG_BAR, waits(&calls[i]) ? "#ddd" : "#777");
    }
    for (unsigned r = 0; r < nrows; r++) {
        double y = SVG_TOP + (r + 1.0) * SVG_ROW + (r < engine_rows ? gap : 2 * gap);
        put_label(f, rows[r].label, y);
        for (size_t i = 0; i < nslices; i++)
            if (slices[i].stream_row == r && !slices[i].depth && slices[i].over > slices[i].end)
                put_wait(f, &slices[i], y, from, scale);
        for (size_t i = 0; i < nslices; i++)
            if (rows[r].engine ? slices[i].engine_row == r : slices[i].stream_row == r)
                put_bar(f, &slices[i], rows[r].engine, y, from, scale);
    }
    fprintf(f, "</svg>\n");
}

// ---- when the program ends --------------------------------------------------------------------

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
    make_rows();
    for (size_t i = 0; i < nslices; i++) // letters in order of appearance
        if (slices[i].kind == JOB_kernel)
            name_index(slices[i].name);
    write_to(to_json, write_json);
    write_to(to_text, write_text);
    write_to(to_svg, write_svg);
}
