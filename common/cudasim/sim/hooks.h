// hooks.h - the events of the machine and of the runtime, and how to listen to them. The
// sender of an event does not know the listeners; an observer is a file that can be left
// out. One thread at a time sends events.
//
// Order within one launch: launch_begin, then for every block block_begin ...
// block_end, then launch_end. Between launch_pause and launch_resume the launch stands
// still, and other launches may begin and end. An access is reported before it takes
// effect: for a store the old bytes are still in memory.
#pragma once

#include "cost.h"
#include "error_number.h"
#include "sim.h"

// clang-format off
typedef enum { ACCESS_load, ACCESS_store, ACCESS_atom, ACCESS_red } AccessKind;
typedef enum { ASYNC_no, ASYNC_data, ASYNC_map } AsyncPart; // what it copies, or its tensor map
typedef enum { SCOPE_none, SCOPE_cta, SCOPE_cluster, SCOPE_gpu, SCOPE_sys } Scope;
typedef enum { ORDER_weak, ORDER_relaxed, ORDER_acquire, ORDER_release, ORDER_acq_rel, ORDER_sc } Order;
// clang-format on

// How the addresses of the lanes lie: found once for all observers.
typedef enum {
    PATTERN_any,
    PATTERN_uniform,   // all active lanes have the same address
    PATTERN_contiguous // lane l at first + l * width, for all lanes first..last active in one run
} Pattern;

typedef struct {
    Warp *warp;
    const Step *step;
    uint32_t index;       // of the step in warp->frame->code: counts[index]
    uint32_t mask;        // active lanes, not 0
    uint8_t kind;         // AccessKind
    uint8_t space;        // SPACE_global, SPACE_shared, SPACE_local (never generic)
    uint8_t width;        // bytes per lane: 1..32 (element bytes x vector length)
    uint8_t elem;         // bytes per element
    uint8_t order, scope; // volatile and atomics are at least relaxed
    uint8_t pattern;
    bool generic;          // the instruction had no state space
    Block *peer;           // shared memory of another block of the cluster; NULL: of the own block
    bool is_const;         // ld.const: the constant cache, not L1
    uint32_t stale;        // loads: the lanes for which an observer has chosen an older value
    uint8_t part;          // texel of a fetch: the first is 0
    uint8_t async;         // AsyncPart: of an asynchronous copy that is issued now, and ends later
    const uint64_t *addr;  // by lane: global address, or offset in shared/local memory
    uint8_t *host;         // PATTERN_contiguous/uniform in global or shared memory:
                           // where the bytes of the first active lane are; else NULL
    uint8_t *const *bytes; // by lane: where its bytes are (valid for active lanes)
    const uint8_t *value;  // stores: what will be written, lane l at value + l * value_stride
    unsigned value_stride;
} Access;

static inline Block *accessed_block(const Access *a) // an access to shared memory
{
    return a->peer ? a->peer : a->warp->block;
}

typedef struct {
    Warp *warp;
    const Step *step;
    uint32_t index;
    uint32_t mask;     // lanes that arrive now
    uint32_t id;       // barrier number
    uint32_t expected; // threads that the barrier waits for
    bool arrive_only;  // bar.arrive
    bool aligned;      // .aligned (bar, __syncthreads): all lanes must come together
} BarrierArrive;

// Part of an asynchronous copy: what one lane of a warp copies (async.h).
typedef struct {
    Warp *warp; // that issued the copy; it has gone on since
    const Code *code;
    const Step *step;
    unsigned lane;
    bool writes;      // its destination, or reads its source
    bool source_read; // a thread has waited until the source was read
    Block *block;     // whose shared memory; NULL: global memory
    uint64_t addr;    // in that shared memory
    uint32_t bytes;
    Block *barrier_block; // ended by an mbarrier of this block; NULL: by the thread's own wait
    uint64_t barrier;
} CopyPart;

// What is wrong with an API call.
typedef enum {
    CALL_mistake, // wrong in itself: an invalid free, a copy out of bounds
    CALL_refused, // the call only fails: a launch that is not possible
    CALL_suspect  // the call succeeds, but is probably a mistake
} CallProblem;

// What the work of a job is.
typedef enum { WORK_kernel, WORK_copy, WORK_copy_to_host, WORK_set, WORK_alloc, WORK_free } JobWork;

// The order in which observers get an event. It matters where one observer uses what
// another has made of the same event.
typedef enum {
    RANK_jobs,     // before others act on what makes a process give up
    RANK_debugger, // sees each event before others act on it
    RANK_timeline, // of the runtime
    RANK_pages,    // before the counters, which say what has moved
    RANK_counters, // before the observers that use counters or times
    RANK_summary,  // when the process ends, the summary comes before the last findings
    RANK_memcheck,
    RANK_leaks,
    RANK_synccheck,
    RANK_skipped,
    RANK_accumulators,
    RANK_undefined,
    RANK_shadow, // new memory is clean for those that use it
    RANK_initcheck,
    RANK_unset,
    RANK_racecheck,
    RANK_last_writer,
    RANK_weak,
    RANK_orders,
    RANK_streamcheck,
    RANK_origins,
    RANK_look,  // the recorder: before the findings are forgotten
    RANK_report // last: writes what all others have found
} ObserverRank;

typedef struct Observer {
    const char *name;
    ObserverRank rank;
    unsigned slot;     // index in the arrays `user` of Block, Launch and Child, given by hooks_add,
    bool has_slot;     // once
    bool needs_values; // Access.value is filled for stores only if an observer asks
    const struct JobParts *parts; // NULL: blocks run in order if it listens to them (jobs.h)
    void (*launch_begin)(Launch *l);
    void (*launch_end)(Launch *l);
    // An observer that has measured the traffic of the launch fills in *t; one that has not leaves
    // the estimate that is there. Sent before launch_end: the launch's time depends on it (cost.c).
    void (*launch_traffic)(CostTraffic *t);
    void (*launch_pause)(Launch *l);
    void (*launch_resume)(Launch *l);
    void (*block_begin)(Block *b);
    void (*block_end)(Block *b);
    void (*access)(const Access *a);
    // In place of access, if no other observer listens to accesses: a weak load or store of a word
    // of shared or global memory for each lane of a run, one behind the other (PATTERN_contiguous),
    // the first one at addr. False: nothing is done yet, and access has to see it.
    bool (*row)(Warp *w, const Step *s, uint64_t addr);
    // The strong load that has just been reported finds what it has found before, at the same
    // place: the warp waits for something, and does nothing else.
    void (*poll)(const Access *a);
    // After access, for loads from global memory: the observer may let lanes load other bytes,
    // which stay until the next step. Then a->host becomes NULL.
    void (*load)(Access *a, uint8_t *bytes[WARP_SIZE]);
    // A warp arrives at a block barrier. When the barrier is complete, all threads of the
    // phase (a mask for each warp) have synchronised.
    void (*barrier_arrive)(const BarrierArrive *e);
    void (*barrier_done)(Block *b, uint32_t id, const uint32_t *mask_by_warp);
    // Lanes `mask` of the warp have synchronised: bar.warp.sync, shfl.sync,
    // vote.sync, match.sync, redux.sync.
    void (*warp_sync)(Warp *w, const Step *s, uint32_t mask);
    // The lanes w->active begin to wait at such a step for other lanes of their mask `mask`.
    void (*warp_wait)(Warp *w, const Step *s, uint32_t mask);
    // The lanes w->mask shuffle: lane l gets the value of lane from[l]. The value of a lane of
    // `undefined` is undefined: from[l] takes no part. Sent before the values change places.
    void (*shuffle)(Warp *w, const Step *s, const int from[WARP_SIZE], uint32_t undefined);
    // Before each step of a warp that an observer watches (Warp.watched): w->active come to the
    // step, and the guard of w->mask holds.
    void (*step)(Warp *w, const Step *s);
    // Lanes arrive at the barrier of the cluster (`release` is false for .relaxed); all threads
    // have arrived; lanes go on.
    void (*cluster_arrive)(Warp *w, const Step *s, uint32_t mask, bool release);
    void (*cluster_done)(Cluster *c);
    void (*cluster_wait)(Warp *w, const Step *s, uint32_t mask);
    void (*fence)(Warp *w, const Step *s, uint32_t mask, Scope scope);
    // Lanes of `mask` access words that a copy still uses.
    void (*copy_unfinished)(const Access *a, uint32_t mask, const CopyPart *c);
    void (*copy_done)(const CopyPart *c);
    // A bulk copy brings sectors from global memory to a block.
    void (*copy_brings)(Warp *w, const Step *s, uint64_t sectors);
    // A block has exited while a bulk copy still used its shared memory.
    void (*copy_lost)(const CopyPart *c);
    // A warp issues a product of its warpgroup (wgmma); it commits those so far, as its group
    // number `group`; it has waited until all groups below `groups` have ended, for all warps.
    void (*product)(Warp *w, const Step *s);
    void (*product_commit)(Warp *w, uint32_t group);
    void (*product_wait)(Warp *w, uint32_t groups);
    // fence.proxy.async that orders accesses to shared memory, or the acquire of a tensor map
    // (MOD_tensormap).
    void (*proxy_fence)(Warp *w, const Step *s, uint32_t mask);
    void (*exit)(Warp *w, const Step *s, uint32_t mask);
    void (*fault)(Launch *l, const Fault *f);
    // A lane launches a child grid, or other work of the device runtime. The child begins
    // after the launching grid has ended, and ends with all its descendants. `parent` is the
    // grid that the child belongs to: the launching one, or the one that tail-launched it.
    // child_end is sent even if a fault kept the child from starting.
    void (*child_ask)(Warp *w, const Step *s, unsigned lane, Child *c);
    // The device runtime refuses a launch, with an error that only the kernel gets to know.
    void (*child_refused)(Warp *w, const Step *s, unsigned lane, Dim3 grid, Dim3 block,
                          ErrorNumber error);
    void (*child_begin)(Launch *parent, Child *c);
    void (*child_end)(Child *c);
    void (*mark)(Warp *w, const Step *s, uint32_t mask, uint32_t event); // pmevent
    void (*alloc)(Alloc *a);
    void (*release)(Alloc *a); // before the allocation is freed
    // The host (or a copy engine) reads or writes device memory.
    void (*host_read)(uint64_t addr, uint64_t n);
    void (*host_write)(uint64_t addr, uint64_t n);
    // n bytes are copied, by a call of the host or of a kernel; after host_read and host_write.
    // An address in no allocation is the host's own memory.
    void (*copy)(uint64_t to, uint64_t from, uint64_t n);

    // ---- sent by the runtime (cudart/) ------------------------------

    // The source line of the program's next calls; NULL: not known any more.
    void (*call_place)(const char *file, int line);
    void (*call_begin)(const char *call);
    // `kind` in a word or two ("invalid free"), `text` a sentence.
    void (*call_problem)(CallProblem p, const char *kind, const char *text);
    // With the name of the call's own error; NULL: no error of its own.
    void (*call_end)(const char *call, const char *error);
    // The machine works from now on, and the program's own code may run at the same time; then
    // the program's own code runs alone.
    void (*machine_works)(void);
    void (*machine_rests)(void);
    // A call has created an object with a handle (a stream, an event, a pool), which the call
    // `released_by` destroys; it has been destroyed.
    void (*created)(const void *handle, const char *released_by);
    void (*destroyed)(const void *handle);
    // The grader calls a function of the program, which has to release what it makes. When the
    // function returns, first its results of the host's memory are named; `failed`: after an error.
    void (*function_begins)(const char *mark);
    void (*function_result)(uint64_t addr, uint64_t n);
    void (*function_returns)(const char *mark, bool failed);
    // Jobs are what streams execute: kernels, copies, memsets, ... Streams have numbers from
    // 0, jobs from 1, in the order of their issue. `id` and `name` are the stream's for
    // readers; name is NULL except for the default streams.
    void (*stream_begin)(unsigned stream, unsigned device);
    void (*job_issue)(uint32_t job, unsigned stream, uint64_t id, const char *name);
    void (*job_after)(uint32_t job, uint32_t earlier); // the job waits for the earlier one
    // The job may begin before that one, the last of its stream, has ended, until it waits for it
    // (Warp.grid_waited). After job_after for the same two.
    void (*job_early)(uint32_t job, uint32_t earlier);
    // The stream waits for the record of an event; 0: for nothing, the event has no record yet.
    void (*stream_waits)(unsigned stream, uint32_t job);
    // All that happens between job_begin and job_end is the job's work. job_resume: a job
    // that was put aside goes on, until the next job_end.
    void (*job_begin)(uint32_t job, JobWork work, const char *what);
    void (*job_resume)(uint32_t job);
    void (*job_end)(void);
    // The job ends or begins the life of this memory.
    void (*job_owns)(uint64_t addr, uint64_t n);
    void (*host_waited)(uint32_t job);  // the host knows that the job has ended
    void (*host_told)(unsigned bits);   // the host learns this from an answer: a time, for example
    void (*host_sync)(unsigned device); // the host knows that all its jobs so far have ended
    void (*reset)(void);                // the device is reset: what was not freed is lost
    // Adds the number of findings so far that are errors, for --error-exitcode.
    void (*count_errors)(unsigned long *errors);
    void (*finish)(void); // the process ends
} Observer;

enum { MAX_OBSERVERS = MAX_LISTENERS };

struct Hooks {
    Observer *list[MAX_OBSERVERS];
    unsigned n;
    // Of those that listen to the most frequent events; the last one is NULL.
    void (*access[MAX_OBSERVERS + 1])(const Access *a);
    void (*barrier_arrive[MAX_OBSERVERS + 1])(const BarrierArrive *e);
    void (*barrier_done[MAX_OBSERVERS + 1])(Block *b, uint32_t id, const uint32_t *mask_by_warp);
    bool (*row)(Warp *w, const Step *s, uint64_t addr);
    bool no_rows; // an observer has to see all accesses whole
    // Does any observer
    bool values;       // need the values of stores,
    bool copies;       // listen to copy_unfinished,
    bool loads;        // listen to load,
    bool shuffle;      // listen to shuffle,
    bool warp_sync;    // listen to warp_sync?
    unsigned measured; // bits MEASURE_*
};

extern Hooks hooks_all; // device.hooks points here, always

// Adds an observer to the list, behind all of its rank, unless the list has it already. At
// most MAX_OBSERVERS.
void hooks_add(Observer *o);
bool hooks_has(const Observer *o);
void hooks_renew(void); // an observer of the list listens to another event
// What the observer of traffic measures of a launch. Each takes time, so only what is asked for is
// measured. All of it changes between launches only.
enum {
    MEASURE_counters = 1, // what each step moves
    MEASURE_shares = 2,   // what the busiest warp, thread and block do
    MEASURE_handed = 8,   // what blocks hand to each other
    MEASURE_times = 4     // what the time of the launch depends on: hits and misses of caches
};
void hooks_offer_traffic(Observer *o);
void hooks_want_times(void); // the program or its user looks at times: from now on, always
void hooks_measure(unsigned asked);

// EACH_HOOK(access, (a)); calls every observer that has the event.
#define EACH_HOOK(event, args) \
    for (unsigned hook_ = 0; hook_ < device.hooks->n; hook_++) \
        if (device.hooks->list[hook_]->event) \
    device.hooks->list[hook_]->event args

// The same for the most frequent events.
#define EACH_LISTENER(event, args) \
    for (unsigned hook_ = 0; device.hooks->event[hook_]; hook_++) \
    device.hooks->event[hook_] args

// ---- orders.c: the same work in many orders --------------------------

extern Observer orders_observer; // only with the option `orders`
