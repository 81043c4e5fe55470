// host_order.c - is what a thread shares with the host, while both run, ordered with the host?
//
// The host's accesses are not seen. But each side of such a pair has its rule, and the thread's own
// side is seen. A strong access of memory that the host can access has the scope of the system. And
// when a thread stores strongly there, to say something to the host,
//
//   - what it has loaded or stored there before comes first: the store is a release, or a fence of
//     the system is between them;
//   - what it has loaded there after it looked at a word, by a strong load, came later than this
//     look: the look was an acquire, or such a fence was between them.
//
// Accesses of one word are always in order.
#include "counters.h"

#include <stdlib.h>

typedef struct {
    uint64_t open;        // a word accessed since the last fence or release, 0: none
    uint64_t look;        // the first word looked at since the last strong store, 0: none
    bool several;         // words are open
    bool acquired, early; // since the look; the last load of another word was before that
} ThreadOrder;

struct HostOrder {
    ThreadOrder side[MAX_WARPS * WARP_SIZE]; // by thread of the block
};

static bool is_wide(const Access *a) { return a->scope == SCOPE_sys; }

static bool acquires(const Access *a)
{
    return is_wide(a) && a->order >= ORDER_acquire && a->order != ORDER_release;
}

static bool releases(const Access *a) { return is_wide(a) && a->order >= ORDER_release; }

static void leave_open(ThreadOrder *s, uint64_t addr)
{
    s->several |= s->open && s->open != addr;
    s->open = addr;
}

static void close_all(ThreadOrder *s)
{
    s->open = 0;
    s->several = false;
}

static void side_load(ThreadOrder *s, const Access *a, uint64_t addr)
{
    if (s->look && s->look != addr)
        s->early = !s->acquired;
    if (a->order != ORDER_weak && (!s->look || s->look == addr)) {
        s->look = addr;
        s->acquired = false;
    }
    s->acquired |= acquires(a);
    if (!acquires(a))
        leave_open(s, addr);
}

static bool side_store(ThreadOrder *s, const Access *a, uint64_t addr)
{
    bool strong = a->order != ORDER_weak, closes = releases(a);
    bool wrong = strong && (s->early || (!closes && (s->several || (s->open && s->open != addr))));
    if (strong) {
        s->look = 0;
        s->early = false;
    }
    if (closes)
        close_all(s);
    else
        leave_open(s, addr);
    return wrong;
}

unsigned host_order_access(HostOrder **h, const Access *a)
{
    unsigned wrong = 0;
    if (!*h)
        *h = must_calloc(1, sizeof **h);
    for (uint32_t m = a->mask; m; m &= m - 1) {
        unsigned lane = (unsigned)__builtin_ctz(m);
        ThreadOrder *s = &(*h)->side[a->warp->index * WARP_SIZE + lane];
        bool unordered = a->order != ORDER_weak && !is_wide(a);
        if (a->kind != ACCESS_store && a->kind != ACCESS_red)
            side_load(s, a, a->addr[lane]);
        if (a->kind != ACCESS_load)
            unordered |= side_store(s, a, a->addr[lane]);
        wrong += unordered;
    }
    return wrong;
}

void host_order_fence(HostOrder *h, const Warp *w, uint32_t mask, Scope scope)
{
    for (uint32_t m = h && scope == SCOPE_sys ? mask : 0; m; m &= m - 1) {
        ThreadOrder *s = &h->side[w->index * WARP_SIZE + (unsigned)__builtin_ctz(m)];
        s->acquired = true;
        close_all(s);
    }
}
