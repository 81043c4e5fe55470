// metrics.c - sums counters over the launches of a case. Of those that end in ".max" the largest
// counts.
//
// A metric's name may be a sum, "a+b". Names with the prefix grader__ are made here:
// launches, blocks, warps, threads and shared_bytes from the launches themselves, and
// those that end in us from the virtual clock of the case; work is the suite's.
#include "run.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { NAME = 160 }; // bytes of a metric's name

static bool shape_metric(const SimLaunch *launch, const char *name, double *value)
{
    double warps = (double)(((long)launch->threads + 31) / 32);
    const struct {
        const char *name;
        double value;
    } known[] = {
        {"grader__launches", 1},
        {"grader__host_launches", !launch->by_kernel},
        {"grader__device_launches", launch->by_kernel},
        {"grader__blocks", launch->blocks},
        {"grader__warps", launch->blocks * warps},
        {"grader__threads", launch->blocks * launch->threads},
        {"grader__shared_bytes", launch->blocks * launch->shared},
        {"us", launch->us},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i].name, name) == 0) {
            *value = known[i].value;
            return true;
        }
    return false;
}

// "sim__pmevent0.sum" to "sim__pmevent15.sum", and nothing that only begins like one: a
// metric that does not exist would be 0 for ever.
static bool is_event(const char *name)
{
    char same[32];
    for (int n = 0; n < 16; n++) {
        snprintf(same, sizeof same, "sim__pmevent%d.sum", n);
        if (strcmp(name, same) == 0)
            return true;
    }
    return false;
}

// Copies the first name of a sum "a+b" and returns the rest; NULL after the last name.
static const char *next_metric_name(const char *names, char name[NAME])
{
    size_t length = strcspn(names, "+");
    if (!*names)
        return NULL;
    snprintf(name, NAME, "%.*s", (int)length, names);
    return names + length + (names[length] == '+');
}

// The sum of what one launch, or one of its lines (then `launch` is NULL), counted.
static bool sum_metrics(const SimMetrics *metrics, const SimLaunch *launch, const char *names,
                        double *value)
{
    bool found = false;
    char name[NAME];
    *value = 0;
    while ((names = next_metric_name(names, name))) {
        double shape = 0;
        const double *counted = metrics_find(metrics, name);
        if (!counted && launch && shape_metric(launch, name, &shape))
            counted = &shape;
        if (!counted && metrics->count && (metrics_known(name) || is_event(name)))
            counted = &shape; // listed only where it is not 0
        found = found || counted;
        *value += counted ? *counted : 0;
    }
    return found;
}

// What the case as a whole has of a sum.
static bool case_metrics(const Result *result, const char *names, double *value)
{
    const WireTime *time = &result->time;
    const struct {
        const char *name;
        double value;
    } known[] = {
        {"grader__us", time->us},           {"grader__kernel_us", time->kernel_us},
        {"grader__h2d_us", time->h2d_us},   {"grader__d2h_us", time->d2h_us},
        {"grader__host_us", time->host_us}, {"grader__host_idle_us", time->us - time->host_us},
        {"grader__work", result->work},
    };
    enum { KNOWN = sizeof known / sizeof *known, WORK = KNOWN - 1 };
    bool found = false;
    char name[NAME];
    while ((names = next_metric_name(names, name)))
        for (int k = 0; k < KNOWN; k++)
            if (strcmp(known[k].name, name) == 0 && (known[k].value || k != WORK)) {
                *value += known[k].value; // not every case has work
                found = true;
            }
    return found;
}

// "sim__barriers_per_warp.max": of all launches, the largest.
static bool is_most(const char *metric)
{
    size_t n = strlen(metric);
    return n > 4 && strcmp(metric + n - 4, ".max") == 0;
}

bool run_metric(const Result *result, const char *metric, double *value)
{
    *value = 0;
    bool found = case_metrics(result, metric, value);
    for (int i = 0; i < result->launches.count; i++) {
        const SimLaunch *launch = &result->launches.launch[i];
        double one;
        if (!sum_metrics(&launch->metrics, launch, metric, &one))
            continue;
        *value = is_most(metric) ? fmax(*value, one) : *value + one;
        found = true;
    }
    return found;
}

bool run_metric_line(const Result *result, const char *metric, const char **file, int *line,
                     double *value)
{
    *value = 0;
    for (int i = 0; i < result->launches.count; i++) {
        const SimLaunch *launch = &result->launches.launch[i];
        for (int k = 0; k < launch->lines; k++) {
            const SimLine *entry = &launch->line[k];
            double one;
            if (!sum_metrics(&entry->metrics, NULL, metric, &one) || one <= *value)
                continue;
            *value = one;
            *file = entry->place.file;
            *line = entry->place.line;
        }
    }
    return *value > 0 && *file;
}
