// calls.c - calls the host functions of lab 09; see task.h and the lab's
// section of common/labs.h.
//
// Parts 1 and 4: arg = nbins, n.            buffers in, bins.
// Parts 2 and 3: arg = nbins, n, ranks.     buffers in, bins.
// Part 5:        arg = rows, length, steps. buffers in, out.
// Part 6:        arg = clusters, n, ranks.  buffers in, sums.
// Part 7:        arg = nbins, n.            buffers in, bins; its function is in a file of its own.
#include "grader/task.h"

typedef void (*Histogram)(unsigned *bins, int nbins, const int *in, int n);
typedef void (*HistogramRanks)(unsigned *bins, int nbins, int ranks, const int *in, int n);
typedef void (*HistogramFastest)(unsigned *bins, int nbins, const int *in, size_t n);
typedef void (*Smooth)(float *out, const float *in, int rows, int length, int steps);
typedef void (*SumClusters)(long long *sums, int clusters, int ranks, const int *in, int n);

static const char *clusters_run(const TaskCall *call)
{
    static const struct {
        const char *name, *missing;
    } function[] = {
        {"histogram_shared", "histogram_shared() is missing"},
        {"histogram_spread", "histogram_spread() is missing"},
        {"histogram_exchange", "histogram_exchange() is missing"},
        {"histogram_any", "histogram_any() is missing"},
        {"smooth_rows", "smooth_rows() is missing"},
        {"sum_clusters", "sum_clusters() is missing"},
        {"histogram_fastest", "histogram_fastest() is missing"},
    };
    enum { PARTS = sizeof function / sizeof *function };
    if (call->part < 1 || call->part > PARTS)
        return "lab 09 has parts 1 to 7";
    void *f = task_symbol(call, function[call->part - 1].name);
    if (!f)
        return function[call->part - 1].missing;

    const void *in = call->buffer[0];
    void *out = call->buffer[1];
    int a = (int)call->arg[0], b = (int)call->arg[1], c = (int)call->arg[2];
    switch (call->part) {
    case 1:
    case 4: ((Histogram)f)(out, a, in, b); break;
    case 2:
    case 3: ((HistogramRanks)f)(out, a, c, in, b); break;
    case 5: ((Smooth)f)(out, in, a, b, c); break;
    case 6: ((SumClusters)f)(out, a, c, in, b); break;
    case 7: ((HistogramFastest)f)(out, a, in, (size_t)b); break;
    }
    return NULL;
}

const Task task_09_clusters = {"09_clusters", clusters_run};
