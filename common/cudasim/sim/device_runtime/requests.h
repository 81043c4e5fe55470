// requests.h - what the files of the device runtime share: a request, from the call in a
// kernel to its execution.
#pragma once

#include "device_runtime.h"
#include "sim/call.h"
#include "error_number.h"
#include "sim/hooks.h"

struct DeviceWork {
    DeviceWork *next;
    Child child;
    // A kernel:
    Code *code;
    Dim3 grid, block;
    uint32_t shared, depth, generation;
    uint64_t launcher;    // serial of the grid whose kernel launched this one
    uint64_t block_index; // the block of the launching thread
    uint64_t path;        // how long its warp had run until then, see Warp.path
    uint8_t *params;
    // A copy or a memset:
    uint64_t dst, src, width, height, dpitch, spitch;
    uint8_t value;
};

// ---- requests.c -----------------------------------------------------

// Remembers an error as the last one of the device runtime, and returns it.
ErrorNumber device_error(ErrorNumber error);
ErrorNumber device_last_error(void);
void device_forget_error(void);

// The cluster of a child grid is what __cluster_dims__ says.
Dim3 child_cluster(const Code *c);

// The address of a new buffer for the parameters of a launch; 0 is an error.
Code *request_kernel(const Warp *w, uint64_t addr); // the kernel at this address, or NULL
uint64_t request_buffer(Warp *w, const Step *s, int lane);
// The others return the number of an error.
ErrorNumber request_launch(Warp *w, const Step *s, int lane, uint64_t buffer, uint64_t stream);
// `copy` describes a copy or a memset.
ErrorNumber request_copy(Warp *w, const Step *s, int lane, uint64_t stream, DeviceWork copy);
// CHILD_record or CHILD_wait.
ErrorNumber request_event(Warp *w, const Step *s, int lane, ChildKind kind, uint64_t stream,
                          uint64_t event);

// ---- child_times.c --------------------------------------------------

void child_times_begin(void); // of a tree of grids
// The time at which a child grid starts that could start at `ready`.
double child_start(double ready);
// Adds what a child grid that has ended used of the GPU; the sum, in microseconds of the
// whole GPU.
void child_uses(const Launch *l);
double children_used(void);

// When the work in each stream of one grid ends, and when its events are recorded.
typedef struct StreamEnds StreamEnds;
StreamEnds *stream_ends_new(const DeviceWork *list);
void stream_ends_free(StreamEnds *ends);
// When the work can start: its place in a stream decides. Everything but grids takes no time.
double stream_ready(StreamEnds *ends, const Launch *l, const DeviceWork *work);
void stream_ends_at(StreamEnds *ends, const DeviceWork *work, double end);
