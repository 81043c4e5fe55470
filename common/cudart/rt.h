// rt.h - the CUDA runtime API on top of the machine. Reading order: the state
// of the runtime and how every entry point opens and closes; handles; modules
// and kernels; streams, events and the virtual clock.
//
// Rules of use
// - Every entry point is ENTER() ... LEAVE(error). ENTER takes the one lock,
//   starts the machine at first use, advances the virtual clock, and returns at
//   once if an earlier kernel has faulted ("sticky" errors); ENTER_ALWAYS does
//   so even then. Host functions are called with the lock released.
// - Kernels and copies run when they are issued, in issue order (but for those that
//   wait for the host, see held.c). Each is a job on the timeline, which says when it would have
//   run: job_new() before its effects happen, job_issue() after. A fault and what kernels printed
//   become visible when the host waits for the work, as on a GPU.
// - What the library lacks is one row NONE(...) of symbols.h.
#pragma once

// The library is built with hidden visibility; the API is what it shows.
#pragma GCC visibility push(default)
#include <cuda_runtime_api.h>

// ---- api_device.c: cuda_profiler_api.h is not among the wheels that setup fetches -------

cudaError_t cudaProfilerStart(void);
cudaError_t cudaProfilerStop(void);

#include "cudasim.h"
#pragma GCC visibility pop

#include "observers/streamcheck.h"
#include "cost_table.h"
#include "sim/hooks.h"
#include "sim/sim.h"

#include <stdbool.h>
#include <stdint.h>

// Opaque types of the API, in the spelling of this project.
typedef struct CUstream_st Stream;
typedef struct CUevent_st Event;
typedef struct Job Job;
typedef struct Work Work;
typedef struct Binary Binary;
typedef struct Kernel Kernel;
typedef struct Variable Variable;

// ---- context.c: the state, the lock, errors that stick, what kernels print ----

typedef struct {
    bool started;        // the machine runs
    cudaError_t dead;    // every call returns this: a kernel faulted
    CudasimSpent spent;  // but for now_us
    cudaError_t pending; // a kernel faulted, and the host has not waited yet
    double now;          // virtual time of the host, microseconds
    const char *call;    // the API call that is being executed, and since when
    double call_began;
    bool launch_blocking; // CUDA_LAUNCH_BLOCKING
    bool single_queue;    // option queue=single
    unsigned device_flags;
    enum cudaFuncCache cache_config;
    Stream *streams; // all, the two default streams first
    Stream *last_stream;
    Stream *legacy;
    Binary *binaries;
    unsigned long launch_errors; // launches that faulted
} Runtime;
extern Runtime rt;

// How long a call keeps the host busy is in cost_table.h.
cudaError_t rt_enter(const char *call, double us, bool even_if_dead);
cudaError_t rt_leave(cudaError_t e); // remembers e as the thread's last error, unlocks
void rt_unlock(void);                // around calls of the program's own functions
void rt_lock(void);
// One line "cudasim: ..." on standard error.
void rt_say(const char *format, ...) __attribute__((format(printf, 1, 2)));
// The host has waited for work: shows faults and printed text. Returns rt.dead.
cudaError_t rt_waited(void);
// Declares the GPU lost to this process; what the fault was is told by rt_waited.
void rt_fault(cudaError_t e);
cudaError_t rt_missing(bool *told, const char *name); // for NONE rows
// The last error of the calling thread.
cudaError_t *rt_last_error(void);
void rt_flush_print(void);

#define ENTER_US(us) \
    do { \
        cudaError_t dead_ = rt_enter(__func__, us, false); \
        if (dead_) \
            return rt_leave(dead_); \
    } while (0)
#define ENTER() ENTER_US(COST_CALL_US)
#define ENTER_ALWAYS() \
    do { \
        cudaError_t dead_ = rt_enter(__func__, COST_CALL_US, true); \
        if (dead_) \
            return rt_leave(dead_); \
    } while (0)
#define LEAVE(e) return rt_leave(e)

// cudaFoo_ptsz and cudaFoo_ptds are what a program calls that was compiled with
// a default stream of its own for each thread; see default_stream.c. This says
// that the next call of this thread is one of them.
void rt_default_per_thread(void);
// And what stream 0 means to the call that is being executed.
bool rt_zero_is_per_thread(void);

// ---- host_fault.c: the host's own accesses to device memory ----------------------------

void host_fault_watch(void);

// ---- handles.c: what a pointer that the program hands in stands for ------------

typedef enum {
    HANDLE_none,
    HANDLE_kernel,
    HANDLE_variable,
    HANDLE_stream,
    HANDLE_event,
    HANDLE_pool,
    HANDLE_lost_event // of a device that has been reset
} HandleKind;

int handle_put(const void *key, HandleKind kind, void *object); // 0, or -1: no memory
void handle_drop(const void *key);
void *handle_get(const void *key, HandleKind kind); // NULL if it is none
bool handle_is(const void *key, HandleKind kind);
// Drops all objects of a kind. Their handles stay behind as another kind.
void handles_forget(HandleKind kind, HandleKind become, void (*drop)(void *object));

// ---- register.c: modules, kernels, variables ------------------------------------

struct Binary { // one registered fat binary: a translation unit, or an -rdc program
    const struct FatWrapper *wrapper;
    Binary *next;
    Kernel *kernels;
    Variable *variables;
    bool tried;        // loading has been tried
    cudaError_t error; // how it ended
    Program *program;
    unsigned ptx_version; // of the PTX it holds, for cudaFuncGetAttributes
};

struct Kernel { // a cudaKernel_t
    Binary *binary;
    const char *name; // mangled
    Kernel *next;
    Code *code; // NULL until the module is loaded
    cudaError_t error;
    int max_dynamic; // opt-in dynamic shared memory, -1: the default
    int carveout;
    bool nonportable_cluster;
    int cluster_policy;
};

struct Variable {
    Binary *binary;
    const char *name;
    Variable *next;
    void **managed; // the host's pointer to a managed variable, else NULL
    Symbol *symbol; // NULL until the module is loaded
};

// The kernel behind a host stub or a cudaKernel_t, loaded and ready to run.
cudaError_t kernel_find(const void *function, Kernel **kernel);
cudaError_t kernel_ready(Kernel *k);
// The variable behind a host shadow (or the address of a managed one).
cudaError_t variable_find(const void *symbol, uint64_t *address, size_t *size);
void register_forget(void); // cudaDeviceReset: variables start anew

// ---- api_launch.c ------------------------------------------------------------------

typedef struct {
    Dim3 grid, block, cluster;
    size_t shared;
    cudaStream_t stream;
    bool cooperative;
} LaunchConfig;

int kernel_max_threads(const Kernel *k);
size_t kernel_max_dynamic(const Kernel *k);
cudaError_t launch_status_error(LaunchStatus s);
void launch_trace(void); // notes the grids that kernels launch, for the timeline

// ---- api_stream.c --------------------------------------------------------------------

struct CUstream_st {
    Stream *next, *before;
    unsigned flags;
    int priority;
    unsigned long long id;
    unsigned index;   // small number, used again: for streamcheck
    const char *name; // of a default stream, else NULL
    bool destroyed;   // goes away with its last job
    unsigned coming;  // jobs not yet issued: held, or a host function runs in between
    Job *last;        // issued last, maybe long done; NULL: none yet
    Job *head, *tail; // not started yet
    double expected;  // about when its work will be done, for %globaltimer
    struct {          // what a program has set, to be told again: it changes nothing here
        struct cudaAccessPolicyWindow window;
        uint8_t sync_policy, domain, nvlink;
        cudaLaunchMemSyncDomainMap domains;
    } attributes;
};

struct CUevent_st {
    unsigned flags;
    Job *job;     // NULL: never recorded
    Work *record; // the last record is held, see held.c
};

Stream *stream_find(cudaStream_t s); // NULL: not a stream
Stream *stream_new(unsigned flags, int priority, const char *name);

bool host_function_works(double us); // for cudasimHostWork: it is called by one
void streams_forget(void);           // all that the program made, and events; no work is left

// ---- held.c: work that waits for the host, or for such work ---------------------------

// Executes and issues work. `held`: NULL if that happens in the call which asks for it. It
// returns cudaErrorNotReady to be called again later.
typedef cudaError_t WorkFn(void *args, const Work *held);
// Does it at once, or holds it with a copy of its arguments, until it may run.
// host_waits: the call is to return only when it is done.
cudaError_t work_issue(Stream *s, bool host_waits, WorkFn *run, void *args, size_t bytes);
bool work_blocked(const Stream *s); // what is issued there now has to be held
bool work_held(const Stream *s);    // it has not done all its work; NULL: no stream has
Work *work_hold(Stream *s, WorkFn *run, const void *args, size_t bytes); // NULL: no memory
void work_after(Work *w, Work *record, Job *job); // it follows a held record, or this job
Job *work_job(const Work *w);                     // this job
void work_recorded(Work *record, Job *job);       // the record has become a job
bool work_is_lost(const Work *w);                 // is this grid to be given up?
void work_look(void);                             // at what is held: can it go on?
void work_stand_in(void);                         // the host goes on: somebody must look meanwhile
void work_finish(const Stream *s);                // the host waits for the stream; NULL: for all
void work_finish_event(const Event *e);
void work_end(void); // the program ends

// ---- timeline.c: the virtual clock, engines and queues ------------------------------

typedef enum { JOB_mark, JOB_kernel, JOB_copy, JOB_set, JOB_host } JobKind;
typedef enum {
    COPY_to_device,
    COPY_to_host,
    COPY_on_device,
    COPY_on_host,
    COPY_to_device_paged,
    COPY_to_host_paged // host memory that is not pinned
} CopyWay;

// A grid that a kernel launched, as part of the job of the first one.
typedef struct {
    char *name, *args; // malloc'ed
    double begin, end; // from the start of the job, as if it ran alone
    double over;       // the end with all its descendants
    Dim3 grid, block;
    uint32_t shared, depth;
    uint64_t launch, launcher;
} JobGrid;

struct Job {
    unsigned refs;
    JobKind kind;
    CopyWay way;
    Stream *stream; // valid until it has started
    unsigned long long stream_id;
    const char *stream_name;
    int priority;
    uint32_t check;        // its number for streamcheck
    uint64_t serial;       // order of issue
    uint64_t first_kernel; // serial of the first kernel that it follows directly
    Job **deps;            // what must be done before it starts
    unsigned ndeps, size_deps;
    Job *next;                  // in its stream
    Job *next_active;           // all that are not done, in order of issue
    double issued;              // when the GPU knows of it
    double us;                  // duration alone on the GPU
    double units;               // multiprocessors' worth of room it can use
    double compute, memory;     // shares of the GPU's throughput while alone
    double granted, left, rate; // while it runs: room, part still to do, speed
    double start, end;
    bool running, done;
    int engine;          // where it runs, once it has started (timeline.c)
    uint64_t queue_turn; // single queue: its number in the queue of its engine
    // for the drawing
    char *name; // malloc'ed, may be NULL
    char *args; // the same
    Dim3 grid, block;
    uint32_t shared;
    uint64_t launch, bytes;
    double own_us;  // without the grids that it launched
    JobGrid *grids; // these
    unsigned ngrids;
    unsigned row; // of its engine, see trace.c
};

int timeline_init(void);
// A job that follows everything that stream order tells. It has a reference.
Job *job_new(Stream *s, JobKind kind);
void job_after(Job *j, Job *dep); // and this one, too
void job_issue(Job *j);           // gives the reference away
Job *job_ref(Job *j);             // NULL stays NULL, here and below
void job_drop(Job **j);
Job *stream_mark(Stream *s); // a job that takes no time, with a reference
void timeline_advance(void); // up to rt.now
void timeline_wait(Job *j);  // the host waits; NULL: for nothing
void timeline_wait_stream(Stream *s);
void timeline_wait_all(void);
bool timeline_stream_done(Stream *s); // if so, the host knows it now
void stream_drop(Stream *s);          // if it is destroyed and has started all its jobs
bool timeline_idle(void);             // everything is done
double timeline_expected(const Stream *s);

// ---- trace.c: drawing the timeline -----------------------------------------------------

void trace_init(const char *json, const char *text, const char *svg); // NULL: not wanted
bool trace_wanted(void);
void trace_job(const Job *j); // it is done
void trace_call(const char *name, double begin, double end);
void trace_mark(bool begins); // of what is to be drawn, or its end
void trace_write(void);

// ---- api_error.c ----------------------------------------------------------------------

typedef struct {
    int code;
    const char *name, *text;
} ErrorText;

// ---- api_device.c ---------------------------------------------------------------------

int device_attribute(enum cudaDeviceAttr attr); // within the lock; 0: unknown

// ---- api_memory.c ---------------------------------------------------------------------

cudaError_t memory_alloc(void **p, size_t size, MemKind kind);
// Frees what starts at p and is of one of the kinds (bits 1 << MemKind).
cudaError_t memory_release(const char *call, const void *p, unsigned kinds);
void memory_forget(void);

// ---- api_pool.c -----------------------------------------------------------------------

void memory_leaves_pool(Alloc *a); // before it is freed
