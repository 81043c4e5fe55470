// clocks.c - what is known of other threads' past: sparse vector clocks.
//
// Entries are in order of `who`; within a block the entry for the whole block
// comes first, then the entries of warps, then those of threads. Joining clocks drops an entry
// that a wider one covers. Ranges of segments come last; neighbouring ranges become one.
#include "race.h"

#include <assert.h>
#include <stdlib.h>

enum { WHO_MASK = (1 << WHO_BITS) - 1 };

static Clock *make(unsigned n)
{
    Clock *c = must_malloc(1, sizeof *c + n * sizeof(ClockEntry));
    c->refs = 1;
    c->n = n;
    return c;
}

Clock *clock_new(const ClockEntry *e, unsigned n)
{
    Clock *c = make(n);
    memcpy(c->e, e, n * sizeof *e);
    return c;
}

Clock *clock_ref(Clock *c)
{
    if (c)
        c->refs++;
    return c;
}

void clock_drop(Clock **c)
{
    assert(!*c || (*c)->refs);
    if (*c && --(*c)->refs == 0)
        free(*c);
    *c = NULL;
}

// The entries of the block that the join is at.
typedef struct {
    uint64_t all;
    uint64_t has; // one bit per warp: it has an entry
    uint64_t warp[2 * MAX_WARPS];
} Wider;
_Static_assert(2 * MAX_WARPS <= 64, "a bit for each warp");

static bool covered(Wider *wide, ClockEntry e)
{
    unsigned part = e.who & WHO_MASK;
    if (!part) {
        wide->all = e.until;
        return e.until == 0;
    }
    if (e.until <= wide->all)
        return true;
    if (part > 2 * MAX_WARPS && part < WHO_THREAD)
        return false; // operations on mbarriers say nothing about their threads
    unsigned warp = part >= WHO_THREAD ? (part - WHO_THREAD) / WARP_SIZE : part - 1;
    if (part >= WHO_THREAD)
        return wide->has >> warp & 1 && e.until <= wide->warp[warp];
    wide->has |= 1ull << warp;
    wide->warp[warp] = e.until;
    return false;
}

// Clocks of thousands of threads cost far more than the instruction that joins them: a launch's
// budget pays for them. An instruction takes about as long as this number of entries.
static void charge(unsigned entries)
{
    enum { ENTRIES_OF_INSTRUCTION = 1024 };
    static unsigned rest;
    rest += entries;
    device.charge += rest / ENTRIES_OF_INSTRUCTION;
    rest %= ENTRIES_OF_INSTRUCTION;
}

// Does clock a include clock b? A cheap test for the usual case of equal entries.
static bool includes(const Clock *a, const Clock *b)
{
    unsigned i = 0;
    if (b->n > a->n)
        return false;
    for (unsigned k = 0; k < b->n; k++) {
        while (i < a->n && a->e[i].who < b->e[k].who)
            i++;
        if (i == a->n || a->e[i].who != b->e[k].who || a->e[i].until < b->e[k].until)
            return false;
    }
    return true;
}

// A join at work: the entries of two clocks go into a third one, in order.
typedef struct {
    const ClockEntry *a, *a_end, *c, *c_end;
    ClockEntry *out;
} Join;

static ClockEntry join_next(Join *j)
{
    if (j->c == j->c_end || (j->a < j->a_end && j->a->who < j->c->who))
        return *j->a++;
    if (j->a == j->a_end || j->c->who < j->a->who)
        return *j->c++;
    ClockEntry a = *j->a++, c = *j->c++;
    return a.until > c.until ? a : c;
}

// What only one of the clocks knows of: its entries that come before `who`. They stay as they are.
static void join_alone(Join *j, const ClockEntry **from, const ClockEntry *end, uint64_t who)
{
    const ClockEntry *e = *from, *hi = end;
    while (e < hi) {
        const ClockEntry *mid = e + (hi - e) / 2;
        if (mid->who < who)
            e = mid + 1;
        else
            hi = mid;
    }
    size_t n = (size_t)(e - *from);
    memcpy(j->out, *from, n * sizeof **from);
    j->out += n;
    *from = e;
}

// The entries before `who`, which are those of one block that both clocks know of.
static void join_block(Join *j, uint64_t who)
{
    Wider wide = {0};
    while ((j->a < j->a_end && j->a->who < who) || (j->c < j->c_end && j->c->who < who)) {
        ClockEntry e = join_next(j);
        if (!covered(&wide, e))
            *j->out++ = e;
    }
}

static void join_ranges(Join *j)
{
    const ClockEntry *first = j->out;
    while (j->a < j->a_end || j->c < j->c_end) {
        ClockEntry e = join_next(j), *before = j->out > first ? j->out - 1 : NULL;
        if (before && e.who <= (WHO_RANGE | (before->until + 1)))
            before->until = e.until > before->until ? e.until : before->until;
        else
            *j->out++ = e;
    }
}

// The first entry that a block can have; for ranges, that any range can have.
static uint64_t first_of(uint64_t block)
{
    return who_block(block) & WHO_RANGE ? WHO_RANGE : who_block(block);
}

static Clock *join_entries(const Clock *a, const Clock *c)
{
    Clock *clock = make(a->n + c->n);
    Join j = {a->e, a->e + a->n, c->e, c->e + c->n, clock->e};
    while (j.a < j.a_end && j.c < j.c_end) {
        uint64_t block = j.a->who >> WHO_BITS, other = j.c->who >> WHO_BITS;
        if (j.a->who & j.c->who & WHO_RANGE)
            break;
        if (block < other)
            join_alone(&j, &j.a, j.a_end, first_of(other));
        else if (other < block)
            join_alone(&j, &j.c, j.c_end, first_of(block));
        else
            join_block(&j, who_block(block + 1));
    }
    join_alone(&j, &j.a, j.c < j.c_end ? j.a : j.a_end, UINT64_MAX);
    join_alone(&j, &j.c, j.a < j.a_end ? j.c : j.c_end, UINT64_MAX);
    join_ranges(&j);
    clock->n = (uint32_t)(j.out - clock->e);
    return clock;
}

void clock_join(Clock **into, Clock *c)
{
    Clock *a = *into;
    if (!c || a == c)
        return;
    if (!a || includes(c, a)) {
        charge(a ? a->n : 0);
        clock_ref(c);
        clock_drop(into);
        *into = c;
        return;
    }
    if (includes(a, c)) {
        charge(c->n);
        return;
    }
    charge(a->n + c->n);
    Clock *out = join_entries(a, c);
    clock_drop(into);
    *into = out;
}

static uint64_t look_up(const Clock *c, uint64_t who)
{
    unsigned lo = 0, hi = c->n;
    while (lo < hi) {
        unsigned mid = (lo + hi) / 2;
        if (c->e[mid].who < who)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < c->n && c->e[lo].who == who ? c->e[lo].until : 0;
}

uint32_t clock_until(const Clock *c, uint64_t block, unsigned warp, unsigned thread)
{
    if (!c)
        return 0;
    uint64_t a = look_up(c, who_block(block)), b = look_up(c, who_warp(block, warp)),
             t = look_up(c, who_thread(block, thread));
    a = a > b ? a : b;
    return (uint32_t)(a > t ? a : t);
}

bool clock_knows_who(const Clock *c, uint64_t who, uint32_t segment)
{
    return c && look_up(c, who) >= segment;
}

// The range that holds the segment, or NULL.
static const ClockEntry *range_of(const Clock *c, uint32_t segment)
{
    if (!c || !c->n || !(c->e[c->n - 1].who & WHO_RANGE))
        return NULL;
    unsigned lo = 0, hi = c->n;
    while (lo < hi) { // the first entry after it
        unsigned mid = (lo + hi) / 2;
        if (c->e[mid].who <= (WHO_RANGE | segment))
            lo = mid + 1;
        else
            hi = mid;
    }
    const ClockEntry *e = lo ? &c->e[lo - 1] : NULL;
    return e && e->who & WHO_RANGE && e->until >= segment ? e : NULL;
}

bool clock_covers(const Clock *c, uint32_t segment) { return range_of(c, segment) != NULL; }

uint32_t clock_floor(const Clock *c, uint32_t floor)
{
    const ClockEntry *e = range_of(c, floor + 1);
    return e ? (uint32_t)e->until : floor;
}

void clock_add_range(Clock **c, uint32_t after, uint32_t until)
{
    if (after >= until)
        return;
    ClockEntry e = {WHO_RANGE | (after + 1), until};
    Clock *range = clock_new(&e, 1);
    clock_join(c, range);
    clock_drop(&range);
}

// After hundreds of grids: everything so far. Both may hide a race, and never invent one.
Clock *clock_condense(Clock *c, uint64_t grid, uint32_t after, uint32_t until)
{
    enum { MANY = 64, TOO_MANY = 512 };
    if (!c || c->n <= MANY || after >= until)
        return clock_ref(c);
    Clock *out = make(c->n);
    unsigned n = 0;
    for (unsigned i = 0; i < c->n; i++)
        if (c->e[i].who & WHO_RANGE || c->e[i].who >> WHO_BITS >> 32 != grid)
            out->e[n++] = c->e[i];
    out->n = n;
    if (n < c->n)
        clock_add_range(&out, after, until);
    if (out->n > TOO_MANY) {
        clock_drop(&out);
        clock_add_range(&out, HOST_SEGMENT, until);
    }
    return out;
}
