// trace_waits.c - what each job had to wait for: the jobs before it in its stream, events, the
// default stream, a queue, or the host. For the recorder; otherwise nothing is noted.
//
// Event records and waits take no time, and no drawing shows them: waiting for one of them means
// waiting for the work before it.
#include "trace.h"

#include "alloc.h"

#include <stdlib.h>
#include <string.h>

enum {
    MAX_WAIT_JOBS = 1 << 14, // behind these nothing is noted
    MAX_EDGES = 1 << 16,
    MARKS_DEEP = 32, // event records that follow one another, without work in between
    MAX_FOUND = 64,  // jobs that one job waits for
    MAX_LOOKS = 256  // jobs that are looked at to see that one comes behind another
};

typedef struct {
    bool mark, legacy; // `legacy`: of the default stream
    bool graph;        // a node of a graph
    bool blocking;     // of a stream that waits for the default stream, and that for it
    unsigned long long stream;
    uint32_t place, call; // of the call that issued it
    JobStart began;
    uint32_t last; // its last edge: index + 1
    uint32_t seen; // the last question that came to this mark
} WaitNote;

typedef struct {
    uint32_t earlier, before; // before: the edge before this one of the same job, index + 1
} WaitEdge;

static WaitNote *notes; // job `first` and following
static WaitEdge *edges;
static CallPlace *places;
static uint32_t first, nnotes, nedges, nplaces, notes_room, edges_room, places_room;
static uint32_t place_now, waited_for;
static uint32_t *created, ncreated, created_room; // places where streams were created, in order
static unsigned long long first_created;          // the first one's id; they follow one another

static void *grow(void *array, uint32_t n, uint32_t *room, size_t bytes)
{
    if (n < *room)
        return array;
    *room = *room ? 2 * *room : 256;
    return must_realloc(array, *room, bytes);
}

void waits_begin(void) { first = nnotes = nedges = 0; }

// Files are the program's, and live as long; there are as many places as lines with calls.
static void note_place(const char *file, int line)
{
    place_now = 0;
    if (!file)
        return;
    for (uint32_t i = 0; i < nplaces && !place_now; i++)
        if (places[i].line == line && places[i].file == file)
            place_now = i + 1;
    if (place_now || nplaces == MAX_WAIT_JOBS)
        return;
    places = grow(places, nplaces, &places_room, sizeof *places);
    places[nplaces++] = (CallPlace){file, line};
    place_now = nplaces;
}

static void note_stream(unsigned long long id)
{
    if (ncreated == MAX_WAIT_JOBS)
        return;
    if (!ncreated)
        first_created = id;
    created = grow(created, ncreated, &created_room, sizeof *created);
    created[ncreated++] = place_now;
}

CallPlace waits_place_of_stream(unsigned long long id)
{
    bool known = id >= first_created && id - first_created < ncreated;
    return waits_place_of(known ? created[id - first_created] : 0);
}

CallPlace waits_place_of(uint32_t number)
{
    return number ? places[number - 1] : (CallPlace){NULL, 0};
}

static WaitNote *note_of(uint32_t job)
{
    return first && job >= first && job - first < nnotes ? &notes[job - first] : NULL;
}

// The first event of a job is the first of these: it gets its note.
static WaitNote *note_begin(uint32_t job)
{
    if (!first)
        first = job;
    if (job < first || job - first >= MAX_WAIT_JOBS)
        return NULL;
    while (job - first >= nnotes) {
        notes = grow(notes, nnotes, &notes_room, sizeof *notes);
        notes[nnotes++] = (WaitNote){.mark = true};
    }
    return &notes[job - first];
}

static void note_after(const Job *j, const Job *earlier)
{
    WaitNote *n = note_begin(j->number);
    if (!n || nedges == MAX_EDGES)
        return;
    edges = grow(edges, nedges, &edges_room, sizeof *edges);
    edges[nedges++] = (WaitEdge){earlier->number, n->last};
    n->last = nedges;
}

static void note_issued(const Job *j)
{
    WaitNote *n = note_begin(j->number);
    if (!n)
        return;
    n->mark = j->kind == JOB_mark;
    n->legacy = stream_is_legacy(j->stream);
    n->blocking = !n->legacy && stream_is_blocking(j->stream);
    n->stream = j->stream_id;
    n->graph = j->graph;
    n->place = place_now;
    n->call = (uint32_t)trace.ncalls;
}

static void note_started(const Job *j, JobStart began)
{
    WaitNote *n = note_of(j->number);
    if (n)
        n->began = began;
}

static void note_host_waited(uint32_t job, double us)
{
    (void)us;
    waited_for = job;
}

void waits_called(TraceCall *c)
{
    c->waited_for = waited_for;
    c->file_line = place_now;
    waited_for = 0;
}

CallPlace waits_place_of_job(uint32_t job)
{
    const WaitNote *n = note_of(job);
    return waits_place_of(n ? n->place : 0);
}

void waits_watch(void)
{
    static ClockWatcher watcher = {.after = note_after,
                                   .issued = note_issued,
                                   .started = note_started,
                                   .host_waited = note_host_waited,
                                   .place = note_place,
                                   .stream = note_stream};
    clock_watch(&watcher);
}

// ---- questions ------------------------------------------------------

typedef struct {
    uint32_t job;
    WaitKind kind;
    bool behind_mark;
} FoundWait;

typedef struct {
    uint32_t number;
    unsigned long long stream; // of the job that waits
    FoundWait found[MAX_FOUND];
    unsigned n;
} Question;

// The first step from one stream to another says why.
static WaitKind kind_of_step(const WaitNote *n, const WaitNote *earlier)
{
    if (n->stream == earlier->stream)
        return WAIT_stream;
    if (n->graph && earlier->graph)
        return WAIT_graph;
    return (n->legacy && earlier->blocking) || (n->blocking && earlier->legacy)
               ? WAIT_default_stream
               : WAIT_event;
}

static void add_found(Question *q, FoundWait w)
{
    for (unsigned i = 0; i < q->n; i++)
        if (q->found[i].job == w.job) {
            q->found[i].behind_mark &= w.behind_mark;
            if (!w.behind_mark)
                q->found[i].kind = w.kind;
            return;
        }
    if (q->n < MAX_FOUND)
        q->found[q->n++] = w;
}

// `kind`: of the steps so far.
static void find_waits(Question *q, WaitNote *from, WaitKind kind, unsigned marks)
{
    for (uint32_t e = from->last; e; e = edges[e - 1].before) {
        uint32_t earlier = edges[e - 1].earlier;
        WaitNote *n = note_of(earlier);
        if (!n || (n->mark && (n->seen == q->number || marks == MARKS_DEEP)))
            continue;
        WaitKind why = kind == WAIT_stream ? kind_of_step(from, n) : kind;
        if (n->mark) {
            n->seen = q->number;
            find_waits(q, n, why, marks + 1);
        } else {
            add_found(q,
                      (FoundWait){earlier, n->stream == q->stream ? WAIT_stream : why, marks > 0});
        }
    }
}

// Does `job` itself wait for the earlier one?
static bool comes_behind(uint32_t job, uint32_t earlier)
{
    uint32_t open[MAX_LOOKS] = {job};
    for (unsigned n = 1, looks = 0; n && looks < MAX_LOOKS; looks++) {
        const WaitNote *at = note_of(open[--n]);
        for (uint32_t e = at ? at->last : 0; e; e = edges[e - 1].before) {
            uint32_t next = edges[e - 1].earlier;
            if (next == earlier)
                return true;
            if (next > earlier && n < MAX_LOOKS) // a job has a larger number than those before it
                open[n++] = next;
        }
    }
    return false;
}

// Waiting for an event means waiting for the last work before it. Why that work itself was late is
// reported with that work.
static bool goes_without_saying(const Question *q, const FoundWait *w)
{
    for (unsigned i = 0; w->behind_mark && i < q->n; i++)
        if (q->found[i].job != w->job && comes_behind(q->found[i].job, w->job))
            return true;
    return false;
}

void waits_of(uint32_t job, void (*tell)(void *arg, WaitKind kind, uint32_t earlier), void *arg)
{
    static uint32_t questions;
    WaitNote *n = note_of(job);
    if (!n)
        return;
    Question q = {.number = ++questions, .stream = n->stream};
    find_waits(&q, n, WAIT_stream, n->mark);
    for (unsigned i = 0; i < q.n; i++)
        if (!goes_without_saying(&q, &q.found[i]))
            tell(arg, q.found[i].kind, q.found[i].job);
    if (n->mark)
        return;
    if (n->began.by == START_engine_free || n->began.by == START_queue_moved)
        tell(arg, WAIT_queue, n->began.job);
    else if (n->began.by == START_issued)
        tell(arg, WAIT_call, n->call);
}

bool waits_is_mark(uint32_t job)
{
    const WaitNote *n = note_of(job);
    return n && n->mark;
}
