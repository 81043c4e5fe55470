// summary.c - how often each kernel was launched, from the host and from
// kernels, and how long it took: the table that a profiler prints, on the
// virtual clock. Written when the process ends, to where findings go.
#include "observers/checks.h"

#include <stdlib.h>

typedef struct {
    char *name;
    uint64_t host, device;     // launches
    double total, least, most; // microseconds
} Row;

static FILE *out;
static Row *rows;
static unsigned nrows;

static Row *row_of(const char *name)
{
    for (unsigned i = 0; i < nrows; i++)
        if (!strcmp(rows[i].name, name))
            return &rows[i];
    Row *grown = realloc(rows, (nrows + 1) * sizeof *rows);
    if (!grown)
        return NULL;
    rows = grown;
    rows[nrows] = (Row){.name = strdup(name)};
    return rows[nrows].name ? &rows[nrows++] : NULL;
}

static void on_launch_end(Launch *l)
{
    Row *r = row_of(l->code->name);
    if (!r)
        return;
    bool first = !r->host && !r->device;
    if (l->parent)
        r->device++;
    else
        r->host++;
    r->total += l->us;
    if (first || l->us < r->least)
        r->least = l->us;
    if (first || l->us > r->most)
        r->most = l->us;
}

void summary_open(FILE *f) { out = f; }

static void on_finish(void)
{
    FILE *f = out;
    fprintf(f, "%8s %8s %12s %12s %12s %12s  kernel\n", "host", "device", "total us", "average",
            "minimum", "maximum");
    for (unsigned i = 0; i < nrows; i++) {
        const Row *r = &rows[i];
        uint64_t n = r->host + r->device;
        fprintf(f, "%8llu %8llu %12.2f %12.3f %12.3f %12.3f  %s\n", (unsigned long long)r->host,
                (unsigned long long)r->device, r->total, r->total / (double)n, r->least, r->most,
                r->name);
    }
    fflush(f);
}

Observer summary_observer = {
    .name = "summary",
    .rank = RANK_summary,
    .launch_end = on_launch_end,
    .finish = on_finish,
};
