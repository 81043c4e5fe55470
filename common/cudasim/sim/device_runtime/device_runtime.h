// device_runtime.h - CUDA's device runtime: the part of the runtime API that kernels call.
//
//   requests.c     what a kernel asks for: launches, copies, memsets, events
//   children.c     executes the requests of a grid, after that grid has ended
//   child_times.c  when the requests would have run
//   functions.c    the functions that kernels call, and their table
//
// nvcc turns a launch by a kernel into three steps: get a buffer for the parameters, store
// them there, launch. All three are calls of functions __cudaCDP2... A launch is only noted.
// Child grids are executed after their parent grid has ended, in the order of the launches;
// each with its own children before the next one; tail launches after all of them. That is a
// legal order: CUDA does not promise a parent that a child has run earlier, and a child sees
// everything that its parent wrote before the launch.
//
// Copies, memsets, events and streams of the device runtime keep their place in that order.
// Observers get the order that CUDA promises: which stream, what was recorded and waited for.
#pragma once

#include "error_number.h"
#include "sim/sim.h"

// ---- children.c -----------------------------------------------------

// Executes everything that the kernels of a grid have asked for, after that grid has ended,
// and adds up tree_us and descendants.
void children_run(Launch *l);

// ---- functions.c ----------------------------------------------------

// The function __cudaCDP2<...>, or one for graphs, or NULL.
Builtin device_runtime_find(const char *name);
// What a kernel learns of its device and of kernels: the runtime knows these.
extern struct DeviceRuntime {
    bool (*attribute)(int attribute, int *value); // false: there is none
    ErrorNumber (*limit)(int limit, size_t *value);
    // The bytes of its struct cudaFuncAttributes.
    ErrorNumber (*function)(Code *c, const void **attributes, size_t *n);
    ErrorNumber (*blocks)(Code *c, int threads, size_t dynamic, unsigned flags, int *blocks);
} device_runtime;
// The value of a condition of graphs, by its handle; and a new one. A handle that does not exist
// has the value 0.
uint64_t condition_new(uint32_t value);
uint32_t condition_get(uint64_t handle);
void condition_set(uint64_t handle, uint32_t value);

// Kernels that are nodes of graphs may launch graphs. The runtime executes what was asked for after
// the kernel.
typedef enum { GRAPH_tail = 1, GRAPH_forget = 2, GRAPH_sibling = 3 } GraphWay;
typedef struct {
    uint64_t exec;
    GraphWay way;
} GraphAsk;
extern struct DeviceGraphs {
    uint64_t running; // the graph whose kernel runs, if kernels can launch it; or 0
    bool open;        // may its kernels launch graphs now?
    bool (*is_ready)(uint64_t exec, bool as_tail); // can this one be launched by kernels?
    GraphAsk *ask;
    uint32_t asks, room;
} device_graphs;
