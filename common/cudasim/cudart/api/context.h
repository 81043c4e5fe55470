// context.h - how every function of the API begins and ends.
//
// It is ENTER() ... LEAVE(error). ENTER takes the one lock, starts the machine at first use and
// advances the virtual clock. After a kernel has faulted, ENTER returns that error from every call
// ("sticky"); after ENTER_ALWAYS the call goes on even then. Host functions are called with the
// lock released. A function that the library lacks is one row NONE(...) of both/symbols.h.
#pragma once

#include "both/args.h"
#include "cost_table.h"
#include "cudart/clock/state.h"

// `us` is how long the call keeps the host busy; the constants are in the cost table.
cudaError_t rt_enter(const char *call, double us, bool even_if_dead);
cudaError_t rt_leave(cudaError_t e); // remembers e as the thread's last error, unlocks
cudaError_t *rt_last_error(void);    // of the calling thread

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

// For what is the same in both processes (both/side.h): the next call of this thread is a _ptsz or
// _ptds; and a function that the simulator lacks.
void rt_default_per_thread(void);
int rt_missing(const char *name, bool again);
// The device that the thread has chosen (cudaSetDevice). A call begins with this device selected; a
// stream or an event that the call names selects its own.
extern _Thread_local unsigned rt_device;
// Is stream 0 the thread's own stream in the call that is being executed?
bool rt_zero_is_per_thread(void);

// Calls of this thread are part of this function of the driver API (both/driver.h), or of none.
void rt_driver_function(uint32_t function);
bool rt_is_driver_call(void);
// How reports name this call of the runtime: as that function, or as it is.
const char *rt_call_name(const char *call);

// How long the host function works that the calling thread executes; NULL: it executes none.
extern _Thread_local double *rt_host_work;

// ---- runtime_options.c ----------------------------------------------

// Reads the options of the runtime, the timeline and the machine. Returns the others of
// CUDASIM_OPTIONS, for the observers (malloc'ed); NULL with one line on standard error if one is
// wrong.
char *options_read(void);

// ---- host_fault.c ---------------------------------------------------

void host_fault_watch(void); // the host's own accesses to device memory
// A sentence about a signal that ends the program. `what`: the memory that was accessed, for its
// address; or NULL.
void host_fault_text(char *text, size_t size, const FaultArgs *f, const char *what);
// To the program's standard error, with the line; `file` NULL: it is not known.
void host_fault_tell(const FaultArgs *f, const char *file, int line);
