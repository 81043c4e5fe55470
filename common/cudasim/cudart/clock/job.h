// job.h - a job: a kernel, a copy, a memset, a host function or a mark on the timeline; and who is
// told what happens to jobs.
#pragma once

#include "state.h"

// JOB_graph: all nodes of a graph's launch, in drawings only.
typedef enum { JOB_mark, JOB_kernel, JOB_copy, JOB_set, JOB_host, JOB_graph } JobKind;
typedef enum {
    COPY_to_device,
    COPY_to_host,
    COPY_on_device,
    COPY_to_peer, // another device
    COPY_on_host,
    COPY_to_device_paged,
    COPY_to_host_paged // host memory that is not pinned
} CopyWay;

// A grid that a kernel launched: part of the job of the grid that the host launched.
typedef struct {
    char *name, *args; // malloc'ed
    double begin, end; // from the start of the job, as if it ran alone
    double over;       // the end with all its descendants
    Dim3 grid, block;
    uint32_t shared, depth;
    uint64_t launch, launcher;
} JobGrid;

// A launch of a graph. It stays for good: drawings and findings name it.
typedef struct GraphLaunch {
    const char *label;         // of the graph: "graph 1"
    unsigned long long stream; // of the launch
    const char *stream_name;
    unsigned device;
} GraphLaunch;

// As Nsight Systems names moves of pages of managed memory.
#define UNIFIED_TO_DEVICE "[CUDA memcpy Unified Host-to-Device]"
#define UNIFIED_TO_HOST "[CUDA memcpy Unified Device-to-Host]"
// Pages of managed memory for which a kernel has waited.
typedef struct {
    uint64_t faults, to_device, to_host; // faults, and bytes moved
    double us;                           // part of the kernel's time
} JobPages;

typedef struct Job Job;
struct Job {
    unsigned refs;
    JobKind kind;
    CopyWay way;
    Stream *stream; // NULL once the job has started
    unsigned long long stream_id;
    const char *stream_name;
    unsigned device;
    int priority;
    uint32_t number;       // for observers
    uint64_t serial;       // order of issue
    uint64_t works;        // jobs up to here that are not marks
    uint64_t first_kernel; // serial of the first kernel that this job follows directly
    Job **deps;            // the jobs that must be done before this one starts
    unsigned ndeps, size_deps;
    Job *next;        // in its stream
    Job *next_active; // all that are not done, in order of issue
    double issued;    // when the GPU gets to know the job
    double us;        // duration alone on the GPU
    // Of kernels: when all blocks have let dependents begin; of one that may begin early, how long
    // it works until it waits for the kernel in front, otherwise 0.
    double trigger_us, early_us;
    bool triggers;              // a block has done that: otherwise dependents begin at the end
    double units;               // multiprocessors that it can use
    double compute, memory;     // shares of the GPU's throughput while alone
    double granted, left, rate; // while it runs: multiprocessors, part still to do, speed
    double start, end;
    bool running, done;
    bool prefetch; // a copy that is one of pages
    JobPages pages;
    int engine;               // where it runs, once it has started: Queue in timeline.c
    uint64_t queue_turn;      // single queue: its number in the queue of its engine
    const GraphLaunch *graph; // whose node it is; or NULL
    // For the drawings:
    char *name; // malloc'ed, may be NULL
    char *args; // the same
    Dim3 grid, block;
    uint32_t shared;
    uint64_t launch, bytes;
    unsigned from, to; // of a copy between devices,
    unsigned denied;   // of which so many may not access the other's memory
    double own_us;     // without the grids that its kernel launched
    JobGrid *grids;    // those grids
    unsigned ngrids;
};

Job *job_ref(Job *j); // NULL stays NULL, here and below
void job_drop(Job **j);
void job_drop_deps(Job *j); // the job follows nothing any more

// ---- job.c: who watches the timeline --------------------------------

// What decided when a job started.
typedef struct {
    enum { START_issued, START_job_ended, START_engine_free, START_queue_moved } by;
    uint32_t job; // that ended, freed the engine, or was before it in the queue
} JobStart;

// The drawings, and the delays. The clock does not know them: it reports to the list. A function
// may be NULL.
typedef struct ClockWatcher ClockWatcher;
struct ClockWatcher {
    ClockWatcher *next;
    void (*after)(const Job *j, const Job *earlier); // a new job follows an earlier one
    void (*issued)(const Job *j);                    // to j->stream
    void (*started)(const Job *j, JobStart began);
    void (*ended)(const Job *j);
    // In the call that is being executed the host has waited for the job.
    void (*host_waited)(uint32_t job, double us);
    void (*called)(const char *call, double begin, double end); // a call is over
    void (*host_worked)(double begin, double end);              // cudasimHostWork()
    void (*mark)(bool begins);                                  // cudasimMark()
    void (*place)(const char *file, int line);                  // of the calls that follow
    void (*stream)(unsigned long long id);                      // the program creates one
};
extern ClockWatcher *clock_watchers;
void clock_watch(ClockWatcher *w);
#define EACH_WATCHER(function, args) \
    for (const ClockWatcher *w_ = clock_watchers; w_; w_ = w_->next) \
        if (w_->function) \
    w_->function args
