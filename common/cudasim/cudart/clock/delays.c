// delays.c - where the time of a case goes: which call made what wait.
//
// From mark to mark (cudasimMark) this file notes the jobs of the timeline, with what decided when
// each of them started, and what the host did meanwhile: its calls, its waits, its own work. The
// longest way is found from the end: the last thing that happened, what it had to wait for, what
// that had to wait for ... Only a change on this way could make the case shorter.
//
// On this way these are delays:
//   - the host waits, and has more work to issue or to do afterwards;
//   - the host works, or sits in a long call, before it issues a job;
//   - a job waits for a job of a later stage (a copy in for a copy out), or by the rules of the
//     default stream or of single queues.
// A kernel has to wait for its data, and a copy out for its kernel: those waits are no delays. If
// there is no delay, cudasimDelays() has the jobs on the way, those that took longest first.
#include "delays.h"

#include "alloc.h"
#include "stream.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_NOTES = 1 << 17, // jobs or calls; later ones are not noted
    MAX_ENTRIES = 64     // different delays
};

typedef struct {
    JobKind kind;
    CopyWay way;
    unsigned long long stream;
    bool legacy; // of the default stream
    char what[64];
    const char *file;
    int line;
    double call, issued, start, end; // `call`: the host's time when the call issued the job
    JobStart began;
} JobNote;

typedef struct {
    bool work; // cudasimHostWork(), else a call
    const char *call, *file;
    int line;
    double begin, end, waited;
    uint32_t job; // that ended the wait; 0: none
} HostNote;

static JobNote *jobs; // number `first` and following
static HostNote *calls;
static size_t njobs, ncalls, jobs_room, calls_room;
static uint32_t first;
static bool noting, overflow;
static double mark_begin, mark_end;
static const char *place_file;
static int place_line;
static double waited; // in the call that is being executed
static uint32_t waited_for;

bool delays_wanted(void) { return noting; }

static void note_mark(bool begins)
{
    if (!begins) {
        noting = false;
        mark_end = rt.now;
        return;
    }
    njobs = ncalls = 0;
    first = 0;
    overflow = false;
    noting = true;
    mark_begin = rt.now;
    waited = 0;
    waited_for = 0;
}

static void note_place(const char *file, int line)
{
    place_file = file;
    place_line = line;
}

static JobNote *note_of(uint32_t number)
{
    return number >= first && number - first < njobs ? &jobs[number - first] : NULL;
}

// ---- what happens ---------------------------------------------------

static void describe_job(JobNote *note, const Job *j)
{
    static const char *const ways[] = {
        [COPY_to_device] = "the copy to the device",
        [COPY_to_host] = "the copy to the host",
        [COPY_on_device] = "the copy on the device",
        [COPY_on_host] = "the copy on the host",
        [COPY_to_device_paged] = "the copy to the device from pageable memory",
        [COPY_to_host_paged] = "the copy to pageable memory of the host"};
    if (j->kind == JOB_copy)
        snprintf(note->what, sizeof note->what, "%s", ways[j->way]);
    else if (j->kind == JOB_kernel)
        snprintf(note->what, sizeof note->what, "the kernel %.*s",
                 j->name ? (int)strcspn(j->name, "(<") : 0, j->name ? j->name : "");
    else
        snprintf(note->what, sizeof note->what, "%s",
                 j->kind == JOB_set ? "the memset" : "the host function");
}

static void note_issued(const Job *j)
{
    if (!noting)
        return;
    if (!njobs)
        first = j->number;
    if (j->number - first >= MAX_NOTES) {
        overflow = true;
        return;
    }
    while (j->number - first >= njobs) { // numbers are given before jobs are issued
        if (njobs == jobs_room) {
            jobs_room = jobs_room ? 2 * jobs_room : 256;
            jobs = must_realloc(jobs, jobs_room, sizeof *jobs);
        }
        jobs[njobs++] = (JobNote){.kind = JOB_mark};
    }
    JobNote *note = note_of(j->number);
    *note = (JobNote){.kind = j->kind,
                      .way = j->way,
                      .stream = j->stream_id,
                      .legacy = stream_is_legacy(j->stream),
                      .file = place_file,
                      .line = place_line,
                      .call = rt.now,
                      .issued = j->issued,
                      .end = INFINITY};
    describe_job(note, j);
}

static void note_started(const Job *j, JobStart began)
{
    JobNote *note = note_of(j->number);
    if (!note)
        return;
    note->start = j->start;
    note->began = began;
}

static void note_ended(const Job *j)
{
    JobNote *note = note_of(j->number);
    if (note)
        note->end = j->end;
}

static void note_host_waited(uint32_t job, double us)
{
    waited += us;
    waited_for = job;
}

static void add_call(HostNote note)
{
    if (ncalls == MAX_NOTES) {
        overflow = true;
        return;
    }
    if (ncalls == calls_room) {
        calls_room = calls_room ? 2 * calls_room : 256;
        calls = must_realloc(calls, calls_room, sizeof *calls);
    }
    calls[ncalls++] = note;
}

static void note_called(const char *call, double begin, double end)
{
    if (noting && end > begin)
        add_call((HostNote){.call = call,
                            .file = place_file,
                            .line = place_line,
                            .begin = begin,
                            .end = end,
                            .waited = waited,
                            .job = waited > 0 ? waited_for : 0});
    waited = 0;
}

static void note_host_worked(double begin, double end)
{
    if (noting)
        add_call((HostNote){.work = true, .call = "", .begin = begin, .end = end});
}

void delays_watch(void)
{
    static ClockWatcher watcher = {.issued = note_issued,
                                   .started = note_started,
                                   .ended = note_ended,
                                   .host_waited = note_host_waited,
                                   .called = note_called,
                                   .host_worked = note_host_worked,
                                   .mark = note_mark,
                                   .place = note_place};
    clock_watch(&watcher);
}

// ---- the longest way ------------------------------------------------

typedef struct {
    CudasimDelay entry[MAX_ENTRIES];
    int count;
} Found;

static CudasimDelayed part_of(const char *what, const char *file, int line)
{
    CudasimDelayed d = {.line = file ? line : 0};
    snprintf(d.what, sizeof d.what, "%s", what);
    snprintf(d.file, sizeof d.file, "%s", file ? file : "");
    return d;
}

static CudasimDelayed part_of_job(const JobNote *j) { return part_of(j->what, j->file, j->line); }

static bool same_part(const CudasimDelayed *a, const CudasimDelayed *b)
{
    return a->line == b->line && !strcmp(a->what, b->what) && !strcmp(a->file, b->file);
}

static void add_delay(Found *found, CudasimDelay d)
{
    for (int i = 0; i < found->count; i++) {
        CudasimDelay *e = &found->entry[i];
        if (e->kind == d.kind && same_part(&e->who, &d.who) && same_part(&e->whom, &d.whom)) {
            e->us += d.us;
            e->count++;
            return;
        }
    }
    if (found->count < MAX_ENTRIES) {
        d.count = 1;
        found->entry[found->count++] = d;
    }
}

// Copies in, then work on the device, then copies out: what comes later needs what came before.
static int stage(const JobNote *j)
{
    if (j->kind != JOB_copy)
        return 1;
    return j->way == COPY_to_device || j->way == COPY_to_device_paged ? 0
           : j->way == COPY_to_host || j->way == COPY_to_host_paged   ? 2
                                                                      : 1;
}

// The way, from its end. `job` is the job whose start is looked at, or NULL: the host at `t`.
typedef struct {
    Found delays, work;
    JobNote *job;
    double t;
    size_t next;            // the calls before this one have not been passed yet
    const JobNote *follows; // the job that the host issues next on the way
    bool more;              // the host has more to do behind this point
} WayBack;

static void go_to_host(WayBack *w, JobNote *job)
{
    w->t = job->call;
    w->follows = job;
    w->more = true;
    w->job = NULL;
}

static void go_to_end_of(WayBack *w, JobNote *job)
{
    w->job = job;
    if (job->kind != JOB_mark)
        add_delay(&w->work, (CudasimDelay){.kind = CUDASIM_DELAY_work,
                                           .us = job->end - job->start,
                                           .who = part_of_job(job)});
}

// With single queues the order of issue is the question, not what the host does.
static void add_host_delay(WayBack *w, CudasimDelay d)
{
    if (!rt.single_queue)
        add_delay(&w->delays, d);
}

// The host's way back to what it waited for, or to the beginning. False: the beginning.
static bool pass_host(WayBack *w)
{
    while (w->next > 0 && calls[w->next - 1].begin >= w->t)
        w->next--;
    if (!w->next)
        return false;
    const HostNote *note = &calls[--w->next];
    JobNote *job = note->job ? note_of(note->job) : NULL;
    if (job && job->end <= w->t) {
        if (w->more)
            add_host_delay(w, (CudasimDelay){.kind = CUDASIM_DELAY_host_waits,
                                             .us = note->waited,
                                             .who = part_of(note->call, note->file, note->line),
                                             .whom = part_of_job(job)});
        go_to_end_of(w, job);
        return true;
    }
    double us = fmin(note->end, w->t) - note->begin;
    w->t = note->begin;
    if (note->work && w->follows)
        add_host_delay(w, (CudasimDelay){.kind = CUDASIM_DELAY_host_works,
                                         .us = us,
                                         .whom = part_of_job(w->follows)});
    else if (note->work) // at the end; nothing has to wait for it
        add_delay(&w->work, (CudasimDelay){.kind = CUDASIM_DELAY_work,
                                           .us = us,
                                           .who = part_of("the host's own work", NULL, 0)});
    else
        add_host_delay(w, (CudasimDelay){.kind = CUDASIM_DELAY_call,
                                         .us = us,
                                         .who = part_of(note->call, note->file, note->line)});
    w->more = w->more || note->work;
    return true;
}

// Event records and waits take no time: the job before them is what counts.
static JobNote *pass_marks(JobNote *from, const JobNote **wait)
{
    while (from->kind == JOB_mark && from->began.by == START_job_ended) {
        JobNote *before = note_of(from->began.job);
        if (!before)
            break;
        if (before->stream != from->stream)
            *wait = from;
        from = before;
    }
    return from;
}

static CudasimDelayKind kind_of_wait(const JobNote *j, const JobNote *before, const JobNote *wait)
{
    if (wait && wait->line && !wait->legacy)
        return CUDASIM_DELAY_event;
    if (before->stream == j->stream)
        return CUDASIM_DELAY_stream;
    return j->legacy || before->legacy || wait ? CUDASIM_DELAY_default_stream
                                               : CUDASIM_DELAY_signal;
}

static void follow_job(WayBack *w, JobNote *j, JobNote *before)
{
    const JobNote *wait = NULL;
    before = pass_marks(before, &wait);
    CudasimDelayKind kind = kind_of_wait(j, before, wait);
    bool natural = kind <= CUDASIM_DELAY_event && stage(before) < stage(j);
    if (!natural && j->kind != JOB_mark && before->kind != JOB_mark) {
        CudasimDelay d = {.kind = kind,
                          .us = j->start - fmax(j->issued, before->start),
                          .who = part_of_job(j),
                          .whom = part_of_job(before)};
        if (kind == CUDASIM_DELAY_event) {
            snprintf(d.via_file, sizeof d.via_file, "%s", wait->file ? wait->file : "");
            d.via_line = wait->line;
        }
        add_delay(&w->delays, d);
    }
    go_to_end_of(w, before);
}

static bool pass_job(WayBack *w)
{
    JobNote *j = w->job;
    JobNote *by = j->began.by == START_issued ? NULL : note_of(j->began.job);
    if (!by)
        go_to_host(w, j);
    else if (j->began.by == START_job_ended)
        follow_job(w, j, by);
    else if (j->began.by == START_engine_free)
        go_to_end_of(w, by);
    else { // behind a job in a single queue, which started just then
        add_delay(&w->delays, (CudasimDelay){.kind = CUDASIM_DELAY_queue,
                                             .us = by->start - j->issued,
                                             .who = part_of_job(j),
                                             .whom = part_of_job(by)});
        w->job = by;
    }
    return true;
}

static int longest_first(const void *a, const void *b)
{
    const CudasimDelay *x = a, *y = b;
    return x->us < y->us ? 1 : x->us > y->us ? -1 : 0;
}

static void take_longest(CudasimDelays *all, Found *found, double least)
{
    qsort(found->entry, (size_t)found->count, sizeof *found->entry, longest_first);
    for (int i = 0; i < found->count && all->count < CUDASIM_DELAYS; i++)
        if (found->entry[i].us >= least)
            all->delay[all->count++] = found->entry[i];
}

static void take_copies(CudasimDelays *all)
{
    Found *found = must_malloc(1, sizeof *found);
    found->count = 0;
    for (size_t i = 0; i < njobs; i++)
        if (jobs[i].kind == JOB_copy)
            add_delay(found, (CudasimDelay){.kind = CUDASIM_DELAY_work,
                                            .us = jobs[i].end - jobs[i].start,
                                            .who = part_of_job(&jobs[i])});
    qsort(found->entry, (size_t)found->count, sizeof *found->entry, longest_first);
    if (found->count)
        all->copies = found->entry[0];
    free(found);
}

void cudasimDelays(CudasimDelays *all)
{
    memset(all, 0, sizeof *all);
    rt_lock();
    if (rt.started && !noting && !overflow && (njobs || ncalls)) {
        // Less than a twelfth of the time is not what made the case slow.
        double least = (mark_end - mark_begin) / 12;
        WayBack *w = must_malloc(1, sizeof *w);
        *w = (WayBack){.t = mark_end, .next = ncalls};
        for (size_t steps = 2 * (njobs + ncalls); steps > 0; steps--)
            if (!(w->job ? pass_job(w) : pass_host(w)))
                break;
        take_longest(all, &w->delays, least);
        if (!all->count)
            take_longest(all, &w->work, least);
        free(w);
        take_copies(all);
    }
    rt_unlock();
}
