// chains.c - what threads can only do one after the other: sections between a compare-and-swap that
// takes a lock and the write that gives the lock back, and compare-and-swaps that change one word.
// Only virtual time uses the result (cost.c).
//
// The simulated order of warps does not matter: a warp that takes a lock keeps it for as long as
// its own path lasts, and however the warps come, these times add up. The launch takes at least as
// long as the sum of one word. What waiting threads cost the others, by their attempts, is not
// counted: on an H200 1000 waiting warps double the time (sweep_waits: locks).
#include "counters.h"

#include "cost_table.h"
#include "sim/exec.h"

#include <stdlib.h>

enum { WORDS = 1 << 14 }; // words that are followed; a new one may take the place of another

typedef struct {
    uint64_t addr;
    const Warp *holder; // whose compare-and-swap has changed the word last; NULL: it is given back
    double since;       // at this moment of the warp's path
    double sum;         // cycles of all sections so far
} WordChain;

struct Chains {
    WordChain word[WORDS];
    double longest;
};

Chains *chains_new(void) { return must_calloc(1, sizeof(Chains)); }
void chains_free(Chains *c) { free(c); }
double chains_longest(const Chains *c) { return c ? c->longest : 0; }

static double path_moment(const Warp *w)
{
    uint64_t path = w->path + w->stretch;
    return (double)(path & (PATH_WAIT - 1)) / PATH_PER_CYCLE +
           (double)(path >> PATH_SHIFT) * COST_L2_CYCLES;
}

static WordChain *word_of(Chains *c, uint64_t addr)
{
    return &c->word[(uint32_t)(addr >> 2) * 0x9e3779b1u >> 18];
}

static void add_cycles(Chains *c, WordChain *w, double cycles)
{
    w->sum += cycles;
    c->longest = w->sum > c->longest ? w->sum : c->longest;
}

static void swap_word(Chains *c, const Access *a, uint64_t addr)
{
    WordChain *word = word_of(c, addr);
    if (word->addr != addr)
        *word = (WordChain){.addr = addr};
    word->holder = a->warp;
    word->since = path_moment(a->warp);
    add_cycles(c, word, COST_SWAP_CYCLES);
}

static void give_back(Chains *c, const Access *a, uint64_t addr)
{
    WordChain *word = word_of(c, addr);
    double now = path_moment(a->warp);
    if (word->addr != addr || word->holder != a->warp)
        return;
    word->holder = NULL;
    if (now > word->since)
        add_cycles(c, word, now - word->since);
}

bool chains_begin(const Access *a)
{
    return a->kind == ACCESS_atom && inst_has(a->step->inst, MOD_cas) && a->width <= 8;
}

// The operands are compared here, because the event comes before the swap.
static bool will_swap(const Access *a, unsigned lane)
{
    const uint8_t *compared = slot(a->warp, a->step->src[1]);
    return !memcmp(a->bytes[lane], compared + (size_t)lane * (a->width < 4 ? 4 : a->width),
                   a->width);
}

void chains_access(Chains *c, const Access *a)
{
    bool swaps = chains_begin(a);
    for (uint32_t m = a->mask; m; m &= m - 1) {
        unsigned lane = (unsigned)__builtin_ctz(m);
        if (!swaps)
            give_back(c, a, a->addr[lane]);
        else if (will_swap(a, lane))
            swap_word(c, a, a->addr[lane]);
    }
}
