// state.h - the state of the runtime: the lock, the host's time, errors that stick. How the rooms
// of the runtime lie; a room uses only rooms below it:
//
//   tool/      the program cudasim
//   server/    answers a program in another process
//   api/       the functions of the runtime API, from a call's begin to its end
//   drawing/   pictures of the timeline
//   clock/     streams and jobs: when work would have run
//
// Kernels and copies are executed when they are issued, in issue order. (Work that waits for the
// host is held: held.c.) Each is a job on the timeline, which says when the job would have run:
// job_new() before its effects happen, job_issue() after. A fault, and what kernels printed,
// become visible when the host waits for the work, as on a GPU.
#pragma once

#include "both/api.h"
#include "sim/hooks.h"
#include "sim/sim.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct CUstream_st Stream;
typedef struct CUevent_st Event;

typedef struct {
    bool started;                     // the machine runs
    cudaError_t dead[MAX_DEVICES];    // a kernel faulted: every call returns this error
    CudasimSpent spent;               // except now_us
    cudaError_t pending[MAX_DEVICES]; // a kernel faulted, and the host has not waited yet
    double now;                       // virtual time of the host, microseconds
    bool launch_blocking;             // CUDA_LAUNCH_BLOCKING
    bool single_queue;                // option queue=single
    Stream *streams;                  // all, the default streams of the devices first
    Stream *last_stream;
    Stream *legacy[MAX_DEVICES];
    unsigned long launch_errors;     // launches that faulted
    const struct GraphLaunch *graph; // whose nodes are being launched; or NULL
    double node_us; // how much longer the next kernel of a graph takes than one in a stream
    char mark[256]; // cudasimMark: the label of the launches that follow
} Runtime;
extern Runtime rt;

// Is there such a device?
static inline bool rt_is_device(int number) { return number >= 0 && number < model.devices; }

void rt_lock(void);
bool rt_try_lock(void); // false: somebody has it
void rt_unlock(void);   // around calls of the program's own functions
// One line "cudasim: ..." on standard error.
void rt_say(const char *format, ...) __attribute__((format(printf, 1, 2)));
void rt_flush_print(void); // what kernels have printed, to standard output
// These are about the selected device. The host has waited for work: shows faults and
// printed text. Returns rt_dead().
cudaError_t rt_waited(void);
// The GPU is lost to this process from now on. The host learns of it in rt_waited.
void rt_fault(cudaError_t e);
static inline cudaError_t rt_dead(void) { return rt.dead[device.number]; }
static inline cudaError_t rt_pending(void) { return rt.pending[device.number]; }
