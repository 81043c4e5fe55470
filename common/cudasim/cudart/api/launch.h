// launch.h - what a kernel may ask for, and what the timeline gets of its launch.
#pragma once

#include "cudart/clock/job.h"
#include "register.h"

// ---- api_launch.c ---------------------------------------------------

int kernel_max_threads(const Kernel *k);
size_t kernel_max_dynamic(const Kernel *k);

// ---- launch_job.c ---------------------------------------------------

void launch_note_children(void);               // notes the grids that kernels launch, for drawings
void launch_describe(Job *j, const Launch *l); // a launch that has been executed
