// cudasim.h - what the simulator's libcudart.so offers beyond the CUDA
// runtime API, and how it is configured.
//
// One environment variable has the options. The machine reads it at the program's first CUDA call;
// build/cudasim and the grader's runner set it for the machine, not for the program; users need
// not:
//
//   CUDASIM_OPTIONS="tool=memcheck,racecheck;seed=7;schedule=shuffle;
//                    budget=1000000000;counters=FILE;report=FILE"
//
//   tool      memcheck, racecheck, initcheck, synccheck, streamcheck, separated by
//             commas; or "all"; or "none" (default)
//   schedule  "inorder" (default: blocks and warps in order, each runs until it must
//             wait) or "reorder" (blocks start in another order, which the seed decides) or
//             "interleave" (blocks start in order; they and their warps have turns of random
//             length, and lanes fall behind, as the seed decides) or "shuffle" (both)
//   memory-model  "strong" (default: every load finds the newest value) or "weak" (a load may
//             find an older value of a word that another block has written, unless fences,
//             releases or barriers forbid it; needs racecheck; the seed decides)
//   seed      any 64-bit number; together with the schedule it decides the order
//   orders    for a program that hosts the machine (machine.h): it runs the same work up to so
//             often, in other orders of the blocks' accesses, and with other older values where
//             memory is weak; the schedule is "inorder" (default 0: once)
//   compile   executions of a row of instructions, after which it is compiled for this processor
//             (default 1000; 0: never). No result depends on it
//   jobs      processes that execute one launch, side by side (default 1, at most 256; the program
//             cudasim: the cores that it may use). No result depends on it
//   jobs-from  warp instructions that a launch still has to execute, from which others help
//             (default 4 million). No result depends on it
//   budget    a launch that executes more warp instructions is stopped with
//             cudaErrorLaunchTimeout (default 0: no limit)
//   counters  file that receives one line per launch, each a JSON object; a line is
//             written and flushed when its launch has ended. "fd:N" writes to an open
//             descriptor.
//   lines     "on" (default): also counters of every source line; "host": only of
//             launches by the host; "off"
//   zeros     "all" (default: a launch by the host lists metrics that are 0, too); "once": only
//             the first one does
//   summary   file (or "stderr") for a table of kernels: launches from the host and
//             from kernels, total, average, minimum and maximum virtual time
//   devices   how many devices there are, 1 (default) to 8; each has the memory of `memory`
//   link      what joins them: "nvlink" (default) or "pcie"
//   queue     "independent" (default: a kernel waits for its own stream only) or
//             "single" (one queue for kernels and one for each direction of
//             copies, as the first GPUs with concurrent kernels had)
//   cache-control  "none" (default) or "all": the caches are empty when a kernel begins,
//             as under ncu without --cache-control none
//   memory    bytes of device memory for the program ("8M", "2G"), in addition to what the
//             runtime itself uses: a smaller card
//   free      bytes of device memory that are free for the program: the same card, of which
//             other programs use the rest
//   bounds    "granules" (default: a kernel may access the rest of the 512 bytes in which an
//             allocation ends, as on the card) or "exact" (any access beyond the bytes that
//             were asked for is a fault; memcheck reports such accesses in any case)
//   fresh-memory  what new memory holds: "plain" (default: allocated memory 0, shared memory and
//             local variables all bits 1, registers 0) or "seed" (something else, which the seed
//             decides; variables that are 0 by the language stay 0)
//   timeline, timeline-text, timeline-svg
//             file that receives the virtual timeline when the program ends: as
//             Trace Event JSON, as text of 80 columns ("stderr": there), as SVG
//   look      file that receives a recording when the program ends: one JSON document, for a page
//             that shows what the kernels did (common/cudasim/look/README.md); "fd:N" writes to an
//             open descriptor. It is bounded: of long programs only the beginning is recorded
//   destroy-on-device-error  "context" (default): after a bad access, all calls return an
//             error; "kernel": with memcheck, the access is only reported, and the program
//             goes on
//   report-api-errors  "explicit" (default): memcheck reports every call that returns an
//             error; "no": only calls that would do harm
//   report    file for the readable findings (default standard error; "none")
//
// One line of `counters`:
//
//   {"launch":0,"mark":"...","kernel":"reduce(int*, const int*, int)",
//    "grid":[8,1,1],"block":[256,1,1],"registers":32,"frame":0,"resident":64,
//    "shared":1024,"status":0,"us":3.2,
//    "executed":4711,
//    "metrics":{"launch name":value,...},
//    "lines":[{"file":"reduction.cu","line":12,"metrics":{...}}],
//    "findings":[{"tool":"racecheck","kind":"...","severity":"error",
//       "cause":"race_shared","message":"...","count":31,"block":[0,0,0],
//       "thread":[1,0,0],"file":"reduction.cu","line":12,
//       "other":{"file":"...","line":14,"block":[..],"thread":[..]}}]}
//
//   A launch made by a kernel also has "parent", the launch it came from, "depth", how
//   many grids above it had not ended, and "generation", how many there are;
//   metrics that are 0 are left out there. Another launch has "call", file and line of the
//   host's call, if these are known. "graph": it is a node of a graph, or below one. A finding in a
//   kernel of CUDA's own headers (Thrust, CUB) has them, too, instead of a line of the header. Of a
//   race between a grid and one that it launched, "other" also has "kernel" and "launch".
//   registers, frame  of a thread: registers, and bytes of local memory; where the program has
//           machine code of the modelled GPU, those of that code, which include what was spilled
//   resident  warps that a multiprocessor can hold at a time
//   status  the cudaError_t the launch ended with (0, 700, 702, 710, ...)
//   executed  warp instructions, as the budget counts them
//   cause   the usual cause of such a finding: one of common/causes.h
//   Metrics carry NVIDIA's names where they obey NVIDIA's definitions (see
//   common/cudasim/observers/counters/sheet.c), and names with the prefix sim__ elsewhere.
//   Accesses to shared memory that ptxas merges count once, at the line of the first one. Findings
//   that belong to no launch (leaks) come on a line whose "launch" is -1 and which has only "mark"
//   and "findings": after each function of cudasimFunctionBegins(), and at the end; "after" says
//   how many launches of the function had ended.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Present only in the simulator: a program that finds this symbol knows which
// runtime it got. Returns CUDASIM_VERSION. Grades contain this text and COURSE_VERSION (version.h),
// which changes with every release.
#define CUDASIM_VERSION "cudasim 1.0 (sm_90)"
const char *cudasimVersion(void);

// Labels the launches that follow: their counter lines contain `mark`. A program that
// sets marks also chooses what is drawn: the drawing of the timeline starts again at a mark,
// and pauses at an empty one.
// The text is copied; at most 255 bytes are kept.
void cudasimMark(const char *mark);

// Sets the instruction budget for each launch from now on (0: no limit), and for all of them
// together: that of CUDASIM_LAUNCHES_OF_BUDGET launches. What a checker does for a kernel counts
// like the instructions that take about the same time. So a budget does not depend on the machine.
enum { CUDASIM_LAUNCHES_OF_BUDGET = 4 };
// While a kernel runs that has a budget, this is the name of its thread, for those who look at
// the process from outside.
#define CUDASIM_KERNEL_RUNS "kernel runs"
void cudasimBudget(uint64_t warp_instructions);

// Declares that the host works for `us` microseconds of virtual time, finite and 0 or more: between
// calls, or inside a host function of a stream (then it is that function's duration). Without it
// host code takes no time. While a submission is graded, the time of a call has a bound.
void cudasimHostWork(double us);

// States the source line of the calls that follow, for findings about them. Without it the
// simulator looks at the stack and at debug information (nvcc -g). NULL: not stated any more.
// `file` must stay valid. CUDA_CHECK of common/lab.h calls this.
void cudasimSource(const char *file, int line);

// The host's virtual time, microseconds since the program's first call.
double cudasimTime(void);

// Virtual time so far, in microseconds: the clock, and the durations of all jobs
// that are done, by kind, whether they overlapped or not.
typedef struct {
    double now_us;         // as cudasimTime()
    double kernel_us;      // kernels; of child grids, the time that they add to the timeline
    double h2d_us, d2h_us; // copies to the device, copies to the host
    double host_us;        // cudasimHostWork() and host functions
    double copies;         // how many, from anywhere to anywhere
    double calls;          // of the API that the host has made
    // Graphs that the host has instantiated and launched, and kernels have launched; kernel nodes
    // that have been executed.
    double graphs_made, graph_launches, graphs_by_kernels, graph_kernels;
    // Managed memory (CUPTI's GPU_PAGE_FAULT, CPU_PAGE_FAULT_COUNT, BYTES_TRANSFER_HTOD and _DTOH):
    // pages of 64 KB at which kernels and the host have waited; bytes of pages that have moved.
    double gpu_page_faults, cpu_page_faults, unified_h2d_bytes, unified_d2h_bytes;
} CudasimSpent;
void cudasimSpent(CudasimSpent *spent);

// What the time between a mark and the empty mark behind it was lost to (see cudasimMark): the
// delays on the longest way through it, the longest first; or, if there are none, the jobs on this
// way.
typedef enum {
    CUDASIM_DELAY_stream,         // `who`, a job, waits for `whom`, before it in its stream
    CUDASIM_DELAY_event,          // ... by cudaStreamWaitEvent in line `via`
    CUDASIM_DELAY_default_stream, // ... since one of them is in the default stream
    CUDASIM_DELAY_queue,          // ... since it is behind `whom` in a single queue
    CUDASIM_DELAY_signal,         // ... issued between `who` and the kernel before it
    CUDASIM_DELAY_host_waits,     // the host waits in the call `who` for `whom`
    CUDASIM_DELAY_host_works,     // the host works before it issues `whom`
    CUDASIM_DELAY_call,           // the host is in the call `who`
    CUDASIM_DELAY_work            // `who` takes its time
} CudasimDelayKind;
typedef struct {
    char what[64]; // "cudaMemcpy", "the copy to the device"
    char file[256];
    int line; // 0: not known
} CudasimDelayed;
typedef struct {
    CudasimDelayKind kind;
    unsigned count; // how often
    double us;      // of all together
    CudasimDelayed who, whom;
    char via_file[256];
    int via_line;
} CudasimDelay;
enum { CUDASIM_DELAYS = 3 };
typedef struct {
    int count;
    CudasimDelay delay[CUDASIM_DELAYS];
    CudasimDelay copies; // of the line whose copies take longest; `count` 0: there is none
} CudasimDelays;
void cudasimDelays(CudasimDelays *delays);

typedef enum {
    CUDASIM_WRITER_NONE,   // never written since it was allocated
    CUDASIM_WRITER_HOST,   // cudaMemcpy, cudaMemset
    CUDASIM_WRITER_KERNEL, // a kernel's store or atomic
    CUDASIM_WRITER_UNKNOWN // not device memory, or writers are not recorded
} CudasimWriterKind;

typedef struct {
    CudasimWriterKind kind;
    char file[256]; // the source line that wrote last; "": unknown. For the host: of its call
    int line;
    char caller_file[256]; // the line that calls the function of that line
    int caller;            // 0: none
    unsigned block[3], thread[3];
} CudasimWriter;

// Finds what last wrote the byte at device address `ptr`. Writers are recorded while
// racecheck or initcheck is on; otherwise the kind is UNKNOWN.
// Returns 0, or 1 if `ptr` lies in no live allocation.
int cudasimLastWriter(const void *ptr, CudasimWriter *writer);

// ---- a function that the grader calls -------------------------------
//
// Of what the function makes between the two calls, everything that it has not released when it
// returns is a leak (memcheck). Results in the host's memory must be complete when it returns
// (streamcheck). The findings of these calls, and all others since the function began that belong
// to no launch, are written at once, in a line of counters with the mark of cudasimMark().

enum { CUDASIM_BUFFERS = 8 }; // watched or named at a time, at most

typedef struct {
    const void *ptr; // device memory, or the host's
    size_t bytes;
    int result; // the call writes results there
} CudasimBuffer;

void cudasimFunctionBegins(void);
void cudasimFunctionReturns(const CudasimBuffer *results, int n); // those with `result`

// ---- where the results of a call come from --------------------------
//
// The grader names the buffers of a call, makes the call, and asks. The host cannot compute
// what it has not received: see common/cudasim/observers/origins.c.

// A copy, or the line of a kernel.
typedef struct {
    uint64_t bytes;
    char call[40];  // "cudaMemcpy"
    char file[256]; // "" if it is not known
    int line;
    const char *file_name; // used inside of the simulator only
} CudasimTransfer;

typedef struct {
    uint64_t loaded, stored;  // bytes, by kernels; those of atomics count as both
    uint64_t by_children;     // of `stored`: by grids that kernels have launched
    uint64_t copied;          // bytes that copies have read from it
    uint64_t from_host;       // bytes that came from the host last, directly or by way of
    uint64_t first_from_host; // another buffer; and the first of these bytes
    uint64_t delivered;       // of a result in the host's memory: bytes that are still as copies
                              // from the device or kernels have left them
} CudasimBufferOrigin;

typedef struct {
    uint64_t received; // bytes of device memory that the host had received when the last
                       // result in device memory was written
    uint64_t received_in_all;
    uint64_t told;           // bits that the answers of clocks told
    CudasimTransfer largest; // the call, or the line, by which the host received most
    CudasimTransfer writer;  // the last copy from the host to a result
    uint64_t placed;         // pieces of less than 32 bytes that calls of the host have copied from
    CudasimTransfer placer;  // device memory to device memory; and the last of these calls
    CudasimBufferOrigin buffer[CUDASIM_BUFFERS];
} CudasimOrigins;

// For programs that host the machine (machine.h): what is measured of launches.
enum {
    MACHINE_counters = 1,
    MACHINE_lines = 2,   // counters of source lines, too, if the options want them
    MACHINE_shares = 4,  // counters of the busiest warp, thread and block, and of those that load
    MACHINE_handed = 16, // bytes that blocks get from each other
    MACHINE_times = 8    // virtual times by what the caches hit and miss
};

// Watches `n` buffers from now on, and forgets the ones before. Copies count from here.
void cudasimWatch(const CudasimBuffer *buffers, int n);
// `contents`: of each buffer what is there now, if it is in the host's memory.
void cudasimOrigins(CudasimOrigins *origins, const void *const *contents);

#ifdef __cplusplus
}
#endif
