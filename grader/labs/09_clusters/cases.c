// cases.c - the cases of lab 09.
#include "room.h"

#include <math.h>
#include <stdlib.h>

#include "common/contracts/09_clusters.h"
#include "grader/labs/09_clusters/reference.h"
#include "grader/base/memory.h"
#include "grader/labs/kit.h"

enum {
    LARGE = (1 << 24) + 5,         // values of one bin that a float cannot count
    PER_BLOCK = 16 * CLUSTER_BLOCK // values of a block, as the lab's groups_for() gives them
};

// ---- histograms -----------------------------------------------------------------------

typedef enum { BINS_inside, BINS_around, BINS_few, BINS_low, BINS_extreme } BinValues;

static int32_t draw_value(CaseList *list, BinValues kind, int64_t nbins)
{
    switch (kind) {
    case BINS_inside: return (int32_t)draw_int(list, 0, nbins - 1);
    case BINS_around: return (int32_t)draw_int(list, -nbins / 4 - 2, nbins + nbins / 4 + 1);
    case BINS_few: return (int32_t)(draw_int(list, 0, 2) * (nbins / 3));
    case BINS_low: return (int32_t)draw_int(list, -3, 1);
    case BINS_extreme: return draw_bits(list) & 1 ? INT32_MAX : INT32_MIN;
    }
    return 0;
}

// The results, once the values are there.
static void add_bins(CaseList *list, Case *c, int nbins, int n)
{
    Buffer *bins = case_buffer(c, BUFFER_inout, ELEM_u32, (size_t)nbins, "bins");
    uint32_t *before = bins->data, *want = bins->want;
    for (int b = 0; b < nbins; b++)
        want[b] = before[b] = (uint32_t)draw_int(list, 0, 9);
    reference_histogram(want, (size_t)nbins, c->buffer[0].data, (size_t)n);
    int per_cluster = c->arg[2] ? (int)c->arg[2] : 1, blocks = (n + PER_BLOCK - 1) / PER_BLOCK;
    kit_blocks(c, (blocks + per_cluster - 1) / per_cluster * per_cluster);
    if (c->arg[2] > nbins)
        kit_note(c, KIND_idle);
}

static Case *add_histogram(CaseList *list, const char *group, int nbins, int n, int ranks,
                           BinValues kind, unsigned flags)
{
    Case *c = ranks ? case_add(list, flags, NULL, "nbins=%d n=%d ranks=%d", nbins, n, ranks)
                    : case_add(list, flags, NULL, "nbins=%d n=%d", nbins, n);
    c->group = group;
    KIT_ARGS(c, nbins, n, ranks);
    int32_t *in = case_buffer(c, BUFFER_in, ELEM_i32, (size_t)n, "in")->data;
    for (int i = 0; i < n; i++)
        in[i] = draw_value(list, kind, nbins);
    add_bins(list, c, nbins, n);
    return c;
}

// Values of a kind of the kit. Equal, rising and falling ones are inside of the bins and a little
// beyond; the others are as far outside as an int can be.
static void add_histogram_kind(CaseList *list, const char *group, int nbins, int n, int ranks,
                               Kind kind, unsigned flags)
{
    bool far = kind == KIND_values_lowest || kind == KIND_values_ends;
    bool equal = kind == KIND_values_equal;
    Case *c = ranks ? case_add(list, flags, NULL, "nbins=%d n=%d ranks=%d%s", nbins, n, ranks,
                               kit_words(kind))
                    : case_add(list, flags, NULL, "nbins=%d n=%d%s", nbins, n, kit_words(kind));
    c->group = group;
    KIT_ARGS(c, nbins, n, ranks);
    int32_t *in = case_buffer(c, BUFFER_in, ELEM_i32, (size_t)n, "in")->data;
    kit_fill_ints(list, c, in, (size_t)n, kind,
                  far     ? INT32_MIN
                  : equal ? 0
                          : -nbins / 4 - 2,
                  far     ? INT32_MAX
                  : equal ? nbins - 1
                          : nbins + nbins / 4 + 1);
    add_bins(list, c, nbins, n);
}

static void add_histogram_kinds(CaseList *list, const char *group, int nbins, int n, int ranks)
{
    KIT_EACH_VALUES(k, add_histogram_kind(list, group, nbins, n, ranks, k, 0));
}

static void draw_shared(CaseList *list)
{
    static const int sizes[] = {1, 2, 31, 32, 33, 1000, 1023, 1024, 1025, 4096, 4097};
    add_histogram(list, NULL, 10, 0, 0, BINS_inside, CASE_TRIVIAL);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        add_histogram(list, NULL, i % 2 ? 100 : 7, sizes[i], 0, BINS_inside, 0);
    add_histogram(list, "ends", 1, 500, 0, BINS_around, 0);
    add_histogram(list, "ends", 257, 5000, 0, BINS_around, 0);
    add_histogram(list, "ends", 1000, 777, 0, BINS_extreme, 0);
    add_histogram(list, "ends", 64, 3000, 0, BINS_low, 0);
    add_histogram(list, NULL, 12289, 3000, 0, BINS_inside, 0); // above 48 KB
    add_histogram_kinds(list, "ends", 70, 2000, 0);
    // Eight blocks that add to the same bins at the same time, with the checkers on.
    add_histogram(list, NULL, 50, 7 * PER_BLOCK + 777, 0, BINS_inside, 0);
    add_histogram_kind(list, NULL, 3, LARGE, 0, KIND_values_equal, CASE_CLEAN_ONLY);
    add_histogram(list, NULL, CLUSTER_BINS, 40000, 0, BINS_few, CASE_CLEAN_ONLY);
    add_histogram(list, NULL, 256, 1 << 18, 0, BINS_around, CASE_CLEAN_ONLY);
    add_histogram(list, NULL, 256, COUNTED, 0, BINS_inside, CASE_COUNTED | CASE_CLEAN_ONLY);
}

static void draw_cluster(CaseList *list)
{
    static const int sizes[] = {1, 33, 1023, 1024, 1025, 2049, 9000};
    add_histogram(list, NULL, 10, 0, 4, BINS_inside, CASE_TRIVIAL);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        add_histogram(list, NULL, i % 2 ? 100 : 999, sizes[i], 1 << (i + 1) % 4, BINS_inside, 0);
    add_histogram(list, "ends", 5, 700, 8, BINS_around, 0); // ranks without a bin
    add_histogram(list, "ends", 1, 100, 2, BINS_around, 0);
    add_histogram(list, "ends", 1001, 6000, 4, BINS_around, 0);
    add_histogram(list, "ends", 300, 999, 2, BINS_extreme, 0);
    add_histogram(list, NULL, 30011, 3000, 2, BINS_inside, 0); // 60 KB per block
    add_histogram(list, NULL, 8 * CLUSTER_BINS, 40000, 8, BINS_around, CASE_CLEAN_ONLY);
    add_histogram(list, NULL, 3000, 99991, 4, BINS_few, CASE_CLEAN_ONLY);
    add_histogram(list, NULL, 4096, COUNTED, 4, BINS_inside, CASE_COUNTED | CASE_CLEAN_ONLY);
    // Three rounds of tiles in part 3, with the checkers on.
    add_histogram(list, NULL, 1001, 20000, 2, BINS_inside, 0);
    add_histogram_kinds(list, "ends", 99, 2000, 4);
    // Four clusters that add to the same bins at the same time.
    add_histogram(list, NULL, 60, 7 * PER_BLOCK + 777, 2, BINS_inside, 0);
}

static void draw_any(CaseList *list)
{
    add_histogram(list, "shared", 10, 0, 0, BINS_inside, CASE_TRIVIAL);
    add_histogram(list, "shared", 1, 300, 0, BINS_around, 0);
    add_histogram(list, "shared", 2, 1, 0, BINS_inside, 0);
    add_histogram(list, "shared", 33, 33, 0, BINS_inside, 0);
    add_histogram_kinds(list, "shared", 33, 1000, 0);
    add_histogram(list, "shared", 1000, 5000, 0, BINS_around, 0);
    add_histogram(list, "shared", CLUSTER_BINS, COUNTED, 0, BINS_inside,
                  CASE_COUNTED | CASE_CLEAN_ONLY);
    add_histogram(list, "cluster", CLUSTER_BINS + 1, 2500, 0, BINS_around, 0);
    add_histogram(list, "cluster", CLUSTER_BINS + 1, 32, 0, BINS_extreme, 0);
    add_histogram(list, "cluster", CLUSTER_BINS + 999, 30000, 0, BINS_around, CASE_CLEAN_ONLY);
    add_histogram(list, "cluster", 2 * CLUSTER_BINS, COUNTED, 0, BINS_inside,
                  CASE_COUNTED | CASE_CLEAN_ONLY);
    add_histogram(list, "global", 2 * CLUSTER_BINS + 1, 3000, 0, BINS_around, 0);
    // A cluster of eight blocks would have room for these bins.
    add_histogram(list, "global", 8 * CLUSTER_BINS, COUNTED, 0, BINS_around,
                  CASE_COUNTED | CASE_CLEAN_ONLY);
    add_histogram(list, "global", 1000003, 5 * CLUSTER_BLOCK + 11, 0, BINS_around, CASE_CLEAN_ONLY);
    add_histogram(list, "global", 2 * CLUSTER_BINS + 1, 7 * PER_BLOCK + 777, 0, BINS_extreme, 0);
    add_histogram_kind(list, "global", 2 * CLUSTER_BINS + 1, 40, 0, KIND_values_equal, 0);
    add_histogram(list, "global", 2 * CLUSTER_BINS + 1, 0, 0, BINS_inside, CASE_TRIVIAL);
}

// ---- rows and sums ----------------------------------------------------------------------

static void add_rows_of(CaseList *list, int rows, int length, int steps, Kind kind, unsigned flags)
{
    Case *c = case_add(list, flags, NULL, "rows=%d length=%d steps=%d%s", rows, length, steps,
                       kit_words(kind));
    size_t count = (size_t)rows * (size_t)length;
    KIT_ARGS(c, rows, length, steps);
    float *in = case_buffer(c, BUFFER_in, ELEM_f32, count, "in")->data;
    if (kind != KINDS)
        kit_fill_floats(list, c, in, count, kind, -4, 4);
    for (size_t i = 0; i < count && kind == KINDS; i++)
        in[i] = (float)draw_real(list, -1, 1);
    Buffer *out = case_buffer(c, BUFFER_out, ELEM_f32, count, "out");
    for (int r = 0; r < rows; r++)
        reference_smooth((float *)out->want + (size_t)r * (size_t)length,
                         in + (size_t)r * (size_t)length, (size_t)length, steps);
    out->tolerance = reference_smooth_tolerance(1, steps);
    // The blocks of a row use each other's memory; the last one has threads beyond the row.
    kit_blocks(c, steps > 0 ? (length + CLUSTER_BLOCK - 1) / CLUSTER_BLOCK : 0);
    if (length % CLUSTER_BLOCK)
        kit_note(c, KIND_idle);
}

static void add_rows(CaseList *list, int rows, int length, int steps, unsigned flags)
{
    add_rows_of(list, rows, length, steps, KINDS, flags);
}

static void draw_rows(CaseList *list)
{
    static const int lengths[] = {1, 2, 3, 1023, 1024, 1025, 1026, 2047, 2048, 2049, 3000, 5121};
    add_rows(list, 0, 100, 3, CASE_TRIVIAL);
    add_rows(list, 2, 0, 3, CASE_TRIVIAL);
    add_rows(list, 3, 300, 0, 0);
    add_rows(list, 1, 33, 2, 0);
    add_rows(list, 1, 1, 3, 0);
    add_rows(list, 40, 1, 2, 0);
    add_rows(list, 5, 7, 2, 0);
    add_rows(list, 100, 3, 2, 0);
    KIT_EACH_VALUES(k, add_rows_of(list, 2, 1100, 3, k, 0));
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        add_rows(list, i % 3 ? 1 : 3, lengths[i], (int)(i % 4) + 1, 0);
    add_rows(list, 1, LONGEST, 5, 0);
    add_rows(list, 3, LONGEST - 1, 20, CASE_CLEAN_ONLY);
    add_rows(list, 40, 2100, 5, CASE_CLEAN_ONLY);
    add_rows(list, ROWS, LONGEST, STEPS, CASE_COUNTED | CASE_CLEAN_ONLY);
}

static void add_sums_of(CaseList *list, int clusters, int n, int ranks, Kind kind, unsigned flags)
{
    Case *c = case_add(list, flags, NULL, "n=%d clusters=%d ranks=%d%s", n, clusters, ranks,
                       kit_words(kind));
    KIT_ARGS(c, clusters, n, ranks);
    int32_t *in = case_buffer(c, BUFFER_in, ELEM_i32, (size_t)n, "in")->data;
    kit_fill_ints(list, c, in, (size_t)n, kind, INT32_MIN, INT32_MAX);
    int64_t *want = case_buffer(c, BUFFER_out, ELEM_i64, (size_t)clusters, "sums")->want;
    int64_t piece = ((int64_t)n + clusters - 1) / clusters;
    for (int i = 0; i < n; i++)
        want[i / piece] += in[i];
    kit_blocks(c, ranks); // they all write to the memory of rank 0
    if (n < (int64_t)clusters * ranks * CLUSTER_BLOCK)
        kit_note(c, KIND_idle);
}

static void add_cluster_sums(CaseList *list, int clusters, int n, int ranks, unsigned flags)
{
    add_sums_of(list, clusters, n, ranks, KINDS, flags);
}

static void draw_sums(CaseList *list)
{
    static const int sizes[] = {1, 2, 31, 32, 33, 1000, 1023, 1024, 1025, 2049, 5000, 8193};
    add_cluster_sums(list, 1, 0, 4, 0); // the sum of no elements is written, too
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        add_cluster_sums(list, i % 3 ? 1 + (int)i : 1, sizes[i], (int)(i % 8) + 1, 0);
    add_cluster_sums(list, 10, 7, 2, 0); // pieces without an element
    add_cluster_sums(list, 300, 299, 1, 0);
    KIT_EACH_VALUES(k, add_sums_of(list, 2, 20011, 8, k, 0));
    add_sums_of(list, 3, LARGE, 8, KIND_values_lowest, CASE_CLEAN_ONLY);
    add_cluster_sums(list, 3, 99991, 8, CASE_CLEAN_ONLY);
    add_cluster_sums(list, 16, 1 << 20, 8, CASE_CLEAN_ONLY);
    add_cluster_sums(list, 8, 1 << 17, 8, CASE_COUNTED | CASE_CLEAN_ONLY);
}

void clusters_draw(CaseList *list, int part)
{
    switch (part) {
    case 1: draw_shared(list); break;
    case 2:
    case 3: draw_cluster(list); break;
    case 4: draw_any(list); break;
    case 5: draw_rows(list); break;
    case 6: draw_sums(list); break;
    case PART_fastest: clusters_fastest_draw(list); break;
    }
}
