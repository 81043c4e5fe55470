// grids.c - which grids come before which, where kernels launch kernels.
//
// A launch from the host is ordered with everything before it. Below it hangs a tree
// of grids, of which the machine runs one after the other, a parent before its
// children; but CUDA promises less:
//
//   a child      comes after what its launching thread knew at the launch, and after
//                the work before it in its stream (fire and forget: in none)
//   a parent     goes on beside its children: what it does after a launch, or in
//                threads that the launching one knows nothing of, is not ordered
//   a tail launch comes after the whole parent and everything that this launched
//   an event     stands for the work before it in the stream where it was recorded
//
// A grid's past is a clock (clocks.c) and the past of the grid that launched it; its
// blocks do not repeat it in theirs. A grid and all its descendants run in one go,
// so that "all of them" is a range of segments. Each grid has a number in its tree, which
// the numbers of its blocks contain.
#include "observers/checks.h"

#include <stdlib.h>

enum { NUMBER_MASK = (1 << 18) - 1 }; // more begin again: that may hide a race

typedef struct {
    uint32_t first;  // its segments are above this
    uint32_t parent; // who launched it
    uint32_t base;   // what is before that one is before this one
    uint32_t floor;  // everything up to here is
    Clock *past;     // and this
} Grid;

// What Child.user points to.
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

// By stream or event: what is before whatever comes next.
typedef struct {
    uint64_t key[2]; // 0, 0: free
    Clock *clock;
} Point;

static Grid *grids;
static uint32_t ngrids, size_grids, current;
static Point *points;
static uint32_t npoints, size_points;
static GridsCopy copy;

static void *checked(void *p)
{
    if (!p) {
        fprintf(stderr, "cudasim: out of memory\n");
        abort();
    }
    return p;
}

static uint32_t add_grid(uint32_t first, uint32_t parent, uint32_t base, Clock *past)
{
    if (ngrids == size_grids) {
        size_grids = size_grids ? 2 * size_grids : 64;
        grids = checked(realloc(grids, size_grids * sizeof *grids));
    }
    uint32_t floor = ngrids ? clock_floor(past, grids[base].floor) : first;
    grids[ngrids] = (Grid){first, parent, base, floor, past};
    return ngrids++;
}

// ---- streams and events -----------------------------------------------------------------

static uint32_t slot_of(const uint64_t key[2])
{
    uint64_t h = (key[0] + key[1] * 0x9e3779b97f4a7c15ull) * 0xbf58476d1ce4e5b9ull;
    uint32_t i = (uint32_t)(h >> 32);
    for (;; i++) {
        const Point *p = &points[i &= size_points - 1];
        if ((p->key[0] == key[0] && p->key[1] == key[1]) || !(p->key[0] | p->key[1]))
            return i;
    }
}

static Clock **point_of(uint64_t a, uint64_t b)
{
    if (2 * (npoints + 1) > size_points) {
        uint32_t n = size_points;
        Point *old = points;
        size_points = n ? 2 * n : 64;
        points = checked(calloc(size_points, sizeof *points));
        for (uint32_t i = 0; i < n; i++)
            if (old[i].key[0] | old[i].key[1])
                points[slot_of(old[i].key)] = old[i];
        free(old);
    }
    uint64_t key[2] = {a, b};
    Point *p = &points[slot_of(key)];
    if (!(p->key[0] | p->key[1])) {
        *p = (Point){{a, b}, NULL};
        npoints++;
    }
    return &p->clock;
}

static Clock **stream_of(const Child *c) { return point_of(c->stream[0], c->stream[1]); }
static Clock **event_of(const Child *c) { return point_of(c->event, UINT64_MAX); }

// ---- grids ----------------------------------------------------------------------------------

static void forget(void)
{
    for (uint32_t i = 0; i < ngrids; i++)
        clock_drop(&grids[i].past);
    ngrids = 0;
    for (uint32_t i = 0; npoints && i < size_points; i++) {
        clock_drop(&points[i].clock);
        points[i] = (Point){0};
    }
    npoints = 0;
}

void grids_begin(const Launch *l, uint32_t now)
{
    const Ticket *t = l->child ? l->child->user : NULL;
    if (t) {
        current = t->number; // grids_child_begin has added it
        return;
    }
    forget();
    current = add_grid(now, 0, 0, NULL);
}

uint32_t grids_current(void) { return current & NUMBER_MASK; }
uint32_t grids_floor(void) { return ngrids ? grids[current].floor : 0; }

static bool know(uint32_t grid, uint32_t segment, unsigned lane)
{
    for (uint32_t g = grid; segment > grids[g].floor; g = grids[g].base) {
        if (hb_clock_knows(grids[g].past, segment, lane))
            return true;
        if (!g)
            return false;
    }
    return true;
}

bool grids_know(uint32_t segment, unsigned lane)
{
    return ngrids > 1 && segment <= grids[current].first && know(current, segment, lane);
}

// A clock that knows anything of a grid's work knows what is before the grid.
bool grids_know_by(const Clock *c, uint32_t segment, unsigned lane)
{
    uint32_t asked = current;
    for (unsigned i = 0; ngrids > 1 && c && i < c->n && !(c->e[i].who & WHO_RANGE); i++) {
        uint32_t g = (uint32_t)(c->e[i].who >> WHO_BITS >> 32);
        if (g != asked && g < ngrids && know(g, segment, lane))
            return true;
        asked = g;
    }
    return false;
}

// Grids began in the order of their numbers.
static uint32_t number_of(uint32_t segment)
{
    static uint32_t found; // the last answer is mostly this one, too
    if (found < ngrids && segment > grids[found].first &&
        (found + 1 == ngrids || segment <= grids[found + 1].first))
        return found;
    uint32_t lo = 0, hi = ngrids;
    while (lo < hi) { // the first that began after it
        uint32_t mid = lo + (hi - lo) / 2;
        if (grids[mid].first < segment)
            lo = mid + 1;
        else
            hi = mid;
    }
    return found = lo ? lo - 1 : 0;
}

uint32_t grids_of(uint32_t segment) { return ngrids > 1 ? number_of(segment) & NUMBER_MASK : 0; }

GridsRelation grids_relation(uint32_t segment)
{
    uint32_t other = ngrids ? number_of(segment) : current;
    if (other == current || segment <= grids[0].first)
        return GRIDS_same;
    for (uint32_t g = current; g; g = grids[g].parent)
        if (grids[g].parent == other)
            return GRIDS_parent;
    return GRIDS_streams;
}

// ---- what kernels ask for ---------------------------------------------------------------------

void grids_ask(BlockHb *b, Warp *w, const Step *s, unsigned lane, Child *c)
{
    Ticket *t = checked(calloc(1, sizeof *t));
    const Code *code = w->frame->code;
    *t = (Ticket){.known = hb_ask(b, w, lane, grids[current].first),
                  .launcher = current,
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
    c->user = t;
}

void grids_child_begin(Launch *parent, Child *c)
{
    Ticket *t = c->user;
    if (!t)
        return;
    Clock *past = t->known;
    uint32_t base = t->launcher;
    t->known = NULL;
    if (c->order == CHILD_TAIL) {
        const Ticket *above = parent->child ? parent->child->user : NULL;
        base = above ? above->number : 0;
        clock_drop(&past);
        clock_add_range(&past, grids[base].first, hb_now());
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
    t->number = add_grid(hb_now(), t->launcher, base, past);
    if (c->kind == CHILD_kernel)
        return;
    current = t->number;
    const char *call = c->kind == CHILD_set ? "cudaMemsetAsync" : "cudaMemcpyAsync";
    copy = (GridsCopy){.segment = hb_segment_of(t->index, t->warp, &t->launch, call),
                       .place = t->place,
                       .lane = t->lane,
                       .block = t->block,
                       .thread = t->thread};
}

const GridsCopy *grids_copy(void) { return copy.segment ? &copy : NULL; }

void grids_child_end(Child *c)
{
    Ticket *t = c->user;
    copy.segment = 0;
    if (!t)
        return;
    if (t->begun && c->order == CHILD_STREAM) {
        const Grid *g = &grids[t->number];
        Clock **stream = stream_of(c);
        clock_join(stream, g->past);
        clock_add_range(stream, g->first, hb_now());
    }
    clock_drop(&t->known);
    free(t);
    c->user = NULL;
}
