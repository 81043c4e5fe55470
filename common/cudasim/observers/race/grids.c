// grids.c - the order of grids, where kernels launch kernels.
//
// A launch from the host comes after everything before it. The launch is the root of a tree of
// grids. The machine runs the grids one after the other, a parent before its children; but
// CUDA promises less:
//
//   a child      comes after what its launching thread knew at the launch, and after
//                the work before it in its stream (fire and forget: in none)
//   a parent     goes on beside its children: its work after the launch, or in threads of
//                which the launching thread knows nothing, is not ordered
//   a tail launch comes after the whole parent and everything that the parent launched
//   an event     means the work before it in the stream where it was recorded
//
// A grid's past is a clock (clocks.c) and the past of the launching grid; the clocks of its
// blocks do not repeat it. A grid and all its descendants run without a break, so that they
// are a range of segments. Each grid has a number in its tree, which is a part of the numbers
// of its blocks. All of this is in the state of the launch from the host (LaunchHb).
#include "race.h"

#include <stdlib.h>

enum { NUMBER_MASK = (1 << 18) - 1 }; // then numbers begin again, which may hide a race

typedef struct TreeGrid {
    uint32_t first;  // its segments are above this
    uint32_t parent; // the launching grid
    uint32_t base;   // the past of this grid is a part of the past,
    uint32_t floor;  // and so is every segment up to here,
    Clock *past;     // and this
} TreeGrid;

// What racecheck keeps of a Child.
typedef struct {
    Clock *known; // by the launching thread
    uint32_t launcher, number;
    bool begun;
    uint32_t place;
    uint64_t index; // of the asking thread's block
    unsigned warp, lane;
    Dim3 block, thread;
    Launch launch; // its kernel and dimensions
} Ticket;

// Of a stream or an event: the past of the work that comes next.
typedef struct StreamPoint {
    uint64_t key[2]; // 0, 0: free
    Clock *clock;
} StreamPoint;

static uint32_t add_grid(uint32_t first, uint32_t parent, uint32_t base, Clock *past)
{
    if (hb_launch->tree.ngrids == hb_launch->tree.size_grids) {
        hb_launch->tree.size_grids =
            hb_launch->tree.size_grids ? 2 * hb_launch->tree.size_grids : 64;
        hb_launch->tree.grids = must_realloc(hb_launch->tree.grids, hb_launch->tree.size_grids,
                                             sizeof *hb_launch->tree.grids);
    }
    uint32_t floor =
        hb_launch->tree.ngrids ? clock_floor(past, hb_launch->tree.grids[base].floor) : first;
    hb_launch->tree.grids[hb_launch->tree.ngrids] = (TreeGrid){first, parent, base, floor, past};
    return hb_launch->tree.ngrids++;
}

// ---- streams and events ---------------------------------------------

static uint32_t point_slot(const uint64_t key[2])
{
    uint64_t h = (key[0] + key[1] * 0x9e3779b97f4a7c15ull) * 0xbf58476d1ce4e5b9ull;
    uint32_t i = (uint32_t)(h >> 32);
    for (;; i++) {
        const StreamPoint *p = &hb_launch->tree.points[i &= hb_launch->tree.size_points - 1];
        if ((p->key[0] == key[0] && p->key[1] == key[1]) || !(p->key[0] | p->key[1]))
            return i;
    }
}

static Clock **point_of(uint64_t a, uint64_t b)
{
    if (2 * (hb_launch->tree.npoints + 1) > hb_launch->tree.size_points) {
        uint32_t n = hb_launch->tree.size_points;
        StreamPoint *old = hb_launch->tree.points;
        hb_launch->tree.size_points = n ? 2 * n : 64;
        hb_launch->tree.points =
            must_calloc(hb_launch->tree.size_points, sizeof *hb_launch->tree.points);
        for (uint32_t i = 0; i < n; i++)
            if (old[i].key[0] | old[i].key[1])
                hb_launch->tree.points[point_slot(old[i].key)] = old[i];
        free(old);
    }
    uint64_t key[2] = {a, b};
    StreamPoint *p = &hb_launch->tree.points[point_slot(key)];
    if (!(p->key[0] | p->key[1])) {
        *p = (StreamPoint){{a, b}, NULL};
        hb_launch->tree.npoints++;
    }
    return &p->clock;
}

static Clock **stream_of(const Child *c) { return point_of(c->stream[0], c->stream[1]); }
static Clock **event_of(const Child *c) { return point_of(c->event, UINT64_MAX); }

// ---- grids ----------------------------------------------------------

void grids_forget(void)
{
    for (uint32_t i = 0; i < hb_launch->tree.ngrids; i++)
        clock_drop(&hb_launch->tree.grids[i].past);
    for (uint32_t i = 0; i < hb_launch->tree.size_points; i++)
        clock_drop(&hb_launch->tree.points[i].clock);
    free(hb_launch->tree.grids);
    free(hb_launch->tree.points);
    hb_launch->tree = (GridTree){0};
}

void grids_begin(const Launch *l, uint32_t now)
{
    const Ticket *t = l->child ? l->child->user[racecheck_observer.slot] : NULL;
    if (t) {
        hb_launch->tree.current = t->number; // grids_child_begin has added it
        return;
    }
    hb_launch->tree.current = add_grid(now, 0, 0, NULL);
}

uint32_t grids_current(void) { return hb_launch->tree.current & NUMBER_MASK; }
uint32_t grids_first(void)
{
    return hb_launch->tree.ngrids ? hb_launch->tree.grids[hb_launch->tree.current].first : 0;
}
uint32_t grids_floor(void)
{
    return hb_launch->tree.ngrids ? hb_launch->tree.grids[hb_launch->tree.current].floor : 0;
}

static bool is_known_to_grid(uint32_t grid, uint32_t segment, unsigned lane)
{
    for (uint32_t g = grid; segment > hb_launch->tree.grids[g].floor;
         g = hb_launch->tree.grids[g].base) {
        if (hb_clock_knows(hb_launch->tree.grids[g].past, segment, lane))
            return true;
        if (!g)
            return false;
    }
    return true;
}

bool grids_know(uint32_t segment, unsigned lane)
{
    return hb_launch->tree.ngrids > 1 &&
           segment <= hb_launch->tree.grids[hb_launch->tree.current].first &&
           is_known_to_grid(hb_launch->tree.current, segment, lane);
}

// A clock with any entry of a grid knows the past of the grid, too.
bool grids_know_by(const Clock *c, uint32_t segment, unsigned lane)
{
    uint32_t asked = hb_launch->tree.current;
    for (unsigned i = 0; hb_launch->tree.ngrids > 1 && c && i < c->n && !(c->e[i].who & WHO_RANGE);
         i++) {
        uint32_t g = (uint32_t)(c->e[i].who >> WHO_BITS >> 32);
        if (g != asked && g < hb_launch->tree.ngrids && is_known_to_grid(g, segment, lane))
            return true;
        asked = g;
    }
    return false;
}

// Grids began in the order of their numbers.
static uint32_t number_of(uint32_t segment)
{
    uint32_t found = hb_launch->tree.found; // mostly this one, too
    if (found < hb_launch->tree.ngrids && segment > hb_launch->tree.grids[found].first &&
        (found + 1 == hb_launch->tree.ngrids || segment <= hb_launch->tree.grids[found + 1].first))
        return found;
    uint32_t lo = 0, hi = hb_launch->tree.ngrids;
    while (lo < hi) { // the first that began after it
        uint32_t mid = lo + (hi - lo) / 2;
        if (hb_launch->tree.grids[mid].first < segment)
            lo = mid + 1;
        else
            hi = mid;
    }
    return hb_launch->tree.found = lo ? lo - 1 : 0;
}

uint32_t grids_of(uint32_t segment)
{
    return hb_launch->tree.ngrids > 1 ? number_of(segment) & NUMBER_MASK : 0;
}

GridsRelation grids_relation(uint32_t segment)
{
    uint32_t other = hb_launch->tree.ngrids ? number_of(segment) : hb_launch->tree.current;
    if (other == hb_launch->tree.current || segment <= hb_launch->tree.grids[0].first)
        return GRIDS_same;
    for (uint32_t g = hb_launch->tree.current; g; g = hb_launch->tree.grids[g].parent)
        if (hb_launch->tree.grids[g].parent == other)
            return GRIDS_parent;
    return GRIDS_streams;
}

// ---- what kernels ask for -------------------------------------------

void grids_ask(BlockHb *b, Warp *w, const Step *s, unsigned lane, Child *c)
{
    Ticket *t = must_calloc(1, sizeof *t);
    const Code *code = w->frame->code;
    *t = (Ticket){.known = hb_ask(b, w, lane, hb_launch->tree.grids[hb_launch->tree.current].first),
                  .launcher = hb_launch->tree.current,
                  .place = code_info(code)->first + (uint32_t)(s - code->steps),
                  .index = w->block->index,
                  .warp = w->index,
                  .lane = lane,
                  .block = w->block->id,
                  .thread = {w->tid[0][lane], w->tid[1][lane], w->tid[2][lane]},
                  .launch = {.code = w->launch->code,
                             .grid = w->launch->grid,
                             .block = w->launch->block,
                             .serial = w->launch->serial}};
    c->user[racecheck_observer.slot] = t;
}

void grids_child_begin(Launch *parent, Child *c)
{
    Ticket *t = c->user[racecheck_observer.slot];
    if (!t)
        return;
    Clock *past = t->known;
    uint32_t base = t->launcher;
    t->known = NULL;
    if (c->order == CHILD_TAIL) {
        const Ticket *above = parent->child ? parent->child->user[racecheck_observer.slot] : NULL;
        base = above ? above->number : 0;
        clock_drop(&past);
        clock_add_range(&past, hb_launch->tree.grids[base].first, segment_last);
    } else if (c->order == CHILD_STREAM) {
        clock_join(&past, *stream_of(c));
    }
    if (c->kind == CHILD_record || c->kind == CHILD_wait) {
        Clock **event = event_of(c);
        if (c->kind == CHILD_record) {
            clock_drop(event);
            *event = clock_ref(past);
        } else {
            clock_join(&past, *event);
        }
        if (c->order == CHILD_STREAM)
            clock_join(stream_of(c), past);
        clock_drop(&past);
        return;
    }
    t->begun = true;
    t->number = add_grid(segment_last, t->launcher, base, past);
    if (c->kind == CHILD_kernel)
        return;
    hb_launch->tree.current = t->number;
    const char *call = c->kind == CHILD_set ? "cudaMemsetAsync" : "cudaMemcpyAsync";
    hb_launch->tree.copy =
        (GridsCopy){.segment = segment_of_call(t->index, t->warp, &t->launch, call),
                    .place = t->place,
                    .lane = t->lane,
                    .block = t->block,
                    .thread = t->thread};
}

const GridsCopy *grids_copy(void)
{
    return hb_launch->tree.copy.segment ? &hb_launch->tree.copy : NULL;
}

void grids_child_end(Child *c)
{
    Ticket *t = c->user[racecheck_observer.slot];
    hb_launch->tree.copy.segment = 0;
    if (!t)
        return;
    if (t->begun && c->order == CHILD_STREAM) {
        const TreeGrid *g = &hb_launch->tree.grids[t->number];
        Clock **stream = stream_of(c);
        clock_join(stream, g->past);
        clock_add_range(stream, g->first, segment_last);
    }
    clock_drop(&t->known);
    free(t);
    c->user[racecheck_observer.slot] = NULL;
}
