// held.c - work that cannot be executed when it is issued: grids that wait for the host
// or for each other, and whatever comes behind them in their streams.
//
// Everything else runs at once, in issue order. A grid that spins on a flag which the
// host has not set yet must let the host go on; it is held here, half done. What follows
// it by stream order, default-stream rules or an event is held, too, not even begun: it
// will be issued when its time has come, as if the program had done so then.
//
// Held work is looked at again in every API call; while the host waits for it, until it is
// done; and, should the host itself spin on a flag that a grid is to set, by a thread that
// stands in for the GPU. When the host waits and has no other thread that could change
// anything, and nothing held goes on, it is a deadlock: the first grid is given up with
// a report, and the GPU is lost.
//
// Nothing of this happens in a program whose grids end by themselves: that stays
// single-threaded, and the same in every run.
#include "rt.h"

#include <dirent.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct Work {
    Work *next;
    Stream *stream;
    WorkFn *run;
    bool begun;  // a grid, half done
    Work *after; // a held record that it follows (cudaStreamWaitEvent)
    Job *job;    // or what that record has become
    _Alignas(max_align_t) uint8_t args[];
};

enum {
    PATIENCE_US = 10 * 1000 * 1000, // for other threads of the host to do something
    LOOK_US = 500,                  // between two looks
    LAST_LOOKS = 64,                // at grids that would run for ever, when the program ends
    QUIET_US = 20 * 1000            // as a rule the host makes its next call sooner
};

static Work *held;    // in the order of issue
static bool busy;     // somebody looks through them
static pthread_t who; // and this thread does
static Work *lost;    // the grid that is being given up
static bool stands_in, at_exit;

static bool is_blocking(const Stream *s) { return !(s->flags & cudaStreamNonBlocking); }

// Does work in `s` come after this?
static bool orders(const Work *w, const Stream *s)
{
    return w->stream == s || (w->stream == rt.legacy && is_blocking(s)) ||
           (s == rt.legacy && is_blocking(w->stream));
}

bool work_blocked(const Stream *s)
{
    for (const Work *w = held; w; w = w->next)
        if (orders(w, s))
            return true;
    return false;
}

bool work_held(const Stream *s)
{
    for (const Work *w = held; w; w = w->next)
        if (!s || w->stream == s || (s == rt.legacy && is_blocking(w->stream)))
            return true;
    return false;
}

Work *work_hold(Stream *s, WorkFn *run, const void *args, size_t bytes)
{
    Work *w = calloc(1, sizeof *w + bytes), **end = &held;
    if (!w)
        return NULL;
    memcpy(w->args, args, bytes);
    w->stream = s;
    w->run = run;
    s->coming++;
    while (*end)
        end = &(*end)->next;
    return *end = w;
}

void work_after(Work *w, Work *record, Job *job)
{
    w->after = record;
    w->job = job_ref(job);
}

// ---- going on -----------------------------------------------------------------------

static bool may_run(const Work *w)
{
    for (const Work *x = held; x != w; x = x->next)
        if (orders(x, w->stream))
            return false;
    return !w->after;
}

static void done(Work *w)
{
    Work **p = &held;
    while (*p != w)
        p = &(*p)->next;
    *p = w->next;
    w->stream->coming--;
    stream_drop(w->stream);
    job_drop(&w->job);
    free(w);
}

void work_recorded(Work *record, Job *job)
{
    for (Work *w = held; w; w = w->next)
        if (w->after == record)
            work_after(w, NULL, job);
}

Job *work_job(const Work *w) { return w->job; }
bool work_is_lost(const Work *w) { return w == lost; }

// Runs what can run. True if anything has changed by that.
static bool look(void)
{
    bool moved = false;
    if (busy)
        return false;
    busy = true;
    who = pthread_self();
    for (Work *w = held; w;) {
        if (!may_run(w)) {
            w = w->next;
            continue;
        }
        uint64_t changes = device.changes;
        cudaError_t e = w->run(w->args, w);
        if (e == cudaErrorNotReady) {
            w->begun = true;
            moved |= device.changes != changes;
            w = w->next;
            continue;
        }
        if (e)
            rt_fault(e);
        done(w);
        moved = true;
        w = held; // who waited for it may be before it
    }
    busy = false;
    return moved;
}

void work_look(void)
{
    if (held)
        look();
}

// Threads of the program that could still do something.
static bool host_goes_on(void)
{
    DIR *d = at_exit ? NULL : opendir("/proc/self/task");
    int n = 0;
    for (struct dirent *e; d && (e = readdir(d));)
        n += e->d_name[0] != '.';
    if (d)
        closedir(d);
    return n > 1 + stands_in;
}

static void give_up(void)
{
    for (lost = held; lost && !lost->begun; lost = lost->next)
        ;
    if (!lost) // they wait in a circle, through events
        lost = held;
    lost->after = NULL;
    look();
    lost = NULL;
}

static void pause_us(unsigned us)
{
    rt_unlock();
    usleep(us);
    rt_lock();
}

// What the host waits for: all work in a stream (NULL: everywhere), what would come before
// new work in it, or the record of an event.
typedef enum { ALL, BEFORE, RECORD } Wanted;

static bool wanted(Wanted what, const Stream *s, const Event *e)
{
    return what == RECORD ? e->record != NULL : what == BEFORE ? work_blocked(s) : work_held(s);
}

static void finish(Wanted what, const Stream *s, const Event *e)
{
    unsigned waited = 0, looks = 0;
    while (held && wanted(what, s, e)) {
        if (look() && !(at_exit && ++looks > LAST_LOOKS)) {
            waited = 0;
            if (wanted(what, s, e) && host_goes_on())
                pause_us(1);
        } else if (busy && pthread_equal(who, pthread_self())) {
            return; // a host function must not wait for its own stream
        } else if (busy || (waited < PATIENCE_US && host_goes_on())) {
            EACH_HOOK(machine_works, ());
            pause_us(LOOK_US);
            waited += busy ? 0 : LOOK_US;
        } else {
            give_up();
        }
    }
}

void work_finish(const Stream *s) { finish(ALL, s, NULL); }
void work_finish_event(const Event *e) { finish(RECORD, NULL, e); }

void work_end(void)
{
    at_exit = true;
    finish(ALL, NULL, NULL);
}

cudaError_t work_issue(Stream *s, bool host_waits, WorkFn *run, void *args, size_t bytes)
{
    if (held && host_waits)
        finish(BEFORE, s, NULL);
    bool later = held && work_blocked(s);
    cudaError_t e = later ? cudaErrorNotReady : run(args, NULL);
    if (e != cudaErrorNotReady)
        return e;
    Work *w = work_hold(s, run, args, bytes);
    if (w)
        w->begun = !later;
    return w ? cudaSuccess : cudaErrorMemoryAllocation;
}

// ---- while the host does not call ------------------------------------------------------

static void *stand_in(void *unused)
{
    (void)unused;
    usleep(QUIET_US);
    rt_lock();
    while (held && !at_exit) {
        EACH_HOOK(machine_works, ());
        look();
        EACH_HOOK(machine_rests, ());
        pause_us(LOOK_US);
    }
    stands_in = false;
    rt_unlock();
    return NULL;
}

void work_stand_in(void)
{
    pthread_t thread;
    pthread_attr_t attr;
    sigset_t all, old;
    if (!held || stands_in || at_exit)
        return;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old); // the program's signals are not for it
    pthread_attr_init(&attr);
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
    stands_in = !pthread_create(&thread, &attr, stand_in, NULL);
    pthread_attr_destroy(&attr);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
}
