// launch.h - what a kernel may ask for, and what the timeline gets of its launch.
#pragma once

#include "cudart/clock/stream.h"
#include "error_number.h"
#include "register.h"

// ---- api_launch.c ---------------------------------------------------

typedef struct {
    Dim3 grid, block, cluster;
    size_t shared;
    Stream *stream; // NULL: there is no such stream
    bool cooperative, cluster_given;
    cudaEvent_t event; // to be recorded behind it; or NULL
    bool programmatic; // it may begin before the grid in front of it has ended
} LaunchConfig;

int kernel_max_threads(const Kernel *k);
size_t kernel_max_dynamic(const Kernel *k);
// Can it be launched so? Settles the cluster. `stream` is looked at, too, unless NULL is right.
cudaError_t launch_check(const Kernel *k, LaunchConfig *c, bool needs_stream);
// The parameters in one piece, malloc'ed.
cudaError_t launch_pack(const Kernel *k, void **args, uint8_t **packed);
// Launches, with parameters that it takes.
cudaError_t launch_packed(const Kernel *k, const LaunchConfig *c, uint8_t *params);

// ---- launch_job.c ---------------------------------------------------

void launch_note_children(void);               // notes the grids that kernels launch, for drawings
void launch_describe(Job *j, const Launch *l); // a launch that has been executed
