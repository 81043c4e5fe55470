// timeline.c - the virtual clock: when kernels and copies would have run. A
// discrete-event simulation that always has the same time as the host's clock.
//
// Every kernel, copy, event record and host function is a job. A job has been
// executed already when it comes here (in issue order, which is always legal);
// the simulation finds out its start and its end on the modelled GPU. The host
// cannot change later what happens before rt.now, so the simulation runs up to
// rt.now at every API call, and further, until a job is done, when the host
// waits for that job.
//
// A job starts when
//   - the jobs that it follows are done: the one before it in its stream; with a
//     legacy default stream, those of all blocking streams; events that it waits for.
//     If they ran on another engine, some microseconds pass until this engine knows;
//   - its engine has room. A device has one copy engine per direction (which small
//     copies to the device do not need), one for copies to its peers, and 132 multiprocessors. A
//     kernel takes as many multiprocessors as its blocks need, as they become free: kernels with
//     priority first, then in the order of start. Blocks that run are not interrupted.
//
// Kernels that run at the same time get slower when together they need more memory
// bandwidth or instruction slots than there are. Copies in both directions slow
// each other down a little. Copies that leave one device, or reach one, share its link.
//
// queue=single is the hardware of the first GPUs with concurrent kernels: one queue for
// kernels and one for each direction of copies. A job starts only after all jobs
// that were issued to its queue before have started (a kernel: with all its
// blocks), whatever their streams. And a copy that follows a kernel starts late:
// only when the kernels that were issued between the two are done as well.
#include "timeline.h"

#include "alloc.h"
#include "cost_table.h"
#include "held.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

typedef enum {
    QUEUE_compute,
    QUEUE_to_device,
    QUEUE_to_host,
    QUEUE_to_peer,
    QUEUE_none,
    QUEUES
} Queue;

static double now;                          // simulated so far
static Job *active, **active_end = &active; // not done, in order of issue
static unsigned nactive;
static Job *hosts[64]; // host functions that run
static unsigned nhosts;
static uint64_t works; // jobs that are not marks
static uint64_t serial;
static struct DeviceEngines {
    Job *running[QUEUES]; // copies; kernels are in the next list
    Job *kernels[COST_MAX_KERNELS];
    unsigned nkernels;
    uint64_t issued_turn[QUEUES], started_turn[QUEUES];
    // The job that used an engine last, and since when it is free; the job that left its queue
    // last.
    uint32_t freed_by[QUEUES], started_by[QUEUES];
    double freed_at[QUEUES], started_at[QUEUES];
    bool late_grant; // single queue: the last kernel has not got all its multiprocessors yet
} engines[MAX_DEVICES];
typedef struct DeviceEngines DeviceEngines;
#define EACH_DEVICE(e) for (DeviceEngines *e = engines; e < engines + model.devices; e++)

static void advance_to(double until, const Job *target);

void timeline_init(void)
{
    for (int d = 0; d < model.devices; d++) {
        device_select((unsigned)d);
        rt.legacy[d] = stream_new(cudaStreamDefault, 0, "default stream");
    }
    device_select(0);
}

static DeviceEngines *engines_of(const Job *j) { return &engines[j->device]; }

static Queue queue_of(const Job *j)
{
    switch (j->kind) {
    case JOB_kernel:
    case JOB_set: return QUEUE_compute;
    case JOB_copy: break;
    default: return QUEUE_none;
    }
    switch (j->way) {
    case COPY_to_device:
        if (!rt.single_queue && !j->prefetch && (double)j->bytes <= COST_INLINE_BYTES && j->bytes)
            return QUEUE_none;
        return QUEUE_to_device;
    case COPY_to_device_paged:
        if (!rt.single_queue && (double)j->bytes <= COST_STAGE_BYTES && j->bytes)
            return QUEUE_none;
        return QUEUE_to_device;
    case COPY_to_host:
    case COPY_to_host_paged: return QUEUE_to_host;
    case COPY_on_device: return QUEUE_compute;
    case COPY_to_peer: return QUEUE_to_peer;
    default: return QUEUE_none;
    }
}

// ---- jobs -----------------------------------------------------------

static void add_dep(Job *j, Job *dep)
{
    if (dep->done && dep->end <= rt.now)
        return;
    if (j->ndeps == j->size_deps) {
        j->size_deps = j->size_deps ? 2 * j->size_deps : 4;
        j->deps = must_realloc(j->deps, j->size_deps, sizeof *j->deps);
    }
    j->deps[j->ndeps++] = job_ref(dep);
}

void job_after(Job *j, Job *dep)
{
    if (!dep)
        return;
    EACH_HOOK(job_after, (j->number, dep->number));
    EACH_WATCHER(after, (j, dep));
    if (dep->first_kernel < j->first_kernel)
        j->first_kernel = dep->first_kernel;
    add_dep(j, dep);
}

Job *job_new(Stream *s, JobKind kind)
{
    static uint32_t jobs;
    Job *j = must_malloc(1, sizeof *j);
    *j = (Job){.refs = 1,
               .kind = kind,
               .stream = s,
               .stream_id = s->id,
               .stream_name = s->name,
               .device = s->device,
               .priority = s->priority,
               .graph = rt.graph,
               .first_kernel = UINT64_MAX,
               .number = ++jobs};
    EACH_HOOK(job_issue, (j->number, s->index, s->id, j->graph ? j->graph->label : s->name));
    s->coming++;
    job_after(j, s->last);
    if (stream_is_legacy(s)) {
        for (Stream *o = rt.streams; o; o = o->next)
            if (o != s && stream_includes(s, o))
                job_after(j, o->last);
    } else if (stream_is_blocking(s)) {
        job_after(j, rt.legacy[s->device]->last);
    }
    return j;
}

// Single queue: the signal that a kernel has ended comes behind the kernels
// that were issued meanwhile.
static void delay_signal(Job *j)
{
    uint64_t from = j->first_kernel;
    for (Job *a = active; a && j->ndeps; a = a->next_active)
        if (a->kind == JOB_kernel && a->serial > from && a->device == j->device)
            add_dep(j, a);
}

// The queues are full: the call returns when the oldest job is done. The program does not
// learn that from the call, so the observers get no event.
static void make_room(void)
{
    Job *oldest = job_ref(active);
    advance_to(INFINITY, oldest);
    if (rt.now < oldest->end) {
        EACH_WATCHER(host_waited, (oldest->number, oldest->end - rt.now));
        rt.now = oldest->end;
    }
    job_drop(&oldest);
}

void job_issue(Job *j)
{
    Stream *s = j->stream;
    Queue q = queue_of(j);
    assert(s && s->coming); // since job_new()
    s->coming--;
    if (rt.single_queue && (q == QUEUE_to_device || q == QUEUE_to_host))
        delay_signal(j);
    j->serial = serial++;
    j->works = works += j->kind != JOB_mark;
    if (j->kind == JOB_kernel)
        j->first_kernel = j->serial;
    else if (j->kind != JOB_mark)
        j->first_kernel = UINT64_MAX; // a job behind this one waits for its end only
    j->queue_turn = engines_of(j)->issued_turn[q]++;
    j->issued = rt.now + COST_QUEUE_US;
    j->left = 1;
    if (s->expected < j->issued)
        s->expected = j->issued;
    s->expected += j->us;
    if (s->tail)
        s->tail->next = j;
    else
        s->head = j;
    s->tail = j;
    EACH_WATCHER(issued, (j));
    job_drop(&s->last);
    s->last = job_ref(j);
    s->polls = 0;
    *active_end = j; // the caller's reference
    active_end = &j->next_active;
    if (++nactive > COST_PENDING && !j->graph) // a graph is one entry of the queue
        make_room();
}

Job *stream_mark(Stream *s)
{
    Job *j = job_new(s, JOB_mark);
    job_issue(job_ref(j));
    return j;
}

double timeline_expected(const Stream *s)
{
    double t = rt.now + COST_QUEUE_US;
    if (t < s->expected)
        t = s->expected;
    if (stream_is_blocking(s) && t < rt.legacy[s->device]->expected)
        t = rt.legacy[s->device]->expected;
    return t;
}

// ---- which jobs may start -------------------------------------------

// When an engine knows that a job is done: later, if it was a job of another engine.
static double word_of(const Job *done, Queue q, unsigned device_number)
{
    bool other = q != QUEUE_none && done->engine != QUEUE_none &&
                 (done->engine != (int)q || done->device != device_number);
    double word = q == QUEUE_compute ? COST_TO_KERNEL_US : COST_TO_COPY_US;
    return done->end + (other ? word : 0);
}

// When the jobs that this job follows allow its start.
static double ready_time(const Job *j)
{
    double t = j->issued;
    Queue q = queue_of(j);
    for (unsigned i = 0; i < j->ndeps; i++) {
        if (!j->deps[i]->done)
            return INFINITY;
        t = fmax(t, word_of(j->deps[i], q, j->device));
    }
    return t;
}

static bool is_wide(const Job *j) // needs multiprocessors
{
    return queue_of(j) == QUEUE_compute;
}

static double room_left(const DeviceEngines *e)
{
    double room = model.multiprocessors;
    for (unsigned i = 0; i < e->nkernels; i++)
        room -= e->kernels[i]->granted;
    return room;
}

static bool has_room(const Job *j)
{
    Queue q = queue_of(j);
    if (q == QUEUE_none)
        return j->kind == JOB_mark || nhosts < sizeof hosts / sizeof *hosts;
    const DeviceEngines *e = engines_of(j);
    if (q != QUEUE_compute)
        return !e->running[q];
    unsigned most = rt.single_queue ? COST_MAX_KERNELS_SINGLE : COST_MAX_KERNELS;
    double least = j->units < 1 ? j->units : 1;
    return e->nkernels < most && room_left(e) >= least * 0.999;
}

static bool may_start(const Job *j)
{
    if (ready_time(j) > now || !has_room(j))
        return false;
    Queue q = queue_of(j);
    if (!rt.single_queue || q == QUEUE_none)
        return true;
    const DeviceEngines *e = engines_of(j);
    return j->queue_turn == e->started_turn[q] && !(q == QUEUE_compute && e->late_grant);
}

// Durations by kind, for cudasimSpent().
static void add_to_spent(const Job *j)
{
    double us = j->end - j->start;
    if (j->prefetch)
        return;
    rt.spent.copies += j->kind == JOB_copy;
    if (j->kind == JOB_kernel)
        rt.spent.kernel_us += us;
    else if (j->kind == JOB_host)
        rt.spent.host_us += us;
    else if (j->kind == JOB_copy && (j->way == COPY_to_device || j->way == COPY_to_device_paged))
        rt.spent.h2d_us += us;
    else if (j->kind == JOB_copy && (j->way == COPY_to_host || j->way == COPY_to_host_paged))
        rt.spent.d2h_us += us;
}

static void end_job(Job *j)
{
    Job **p = &active;
    j->running = false;
    j->done = true;
    j->end = now;
    engines_of(j)->freed_by[queue_of(j)] = j->number;
    engines_of(j)->freed_at[queue_of(j)] = now;
    nactive--;
    while (*p != j)
        p = &(*p)->next_active;
    *p = j->next_active;
    if (active_end == &j->next_active)
        active_end = p;
    job_drop_deps(j);
    add_to_spent(j);
    EACH_WATCHER(ended, (j));
    job_drop(&j);
}

// What decided that the job starts now. A job that could have started earlier was kept by the one
// before it in its queue, if that one had to wait, too; otherwise by the one that had the engine.
static JobStart start_of(const Job *j, Queue q)
{
    JobStart began = {START_issued, 0};
    const DeviceEngines *e = engines_of(j);
    double ready = j->issued;
    for (unsigned i = 0; i < j->ndeps; i++)
        if (word_of(j->deps[i], q, j->device) >= ready) {
            ready = word_of(j->deps[i], q, j->device);
            began = (JobStart){START_job_ended, j->deps[i]->number};
        }
    if (q != QUEUE_none && rt.single_queue && e->started_at[q] > ready)
        began = (JobStart){START_queue_moved, e->started_by[q]};
    else if (q != QUEUE_none && e->freed_at[q] > ready)
        began = (JobStart){START_engine_free, e->freed_by[q]};
    return began;
}

// A kernel that may begin before the one in front has ended starts when that one has ended, but
// with the work done that it could have done meanwhile.
static double done_early(const Job *j)
{
    double most = 0;
    for (unsigned i = 0; j->early_us > 0 && i < j->ndeps; i++) {
        const Job *d = j->deps[i];
        if (d->kind != JOB_kernel || d->stream_id != j->stream_id)
            continue;
        double trigger = d->start + (d->end - d->start) * d->trigger_us / d->us;
        double us = d->end - fmax(trigger, j->issued);
        us = fmin(us, j->early_us) - (now - d->end);
        most = fmax(most, us);
    }
    return fmin(most / j->us, 0.99);
}

static void start_job(Job *j)
{
    Stream *s = j->stream;
    Queue q = queue_of(j);
    DeviceEngines *e = engines_of(j);
    assert(has_room(j) && s->head == j);
    s->head = j->next;
    if (!s->head)
        s->tail = NULL;
    j->stream = NULL;
    j->start = now;
    j->left -= done_early(j);
    j->engine = q;
    JobStart began = start_of(j, q);
    EACH_WATCHER(started, (j, began));
    e->started_by[q] = j->number;
    e->started_at[q] = now;
    for (unsigned i = 0; i < j->ndeps && j->kind == JOB_mark; i++)
        j->engine = j->deps[i]->engine; // a mark ends where the work before it ends
    j->running = true;
    e->started_turn[q]++;
    if (is_wide(j))
        e->kernels[e->nkernels++] = j;
    else if (q != QUEUE_none)
        e->running[q] = j;
    else if (j->kind != JOB_mark)
        hosts[nhosts++] = j;
    else
        end_job(j);
    stream_drop(s);
}

// Kernels get multiprocessors by priority, then in order of start, and keep what they have.
static void grant_room(DeviceEngines *e)
{
    double room = room_left(e);
    e->late_grant = false;
    for (int priority = PRIORITY_HIGHEST; priority <= PRIORITY_LOWEST; priority++) {
        for (unsigned i = 0; i < e->nkernels; i++) {
            Job *k = e->kernels[i];
            if (k->priority != priority)
                continue;
            double more = k->units - k->granted;
            if (more > room)
                more = room;
            if (more > 0) {
                k->granted += more;
                room -= more;
            }
            e->late_grant |= k->granted < k->units * 0.999;
        }
    }
}

static Job *next_to_start(void)
{
    Job *best = NULL;
    for (Stream *s = rt.streams; s; s = s->next) {
        Job *j = s->head;
        if (j &&
            (!best || j->priority < best->priority ||
             (j->priority == best->priority && j->serial < best->serial)) &&
            may_start(j))
            best = j;
    }
    return best;
}

static void start_jobs(void)
{
    for (Job *j; (j = next_to_start());) {
        DeviceEngines *e = engines_of(j); // the job may be gone afterwards
        start_job(j);
        grant_room(e);
    }
}

// ---- how fast jobs run ----------------------------------------------

static double overload(double load) { return load > 1 ? load : 1; }

// How much slower the other copies between devices make this one: they share its link, at its
// busier end. A copy the other way takes turns with it if only one of the two devices has access,
// and without any access both use the host's memory.
static double slowed(const Job *j)
{
    unsigned from = 0, to = 0;
    bool back = false;
    EACH_DEVICE(e)
    {
        const Job *o = e->running[QUEUE_to_peer];
        from += o && o->from == j->from;
        to += o && o->to == j->to;
        back |= o && o->from == j->to && o->to == j->from;
    }
    unsigned share = (from > to ? from : to) + (back && j->denied == 1);
    return back && j->denied == 2 ? share / COST_PEER_STAGED_BOTH : share;
}

static void set_rates_of(DeviceEngines *e)
{
    double memory = 0, compute = 0;
    for (unsigned i = 0; i < e->nkernels; i++) {
        double part = e->kernels[i]->granted / e->kernels[i]->units;
        memory += e->kernels[i]->memory * part;
        compute += e->kernels[i]->compute * part;
    }
    for (unsigned i = 0; i < e->nkernels; i++) {
        Job *k = e->kernels[i];
        double slower = 1 + k->memory * (overload(memory) - 1);
        double other = 1 + k->compute * (overload(compute) - 1);
        k->rate = k->granted / k->units / (slower > other ? slower : other);
    }
    Job *a = e->running[QUEUE_to_device], *b = e->running[QUEUE_to_host];
    if (a)
        a->rate = b ? COST_COPY_BOTH : 1;
    if (b)
        b->rate = a ? COST_COPY_BOTH : 1;
    if (e->running[QUEUE_to_peer])
        e->running[QUEUE_to_peer]->rate = 1 / slowed(e->running[QUEUE_to_peer]);
}

static void set_rates(void)
{
    EACH_DEVICE(e)
    set_rates_of(e);
    for (unsigned i = 0; i < nhosts; i++)
        hosts[i]->rate = 1;
}

typedef void Visit(Job *j, double *value);

static void each_running(Visit *visit, double *value)
{
    EACH_DEVICE(e)
    {
        for (unsigned i = 0; i < e->nkernels; i++)
            visit(e->kernels[i], value);
        for (unsigned q = 0; q < QUEUES; q++)
            if (e->running[q])
                visit(e->running[q], value);
    }
    for (unsigned i = 0; i < nhosts; i++)
        visit(hosts[i], value);
}

static double end_of(const Job *j)
{
    return j->rate > 0 ? now + j->left * j->us / j->rate : INFINITY;
}

static void earlier_end(Job *j, double *t) { *t = fmin(*t, end_of(j)); }

// Jobs whose ends differ by no more microseconds than this end together: rounding.
#define SAME_TIME 1e-7

static void pass_time(Job *j, double *until)
{
    j->left = end_of(j) <= *until + SAME_TIME ? 0 : j->left - (*until - now) * j->rate / j->us;
}

static double next_event(void)
{
    double t = INFINITY;
    each_running(earlier_end, &t);
    for (Stream *s = rt.streams; s; s = s->next) {
        double ready = s->head ? ready_time(s->head) : INFINITY;
        if (ready > now)
            t = fmin(t, ready);
    }
    return t;
}

static void remove_from(Job **list, unsigned *n)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < *n; i++) {
        if (list[i]->left > 0)
            list[kept++] = list[i];
        else
            end_job(list[i]);
    }
    *n = kept;
}

static void end_jobs(void)
{
    EACH_DEVICE(e)
    remove_from(e->kernels, &e->nkernels);
    remove_from(hosts, &nhosts);
    EACH_DEVICE(e)
    {
        for (unsigned q = 0; q < QUEUES; q++) {
            Job *j = e->running[q];
            if (j && j->left <= 0) {
                e->running[q] = NULL;
                end_job(j);
            }
        }
        grant_room(e);
    }
}

// Simulates up to a time, or until the job is done.
static void advance_to(double until, const Job *target)
{
    if (!active && until != INFINITY) { // no jobs: need not look at the streams
        now = until > now ? until : now;
        return;
    }
    for (;;) {
        start_jobs();
        if (target && target->done)
            return;
        set_rates();
        double t = next_event();
        if (t > until || t == INFINITY) {
            if (until != INFINITY && until > now) {
                each_running(pass_time, &until);
                now = until;
            }
            return;
        }
        each_running(pass_time, &t);
        now = t;
        end_jobs();
    }
}

// ---- the host waits -------------------------------------------------

void timeline_advance(void) { advance_to(rt.now, NULL); }

static bool wait_for(Job *j)
{
    bool waits = j && !j->done;
    if (waits)
        advance_to(INFINITY, j);
    if (j && rt.now < j->end) {
        EACH_WATCHER(host_waited, (j->number, j->end - rt.now));
        rt.now = j->end;
    }
    if (j)
        EACH_HOOK(host_waited, (j->number));
    return waits;
}

// Some time passes until the host notices that the work has ended.
static void host_notices(bool waited)
{
    if (waited)
        rt.now += COST_SYNC_CALL_US;
    timeline_advance();
}

void timeline_wait(Job *j) { host_notices(wait_for(j)); }

void timeline_wait_stream(Stream *s)
{
    if (held_in(s))
        held_finish(s);
    bool waited = wait_for(s->last);
    for (Stream *o = rt.streams; o && stream_is_legacy(s); o = o->next)
        if (stream_includes(s, o))
            waited |= wait_for(o->last);
    host_notices(waited);
}

static Job *first_of_device(void)
{
    Job *j = active;
    while (j && j->device != device.number)
        j = j->next_active;
    return job_ref(j);
}

void timeline_wait_device(void)
{
    if (held_any())
        held_finish_device();
    bool waited = false;
    for (Job *j; (j = first_of_device()); job_drop(&j))
        waited |= wait_for(j);
    EACH_HOOK(host_sync, (device.number));
    host_notices(waited);
}

void timeline_wait_all(void)
{
    unsigned selected = device.number;
    for (int d = 0; d < model.devices; d++) {
        device_select((unsigned)d);
        timeline_wait_device();
    }
    device_select(selected);
}

static bool is_done(Stream *s) { return !s->last || s->last->done; }

bool timeline_stream_done(Stream *s)
{
    if (held_in(s))
        return false;
    for (Stream *o = rt.streams; o; o = o->next)
        if (stream_includes(s, o) && !is_done(o))
            return false;
    for (Stream *o = rt.streams; o; o = o->next)
        if (stream_includes(s, o) && o->last)
            EACH_HOOK(host_waited, (o->last->number));
    return true;
}
