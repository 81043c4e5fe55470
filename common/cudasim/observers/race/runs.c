// runs.c - a warp's access that nothing can race with, noted for all lanes at once.
//
// Entries from before the block's last barrier (shared memory) or from before the launch (global
// memory) are recognised by one comparison with a floor: for whole rows (shadow.h) by one cell of
// each, for other runs of words by vector code, and for groups of lanes that read the same address.
#include "race.h"

bool words_of(const RaceAccess *x, uint64_t addr, unsigned n, Cells *c, uint64_t *i)
{
    bool shared = x->a->space == SPACE_shared;
    if (!shared && !mem_is_device(addr))
        return false;
    *c = shared ? x->owner->cells : chunk_cells(shadow_chunk(addr));
    *i = (shared ? addr : addr % CHUNK_BYTES) / 4;
    if (*i + n > (shared ? x->owner->words : CHUNK_WORDS))
        return false;
    cells_spread(*c, *i, n);
    return true;
}

// ---- a run of words -------------------------------------------------

// May entry e race with `mine`?
static inline bool is_news(uint64_t e, uint64_t mine, uint64_t floor)
{
    return (int64_t)e > (int64_t)floor && ((e ^ mine) & WHO);
}

// Words of lanes that lie side by side, 1 << shift words per lane.
static inline __attribute__((always_inline)) bool
touch_run(uint64_t *restrict write, uint64_t *restrict read, uint64_t *restrict early, unsigned n,
          unsigned shift, uint64_t mine, uint64_t floor, bool is_write)
{
    uint64_t written = 0, was_read = 0;
    for (unsigned i = 0; i < n; i++) {
        uint64_t me = mine + (i >> shift);
        written |= is_news(write[i], me, floor);
        was_read |= is_news(read[i], me, floor);
    }
    if (__builtin_expect(written | (is_write & was_read), 0))
        return false;
    if (was_read) {
        for (unsigned i = 0; i < n; i++)
            cell_note_read(read + i, early + i, mine + (i >> shift), floor);
        return true;
    }
    uint64_t *to = is_write ? write : read;
    for (unsigned i = 0; i < n; i++)
        to[i] = mine + (i >> shift);
    return true;
}

static bool load_32(Cells c, uint64_t i, uint64_t mine, uint64_t floor)
{
    return touch_run(c.write + i, c.read + i, c.early + i, ROW_WORDS, 0, mine, floor, false);
}

static bool store_32(Cells c, uint64_t i, uint64_t mine, uint64_t floor)
{
    return touch_run(c.write + i, c.read + i, c.early + i, ROW_WORDS, 0, mine, floor, true);
}

static bool is_atomic(const RaceAccess *x)
{
    return x->a->kind == ACCESS_atom || x->a->kind == ACCESS_red;
}

static bool run_of_words(const RaceAccess *x, Cells c, uint64_t i, unsigned words, unsigned lanes)
{
    const unsigned first = (unsigned)__builtin_ctz(x->a->mask);
    if (is_atomic(x)) // it may hide a write
        for (uint64_t k = i; k < i + lanes * words; k++)
            if ((int64_t)c.write[k] > (int64_t)x->floor)
                return false;
    uint64_t mine = x->mine + first;
    if (words == 1 && lanes == ROW_WORDS)
        return x->write ? store_32(c, i, mine, x->floor) : load_32(c, i, mine, x->floor);
    return touch_run(c.write + i, c.read + i, c.early + i, lanes * words,
                     (unsigned)__builtin_ctz(words), mine, x->floor, x->write);
}

// All lanes read one address: recorded as one lane, with the mark SEVERAL.
static bool one_address(const RaceAccess *x, Cells c, uint64_t i, unsigned words)
{
    const uint32_t mask = x->a->mask;
    if (x->write || words & (words - 1))
        return false;
    for (uint64_t k = i; k < i + words; k++)
        if (c.write[k] > x->floor)
            return false;
    for (uint64_t k = i; k < i + words; k++) {
        cell_note_read(&c.read[k], &c.early[k], x->mine + (unsigned)__builtin_ctz(mask), x->floor);
        if (!(c.read[k] & EARLIER))
            c.early[k] = x->mine + (31 - (unsigned)__builtin_clz(mask));
        c.read[k] |= SEVERAL;
    }
    return true;
}

// ---- lanes in groups that read one address each ---------------------

enum { MOST_GROUPS = 8 };

typedef struct {
    unsigned n, first[MOST_GROUPS], last[MOST_GROUPS]; // lanes
} LaneGroups;

// Neighbours with the same address are a group. False: there are many.
static bool find_groups(const Access *a, LaneGroups *g)
{
    g->n = 0;
    for (uint32_t m = a->mask; m; m &= m - 1) {
        unsigned l = (unsigned)__builtin_ctz(m);
        bool more = g->n && a->addr[l] == a->addr[g->last[g->n - 1]];
        if (!more && g->n == MOST_GROUPS)
            return false;
        if (!more)
            g->first[g->n++] = l;
        g->last[g->n - 1] = l;
    }
    return true;
}

// As if the lanes of the group had read it one after the other.
static void note_group(uint64_t *read, uint64_t *early, uint64_t first, uint64_t last,
                       uint64_t floor)
{
    cell_note_read(read, early, first, floor);
    if (first == last)
        return;
    if (!(*read & EARLIER))
        *early = first;
    *read = (*read & (SEVERAL | EARLIER)) | SEVERAL | last;
}

static bool groups(const RaceAccess *x, unsigned words)
{
    const Access *a = x->a;
    LaneGroups g;
    Cells c[MOST_GROUPS];
    uint64_t at[MOST_GROUPS], news = 0;
    if (x->write || !find_groups(a, &g))
        return false;
    for (unsigned k = 0; k < g.n; k++) {
        if (!words_of(x, a->addr[g.first[k]], words, &c[k], &at[k]))
            return false;
        for (uint64_t i = at[k]; i < at[k] + words; i++)
            news |= (c[k].write[i] > x->floor) | (c[k].write[i] & HIDES);
    }
    for (unsigned k = 0; !news && k < g.n; k++)
        for (uint64_t i = at[k]; i < at[k] + words; i++)
            note_group(&c[k].read[i], &c[k].early[i], x->mine + g.first[k], x->mine + g.last[k],
                       x->floor);
    return !news;
}

// ---- whole rows -----------------------------------------------------

// May the cell of each of these rows stand for what lanes of 1 << shift words do?
static inline bool are_rows(Row *r, unsigned n, unsigned shift)
{
    for (unsigned k = 0; k < n; k++) {
        if (r[k].spread)
            return false;
        if (r[k].shift == shift)
            continue;
        if (entry_segment(r[k].write) > HOST_SEGMENT || r[k].read)
            return false;
        r[k].shift = (uint8_t)shift;
        r[k].early = 0;
    }
    return true;
}

static inline __attribute__((always_inline)) bool
touch_rows(const RaceAccess *x, Row *r, unsigned n)
{
    const unsigned lanes = WARP_SIZE / n;
    const uint64_t mine = x->mine, floor = x->floor;
    bool news = false;
    for (unsigned k = 0; k < n; k++)
        news |= is_news(r[k].write, mine + k * lanes, floor) ||
                (x->write && is_news(r[k].read, mine + k * lanes, floor)) ||
                (is_atomic(x) && (int64_t)r[k].write > (int64_t)floor);
    if (__builtin_expect(news, 0))
        return false;
    for (unsigned k = 0; k < n; k++)
        if (x->write)
            r[k].write = mine + k * lanes;
        else
            cell_note_read(&r[k].read, &r[k].early, mine + k * lanes, floor);
    return true;
}

// A row of shared memory is one again when a warp has written it, unless a read counts. (Floors of
// a block that is alone only rise.)
static void fold_row(const RaceAccess *x, Cells c, uint64_t i)
{
    bool counts = x->a->warp->block->cluster->n > 1;
    for (uint64_t k = i; k < i + ROW_WORDS; k++)
        counts |= (int64_t)c.read[k] > (int64_t)x->floor;
    if (!counts)
        c.row[i / ROW_WORDS] = (Row){.write = x->mine};
}

static __attribute__((noinline)) bool touch_words(const RaceAccess *x)
{
    const Access *a = x->a;
    const unsigned words = a->width / 4;
    if (a->width & 3)
        return false;
    if (a->pattern == PATTERN_any)
        return groups(x, words);
    bool run = a->pattern == PATTERN_contiguous;
    unsigned lanes = run ? (unsigned)__builtin_popcount(a->mask) : 1;
    uint64_t i;
    Cells c;
    if (!words_of(x, a->addr[__builtin_ctz(a->mask)], lanes * words, &c, &i))
        return false;
    if (!run)
        return one_address(x, c, i, words);
    if (!run_of_words(x, c, i, words, lanes))
        return false;
    if (a->mask == UINT32_MAX && i % ROW_WORDS == 0 && words == 1 && x->write &&
        a->space == SPACE_shared)
        fold_row(x, c, i);
    return true;
}

// The rows of n * ROW_WORDS words from addr; NULL: not all are of this memory.
static inline Row *rows_at(const RaceAccess *x, uint64_t addr, unsigned n)
{
    if (x->a->space == SPACE_shared)
        return addr / 4 + n * ROW_WORDS <= x->owner->words ? x->owner->cells.row + addr / ROW_BYTES
                                                           : NULL;
    if (!mem_is_device(addr) || addr % CHUNK_BYTES + n * ROW_BYTES > CHUNK_BYTES)
        return NULL;
    return shadow_chunk(addr)->row + addr % CHUNK_BYTES / ROW_BYTES;
}

bool runs_touch(const RaceAccess *x)
{
    const Access *a = x->a;
    const unsigned n = a->width / 4;
    if (a->pattern != PATTERN_contiguous || a->mask != UINT32_MAX || a->width & 3 ||
        a->addr[0] % ROW_BYTES)
        return touch_words(x);
    Row *r = rows_at(x, a->addr[0], n);
    if (!r || !are_rows(r, n, (unsigned)__builtin_ctz(n)))
        return r && touch_words(x);
    return n == 1 ? touch_rows(x, r, 1) : touch_rows(x, r, n);
}
