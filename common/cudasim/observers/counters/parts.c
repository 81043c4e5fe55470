// parts.c - the counters of a launch whose blocks run in several processes (sim/jobs.h): sums and
// maxima. Only the L2 cache depends on the order of blocks: see caches.c.
#include "moved.h"
#include "sim/jobs.h"

typedef struct {
    Traffic *traffic; // by step; NULL: nothing has moved
    Loops *loops;     // NULL: there are none
    Shares shares;
    uint64_t handed;
    CachesPart *caches; // NULL: times are not asked for
} CountersPart;

static Moved *moved_in(const Code *code)
{
    const CodeInfo *c = code_info(code);
    return c->number < moved_now->nmoved && moved_now->moved[c->number].code
               ? &moved_now->moved[c->number]
               : NULL;
}

static bool divides(void) { return !device.cold_caches; }

static void begin(const Launch *l)
{
    const Moved *m = moved_in(l->code);
    if (m)
        memset(m->traffic, 0, m->code->nsteps * sizeof *m->traffic);
    if (m && m->loops)
        memset(m->loops, 0, m->code->nsteps * sizeof *m->loops);
    moved_now->shares = (Shares){0};
    handed_forget(moved_now->handed);
    if (moved_now->caches)
        caches_part_begin(moved_now->caches);
}

static void chunk_begin(void)
{
    if (moved_now->caches)
        caches_chunk_begin(moved_now->caches);
}

static void *chunk_end(void)
{
    return moved_now->caches ? caches_chunk_end(moved_now->caches) : NULL;
}

static void *copied(const void *from, uint64_t bytes)
{
    return from ? memcpy(jobs_room(bytes), from, bytes) : NULL;
}

static void *end(const Launch *l)
{
    CountersPart *part = jobs_room(sizeof *part);
    const Moved *m = moved_in(l->code);
    if (m) {
        part->traffic = copied(m->traffic, m->code->nsteps * sizeof *m->traffic);
        part->loops = copied(m->loops, m->code->nsteps * sizeof *m->loops);
    }
    part->shares = moved_now->shares;
    part->handed = handed_bytes(moved_now->handed);
    part->caches = moved_now->caches ? caches_part_end(moved_now->caches) : NULL;
    return part;
}

static bool fits(void *const *chunks, unsigned n)
{
    return !moved_now->caches || caches_fit(moved_now->caches, chunks, n);
}

// ---- in the launch's own process --------------------------------------------

// Structures of counts.
static void add_counts(void *to, const void *from, uint64_t bytes)
{
    for (uint64_t i = 0; i < bytes / sizeof(uint64_t); i++)
        ((uint64_t *)to)[i] += ((const uint64_t *)from)[i];
}

static void take_steps(const Launch *l, const CountersPart *part)
{
    CodeInfo *c = code_info(l->code);
    Moved *m = moved_in(l->code);
    if (!part->traffic)
        return;
    if (!m)
        m = moved_begin(c);
    add_counts(m->traffic, part->traffic, c->nsteps * sizeof *m->traffic);
    if (!part->loops)
        return;
    if (!m->loops)
        m->loops = must_calloc(c->nsteps, sizeof *m->loops);
    add_counts(m->loops, part->loops, c->nsteps * sizeof *m->loops);
}

static void keep_most(uint64_t *most, uint64_t value) { *most = value > *most ? value : *most; }

static void take_shares(Shares *to, const Shares *from)
{
    Shares most = *to;
    keep_most(&most.barriers, from->barriers);
    keep_most(&most.thread, from->thread);
    keep_most(&most.block, from->block);
    keep_most(&most.atomics, from->atomics);
    add_counts(to, from, sizeof *to);
    to->barriers = most.barriers;
    to->thread = most.thread;
    to->block = most.block;
    to->atomics = most.atomics;
}

static void take(const Launch *l, void *const *parts, unsigned nparts, void *const *chunks,
                 unsigned nchunks)
{
    for (unsigned i = 0; i < nparts; i++) {
        const CountersPart *part = parts[i];
        take_steps(l, part);
        take_shares(&moved_now->shares, &part->shares);
        handed_add(moved_now->handed, part->handed);
        if (moved_now->caches)
            caches_take(moved_now->caches, part->caches);
    }
    if (moved_now->caches)
        caches_replay(moved_now->caches, chunks, nchunks);
}

const JobParts counters_parts = {
    .divides = divides,
    .begin = begin,
    .chunk_begin = chunk_begin,
    .chunk_end = chunk_end,
    .end = end,
    .fits = fits,
    .take = take,
};
