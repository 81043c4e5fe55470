// fastest.c - part 7 of lab 09, the open part: its cases and its gates.
//
// A gate bounds what makes a histogram slow on a GPU, and not the way to avoid it. Counted in the
// PTX of the solution, and of others:
//
//   few    256 bins, 2^20 values: 131072 sectors; 8192 requests with 16 bytes per lane, 32768 with
//          4. One counter per bin has three wavefronts for 32 values, but an H200 is as fast with
//          it as with a counter for each lane: so wavefronts have no bound.
//   many   65536 bins, 2^22 values: global memory updates about a sector per value if it counts; a
//          block that counts in shared memory updates 8192 sectors at its end, so 132 blocks 0.26
//          per value.
#include "room.h"

#include "common/contracts/09_clusters.h"
#include "grader/labs/09_clusters/reference.h"
#include "grader/suite.h"
#include "grader/labs/kit.h"

#include <limits.h>

enum {
    FEW = 1 << 20, // values of the counted cases
    MANY = 1 << 22,
    ONE_COUNTER = 110 << 10, // bins that do not fit in one block's memory even with 16-bit counters
    HALF = 1 << 15           // a 16-bit counter takes this twice
};

// ---- cases ------------------------------------------------------------------------------

typedef enum { SPREAD_alike, SPREAD_around, SPREAD_one_bin, SPREAD_extreme } Spread;

static int32_t spread_value(CaseList *list, Spread spread, int64_t nbins)
{
    switch (spread) {
    case SPREAD_around: return (int32_t)draw_int(list, -nbins / 4 - 2, nbins + nbins / 4 + 1);
    case SPREAD_one_bin:
        return (int32_t)(draw_int(list, 0, 7) ? nbins / 3 : draw_int(list, 0, nbins - 1));
    case SPREAD_extreme: return draw_bits(list) & 1 ? INT32_MAX : INT32_MIN;
    default: return (int32_t)draw_int(list, 0, nbins - 1);
    }
}

static void finish_case(Case *c, int nbins, int n)
{
    KIT_ARGS(c, nbins, n);
    uint32_t *want = case_buffer(c, BUFFER_out, ELEM_u32, (size_t)nbins, "bins")->want;
    reference_histogram(want, (size_t)nbins, c->buffer[0].data, (size_t)n);
    kit_blocks(c, n / (16 * CLUSTER_BLOCK)); // they add to the same bins
}

static void add_spread(CaseList *list, const char *group, int nbins, int n, Spread spread,
                       unsigned flags)
{
    static const char *const words[] = {"", " around", " one bin", " extreme"};
    Case *c = case_add(list, flags, NULL, "nbins=%d n=%d%s", nbins, n, words[spread]);
    c->group = group;
    int32_t *in = case_buffer(c, BUFFER_in, ELEM_i32, (size_t)n, "in")->data;
    for (int i = 0; i < n; i++)
        in[i] = spread_value(list, spread, nbins);
    finish_case(c, nbins, n);
}

static void add_kind_of_values(CaseList *list, const char *group, int nbins, int n, Kind kind,
                               unsigned flags)
{
    bool far = kind == KIND_values_lowest || kind == KIND_values_ends;
    bool equal = kind == KIND_values_equal;
    Case *c = case_add(list, flags, NULL, "nbins=%d n=%d%s", nbins, n, kit_words(kind));
    c->group = group;
    int32_t *in = case_buffer(c, BUFFER_in, ELEM_i32, (size_t)n, "in")->data;
    int64_t low = far ? INT32_MIN : equal ? 0 : -nbins / 4 - 2;
    int64_t high = far ? INT32_MAX : equal ? nbins - 1 : nbins + nbins / 4 + 1;
    kit_fill_ints(list, c, in, (size_t)n, kind, low, high);
    finish_case(c, nbins, n);
}

void clusters_fastest_draw(CaseList *list)
{
    static const int sizes[] = {1, 2, 31, 32, 33, 1000, 1023, 1025, 4096, 4099, 16387};
    add_spread(list, "few", 10, 0, SPREAD_alike, CASE_TRIVIAL);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        add_spread(list, "few", i % 2 ? 100 : 7, sizes[i], SPREAD_alike, 0);
    add_spread(list, "few", 1, 500, SPREAD_around, 0);
    add_spread(list, "few", 257, 5001, SPREAD_around, 0);
    add_spread(list, "few", 1000, 777, SPREAD_extreme, 0);
    add_spread(list, "few", 256, 9 * 16 * CLUSTER_BLOCK + 7, SPREAD_around, CASE_CLEAN_ONLY);
    KIT_EACH_VALUES(kind, add_kind_of_values(list, "few", 70, 2003, kind, 0));
    add_spread(list, "few", 50, 8 * 16 * CLUSTER_BLOCK + 5, SPREAD_one_bin, 0);
    add_spread(list, "few", 256, FEW, SPREAD_alike, CASE_COUNTED | CASE_CLEAN_ONLY);

    add_spread(list, "many", 5000, 3001, SPREAD_around, 0);
    add_spread(list, "many", CLUSTER_BINS + 1, 2503, SPREAD_around, 0);
    add_spread(list, "many", 2 * CLUSTER_BINS, 3002, SPREAD_around, 0);
    add_spread(list, "many", ONE_COUNTER + 2049, 3001, SPREAD_around, 0);
    add_spread(list, "many", 1000003, 5000, SPREAD_around, CASE_CLEAN_ONLY);
    add_spread(list, "many", 2 * CLUSTER_BINS, MANY, SPREAD_alike, CASE_COUNTED | CASE_CLEAN_ONLY);

    // A counter of 16 bits does not take these.
    add_kind_of_values(list, "skew", 2 * CLUSTER_BINS - 1, 3 * HALF + 5, KIND_values_equal, 0);
    add_kind_of_values(list, "skew", 2 * CLUSTER_BINS, 20 * HALF + 3, KIND_values_equal,
                       CASE_CLEAN_ONLY);
    add_spread(list, "skew", 2 * CLUSTER_BINS, 16 * HALF, SPREAD_one_bin, CASE_CLEAN_ONLY);
    add_spread(list, "skew", 5000, 6 * HALF, SPREAD_one_bin, CASE_CLEAN_ONLY);
}

// ---- items ------------------------------------------------------------------------------

const Item clusters_fastest_items[] = {
    ITEM_RIGHT("few", "few bins", 1, .group = "few"),
    ITEM_RIGHT("many", "many bins", 1, .group = "many"),
    ITEM_RIGHT("skewed", "bins that take most of the values", 1, .group = "skew"),
    ITEM_SAFE(SAFE_BARRIERS, 1),
    ITEM_GATES(
        "memory", "few bins: values read once, in vectors, and counted in shared memory", 3,
        .group = "few",
        .gate = {GATE_MOST(SECTORS_LOADED, .naive = FEW, .good = FEW / 8, .gate = FEW / 8 * 5 / 4),
                 GATE_MOST(READ_REQUESTS, "load requests to global memory", .naive = FEW / 32,
                           .good = FEW / 128, .gate = FEW / 128 * 12 / 5),
                 GATE_MOST(ATOMIC_SECTORS, "sectors updated by global atomics", .naive = FEW,
                           .good = 64 * 256 / 8, .gate = FEW / 8),
                 GATE_MOST(BLOCK_LOADS, .naive = 4.0 * FEW, .good = FEW / 16, .gate = FEW / 2)}),
    ITEM_GATES(
        "halves", "many bins: counted in shared memory, too", 3, .group = "many",
        .gate = {GATE_MOST(SECTORS_LOADED, .naive = MANY, .good = MANY / 8,
                           .gate = MANY / 8 * 5 / 4),
                 GATE_MOST(READ_REQUESTS, "load requests to global memory", .naive = MANY / 32,
                           .good = MANY / 128, .gate = MANY / 128 * 11 / 5),
                 GATE_MOST(ATOMIC_SECTORS, "sectors updated by global atomics", .naive = MANY,
                           .good = 64 * 65536 / 8, .gate = MANY / 2),
                 GATE_MOST(BLOCK_LOADS, .naive = 4.0 * MANY, .good = MANY / 16, .gate = MANY / 2)}),
    ITEMS_END,
};

const Lacking clusters_fastest_lacks[] = {
    LACKS(KINDS_shape, "the input is an array"),
    LACKS(KINDS_choice, "no element is chosen: all are counted"),
    LACKS(KIND_BIT(KIND_idle), "the function chooses its blocks itself"),
    LACKS(KIND_BIT(KIND_old_values), "the bins are written, not added to"),
    LACKS(KIND_BIT(KIND_size_2_24), "part 1 shows who counts in floats"),
    LACKS_END};
