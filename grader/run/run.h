// run.h - runs cases in runners and brings back everything that was seen.
#pragma once

#include <stdint.h>

#include "common/cudasim/cudasim.h"
#include "cases.h"
#include "launches.h"
#include "wire.h"

typedef enum {
    RESULT_not_run,  // not wanted, or too many cases before it had ended the runner
    RESULT_finished, // `error` says how
    RESULT_signal,   // `detail` is the signal
    RESULT_exit,     // left by exit(); `detail` is the status
    RESULT_hang,     // it used too much time
    RESULT_over      // it used up more than it may: `message` has why, the file and the line
} ResultKind;

typedef struct {
    ResultKind kind;
    int detail;
    int error;                    // finished: a cudaError_t
    char message[512];            // and its name
    char heap[256];               // signal: how the host's heap was damaged; "": not known
    char aborted[256];            // signal: the assertion, the exception; "": not known
    void *output[MAX_BUFFERS];    // the expectation itself where it has the same bytes
    bool own_output[MAX_BUFFERS]; // it is not
    size_t output_bytes[MAX_BUFFERS];
    WireWriter *writer[MAX_BUFFERS];
    size_t writers[MAX_BUFFERS];
    bool changed; // an input was written to: `change` says where and by whom
    uint32_t changed_buffer;
    WireWriter change;
    WireTime time;
    CudasimDelays delays; // what this time was lost to
    bool has_origins;
    CudasimOrigins origins; // where the results come from
    double work;            // the case's
    bool ended;             // it has ended its runner,
    bool slow;              // and that took long
    WireCrash crash;   // what the lab's process said before a signal ended it; signal 0: nothing
    char *text[TEXTS]; // of a program; NULL: there is none. Texts have an end
    size_t text_bytes[TEXTS];
    int status;        // the program's
    WireFailed failed; // the call that was made to fail; call "": none
    SimLaunches launches;
    SimFindings findings; // of the case, that belong to no launch (leaks)
} Result;

// Of which cases the metrics are read: all; those that gates read, and those from which the judge
// sees that kernels have done the work; the latter only. Measuring takes time. So nothing is
// counted for the others, and of a case that gates read, only what they name is measured.
typedef enum { METERED_all, METERED_judged, METERED_work } Metered;

typedef struct {
    const char *machine; // the program that is the machine; NULL: build/runner
    const char *lib;     // the simulator's libcudart.so.13
    const char *object;  // the lab's shared object
    const char *lab;
    const char *tools;     // "none", "all"
    const char *schedule;  // "inorder", "shuffle"
    const char *options;   // more of them for the simulator, or NULL
    const Executed *clean; // by case, in the clean run; NULL: this is the clean run
    const double *usual;   // by case: warp instructions of the solution; NULL: not known
    uint64_t seed;         // of the schedule
    bool checked;
    Metered metered;
    const Item *items; // whose gates read metrics; ends with name NULL; or NULL
    bool is_reference; // the course's own code: only the system ends its process by SIGKILL
    int look; // descriptor of a file that receives the recording (common/cudasim/observers/look/);
              // 0: none
} RunSetup;

typedef struct {
    int count;
    Result *result;     // one per case of the list
    SimFindings stray;  // that belong to no launch and no case
    int stray_launches; // that belong to no case
    char *log;          // what the lab's code printed (log.h), at most MAX_LOG bytes
    size_t log_bytes;
    char broken[1024];  // the harness failed: why; else ""
    char refused[1024]; // the lab's object could not be used: why; else ""
    char version[64];   // of the runtime
} Run;

enum { MAX_LOG = 16384 };

// One run: with this setup, of these cases (all where `wanted` is NULL).
typedef struct {
    RunSetup setup;
    const bool *wanted;
    Run *run; // made by run_side_by_side(); to be freed
} RunOrder;

// Makes several runs of the same cases at the same time. Each run has several processes, see
// batches.h; a case that ends its process is followed by a new one. What is in a Run does not
// depend on how many processes run at a time (slots.h).
void run_side_by_side(RunOrder *orders, int count, const CaseList *list);

Run *run_cases(const RunSetup *setup, const CaseList *list, const bool *wanted);
void run_free(Run *run);

// ---- outputs.c ------------------------------------------------------------------------------

void result_drop_output(Result *result, int buffer);

// ---- metrics.c ------------------------------------------------------------------------------

// The value of a sum of metrics for a case (grader/metrics.h). False if no launch has it.
bool run_metric(const Result *result, MetricSum sum, double *value);

// What the gates of the items read of the counted case of a group (NULL: of the part), besides
// counters: bits MACHINE_* of common/cudasim/cudasim.h.
unsigned metrics_measured(const Item *items, const char *group);

// The source line with the largest share of it; false if there is none.
bool run_metric_line(const Result *result, MetricSum sum, const char **file, int *line,
                     double *value);
// The same, of lines that do not count exactly what the launch's marks count: the line of the
// marked operation itself does.
bool run_unmarked_line(const Result *result, MetricSum sum, MetricSum marks, const char **file,
                       int *line, double *value);
