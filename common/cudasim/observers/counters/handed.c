// handed.c - what blocks of a launch hand to each other in global memory: bytes that a block loads,
// and that another block of the launch has written last. A result alone does not say whether words
// have gone from block to block, or whether each block has computed all of it. What a poll loads
// does not count.
//
// Most lines are written by one block, so a line has one writer and a bit for each word that it has
// written. Only a line of several writers has one for each word.
#include "counters.h"

#include <stdlib.h>

enum { LINE_WORDS = 32, PAGE_LINES = 256, FIRST_PAGES = 64 };
#define PAGE_WORDS ((uint64_t)LINE_WORDS * PAGE_LINES)
#define SEVERAL UINT32_MAX // writers: `words` is the number of the line's LineWriters

// Blocks are numbers from 0 (two of them, 2^32 - 1 apart, would count as one).
typedef struct {
    uint32_t block, words;
} HandedLine;

typedef struct {
    uint32_t writer[LINE_WORDS]; // block + 1; 0: none
} LineWriters;

typedef struct {
    uint64_t number; // address / bytes of a page
    HandedLine line[PAGE_LINES];
} HandedPage;

struct Handed {
    HandedPage **page; // a hash table
    uint64_t slots, pages;
    LineWriters *several;
    uint32_t nseveral, size_several;
    uint64_t bytes, last; // in all; by the last load
};

Handed *handed_new(void)
{
    Handed *h = must_calloc(1, sizeof *h);
    h->slots = FIRST_PAGES;
    h->page = must_calloc(h->slots, sizeof *h->page);
    return h;
}

void handed_free(Handed *h)
{
    for (uint64_t i = 0; h && i < h->slots; i++)
        free(h->page[i]);
    if (h) {
        free(h->page);
        free(h->several);
    }
    free(h);
}

uint64_t handed_bytes(const Handed *h) { return h ? h->bytes : 0; }

void handed_forget(Handed *h)
{
    if (h)
        h->bytes = h->last = 0;
}

void handed_add(Handed *h, uint64_t bytes)
{
    if (h)
        h->bytes += bytes;
}

// ---- pages ----------------------------------------------------------

static HandedPage **slot_of(const Handed *h, uint64_t number)
{
    uint64_t i = number * 0x9e3779b97f4a7c15ull >> 20 & (h->slots - 1);
    while (h->page[i] && h->page[i]->number != number)
        i = (i + 1) & (h->slots - 1);
    return &h->page[i];
}

static void grow(Handed *h)
{
    Handed old = *h;
    h->slots *= 2;
    h->page = must_calloc(h->slots, sizeof *h->page);
    for (uint64_t i = 0; i < old.slots; i++)
        if (old.page[i])
            *slot_of(h, old.page[i]->number) = old.page[i];
    free(old.page);
}

// The line of a word. NULL: nobody has written near it, and `make` does not ask for it.
static HandedLine *line_of(Handed *h, uint64_t word, bool make)
{
    uint64_t number = word / PAGE_WORDS;
    HandedPage **p = slot_of(h, number);
    if (!*p && make) {
        if (2 * ++h->pages > h->slots) {
            grow(h);
            p = slot_of(h, number);
        }
        *p = must_calloc(1, sizeof **p);
        (*p)->number = number;
    }
    return *p ? &(*p)->line[word / LINE_WORDS % PAGE_LINES] : NULL;
}

// ---- words of a line ------------------------------------------------

static unsigned words_of_others(const Handed *h, const HandedLine *l, uint32_t words,
                                uint32_t block)
{
    if (l->block != SEVERAL)
        return l->block == block ? 0 : (unsigned)__builtin_popcount(l->words & words);
    const uint32_t *writer = h->several[l->words].writer;
    unsigned n = 0;
    for (uint32_t m = words; m; m &= m - 1) {
        uint32_t w = writer[__builtin_ctz(m)];
        n += w && w != block + 1;
    }
    return n;
}

static void write_words(Handed *h, HandedLine *l, uint32_t words, uint32_t block)
{
    const bool own = l->block == block;
    if (l->block != SEVERAL && (own || !(l->words & ~words))) {
        *l = (HandedLine){block, own ? l->words | words : words};
        return;
    }
    if (l->block != SEVERAL) {
        h->several = array_room(h->several, h->nseveral, &h->size_several, sizeof *h->several);
        LineWriters *w = &h->several[h->nseveral];
        for (unsigned i = 0; i < LINE_WORDS; i++)
            w->writer[i] = l->words >> i & 1 ? l->block + 1 : 0;
        *l = (HandedLine){SEVERAL, h->nseveral++};
    }
    for (uint32_t m = words; m; m &= m - 1)
        h->several[l->words].writer[__builtin_ctz(m)] = block + 1;
}

// ---- accesses -------------------------------------------------------

// Words first..end-1 are accessed once. Returns how many of them come from other blocks.
static uint64_t access_words(Handed *h, const Access *a, uint64_t first, uint64_t end)
{
    const uint32_t block = (uint32_t)(a->warp->block->index % SEVERAL);
    uint64_t others = 0;
    while (first < end) {
        uint64_t stop = (first | (LINE_WORDS - 1)) + 1;
        stop = stop < end ? stop : end;
        uint32_t words = UINT32_MAX >> (LINE_WORDS - (stop - first)) << first % LINE_WORDS;
        HandedLine *l = line_of(h, first, a->kind != ACCESS_load);
        if (l && a->kind != ACCESS_store)
            others += words_of_others(h, l, words, block);
        if (a->kind != ACCESS_load)
            write_words(h, l, words, block);
        first = stop;
    }
    return others;
}

void handed_access(Handed *h, const Access *a)
{
    const unsigned width = a->width, bytes = width < 4 ? width : 4; // of each word
    const uint64_t low = a->addr[__builtin_ctz(a->mask)];
    h->last = 0;
    if (a->pattern == PATTERN_contiguous && low % 4 == 0 && width % 4 == 0) {
        uint64_t high = a->addr[31 - __builtin_clz(a->mask)] + width;
        h->last = 4 * access_words(h, a, low / 4, high / 4);
    } else {
        for (uint32_t m = a->mask; m; m &= m - 1) {
            uint64_t at = a->addr[__builtin_ctz(m)];
            h->last += bytes * access_words(h, a, at / 4, (at + width + 3) / 4);
        }
    }
    h->bytes += h->last;
}

void handed_poll(Handed *h)
{
    h->bytes -= h->last;
    h->last = 0;
}
