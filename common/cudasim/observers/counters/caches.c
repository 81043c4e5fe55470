// caches.c - hits and misses of accesses to global and local memory: of the L1 cache of a
// multiprocessor and of the L2 cache, and how many different bytes a launch touches.
// Only virtual time uses the result (cost.c); no counter shows it.
//
// L1: of 256 KB, shared memory takes its part, and the resident blocks share the
// rest. Each block has its own share: sets of four lines of 128 bytes, where the line that was
// not used for longest makes room, and sectors of 32 bytes, which are fetched one by one.
// Stores go through to the L2 cache; what is stored to local memory is in the L1 cache, too,
// until it is displaced. The model leaves out that neighbouring blocks may use each other's lines.
//
// Here a warp often runs for long while the others of its block wait; on the GPU they take turns
// all the time. So a warp finds a line that it has itself used last only if the lines that it has
// fetched since then, times the warps of the block, would fit into the block's share.
//
// L2: the sectors that a launch has touched are marked, page by page. What it touches again, the
// cache has lost if more other data came in between than it holds. If all that it touches fits, the
// cache is taken to hold this from the start, except those of a page that an earlier launch has
// touched, before launches touched more other data than the cache holds: these have been displaced.
// (What the host has written and no launch has touched counts as held.)
//
// The L2 cache has slices; 512 bytes that lie together are in one slice. A slice
// executes one atomic after the other, and one store after the other, so the busiest slice
// counts. Stores of a block to the 16 lines that it has stored to last go there once; if the warps
// have waited for memory, each at another time, only as many as come together.
#include "counters.h"
#include "sim/jobs.h"

#include <math.h>
#include <stdlib.h>

enum {
    L1_BYTES = 256 << 10,
    L1_OTHER = 40 << 10, // of these hold no data [sweep_more: each warp again, 208 and 224 KB]
    LINE = 7,
    SECTOR = 5,
    WAYS = 4,
    MAX_SETS = L1_BYTES >> LINE >> 2,
    PAGE = 12,
    CHUNK = 24,
    CHUNK_PAGES = 1 << (CHUNK - PAGE),
    CHUNKS_IN_ALL = (int)((HOST_END - GLOBAL_BASE) >> CHUNK) + 1,
    SLICES = 72,
    SLICE = 9
};
#define GOLDEN 0x9e3779b1u // spreads neighbours evenly
#define LOCAL 0xa0000000u  // marks lines of local memory

typedef struct {
    uint32_t launch;        // that has touched the page last
    uint32_t when : 31;     // it did: pages_touched at this moment
    uint32_t displaced : 1; // the L2 cache did not hold the page when this launch came to it
    uint32_t last;          // what had come into the L2 cache, in pages, at the last access
    uint32_t warp, came;    // which warp this was, and what had come for this warp, in sectors
    uint32_t turns;         // how often a warp came to data that another one had used last
    float lost; // what part of the page the cache had lost when the warps came back to it last,
    uint64_t back[2]; // and the sectors that they have touched since
    uint64_t bits[2];
} TouchedPage;

static TouchedPage *chunk[CHUNKS_IN_ALL]; // of all launches, which have numbers
static uint32_t pages_touched;            // by all launches that have ended, one after the other

// Whose code has been displaced, too: what ran last, and when.
typedef struct {
    const Code *code;
    uint32_t when;
} RecentCode;
enum { RECENT = 64 };
static RecentCode recent[RECENT];

typedef struct {
    uint64_t key;     // line << 9 | warp << 4 | pieces that are there
    uint32_t block;   // whose line it is: its number, and 1
    uint32_t fetched; // lines that the warp had fetched when it used this one
} CachedLine;
enum { PIECES = 15, WARP_SHIFT = 4, LINE_SHIFT = 9 };

// In a process of jobs.c: which sectors a chunk of blocks has touched, in the order of first
// touches.
enum { NOTES = 1022 };
typedef struct Notes Notes;
struct Notes {
    Notes *next;
    uint64_t n, touched[NOTES]; // line << 4 | pieces
};

// Lines that a block's stores have gone to: those that came last are stored together.
// Of warps that have waited for loads, about 4 come together [sweep_waits: few: after loads].
enum { RECENT_STORES = 16, TOGETHER = 4 };

typedef struct {
    uint32_t n;    // warps that have stored, and
    uint32_t warp; // the last of them
} RecentStore;

struct Caches {
    CachedLine lines[MAX_SETS][WAYS]; // the one that was used last is the first
    uint32_t nsets;
    uint32_t share;                      // lines of a block
    uint32_t launch;                     // the launch's number in the marks
    double passes[SLICES];               // of atomics
    uint32_t stores[SLICES];             // lines that are written
    uint64_t recent_line[RECENT_STORES]; // a line of a block each
    RecentStore recent_store[RECENT_STORES];
    uint32_t next_store;
    double came;               // sectors that have come into the L2 cache since the launch began
    double resident;           // warps
    Notes *notes, *last_notes; // NULL: not in such a process
    CostTraffic sum;
};

// Has the L2 cache made room since then?
static bool is_displaced(uint32_t when, uint32_t now)
{
    return (double)(now - when) * (1 << PAGE) > (double)model.l2_bytes;
}

// Code that never ran counts as held, as data do.
static bool displaced_code(const Code *code)
{
    static unsigned next;
    RecentCode *r = recent;
    while (r < recent + RECENT && r->code != code)
        r++;
    bool known = r < recent + RECENT;
    if (!known)
        r = &recent[next++ % RECENT];
    bool displaced = known && is_displaced(r->when, pages_touched);
    *r = (RecentCode){code, pages_touched};
    return displaced;
}

Caches *caches_new(const Launch *l)
{
    static uint32_t launches;
    Caches *k = must_calloc(1, sizeof *k);
    k->sum.cold_code = device.cold_caches || displaced_code(l->code);
    uint64_t blocks = (uint64_t)l->grid.x * l->grid.y * l->grid.z;
    uint64_t sms = (uint64_t)model.multiprocessors, each = (blocks + sms - 1) / sms;
    int fit = launch_blocks_per_sm(l->code, l->threads, l->shared_bytes);
    if (fit > 0 && each > (uint64_t)fit)
        each = (uint64_t)fit;
    uint64_t resident = each * sms < blocks ? each * sms : blocks;
    k->resident = (double)(resident * ((l->threads + WARP_SIZE - 1) / WARP_SIZE));
    uint64_t used = each * (l->shared_bytes + (l->shared_bytes ? model.shared_reserved : 0));
    uint64_t data = used < L1_BYTES ? L1_BYTES - (used > L1_OTHER ? used : L1_OTHER) : 0;
    k->nsets = (uint32_t)(data / each >> LINE) / WAYS;
    k->nsets = k->nsets ? k->nsets : 1;
    k->share = k->nsets * WAYS;
    k->launch = ++launches;
    return k;
}

// Has the line made room, if all warps of the block fetch as many as this one?
static inline bool is_crowded_out(const Caches *k, const CachedLine *l, const Warp *w)
{
    return (l->key >> WARP_SHIFT) % MAX_WARPS == w->index &&
           (w->fetched - l->fetched) * w->block->nwarps > k->share;
}

static inline bool is_line(const CachedLine *l, uint64_t line, uint32_t block)
{
    return l->key >> LINE_SHIFT == line && l->block == block;
}

// The pieces `want` of a line that are not in the first level; now they are.
static inline uint32_t miss(Caches *k, uint64_t line, Warp *w, uint32_t want)
{
    uint32_t mixed = (uint32_t)line * GOLDEN, block = (uint32_t)w->block->index + 1, there;
    CachedLine *set = k->lines[(uint64_t)mixed * k->nsets >> 32];
    unsigned way = 0;
    while (way < WAYS - 1 && !is_line(&set[way], line, block))
        way++;
    there = set[way].key & PIECES;
    if (!is_line(&set[way], line, block) || is_crowded_out(k, &set[way], w)) {
        there = 0;
        w->fetched++;
    }
    for (; way; way--)
        set[way] = set[way - 1];
    set[0] =
        (CachedLine){line << LINE_SHIFT | w->index << WARP_SHIFT | there | want, block, w->fetched};
    return want & ~there;
}

// Units of 64 bytes with one of these pieces.
static inline uint32_t halves_of(uint32_t pieces)
{
    return (uint32_t)__builtin_popcount((pieces | pieces >> 1) & 5);
}

static inline uint32_t warp_number(const Warp *w)
{
    return (uint32_t)(w->block->index * w->block->nwarps + w->index + 1);
}

// How many sectors have come into the L2 cache since the page's last access.
static inline double came_since(const Caches *k, const TouchedPage *p, const Warp *w)
{
    if (p->warp == warp_number(w))
        return (double)(w->came - p->came) * fmax(k->resident / (p->turns + 1.0), 1);
    return k->came - (double)((uint64_t)p->last << (PAGE - SECTOR));
}

// Pieces of a page are touched again: `back` are those that were there lately.
static inline void touch_again(Caches *k, TouchedPage *p, Warp *w, uint32_t pieces, uint32_t back)
{
    double lost = (double)p->lost;
    uint32_t out = pieces & ~back;
    k->sum.again += halves_of(pieces);
    p->turns += p->warp != warp_number(w);
    if (lost == 0)
        return;
    k->came += lost * __builtin_popcount(out);
    w->came += (uint32_t)(lost * __builtin_popcount(out) + 0.5);
    k->sum.lost += lost * halves_of(out);
}

// Do the warps come back to the page after the cache has got much other data?
static inline void come_back(const Caches *k, TouchedPage *p, const Warp *w)
{
    double bytes = came_since(k, p, w) * (1 << SECTOR);
    if (bytes < (double)model.l2_bytes / 8)
        return;
    p->lost = (float)cost_l2_misses(bytes);
    if (k->notes && p->lost > 0) // of what, depends on other blocks
        jobs_give_up();
    p->back[0] = p->back[1] = 0;
}

// Pieces of a line that the chunk has not touched before.
static __attribute__((noinline)) void note_pieces(Caches *k, uint64_t line, uint32_t pieces)
{
    if (k->last_notes->n == NOTES)
        k->last_notes = k->last_notes->next = jobs_room(sizeof(Notes));
    k->last_notes->touched[k->last_notes->n++] = line << 4 | pieces;
}

static inline void note_touch(const Caches *k, TouchedPage *p, const Warp *w)
{
    p->warp = warp_number(w);
    p->came = w->came;
    p->last = (uint32_t)((uint64_t)k->came >> (PAGE - SECTOR));
}

// Those of the pieces `want` of a line that have to come from DRAM: the launch has not touched them
// before, and the L2 cache does not hold them.
static inline uint32_t touch_line(Caches *k, uint64_t line, Warp *w, uint32_t want)
{
    uint64_t at = line - (GLOBAL_BASE >> LINE);
    if (at >> (CHUNK - LINE) >= CHUNKS_IN_ALL)
        return 0;
    TouchedPage **c = &chunk[at >> (CHUNK - LINE)];
    if (__builtin_expect(!*c, 0))
        *c = must_calloc(CHUNK_PAGES, sizeof **c);
    TouchedPage *p = *c + (at >> (PAGE - LINE) & (CHUNK_PAGES - 1));
    if (p->launch != k->launch) {
        uint32_t now = pages_touched + (uint32_t)(k->sum.touched >> (PAGE - SECTOR));
        bool displaced = p->launch && !k->notes && is_displaced(p->when, now); // else: caches_fit()
        *p = (TouchedPage){.launch = k->launch, .when = now, .displaced = displaced};
    }
    uint64_t *bits = &p->bits[at >> 4 & 1], place = 4 * (at & 15);
    uint32_t fresh = want & ~(uint32_t)(*bits >> place);
    *bits |= (uint64_t)want << place;
    k->sum.touched += (uint32_t)__builtin_popcount(fresh);
    k->came += __builtin_popcount(fresh);
    w->came += (uint32_t)__builtin_popcount(fresh);
    if (k->notes && fresh)
        note_pieces(k, line, fresh);
    if (p->warp)
        come_back(k, p, w);
    if (want != fresh)
        touch_again(k, p, w, want & ~fresh, (uint32_t)(p->back[at >> 4 & 1] >> place));
    p->back[at >> 4 & 1] |= (uint64_t)want << place;
    note_touch(k, p, w);
    if (!p->displaced && !device.cold_caches)
        return 0;
    k->sum.cold += (uint32_t)__builtin_popcount(fresh);
    return fresh;
}

static inline uint32_t slice_of(uint64_t line)
{
    return (uint32_t)((uint64_t)((uint32_t)(line >> (SLICE - LINE)) * GOLDEN) * SLICES >> 32);
}

// Is it a line of a block that no store has gone to for some time?
static inline bool is_new_store(Caches *k, uint64_t line, const Warp *w)
{
    uint64_t key = line ^ w->block->index << 40;
    uint32_t found = 0, first = k->next_store % RECENT_STORES;
    for (uint32_t i = 0; i < RECENT_STORES; i++)
        found |= (uint32_t)(k->recent_line[i] == key) << i;
    for (uint32_t m = (found | found << RECENT_STORES) >> first; m;
         m &= m - 1) { // the oldest first
        RecentStore *r = &k->recent_store[(first + (uint32_t)__builtin_ctz(m)) % RECENT_STORES];
        if (r->warp == w->index || !w->loads.missed || r->n < TOGETHER) {
            r->n += r->warp != w->index;
            r->warp = w->index;
            return false;
        }
    }
    k->next_store++;
    k->recent_line[first] = key;
    k->recent_store[first] = (RecentStore){1, w->index};
    return true;
}

// The missed pieces of a line go to the second level, or come from there.
static inline void touch_l2(Caches *k, const Access *a, uint64_t line, uint32_t pieces)
{
    if (a->kind != ACCESS_load) {
        uint32_t n = k->stores[slice_of(line)] += is_new_store(k, line, a->warp);
        k->sum.stored = n > k->sum.stored ? n : k->sum.stored;
    }
    uint32_t n = (uint32_t)__builtin_popcount(pieces);
    k->sum.beyond += n;
    *(a->kind == ACCESS_load ? &k->sum.reads : &k->sum.writes) += n + 1;
    k->sum.halves += halves_of(pieces);
}

// A load whose thread waits: for the L2 cache, for DRAM?
static inline void count_wait(Caches *k, const Access *a, bool missed, bool first)
{
    if (a->kind != ACCESS_load)
        return;
    k->sum.missed += missed;
    k->sum.first += first;
    a->warp->loads.all++;
    a->warp->loads.missed += missed;
    a->warp->loads.first += first;
}

// Neighbouring pieces, `first` to `last`, of one request.
static inline void access_lines(Caches *k, const Access *a, uint64_t first, uint64_t last, bool l1)
{
    uint64_t line = first >> 2, end = last >> 2;
    uint32_t missed = 0, fresh = 0, want = 15u & 15u << (first & 3);
    k->sum.lines += end - line + 1;
    for (;; line++, want = 15) {
        if (line == end)
            want &= 15u >> (3 - (last & 3));
        uint32_t out = l1 ? miss(k, line, a->warp, want) : want;
        if (out) {
            touch_l2(k, a, line, out);
            missed = 1;
            fresh |= touch_line(k, line, a->warp, out);
        }
        if (line == end)
            break;
    }
    count_wait(k, a, missed, fresh != 0);
}

// Any addresses: lane by lane. Neighbouring lanes in one line count as one.
static void reach_lanes(Caches *k, const Access *a, bool l1)
{
    uint64_t seen[64] = {0}, last = 0, line = 0;
    uint32_t fresh = 0, out = 0;
    bool missed = false;
    for (uint32_t m = a->mask; m; m &= m - 1) {
        uint64_t sector = a->addr[__builtin_ctz(m)] >> SECTOR;
        if (sector == last)
            continue;
        last = sector;
        if (out && sector >> 2 != line) {
            touch_l2(k, a, line, out);
            fresh |= touch_line(k, line, a->warp, out);
            out = 0;
        }
        line = sector >> 2;
        uint32_t piece = 1u << (sector & 3);
        uint64_t *known = &seen[(uint32_t)line * GOLDEN >> 26];
        k->sum.lines += *known != line;
        *known = line;
        if (l1 && !miss(k, line, a->warp, piece))
            continue;
        missed = true;
        out |= piece;
    }
    if (out) {
        touch_l2(k, a, line, out);
        fresh |= touch_line(k, line, a->warp, out);
    }
    count_wait(k, a, missed, fresh != 0);
}

void caches_atomic(Caches *k, const Access *a, uint32_t sectors, bool one)
{
    uint32_t lanes = (uint32_t)__builtin_popcount(a->mask);
    uint64_t lines = k->sum.lines;
    double most = k->sum.busiest, lost = k->sum.lost;
    uint64_t again = k->sum.again;
    k->sum.sectors += sectors;
    k->sum.passes += sectors;
    for (uint32_t m = a->mask; m; m &= m - 1) {
        uint64_t addr = a->addr[__builtin_ctz(m)];
        double *slice = &k->passes[slice_of(addr >> LINE)];
        *slice += (double)sectors / lanes;
        most = *slice > most ? *slice : most;
        touch_line(k, addr >> LINE, a->warp, 1u << (addr >> SECTOR & 3));
    }
    k->sum.busiest = most;
    k->sum.lost = lost; // of reads and writes only, as sum.halves
    k->sum.again = again;
    k->sum.lines = lines + (one || sectors < lanes ? (sectors + 3) / 4 : sectors);
}

void caches_global(Caches *k, const Access *a, uint32_t sectors)
{
    bool load = a->kind == ACCESS_load;
    // Strong accesses go past the first level, to see the writes of other blocks.
    bool l1 = load && a->order == ORDER_weak;
    k->sum.sectors += sectors;
    k->sum.loads += load;
    k->sum.requests++;
    uint64_t first = a->addr[__builtin_ctz(a->mask)];
    uint32_t bytes = (uint32_t)__builtin_popcount(a->mask) * a->width;
    if (a->pattern == PATTERN_any) {
        reach_lanes(k, a, l1);
        if (!load && bytes != sectors << SECTOR)
            k->sum.partial += sectors;
    } else {
        uint64_t last = a->addr[31 - __builtin_clz(a->mask)] + a->width - 1;
        access_lines(k, a, first >> SECTOR, last >> SECTOR, l1);
        if (!load)
            k->sum.partial += sectors - (bytes >> SECTOR < sectors ? bytes >> SECTOR : sectors);
    }
}

// The lines of local memory that an access of a warp touches, each with its sectors.
typedef struct {
    uint64_t line[WARP_SIZE];
    uint32_t pieces[WARP_SIZE];
    uint32_t n;
} LocalLines;

static void note_local(LocalLines *t, uint64_t line, uint32_t piece)
{
    uint32_t i = t->n;
    while (i && t->line[i - 1] != line)
        i--;
    if (!i) {
        t->line[t->n] = line;
        t->pieces[t->n++] = piece;
        return;
    }
    t->pieces[i - 1] |= piece;
}

// Local memory is interleaved: the same word of all lanes of a warp lies side by side, and each
// lane has a bank of its own. So a load takes one cycle for each word, whatever its lanes index. A
// store moves four sectors in a cycle, and every sector goes to the L2 cache, too [sweep_waits:
// local].
void caches_local(Caches *k, const Access *a)
{
    LocalLines t = {.n = 0};
    uint32_t words = (a->width + 3u) / 4, sectors = 0, out = 0;
    bool load = a->kind == ACCESS_load;
    for (uint32_t m = a->mask; m; m &= m - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(m);
        note_local(&t, (uint64_t)a->warp->index << 17 | a->addr[lane] >> 2, 1u << (lane >> 3));
    }
    for (uint32_t i = 0; i < t.n; i++)
        for (uint32_t j = 0; j < words; j++) {
            sectors += (uint32_t)__builtin_popcount(t.pieces[i]);
            out += (uint32_t)__builtin_popcount(
                miss(k, (t.line[i] + j) ^ LOCAL, a->warp, t.pieces[i]));
        }
    k->sum.lines += load ? words : (sectors + 3) / 4;
    k->sum.sectors += load && sectors > 4 * words ? 4 * words : sectors;
    k->sum.beyond += load ? out : sectors;
    k->sum.reads += load ? out : 0;
    k->sum.writes += load ? 0 : sectors + t.n * words;
    k->sum.loads += load;
    k->sum.missed += load && out;
}

const CostTraffic *caches_traffic(const Caches *k) { return &k->sum; }

void caches_free(Caches *k)
{
    pages_touched += k ? (uint32_t)(k->sum.touched >> (PAGE - SECTOR)) : 0;
    free(k);
}

// ---- blocks in other processes (sim/jobs.h) -------------------------
//
// What the L1 cache keeps, and which stores go together, depends on one block alone. The L2 cache
// is another matter; but as long as all fits into it, all that counts is which sectors the launch
// touches, and when it came to each page. So a process notes the sectors that a chunk touches
// first, and they are touched again in the order of the blocks.

struct CachesPart {
    uint32_t stores[SLICES];
    CostTraffic sum;
};

void caches_part_begin(Caches *k)
{
    k->sum = (CostTraffic){0};
    memset(k->stores, 0, sizeof k->stores);
}

void caches_chunk_begin(Caches *k)
{
    k->notes = k->last_notes = jobs_room(sizeof(Notes));
    k->launch++; // no page is touched yet
    k->came = 0;
}

void *caches_chunk_end(Caches *k) { return k->notes; }

CachesPart *caches_part_end(const Caches *k)
{
    CachesPart *part = jobs_room(sizeof *part);
    memcpy(part->stores, k->stores, sizeof k->stores);
    part->sum = k->sum;
    return part;
}

static uint64_t place_of(uint64_t touched) { return (touched >> 4) - (GLOBAL_BASE >> LINE); }

// Marks the page. Was it not marked?
static bool is_new_page(uint64_t *marks[CHUNKS_IN_ALL], uint64_t at)
{
    uint64_t **of = &marks[at >> (CHUNK - LINE)], page = at >> (PAGE - LINE) & (CHUNK_PAGES - 1);
    if (!*of)
        *of = must_calloc(CHUNK_PAGES / 64, sizeof **of);
    bool new = !((*of)[page / 64] >> page % 64 & 1);
    (*of)[page / 64] |= 1ull << page % 64;
    return new;
}

// May the L2 cache have lost the page when this launch comes to it, after so many sectors?
static bool may_be_displaced(const Caches *k, uint64_t at, uint64_t sectors)
{
    const TouchedPage *of = chunk[at >> (CHUNK - LINE)];
    const TouchedPage *p = of ? &of[at >> (PAGE - LINE) & (CHUNK_PAGES - 1)] : NULL;
    return p && p->launch && p->launch != k->launch &&
           is_displaced(p->when, pages_touched + (uint32_t)(sectors >> (PAGE - SECTOR)));
}

// Counts the sectors that the launch touches: all of a page, so these are at least as many.
bool caches_fit(const Caches *k, void *const *chunks, unsigned n)
{
    uint64_t **marks = must_calloc(CHUNKS_IN_ALL, sizeof *marks), sectors = k->sum.touched;
    bool fit = true;
    for (unsigned i = 0; i < n && fit; i++)
        for (const Notes *t = chunks[i]; t && fit; t = t->next)
            for (uint64_t j = 0; j < t->n && fit; j++) {
                uint64_t at = place_of(t->touched[j]);
                if (!is_new_page(marks, at))
                    continue;
                fit = !may_be_displaced(k, at, sectors);
                sectors += 1 << (PAGE - SECTOR);
            }
    for (unsigned i = 0; i < CHUNKS_IN_ALL; i++)
        free(marks[i]);
    free(marks);
    double came = k->came + (double)(sectors - k->sum.touched);
    return fit && !cost_l2_misses(32.0 * (double)sectors) && !cost_l2_misses(32.0 * came);
}

static void touch_noted(Caches *k, uint64_t touched)
{
    uint64_t at = place_of(touched), place = 4 * (at & 15);
    TouchedPage **c = &chunk[at >> (CHUNK - LINE)];
    if (!*c)
        *c = must_calloc(CHUNK_PAGES, sizeof **c);
    TouchedPage *p = *c + (at >> (PAGE - LINE) & (CHUNK_PAGES - 1));
    if (p->launch != k->launch)
        *p = (TouchedPage){.launch = k->launch,
                           .when = pages_touched + (uint32_t)(k->sum.touched >> (PAGE - SECTOR))};
    uint64_t *bits = &p->bits[at >> 4 & 1], fresh = (touched & PIECES) & ~(*bits >> place);
    *bits |= fresh << place;
    k->sum.touched += (uint32_t)__builtin_popcountll(fresh);
}

void caches_replay(Caches *k, void *const *chunks, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        for (const Notes *t = chunks[i]; t; t = t->next)
            for (uint64_t j = 0; j < t->n; j++)
                touch_noted(k, t->touched[j]);
}

void caches_take(Caches *k, const CachesPart *part)
{
    CostTraffic *to = &k->sum;
    const CostTraffic *from = &part->sum;
    to->requests += from->requests;
    to->lines += from->lines;
    to->sectors += from->sectors;
    to->loads += from->loads;
    to->missed += from->missed;
    to->beyond += from->beyond;
    to->reads += from->reads;
    to->writes += from->writes;
    to->halves += from->halves;
    to->again += from->again;
    to->partial += from->partial;
    for (unsigned i = 0; i < SLICES; i++) {
        k->stores[i] += part->stores[i];
        to->stored = k->stores[i] > to->stored ? k->stores[i] : to->stored;
    }
}
