// suite.c - how lab 03 is judged: its cases, its gates, its hints.
//
// The gates count updates of global memory by atomics, as the hardware does: in sectors. 32 lanes
// that change the same word make 32 updates; lanes that change different words of one sector make
// one together. Counted on the counted cases below:
//   parts 2, 3  half of the elements are kept: 16 updates per warp, or 1.
//   parts 4, 5  4096 bytes per block: nearly as many updates, or those of 256 neighbouring bins.
//   part 6      a thread first computes its own maximum, and compares before it swaps: few of
//               the 4096 threads swap at all.
//   part 7      the lock is taken by one thread per block: 1, or 2 if an atomic releases it.
//   part 8      the race, 2^20 bytes: 32768 sectors; 2048 requests with 16 bytes per lane, 32768
//   with
//               one. Wavefronts of shared atomics: with one counter per value 3.1 for 32 bytes,
//               with a counter for each lane 1. Without atomics, a thread loads and stores a
//               counter of its own for each byte: an H200 is slower then. The bins: 32 sectors for
//               each block; 4096 bytes per block are 256 blocks.
#define SAFE_WORDS "no races, no invalid accesses, no uninitialised reads"
#include "grader/suite.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/labs.h"
#include "grader/labs/03_atomics/reference.h"
#include "grader/base/memory.h"
#include "grader/labs/kit.h"
#include "wrong.h"

enum {
    COUNTED = 1 << 16,
    RACE_COUNTED = 1 << 20,               // of part 8
    LARGE = (1 << 24) + 1,                // a float cannot count so far
    OVERLAPPING = 8 * ATOMICS_TILE + 1000 // so many blocks that several want the lock at once
};

// ---- cases ------------------------------------------------------------------------------

// An element that is taken is above the limit, another one is not; some are next to it.
static int32_t draw_around(CaseList *list, bool above, int32_t limit)
{
    int64_t near = draw_int(list, 0, 1), far = draw_int(list, 0, 7) ? 1000 : INT32_MAX / 2;
    return (int32_t)(above ? draw_int(list, (int64_t)limit + 1, limit + (near ? 1 : far))
                           : draw_int(list, limit - (near ? 0 : far), limit));
}

static Case *add_above(CaseList *list, const char *variant, int n, Kind kind, unsigned flags)
{
    Case *c = case_add(list, flags, variant, "n=%d%s", n, kit_words(kind));
    int32_t limit = (int32_t)draw_int(list, -100, 100);
    c->arg[0] = n;
    c->arg[1] = limit;
    int32_t *in = case_buffer(c, BUFFER_in, ELEM_i32, (size_t)n, "in")->data;
    if (kind >= FIRST_VALUES && kind <= LAST_VALUES) {
        // Some values are above the limit and some are not, if the kind allows it.
        c->arg[1] = limit = kind == KIND_values_negative ? INT32_MIN / 2
                            : kind == KIND_values_lowest ? INT32_MIN
                                                         : limit;
        int64_t low = kind == KIND_values_equal ? limit + 1 : INT32_MIN;
        kit_fill_ints(list, c, in, (size_t)n, kind, low, INT32_MAX);
    } else {
        for (int i = 0; i < n; i++)
            in[i] = draw_around(list, kit_chosen(list, c, kind, (size_t)i, (size_t)n), limit);
    }
    kit_blocks(c, (n + ATOMICS_BLOCK - 1) / ATOMICS_BLOCK);
    return c;
}

static void note_trivial(Case *c, bool unchanged)
{
    if (unchanged)
        c->flags |= CASE_TRIVIAL;
}

static void add_count(CaseList *list, const char *variant, int n, Kind kind, unsigned flags)
{
    Case *c = add_above(list, variant, n, kind, flags);
    int32_t *above = need(malloc(((size_t)n + 1) * sizeof *above));
    Buffer *count = case_buffer(c, BUFFER_inout, ELEM_i32, 1, "count");
    int32_t before = (int32_t)draw_int(list, 1, 1000);
    *(int32_t *)count->data = before;
    *(int32_t *)count->want =
        before + (int32_t)reference_above(above, c->buffer[0].data, (size_t)n, (int32_t)c->arg[1]);
    note_trivial(c, *(int32_t *)count->want == before);
    free(above);
}

static void add_push(CaseList *list, int n, Kind kind, unsigned flags)
{
    Case *c = add_above(list, "list", n, kind, flags);
    Buffer *size = case_buffer(c, BUFFER_inout, ELEM_i32, 1, "size");
    Buffer *seen = case_buffer(c, BUFFER_inout, ELEM_i32, (size_t)n, "seen");
    *(int32_t *)size->want =
        (int32_t)reference_above(seen->want, c->buffer[0].data, (size_t)n, (int32_t)c->arg[1]);
    note_trivial(c, *(int32_t *)size->want == 0);
}

static const int input_sizes[] = {2, 31, 32, 33, 255, 256, 257, 1000, 4095, 4096, 4097};
enum { SIZES = sizeof input_sizes / sizeof *input_sizes };

static void add_counting(CaseList *list, int part, int n, Kind kind, unsigned flags)
{
    if (part == 1)
        add_count(list, "count", n, kind, flags);
    else
        add_push(list, n, kind, flags);
}

// The table shows the first failing case, so cases that prove nothing come late.
static void draw_above(CaseList *list, int part)
{
    for (int i = 0; i < SIZES; i++)
        add_counting(list, part, input_sizes[i], KINDS, 0);
    for (Kind k = FIRST_CHOICE; k <= LAST_CHOICE; k++)
        add_counting(list, part, 3001, k, 0);
    for (Kind k = FIRST_VALUES; k <= LAST_VALUES; k++)
        add_counting(list, part, 700, k, 0);
    add_counting(list, part, COUNTED, KINDS, CASE_COUNTED | CASE_CLEAN_ONLY);
    if (part == 1) {
        add_count(list, "count", 1 << 20, KINDS, CASE_CLEAN_ONLY);
        add_count(list, "count", LARGE, KIND_choice_sparse, CASE_CLEAN_ONLY);
    } else {
        add_push(list, 99991, KINDS, CASE_CLEAN_ONLY);
    }
    add_counting(list, part, 1, KIND_choice_all, 0);
    add_counting(list, part, 0, KINDS, CASE_TRIVIAL);
}

// `kind` is that of the bytes, between `low` and 255.
static void add_byte_histogram(CaseList *list, int n, int low, Kind kind, unsigned flags)
{
    Case *c =
        low ? case_add(list, flags, "bytes", "n=%d values=%d%s", n, 256 - low, kit_words(kind))
            : case_add(list, flags, "bytes", "n=%d%s", n, kit_words(kind));
    c->arg[0] = n;
    uint8_t *in = case_buffer(c, BUFFER_in, ELEM_u8, (size_t)n, "in")->data;
    kit_fill_bytes(list, c, in, (size_t)n, kind, low, 255);
    Buffer *bins = case_buffer(c, BUFFER_inout, ELEM_u32, ATOMICS_BINS, "bins");
    uint32_t *before = bins->data;
    for (int b = 0; b < ATOMICS_BINS; b++)
        before[b] = (uint32_t)draw_int(list, 0, 9);
    memcpy(bins->want, before, ATOMICS_BINS * sizeof *before);
    reference_bytes(bins->want, in, (size_t)n);
    kit_blocks(c, (n + ATOMICS_TILE - 1) / ATOMICS_TILE);
}

static void draw_bytes(CaseList *list)
{
    for (int i = 0; i < SIZES; i++)
        add_byte_histogram(list, input_sizes[i], i % 3 ? 0 : 251, KINDS, 0);
    for (Kind k = FIRST_VALUES; k <= LAST_VALUES; k++)
        if (k != KIND_values_negative)
            add_byte_histogram(list, 3000, 0, k, 0);
    add_byte_histogram(list, 9 * ATOMICS_TILE + 77, 0, KINDS, 0);
    add_byte_histogram(list, 9 * ATOMICS_TILE + 77, 0, KIND_values_equal, 0);
    add_byte_histogram(list, 99991, 239, KINDS, CASE_CLEAN_ONLY);
    add_byte_histogram(list, COUNTED, 0, KINDS, CASE_COUNTED | CASE_CLEAN_ONLY);
    add_byte_histogram(list, 1, 251, KINDS, 0);
    add_byte_histogram(list, 0, 0, KINDS, CASE_TRIVIAL);
}

// Bytes, vectors of 4, 8 and 16 of them, tiles.
static void draw_fastest_bytes(CaseList *list)
{
    static const int sizes[] = {2,   3,   15,   16,   17,   31,    32,   33,
                                127, 511, 1000, 1023, 4097, 16383, 16399};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        add_byte_histogram(list, sizes[i], i % 3 ? 0 : 251, KINDS, 0);
    for (Kind k = FIRST_VALUES; k <= LAST_VALUES; k++)
        if (k != KIND_values_negative)
            add_byte_histogram(list, 3001, 0, k, 0);
    add_byte_histogram(list, 33 * ATOMICS_TILE + 77, 0, KINDS, 0);
    add_byte_histogram(list, 33 * ATOMICS_TILE + 77, 0, KIND_values_equal, 0);
    add_byte_histogram(list, (1 << 22) + 5, 0, KIND_values_equal, CASE_CLEAN_ONLY);
    add_byte_histogram(list, 999983, 239, KINDS, CASE_CLEAN_ONLY);
    add_byte_histogram(list, RACE_COUNTED, 0, KINDS, CASE_COUNTED | CASE_CLEAN_ONLY);
    add_byte_histogram(list, 1, 251, KINDS, 0);
    add_byte_histogram(list, 0, 0, KINDS, CASE_TRIVIAL);
}

// Quarters of a kind times `scale`: 1e-40 are numbers without a leading 1, FLT_MAX / HIGHEST
// leads to the largest floats.
static void add_maximum(CaseList *list, int n, Kind kind, double scale, float before,
                        unsigned flags)
{
    enum { HIGHEST = 1 << 23 };
    Case *c = scale == 1 ? case_add(list, flags, "float", "n=%d%s", n, kit_words(kind))
                         : case_add(list, flags, "float", "n=%d%s %s", n, kit_words(kind),
                                    scale < 1 ? "tiny" : "huge");
    c->arg[0] = n;
    float *in = case_buffer(c, BUFFER_in, ELEM_f32, (size_t)n, "in")->data;
    kit_fill_floats(list, c, in, (size_t)n, kind, -4 * HIGHEST, 4 * HIGHEST);
    for (int i = 0; i < n; i++)
        in[i] = scale > 1 ? (float)((double)in[i] / HIGHEST * scale) : (float)(in[i] * scale);
    Buffer *result = case_buffer(c, BUFFER_inout, ELEM_f32, 1, "result");
    *(float *)result->data = before;
    *(float *)result->want = reference_maximum(before, in, (size_t)n);
    note_trivial(c, *(float *)result->want == before);
    kit_blocks(c, (n + ATOMICS_TILE - 1) / ATOMICS_TILE);
}

static void draw_maximum(CaseList *list)
{
    static const double scales[] = {1, FLT_MAX, 1e-44};
    for (int i = 0; i < SIZES; i++)
        add_maximum(list, input_sizes[i], i % 2 ? KIND_values_negative : KINDS, scales[i % 3],
                    -INFINITY, 0);
    for (Kind k = FIRST_VALUES; k <= LAST_VALUES; k++)
        add_maximum(list, 5000, k, 1, k % 2 ? -INFINITY : -FLT_MAX, 0);
    add_maximum(list, 5000, KIND_values_lowest, FLT_MAX, -INFINITY, 0);
    add_maximum(list, 5000, KIND_values_negative, 1e30, -FLT_MAX, 0);
    add_maximum(list, 9 * ATOMICS_TILE + 77, KIND_values_rising, 1, -INFINITY, 0);
    add_maximum(list, 9 * ATOMICS_TILE + 77, KINDS, FLT_MAX, -5e37f, 0);
    add_maximum(list, 99991, KINDS, 1e-44, -1, CASE_CLEAN_ONLY);
    add_maximum(list, COUNTED, KINDS, 1, -INFINITY, CASE_COUNTED | CASE_CLEAN_ONLY);
    add_maximum(list, 1, KINDS, 1, -INFINITY, 0);
    add_maximum(list, 700, KINDS, 1, 2e7f, 0); // no element is larger
    add_maximum(list, 0, KINDS, 1, 1, CASE_TRIVIAL);
}

static Case *add_record(CaseList *list, int n, Kind kind, unsigned flags)
{
    Case *c = case_add(list, flags, "record", "n=%d%s", n, kit_words(kind));
    c->arg[0] = n;
    int32_t *in = case_buffer(c, BUFFER_in, ELEM_i32, (size_t)n, "in")->data;
    kit_fill_ints(list, c, in, (size_t)n, kind, INT32_MIN, INT32_MAX);
    Buffer *record = case_buffer(c, BUFFER_inout, ELEM_i64, 3, "record");
    int64_t *before = record->data;
    before[0] = draw_int(list, 1, 100);
    before[1] = draw_int(list, -100, 100);
    before[2] = INT64_MIN;
    memcpy(record->want, before, 3 * sizeof *before);
    reference_record(record->want, in, (size_t)n);
    kit_blocks(c, (n + ATOMICS_TILE - 1) / ATOMICS_TILE);
    return c;
}

static void draw_record(CaseList *list)
{
    for (int i = 0; i < SIZES; i++)
        add_record(list, input_sizes[i], KINDS, 0);
    for (Kind k = FIRST_VALUES; k <= LAST_VALUES; k++)
        add_record(list, 2500, k, 0);
    // A lock for each thread makes thousands of threads spin: that is to end soon.
    add_record(list, OVERLAPPING, KINDS, 0)->budget = 4000000;
    add_record(list, 99991, KINDS, CASE_CLEAN_ONLY);
    add_record(list, COUNTED, KINDS, CASE_COUNTED | CASE_CLEAN_ONLY);
    add_record(list, 1, KINDS, 0);
    add_record(list, 0, KINDS, CASE_TRIVIAL);
}

static void atomics_draw(CaseList *list, int part)
{
    if (part <= 3)
        draw_above(list, part);
    else if (part <= 5)
        draw_bytes(list);
    else if (part == 6)
        draw_maximum(list);
    else if (part == 7)
        draw_record(list);
    else
        draw_fastest_bytes(list);
}

static void atomics_demo(CaseList *list, int part)
{
    if (part == 1)
        add_count(list, "lost", COUNTED, KINDS, 0);
    if (part == 1)
        add_count(list, "count", COUNTED, KINDS, 0);
    else if (part <= 3)
        add_push(list, COUNTED, KINDS, 0);
    else if (part <= 5 || part == 8)
        add_byte_histogram(list, COUNTED, 0, KINDS, 0);
    else if (part == 6)
        add_maximum(list, COUNTED, KINDS, 1, -INFINITY, 0);
    else
        add_record(list, COUNTED, KINDS, 0);
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
// One thread does not do the work of all.
#define GATE_SHARED(naive, good, bound) \
    {MOST_LOADED_BY_THREAD, NULL, "bytes loaded by the busiest thread", naive, good, bound, false}

static const Item count_above_items[] = {
    ITEM_RIGHT(5, "the right count"),
    ITEM_SAFE(3, "03.2"),
    ITEM_GATES("threads", "one thread per element", 2, NULL, "01.5", GATE_SHARED(4 * COUNTED, 4, 64)),
    ITEMS_END};

static const Item push_each_items[] = {
    ITEM_RIGHT(7, "every index once"),
    ITEM_SAFE(3, "03.5"),
    ITEM_GATES("threads", "one thread per element", 2, NULL, "01.5", GATE_SHARED(4 * COUNTED, 8, 64)),
    ITEMS_END};

static const Item warp_items[] = {
    ITEM_RIGHT(7, "every index once"),
    ITEM_SAFE(3, "03.7"),
    ITEM_GATES("leader", "the leader takes the slots for its warp", 7, NULL, NULL,
               {ATOM_SECTORS, LOADING_WARPS, UPDATES_PER("warp"), 8, 0.5, 0.5, false, BOTH_WARPS},
               GATE_SHARED(4 * COUNTED, 8, 64)),
    ITEMS_END};

static const Item global_items[] = {
    ITEM_RIGHT(5, "the right counts"),
    ITEM_SAFE(3, "03.2"),
    ITEM_GATES("threads", "the threads share the bytes", 2, NULL, "01.8", GATE_SHARED(COUNTED, 16, 128)),
    ITEMS_END};

static const Item private_items[] = {
    ITEM_RIGHT(6, "the right counts"),
    ITEM_SAFE(4, "03.10"),
    ITEM_GATES("private", "a block adds to each bin once", 7, NULL, NULL,
               {ATOMIC_SECTORS, LOADING_BLOCKS, UPDATES_PER("block"), 2850, 32, 64, false,
                MOST_BLOCKS},
               {SHARED_ATOMICS, NULL, "shared atomics (warp instructions)", 0, COUNTED / 32,
                COUNTED / 64, true},
               {MOST_LOADED_BY_BLOCK, NULL, "bytes loaded by the busiest block", COUNTED, 4096,
                COUNTED / 2, false}),
    ITEMS_END};

static const Item maximum_items[] = {
    ITEM_RIGHT(8, "the largest, bit for bit"),
    ITEM_SAFE(4, "03.12"),
    ITEM_GATES("compare", "no swap without a larger value, at most one per thread", 5, NULL, NULL,
               {ATOMIC_SECTORS, LOADING_BLOCKS, UPDATES_PER("block"), 4096, 4, 128, false,
                MOST_BLOCKS},
               GATE_SHARED(4 * COUNTED, 68, 1024)),
    ITEMS_END};

static const Item record_items[] = {
    ITEM_RIGHT(7, "count, sum and maximum"),
    ITEM_SAFE(6, "03.15"),
    ITEM_GATES("once", "a block takes the lock once", 4, NULL, "03.14",
               {ATOMIC_SECTORS, LOADING_BLOCKS, UPDATES_PER("block"), 512, 2, 8, false,
                MOST_BLOCKS}),
    ITEMS_END};

#define SHARED_WAVES(what) "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_" what ".sum"

static const Item fastest_items[] = {
    ITEM_RIGHT(2, "the right counts"),
    ITEM_SAFE(1, "03.10"),
    ITEM_GATES("memory", "each sector read once, in vectors", 3, NULL, NULL,
               {READ_SECTORS, NULL, "32-byte sectors loaded from global memory", 2 * RACE_COUNTED / 32,
                RACE_COUNTED / 32, RACE_COUNTED / 32 * 11 / 10, false},
               {LOAD_REQUESTS, NULL, "load requests to global memory", RACE_COUNTED / 32,
                RACE_COUNTED / 512, RACE_COUNTED / 512 * 5 / 2, false},
               {MOST_LOADED_BY_BLOCK, NULL, "bytes loaded by the busiest block", RACE_COUNTED, 16384,
                RACE_COUNTED / 8, false}),
    ITEM_GATES("lanes", "no lane waits for another one, and few updates of global memory", 4, NULL, NULL,
               {SHARED_WAVES("atom"), NULL, "wavefronts of shared atomics", RACE_COUNTED / 32 * 31 / 10,
                RACE_COUNTED / 32, 2 * (RACE_COUNTED / 32), false},
               {SHARED_WAVES("ld") "+" SHARED_WAVES("st"), NULL,
                "wavefronts of shared loads and stores", 7 * (RACE_COUNTED / 32), 64 * 1024,
                4 * (RACE_COUNTED / 32), false},
               {ATOMIC_SECTORS, NULL, "updates of global memory, in 32-byte sectors", RACE_COUNTED,
                64 * 32, 132 * 3 * 32, false}),
    ITEMS_END};

// ---- kinds of input that a part lacks (kit.h) --------------------------------------------------

#define AN_ARRAY {KINDS_shape, "the input is an array"}
#define ALL_TAKEN {KINDS_choice, "every element is counted"}
#define NO_IDLE {KIND_BIT(KIND_idle), "the function chooses its blocks itself"}
#define NOT_2_24 {KIND_BIT(KIND_size_2_24), "part 1 shows who counts in floats"}

static const Lacking count_lacks[] = {AN_ARRAY, NO_IDLE, {0, NULL}};
static const Lacking list_lacks[] = {
    AN_ARRAY, NO_IDLE, NOT_2_24, {KIND_BIT(KIND_old_values), "the list is empty before"}, {0, NULL}};
static const Lacking bytes_lacks[] = {
    AN_ARRAY, ALL_TAKEN, NO_IDLE, NOT_2_24,
    {KIND_BIT(KIND_values_negative), "bytes are not negative"}, {0, NULL}};
static const Lacking collect_lacks[] = {AN_ARRAY, ALL_TAKEN, NO_IDLE, NOT_2_24, {0, NULL}};

static const Part atomics_parts[] = {
    {.number = 1, .id = "count", .name = "a counter that loses nothing", .slide = "03.2",
     .items = count_above_items, .lacks = count_lacks},
    {.number = 2, .id = "each", .name = "a list to append to", .slide = "03.4",
     .items = push_each_items, .lacks = list_lacks},
    {.number = 3, .id = "warp", .name = "one atomic per warp", .slide = "03.6",
     .items = warp_items, .lacks = list_lacks},
    {.number = 4, .id = "global", .name = "a histogram in global memory", .slide = "03.8",
     .items = global_items, .lacks = bytes_lacks},
    {.number = 5, .id = "private", .name = "a private histogram per block", .slide = "03.9",
     .items = private_items, .lacks = bytes_lacks},
    {.number = 6, .id = "maximum", .name = "a maximum of floats", .slide = "03.11",
     .items = maximum_items, .lacks = collect_lacks},
    {.number = 7, .id = "lock", .name = "three words behind a lock", .slide = "03.13",
     .items = record_items, .lacks = collect_lacks},
    {.number = 8, .id = "fastest", .name = "as fast as you can", .slide = "03.16",
     .items = fastest_items, .fastest = true, .lacks = bytes_lacks},
    {.number = 0}};
// clang-format on

const Lab lab_03_atomics = {
    .name = "03_atomics",
    .source = "atomics.cu",
    .fastest = "fastest.cu",
    .nvcc_flags = FLAGS_OF_ATOMICS,
    .title = "Thousands of threads, one word, and no update is lost",
    .minutes = 120,
    .parts = atomics_parts,
    .draw = atomics_draw,
    .diagnose = atomics_diagnose,
    .demo = atomics_demo,
    .columns = {{"launches", "grader__launches", NULL},
                {"blocks", "grader__blocks", NULL},
                {"drawn", ATOM_SECTORS, NULL},
                {"added", RED_SECTORS, NULL},
                {"shrd atoms", SHARED_ATOMICS, NULL},
                {"barr/warp", "sim__barriers.sum", "grader__warps"},
                {NULL, NULL, NULL}},
};
