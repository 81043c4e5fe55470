// fusing.c - which accesses to shared memory ptxas merges. Where a program loads
// neighbouring words one by one, ptxas makes one load of 8 or 16 bytes of them; this load
// is what the hardware executes and counts. The rules, as seen in the machine code of CUDA
// 13.0 for cc 9.0:
//
//   pieces   A piece has 8 or 16 bytes and is aligned. An access is known to lie in one
//     piece if its address is a constant plus a value that is a multiple of 8 or 16 (values.c).
//   loads    Of 4 bytes: three or four words of a piece become one load of 16 bytes, the two
//     words of a half one of 8. Of 8 bytes: two become one of 16. The first load takes the
//     place of all. The others may be in branches and loops, if each lane that executes them
//     has executed the first, and if no instruction in between writes shared memory or waits
//     for other threads.
//   stores   Stores to one piece that follow each other, in any order: the two words of a
//     half, all four words, or two of 8 bytes. A load of shared memory or a branch between
//     two stores keeps them apart.
//   vectors  Of a vector only the words count that are read (narrowing.c); they may be fused with
//     other loads.
//   repeated Data that has been loaded or stored, and not been written since, is not loaded
//     again. That holds for global memory, too. Nothing else is merged there, because the
//     alignment of its pointers is not known.
//
// ptxas does not merge: elements of 1 and 2 bytes, accesses under a predicate, accesses in
// functions that are called. We do not imitate: what ptxas merges in a loop that it unrolls,
// and what it learns about an address from other accesses.
#include "internal.h"

enum { PIECE = 16 };

typedef struct {
    uint32_t inst, rank;
    uint32_t version; // of the memory
    uint32_t value;   // the address: a value and a constant
    int64_t constant;
    int64_t piece;       // number of the piece
    uint8_t size;        // of the piece
    uint8_t space;       // shared or global
    uint8_t elem, bytes; // an element, all
    bool sign;           // the element is extended by its sign
    uint8_t read;        // words of a vector that ptxas loads, if not all (narrowing.c); else 0
    uint8_t words;       // those of the piece, a bit each
    bool alone;          // cannot be fused, but may repeat another access
    bool taken;
} Reach;

typedef struct {
    Reach *at;
    uint32_t n, size;
} Reaches;

// After these instructions a load may find other data in that memory: they write it, or wait
// for other threads.
static bool writes_memory(const Inst *in, int32_t space)
{
    switch (in->op) {
    case OP_ld:
    case OP_ldu:
    case OP_pmevent:
    case OP_prefetch:
    case OP_prefetchu:
    case OP_cp_async_commit_group: return false;
    case OP_st:
    case OP_atom:
    case OP_red: return in->space == space || in->space == SPACE_generic;
    case OP_call:
    case OP_COUNT: return true;
    default: break;
    }
    Unit unit = inst_unit(in);
    return unit == UNIT_MEM || unit == UNIT_SYNC || unit == UNIT_NONE;
}

// ---- accesses -------------------------------------------------------

static bool is_tracked(const Inst *in)
{
    bool weak = !inst_has(in, MOD_volatile) && !inst_has(in, MOD_acquire) &&
                !inst_has(in, MOD_release) && (!inst_has(in, MOD_relaxed) || inst_has(in, MOD_cta));
    return (in->op == OP_ld || in->op == OP_st) && weak && in->guard.kind == OPND_none &&
           (in->space == SPACE_shared || in->space == SPACE_global) &&
           !inst_has(in, MOD_shared_cluster);
}

static bool find_address(Values *v, const Func *func, uint32_t i, Reach *r)
{
    const Inst *in = &func->insts[i];
    unsigned elem = type_bytes(in->type[0]);
    *r = (Reach){.inst = i,
                 .rank = values_rank(v, values_flow(v)->block_of[i]),
                 .space = in->space,
                 .elem = (uint8_t)elem,
                 .bytes = (uint8_t)(elem * (in->vec ? in->vec : 1)),
                 .sign = elem < 4 && type_class(in->type[0]) == 'S'};
    return values_address(v, i, &in->opnd[in->op == OP_ld ? 1 : 0], &r->value, &r->constant);
}

// Which piece, and which of its words; after values_settle. An access that cannot be part of a
// larger piece is a piece by itself.
static void find_piece(Values *v, Reach *r)
{
    unsigned zeros = values_zeros(v, r->value);
    if (r->read)
        r->bytes = (uint8_t)(4 * __builtin_popcount(r->read));
    r->size = zeros >= 4 ? PIECE : zeros == 3 ? 8 : 0;
    r->alone = r->space != SPACE_shared || !r->size || r->elem < 4 || r->bytes > 8 ||
               (!r->read && r->constant % r->bytes);
    unsigned words = r->read ? r->read : (1u << r->bytes / 4) - 1;
    if (r->alone) {
        r->piece = r->constant;
        r->words = r->read ? r->read : 1;
        return;
    }
    int64_t in_piece = r->constant & (r->size - 1);
    r->piece = (r->constant - in_piece) / r->size;
    r->words = (uint8_t)(words << in_piece / 4);
}

// The bytes of the one access to this set of a piece's words, and where they begin; 0: the words
// are accessed one by one.
static unsigned fused_bytes(unsigned words, bool store, unsigned *begin)
{
    unsigned n = (unsigned)__builtin_popcount(words);
    *begin = words == 0xc ? 8 : 0;
    if (n == 4 || (n == 3 && !store))
        return 16;
    return words == 0x3 || words == 0xc ? 8 : 0;
}

// The access that takes the place of all that are fused.
static void fuse_into(AccessFacts *a, const Reach *r, unsigned bytes, unsigned begin)
{
    unsigned in_piece = (unsigned)(r->constant & (r->size - 1));
    a->fused_bytes = (uint8_t)bytes;
    a->fused_before = (int8_t)(in_piece - begin);
    a->apart = 0;
}

// An access whose place another one takes.
static void fuse_away(AccessFacts *a)
{
    a->fused_bytes = 0;
    a->fused_before = 0;
    a->apart = 0;
    a->fused_away = true;
}

// ---- loads ----------------------------------------------------------

static int compare_numbers(int64_t a, int64_t b) { return a < b ? -1 : a > b; }

// 0 for accesses to the same piece at the same time.
static int compare_piece(const Reach *x, const Reach *y)
{
    int c = compare_numbers(x->space, y->space);
    c = c ? c : compare_numbers(x->value, y->value);
    c = c ? c : compare_numbers(x->piece, y->piece);
    c = c ? c : compare_numbers(x->version, y->version);
    c = c ? c : compare_numbers(x->alone, y->alone);
    c = c ? c : compare_numbers(x->elem, y->elem);
    c = c ? c : compare_numbers(x->sign, y->sign);
    return c || !x->alone ? c : compare_numbers(x->bytes, y->bytes);
}

static int by_piece(const void *a, const void *b)
{
    const Reach *x = a, *y = b;
    int c = compare_piece(x, y);
    c = c ? c : compare_numbers(x->rank, y->rank);
    return c ? c : compare_numbers(x->inst, y->inst);
}

static bool is_same_piece(const Reach *a, const Reach *b) { return compare_piece(a, b) == 0; }

// Loads of one piece; a load that dominates another one comes before it.
static void fuse_loads(const Values *v, Reach *r, uint32_t n, AccessFacts *access)
{
    for (uint32_t i = 0; i < n; i++) {
        if (r[i].taken)
            continue;
        unsigned words = r[i].words, begin = 0;
        for (uint32_t k = i + 1; k < n; k++)
            if (!r[k].taken && values_before(v, r[i].inst, r[k].inst))
                words |= r[k].words;
        unsigned bytes = r[i].alone ? 0 : fused_bytes(words, false, &begin);
        if (bytes > r[i].bytes)
            fuse_into(&access[r[i].inst], &r[i], bytes, begin);
        else
            words = r[i].words;
        for (uint32_t k = i + 1; k < n; k++)
            if (!r[k].taken && !(r[k].words & ~words) && values_before(v, r[i].inst, r[k].inst)) {
                r[k].taken = true;
                fuse_away(&access[r[k].inst]);
            }
    }
}

// ---- stores ---------------------------------------------------------

// Stores of one piece, each to different words, with nothing in between.
static void fuse_stores(const Reach *r, uint32_t n, AccessFacts *access)
{
    for (unsigned half = 0; half < 3; half++) { // all, then the lower and the upper half
        unsigned wanted = half == 0 ? 0xf : half == 1 ? 0x3 : 0xc, words = 0, begin;
        uint32_t first = NO_VALUE;
        for (uint32_t i = 0; i < n; i++)
            if (!(r[i].words & ~wanted))
                words |= r[i].words;
        if (words != wanted)
            continue;
        unsigned bytes = fused_bytes(words, true, &begin);
        for (uint32_t i = 0; i < n; i++) {
            if ((r[i].words & ~wanted) || r[i].bytes == bytes)
                continue;
            if (first == NO_VALUE)
                fuse_into(&access[r[i].inst], &r[i], bytes, begin);
            else
                fuse_away(&access[r[i].inst]);
            first = i;
        }
        if (half == 0)
            break;
    }
}

static bool parts_stores(const Inst *in)
{
    if (in->op == OP_pmevent)
        return true;
    if (in->op == OP_ld || in->op == OP_ldu)
        return in->space == SPACE_shared || in->space == SPACE_generic;
    return writes_memory(in, SPACE_shared);
}

// ---- a function -----------------------------------------------------

static void reaches_add(Reaches *s, Reach r)
{
    if (s->n == s->size) {
        s->size = s->size ? 2 * s->size : 64;
        s->at = must_realloc(s->at, s->size, sizeof *s->at);
    }
    s->at[s->n++] = r;
}

// The version of a store is the number of its run: stores with nothing in between.
static void collect_accesses(Values *v, const Func *func, Reaches *loads, Reaches *stores)
{
    const Flow *flow = values_flow(v);
    uint32_t *names = names_count(func);
    uint32_t n, run = 0;
    const uint32_t *blocks = values_blocks(v, &n);
    uint32_t *versions[SPACE_COUNT] = {0};
    versions[SPACE_shared] = values_versions(v, writes_memory, SPACE_shared);
    versions[SPACE_global] = values_versions(v, writes_memory, SPACE_global);
    for (uint32_t k = 0; k < n; k++, run++) {
        uint32_t b = blocks[k], version[SPACE_COUNT] = {0};
        version[SPACE_shared] = versions[SPACE_shared][b];
        version[SPACE_global] = versions[SPACE_global][b];
        for (uint32_t i = flow->blocks[b].first; i < flow->blocks[b].end; i++) {
            const Inst *in = &func->insts[i];
            Reach r;
            bool found = is_tracked(in) && find_address(v, func, i, &r);
            if (found && in->op == OP_ld) {
                r.version =
                    inst_has(in, MOD_nc) ? NO_VALUE : version[in->space]; // .nc: never written
                r.read = (uint8_t)narrowing_words(names, func, in);
                reaches_add(loads, r);
            } else if (found) {
                r.version = run;
                reaches_add(stores, r);
            }
            for (int32_t s = 0; s < SPACE_COUNT; s++)
                if (writes_memory(in, s))
                    version[s] = i;
            run += parts_stores(in) && !(found && in->op == OP_st);
        }
    }
    free(versions[SPACE_shared]);
    free(versions[SPACE_global]);
    free(names);
}

// What has just been stored need not be loaded.
static bool is_stored(const Reaches *stores, const Reach *load)
{
    for (uint32_t i = 0; i < stores->n; i++) {
        const Reach *s = &stores->at[i];
        if (s->inst == load->version)
            return s->space == load->space && s->value == load->value &&
                   s->constant == load->constant && s->elem == load->elem &&
                   s->bytes == load->bytes && s->elem >= 4;
    }
    return false;
}

static void fuse_all_loads(Values *v, Reaches *s, const Reaches *stores, AccessFacts *access)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < s->n; i++) {
        if (is_stored(stores, &s->at[i])) {
            fuse_away(&access[s->at[i].inst]);
            continue;
        }
        find_piece(v, &s->at[i]);
        s->at[n++] = s->at[i];
    }
    if (n)
        qsort(s->at, n, sizeof *s->at, by_piece);
    for (uint32_t i = 0, k; i < n; i = k) {
        for (k = i + 1; k < n && is_same_piece(&s->at[i], &s->at[k]); k++)
            ;
        fuse_loads(v, s->at + i, k - i, access);
    }
}

static void fuse_all_stores(Values *v, Reaches *s, AccessFacts *access)
{
    uint32_t n = 0; // those in shared memory
    for (uint32_t i = 0; i < s->n; i++) {
        if (s->at[i].space == SPACE_shared)
            s->at[n++] = s->at[i];
    }
    for (uint32_t i = 0; i < n; i++)
        find_piece(v, &s->at[i]);
    for (uint32_t i = 0, k; i < n; i = k) {
        const Reach *r = &s->at[i];
        unsigned words = r->words;
        bool mixed = false;
        for (k = i + 1; k < n && is_same_piece(r, &s->at[k]) && !(words & s->at[k].words); k++) {
            words |= s->at[k].words;
            mixed |= r->bytes != s->at[k].bytes;
        }
        if (!r->alone && !mixed)
            fuse_stores(r, k - i, access);
    }
}

void fusing_find(Facts *facts)
{
    const Func *func = facts->func;
    if (!func->is_entry)
        return;
    Values *v = values_new(facts);
    Reaches loads = {0}, stores = {0};
    collect_accesses(v, func, &loads, &stores);
    values_settle(v);
    fuse_all_loads(v, &loads, &stores, facts->access);
    fuse_all_stores(v, &stores, facts->access);
    values_free(v);
    free(loads.at);
    free(stores.at);
}
