// shadow.c - what is known of each word of device memory: chunks, bits, and
// words that are split into bytes. The layout is in shadow.h.
#include "shadow.h"

#include <assert.h>
#include <stdlib.h>
#include <sys/mman.h>

Chunk *shadow_table[CHUNK_COUNT];

static Split *splits;
static uint32_t nsplits, size_splits, free_split; // 0 is none
static uint32_t live_splits;                      // how many words are split

Chunk *shadow_make(uint64_t addr)
{
    // Large pages where the system has them: the cells of a word need six times its bytes.
    size_t huge = 2 << 20, size = sizeof(Chunk) + huge;
    char *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                   -1, 0);
    if (p == MAP_FAILED)
        out_of_memory();
    char *start = (char *)(((uintptr_t)p + huge - 1) & ~(huge - 1));
    if (start > p)
        munmap(p, (size_t)(start - p));
    size_t used = (sizeof(Chunk) + 4095) & ~4095ul, rest = (size_t)(p + size - start) - used;
    if (rest)
        munmap(start + used, rest);
    return shadow_table[(addr - GLOBAL_BASE) >> CHUNK_BITS] = (Chunk *)start;
}

static uint64_t of_word(uint64_t e, unsigned lane)
{
    return entry_segment(e) > HOST_SEGMENT ? e + lane : e;
}

void row_spread(Cells c, uint64_t row)
{
    CellRow *r = &c.row[row];
    uint64_t first = row * ROW_WORDS;
    for (unsigned i = 0; i < ROW_WORDS; i++) {
        c.write[first + i] = of_word(r->write, i >> r->shift);
        c.read[first + i] = of_word(r->read, i >> r->shift);
        c.early[first + i] = of_word(r->early, i >> r->shift);
    }
    r->spread = true;
}

// ---- ranges ---------------------------------------------------------

// Gives the whole pages of a range back to the system; from now on they hold zeros. false: they
// are too few, and hold what they held.
static bool give_back(uintptr_t lo, uintptr_t hi, uintptr_t *first, uintptr_t *last)
{
    uintptr_t page = mem_page();
    *first = (lo + page - 1) / page * page;
    *last = hi / page * page;
    return *last > *first && *last - *first >= 1 << 16 &&
           madvise((void *)*first, *last - *first, MADV_DONTNEED) == 0;
}

static void zero(void *at, size_t n)
{
    uintptr_t lo = (uintptr_t)at, hi = lo + n, first, last;
    if (!give_back(lo, hi, &first, &last)) {
        memset(at, 0, n);
        return;
    }
    memset(at, 0, first - lo);
    memset((void *)last, 0, hi - last);
}

// An earlier read counts only where the last read says so: what is there without that may stay,
// and often no page is there at all.
static void forget(const void *at, size_t n)
{
    uintptr_t lo = (uintptr_t)at, first, last;
    (void)give_back(lo, lo + n, &first, &last);
}

// The rows of words that are cleared: whole ones forget, and others are spread out first.
static void clear_rows(Chunk *c, uint64_t first, uint64_t words)
{
    uint64_t end = first + words, from = (first + ROW_WORDS - 1) / ROW_WORDS, to = end / ROW_WORDS;
    if (first % ROW_WORDS)
        cells_spread(chunk_cells(c), first, 1);
    if (end % ROW_WORDS)
        cells_spread(chunk_cells(c), end, 1);
    if (from < to)
        memset(c->row + from, 0, (to - from) * sizeof(CellRow));
}

static void free_splits(const Chunk *c, uint64_t first, uint64_t words)
{
    const uint64_t end = first + words;
    while (live_splits && first < end) {
        uint64_t stop = (first | (ROW_WORDS - 1)) + 1;
        stop = stop < end ? stop : end;
        bool spread = c->row[first / ROW_WORDS].spread;
        for (; spread && first < stop; first++)
            if (entry_is_split(c->write[first]))
                split_free(c->write[first]);
        first = stop;
    }
}

static void shadow_clear(uint64_t addr, uint64_t n)
{
    for (uint64_t end = addr + n; addr < end;) {
        uint64_t stop = (addr | (CHUNK_BYTES - 1)) + 1;
        if (stop > end)
            stop = end;
        Chunk *c = shadow_look(addr);
        uint64_t first = addr % CHUNK_BYTES / 4;
        uint64_t words = ((stop - 1) % CHUNK_BYTES) / 4 - first + 1;
        if (c)
            free_splits(c, first, words);
        if (c && stop - addr == CHUNK_BYTES) {
            munmap(c, sizeof *c);
            shadow_table[(addr - GLOBAL_BASE) >> CHUNK_BITS] = NULL;
        } else if (c) {
            clear_rows(c, first, words);
            zero(c->write + first, words * 8);
            zero(c->read + first, words * 8);
            forget(c->early + first, words * 8);
            bits_reset(c->written, addr % CHUNK_BYTES, stop - addr);
        }
        addr = stop;
    }
}

void shadow_clear_cells(void)
{
    for (int i = 0; i < CHUNK_COUNT; i++) {
        Chunk *c = shadow_table[i];
        if (c)
            zero(c, offsetof(Chunk, written));
    }
    nsplits = free_split = live_splits = 0;
}

// Addresses grow until none are left (mem.c), so what lies higher than all memory before it is as
// clean as it can be.
static void on_alloc(Alloc *a)
{
    static uint64_t known_end;
    if (!mem_is_card(a->addr))
        return;
    if (a->addr < known_end &&
        (a->kind == MEM_device || a->kind == MEM_array || a->kind == MEM_heap))
        shadow_clear(a->addr, a->size);
    if (known_end < a->addr + a->size)
        known_end = a->addr + a->size;
}

static void on_release(Alloc *a)
{
    if (mem_is_device(a->addr))
        shadow_clear(a->addr, a->size);
}

Observer shadow_observer = {
    .name = "shadow",
    .rank = RANK_shadow,
    .alloc = on_alloc,
    .release = on_release,
};

void shadow_written(uint64_t addr, uint64_t n)
{
    if (!mem_is_device(addr))
        return;
    for (uint64_t end = addr + n; addr < end;) {
        uint64_t stop = (addr | (CHUNK_BYTES - 1)) + 1;
        if (stop > end)
            stop = end;
        bits_set(shadow_chunk(addr)->written, addr % CHUNK_BYTES, stop - addr);
        addr = stop;
    }
}

// ---- split words ----------------------------------------------------

uint64_t split_new(uint64_t write, uint64_t read, uint64_t early)
{
    uint32_t i = free_split;
    if (i) {
        free_split = (uint32_t)splits[i].write[0];
    } else {
        i = ++nsplits;
        if (i >= size_splits) {
            size_splits = size_splits ? 2 * size_splits : 1024;
            splits = must_realloc(splits, size_splits, sizeof *splits);
        }
    }
    live_splits++;
    for (int k = 0; k < 4; k++) {
        splits[i].write[k] = write;
        splits[i].read[k] = read;
        splits[i].early[k] = early;
    }
    return SPLIT_TAG | i;
}

Split *split_at(uint64_t tagged)
{
    assert(entry_is_split(tagged) && (uint32_t)tagged <= nsplits);
    return &splits[(uint32_t)tagged];
}

void split_free(uint64_t tagged)
{
    assert(entry_is_split(tagged) && live_splits);
    splits[(uint32_t)tagged].write[0] = free_split;
    free_split = (uint32_t)tagged;
    live_splits--;
}
