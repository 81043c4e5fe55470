// pages.c - see pages.h. What a kernel touches is noted while it runs, and its pages move when it
// has ended: first those that its warps have touched first, and so on, in rounds. The warps of a
// round are taken to fault at the same time.
#include "pages.h"

#include "alloc.h"
#include "fnv.h"
#include "sim/host.h"

#include <stdlib.h>
#include <string.h>

enum {
    WARPS = 4096,
    PIECE = 4096,
    MOST_WAITS = 640 // beyond that, more warps cost nothing [managed: grid_264, warp_264]
};

typedef struct {
    uint16_t allocations;    // that have a part of it
    bool on_host, on_device; // neither: nobody has touched it; both: copies of the same
    bool mostly, by_device, by_host;
    bool discarded;                // and nobody has touched it since
    bool mapped;                   // the device accesses it where the host has it
    uint8_t preferred, prefetched; // PagesPlace
    bool touched, written;         // by the kernel that runs
    uint32_t round, waiters;       // warps that have touched it in that round
    uint64_t sum;                  // of a page that both have: what it holds
} Page;

typedef struct {
    uint64_t used; // when a kernel has touched it last
    Page page[BLOCK_PAGES];
} PageBlock;

// How many pages this warp was the first to touch.
typedef struct {
    uint64_t warp;
    uint32_t rounds;
} WarpRounds;

static PageBlock *blocks[(HOST_END - HOST_BASE) / BLOCK_BYTES]; // by address
static uint32_t nblocks;
static Alloc **managed; // all that live
static size_t nmanaged, managed_room;
static uint32_t *touched; // numbers of pages
static size_t ntouched, touched_room;
static WarpRounds warps[WARPS];
static uint64_t resident; // pages on the device
static uint64_t now;      // launches and prefetches so far
static PageMoves of_launch, last;

void page_moves_add(PageMoves *sum, const PageMoves *m)
{
    sum->faults += m->faults;
    sum->batches += m->batches;
    sum->waits += m->waits;
    sum->blocks += m->blocks;
    sum->fresh += m->fresh;
    sum->mapped += m->mapped;
    sum->copies += m->copies;
    sum->discarded += m->discarded;
    sum->to_device += m->to_device;
    sum->to_host += m->to_host;
    sum->evicted += m->evicted;
}

// ---- pages by number ------------------------------------------------

bool pages_move(void) { return nmanaged && host_process.seen && hooks_all.measured; }

static uint32_t number_of(uint64_t addr) { return (uint32_t)((addr - HOST_BASE) / MOVED_PAGE); }

static uint64_t address_of(uint32_t page) { return HOST_BASE + (uint64_t)page * MOVED_PAGE; }

static Page *page_of(uint32_t page)
{
    uint32_t b = page / BLOCK_PAGES;
    if (!blocks[b])
        blocks[b] = must_calloc(1, sizeof *blocks[b]);
    if (b >= nblocks)
        nblocks = b + 1;
    return &blocks[b]->page[page % BLOCK_PAGES];
}

// Small allocations share pages.
static void on_alloc(Alloc *a)
{
    if (a->kind != MEM_managed)
        return;
    for (uint32_t i = number_of(a->addr); i <= number_of(a->addr + a->size - 1); i++)
        page_of(i)->allocations++;
    if (nmanaged == managed_room) {
        managed_room = managed_room ? 2 * managed_room : 64;
        managed = must_realloc(managed, managed_room, sizeof *managed);
    }
    managed[nmanaged++] = a;
}

static uint64_t content(uint32_t page)
{
    uint64_t h = FNV_START, word;
    for (uint64_t at = address_of(page); at < address_of(page + 1); at += PIECE) {
        const Alloc *a = mem_find(at);
        uint64_t n = a ? a->addr + a->size - at : 0;
        for (uint64_t i = 0; i < n && i < PIECE; i += sizeof word) {
            word = 0;
            memcpy(&word, a->host + (at - a->addr) + i, n - i < sizeof word ? n - i : sizeof word);
            h = fnv_add(h, word);
        }
    }
    return h;
}

static void take_from_host(uint32_t page)
{
    page_of(page)->on_host = false;
    host_process.forget(address_of(page), MOVED_PAGE);
}

static void take_from_device(Page *p)
{
    resident -= p->on_device;
    p->on_device = p->mapped = false;
}

// ---- room on the device ---------------------------------------------

// The block that no kernel has touched for the longest time goes to the host.
static bool make_room(PageMoves *moves)
{
    uint32_t oldest = UINT32_MAX;
    for (uint32_t b = 0; b < nblocks; b++)
        for (unsigned i = 0; blocks[b] && i < BLOCK_PAGES; i++)
            if (blocks[b]->page[i].on_device &&
                (oldest == UINT32_MAX || blocks[b]->used < blocks[oldest]->used))
                oldest = b;
    for (unsigned i = 0; oldest != UINT32_MAX && i < BLOCK_PAGES; i++) {
        Page *p = &blocks[oldest]->page[i];
        uint64_t bytes = p->on_device && !p->on_host ? MOVED_PAGE : 0;
        moves->evicted += bytes;
        moves->to_host += bytes;
        p->on_host |= p->on_device;
        take_from_device(p);
    }
    return oldest != UINT32_MAX;
}

// ---- moves ----------------------------------------------------------

static void use_again(Page *p, PageMoves *moves)
{
    moves->discarded += p->discarded;
    p->discarded = false;
}

static void to_device(uint32_t page, PageMoves *moves)
{
    Page *p = page_of(page);
    while ((resident + 1) * MOVED_PAGE > mem_free_bytes() && make_room(moves))
        ;
    moves->to_device += p->on_host ? MOVED_PAGE : 0;
    moves->fresh += !p->on_host;
    use_again(p, moves);
    resident++;
    p->on_device = true;
    if (p->mostly && p->on_host)
        p->sum = content(page);
    else
        take_from_host(page);
}

static void to_host(uint32_t page, PageMoves *moves)
{
    Page *p = page_of(page);
    moves->to_host += p->on_device && !p->on_host ? MOVED_PAGE : 0;
    use_again(p, moves);
    p->on_host = true;
    if (p->mostly && p->on_device)
        p->sum = content(page);
    else
        take_from_device(p);
}

static bool is_there(const Page *p, bool device) { return device ? p->on_device : p->on_host; }

// Which pages of a block come, if those of `faults` are waited for; bits by page.
static uint32_t grow(uint32_t block, uint32_t faults, bool device)
{
    uint32_t there = faults, come = faults, exist = 0;
    for (uint32_t i = 0; i < BLOCK_PAGES; i++) {
        const Page *p = page_of(block * BLOCK_PAGES + i);
        there |= (uint32_t)is_there(p, device) << i;
        exist |= (uint32_t)(p->allocations != 0) << i;
    }
    for (uint32_t size = 2; size <= BLOCK_PAGES; size *= 2)
        for (uint32_t at = 0; at < BLOCK_PAGES; at += size) {
            uint32_t part = (size < 32 ? (1u << size) - 1 : UINT32_MAX) << at & exist;
            int have = __builtin_popcount(there & part), most = __builtin_popcount(part);
            if (faults & part && 100 * have > 51 * most)
                come |= part, there |= part;
        }
    return come;
}

static void move_part(uint32_t block, uint32_t come, bool device, PageMoves *moves)
{
    uint64_t before = moves->to_device + moves->to_host;
    for (uint32_t k = 0; k < BLOCK_PAGES; k++) {
        uint32_t i = block * BLOCK_PAGES + k;
        if (!(come >> k & 1) || is_there(page_of(i), device))
            continue;
        if (device)
            to_device(i, moves);
        else
            to_host(i, moves);
    }
    moves->blocks += moves->to_device + moves->to_host > before;
}

// ---- what a kernel touches ------------------------------------------

static void touch(uint32_t page, const Warp *w, bool write)
{
    Page *p = page_of(page);
    uint64_t key = (w->block->index << 6 | w->index) + 1;
    WarpRounds *r = &warps[key % WARPS];
    if (r->warp != key)
        *r = (WarpRounds){key, 0};
    if (!p->touched) {
        if (ntouched == touched_room) {
            touched_room = touched_room ? 2 * touched_room : 256;
            touched = must_realloc(touched, touched_room, sizeof *touched);
        }
        touched[ntouched++] = page;
        p->touched = true;
        p->round = r->rounds++;
        p->waiters = 1;
    } else if (r->rounds <= p->round) { // this warp waits for the page, too
        p->waiters = r->rounds < p->round ? 1 : p->waiters + 1;
        p->round = r->rounds++;
    }
    p->written |= write;
}

void pages_access(const Access *a)
{
    if (!nmanaged || !host_process.seen)
        return;
    const Alloc *in = NULL;
    uint32_t before = UINT32_MAX;
    for (uint32_t left = a->mask; left; left &= left - 1) {
        uint64_t addr = a->addr[__builtin_ctz(left)];
        if (!in || addr - in->addr >= in->size)
            in = mem_find(addr);
        if (!in || in->kind != MEM_managed)
            continue;
        uint32_t page = number_of(addr);
        if (page != before)
            touch(page, a->warp, a->kind != ACCESS_load);
        before = page;
    }
}

static bool stays(const Page *p)
{
    return p->on_host && !p->on_device && (p->preferred == PAGES_host || p->by_device);
}

bool pages_remote(uint64_t addr) { return host_process.seen && stays(page_of(number_of(addr))); }

// ---- when it has ended ----------------------------------------------

static int by_round(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    uint32_t r = page_of(x)->round, q = page_of(y)->round;
    return r != q ? (r < q ? -1 : 1) : (x > y) - (x < y);
}

// The device has to learn where a page is that stays with the host, unless it was told.
static void map_page(Page *p, PageMoves *moves)
{
    moves->mapped += !p->mapped && !p->by_device;
    p->mapped = true;
}

// Pages touched[i] to touched[end - 1], of one round.
static void serve_round(size_t i, size_t end, PageMoves *moves)
{
    uint64_t faults = moves->faults, waits = 0;
    while (i < end) {
        uint32_t block = touched[i] / BLOCK_PAGES, mask = 0;
        for (; i < end && touched[i] / BLOCK_PAGES == block; i++) {
            Page *p = page_of(touched[i]);
            if (stays(p))
                map_page(p, moves);
            else if (!p->on_device)
                mask |= 1u << touched[i] % BLOCK_PAGES, waits += p->waiters;
        }
        blocks[block]->used = now;
        moves->faults += (uint64_t)__builtin_popcount(mask);
        if (mask)
            move_part(block, grow(block, mask, true), true, moves);
    }
    moves->batches += moves->faults != faults;
    waits = waits < MOST_WAITS ? waits : MOST_WAITS;
    moves->waits = waits > moves->waits ? waits : moves->waits;
}

// A copy that others have is of no use when the page is written.
static void end_touch(uint32_t page, PageMoves *moves)
{
    Page *p = page_of(page);
    if (p->written && p->on_device && p->on_host) {
        take_from_host(page);
        moves->copies++;
    }
    p->touched = p->written = false;
}

static PageMoves serve_touched(void)
{
    PageMoves moves = {0};
    now++;
    qsort(touched, ntouched, sizeof *touched, by_round);
    for (size_t i = 0, end; i < ntouched; i = end) {
        uint32_t round = page_of(touched[i])->round;
        for (end = i; end < ntouched && page_of(touched[end])->round == round;)
            end++;
        serve_round(i, end, &moves);
    }
    for (size_t i = 0; i < ntouched; i++)
        end_touch(touched[i], &moves);
    ntouched = 0;
    memset(warps, 0, sizeof warps);
    return moves;
}

static void on_launch_end(Launch *l)
{
    (void)l;
    last = serve_touched();
    page_moves_add(&of_launch, &last);
}

PageMoves pages_of_launch(void)
{
    PageMoves m = of_launch;
    of_launch = (PageMoves){0};
    return m;
}

const PageMoves *pages_last(void) { return &last; }

// ---- what the host touches ------------------------------------------

// The host may have written its copy.
static void look_at_copies(PageMoves *moves)
{
    for (uint32_t i = 0; i < nblocks * BLOCK_PAGES; i++) {
        Page *p = blocks[i / BLOCK_PAGES] ? page_of(i) : NULL;
        if (!p || !p->on_host || !p->on_device || p->sum == content(i))
            continue;
        take_from_device(p);
        moves->faults++;
        moves->copies++;
    }
}

static void host_touches(uint32_t page, PageMoves *moves)
{
    Page *p = page_of(page);
    uint32_t block = page / BLOCK_PAGES;
    use_again(p, moves);
    if (p->on_device) {
        moves->faults++;
        moves->copies += p->mostly;
        move_part(block, grow(block, 1u << page % BLOCK_PAGES, false), false, moves);
    }
    p->on_host = true;
}

static void look_at_host(const Alloc *a, PageMoves *moves)
{
    uint32_t first = number_of(a->addr), end = number_of(a->addr + a->size - 1) + 1;
    while (first < end && page_of(first)->on_host)
        first++;
    while (end > first && page_of(end - 1)->on_host)
        end--;
    if (first == end)
        return;
    uint64_t from = address_of(first), to = address_of(end);
    from = from < a->addr ? a->addr : from;
    to = to > a->addr + a->size ? a->addr + a->size : to;
    uint8_t *seen = must_calloc((end - first) / 8 + 1, 1);
    bool known = host_process.seen(from, to - from, seen);
    for (uint32_t i = first; i < end; i++) {
        Page *p = page_of(i);
        // Where nobody can tell, the host is taken to have written what no kernel has touched.
        bool touches = known ? seen[(i - first) / 8] >> (i - first) % 8 & 1 : !p->on_device;
        if (touches && !p->on_host)
            host_touches(i, moves);
    }
    free(seen);
}

PageMoves pages_of_host(void)
{
    PageMoves moves = {0};
    for (size_t i = 0; i < nmanaged; i++)
        look_at_host(managed[i], &moves);
    look_at_copies(&moves);
    return moves;
}

static void on_release(Alloc *a)
{
    size_t at = 0;
    while (at < nmanaged && managed[at] != a)
        at++;
    if (at == nmanaged)
        return;
    managed[at] = managed[--nmanaged];
    for (uint32_t i = number_of(a->addr); i <= number_of(a->addr + a->size - 1); i++) {
        Page *p = page_of(i);
        if (--p->allocations)
            continue;
        take_from_device(p);
        *p = (Page){.touched = p->touched, .round = p->round};
    }
}

// ---- calls ----------------------------------------------------------

// The number behind the last page of the range, which begins with *first.
static uint32_t range_of(uint64_t addr, uint64_t n, uint32_t *first)
{
    *first = number_of(addr);
    return number_of(addr + n - 1) + 1;
}

PageMoves pages_prefetch(uint64_t addr, uint64_t n, PagesPlace to)
{
    PageMoves moves = {0};
    uint32_t i, end = range_of(addr, n, &i);
    now++;
    while (i < end) {
        uint32_t block = i / BLOCK_PAGES, mask = 0;
        for (; i < end && i / BLOCK_PAGES == block; i++) {
            page_of(i)->prefetched = to;
            mask |= 1u << i % BLOCK_PAGES;
        }
        blocks[block]->used = now;
        if (pages_move())
            move_part(block, mask, to == PAGES_device, &moves);
    }
    return moves;
}

uint32_t pages_discard(uint64_t addr, uint64_t n)
{
    uint32_t i = number_of(addr + MOVED_PAGE - 1), end = number_of(addr + n), counted = 0;
    uint32_t last = UINT32_MAX;
    for (; pages_move() && i < end; i++) {
        if (page_of(i)->on_host && i / BLOCK_PAGES != last) {
            last = i / BLOCK_PAGES;
            counted++;
        }
        take_from_device(page_of(i));
        take_from_host(i);
        page_of(i)->discarded = true;
    }
    return counted;
}

PageMoves pages_copied(uint64_t addr, uint64_t n, bool write)
{
    static Block block;
    static const Warp warp = {.block = &block};
    uint32_t i, end = range_of(addr, n, &i);
    for (; i < end; i++) {
        touch(i, &warp, write);
        page_of(i)->round = 0;
    }
    return serve_touched();
}

void pages_advise(uint64_t addr, uint64_t n, PagesAdvice advice, PagesPlace value)
{
    uint32_t i, end = range_of(addr, n, &i);
    for (; i < end; i++) {
        Page *p = page_of(i);
        p->mapped = false;
        switch (advice) {
        case ADVICE_mostly:
            p->mostly = value;
            if (!value && p->on_host && p->on_device)
                take_from_host(i);
            break;
        case ADVICE_preferred: p->preferred = value; break;
        case ADVICE_by_device: p->by_device = value; break;
        case ADVICE_by_host: p->by_host = value; break;
        }
    }
}

static PagesPlace advice_of(const Page *p, PagesAdvice advice)
{
    switch (advice) {
    case ADVICE_mostly: return p->mostly ? PAGES_device : PAGES_nowhere;
    case ADVICE_preferred: return p->preferred;
    case ADVICE_by_device: return p->by_device ? PAGES_device : PAGES_nowhere;
    default: return p->by_host ? PAGES_host : PAGES_nowhere;
    }
}

PagesPlace pages_advised(uint64_t addr, uint64_t n, PagesAdvice advice)
{
    uint32_t i, end = range_of(addr, n, &i);
    PagesPlace value = advice_of(page_of(i), advice);
    for (; i < end; i++)
        if (advice_of(page_of(i), advice) != value)
            return PAGES_nowhere;
    return value;
}

PagesPlace pages_prefetched(uint64_t addr, uint64_t n)
{
    uint32_t i, end = range_of(addr, n, &i);
    PagesPlace value = page_of(i)->prefetched;
    for (; i < end; i++)
        if (page_of(i)->prefetched != value)
            return PAGES_nowhere;
    return value;
}

static Observer pages_observer = {
    .name = "pages",
    .rank = RANK_pages,
    .launch_end = on_launch_end,
    .alloc = on_alloc,
    .release = on_release,
};

void pages_watch(void)
{
    if (!host_process.seen || hooks_has(&pages_observer))
        return;
    hooks_add(&pages_observer);
    for (Alloc *a = mem_next(NULL); a; a = mem_next(a))
        if (a->live)
            on_alloc(a);
}
