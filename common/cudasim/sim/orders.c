// orders.c - a small program in many orders, one after the other: the option `orders`.
//
// Who hosts the machine runs the same work again and again. In each run the blocks of a grid take
// turns in another order, and other loads find older values (observers/race/weak.c). Wherever there
// is a choice, the machine asks here; 0 is what the plain schedule does. After the work with no
// other choice come all runs with one, then those with two, and so on, until there are no more, or
// enough runs have been made: most mistakes in an order need few changes of turns. Nothing is
// drawn, so the runs do not depend on a seed.
//
// A block may lose its turn after each access to a word that several blocks use, and one of them
// writes. The first two runs, in order and from the last block on, show which words these are.
#include "alloc.h"
#include "hooks.h"

#include <stdlib.h>

#include "exec.h"

enum {
    LOOKS = 2,       // runs that show the words
    MOST_OTHER = 4,  // choices of a run that are not 0
    WAITS = 8,       // accesses of a warp, while nothing changes, after which it only waits
    MOST_GRIDS = 64, // of a run, in which there are choices
    ALIVE = 12       // blocks that are alive from the start
};
#define MOST_WORK 6000000       // warp instructions of all runs
#define MOST_BYTES (8ull << 20) // that they allocate: the checkers remember each word

typedef struct {
    uint32_t taken, of;
} Choice;

typedef struct {
    uint64_t word; // word_of(); 0: free
    uint32_t grid, block;
    bool many, read, written, shared;
} OrderWord;

static struct {
    Choice *made; // in this run
    uint32_t n, room, at;
    uint32_t other, most; // choices of this run that are not 0, and how many there may be
    bool more;            // there could have been more
    unsigned runs;
    uint64_t work, bytes;
    OrderWord *word; // a hash table
    uint32_t words, slots;
    uint32_t grid;    // number of the launch in this run
    uint64_t first;   // serial number of the first allocation in this run; 0: none yet
    uint64_t choosy;  // by grid: it has shared words
    const Warp *last; // at the last access to one
    uint64_t changes; // then
    unsigned waits;
} orders;

// ---- choices --------------------------------------------------------

unsigned orders_choice(unsigned n)
{
    if (n < 2 || orders.runs < LOOKS)
        return 0;
    if (orders.other >= orders.most) {
        orders.more = true;
        return 0;
    }
    if (orders.at == orders.n) {
        orders.made = array_room(orders.made, orders.n + 1, &orders.room, sizeof *orders.made);
        orders.made[orders.n++] = (Choice){0, n};
    }
    unsigned taken = orders.made[orders.at++].taken;
    taken = taken < n ? taken : 0;
    orders.other += taken > 0;
    return taken;
}

static void begin_run(void)
{
    orders.at = orders.other = orders.grid = 0;
    orders.first = 0;
    orders.last = NULL;
}

void orders_begin(void)
{
    begin_run();
    free(orders.word);
    orders.word = NULL;
    orders.words = orders.slots = 0;
    orders.n = orders.runs = 0;
    orders.work = orders.bytes = orders.choosy = 0;
    orders.most = 1;
    orders.more = false;
}

bool orders_next(void)
{
    begin_run();
    if (++orders.runs >= device.orders || orders.work > MOST_WORK || orders.bytes > MOST_BYTES)
        return false;
    if (orders.runs <= LOOKS)
        return orders.runs < LOOKS || orders.choosy;
    for (; orders.n; orders.n--) {
        Choice *last = &orders.made[orders.n - 1];
        if (++last->taken < last->of)
            return true;
    }
    bool deeper = orders.more && orders.most < MOST_OTHER;
    orders.most++;
    orders.more = false;
    return deeper;
}

uint32_t orders_first_block(const Launch *l)
{
    if (orders.runs < LOOKS)
        return orders.runs ? l->nblocks - 1 : 0;
    bool choosy = orders.grid <= MOST_GRIDS && orders.choosy >> (orders.grid - 1) & 1;
    return choosy ? orders_choice(l->nblocks) : 0;
}

uint32_t orders_alive(const Launch *l) { return l->resident < ALIVE ? l->resident : ALIVE; }

// ---- words that several blocks use ----------------------------------

// The same number in each run. What a run allocates has other addresses than in the run before.
static uint64_t word_of(uint64_t addr)
{
    enum { OFFSET_BITS = 40 };
    const Alloc *a = orders.first ? mem_find(addr) : NULL;
    if (!a || a->serial < orders.first)
        return addr / 4;
    return (a->serial - orders.first + 1) << OFFSET_BITS | (addr - a->addr) / 4;
}

static void on_alloc(Alloc *a)
{
    if (!orders.first)
        orders.first = a->serial;
    orders.bytes += a->size;
}

static OrderWord *find_word(uint64_t word)
{
    uint32_t i = (uint32_t)(word * 0x9e3779b97f4a7c15ull >> 32);
    while (orders.word[i &= orders.slots - 1].word && orders.word[i].word != word)
        i++;
    return &orders.word[i];
}

static OrderWord *make_word(uint64_t word)
{
    if (2 * (orders.words + 1) > orders.slots) {
        OrderWord *old = orders.word;
        uint32_t n = orders.slots;
        orders.slots = n ? 2 * n : 1024;
        orders.word = must_calloc(orders.slots, sizeof *orders.word);
        for (uint32_t i = 0; i < n; i++)
            if (old[i].word)
                *find_word(old[i].word) = old[i];
        free(old);
    }
    OrderWord *w = find_word(word);
    orders.words += !w->word;
    w->word = word;
    return w;
}

// Atomics whose results nobody uses may come in any order.
static void note_word(const Access *a, uint64_t word, uint32_t block)
{
    OrderWord *w = make_word(word);
    if (w->grid != orders.grid)
        *w = (OrderWord){word, orders.grid, block, false, false, false, w->shared};
    w->many |= w->block != block;
    w->read |= a->kind != ACCESS_red;
    w->written |= a->kind != ACCESS_load;
    if (!w->many || !w->read || !w->written || orders.grid > MOST_GRIDS)
        return;
    w->shared = true;
    orders.choosy |= 1ull << (orders.grid - 1);
}

static bool is_shared(uint64_t word) { return orders.words && find_word(word)->shared; }

// ---- turns ----------------------------------------------------------

// While nothing changes, a warp that looks again and again waits for another one.
static bool only_waits(const Warp *w)
{
    if (orders.last != w || orders.changes != device.changes)
        orders.waits = 0;
    orders.last = w;
    orders.changes = device.changes;
    return ++orders.waits > WAITS;
}

static void maybe_lose_turn(Warp *w)
{
    Launch *l = w->launch;
    uint32_t mine = 0;
    if (l->nblocks < 2 || only_waits(w))
        return;
    unsigned on = orders_choice(l->nblocks);
    if (!on)
        return;
    while (mine < l->nblocks && l->blocks[mine] != w->block)
        mine++;
    l->next = l->blocks[(mine + on) % l->nblocks];
    warp_preempt(w);
}

static void on_access(const Access *a)
{
    if (a->space != SPACE_global || a->is_const || a->async)
        return;
    bool shared = false;
    for (uint32_t m = a->mask; m && !shared; m &= m - 1) {
        uint64_t at = word_of(a->addr[__builtin_ctz(m)]), end = at + (a->width + 3) / 4;
        for (; at < end && !shared; at++)
            if (orders.runs < LOOKS)
                note_word(a, at, (uint32_t)a->warp->block->index);
            else
                shared = is_shared(at);
    }
    if (shared)
        maybe_lose_turn(a->warp);
}

static void on_launch_begin(Launch *l)
{
    (void)l;
    orders.grid++;
}

static void on_launch_end(Launch *l) { orders.work += l->executed; }

Observer orders_observer = {
    .name = "orders",
    .rank = RANK_orders,
    .launch_begin = on_launch_begin,
    .launch_end = on_launch_end,
    .access = on_access,
    .alloc = on_alloc,
};
