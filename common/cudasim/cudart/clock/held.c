// held.c - work that cannot be executed when it is issued: grids that wait for the host
// or for each other, and everything that comes behind them in their streams.
//
// All other work is executed at once, in issue order, and does not come here. A grid that
// spins on a flag which the host has not set yet must let the host go on; the grid is held
// here, half done. What follows that grid by stream order, default-stream rules or an event
// is held, too, and has not even begun: it will be issued when it may run, as if the program
// had issued it then.
//
// Held work goes on in three ways: every API call looks whether it can go on; the host looks
// while it waits for that work; and a thread looks, because the host itself may spin on a flag
// that a grid is to set. It is a deadlock when the host waits, no other thread of the program
// could change anything, and no held work goes on. Then virtual time passes for grids that look
// at a clock, since they may wait with a limit. If there is none, the first grid is given up with
// a report, and the GPU is lost.
//
// A program whose grids end by themselves holds nothing: it stays single-threaded, and every
// run is the same.
#include "held.h"

#include "alloc.h"
#include "sim/host.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct HeldWork {
    HeldWork *next;
    Stream *stream;
    HeldFn *go_on;
    bool begun;               // a grid, half done
    const GraphLaunch *graph; // rt.graph
    HeldWork *after;          // a held record that this work follows (cudaStreamWaitEvent)
    Job *job;                 // or the job that this record has become
    _Alignas(max_align_t) uint8_t args[];
};

enum {
    PATIENCE_US = 10 * 1000 * 1000, // how long other threads of the host may take
    LAST_LOOKS = 64,                // when the program ends: then endless grids are given up
    QUIET_US = 20 * 1000            // the host usually makes its next call earlier
};

static HeldWork *held;     // in the order of issue
static bool looking;       // a thread goes through the list:
static pthread_t looker;   // this thread
static HeldWork *given_up; // the grid that is being given up
static bool time_passed;
static HeldTime time_passes; // during this look
static bool thread_looks;    // the thread of held_start_thread() exists
static bool program_ends;

// Does new work in `s` follow `w`?
static bool runs_before(const HeldWork *w, const Stream *s)
{
    return stream_includes(w->stream, s) || stream_includes(s, w->stream);
}

bool held_before(const Stream *s)
{
    for (const HeldWork *w = held; w; w = w->next)
        if (runs_before(w, s))
            return true;
    return false;
}

bool held_in(const Stream *s)
{
    for (const HeldWork *w = held; w; w = w->next)
        if (stream_includes(s, w->stream))
            return true;
    return false;
}

bool held_any(void) { return held != NULL; }

HeldWork *hold(Stream *s, bool begun, HeldFn *go_on, const void *args, size_t bytes)
{
    HeldWork *w = must_calloc(1, sizeof *w + bytes), **end = &held;
    memcpy(w->args, args, bytes);
    w->stream = s;
    w->begun = begun;
    w->graph = rt.graph;
    w->go_on = go_on;
    s->coming++;
    while (*end)
        end = &(*end)->next;
    return *end = w;
}

void held_follows(HeldWork *w, HeldWork *record, Job *job)
{
    w->after = record;
    w->job = job_ref(job);
}

// ---- going on -------------------------------------------------------

static bool may_run(const HeldWork *w)
{
    for (const HeldWork *x = held; x != w; x = x->next)
        if (runs_before(x, w->stream))
            return false;
    return !w->after;
}

static void remove_work(HeldWork *w)
{
    HeldWork **p = &held;
    while (*p != w)
        p = &(*p)->next;
    *p = w->next;
    w->stream->coming--;
    stream_drop(w->stream);
    job_drop(&w->job);
    free(w);
}

void held_recorded(const HeldWork *record, Job *job)
{
    for (HeldWork *w = held; w; w = w->next)
        if (w->after == record)
            held_follows(w, NULL, job);
}

Job *held_job(const HeldWork *w) { return w->job; }
bool held_is_given_up(const HeldWork *w) { return w == given_up; }
HeldTime held_time_passes(void) { return time_passes; }
void held_time_passed(void) { time_passed = true; }

// Executes the work that can go on. True if that has changed anything.
static bool look(void)
{
    bool moved = false;
    if (looking)
        return false;
    looking = true;
    looker = pthread_self();
    unsigned selected = device.number;
    for (HeldWork *w = held; w;) {
        if (!may_run(w)) {
            w = w->next;
            continue;
        }
        uint64_t changes = device.changes;
        const GraphLaunch *graph = rt.graph;
        rt.graph = w->graph;
        device_select(w->stream->device);
        cudaError_t e = w->go_on(w->args, w);
        rt.graph = graph;
        if (e == cudaErrorNotReady) {
            w->begun = true;
            moved |= device.changes != changes;
            w = w->next;
            continue;
        }
        if (e)
            rt_fault(e);
        remove_work(w);
        moved = true;
        w = held; // work that waited for this work may be before it
    }
    device_select(selected);
    looking = false;
    return moved;
}

void held_look(void) { look(); }

static bool look_later(HeldTime how)
{
    time_passes = how;
    time_passed = false;
    bool moved = look();
    time_passes = HELD_NO_TIME;
    return moved || time_passed;
}

// Are there threads of the program that could still do something?
static bool host_goes_on(void)
{
    return !program_ends && host_process.threads() > 1 + thread_looks;
}

static void give_up_grid(void)
{
    assert(held && !looking);
    for (given_up = held; given_up && !given_up->begun; given_up = given_up->next)
        ;
    if (!given_up) // events make them wait in a circle
        given_up = held;
    given_up->after = NULL;
    look();
    given_up = NULL;
}

static void pause_us(unsigned us)
{
    unsigned selected = device.number;
    rt_unlock();
    usleep(us);
    rt_lock();
    device_select(selected);
}

// What the host waits for: all held work; that of the selected device; that of a stream; the work
// that new work in a stream follows; the record of an event.
typedef enum { WAIT_all, WAIT_device, WAIT_stream, WAIT_before, WAIT_record } WaitFor;

static bool held_on_device(void)
{
    for (const HeldWork *w = held; w; w = w->next)
        if (w->stream->device == device.number)
            return true;
    return false;
}

static bool still_held(WaitFor what, const Stream *s, const Event *e)
{
    switch (what) {
    case WAIT_all: return held_any();
    case WAIT_device: return held_on_device();
    case WAIT_stream: return held_in(s);
    case WAIT_before: return held_before(s);
    case WAIT_record: return e->record != NULL;
    }
    return false;
}

static void wait_until_done(WaitFor what, const Stream *s, const Event *e)
{
    unsigned waited = 0, looks = 0;
    while (held && still_held(what, s, e)) {
        if (look() && !(program_ends && ++looks > LAST_LOOKS)) {
            waited = 0;
            if (still_held(what, s, e) && host_goes_on())
                pause_us(1);
        } else if (looking && pthread_equal(looker, pthread_self())) {
            return; // a host function must not wait for its own stream
        } else if (looking || (waited < PATIENCE_US && host_goes_on())) {
            EACH_HOOK(machine_works, ());
            pause_us(HELD_LOOK_US);
            waited += looking ? 0 : HELD_LOOK_US;
        } else if (!look_later(HELD_STEP) && held) { // the last of many looks may have ended it
            give_up_grid();
        }
    }
}

void held_finish_device(void) { wait_until_done(WAIT_device, NULL, NULL); }
void held_finish(const Stream *s) { wait_until_done(WAIT_stream, s, NULL); }
void held_finish_before(const Stream *s) { wait_until_done(WAIT_before, s, NULL); }
void held_finish_record(const Event *e) { wait_until_done(WAIT_record, NULL, e); }

void held_end(void)
{
    program_ends = true;
    wait_until_done(WAIT_all, NULL, NULL);
}

// ---- while the host does not call -----------------------------------

static void look_for_host(void)
{
    usleep(QUIET_US);
    rt_lock();
    while (held && !program_ends) {
        EACH_HOOK(machine_works, ());
        look_later(HELD_HOST_TIME);
        EACH_HOOK(machine_rests, ());
        host_process.flush();
        pause_us(HELD_LOOK_US);
    }
    thread_looks = false;
    host_process.helpers = 0;
    rt_unlock();
}

void held_start_thread(void)
{
    if (thread_looks || program_ends)
        return;
    thread_looks = host_process.start_thread(look_for_host);
    host_process.helpers = thread_looks;
    host_process.helped |= thread_looks;
}
