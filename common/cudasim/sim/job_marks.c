// job_marks.c - which bytes of memory a chunk of blocks reads and writes: two bits for each byte of
// the pages that it accesses. A byte that the chunk has written itself does not count as read.
//
// A block also finds what the block before has left in its registers, and in its shared and local
// memory. The first block of a chunk does not; so a chunk may read only what it has written there.
// (Registers: Facts.unset, and shuffles from lanes that take no part.)
#include "alloc.h"
#include "exec.h"
#include "jobs.h"

#include <stdlib.h>

enum { PAGE = 12, WORDS = (1 << PAGE) / 64, TABLE = 12 };
enum { TABLES = (int)((HOST_END - GLOBAL_BASE) >> (PAGE + TABLE)) };

struct JobPage {
    JobPage *next;
    uint64_t addr;
    uint64_t read[WORDS], written[WORDS]; // a bit for each byte
    bool writes;
    uint8_t *bytes; // when the chunk has ended, if it writes
};

static JobPage **tables[TABLES];
static JobPage *first_page;
static struct {
    const Block *block; // whose memory it is; a process has one block at a time
    uint64_t *written;
    uint64_t words;
    bool all_shared; // the chunk has written all of the shared memory
} own;

static JobPage **place_of(uint64_t addr)
{
    uint64_t page = (addr - GLOBAL_BASE) >> PAGE;
    if (page >> TABLE >= TABLES) // the host's own memory, which it may write at any time
        jobs_give_up();
    JobPage ***t = &tables[page >> TABLE];
    if (__builtin_expect(!*t, 0))
        *t = must_calloc(1 << TABLE, sizeof **t);
    return &(*t)[page & ((1 << TABLE) - 1)];
}

static inline JobPage *page_of(uint64_t addr)
{
    JobPage **p = place_of(addr);
    if (__builtin_expect(!*p, 0)) {
        *p = jobs_room(sizeof **p);
        (*p)->addr = addr >> PAGE << PAGE;
        (*p)->next = first_page;
        first_page = *p;
    }
    return *p;
}

// The bits [at, at + n) that lie in word i.
static inline uint64_t bits_of(uint64_t at, uint64_t n, uint64_t i)
{
    uint64_t all = ~0ull, last = at + n - 1;
    all &= i == at / 64 ? ~0ull << at % 64 : ~0ull;
    return i == last / 64 ? all & ~0ull >> (63 - last % 64) : all;
}

static inline void mark_global(uint64_t addr, uint64_t n, bool writes)
{
    while (n) {
        JobPage *p = page_of(addr);
        uint64_t at = addr & ((1 << PAGE) - 1), part = (1 << PAGE) - at;
        part = part < n ? part : n;
        for (uint64_t i = at / 64; i <= (at + part - 1) / 64; i++) {
            if (writes)
                p->written[i] |= bits_of(at, part, i);
            else
                p->read[i] |= bits_of(at, part, i) & ~p->written[i];
        }
        p->writes |= writes;
        addr += part;
        n -= part;
    }
}

// ---- the block's own memory -------------------------------------------------

static bool wrote_all_shared(const Block *b)
{
    uint64_t at = (uint64_t)(b->shared - b->memory), n = b->launch->shared_bytes, lacks = 0;
    for (uint64_t i = at / 64; n && i <= (at + n - 1) / 64; i++)
        lacks |= bits_of(at, n, i) & ~own.written[i];
    return !lacks;
}

static void on_block_begin(Block *b)
{
    if (own.block == b) {
        own.all_shared = own.all_shared || wrote_all_shared(b);
        return;
    }
    free(own.written);
    own.block = b;
    own.all_shared = false;
    own.words = block_bytes(b->launch) / 64 + 2;
    own.written = must_calloc(own.words, 8);
}

static inline void mark_own(const Block *b, const uint8_t *bytes, uint64_t n, AccessKind kind)
{
    uint64_t at = (uint64_t)(bytes - b->memory);
    for (uint64_t i = at / 64; i <= (at + n - 1) / 64; i++) {
        uint64_t bits = bits_of(at, n, i);
        if (kind == ACCESS_store)
            own.written[i] |= bits;
        else if (__builtin_expect(bits & ~own.written[i], 0))
            jobs_give_up();
    }
}

// ---- events -----------------------------------------------------------------

static void on_access(const Access *a)
{
    const bool global = a->space == SPACE_global, row = a->pattern == PATTERN_contiguous;
    if (__builtin_expect((global && a->kind >= ACCESS_atom) || a->peer, 0))
        jobs_give_up();
    const Block *b = a->warp->block;
    const int first = __builtin_ctz(a->mask);
    if (a->space == SPACE_shared && own.all_shared && a->addr[first] < SHARED_RESERVED)
        return;
    const uint64_t n = row ? (uint64_t)a->width * (unsigned)__builtin_popcount(a->mask) : a->width;
    uint32_t each = row || a->pattern == PATTERN_uniform ? 1u << first : a->mask;
    if (global) {
        for (; each; each &= each - 1)
            mark_global(a->addr[__builtin_ctz(each)], n, a->kind == ACCESS_store);
    } else if (a->host) {
        mark_own(b, a->host, n, a->kind);
    } else { // local memory: each lane has its own
        for (each = a->mask; each; each &= each - 1)
            mark_own(b, a->bytes[__builtin_ctz(each)], a->width, a->kind);
    }
}

static void on_fault(Launch *l, const Fault *f)
{
    (void)l, (void)f;
    jobs_give_up();
}

static void on_shuffle(Warp *w, const Step *s, const int from[WARP_SIZE], uint32_t undefined)
{
    (void)w, (void)s, (void)from;
    if (undefined)
        jobs_give_up();
}

// What the access finds is what was there before the copy.
static void on_copy_unfinished(const Access *a, uint32_t mask, const CopyPart *c)
{
    (void)a, (void)mask, (void)c;
    jobs_give_up();
}

Observer job_marks_observer = {
    .name = "jobs",
    .rank = RANK_jobs,
    .block_begin = on_block_begin,
    .access = on_access,
    .fault = on_fault,
    .shuffle = on_shuffle,
    .copy_unfinished = on_copy_unfinished,
};

// ---- chunks -----------------------------------------------------------------

void job_marks_begin(void)
{
    first_page = NULL;
    own.all_shared = false;
    if (own.written)
        memset(own.written, 0, own.words * 8);
}

void job_marks_forget(JobPage *pages)
{
    for (; pages; pages = pages->next)
        *place_of(pages->addr) = NULL;
}

JobPage *job_marks_end(void)
{
    for (JobPage *p = first_page; p; p = p->next)
        if (p->writes)
            p->bytes = memcpy(jobs_room(1 << PAGE), mem_place(p->addr), 1 << PAGE);
    job_marks_forget(first_page);
    return first_page;
}

// ---- in the launch's own process --------------------------------------------

// A bit for each word, of 4 bytes, that has a bit: the counters know words (handed.c).
static inline uint64_t words_of(uint64_t bytes)
{
    return (bytes | bytes >> 1 | bytes >> 2 | bytes >> 3) & 0x1111111111111111ull;
}

// The first chunk that has written a page also holds what the later ones have written: their bytes
// come after its own (job_marks_write).
bool job_marks_clash(JobPage *pages)
{
    for (JobPage *p = pages; p; p = p->next) {
        const JobPage *before = *place_of(p->addr);
        uint64_t both = 0;
        for (unsigned i = 0; before && i < WORDS; i++)
            both |= words_of(p->read[i]) & words_of(before->written[i]);
        if (both)
            return true;
    }
    for (JobPage *p = pages; p; p = p->next) {
        JobPage **before = place_of(p->addr);
        if (!p->writes)
            continue;
        if (!*before)
            *before = p;
        for (unsigned i = 0; *before != p && i < WORDS; i++)
            (*before)->written[i] |= p->written[i];
    }
    return false;
}

void job_marks_write(const JobPage *pages)
{
    for (const JobPage *p = pages; p; p = p->next) {
        uint8_t *to = p->writes ? mem_place(p->addr) : NULL;
        for (unsigned i = 0; to && i < WORDS; i++) {
            if (p->written[i] == ~0ull)
                memcpy(to + 64 * i, p->bytes + 64 * i, 64);
            else
                for (uint64_t m = p->written[i]; m; m &= m - 1) {
                    uint64_t at = 64 * i + (unsigned)__builtin_ctzll(m);
                    to[at] = p->bytes[at];
                }
        }
    }
}
