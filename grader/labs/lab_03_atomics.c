// lab_03_atomics.c - how lab 03 is judged: its cases, its gates, its hints.
//
// The gates count updates of global memory by atomics, as the hardware does: in sectors. 32 lanes
// that change the same word make 32 updates; lanes that change different words of one sector make
// one together. Counted on the counted cases below:
//   parts 2, 3  half of the elements are kept: 16 updates per warp, or 1.
//   parts 4, 5  4096 bytes per block: nearly as many updates, or those of 256 neighbouring bins.
//   part 6      a thread first computes its own maximum, and compares before it swaps: few of
//               the 4096 threads swap at all.
//   part 7      lock and unlock by one thread per block: 2.
#define SAFE_WORDS "no races, no invalid accesses, no uninitialised reads"
#include "grader/suite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/labs.h"
#include "common/reference/atomics.h"
#include "grader/base/memory.h"

enum { COUNTED = 1 << 16 };

// ---- cases ------------------------------------------------------------------------------

typedef enum { VALUES_mixed, VALUES_all, VALUES_none, VALUES_edge } AboveValues;

static void fill_around_limit(CaseList *list, int32_t *in, size_t n, AboveValues kind,
                              int32_t limit)
{
    for (size_t i = 0; i < n; i++)
        in[i] = kind == VALUES_mixed
                    ? (int32_t)draw_int(list, (int64_t)limit - 1000, (int64_t)limit + 1000)
                : kind == VALUES_all  ? (int32_t)draw_int(list, (int64_t)limit + 1, INT32_MAX)
                : kind == VALUES_none ? (int32_t)draw_int(list, INT32_MIN, limit)
                                      : limit + (int32_t)draw_int(list, 0, 1);
}

static Case *add_above(CaseList *list, const char *variant, int n, AboveValues kind, unsigned flags)
{
    static const char *const words[] = {"", " all", " none", " at the limit"};
    Case *c = case_add(list, flags, variant, "n=%d%s", n, words[kind]);
    int32_t limit = (int32_t)draw_int(list, -100, 100);
    c->arg[0] = n;
    c->arg[1] = limit;
    fill_around_limit(list, case_buffer(c, BUFFER_in, ELEM_i32, (size_t)n, "in")->data, (size_t)n,
                      kind, limit);
    return c;
}

static void add_count(CaseList *list, const char *variant, int n, AboveValues kind, unsigned flags)
{
    Case *c = add_above(list, variant, n, kind, flags);
    int32_t *above = need(malloc(((size_t)n + 1) * sizeof *above));
    Buffer *count = case_buffer(c, BUFFER_inout, ELEM_i32, 1, "count");
    int32_t before = (int32_t)draw_int(list, 0, 1000);
    *(int32_t *)count->data = before;
    *(int32_t *)count->want =
        before + (int32_t)reference_above(above, c->buffer[0].data, (size_t)n, (int32_t)c->arg[1]);
    free(above);
}

static void add_push(CaseList *list, int n, AboveValues kind, unsigned flags)
{
    Case *c = add_above(list, "list", n, kind, flags);
    Buffer *size = case_buffer(c, BUFFER_inout, ELEM_i32, 1, "size");
    Buffer *seen = case_buffer(c, BUFFER_inout, ELEM_i32, (size_t)n, "seen");
    *(int32_t *)size->want =
        (int32_t)reference_above(seen->want, c->buffer[0].data, (size_t)n, (int32_t)c->arg[1]);
}

static const int input_sizes[] = {1, 2, 31, 32, 33, 255, 256, 257, 1000, 4095, 4096, 4097};
enum { SIZES = sizeof input_sizes / sizeof *input_sizes };

static void draw_above(CaseList *list, int part)
{
    for (int i = -1; i < SIZES + 5; i++) {
        int n = i < 0 ? 0 : i < SIZES ? input_sizes[i] : 3001;
        AboveValues kind = i < SIZES ? VALUES_mixed : (AboveValues)(i - SIZES) % 4;
        unsigned flags = n <= 1 || kind == VALUES_none ? CASE_TRIVIAL : 0;
        if (i == SIZES + 4) {
            n = COUNTED;
            kind = VALUES_mixed;
            flags = CASE_COUNTED | CASE_CLEAN_ONLY;
        }
        if (part == 1)
            add_count(list, "count", n, kind, flags);
        else
            add_push(list, n, kind, flags);
    }
    if (part == 1)
        add_count(list, "count", 1 << 20, VALUES_mixed, CASE_CLEAN_ONLY);
    else
        add_push(list, 99991, VALUES_mixed, CASE_CLEAN_ONLY);
}

static void add_byte_histogram(CaseList *list, int n, int distinct, unsigned flags)
{
    Case *c = case_add(list, flags, "bytes", "n=%d values=%d", n, distinct);
    c->arg[0] = n;
    uint8_t *in = case_buffer(c, BUFFER_in, ELEM_u8, (size_t)n, "in")->data;
    for (int i = 0; i < n; i++)
        in[i] = (uint8_t)(255 - draw_int(list, 0, distinct - 1));
    Buffer *bins = case_buffer(c, BUFFER_inout, ELEM_u32, ATOMICS_BINS, "bins");
    uint32_t *before = bins->data;
    for (int b = 0; b < ATOMICS_BINS; b++)
        before[b] = (uint32_t)draw_int(list, 0, 9);
    memcpy(bins->want, before, ATOMICS_BINS * sizeof *before);
    reference_bytes(bins->want, in, (size_t)n);
}

static void draw_bytes(CaseList *list)
{
    add_byte_histogram(list, 0, 256, CASE_TRIVIAL);
    for (int i = 0; i < SIZES; i++)
        add_byte_histogram(list, input_sizes[i], i % 3 ? 256 : 5, 0);
    add_byte_histogram(list, 3000, 1, 0);
    add_byte_histogram(list, 3000, 2, 0);
    add_byte_histogram(list, 99991, 17, CASE_CLEAN_ONLY);
    add_byte_histogram(list, COUNTED, 256, CASE_COUNTED | CASE_CLEAN_ONLY);
}

typedef enum { FLOATS_mixed, FLOATS_negative, FLOATS_tiny, FLOATS_rising } MaximumValues;

static void add_maximum(CaseList *list, int n, MaximumValues kind, float before, unsigned flags)
{
    static const char *const words[] = {"", " negative", " tiny", " rising"};
    Case *c = case_add(list, flags, "float", "n=%d%s", n, words[kind]);
    c->arg[0] = n;
    float *in = case_buffer(c, BUFFER_in, ELEM_f32, (size_t)n, "in")->data;
    for (int i = 0; i < n; i++)
        in[i] = kind == FLOATS_mixed      ? (float)draw_real(list, -1e6, 1e6)
                : kind == FLOATS_negative ? (float)draw_real(list, -1e30, -1e29)
                : kind == FLOATS_tiny     ? (float)draw_real(list, -1e-40, 1e-40)
                                          : (float)i - 1000.5f;
    Buffer *result = case_buffer(c, BUFFER_inout, ELEM_f32, 1, "result");
    *(float *)result->data = before;
    *(float *)result->want = reference_maximum(before, in, (size_t)n);
}

static void draw_maximum(CaseList *list)
{
    add_maximum(list, 0, FLOATS_mixed, 1, CASE_TRIVIAL);
    for (int i = 0; i < SIZES; i++)
        add_maximum(list, input_sizes[i], (MaximumValues)(i % 4), -INFINITY, 0);
    add_maximum(list, 700, FLOATS_mixed, 2e6f, CASE_TRIVIAL); // no element is larger
    add_maximum(list, 5000, FLOATS_negative, -3e38f, 0);
    add_maximum(list, 5000, FLOATS_rising, -INFINITY, 0);
    add_maximum(list, 99991, FLOATS_tiny, -1, CASE_CLEAN_ONLY);
    add_maximum(list, COUNTED, FLOATS_mixed, -INFINITY, CASE_COUNTED | CASE_CLEAN_ONLY);
}

static void add_record(CaseList *list, int n, unsigned flags)
{
    Case *c = case_add(list, flags, "record", "n=%d", n);
    c->arg[0] = n;
    int32_t *in = case_buffer(c, BUFFER_in, ELEM_i32, (size_t)n, "in")->data;
    for (int i = 0; i < n; i++)
        in[i] = (int32_t)draw_int(list, INT32_MIN, INT32_MAX);
    Buffer *record = case_buffer(c, BUFFER_inout, ELEM_i64, 3, "record");
    int64_t *before = record->data;
    before[0] = draw_int(list, 0, 100);
    before[1] = draw_int(list, -100, 100);
    before[2] = INT64_MIN;
    memcpy(record->want, before, 3 * sizeof *before);
    reference_record(record->want, in, (size_t)n);
}

static void draw_record(CaseList *list)
{
    add_record(list, 0, CASE_TRIVIAL);
    for (int i = 0; i < SIZES; i++)
        add_record(list, input_sizes[i], 0);
    add_record(list, 20000, 0);
    add_record(list, 99991, CASE_CLEAN_ONLY);
    add_record(list, COUNTED, CASE_COUNTED | CASE_CLEAN_ONLY);
}

static void atomics_draw(CaseList *list, int part)
{
    if (part <= 3)
        draw_above(list, part);
    else if (part <= 5)
        draw_bytes(list);
    else if (part == 6)
        draw_maximum(list);
    else
        draw_record(list);
}

static void atomics_demo(CaseList *list, int part)
{
    if (part == 1)
        add_count(list, "lost", COUNTED, VALUES_mixed, 0);
    if (part == 1)
        add_count(list, "count", COUNTED, VALUES_mixed, 0);
    else if (part <= 3)
        add_push(list, COUNTED, VALUES_mixed, 0);
    else if (part <= 5)
        add_byte_histogram(list, COUNTED, 256, 0);
    else if (part == 6)
        add_maximum(list, COUNTED, FLOATS_mixed, -INFINITY, 0);
    else
        add_record(list, COUNTED, 0);
}

// ---- diagnoses: what went wrong? ------------------------------------------------------------

static const char *diagnose_size(const Case *c, const void *got)
{
    int64_t size = *(const int32_t *)got, want = *(const int32_t *)c->buffer[1].want;
    const int32_t *before = c->buffer[1].data, *in = c->buffer[0].data;
    int64_t equal = 0;
    for (size_t i = 0; i < c->buffer[0].count; i++)
        equal += in[i] == c->arg[1];
    if (size == want)
        return NULL;
    if (size == *before)
        return "nothing was counted at all";
    if (equal > 0 && size == want + equal)
        return "elements equal to the limit are not above it";
    if (size > *before && size < want)
        return "updates were lost: an update reads, adds and writes, and other threads wrote "
               "between these three steps";
    return NULL;
}

// The length of the list alone: for its contents, the checkers' findings say more.
static const char *diagnose_list(const Case *c, const void *got)
{
    int64_t size = *(const int32_t *)got, want = *(const int32_t *)c->buffer[1].want;
    if (size == want)
        return NULL;
    if (size > want)
        return "more slots were taken than there are indices to append: a thread without an index "
               "takes no slot";
    return c->part == 2 ? "fewer slots were taken than there are indices to append"
                        : "fewer slots were taken than there are indices to append: is the leader "
                          "a lane that still runs? (__ffs counts from 1)";
}

static const char *diagnose_bytes(const Case *c, const void *got)
{
    const uint32_t *bins = got, *before = c->buffer[1].data, *want = c->buffer[1].want;
    bool same = true, less = true, more = true, only_new = true;
    for (int b = 0; b < ATOMICS_BINS; b++) {
        same = same && bins[b] == before[b];
        less = less && bins[b] <= want[b];
        more = more && bins[b] >= want[b];
        only_new = only_new && bins[b] == want[b] - before[b];
    }
    if (same)
        return "no bin has changed: are the counts ever added to bins[]?";
    if (only_new)
        return "the counts are right, but the old values of the bins are lost: add to the bins";
    if (less)
        return "counts are missing: is there an update without an atomic, or an element that no "
               "thread takes?";
    return more ? "the counts are too large: do two threads take the same element?" : NULL;
}

static const char *diagnose_maximum(const Case *c, const void *got)
{
    float max = *(const float *)got, before = *(const float *)c->buffer[1].data;
    const float *in = c->buffer[0].data;
    if (max == before && before < 0)
        return "the result has not changed: are the bits of floats compared as ints? That is wrong "
               "below zero";
    if (max == before)
        return "the result has not changed";
    for (size_t i = 0; i < c->buffer[0].count; i++)
        if (in[i] == max)
            return "the result is an element, but not the largest: a larger one was overwritten, "
                   "or no thread compared it";
    if (max == 0 && *(const float *)c->buffer[1].want < 0)
        return "0 is not one of the elements, but larger than all of them: a maximum has to start "
               "with the first element, or with -INFINITY";
    return "the result is not one of the elements: are the bits of floats compared as ints? That "
           "is wrong below zero";
}

static const char *diagnose_record(const Case *c, const void *got)
{
    const int64_t *record = got, *want = c->buffer[1].want;
    if (record[0] == want[0] && record[1] == want[1])
        return "count and sum are right, the maximum is not";
    if (record[0] < want[0])
        return "contributions were lost: two threads were in the critical section at once, or a "
               "thread read a word before the last write to it was visible";
    return NULL;
}

static const char *atomics_diagnose(const Case *c, const void *got)
{
    return c->part == 1   ? diagnose_size(c, got)
           : c->part <= 3 ? diagnose_list(c, got)
           : c->part <= 5 ? diagnose_bytes(c, got)
           : c->part == 6 ? diagnose_maximum(c, got)
                          : diagnose_record(c, got);
}

// ---- parts, items, gates ----------------------------------------------------------------------

// As the program is written: on a GPU, ptxas may let a warp add its values by itself first.
#define ATOM_SECTORS "sim__sectors_op_global_atom.sum"
#define RED_SECTORS "sim__sectors_op_global_red.sum"
#define ATOMIC_SECTORS ATOM_SECTORS "+" RED_SECTORS

// What the counted cases need at most: more warps and blocks do not lower an average.
enum {
    BOTH_WARPS = 2 * COUNTED / 32, // one thread per element, in the kernel and in tally()
    MOST_BLOCKS = COUNTED / ATOMICS_BLOCK
};

// clang-format off
#define UPDATES_PER(unit) "updates of global memory per " unit ", in 32-byte sectors"

#define ITEM_RIGHT(worth, words) \
    {.kind = ITEM_correct, .id = "right", .name = words, .points = worth}

static const Item count_above_items[] = {
    ITEM_RIGHT(6, "the right count"),
    ITEM_SAFE(4, "03.2"),
    ITEMS_END};

static const Item push_each_items[] = {
    ITEM_RIGHT(8, "every index once"),
    ITEM_SAFE(4, "03.5"),
    ITEMS_END};

static const Item warp_items[] = {
    ITEM_RIGHT(7, "every index once"),
    ITEM_SAFE(3, "03.7"),
    ITEM_GATES("leader", "the leader takes the slots for its warp", 7, NULL, NULL,
               {ATOM_SECTORS, "grader__warps", UPDATES_PER("warp"), 8, 0.5, 0.5, false,
                BOTH_WARPS}),
    ITEMS_END};

static const Item global_items[] = {
    ITEM_RIGHT(6, "the right counts"),
    ITEM_SAFE(4, "03.2"),
    ITEMS_END};

static const Item private_items[] = {
    ITEM_RIGHT(6, "the right counts"),
    ITEM_SAFE(4, "03.10"),
    ITEM_GATES("private", "a block adds to each bin once", 7, NULL, NULL,
               {ATOMIC_SECTORS, "grader__blocks", UPDATES_PER("block"), 2850, 32, 64, false,
                MOST_BLOCKS},
               {SHARED_ATOMICS, "grader__warps", "shared atomics per warp", 0, 16, 15, true}),
    ITEMS_END};

static const Item maximum_items[] = {
    ITEM_RIGHT(8, "the largest, bit for bit"),
    ITEM_SAFE(4, "03.12"),
    ITEM_GATES("compare", "no swap without a larger value, at most one per thread", 5, NULL, NULL,
               {ATOMIC_SECTORS, "grader__blocks", UPDATES_PER("block"), 4096, 4, 128, false,
                MOST_BLOCKS}),
    ITEMS_END};

static const Item record_items[] = {
    ITEM_RIGHT(7, "count, sum and maximum"),
    ITEM_SAFE(6, "03.15"),
    ITEM_GATES("once", "a block takes the lock once", 4, NULL, "03.14",
               {ATOMIC_SECTORS, "grader__blocks", UPDATES_PER("block"), 512, 2, 8, false,
                MOST_BLOCKS}),
    ITEMS_END};

static const Part atomics_parts[] = {
    {.number = 1, .id = "count", .name = "a counter that loses nothing", .slide = "03.2",
     .items = count_above_items, .diagnose = atomics_diagnose,
     .hint = {"count = count + 1 is an update in three steps: read, add, write. What happens if "
              "another thread reads between the first step and the last?",
              "atomicAdd(address, 1) does the three steps as one. It works on global and on "
              "shared memory.",
              "if (i < n && in[i] > limit) atomicAdd(count, 1); and the launch: blocks_for(n, 1) "
              "blocks of BLOCK threads, unless n is 0."}},
    {.number = 2, .id = "each", .name = "a list to append to", .slide = "03.4",
     .items = push_each_items, .diagnose = atomics_diagnose,
     .hint = {"atomicAdd returns the old value. No two threads get the same number.",
              "The number that atomicAdd returns is your slot: take one from *size, then write "
              "your index into that slot. A thread with nothing to append takes no slot.",
              "if (i < n && in[i] > limit) list[atomicAdd(size, 1)] = i;"}},
    {.number = 3, .id = "warp", .name = "one atomic per warp", .slide = "03.6",
     .items = warp_items, .diagnose = atomics_diagnose,
     .hint = {"__ballot_sync(0xffffffff, keep) gives every lane the same 32 bits: bit l is the "
              "`keep` of lane l. All lanes have to call it, also lanes beyond n.",
              "The leader is __ffs(keepers) - 1. It takes __popc(keepers) slots at once, and "
              "__shfl_sync(0xffffffff, first, leader) gives the number of the first slot to all "
              "lanes.",
              "The slot of lane l is first + __popc(keepers & ((1u << lane) - 1)): the first "
              "slot plus the number of keepers in lower lanes. If keepers is 0 the whole warp "
              "may return."}},
    {.number = 4, .id = "global", .name = "a histogram in global memory", .slide = "03.8",
     .items = global_items, .diagnose = atomics_diagnose,
     .hint = {"The value of a byte is the number of its bin.",
              "A block takes BLOCK * EACH neighbouring bytes, a thread takes every BLOCK-th of "
              "them: start = blockIdx.x * BLOCK * EACH + threadIdx.x.",
              "for (int i = start; i < n && i < start + BLOCK * EACH; i += BLOCK) "
              "atomicAdd(&bins[in[i]], 1u); with blocks_for(n, EACH) blocks."}},
    {.number = 5, .id = "private", .name = "a private histogram per block", .slide = "03.9",
     .items = private_items, .diagnose = atomics_diagnose,
     .hint = {"There are three phases: clear, count, add to the bins. Between two phases the "
              "block waits at a barrier.",
              "__shared__ unsigned mine[BINS]; every thread clears some elements of mine[], and "
              "adds some of them to bins[] at the end. The phase between is as in part 4, with "
              "mine[] instead of bins[].",
              "The last phase needs atomicAdd, too: other blocks add to the same bins. A bin "
              "with a 0 can be left out."}},
    {.number = 6, .id = "maximum", .name = "a maximum of floats", .slide = "03.11",
     .items = maximum_items, .diagnose = atomics_diagnose,
     .hint = {"atomicCAS(address, expected, wanted) stores `wanted` if the word is `expected`. "
              "It returns the old word: if the old word is `expected`, the swap worked.",
              "Read the word (volatile, because other threads change it). While value is larger "
              "than the word, try to swap. If the swap fails, atomicCAS has returned the present "
              "word: compare again with that.",
              "atomicCAS needs an int: __float_as_int and __int_as_float change the type and "
              "keep the bits. Compare as floats, not as ints. First compute the thread's own "
              "maximum: then one atomic_max per thread is enough."}},
    {.number = 7, .id = "lock", .name = "three words behind a lock", .slide = "03.13",
     .items = record_items, .diagnose = atomics_diagnose,
     .hint = {"The thread that changes `locked` from 0 to 1 has the lock. atomicCAS(&locked, 0, "
              "1) tries to, and returns 0 to the thread that succeeded.",
              "Fences: one after the lock is taken, so that nothing is read too early; one "
              "before the lock is released, so that all writes are visible first. "
              "atomicExch(&locked, 0) releases the lock.",
              "Only thread 0 of a block takes the lock, with the block's results: lock(); update "
              "the three words; unlock(); all inside if (threadIdx.x == 0)."}},
    {.number = 0}};
// clang-format on

const Lab lab_03_atomics = {
    .name = "03_atomics",
    .source = "atomics.cu",
    .title = "Thousands of threads, one word, and no update is lost",
    .minutes = 120,
    .parts = atomics_parts,
    .draw = atomics_draw,
    .demo = atomics_demo,
    .columns = {{"launches", "grader__launches", NULL},
                {"blocks", "grader__blocks", NULL},
                {"drawn", ATOM_SECTORS, NULL},
                {"added", RED_SECTORS, NULL},
                {"shrd atoms", SHARED_ATOMICS, NULL},
                {"barr/warp", "sim__barriers.sum", "grader__warps"},
                {NULL, NULL, NULL}},
};
