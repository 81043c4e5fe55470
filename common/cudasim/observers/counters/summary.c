// summary.c - how often the host and kernels launched each kernel, and how long it took: the
// table that a profiler prints, on the virtual clock. Written when the process ends.
#include "counters.h"

#include <stdlib.h>

typedef struct {
    char *name;
    uint64_t host, device;     // launches
    double total, least, most; // microseconds
} KernelTimes;

static FILE *out;
static KernelTimes *rows;
static unsigned nrows;

static KernelTimes *times_of(const char *name)
{
    for (unsigned i = 0; i < nrows; i++)
        if (!strcmp(rows[i].name, name))
            return &rows[i];
    rows = must_realloc(rows, nrows + 1, sizeof *rows);
    rows[nrows] = (KernelTimes){.name = must_strdup(name)};
    return &rows[nrows++];
}

static void on_launch_end(Launch *l)
{
    KernelTimes *r = times_of(l->code->name);
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
        const KernelTimes *r = &rows[i];
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
