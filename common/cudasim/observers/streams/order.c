// order.c - which job comes before which, and which jobs the host knows to have ended.
//
// The runtime sends an event for every job (a kernel, a copy, a memset, an event record): its
// stream, and the jobs after which it comes by stream order, by the rules of the default
// stream, and by events. Each job has a vector clock, by stream; so has the host, whose clock
// advances when the host waits. A job knows all that the host knew when it was issued.
#include "streams.h"

#include <assert.h>

static StreamJob *jobs; // by number
static uint32_t size_jobs;
static struct {
    uint32_t *job, n, size; // by seq - 1
    unsigned device;
} * streams;
static unsigned nstreams;
static EventWait *waits; // the last of each stream for each other one
static uint32_t nwaits, size_waits;
static bool overlaps;        // a job may begin early
static uint32_t *host_clock; // by stream: the jobs that the host knows to have ended

// Jobs are issued before anything else is said of them.
StreamJob *order_job(uint32_t job)
{
    assert(job && job < size_jobs && jobs[job].clock);
    return &jobs[job];
}

bool order_several(void) { return nstreams > 1 || overlaps; }

// The job in front may itself have begun early, and not have waited before it let this one begin.
void order_job_early(uint32_t job, uint32_t earlier)
{
    StreamJob *j = order_job(job);
    const StreamJob *before = order_job(earlier);
    j->early = overlaps = true;
    j->early_seq = before->early ? before->early_seq : before->seq - 1;
    uint32_t known = host_clock[j->stream];
    j->early_seq = j->early_seq > known ? j->early_seq : known;
}

void order_stream_begin(unsigned index, unsigned device)
{
    if (index < nstreams)
        return;
    streams = must_realloc(streams, index + 1, sizeof *streams);
    host_clock = must_realloc(host_clock, index + 1, sizeof *host_clock);
    memset(streams + nstreams, 0, (index + 1 - nstreams) * sizeof *streams);
    memset(host_clock + nstreams, 0, (index + 1 - nstreams) * sizeof *host_clock);
    nstreams = index + 1;
    streams[index].device = device;
}

static void clock_advance(uint32_t *clock, uint32_t n, const uint32_t *other, uint32_t m)
{
    for (uint32_t i = 0; i < n && i < m; i++)
        if (clock[i] < other[i])
            clock[i] = other[i];
}

void order_job_issue(uint32_t number, unsigned stream, uint64_t id, const char *name,
                     uint32_t first)
{
    assert(stream < nstreams);
    jobs = array_room(jobs, number, &size_jobs, sizeof *jobs);
    uint32_t n = nstreams;
    StreamJob *j = &jobs[number];
    *j = (StreamJob){.stream = stream,
                     .device = streams[stream].device,
                     .id = id,
                     .stream_name = name,
                     .first = first,
                     .nclock = n,
                     .clock = must_calloc(n, sizeof *j->clock)};
    streams[stream].job = array_room(streams[stream].job, streams[stream].n, &streams[stream].size,
                                     sizeof *streams[stream].job);
    streams[stream].job[streams[stream].n++] = number;
    j->seq = streams[stream].n;
    clock_advance(j->clock, n, host_clock, n);
    j->clock[stream] = j->seq;
}

void order_job_after(uint32_t job, uint32_t earlier)
{
    const StreamJob *j = order_job(job), *before = order_job(earlier);
    clock_advance(j->clock, j->nclock, before->clock, before->nclock);
}

static EventWait *find_wait(unsigned stream, unsigned recorded_in)
{
    for (uint32_t i = 0; i < nwaits; i++)
        if (waits[i].stream == stream && waits[i].recorded_in == recorded_in)
            return &waits[i];
    return NULL;
}

void order_stream_waits(unsigned stream, uint32_t job)
{
    unsigned recorded_in = job ? order_job(job)->stream : NO_STREAM;
    EventWait *w = find_wait(stream, recorded_in);
    if (!w) {
        waits = array_room(waits, nwaits, &size_waits, sizeof *waits);
        w = &waits[nwaits++];
    }
    *w = (EventWait){stream, recorded_in, job, report_call_line()};
}

const EventWait *order_useless_wait(uint32_t earlier, uint32_t job)
{
    const EventWait *w = find_wait(order_job(job)->stream, order_job(earlier)->stream);
    if (w && w->job < earlier)
        return w;
    return find_wait(order_job(job)->stream, NO_STREAM);
}

static bool is_before(uint32_t a, const uint32_t *clock, uint32_t n)
{
    const StreamJob *j = order_job(a);
    return j->stream < n && clock[j->stream] >= j->seq;
}

uint32_t order_first_unordered(uint32_t job)
{
    const uint32_t *clock = jobs[job].clock, n = jobs[job].nclock;
    uint32_t first = UINT32_MAX;
    for (unsigned s = 0; s < nstreams; s++) {
        uint32_t known = s < n ? clock[s] : 0;
        if (jobs[job].early && s == jobs[job].stream)
            known = jobs[job].early_seq;
        if (known < streams[s].n && jobs[streams[s].job[known]].first < first)
            first = jobs[streams[s].job[known]].first;
    }
    return first;
}

void order_host_waited(uint32_t job)
{
    const StreamJob *j = order_job(job);
    clock_advance(host_clock, nstreams, j->clock, j->nclock);
}

void order_host_sync(unsigned device)
{
    for (unsigned s = 0; s < nstreams; s++)
        if (streams[s].device == device)
            host_clock[s] = streams[s].n;
}

bool order_before(uint32_t earlier, uint32_t job, bool early)
{
    const StreamJob *j = order_job(job), *e = order_job(earlier);
    if (early && j->early && e->stream == j->stream)
        return e->seq <= j->early_seq;
    return is_before(earlier, j->clock, j->nclock);
}

bool order_before_host(uint32_t job) { return is_before(job, host_clock, nstreams); }
