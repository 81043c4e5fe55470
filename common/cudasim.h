// cudasim.h - what the simulator's libcudart.so offers beyond the CUDA
// runtime API, and how it is configured.
//
// Configuration comes through one environment variable, read when the library
// is loaded; build/cudasim and the grader's runner set it, nobody else needs to:
//
//   CUDASIM_OPTIONS="tool=memcheck,racecheck;seed=7;schedule=shuffle;
//                    budget=1000000000;counters=FILE;report=FILE"
//
//   tool      comma list of memcheck, racecheck, initcheck, synccheck,
//             streamcheck, or "none" or "all"                            (default none)
//   schedule  "inorder" (blocks and warps in order, each run until it must
//             wait) or "shuffle" (order permuted and warps pre-empted, by seed)
//   seed      any 64-bit number; together with the schedule it fixes the order
//   budget    warp instructions a launch may execute before it is stopped with
//             cudaErrorLaunchTimeout                     (0: no limit)
//   counters  file that receives one JSON object a launch, one a line; written
//             and flushed when the launch has ended. "fd:N" writes to an open
//             descriptor.
//   lines     "on" (default): counters of every source line, too; "host": only of
//             launches by the host; "off"
//   summary   file (or "stderr") for a table of kernels: launches from the host and
//             from kernels, total, average, minimum and maximum virtual time
//   queue     "independent" (default: a kernel waits for its own stream only) or
//             "single" (one queue for kernels and one for each direction of
//             copies, as the first GPUs with concurrent kernels had)
//   cache-control  "none" (default) or "all": the caches are empty when a kernel begins,
//             as ncu has it unless it is told --cache-control none
//   memory    bytes of device memory that the modelled GPU has ("8M", "2G"), the
//             runtime's own share not counted
//   timeline, timeline-text, timeline-svg
//             file that receives the virtual timeline when the program ends: in
//             Trace Event JSON, as text of 80 columns ("stderr": there), as SVG
//   destroy-on-device-error  "context" (default): a bad access is an error that stays;
//             "kernel": with memcheck it is only reported, and the program goes on
//   report    file for the readable findings (default standard error; "none")
//
// One line of `counters`:
//
//   {"launch":0,"mark":"...","kernel":"reduce(int*, const int*, int)",
//    "grid":[8,1,1],"block":[256,1,1],"shared":1024,"status":0,"us":3.2,
//    "metrics":{"launch name":value,...},
//    "lines":[{"file":"reduction.cu","line":12,"metrics":{...}}],
//    "findings":[{"tool":"racecheck","kind":"...","severity":"error",
//       "cause":"race_shared","message":"...","count":31,"block":[0,0,0],
//       "thread":[1,0,0],"file":"reduction.cu","line":12,
//       "other":{"file":"...","line":14,"block":[..],"thread":[..]}}]}
//
//   A launch made by a kernel also has "parent", the launch it came from, and "depth";
//   metrics that are 0 are left out there.
//   Of a race between a grid and one that it launched, "other" also has "kernel" and "launch".
//   status  the cudaError_t the launch ended with (0, 700, 702, 710, ...)
//   cause   what commonly stands behind such a finding: one of common/causes.h
//   Metrics carry NVIDIA's names where they obey NVIDIA's definitions (see
//   common/observers/counters/counters.c), and names with the prefix sim__ elsewhere. What ptxas
//   makes one access to shared memory of counts once, at the first one's line.
//   Findings that belong to no launch (leaks) come on a last line whose
//   "launch" is -1 and which has only "findings".
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Present only in the simulator: a program that finds this symbol knows which
// runtime it got. Returns a static string such as "cudasim 1.0 (sm_90)".
const char *cudasimVersion(void);

// Labels the launches that follow: their counter lines carry `mark`. A program that
// sets marks also chooses what is drawn: the timeline starts anew at a mark, and
// pauses at the empty one.
// The text is copied; at most 255 bytes are kept.
void cudasimMark(const char *mark);

// Sets the instruction budget for each launch from now on (0: no limit).
void cudasimBudget(uint64_t warp_instructions);

// Declares that the host works for `us` microseconds of virtual time: between
// calls, or inside a host function of a stream (then it is that function's
// duration). Without it host code takes no time.
void cudasimHostWork(double us);

// Says which source line makes the calls that follow, for findings about copies and memsets:
// they come from host code, of which nothing else tells the place. NULL: it is not known
// any more. `file` has to stay; CUDA_CHECK of common/lab.h calls this.
void cudasimSource(const char *file, int line);

// The host's virtual time, microseconds since the program's first call.
double cudasimTime(void);

// Virtual time so far, in microseconds: the clock, and the durations of all jobs
// that are done, by kind, whether they overlapped or not.
typedef struct {
    double now_us;         // as cudasimTime()
    double kernel_us;      // kernels; a child grid's time as far as the timeline has it
    double h2d_us, d2h_us; // copies to the device, copies to the host
    double host_us;        // cudasimHostWork() and host functions
} CudasimSpent;
void cudasimSpent(CudasimSpent *spent);

typedef enum {
    CUDASIM_WRITER_NONE,   // never written since it was allocated
    CUDASIM_WRITER_HOST,   // cudaMemcpy, cudaMemset
    CUDASIM_WRITER_KERNEL, // a kernel's store or atomic
    CUDASIM_WRITER_UNKNOWN // not device memory, or writers are not recorded
} CudasimWriterKind;

typedef struct {
    CudasimWriterKind kind;
    char file[256]; // for a kernel: the source line that wrote last
    int line;
    unsigned block[3], thread[3];
} CudasimWriter;

// Who last wrote the byte at device address `ptr`. Writers are recorded while
// racecheck or initcheck is on; otherwise the kind is UNKNOWN.
// Returns 0, or 1 if `ptr` lies in no live allocation.
int cudasimLastWriter(const void *ptr, CudasimWriter *writer);

#ifdef __cplusplus
}
#endif
