// metrics.c - the metrics of a case: of a launch or line by their names, and added up over the
// launches as grader/metrics.h says.
#include "run.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "common/cudasim/cudasim.h"

typedef enum {
    KIND_counted,
    KIND_busiest,
    KIND_most, // until here, what the simulator counts
    KIND_shape,
    KIND_top,
    KIND_whole
} MetricKind;

static const struct {
    const char *name;
    MetricKind kind;
} rows[METRIC_COUNT] = {
#define METRIC(its_name, text, its_kind) [METRIC_##its_name] = {text, KIND_##its_kind},
    METRICS(METRIC)
#undef METRIC
};

const char *metric_name(MetricId metric)
{
    assert(metric > METRIC_none && metric < METRIC_COUNT);
    return rows[metric].name;
}

// The simulator writes them in the order of the list: the next one is mostly there.
MetricId metric_named(const char *name, MetricId before)
{
    for (int i = 0; i < METRIC_COUNT - 1; i++) {
        MetricId metric = (MetricId)(1 + ((int)before + i) % (METRIC_COUNT - 1));
        if (strcmp(rows[metric].name, name) == 0)
            return metric;
    }
    return METRIC_none;
}

bool metric_is_counted(MetricId metric) { return rows[metric].kind <= KIND_most; }

enum {
#define METRIC(name, ...) name = METRIC_##name,
    METRICS(METRIC)
#undef METRIC
};

static const struct {
    const char *name;
    uint8_t terms[METRIC_TERMS]; // the last one is METRIC_none
} quantities[QUANTITY_COUNT - METRIC_COUNT] = {
#define QUANTITY(its_name, text, ...) [QUANTITY_##its_name - METRIC_COUNT] = {text, {__VA_ARGS__}},
    QUANTITIES(QUANTITY)
#undef QUANTITY
};

static const char *sum_part_name(unsigned part)
{
    return part < METRIC_COUNT ? metric_name(part) : quantities[part - METRIC_COUNT].name;
}

void metric_terms(MetricSum sum, uint8_t terms[METRIC_TERMS])
{
    unsigned n = 0;
    for (; sum; sum >>= 8) {
        uint8_t one[2] = {sum & 0xff};
        const uint8_t *t = *one < METRIC_COUNT ? one : quantities[*one - METRIC_COUNT].terms;
        while (*t)
            terms[n++] = *t++;
    }
    assert(n < METRIC_TERMS);
    terms[n] = METRIC_none;
}

const char *metric_sum_name(MetricSum sum, const char *plus, char name[METRIC_SUM_NAME])
{
    size_t n = 0;
    name[0] = 0;
    for (; sum; sum >>= 8)
        n += (size_t)snprintf(name + n, METRIC_SUM_NAME - n, "%s%s", n ? plus : "",
                              sum_part_name(sum & 0xff));
    assert(n < METRIC_SUM_NAME);
    return name;
}

// ---- what the machine has to measure for them ---------------------------------------------------

static unsigned sum_measured(MetricSum sum)
{
    uint8_t terms[METRIC_TERMS];
    unsigned what = 0;
    metric_terms(sum, terms);
    for (const uint8_t *t = terms; *t; t++) {
        bool share = (*t >= METRIC_MOST_BARRIERS && *t <= METRIC_LOADING_THREADS) ||
                     *t == METRIC_POLLS || *t == METRIC_UNORDERED;
        bool time = *t == METRIC_LAUNCH_US || (*t >= METRIC_TOTAL_US && *t <= METRIC_HOST_IDLE_US);
        what |= (share ? MACHINE_shares : 0) | (time ? MACHINE_times : 0) |
                (*t == METRIC_HANDED_BYTES ? MACHINE_handed : 0);
    }
    return what;
}

unsigned metrics_measured(const Item *items, const char *group)
{
    unsigned what = 0;
    for (const Item *item = items; item->name; item++)
        for (const Gate *g = item->gate; g < item->gate + MAX_GATES && g->metric; g++)
            if (!item->group || !group || strcmp(item->group, group) == 0)
                what |= sum_measured(g->metric) | sum_measured(g->per);
    return what;
}

// ---- their values -------------------------------------------------------------------------------

static double shape_metric(const SimLaunch *launch, MetricId metric)
{
    double warps = (double)(((long)launch->threads + 31) / 32);
    switch (metric) {
    case METRIC_LAUNCHES: return 1;
    case METRIC_HOST_LAUNCHES: return !launch->by_kernel;
    case METRIC_CHILD_GRIDS: return launch->by_kernel;
    case METRIC_BESIDE_GRAPHS: return launch->by_graph ? 0 : launch->work;
    case METRIC_CHILD_LEVELS: return launch->level;
    case METRIC_PENDING_ROOM: return launch->room;
    case METRIC_BLOCKS: return launch->blocks;
    case METRIC_WARPS: return launch->blocks * warps;
    case METRIC_THREADS: return launch->blocks * launch->threads;
    case METRIC_SHARED_BYTES: return launch->blocks * launch->shared;
    case METRIC_REGISTERS: return launch->registers;
    case METRIC_FRAME_BYTES: return launch->frame;
    case METRIC_RESIDENT_WARPS: return launch->resident;
    default: assert(metric == METRIC_LAUNCH_US); return launch->us;
    }
}

static double counted_metric(const SimMetrics *metrics, MetricId metric)
{
    for (int i = 0; i < metrics->count; i++)
        if (metrics->metric[i].metric == metric)
            return metrics->metric[i].value;
    return 0; // listed only where it is not 0
}

// The sum of what one launch, or one of its lines (then `launch` is NULL), counted. False: nothing
// of it was counted.
static bool sum_metrics(const SimMetrics *metrics, const SimLaunch *launch, const uint8_t *terms,
                        double *value)
{
    bool found = false;
    *value = 0;
    for (; *terms; terms++) {
        MetricId metric = (MetricId)*terms;
        MetricKind kind = rows[metric].kind;
        if ((kind == KIND_shape || kind == KIND_top) && launch)
            *value += shape_metric(launch, metric);
        else if (metric_is_counted(metric) && metrics->count)
            *value += counted_metric(metrics, metric);
        else
            continue;
        found = true;
    }
    return found;
}

static double by_children(const CudasimOrigins *origins)
{
    double bytes = 0;
    for (int b = 0; b < CUDASIM_BUFFERS; b++)
        bytes += (double)origins->buffer[b].by_children;
    return bytes;
}

static double whole_metric(const Result *result, MetricId metric)
{
    switch (metric) {
    case METRIC_TOTAL_US: return result->time.us;
    case METRIC_KERNEL_US: return result->time.kernel_us;
    case METRIC_TO_DEVICE_US: return result->time.h2d_us;
    case METRIC_TO_HOST_US: return result->time.d2h_us;
    case METRIC_HOST_US: return result->time.host_us;
    case METRIC_COPIES: return result->time.copies;
    case METRIC_HOST_CALLS: return result->time.calls;
    case METRIC_GRAPHS_MADE: return result->time.graphs_made;
    case METRIC_GRAPH_LAUNCHES: return result->time.graph_launches;
    case METRIC_GRAPHS_BY_KERNELS: return result->time.graphs_by_kernels;
    case METRIC_GRAPH_KERNELS: return result->time.graph_kernels;
    case METRIC_BY_CHILDREN: return by_children(&result->origins);
    case METRIC_RECEIVED: return (double)result->origins.received_in_all;
    case METRIC_HOST_IDLE_US: return result->time.us - result->time.host_us;
    default: assert(metric == METRIC_WORK); return result->work;
    }
}

// What the case as a whole has of a sum.
static bool sum_whole(const Result *result, const uint8_t *terms, double *value)
{
    bool found = false;
    for (; *terms; terms++) {
        MetricId metric = (MetricId)*terms;
        if (rows[metric].kind != KIND_whole || (metric == METRIC_WORK && !result->work))
            continue; // not every case has work
        *value += whole_metric(result, metric);
        found = true;
    }
    return found;
}

bool run_metric(const Result *result, MetricSum sum, double *value)
{
    uint8_t terms[METRIC_TERMS];
    metric_terms(sum, terms);
    MetricKind kind = rows[terms[0]].kind;
    BusiestSum turns = {0};
    *value = 0;
    bool found = sum_whole(result, terms, value);
    for (int i = 0; i < result->launches.count; i++) {
        const SimLaunch *launch = &result->launches.launch[i];
        double one;
        if (!sum_metrics(&launch->metrics, launch, terms, &one))
            continue;
        if (kind == KIND_busiest)
            *value = busiest_add(&turns, launch, one);
        else if (kind == KIND_most || kind == KIND_top)
            *value = fmax(*value, one);
        else
            *value += one;
        found = true;
    }
    return found;
}

bool run_metric_line(const Result *result, MetricSum sum, const char **file, int *line,
                     double *value)
{
    return run_unmarked_line(result, sum, 0, file, line, value);
}

bool run_unmarked_line(const Result *result, MetricSum sum, MetricSum marks, const char **file,
                       int *line, double *value)
{
    uint8_t terms[METRIC_TERMS], mark_terms[METRIC_TERMS];
    metric_terms(sum, terms);
    metric_terms(marks, mark_terms);
    *value = 0;
    for (int i = 0; i < result->launches.count; i++) {
        const SimLaunch *launch = &result->launches.launch[i];
        double marked = -1;
        if (marks)
            sum_metrics(&launch->metrics, launch, mark_terms, &marked);
        for (int k = 0; k < launch->lines; k++) {
            const SimLine *entry = &launch->line[k];
            double one;
            if (!sum_metrics(&entry->metrics, NULL, terms, &one) || one <= *value || one == marked)
                continue;
            *value = one;
            *file = entry->place.file;
            *line = entry->place.line;
        }
    }
    return *value > 0 && *file;
}
