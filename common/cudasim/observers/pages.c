// pages.c - see pages.h. What a kernel touches is noted while it runs, and its pages move when it
// has ended: first those that its warps have touched first, and so on, in rounds. The warps of a
// round are taken to fault at the same time.
#include "pages.h"

#include "alloc.h"
#include "fnv.h"
#include "sim/host.h"

#include <stdlib.h>
#include <string.h>

enum { WARPS = 4096 };

typedef struct {
    bool on_host, on_device; // neither: nobody has touched it; both: copies of the same
    bool mostly, by_device, by_host;
    uint8_t preferred, prefetched; // PagesPlace
    bool touched, written;         // by the kernel that runs
    uint32_t round;
    uint64_t sum; // of a page that both have: what it holds
} Page;

typedef struct ManagedPages ManagedPages;
struct ManagedPages {
    ManagedPages *next; // of all
    Alloc *alloc;
    uint64_t *used; // by block: when a kernel has touched it last
    uint32_t n;
    Page page[];
};

typedef struct {
    ManagedPages *m;
    uint32_t page;
} PageTouch;

// How many pages this warp was the first to touch.
typedef struct {
    uint64_t warp;
    uint32_t rounds;
} WarpRounds;

static ManagedPages *all;
static PageTouch *touched;
static size_t ntouched, touched_room;
static WarpRounds warps[WARPS];
static uint64_t resident; // pages on the device
static uint64_t now;      // launches and prefetches so far
static PageMoves of_launch, last;

void page_moves_add(PageMoves *sum, const PageMoves *m)
{
    sum->faults += m->faults;
    sum->batches += m->batches;
    sum->blocks += m->blocks;
    sum->regions += m->regions;
    sum->to_device += m->to_device;
    sum->to_host += m->to_host;
    sum->evicted += m->evicted;
}

// ---- pages of an allocation -----------------------------------------

bool pages_move(void) { return host_process.seen && hooks_all.measured; }

static ManagedPages *pages_of(Alloc *a)
{
    if (a->user)
        return a->user;
    uint32_t n = (uint32_t)((a->size + MOVED_PAGE - 1) / MOVED_PAGE);
    ManagedPages *m = must_calloc(1, sizeof *m + n * sizeof *m->page);
    *m = (ManagedPages){.next = all, .alloc = a, .n = n};
    m->used = must_calloc(n / BLOCK_PAGES + 1, sizeof *m->used);
    return all = a->user = m;
}

static ManagedPages *find_pages(uint64_t addr)
{
    Alloc *a = mem_find(addr);
    return a && a->kind == MEM_managed ? pages_of(a) : NULL;
}

static uint64_t address(const ManagedPages *m, uint32_t page)
{
    return m->alloc->addr + (uint64_t)page * MOVED_PAGE;
}

// The last page may be shorter.
static uint64_t bytes_of(const ManagedPages *m, uint32_t page)
{
    uint64_t left = m->alloc->size - (uint64_t)page * MOVED_PAGE;
    return left < MOVED_PAGE ? left : MOVED_PAGE;
}

static uint64_t content(const ManagedPages *m, uint32_t page)
{
    const uint8_t *at = m->alloc->host + (uint64_t)page * MOVED_PAGE;
    uint64_t n = bytes_of(m, page), h = FNV_START, word;
    for (uint64_t i = 0; i < n; i += sizeof word) {
        word = 0;
        memcpy(&word, at + i, n - i < sizeof word ? n - i : sizeof word);
        h = fnv_add(h, word);
    }
    return h;
}

static void take_from_host(ManagedPages *m, uint32_t page)
{
    m->page[page].on_host = false;
    host_process.forget(address(m, page), bytes_of(m, page));
}

static void take_from_device(Page *p)
{
    resident -= p->on_device;
    p->on_device = false;
}

// ---- room on the device ---------------------------------------------

static void evict(ManagedPages *m, uint32_t block, PageMoves *moves)
{
    for (uint32_t i = block * BLOCK_PAGES; i < m->n && i / BLOCK_PAGES == block; i++) {
        Page *p = &m->page[i];
        if (p->on_device && !p->on_host)
            moves->evicted += bytes_of(m, i), moves->to_host += bytes_of(m, i);
        p->on_host |= p->on_device;
        take_from_device(p);
    }
    moves->regions++;
}

// The block that no kernel has touched for the longest time goes to the host.
static bool make_room(PageMoves *moves)
{
    ManagedPages *oldest = NULL;
    uint32_t block = 0;
    for (ManagedPages *m = all; m; m = m->next)
        for (uint32_t i = 0; i < m->n; i++)
            if (m->page[i].on_device && (!oldest || m->used[i / BLOCK_PAGES] < oldest->used[block]))
                oldest = m, block = i / BLOCK_PAGES;
    if (oldest)
        evict(oldest, block, moves);
    return oldest;
}

// ---- moves ----------------------------------------------------------

static void to_device(ManagedPages *m, uint32_t page, PageMoves *moves)
{
    Page *p = &m->page[page];
    while ((resident + 1) * MOVED_PAGE > mem_free_bytes() && make_room(moves))
        ;
    moves->to_device += p->on_host ? bytes_of(m, page) : 0;
    resident++;
    p->on_device = true;
    if (p->mostly && p->on_host)
        p->sum = content(m, page);
    else
        take_from_host(m, page);
}

static void to_host(ManagedPages *m, uint32_t page, PageMoves *moves)
{
    Page *p = &m->page[page];
    moves->to_host += p->on_device && !p->on_host ? bytes_of(m, page) : 0;
    p->on_host = true;
    if (p->mostly && p->on_device)
        p->sum = content(m, page);
    else
        take_from_device(p);
}

static bool is_there(const Page *p, bool device) { return device ? p->on_device : p->on_host; }

// Which pages of a block come, if those of `faults` are waited for; bits by page.
static uint32_t grow(const ManagedPages *m, uint32_t block, uint32_t faults, bool device)
{
    uint32_t first = block * BLOCK_PAGES, there = faults, come = faults, exist = 0;
    for (uint32_t i = first; i < m->n && i < first + BLOCK_PAGES; i++) {
        there |= (uint32_t)is_there(&m->page[i], device) << (i - first);
        exist |= 1u << (i - first);
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

static void move_part(ManagedPages *m, uint32_t block, uint32_t come, bool device, PageMoves *moves)
{
    bool before = false;
    for (uint32_t k = 0; k < BLOCK_PAGES; k++) {
        uint32_t i = block * BLOCK_PAGES + k;
        bool moves_now = come >> k & 1 && !is_there(&m->page[i], device);
        moves->regions += moves_now && !before;
        before = moves_now;
        if (moves_now && device)
            to_device(m, i, moves);
        else if (moves_now)
            to_host(m, i, moves);
    }
}

// ---- what a kernel touches ------------------------------------------

static void touch(ManagedPages *m, uint32_t page, const Warp *w, bool write)
{
    Page *p = &m->page[page];
    uint64_t key = (w->block->index << 6 | w->index) + 1;
    WarpRounds *r = &warps[key % WARPS];
    if (r->warp != key)
        *r = (WarpRounds){key, 0};
    if (!p->touched) {
        if (ntouched == touched_room) {
            touched_room = touched_room ? 2 * touched_room : 256;
            touched = must_realloc(touched, touched_room, sizeof *touched);
        }
        touched[ntouched++] = (PageTouch){m, page};
        p->touched = true;
        p->round = r->rounds++;
    } else if (r->rounds < p->round) {
        p->round = r->rounds++;
    }
    p->written |= write;
}

void pages_access(const Access *a)
{
    if (!host_process.seen)
        return;
    const Alloc *in = NULL;
    ManagedPages *m = NULL;
    uint32_t before = UINT32_MAX;
    for (uint32_t left = a->mask; left; left &= left - 1) {
        uint64_t addr = a->addr[__builtin_ctz(left)];
        if (!in || addr - in->addr >= in->size) {
            m = find_pages(addr);
            in = m ? m->alloc : NULL;
            before = UINT32_MAX;
        }
        if (!m)
            continue;
        uint32_t page = (uint32_t)((addr - in->addr) / MOVED_PAGE);
        if (page != before)
            touch(m, page, a->warp, a->kind != ACCESS_load);
        before = page;
    }
}

static bool stays(const Page *p)
{
    return p->on_host && !p->on_device && (p->preferred == PAGES_host || p->by_device);
}

bool pages_remote(const Alloc *a, uint64_t addr)
{
    const ManagedPages *m = a->user;
    return m && host_process.seen && stays(&m->page[(addr - a->addr) / MOVED_PAGE]);
}

// ---- when it has ended ----------------------------------------------

static int by_round(const void *a, const void *b)
{
    const PageTouch *x = a, *y = b;
    uint32_t r = x->m->page[x->page].round, q = y->m->page[y->page].round;
    if (r != q)
        return r < q ? -1 : 1;
    if (x->m != y->m)
        return x->m->alloc->addr < y->m->alloc->addr ? -1 : 1;
    return (x->page > y->page) - (x->page < y->page);
}

// Pages touched[i] to touched[end - 1], of one round.
static void serve_round(size_t i, size_t end, PageMoves *moves)
{
    uint64_t faults = moves->faults;
    while (i < end) {
        ManagedPages *m = touched[i].m;
        uint32_t block = touched[i].page / BLOCK_PAGES, mask = 0;
        for (; i < end && touched[i].m == m && touched[i].page / BLOCK_PAGES == block; i++) {
            const Page *p = &m->page[touched[i].page];
            if (!p->on_device && !stays(p))
                mask |= 1u << touched[i].page % BLOCK_PAGES;
        }
        m->used[block] = now;
        if (!mask)
            continue;
        moves->faults += (uint64_t)__builtin_popcount(mask);
        moves->blocks++;
        move_part(m, block, grow(m, block, mask, true), true, moves);
    }
    moves->batches += moves->faults != faults;
}

// A copy that others have is of no use when the page is written.
static void end_touch(ManagedPages *m, uint32_t page)
{
    Page *p = &m->page[page];
    if (p->written && p->on_device && p->on_host)
        take_from_host(m, page);
    p->touched = p->written = false;
}

static void on_launch_end(Launch *l)
{
    (void)l;
    now++;
    last = (PageMoves){0};
    qsort(touched, ntouched, sizeof *touched, by_round);
    for (size_t i = 0, end; i < ntouched; i = end) {
        uint32_t round = touched[i].m->page[touched[i].page].round;
        for (end = i; end < ntouched && touched[end].m->page[touched[end].page].round == round;)
            end++;
        serve_round(i, end, &last);
    }
    for (size_t i = 0; i < ntouched; i++)
        end_touch(touched[i].m, touched[i].page);
    ntouched = 0;
    memset(warps, 0, sizeof warps);
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
static void look_at_copies(ManagedPages *m)
{
    for (uint32_t i = 0; i < m->n; i++) {
        Page *p = &m->page[i];
        if (p->on_host && p->on_device && p->sum != content(m, i))
            take_from_device(p);
    }
}

static void look_at_host(ManagedPages *m, PageMoves *moves)
{
    uint8_t *seen = must_calloc(m->n / 8 + 1, 1);
    uint32_t first = 0, end = m->n;
    while (first < end && m->page[first].on_host)
        first++;
    while (end > first && m->page[end - 1].on_host)
        end--;
    bool known = first < end && host_process.seen(address(m, first), end - first, seen);
    for (uint32_t i = first; i < end; i++) {
        Page *p = &m->page[i];
        // Where nobody can tell, the host is taken to have written what no kernel has touched.
        bool touches = known ? seen[(i - first) / 8] >> (i - first) % 8 & 1 : !p->on_device;
        if (!touches || p->on_host)
            continue;
        if (p->on_device) {
            uint32_t block = i / BLOCK_PAGES;
            moves->faults++;
            moves->batches++;
            moves->blocks++;
            move_part(m, block, grow(m, block, 1u << i % BLOCK_PAGES, false), false, moves);
        }
        p->on_host = true;
    }
    free(seen);
}

PageMoves pages_of_host(void)
{
    PageMoves moves = {0};
    for (Alloc *a = mem_next(NULL); a; a = mem_next(a))
        if (a->live && a->kind == MEM_managed)
            look_at_host(pages_of(a), &moves);
    for (ManagedPages *m = all; m; m = m->next)
        look_at_copies(m);
    return moves;
}

static void on_release(Alloc *a)
{
    ManagedPages *m = a->kind == MEM_managed ? a->user : NULL;
    if (!m)
        return;
    for (uint32_t i = 0; i < m->n; i++)
        take_from_device(&m->page[i]);
    ManagedPages **p = &all;
    while (*p != m)
        p = &(*p)->next;
    *p = m->next;
    free(m->used);
    free(m);
    a->user = NULL;
}

// ---- calls ----------------------------------------------------------

typedef struct {
    ManagedPages *m;
    uint32_t first, end;
} PageRange;

static PageRange range_of(uint64_t addr, uint64_t n)
{
    ManagedPages *m = find_pages(addr);
    uint64_t at = addr - m->alloc->addr;
    return (PageRange){m, (uint32_t)(at / MOVED_PAGE), (uint32_t)((at + n - 1) / MOVED_PAGE + 1)};
}

PageMoves pages_prefetch(uint64_t addr, uint64_t n, PagesPlace to)
{
    PageMoves moves = {0};
    PageRange r = range_of(addr, n);
    now++;
    for (uint32_t i = r.first, k; i < r.end; i = k) {
        uint32_t block = i / BLOCK_PAGES, mask = 0;
        for (k = i; k < r.end && k / BLOCK_PAGES == block; k++) {
            r.m->page[k].prefetched = to;
            mask |= 1u << k % BLOCK_PAGES;
        }
        r.m->used[block] = now;
        moves.blocks++;
        if (pages_move())
            move_part(r.m, block, mask, to == PAGES_device, &moves);
    }
    return moves;
}

void pages_advise(uint64_t addr, uint64_t n, PagesAdvice advice, PagesPlace value)
{
    PageRange r = range_of(addr, n);
    for (uint32_t i = r.first; i < r.end; i++) {
        Page *p = &r.m->page[i];
        switch (advice) {
        case ADVICE_mostly:
            p->mostly = value;
            if (!value && p->on_host && p->on_device)
                take_from_host(r.m, i);
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
    PageRange r = range_of(addr, n);
    PagesPlace value = advice_of(&r.m->page[r.first], advice);
    for (uint32_t i = r.first; i < r.end; i++)
        if (advice_of(&r.m->page[i], advice) != value)
            return PAGES_nowhere;
    return value;
}

PagesPlace pages_prefetched(uint64_t addr, uint64_t n)
{
    PageRange r = range_of(addr, n);
    for (uint32_t i = r.first; i < r.end; i++)
        if (r.m->page[i].prefetched != r.m->page[r.first].prefetched)
            return PAGES_nowhere;
    return r.m->page[r.first].prefetched;
}

Observer pages_observer = {
    .name = "pages",
    .rank = RANK_pages,
    .launch_end = on_launch_end,
    .release = on_release,
};
