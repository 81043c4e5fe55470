// handed.c - what blocks of a launch hand to each other in global memory: bytes that a block loads,
// and that another block of the launch has written last. A result alone does not say whether words
// have gone from block to block, or whether each block has computed all of it. What a poll loads
// does not count.
#include "counters.h"

#include <stdlib.h>

typedef struct {
    uint64_t word;  // address / 4; 0: free
    uint64_t block; // the one that has written it last
} HandedWord;

struct Handed {
    HandedWord *slot; // a hash table
    uint64_t slots, words;
    uint64_t bytes, last; // in all; by the last load
};

enum { FIRST_SLOTS = 1 << 10 };

Handed *handed_new(void)
{
    Handed *h = must_calloc(1, sizeof *h);
    h->slots = FIRST_SLOTS;
    h->slot = must_calloc(h->slots, sizeof *h->slot);
    return h;
}

void handed_free(Handed *h)
{
    if (h)
        free(h->slot);
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

static HandedWord *slot_of(const Handed *h, uint64_t word)
{
    uint64_t i = word * 0x9e3779b97f4a7c15ull >> 20 & (h->slots - 1);
    while (h->slot[i].word && h->slot[i].word != word)
        i = (i + 1) & (h->slots - 1);
    return &h->slot[i];
}

static void grow(Handed *h)
{
    Handed old = *h;
    h->slots *= 2;
    h->slot = must_calloc(h->slots, sizeof *h->slot);
    for (uint64_t i = 0; i < old.slots; i++)
        if (old.slot[i].word)
            *slot_of(h, old.slot[i].word) = old.slot[i];
    free(old.slot);
}

static void write_word(Handed *h, uint64_t word, uint64_t block)
{
    HandedWord *s = slot_of(h, word);
    if (!s->word && 2 * ++h->words > h->slots) {
        grow(h);
        s = slot_of(h, word);
    }
    *s = (HandedWord){word, block};
}

void handed_access(Handed *h, const Access *a)
{
    const uint64_t block = a->warp->block->index;
    h->last = 0;
    for (uint32_t m = a->mask; m; m &= m - 1) {
        const uint64_t first = a->addr[__builtin_ctz(m)], end = first + a->width;
        for (uint64_t word = first / 4; word * 4 < end; word++) {
            const HandedWord *s = slot_of(h, word);
            if (a->kind != ACCESS_store && s->word && s->block != block)
                h->last += a->width < 4 ? a->width : 4;
            if (a->kind != ACCESS_load)
                write_word(h, word, block);
        }
    }
    h->bytes += h->last;
}

void handed_poll(Handed *h)
{
    h->bytes -= h->last;
    h->last = 0;
}
