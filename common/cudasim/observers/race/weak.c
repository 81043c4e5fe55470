// weak.c - weak memory: a load may find an older value of a word that another block has written.
//
// The machine executes one step at a time, so the bytes in memory are always the newest. A GPU
// promises less: without fences, stores of a thread may reach other blocks late and in another
// order, and loads may be early. For each word of the GPU's memory that a grid writes, this
// observer keeps the last writes, each with the value from before it. A load of another block
// looks at them from the newest on. It must see the value of a write, or a newer one, if
//
//   - the write happened before the load (hb.c: fences, releases, barriers), or
//   - a thread of the same block, or one whose load happened before this load, has seen the
//     value already (a word's values come in one order for everybody), or
//   - the write happened before a fence.sc (__threadfence()) that came before one of the block.
//
// Among the values that are left, the seed chooses; or, with the option `orders`, the run: the
// newest or the oldest ones. An atomic always works on the newest value. Values of the block's own
// threads are never hidden: racecheck judges the order inside a block.
//
// The model is that of views (Kang et al., "A promising semantics for relaxed-memory
// concurrency", POPL 2017) without promises: no load sees a write that has not been executed.
#include "race.h"

#include <stdlib.h>

enum {
    DEPTH = 8,        // writes of one word that are remembered
    WITNESSES = 4,    // loads that have seen a value; when there are more, all must see it
    MOST_WORDS = 8,   // of one lane's load
    FORGET = 1 << 20, // writes after which everything is visible, so that memory is bounded
    NONE = 0,         // no write: index 0 is not used
    MOST_BYTES = 32,  // of one lane's load
    LOOKS = 256,      // loads that are remembered: those in a loop that waits are not
    PLACES = 64       // of loads
};

typedef struct {
    uint64_t by;              // entry of the writing thread
    uint64_t block;           // its block
    uint64_t seen[WITNESSES]; // entries of threads that have loaded the value
    uint64_t time;            // of this launch, in instructions that write
    uint32_t older;           // the write before, or NONE
    uint8_t nseen;
    bool strong;
    uint8_t before[4]; // the bytes of the word before the write
} WordWrite;

typedef struct {
    uint64_t word; // address / 4; 0: free
    uint32_t last; // write
} WordSlot;

typedef struct { // a strong load
    uint64_t block, word;
    uint64_t time, seen; // when it was, and as of when it saw the word
} StrongLoad;

typedef struct {
    const Step *step;
    bool is_look;
} LoadPlace;

typedef struct {
    WordSlot *slot; // a hash table
    uint32_t slots, words;
    WordWrite *write;
    uint32_t writes, room;
    uint64_t time, random, looks;
    StrongLoad look[LOOKS];
    LoadPlace place[PLACES];
    Clock *fenced; // what threads knew at their fence.sc
} WeakMemory;

typedef struct {   // of a block
    Clock *fenced; // what was known at the fence.sc that came before its own
    Clock *heard;  // by block: the time of its latest strong write that has been read
} WeakBlock;

// ---- the table of words ---------------------------------------------

static WordSlot *find_slot(WeakMemory *m, uint64_t word)
{
    uint32_t i = (uint32_t)(word * 0x9e3779b97f4a7c15ull >> 32);
    while (m->slot[i &= m->slots - 1].word && m->slot[i].word != word)
        i++;
    return &m->slot[i];
}

static WordSlot *make_slot(WeakMemory *m, uint64_t word)
{
    if (2 * (m->words + 1) > m->slots) {
        WordSlot *old = m->slot;
        uint32_t n = m->slots;
        m->slots = n ? 2 * n : 1024;
        m->slot = must_calloc(m->slots, sizeof *m->slot);
        for (uint32_t i = 0; i < n; i++)
            if (old[i].word)
                *find_slot(m, old[i].word) = old[i];
        free(old);
    }
    WordSlot *s = find_slot(m, word);
    m->words += !s->word;
    s->word = word;
    return s;
}

static uint32_t last_write(WeakMemory *m, uint64_t word)
{
    return m->slots ? find_slot(m, word)->last : NONE;
}

static void forget_writes(WeakMemory *m)
{
    free(m->slot);
    free(m->write);
    m->slot = NULL;
    m->write = NULL;
    m->slots = m->words = m->writes = m->room = 0;
}

// ---- writes ---------------------------------------------------------

static uint64_t entry_of_access(const Access *a, unsigned lane)
{
    const WarpHb *w = &block_hb(a->warp->block)->warp[a->warp->index];
    uint32_t place = code_info(a->warp->frame->code)->first + a->index;
    return entry(w->newest, place, lane);
}

// A lane is about to write the word whose bytes these are.
static void note_write(WeakMemory *m, const Access *a, unsigned lane, uint64_t word,
                       const uint8_t *bytes)
{
    WordSlot *s = make_slot(m, word);
    if (s->last != NONE && m->write[s->last].time == m->time)
        return; // by another lane of the same instruction
    m->write = array_room(m->write, m->writes + 1, &m->room, sizeof *m->write);
    if (!m->writes)
        m->writes = 1; // NONE
    WordWrite *w = &m->write[m->writes];
    *w = (WordWrite){.by = entry_of_access(a, lane),
                     .block = block_hb(a->warp->block)->index,
                     .time = m->time,
                     .older = s->last,
                     .strong = a->order != ORDER_weak};
    memcpy(w->before, bytes, 4);
    s->last = m->writes++;
    uint32_t tail = s->last;
    for (unsigned i = 1; i < DEPTH && tail != NONE; i++)
        tail = m->write[tail].older;
    if (tail != NONE)
        m->write[tail].older = NONE;
}

// The block has read the value of a strong write.
static void hear_write(const WeakMemory *m, const Block *b, uint32_t at)
{
    WeakBlock *mine = b->user[weak_observer.slot];
    if (at == NONE || !m->write[at].strong || m->write[at].block == block_hb(b)->index)
        return;
    ClockEntry e = {who_block(m->write[at].block), m->write[at].time};
    Clock *c = clock_new(&e, 1);
    clock_join(&mine->heard, c);
    clock_drop(&c);
}

static bool is_watched(const Access *a)
{
    return a->space == SPACE_global && !a->is_const && !a->async &&
           mem_is_card(a->addr[__builtin_ctz(a->mask)]);
}

static void on_access(const Access *a)
{
    WeakMemory *m = a->warp->launch->user[weak_observer.slot];
    if (!m || a->kind == ACCESS_load || !is_watched(a))
        return;
    if (m->writes >= FORGET)
        forget_writes(m);
    m->time++;
    for (uint32_t left = a->mask; left; left &= left - 1) {
        unsigned l = (unsigned)__builtin_ctz(left);
        uint64_t addr = a->addr[l];
        const uint8_t *word = a->bytes[l] - addr % 4;
        for (uint64_t at = addr / 4; at <= (addr + a->width - 1) / 4; at++, word += 4) {
            if (a->kind == ACCESS_atom)
                hear_write(m, a->warp->block, last_write(m, at));
            note_write(m, a, l, at, word);
        }
    }
}

// ---- loads ----------------------------------------------------------

typedef struct {
    WeakMemory *m;
    const Access *a;
    const BlockHb *b;
    bool is_look;
    unsigned lane;
    uint32_t stale;                                   // lanes that have found an older value
    enum { AGE_unknown, AGE_newest, AGE_oldest } age; // of what this run chooses (sim/orders.c)
} WeakLoad;

static bool knows(const WeakLoad *x, uint64_t e)
{
    const WeakBlock *mine = x->a->warp->block->user[weak_observer.slot];
    return (mine->fenced && hb_clock_knows(mine->fenced, entry_segment(e), entry_lane(e))) ||
           hb_is_of_block(entry_segment(e), x->b) ||
           hb_ordered(x->b, x->a->warp->index, x->lane, e) ||
           hb_ordered_by_others(x->b, x->a->warp->index, x->lane, e);
}

// Must the load see this write, or a newer one?
static bool must_see(const WeakLoad *x, const WordWrite *w)
{
    if (knows(x, w->by) || w->nseen > WITNESSES)
        return true;
    for (unsigned i = 0; i < w->nseen; i++)
        if (knows(x, w->seen[i]))
            return true;
    return false;
}

static void note_seen(const WeakLoad *x, uint32_t last, uint64_t until)
{
    while (last != NONE && x->m->write[last].time > until)
        last = x->m->write[last].older;
    if (last == NONE)
        return;
    WordWrite *w = &x->m->write[last];
    if (x->a->order != ORDER_weak)
        hear_write(x->m, x->a->warp->block, last);
    if (must_see(x, w))
        return;
    if (w->nseen < WITNESSES)
        w->seen[w->nseen] = entry_of_access(x->a, x->lane);
    w->nseen++;
}

static uint64_t draw(WeakMemory *m)
{
    m->random ^= m->random << 13; // xorshift64 (Marsaglia 2003)
    m->random ^= m->random >> 7;
    m->random ^= m->random << 17;
    return m->random >> 16;
}

// The time as of which the load sees the words: between that of the newest write that it must
// see, and now. Half of the loads see the newest values, so that loops that wait end.
static uint64_t choose_time(WeakLoad *x, const uint32_t *last, unsigned n, uint64_t newest)
{
    uint64_t least = 0, times[MOST_WORDS * DEPTH];
    unsigned ntimes = 0;
    for (unsigned i = 0; i < n; i++)
        for (uint32_t at = last[i]; at != NONE; at = x->m->write[at].older) {
            const WordWrite *w = &x->m->write[at];
            if (must_see(x, w)) {
                least = w->time > least ? w->time : least;
                break;
            }
            times[ntimes++] = w->time;
        }
    if (least >= newest)
        return newest;
    if (device.orders && x->age == AGE_unknown)
        x->age = orders_choice(2) ? AGE_oldest : AGE_newest;
    if (device.orders)
        return x->age == AGE_oldest ? least : newest;
    if (draw(x->m) % 2)
        return newest;
    uint64_t time = ntimes ? times[draw(x->m) % ntimes] : newest;
    return time <= least || time >= newest ? least : time;
}

// The bytes of a word as they were at that time; NULL: as they are now.
static const uint8_t *bytes_then(const WeakMemory *m, uint32_t last, uint64_t time)
{
    const uint8_t *then = NULL;
    for (uint32_t at = last; at != NONE && m->write[at].time > time; at = m->write[at].older)
        then = m->write[at].before;
    return then;
}

// Has the block read what the other block stored later? Then the program counts on an order that a
// fence would make. (Words that hold value and status together need no order, so this is no error.)
static bool has_heard_later(const WeakLoad *x, const WordWrite *w)
{
    const WeakBlock *mine = x->a->warp->block->user[weak_observer.slot];
    return mine->heard && clock_until(mine->heard, w->block, 0, 0) > w->time;
}

// Is it a strong load that waits for nothing? Asked for each load, and found once for each place.
static bool is_look(WeakMemory *m, const Access *a)
{
    LoadPlace *p = &m->place[(uintptr_t)a->step / sizeof *a->step % PLACES];
    if (p->step != a->step)
        *p = (LoadPlace){a->step, a->order != ORDER_weak && a->step->inst &&
                                      !intent_polls(a->warp->frame->code->func, a->step->inst)};
    return p->is_look;
}

static void note_look(const WeakLoad *x, uint64_t word, uint64_t seen)
{
    if (x->is_look)
        x->m->look[x->m->looks++ % LOOKS] = (StrongLoad){x->b->index, word, x->m->time, seen};
}

// Store buffering: after the write that this load does not see, has the other block looked at a
// word that this block had written, and not seen that either?
static bool has_both_missed(const WeakLoad *x, const WordWrite *w)
{
    const WeakMemory *m = x->m;
    if (!x->is_look)
        return false;
    for (uint64_t i = m->looks > LOOKS ? m->looks - LOOKS : 0; i < m->looks; i++) {
        const StrongLoad *l = &m->look[i % LOOKS];
        if (l->block != w->block || l->time < w->time)
            continue;
        for (uint32_t at = find_slot(x->m, l->word)->last; at != NONE; at = m->write[at].older)
            if (m->write[at].block == x->b->index && m->write[at].time > l->seen)
                return true;
    }
    return false;
}

// An older value is worth a note if a fence was missing, perhaps.
static void note_missing_fence(const WeakLoad *x, const WordWrite *w)
{
    const Warp *warp = x->a->warp;
    Owner o = {0};
    bool later = has_heard_later(x, w);
    if (!(later || has_both_missed(x, w)) || !segment_owner(entry_segment(w->by), &o))
        return;
    uint32_t load = line_of_step(warp->frame->code, x->a->step);
    uint32_t store = place_line(entry_place(w->by));
    Finding *f = finding("racecheck", "missing fence", load, store, !later);
    if (!f->count++) {
        char at[300], by[300];
        f->severity = SEVERITY_info;
        f->cause = later ? CAUSE_missing_fence : CAUSE_missing_strong_fence;
        f->caller = caller_of_step(warp->frame->code, x->a->step);
        f->message = text_format("The load at %s got an older value of the word than the store at "
                                 "%s wrote, and no fence forbids that",
                                 line_text(load, at, sizeof at), line_text(store, by, sizeof by));
        f->detail =
            text_format(later ? "The block had already read what the storing block wrote "
                                "later"
                              : "After its store, the storing block has looked at a word of "
                                "this block, and not seen this block's store either");
        f->has_other = true;
        finding_thread(f, warp, x->lane);
        f->other_block = block_index(o.grid_dim, o.block);
        f->other_thread = thread_index(o.block_dim, o.warp * WARP_SIZE + entry_lane(w->by));
    }
}

// What one lane loads. Returns whether `value`, its bytes, have become older ones. A vector is
// loaded as a whole: the hardware does so, and programs (CUB's look-back) rely on it.
static bool load_lane(WeakLoad *x, uint64_t addr, unsigned bytes, uint8_t *value)
{
    uint32_t last[MOST_WORDS];
    uint64_t first = addr / 4, newest = 0;
    unsigned n = (unsigned)((addr + bytes - 1) / 4 - first + 1);
    bool old = false;
    for (unsigned i = 0; i < n; i++) {
        last[i] = last_write(x->m, first + i);
        uint64_t time = last[i] == NONE ? 0 : x->m->write[last[i]].time;
        newest = time > newest ? time : newest;
    }
    if (!newest) {
        note_look(x, first, 0);
        return false;
    }
    uint64_t time = choose_time(x, last, n, newest);
    x->stale |= (uint32_t)(time < newest) << x->lane;
    for (unsigned i = 0; i < n; i++) {
        const uint8_t *then = bytes_then(x->m, last[i], time);
        if (then)
            note_missing_fence(x, &x->m->write[last[i]]);
        note_seen(x, last[i], time);
        note_look(x, first + i, time);
        for (unsigned k = 0; then && k < 4; k++) {
            uint64_t at = (first + i) * 4 + k;
            if (at >= addr && at < addr + bytes) {
                old |= value[at - addr] != then[k];
                value[at - addr] = then[k];
            }
        }
    }
    return old;
}

static void on_load(Access *a, uint8_t *bytes[WARP_SIZE])
{
    static uint8_t older[WARP_SIZE][MOST_BYTES]; // until the load has taken them
    WeakMemory *m = a->warp->launch->user[weak_observer.slot];
    if (!m || !m->words || !is_watched(a))
        return;
    WeakLoad x = {m, a, block_hb(a->warp->block), is_look(m, a), 0, 0, AGE_unknown};
    for (uint32_t left = a->mask; left; left &= left - 1) {
        x.lane = (unsigned)__builtin_ctz(left);
        memcpy(older[x.lane], bytes[x.lane], a->width);
        if (load_lane(&x, a->addr[x.lane], a->width, older[x.lane])) {
            bytes[x.lane] = older[x.lane];
            a->host = NULL;
        }
    }
    a->stale = x.stale;
}

// ---- fences ---------------------------------------------------------

// All fence.sc of a grid have one order. What a thread knew at its fence, every block knows
// after a later fence of its own.
static void on_fence(Warp *w, const Step *s, uint32_t mask, Scope scope)
{
    WeakMemory *m = w->launch->user[weak_observer.slot];
    WeakBlock *mine = w->block->user[weak_observer.slot];
    bool sc = s->order == ORDER_sc || s->inst->op == OP_membar;
    if (!m || !sc || scope == SCOPE_cta)
        return;
    const BlockHb *b = block_hb(w->block);
    const WarpHb *warp = &b->warp[w->index];
    ClockEntry e[2] = {{who_block(b->index), b->floor},
                       {who_warp(b->index, w->index), segment_last}};
    Clock *known = clock_new(e, 2);
    clock_join(&known, b->clock);
    clock_join(&known, warp->clock);
    for (uint32_t left = mask; warp->lane && left; left &= left - 1)
        clock_join(&known, warp->lane[__builtin_ctz(left)].clock);
    clock_join(&mine->fenced, m->fenced);
    clock_join(&known, mine->fenced);
    clock_join(&m->fenced, known);
    clock_drop(&known);
}

static void on_block_begin(Block *b)
{
    b->user[weak_observer.slot] = must_calloc(1, sizeof(WeakBlock));
}

static void on_block_end(Block *b)
{
    WeakBlock *mine = b->user[weak_observer.slot];
    if (mine) {
        clock_drop(&mine->fenced);
        clock_drop(&mine->heard);
    }
    free(mine);
    b->user[weak_observer.slot] = NULL;
}

// ---- launches -------------------------------------------------------

static void on_launch_begin(Launch *l)
{
    if ((uint64_t)l->grid.x * l->grid.y * l->grid.z < 2)
        return;
    WeakMemory *m = must_calloc(1, sizeof *m);
    m->random = (device.seed + 1) * 0x9e3779b97f4a7c15ull ^ l->serial;
    l->user[weak_observer.slot] = m;
}

static void on_launch_end(Launch *l)
{
    WeakMemory *m = l->user[weak_observer.slot];
    if (m) {
        forget_writes(m);
        clock_drop(&m->fenced);
    }
    free(m);
    l->user[weak_observer.slot] = NULL;
}

// Other launches, and the host, see all that was written, and may write in between.
static void on_launch_pause(Launch *l)
{
    WeakMemory *m = l->user[weak_observer.slot];
    if (m)
        forget_writes(m);
}

Observer weak_observer = {
    .name = "weak memory",
    .rank = RANK_weak,
    .launch_begin = on_launch_begin,
    .launch_end = on_launch_end,
    .launch_pause = on_launch_pause,
    .block_begin = on_block_begin,
    .block_end = on_block_end,
    .access = on_access,
    .fence = on_fence,
    .load = on_load,
};
