// trace_svg.c - the timeline as a picture.
#include "trace.h"

#include <stdio.h>
#include <string.h>

enum { SVG_WIDTH = 1000, SVG_LEFT = 150, SVG_ROW = 26, SVG_BAR = 20, SVG_TOP = 34, SVG_GAP = 6 };

// Colours that everybody can distinguish, also the colour-blind; white text has a contrast of 4.5
// to 1 or more on each.
static const char *const colour[] = {"#0072b2", "#a85200", "#007a59", "#a3457b",
                                     "#5b4bb5", "#b3261e", "#66601c", "#666f78"};
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
        return colour[2 + trace_name_index(s->name) % (COLOURS - 3)];
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
        snprintf(text, sizeof text, "%c", trace_stream_letter(s));
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

// After its kernel has ended, a stream waits for the grids that the kernel launched.
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

static void svg_host(FILE *f, double from, double scale)
{
    put_label(f, "host", SVG_TOP);
    for (const TraceCall *c = trace.calls; c < trace.calls + trace.ncalls; c++) {
        double x = c->begin < from ? from : c->begin;
        if (c->end < from)
            continue;
        fprintf(f,
                "<g><title>%s, %.2f to %.2f us</title><rect x=\"%.2f\" y=\"%d\" "
                "width=\"%.2f\" height=\"%d\" fill=\"%s\"/></g>\n",
                c->name, c->begin, c->end, SVG_LEFT + (x - from) * scale, SVG_TOP,
                (c->end - x) * scale, SVG_BAR, trace_call_waits(c) ? "#ddd" : "#777");
    }
}

static void svg_row(FILE *f, unsigned r, double from, double scale)
{
    double y = SVG_TOP + (r + 1.0) * SVG_ROW + (r < trace.engine_rows ? SVG_GAP : 2 * SVG_GAP);
    bool engine = trace.rows[r].engine;
    put_label(f, trace_row_name(&trace.rows[r], ""), y);
    for (const Slice *s = trace.slices; s < trace.slices + trace.nslices; s++)
        if (s->stream_row == r && !s->depth && s->over > s->end)
            put_wait(f, s, y, from, scale);
    for (const Slice *s = trace.slices; s < trace.slices + trace.nslices; s++)
        if (engine ? s->engine_row == r : s->stream_row == r)
            put_bar(f, s, engine, y, from, scale);
}

void trace_write_svg(FILE *f)
{
    double from = trace_begin(), to = trace_end();
    double scale = (SVG_WIDTH - SVG_LEFT - 20) / (to > from ? to - from : 1);
    int height = SVG_TOP + (int)(trace.nrows + 1) * SVG_ROW + 20;
    fprintf(f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
            "viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"11\">\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
            SVG_WIDTH, height, SVG_WIDTH, height);
    put_axis(f, from, to, scale, height);
    svg_host(f, from, scale);
    for (unsigned r = 0; r < trace.nrows; r++)
        svg_row(f, r, from, scale);
    fprintf(f, "</svg>\n");
}
