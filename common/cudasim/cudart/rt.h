// rt.h - the CUDA runtime API on top of the machine. Reading order: the state
// of the runtime and how every entry point opens and closes; handles; modules
// and kernels; streams, events and the virtual clock.
//
// Rules of use
// - Every entry point is ENTER() ... LEAVE(error). ENTER takes the one lock, starts the
//   machine at first use and advances the virtual clock. After a kernel has faulted, ENTER
//   returns that error from every call ("sticky"); after ENTER_ALWAYS the call goes on even
//   then. Host functions are called with the lock released.
// - Kernels and copies are executed when they are issued, in issue order. (Work that waits for
//   the host is held: held.c.) Each is a job on the timeline, which says when the job would have
//   run: job_new() before its effects happen, job_issue() after. A fault, and what kernels
//   printed, become visible when the host waits for the work, as on a GPU.
// - A function that the library lacks is one row NONE(...) of symbols.h.
#pragma once

// The library is built with hidden visibility; only the API is visible.
#pragma GCC visibility push(default)
#include <cuda_runtime_api.h>

// ---- api_device.c: cuda_profiler_api.h is not among the wheels that setup fetches -------

cudaError_t cudaProfilerStart(void);
cudaError_t cudaProfilerStop(void);

#include "cudasim.h"
#pragma GCC visibility pop

#include "cost_table.h"
#include "sim/hooks.h"
#include "sim/sim.h"

#include <stdbool.h>
#include <stdint.h>

// Opaque types of the API, in the spelling of this project.
typedef struct CUstream_st Stream;
typedef struct CUevent_st Event;
typedef struct Job Job;
typedef struct HeldWork HeldWork;
typedef struct Binary Binary;
typedef struct Kernel Kernel;
typedef struct Variable Variable;

// ---- context.c: the state, the lock, errors that stick ------------------------------

typedef struct {
    bool started;         // the machine runs
    cudaError_t dead;     // a kernel faulted: every call returns this error
    CudasimSpent spent;   // except now_us
    cudaError_t pending;  // a kernel faulted, and the host has not waited yet
    double now;           // virtual time of the host, microseconds
    const char *call;     // the API call that is being executed
    double call_began;    // its time
    bool launch_blocking; // CUDA_LAUNCH_BLOCKING
    bool single_queue;    // option queue=single
    unsigned device_flags;
    enum cudaFuncCache cache_config;
    Stream *streams; // all, the two default streams first
    Stream *last_stream;
    Stream *legacy;
    Binary *binaries;
    unsigned long launch_errors; // launches that faulted
    char mark[256];              // cudasimMark: the label of the launches that follow
} Runtime;
extern Runtime rt;

// `us` is how long the call keeps the host busy; the constants are in the cost table.
cudaError_t rt_enter(const char *call, double us, bool even_if_dead);
cudaError_t rt_leave(cudaError_t e); // remembers e as the thread's last error, unlocks
void rt_unlock(void);                // around calls of the program's own functions
void rt_lock(void);
bool rt_try_lock(void); // false: somebody has it
// One line "cudasim: ..." on standard error.
void rt_say(const char *format, ...) __attribute__((format(printf, 1, 2)));
// The host has waited for work: shows faults and printed text. Returns rt.dead.
cudaError_t rt_waited(void);
// The GPU is lost to this process from now on. The host learns of it in rt_waited.
void rt_fault(cudaError_t e);
cudaError_t rt_missing(bool *told, const char *name); // for NONE rows
cudaError_t *rt_last_error(void);                     // of the calling thread
bool rt_errors(void);                                 // has anything been found?
void rt_end(void);         // the program has ended: writes all reports, once
void rt_flush_print(void); // what kernels have printed, to standard output

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

// A program compiled with one default stream per thread calls cudaFoo_ptsz and cudaFoo_ptds
// (default_stream.c). The next call of this thread is such a call:
void rt_default_per_thread(void);
// Is stream 0 the thread's own stream in the call that is being executed?
bool rt_zero_is_per_thread(void);

// ---- runtime_options.c ---------------------------------------------------------------

// Reads the options of the runtime, the timeline and the machine. Returns the others of
// CUDASIM_OPTIONS, for the observers (malloc'ed); NULL with one line on standard error if one is
// wrong.
char *options_read(void);

// ---- host_fault.c: the host's own accesses to device memory ----------------------------

void host_fault_watch(void);

// ---- handles.c: the objects behind the pointers that a program passes to a call ----------

typedef enum {
    HANDLE_none,
    HANDLE_kernel,
    HANDLE_variable,
    HANDLE_stream,
    HANDLE_event,
    HANDLE_pool,
    HANDLE_library,
    HANDLE_lost_event // of a device that has been reset
} HandleKind;

int handle_put(const void *key, HandleKind kind, void *object); // 0; -1: the key is NULL
void handle_drop(const void *key);
void *handle_get(const void *key, HandleKind kind); // NULL: the key is no such handle
bool handle_is(const void *key, HandleKind kind);
// Drops all objects of a kind. Their handles stay behind as another kind.
void handles_forget(HandleKind kind, HandleKind become, void (*drop)(void *object));

// ---- register.c: modules, kernels, variables ------------------------------------

// What __cudaRegisterFatBinary gets. Version 1: `data` is a fat binary.
// Version 2 (nvcc -rdc=true): `data` is what the device linker made, which is
// empty when there is only PTX, and `parts` lists the fat binaries of all
// translation units, NULL at the end. These are addresses of the host.
typedef struct {
    uint32_t magic, version;
    uint64_t data, parts;
} FatWrapper;

struct Binary { // one registered fat binary: a translation unit, or an -rdc program
    FatWrapper wrapper;
    Binary *next;
    Kernel *kernels;
    Variable *variables;
    bool tried;        // to load it
    cudaError_t error; // how that ended
    Program *program;
    unsigned ptx_version; // of its PTX, for cudaFuncGetAttributes
};

struct Kernel { // a cudaKernel_t
    Binary *binary;
    char *name; // mangled
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
    char *name;
    Variable *next;
    uint64_t managed; // address of the host's pointer to a managed variable, else 0
    Symbol *symbol;   // NULL until the module is loaded
};

// The kernel behind a host stub or a cudaKernel_t, loaded and ready to run.
cudaError_t binary_load(Binary *b); // the first time: reads its PTX
cudaError_t binary_load_ptx(Binary *b, const PtxText *text, unsigned n);
Kernel *kernel_new(Binary *b, const char *name);
cudaError_t kernel_find(const void *function, Kernel **kernel);
// The variable behind a host shadow (or the address of a managed one).
cudaError_t variable_find(const void *symbol, uint64_t *address, size_t *size);
void register_forget(void); // cudaDeviceReset: variables get their first values again

// ---- api_library.c -----------------------------------------------------------------

void libraries_forget(void); // cudaDeviceReset

// ---- api_launch.c ------------------------------------------------------------------

typedef struct {
    Dim3 grid, block, cluster;
    size_t shared;
    cudaStream_t stream;
    bool cooperative;
} LaunchConfig;

int kernel_max_threads(const Kernel *k);
size_t kernel_max_dynamic(const Kernel *k);

// ---- launch_job.c ------------------------------------------------------------------

void launch_note_children(void);               // notes the grids that kernels launch, for drawings
void launch_describe(Job *j, const Launch *l); // a launch that has been executed

// ---- api_stream.c --------------------------------------------------------------------

struct CUstream_st {
    Stream *next, *before;
    unsigned flags;
    int priority;
    unsigned long long id;
    unsigned index;   // small number: for observers
    const char *name; // of a default stream, else NULL
    bool destroyed;   // it is freed with its last job
    unsigned coming;  // jobs that are not issued yet: held, or their host function runs
    Job *last;        // issued last, maybe long done; NULL: none yet
    Job *head, *tail; // not started yet
    double expected;  // about when its work will be done, for %globaltimer
    struct {          // what the program has set and can ask for; without effect here
        struct cudaAccessPolicyWindow window;
        uint8_t sync_policy, domain, nvlink;
        cudaLaunchMemSyncDomainMap domains;
    } attributes;
};

struct CUevent_st {
    unsigned flags;
    Job *job;         // NULL: never recorded
    HeldWork *record; // the last record is held, see held.c
};

Stream *stream_find(cudaStream_t s); // NULL: not a stream
Stream *stream_new(unsigned flags, int priority, const char *name);

// Does the calling thread execute a host function? If so, it works for `us` microseconds.
bool host_function_works(double us);
// Frees all streams and events that the program created. No work is left.
void streams_forget(void);

// ---- held.c: work that waits for the host, or comes behind such work ------------------
//
// Most programs never hold work, and never get past these three questions.

bool held_any(void);               // is work held?
bool held_in(const Stream *s);     // is work of this stream held?
bool held_before(const Stream *s); // is work held that new work in the stream follows?

// Called for held work when it may run. cudaErrorNotReady: call it again later.
typedef cudaError_t HeldFn(void *args, const HeldWork *work);
// Holds work of a stream, with a copy of its arguments. begun: a grid, half done.
HeldWork *hold(Stream *s, bool begun, HeldFn *go_on, const void *args, size_t bytes);
void held_follows(HeldWork *w, HeldWork *record, Job *job); // a held record, or this job
Job *held_job(const HeldWork *w);                           // the job of held_follows
void held_recorded(const HeldWork *record, Job *job);       // the record has become a job
bool held_is_given_up(const HeldWork *w);                   // its grid can never go on

// The clocks of waiting grids usually stand between two looks. They go on with the host's clock
// while it makes no calls; and by a step if the host waits and nothing else can happen.
typedef enum { HELD_NO_TIME, HELD_HOST_TIME, HELD_STEP } HeldTime;
enum { HELD_LOOK_US = 500 }; // between two looks
HeldTime held_time_passes(void);
void held_time_passed(void); // the clock of a grid has gone on
void held_look(void);        // executes the held work that can go on
// The host waits: for all held work; for that of a stream; for the work that new work in a
// stream follows; for the record of an event.
void held_finish_all(void);
void held_finish(const Stream *s);
void held_finish_before(const Stream *s);
void held_finish_record(const Event *e);
void held_start_thread(void); // looks at held work while the host makes no calls
void held_end(void);          // the program ends

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

// A grid that a kernel launched: part of the job of the grid that the host launched.
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
    Stream *stream; // NULL once the job has started
    unsigned long long stream_id;
    const char *stream_name;
    int priority;
    uint32_t number;       // for observers
    uint64_t serial;       // order of issue
    uint64_t works;        // jobs up to here that are not marks
    uint64_t first_kernel; // serial of the first kernel that this job follows directly
    Job **deps;            // the jobs that must be done before this one starts
    unsigned ndeps, size_deps;
    Job *next;                  // in its stream
    Job *next_active;           // all that are not done, in order of issue
    double issued;              // when the GPU gets to know the job
    double us;                  // duration alone on the GPU
    double units;               // multiprocessors that it can use
    double compute, memory;     // shares of the GPU's throughput while alone
    double granted, left, rate; // while it runs: multiprocessors, part still to do, speed
    double start, end;
    bool running, done;
    int engine;          // where it runs, once it has started: Queue in timeline.c
    uint64_t queue_turn; // single queue: its number in the queue of its engine
    // For the drawings:
    char *name; // malloc'ed, may be NULL
    char *args; // the same
    Dim3 grid, block;
    uint32_t shared;
    uint64_t launch, bytes;
    double own_us;  // without the grids that its kernel launched
    JobGrid *grids; // those grids
    unsigned ngrids;
};

void timeline_init(void);
// A job that follows all jobs that come before it by stream order. The caller has a reference.
Job *job_new(Stream *s, JobKind kind);
void job_after(Job *j, Job *dep); // it also follows this job
void job_issue(Job *j);           // takes the caller's reference
Job *job_ref(Job *j);             // NULL stays NULL, here and below
void job_drop(Job **j);
Job *stream_mark(Stream *s); // a job that takes no time, with a reference
void stream_drop(Stream *s); // frees a destroyed stream that has started all its jobs
void timeline_advance(void); // up to rt.now
void timeline_wait(Job *j);  // the host waits; NULL: for nothing
void timeline_wait_stream(Stream *s);
void timeline_wait_all(void);
bool timeline_stream_done(Stream *s);      // if so, the host knows it from now on
double timeline_expected(const Stream *s); // about when new work in the stream would start

// ---- delays.c: which call made what wait, for cudasimDelays() ----------------------------

// What decided when a job started.
typedef struct {
    enum { START_issued, START_job_ended, START_engine_free, START_queue_moved } by;
    uint32_t job; // that ended, freed the engine, or was before it in the queue
} JobStart;

bool delays_wanted(void);
void delays_mark(bool begins);
void delays_place(const char *file, int line); // of the calls that follow
void delays_issued(const Job *j, bool legacy);
void delays_started(const Job *j, JobStart began);
void delays_ended(const Job *j);
void delays_host_waited(uint32_t job, double us); // in the call that is being executed
void delays_called(const char *call, double begin, double end);
void delays_host_works(double begin, double end);

// ---- trace_waits.c: what each job had to wait for, for the recorder ------------------------

void waits_place(const char *file, int line); // of the calls that follow
void waits_issued(const Job *j, bool legacy);
void waits_after(const Job *j, const Job *earlier);
void waits_started(const Job *j, JobStart began);
void waits_host_waited(uint32_t job); // in the call that is being executed

// ---- trace.c: the drawings of the timeline ---------------------------------------------

// The files to write; NULL: not wanted.
void trace_to(const char *json, const char *text, const char *svg);
bool trace_wanted(void);
void trace_job(const Job *j); // a job that is done
void trace_call(const char *name, double begin, double end);
void trace_mark(bool begins); // the part of the program that is drawn begins, or ends
void trace_write(void);       // the program ends

// ---- api_device.c ---------------------------------------------------------------------

int device_attribute(enum cudaDeviceAttr attr); // 0: unknown

// ---- api_memory.c ---------------------------------------------------------------------

// The live allocation at an address that the host has named. What kernels allocate is theirs alone:
// no call of the host may use it, or find out where it is.
Alloc *memory_of_host(uint64_t addr);
cudaError_t memory_alloc(void **p, size_t size, MemKind kind);
// Frees the allocation that starts at p, if its kind is one of `kinds` (bits 1 << MemKind).
cudaError_t memory_release(const char *call, const void *p, unsigned kinds);
void memory_forget(void); // frees everything that the program has allocated

// ---- api_copy.c -----------------------------------------------------------------------

// cudaMemcpy between device memory and memory of the machine's own process: the grader's runner.
cudaError_t memory_fill(void *dst, const void *own, size_t n);
cudaError_t memory_fetch(void *own, const void *src, size_t n);
// Where the machine has these bytes of device memory, as they are now: nothing is copied, and no
// observer sees a read. Errors are those of memory_fetch.
cudaError_t memory_view(const void **own, const void *src, size_t n);

// ---- api_pool.c -----------------------------------------------------------------------

void memory_leaves_pool(Alloc *a); // before it is freed
