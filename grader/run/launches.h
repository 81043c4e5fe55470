// launches.h - the simulator's counters of the launches of a case.
#pragma once

#include "findings.h"
#include "grader/metrics.h"

typedef struct {
    MetricId metric;
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
    double blocks, threads;            // of the grid; of a block
    double shared;                     // bytes of shared memory of a block
    double registers, frame, resident; // see cudasim.h
    double us;                         // virtual time
    double executed;                   // warp instructions
    double work, busiest;              // the same without polls: of all warps; of the busiest warp
    bool by_kernel;                    // a kernel made the launch
    bool by_graph;                     // it is a node of a graph, or below one
    double level;      // of a launch by a kernel: how many grids above it have not ended
    double generation; // and how many there are: a tail launch follows one that has ended
    double room;       // of a launch by the host: how many launches by kernels may be pending
    SimPlace call;     // the host's call that made the launch
    SimMetrics metrics;
    int lines;
    SimLine *line;
    SimFindings findings;
} SimLaunch;

typedef struct {
    int count;
    SimLaunch *launch;
} SimLaunches;

// What the busiest ones of a case's launches do, one after the other. The launches of the host add
// up. The grids that kernels launch follow the host's launch; those of a generation run beside each
// other, unless one waits for another, which nobody knows: so the largest one of each generation
// counts.
enum { GENERATIONS = 256 }; // later ones count as the last
typedef struct {
    double sum, most[GENERATIONS];
} BusiestSum;
double busiest_add(BusiestSum *b, const SimLaunch *launch, double value); // the new sum

// Warp instructions of a case.
typedef struct {
    double most, sum; // of one launch, of all
} Executed;
Executed executed_of(const SimLaunches *launches);

// Reads one line of counters. Returns the number of the case that its "mark" names, or -1 if
// it names none; the launch is the caller's either way.
int launch_read(const char *text, size_t bytes, SimLaunch *launch);
void launch_free(SimLaunch *launch);

void launches_append(SimLaunches *launches, SimLaunch launch); // takes its memory over
void launches_free(SimLaunches *launches);
