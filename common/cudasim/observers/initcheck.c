// initcheck.c - reads of memory that was never written.
//
// One bit for each byte of device memory and of every block's shared memory.
// Variables, pinned and managed memory start out written. A report does not mark the byte as
// written: every place that reads the byte is reported.
#include "shadow.h"

#include <assert.h>
#include <stdlib.h>

typedef struct Bits {
    struct Bits *next; // while unused
    uint64_t size;     // bytes of shared memory covered
    uint64_t bit[];
} Bits;

static Bits *free_bits;

static void on_block_begin(Block *b)
{
    uint64_t size = b->launch->shared_bytes, words = (size + 63) / 64 + 1;
    Bits *s = free_bits;
    if (s && s->size >= size) {
        free_bits = s->next;
    } else {
        s = must_malloc(1, sizeof *s + words * 8);
        s->size = size;
    }
    memset(s->bit, 0, words * 8);
    b->user[initcheck_observer.slot] = s;
}

static uint64_t *bits_of(const Block *b) // of its shared memory
{
    Bits *s = b->user[initcheck_observer.slot];
    assert(s);
    return s->bit;
}

static void on_block_end(Block *b)
{
    Bits *s = b->user[initcheck_observer.slot];
    b->user[initcheck_observer.slot] = NULL;
    if (!s)
        return;
    if (free_bits && free_bits->size > s->size) { // keep those that fit the most blocks
        free(s);
        return;
    }
    s->next = free_bits;
    free_bits = s;
}

// The bits of a lane's bytes. Accesses are aligned, so all are in one word.
static inline uint64_t lane_bits(const uint64_t *bits, uint64_t at, unsigned width)
{
    return bits[at / 64] >> (at & 63) & ((1ull << width) - 1);
}

// A library may read words and throw them away (CUB's merge reads one item past those that it has
// put into shared memory). That is no mistake of the user. But which code is a library's, says the
// program. So the value is followed (undefined.c), and it is a mistake to use it.
static bool is_followed(const Access *a)
{
    const Step *s = a->step;
    return a->space == SPACE_shared && a->kind == ACCESS_load && s->inst && s->inst->op == OP_ld &&
           step_in_library(a->warp, s);
}

static uint64_t element_bits(const Access *a, unsigned element)
{
    return ((1ull << a->elem) - 1) << element * a->elem;
}

static void follow(const Access *a, uint32_t lanes, const uint64_t *bits)
{
    for (unsigned i = 0; i < a->width / a->elem; i++) {
        uint32_t undefined = 0;
        for (uint32_t m = lanes; m; m &= m - 1) {
            unsigned l = (unsigned)__builtin_ctz(m);
            uint64_t missing = ~lane_bits(bits, a->addr[l], a->width) & element_bits(a, i);
            undefined |= (uint32_t)(missing != 0) << l;
        }
        if (undefined)
            undefined_loaded(a, i, undefined);
    }
}

// What a library stores without having used it is as good as unwritten.
static void unmark_undefined(const Access *a, uint64_t *bits)
{
    for (unsigned i = 0; i < a->width / a->elem; i++)
        for (uint32_t m = undefined_stored(a, i); m; m &= m - 1) {
            uint64_t at = a->addr[__builtin_ctz(m)];
            bits[at / 64] &= ~(element_bits(a, i) << (at & 63));
        }
}

// Whose word it is, if it is in shared memory: the finding names the block that reads.
static char *unwritten_text(const Access *a, unsigned lane)
{
    unsigned long long addr = (unsigned long long)a->addr[lane];
    if (a->space != SPACE_shared)
        return text_format("Address 0x%llx has not been written", addr);
    if (accessed_block(a) == a->warp->block)
        return text_format("Address 0x%llx has not been written by any thread of the block", addr);
    Dim3 owner = accessed_block(a)->id;
    return text_format("Address 0x%llx in the shared memory of block (%u,%u,%u), another block of "
                       "the cluster, has not been written",
                       addr, owner.x, owner.y, owner.z);
}

static void report_unwritten(const Access *a, unsigned lane, unsigned lanes)
{
    CodeInfo *c = code_info(a->warp->frame->code);
    bool shared = a->space == SPACE_shared;
    Finding *f =
        finding("initcheck", shared ? "uninitialized shared read" : "uninitialized global read",
                c->line[a->index], 0, 0);
    if (!f->count) {
        f->message = text_format("Uninitialized %s memory read of size %u bytes",
                                 shared ? "__shared__" : "__global__", a->width);
        f->detail = unwritten_text(a, lane);
        f->caller = c->caller[a->index];
        f->cause = shared ? CAUSE_uninitialised_shared : CAUSE_uninitialised_global;
        finding_thread(f, a->warp, lane);
        f->did = "reads";
        f->is_shared = shared;
        f->word = a->addr[lane];
        f->word_width = (uint8_t)a->width;
    }
    f->count += lanes;
}

static bool is_used_whole(const Access *a)
{
    CodeInfo *c = code_info(a->warp->frame->code);
    if (!c->whole)
        c->whole = must_calloc(c->nsteps, sizeof *c->whole);
    uint8_t *known = &c->whole[a->index];
    if (!*known)
        *known = (uint8_t)(1 + load_used_whole(c->func, a->step->inst));
    return *known - 1;
}

// Structures with padding are copied in words of 8 bytes, and padding is never written: of words
// that are only copied or taken apart, only those without any written byte are reported.
static bool is_padded(const uint64_t *bits, uint64_t at, const Access *a)
{
    bool padded = a->elem == 8 && a->kind == ACCESS_load && !is_used_whole(a);
    for (unsigned i = 0; padded && i < a->width; i += 8)
        padded = lane_bits(bits, at + i, 8) != 0;
    return padded;
}

static Copied copied_by(const Access *a)
{
    CodeInfo *c = code_info(a->warp->frame->code);
    if (!c->copied)
        c->copied = must_calloc(c->nsteps, sizeof *c->copied);
    uint8_t *known = &c->copied[a->index];
    if (!*known)
        *known = (uint8_t)(1 + copies_load(c->func, a->step->inst));
    return (Copied)(*known - 1);
}

// Smaller structures are copied member by member, and the padding with them (copies.c):
// padding is not reported if the bytes next to it are written.
static bool is_copied_padding(const uint64_t *bits, uint64_t at, const Access *a)
{
    Copied kind = copied_by(a);
    if (kind == COPIED_part && a->width < 8)
        return lane_bits(bits, at & ~7ull, 8) != 0;
    return kind != COPIED_no && lane_bits(bits, at, a->width) != 0;
}

// A vector may have an element that nothing uses: to load its bytes is no mistake.
static uint64_t forgotten_bytes(const Access *a)
{
    CodeInfo *c = code_info(a->warp->frame->code);
    if (!c->forgets)
        c->forgets = must_calloc(c->nsteps, sizeof *c->forgets);
    uint16_t *known = &c->forgets[a->index];
    if (!*known)
        *known = (uint16_t)(0x100 | load_forgets(c->func, a->step->inst));
    uint64_t bytes = 0;
    for (unsigned i = 0; i < a->width / a->elem; i++)
        bytes |= *known >> i & 1 ? ((1ull << a->elem) - 1) << i * a->elem : 0;
    return bytes;
}

// Variables are written when the program is loaded, without an event.
static uint32_t without_variables(const Access *a, uint32_t bad)
{
    for (uint32_t m = bad; m; m &= m - 1) {
        unsigned l = (unsigned)__builtin_ctz(m);
        const Alloc *at = mem_find(a->addr[l]);
        if (at && at->kind == MEM_symbol) {
            shadow_written(at->addr, at->size);
            bad &= ~(1u << l);
        }
    }
    return bad;
}

// Bytes behind an allocation, in its granule, are memcheck's business.
static unsigned asked_bytes(const Access *a, unsigned lane)
{
    const Alloc *at = mem_find(a->addr[lane]);
    uint64_t left = at ? at->addr + at->size - a->addr[lane] : 0;
    return left < a->width ? (unsigned)left : a->width;
}

static bool is_unwritten(const Access *a, unsigned lane, const uint64_t *bits, uint64_t at)
{
    unsigned width = asked_bytes(a, lane);
    return width && (!bits || lane_bits(bits, at, width) != (1ull << width) - 1);
}

static void check_lanes(const Access *a, const uint64_t *shared)
{
    uint64_t all = (1ull << a->width) - 1;
    uint32_t bad = 0;
    for (uint32_t m = a->mask; m; m &= m - 1) {
        unsigned l = (unsigned)__builtin_ctz(m);
        uint64_t at = a->addr[l];
        const uint64_t *bits = shared;
        if (!shared) {
            if (at >= GLOBAL_END || at < GLOBAL_BASE)
                continue;
            Chunk *c = shadow_look(at);
            if (!c) {
                bad |= (uint32_t)is_unwritten(a, l, NULL, at) << l;
                continue;
            }
            bits = c->written;
            at %= CHUNK_BYTES;
        }
        uint64_t missing = all & ~lane_bits(bits, at, a->width);
        if (missing && missing & ~forgotten_bytes(a) && !is_padded(bits, at, a) &&
            !is_copied_padding(bits, at, a))
            bad |= (uint32_t)(shared || is_unwritten(a, l, bits, at)) << l;
    }
    if (!shared)
        bad = without_variables(a, bad);
    if (bad && is_followed(a))
        follow(a, bad, shared);
    else if (bad)
        report_unwritten(a, (unsigned)__builtin_ctz(bad), (unsigned)__builtin_popcount(bad));
}

static void mark_lanes(const Access *a, uint64_t *shared)
{
    uint64_t all = (1ull << a->width) - 1;
    for (uint32_t m = a->mask; m; m &= m - 1) {
        uint64_t at = a->addr[__builtin_ctz(m)];
        uint64_t *bits = shared;
        if (!shared) {
            if (at >= GLOBAL_END || at < GLOBAL_BASE)
                continue;
            bits = shadow_chunk(at)->written;
            at %= CHUNK_BYTES;
        }
        bits[at / 64] |= all << (at & 63);
    }
}

// One run of bytes: a few operations on whole words.
static bool run_of(const Access *a, uint64_t *first, uint64_t *n)
{
    if (a->pattern == PATTERN_any)
        return false;
    *first = a->addr[__builtin_ctz(a->mask)];
    *n =
        a->pattern == PATTERN_uniform ? a->width : a->width * (uint64_t)__builtin_popcount(a->mask);
    return true;
}

static void on_access(const Access *a)
{
    uint64_t *shared = NULL;
    if (a->space == SPACE_shared && a->addr[__builtin_ctz(a->mask)] >= SHARED_RESERVED)
        return; // reserved by the system
    if (a->space == SPACE_shared)
        shared = bits_of(accessed_block(a));
    else if (a->space != SPACE_global || a->is_const)
        return;
    uint64_t first = 0, n = 0;
    uint64_t *bits = shared;
    bool run = run_of(a, &first, &n);
    if (run && !shared) {
        if (first >= GLOBAL_END || first < GLOBAL_BASE)
            return;
        run = (first % CHUNK_BYTES) + n <= CHUNK_BYTES;
        bits = shadow_chunk(first)->written;
        first %= CHUNK_BYTES;
    }
    if (a->kind != ACCESS_store && !(run && bits_all(bits, first, n)))
        check_lanes(a, shared);
    if (a->kind != ACCESS_load) {
        if (run)
            bits_set(bits, first, n);
        else
            mark_lanes(a, shared);
        if (shared && a->warp->watched)
            unmark_undefined(a, shared);
    }
}

Observer initcheck_observer = {
    .name = "initcheck",
    .rank = RANK_initcheck,
    .block_begin = on_block_begin,
    .block_end = on_block_end,
    .access = on_access,
    .host_write = shadow_written,
};
