// launches.h - the simulator's counters of the launches of a case.
#pragma once

#include "findings.h"

typedef struct {
    const char *name; // of all metrics of this name
    double value;
} SimMetric;

typedef struct {
    int count;
    SimMetric *metric;
} SimMetrics;

// What one source line counted.
typedef struct {
    SimPlace place;
    SimMetrics metrics;
} SimLine;

// One line of the counters, as common/cudasim/cudasim.h describes it.
typedef struct {
    double blocks, threads; // of the grid; of a block
    double shared;          // bytes of shared memory of a block
    double us;              // virtual time
    bool by_kernel;         // a kernel made the launch
    SimPlace call;          // the host's call that made the launch
    SimMetrics metrics;
    int lines;
    SimLine *line;
    SimFindings findings;
} SimLaunch;

typedef struct {
    int count;
    SimLaunch *launch;
} SimLaunches;

// Reads one line of counters. Returns the number of the case that its "mark" names, or -1 if
// it names none; the launch is the caller's either way.
int launch_read(const char *text, size_t bytes, SimLaunch *launch);
void launch_free(SimLaunch *launch);

void launches_append(SimLaunches *launches, SimLaunch launch); // takes its memory over
void launches_free(SimLaunches *launches);

// The value of a metric; NULL: it is 0, or there is no such metric.
const double *metrics_find(const SimMetrics *metrics, const char *name);
// Has any launch that this process has read listed the metric? The first launch of each runner
// lists also those that are 0.
bool metrics_known(const char *name);
