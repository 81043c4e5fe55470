// context.c - what every call does first and last, how the machine starts and how it ends, and the
// functions of cudasim.h.
//
// The machine starts with the first call.
#include "context.h"

#include "allowance.h"
#include "attributes.h"
#include "capture.h"
#include "failing.h"
#include "both/driver.h"
#include "both/side.h"
#include "cudart/clock/delays.h"
#include "cudart/clock/held.h"
#include "cudart/clock/timeline.h"
#include "cudart/drawing/drawing.h"
#include "launch.h"
#include "paging.h"
#include "told.h"
#include "machine.h"
#include "observers/observers.h"
#include "sim/device_runtime/device_runtime.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static _Thread_local cudaError_t last_error;
static _Thread_local bool next_per_thread; // the next call is a _ptsz or _ptds
static bool zero_per_thread;               // the call that is being executed is one
_Thread_local unsigned rt_device;

static _Thread_local uint32_t driver_function;
static const char *call_now; // the call that is being executed, or NULL
static double call_began;

static pid_t owner; // the process that started the machine

_Thread_local double *rt_host_work;

cudaError_t *rt_last_error(void) { return &last_error; }

bool rt_errors(void)
{
    unsigned long errors = rt.launch_errors;
    EACH_HOOK(count_errors, (&errors));
    return errors != 0;
}

void rt_end(void)
{
    static bool ended;
    rt_lock();
    if (rt.started && !ended) {
        ended = true;
        rt_flush_print();
        EACH_HOOK(machine_works, ());
        held_end();
        timeline_wait_all();
        rt_flush_print();
        trace_write();
        EACH_HOOK(finish, ());
    }
    rt_unlock();
}

// Where the machine is in the program's own process: runs after the program's exit handlers and
// destructors, which may still free memory. A child that the program forked has nothing to report.
__attribute__((destructor)) static void end_with_program(void)
{
    if (rt.started && getpid() == owner)
        rt_end();
}

static bool attribute_for_kernel(int attribute, int *value)
{
    return attribute_find((enum cudaDeviceAttr)attribute, value);
}

static cudaError_t start_machine(void)
{
    static bool failed;
    if (rt.started)
        return cudaSuccess;
    if (failed)
        return cudaErrorInitializationError;
    failed = true;
    char *observers = options_read();
    bool works = observers && !mem_init() && !observers_init(observers);
    free(observers);
    if (!works)
        return cudaErrorInitializationError;
    device_runtime.attribute = attribute_for_kernel;
    timeline_init();
    delays_watch();
    if (trace_wanted()) {
        trace_watch();
        launch_note_children();
        hooks_want_times();
    }
    host_fault_watch();
    owner = getpid();
    failed = false;
    rt.started = true;
    return cudaSuccess;
}

void rt_default_per_thread(void) { next_per_thread = true; }

void rt_driver_function(uint32_t function) { driver_function = function; }

bool rt_is_driver_call(void) { return driver_function; }

const char *rt_call_name(const char *call)
{
    return driver_function ? driver_name(driver_function) : call;
}

bool rt_zero_is_per_thread(void) { return zero_per_thread; }

// A host function must make no CUDA calls. An H200 answers these calls nevertheless.
// `call`: NULL, a module is loaded.
static bool is_permitted_there(const char *call)
{
    static const char *const harmless[] = {"cudaEventQuery", "cudaGetDeviceCount",
                                           "cudaGetDeviceProperties", "cudaRuntimeGetVersion"};
    for (unsigned i = 0; i < sizeof harmless / sizeof *harmless; i++)
        if (call && strcmp(call, harmless[i]) == 0)
            return true;
    return false;
}

static cudaError_t refuse_in_host_function(const char *call)
{
    char text[160];
    snprintf(text, sizeof text, "%s was called by a host function, which must not call CUDA",
             call ? call : "the start of a module");
    EACH_HOOK(call_problem, (CALL_mistake, "call in a host function", text));
    return cudaErrorNotPermitted;
}

cudaError_t rt_enter(const char *call, double us, bool even_if_dead)
{
    rt_lock();
    zero_per_thread = next_per_thread;
    next_per_thread = false;
    cudaError_t e = start_machine();
    if (e)
        return e;
    if (rt_host_work && !is_permitted_there(call))
        return refuse_in_host_function(call);
    call_now = call;
    call_began = rt.now;
    rt.spent.calls++;
    if (driver_function == DRIVER_asks)
        us = 0;
    rt.now += us;
    assert(rt.now > call_began || us <= 0); // however much time has passed before
    if (held_any())
        held_look();
    device_select(rt_device);
    timeline_advance();
    paging_of_host();
    EACH_HOOK(call_begin, (call));
    if (rt_dead() && !even_if_dead)
        return rt_dead();
    cudaError_t forbidden = capture_forbids_call(call);
    return forbidden ? forbidden : failing_call(call);
}

// Has the call itself failed, and has nothing reported this yet? A lost GPU answers every
// call with the same error, and a function that the simulator lacks has written its line.
static bool is_own_error(cudaError_t e)
{
    return call_now && driver_function != DRIVER_asks && e != cudaSuccess &&
           e != cudaErrorNotReady && e != cudaErrorNotSupported && !rt_dead();
}

cudaError_t rt_leave(cudaError_t e)
{
    // "Not ready" is an answer, not an error; a success leaves an earlier error.
    if (e != cudaSuccess && e != cudaErrorNotReady && !driver_function)
        last_error = e;
    const char *shown = rt_call_name(call_now);
    const char *error = driver_function ? driver_error_name(driver_error(e)) : cudaGetErrorName(e);
    EACH_HOOK(call_end, (shown, is_own_error(e) ? error : NULL));
    if (e == cudaSuccess)
        told_by_call(call_now);
    if (call_now)
        EACH_WATCHER(called, (shown, call_began, rt.now));
    call_now = NULL;
    if (rt.started) {
        allowance_check_time();
        EACH_HOOK(machine_rests, ());
        if (held_any())
            held_start_thread();
    }
    rt_unlock();
    return e;
}

int rt_missing(const char *name, bool again)
{
    rt_lock();
    if (!again)
        rt_say("%s is not part of the simulator: it returns %s", name,
               strlen(name) > 2 && isupper((unsigned char)name[2]) // cuGraphCreate
                   ? "CUDA_ERROR_NOT_SUPPORTED"
                   : "cudaErrorNotSupported");
    return rt_leave(cudaErrorNotSupported);
}

__attribute__((constructor)) static void take_side(void)
{
    side = (ThisSide){.default_per_thread = rt_default_per_thread, .missing = rt_missing};
}

// ---- common/cudasim/cudasim.h ---------------------------------------

const char *cudasimVersion(void) { return CUDASIM_VERSION; }

void cudasimMark(const char *mark)
{
    rt_lock();
    if (!start_machine()) {
        snprintf(rt.mark, sizeof rt.mark, "%s", mark ? mark : "");
        EACH_WATCHER(mark, (mark && *mark));
    }
    rt_unlock();
}

void cudasimFunctionBegins(void)
{
    rt_lock();
    if (!start_machine())
        EACH_HOOK(function_begins, (rt.mark));
    rt_unlock();
}

void cudasimFunctionReturns(const CudasimBuffer *results, int n)
{
    rt_lock();
    if (!start_machine()) {
        bool failed = rt_dead() || rt_pending();
        for (int i = 0; i < n && !failed; i++)
            if (results[i].result && results[i].ptr && results[i].bytes)
                EACH_HOOK(function_result, ((uintptr_t)results[i].ptr, results[i].bytes));
        EACH_HOOK(function_returns, (rt.mark, failed));
    }
    rt_unlock();
}

int cudasimLastWriter(const void *ptr, CudasimWriter *writer)
{
    rt_lock();
    int found = !writer || start_machine() ? 1 : observers_last_writer(ptr, writer);
    rt_unlock();
    return found;
}

void cudasimWatch(const CudasimBuffer *buffers, int n)
{
    rt_lock();
    if (!start_machine())
        observers_watch(buffers, n);
    rt_unlock();
}

void cudasimOrigins(CudasimOrigins *origins, const void *const *contents)
{
    memset(origins, 0, sizeof *origins);
    rt_lock();
    if (!start_machine())
        observers_origins(origins, contents);
    rt_unlock();
}

void machine_budget(uint64_t one, uint64_t all)
{
    rt_lock();
    if (!start_machine())
        launch_set_budget(one, all);
    rt_unlock();
}

uint64_t machine_budget_left(void)
{
    rt_lock();
    uint64_t left = device.budget_left;
    rt_unlock();
    return left;
}

void cudasimBudget(uint64_t warp_instructions)
{
    machine_budget(warp_instructions, CUDASIM_LAUNCHES_OF_BUDGET * warp_instructions);
}

void cudasimHostWork(double us)
{
    rt_lock();
    bool counts = allowance_takes_work(us);
    if (counts && rt_host_work) {
        *rt_host_work += us;
    } else if (counts && !start_machine()) {
        EACH_WATCHER(host_worked, (rt.now, rt.now + us));
        rt.now += us;
        rt.spent.host_us += us;
        timeline_advance();
        allowance_check_time();
    }
    rt_unlock();
}

void cudasimSource(const char *file, int line)
{
    rt_lock();
    if (!start_machine()) {
        EACH_HOOK(call_place, (file, line));
        EACH_WATCHER(place, (file, line));
    }
    rt_unlock();
}

void cudasimSpent(CudasimSpent *spent)
{
    rt_lock();
    *spent = start_machine() ? (CudasimSpent){0} : rt.spent;
    spent->now_us = rt.now;
    rt_unlock();
}

double cudasimTime(void)
{
    rt_lock();
    double us = start_machine() ? 0 : rt.now;
    rt_unlock();
    return us;
}
