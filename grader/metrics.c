// metrics.c - reads counters out of a case's launches.
//
// A metric's name may be a sum, "a+b". Names with the prefix grader__ are made
// here: launches, blocks, warps, threads, shared_bytes from the launches themselves,
// and those that end in us from the virtual clock of the case; work is the suite's.
#include "run.h"

#include <stdio.h>
#include <string.h>

static double product(const json_t *three)
{
    double p = 1;
    for (size_t i = 0; i < 3; i++)
        p *= json_number_value(json_array_get(three, i));
    return p;
}

static bool shape_metric(const json_t *launch, const char *name, double *value)
{
    double blocks = product(json_object_get(launch, "grid"));
    double threads = product(json_object_get(launch, "block"));
    double warps = (double)(((long)threads + 31) / 32);
    bool by_kernel = json_object_get(launch, "parent") != NULL;
    if (strcmp(name, "grader__launches") == 0)
        *value = 1;
    else if (strcmp(name, "grader__host_launches") == 0)
        *value = !by_kernel;
    else if (strcmp(name, "grader__device_launches") == 0)
        *value = by_kernel;
    else if (strcmp(name, "grader__blocks") == 0)
        *value = blocks;
    else if (strcmp(name, "grader__warps") == 0)
        *value = blocks * warps;
    else if (strcmp(name, "grader__threads") == 0)
        *value = blocks * threads;
    else if (strcmp(name, "grader__shared_bytes") == 0) // a launch's blocks together
        *value = blocks * json_number_value(json_object_get(launch, "shared"));
    else
        return false;
    return true;
}

// "sim__pmevent0.sum" to "sim__pmevent15.sum", and nothing that only begins so: a metric
// that does not exist would be 0 for ever.
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

// Splits "a+b" and calls for each name.
static bool sum_metrics(const json_t *object, const char *names, double *value)
{
    bool found = false;
    char name[160];
    *value = 0;
    while (*names) {
        size_t length = strcspn(names, "+");
        double one;
        snprintf(name, sizeof name, "%.*s", (int)length, names);
        const json_t *number = json_object_get(json_object_get(object, "metrics"), name);
        if (json_is_number(number)) {
            *value += json_number_value(number);
            found = true;
        } else if (json_object_get(object, "grid") && shape_metric(object, name, &one)) {
            *value += one;
            found = true;
        } else if (strcmp(name, "us") == 0 && json_is_number(json_object_get(object, "us"))) {
            *value += json_number_value(json_object_get(object, "us"));
            found = true;
        } else if (is_event(name) && json_object_get(object, "metrics")) {
            found = true; // listed only where it happened
        }
        names += length + (names[length] == '+');
    }
    return found;
}

// The part of a sum that the case as a whole has.
static bool case_metrics(const Result *result, const char *names, double *value)
{
    const WireTime *time = &result->time;
    const struct {
        const char *name;
        double us; // or work
    } known[] = {
        {"grader__us", time->us},           {"grader__kernel_us", time->kernel_us},
        {"grader__h2d_us", time->h2d_us},   {"grader__d2h_us", time->d2h_us},
        {"grader__host_us", time->host_us}, {"grader__work", result->work},
    };
    bool found = false;
    while (*names) {
        size_t length = strcspn(names, "+");
        for (size_t k = 0; k < sizeof known / sizeof *known; k++)
            if (strlen(known[k].name) == length && strncmp(known[k].name, names, length) == 0 &&
                (known[k].us || strcmp(known[k].name, "grader__work"))) { // not every case has work
                *value += known[k].us;
                found = true;
            }
        names += length + (names[length] == '+');
    }
    return found;
}

bool run_metric(const Result *result, const char *metric, double *value)
{
    size_t i;
    json_t *launch;
    *value = 0;
    bool found = case_metrics(result, metric, value);
    json_array_foreach(result->launches, i, launch)
    {
        double one;
        if (sum_metrics(launch, metric, &one)) {
            *value += one;
            found = true;
        }
    }
    return found;
}

bool run_metric_line(const Result *result, const char *metric, const char **file, int *line,
                     double *value)
{
    size_t i, k;
    json_t *launch, *entry;
    *value = 0;
    json_array_foreach(result->launches, i, launch)
    {
        json_array_foreach(json_object_get(launch, "lines"), k, entry)
        {
            double one;
            if (!sum_metrics(entry, metric, &one) || one <= *value)
                continue;
            *value = one;
            *file = json_string_value(json_object_get(entry, "file"));
            *line = (int)json_integer_value(json_object_get(entry, "line"));
        }
    }
    return *value > 0 && *file;
}
