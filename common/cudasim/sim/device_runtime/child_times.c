// child_times.c - when the work that a kernel asks for would have run. It is executed one
// request after the other (children.c); on the GPU child grids run side by side.
//
// One unit of the GPU starts all grids that kernels launch. It has one turn for a start every
// COST_CHILD_TURN_US, and a grid takes the first free turn, even if a grid that is executed
// later asked for a start earlier. Then its stream decides: grids of different streams run
// side by side, if there is room for all of them.
#include "requests.h"

#include "alloc.h"
#include "cost_table.h"

// ---- turns ----------------------------------------------------------

static struct {
    uint32_t *free; // by turn: the turn itself if it is free, else a later one
    size_t n, room;
    double used; // by all grids so far, in microseconds of the whole GPU
} turns;

enum { MAX_TURNS = 1 << 24 };

void child_times_begin(void) { turns.n = 0, turns.used = 0; }

static bool make_turns(uint32_t n)
{
    if (n > MAX_TURNS)
        return false;
    for (; turns.n < n; turns.n++) {
        if (turns.n == turns.room) {
            turns.room = turns.room ? 2 * turns.room : 1024;
            turns.free = must_realloc(turns.free, turns.room, sizeof *turns.free);
        }
        turns.free[turns.n] = (uint32_t)turns.n;
    }
    return true;
}

// After MAX_TURNS turns every grid starts when it is ready.
double child_start(double ready)
{
    double since = ready / COST_CHILD_TURN_US;
    uint32_t i = since > 0 ? since < MAX_TURNS ? (uint32_t)since : MAX_TURNS : 0;
    if (!make_turns(i + 2))
        return ready;
    while (turns.free[i] != i) {
        if (!make_turns(turns.free[i] + 2))
            return ready;
        i = turns.free[i] = turns.free[turns.free[i]];
    }
    turns.free[i] = i + 1;
    double turn = i * COST_CHILD_TURN_US;
    return turn > ready ? turn : ready;
}

void child_uses(const Launch *l) { turns.used += l->us * cost_room(l); }
double children_used(void) { return turns.used; }

// ---- streams and events ---------------------------------------------

typedef struct {
    uint64_t stream[2]; // or the event
    bool event;
    double end; // < 0: this place of the table is free
} StreamEnd;

struct StreamEnds {
    uint32_t size;
    StreamEnd at[]; // a hash table
};

StreamEnds *stream_ends_new(const DeviceWork *list)
{
    uint32_t size = 2;
    for (; list; list = list->next)
        size += 3;
    StreamEnds *ends = must_malloc(1, sizeof *ends + size * sizeof *ends->at);
    ends->size = size;
    for (uint32_t i = 0; i < size; i++)
        ends->at[i].end = -1;
    return ends;
}

void stream_ends_free(StreamEnds *ends) { free(ends); }

static double *stream_end(StreamEnds *ends, const Child *c, bool event)
{
    uint64_t stream[2] = {event ? c->event : c->stream[0], event ? 0 : c->stream[1]};
    uint64_t mixed = (stream[0] ^ stream[1] << 32) * 0x9e3779b97f4a7c15ull;
    uint32_t i = (uint32_t)((mixed >> 32) * ends->size >> 32);
    StreamEnd *at = ends->at;
    while (at[i].end >= 0 &&
           (at[i].event != event || at[i].stream[0] != stream[0] || at[i].stream[1] != stream[1]))
        i = i + 1 < ends->size ? i + 1 : 0;
    if (at[i].end < 0)
        at[i] = (StreamEnd){{stream[0], stream[1]}, event, 0};
    return &at[i].end;
}

double stream_ready(StreamEnds *ends, const Launch *l, const DeviceWork *work)
{
    const Child *c = &work->child;
    double asked = l->began + cost_moment(l, work->block_index, work->path) + COST_CHILD_US;
    if (c->order == CHILD_ALONE)
        return asked;
    double *stream = stream_end(ends, c, false);
    if (c->kind == CHILD_record || c->kind == CHILD_wait) {
        double *event = stream_end(ends, c, true);
        double *to = c->kind == CHILD_record ? event : stream;
        double from = c->kind == CHILD_record ? *stream : *event;
        *to = from > *to ? from : *to;
    }
    return *stream > asked ? *stream : asked;
}

void stream_ends_at(StreamEnds *ends, const DeviceWork *work, double end)
{
    if (work->child.order == CHILD_STREAM)
        *stream_end(ends, &work->child, false) = end;
}
