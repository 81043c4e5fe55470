// driver.h - libcuda.so.1: the driver API in the program's process. Most functions are those of the
// runtime with other names, and the machine has one implementation of both: a function here calls
// ours of the runtime, which reports name the driver's function for (both/door.h). What only the
// driver API has (contexts, modules of several inputs, the table of entry points) is here alone.
//
// Each of these files uses only those below it:
//
//   entry.c            cuGetProcAddress
//   missing.c          the table of all functions, and those that are missing
//   per_thread.c       the functions for one default stream per thread
//   earlier.c          earlier versions of functions
//   launch.c           launches, functions and kernels, occupancy
//   modules.c          modules, libraries, cuLink
//   graphs.c nodes.c   graphs and captures; what nodes do
//   memory.c virtual.c arrays.c copies.c streams.c devices.c
//   contexts.c         contexts, and how each function begins and ends
//
// The other files change code that is in the program: code.h.
#pragma once

#include "both/api.h"
#include "both/driver.h"

#include <cuda.h>

#define EXPORT __attribute__((visibility("default")))

// ---- contexts.c -----------------------------------------------------

typedef enum { NEEDS_nothing, NEEDS_init, NEEDS_context } DriverNeeds;

// Begins a function; what it needs must be there. The function ends even if that fails.
CUresult driver_begin(DriverFunction function, DriverNeeds needs);
CUresult driver_end(CUresult e);

// What belongs to the current context, and ends with it.
typedef void ReleaseFn(void *handle);
void context_owns(void *handle, ReleaseFn *release);
void context_disowns(const void *handle);
CUcontext context_current(void);       // NULL: none
CUcontext context_on(CUdevice device); // the current one if it is there, else the primary one
bool is_device(CUdevice device);

// ---- copies.c -------------------------------------------------------

CUresult copy_of_driver(struct cudaMemcpy3DParms *p, const CUDA_MEMCPY3D *c);
CUresult copy_of_runtime(CUDA_MEMCPY3D *c, const struct cudaMemcpy3DParms *p);

// ---- streams.c ------------------------------------------------------

// The words of a batch; barriers are none of them.
CUresult words_of_batch(ValueWord words[MAX_VALUE_WORDS], size_t *n, unsigned count,
                        const CUstreamBatchMemOpParams *list, unsigned flags);

// ---- all ------------------------------------------------------------

// FUNCTION(name, needs, (parameters), value): a function whose value is this expression, a
// CUresult. SAME(name, (parameters), value): it needs a context, and its value is a cudaError_t.
#define FUNCTION(name, needs, params, value) \
    EXPORT CUresult name params \
    { \
        CUresult e_ = driver_begin(DRIVER_##name, needs); \
        return driver_end(e_ ? e_ : (value)); \
    }
#define SAME(name, params, value) FUNCTION(name, NEEDS_context, params, RESULT(value))
#define RESULT(value) ((CUresult)driver_error(value))

// Asks the machine something for this function's own sake.
#define ASK(function, value) \
    ({ \
        cudasimDriverFunction(DRIVER_asks); \
        cudaError_t asked_ = (value); \
        cudasimDriverFunction(DRIVER_##function); \
        RESULT(asked_); \
    })
