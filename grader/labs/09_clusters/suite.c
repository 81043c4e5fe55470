// suite.c - how lab 09 is judged: its cases, its gates, its hints.
//
// The gates' numbers were counted on the counted cases below:
//   - with bins in shared memory, the only atomics on global memory are one per block for each
//     bin that is not empty; one warp instruction does 32 of them.
//   - a remote access counts once for each block that a warp instruction reaches. Part 2: 3 of
//     4 ranks for every 32 values, by atomics. Part 3: the same by loads. Part 5: two per block
//     and step. Part 6: one per block, except in rank 0. Loads of 16 bytes need a quarter of
//     these instructions, so part 4 asks for a few only.
//   - in part 3 every value is loaded from global memory once; a version without tiles, in which
//     every block reads all values from global memory, loads every value once per rank.
//   - part 5 loads every element once: one sector for eight elements. A version that keeps the
//     rows in global memory loads three elements per step.
#define SAFE_WORDS "no races, no access to shared memory of a block that does not run"
#include "grader/suite.h"

#include <math.h>
#include <stdlib.h>

#include "fastest.h"
#include "common/labs.h"
#include "grader/labs/09_clusters/reference.h"
#include "grader/base/memory.h"
#include "grader/labs/kit.h"

enum {
    COUNTED = 1 << 16,              // values of the counted histograms
    LARGE = (1 << 24) + 5,          // values of one bin that a float cannot count
    PER_BLOCK = 16 * CLUSTER_BLOCK, // values of a block, as the lab's groups_for() gives them
    ROWS = 4,
    STEPS = 10, // of the counted rows
    LONGEST = CLUSTER_MAX * CLUSTER_BLOCK
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
    c->arg[0] = nbins;
    c->arg[1] = n;
    c->arg[2] = ranks;
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
    c->arg[0] = nbins;
    c->arg[1] = n;
    c->arg[2] = ranks;
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
    for (Kind k = FIRST_VALUES; k <= LAST_VALUES; k++)
        add_histogram_kind(list, group, nbins, n, ranks, k, 0);
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

// ---- rows and sums -----------------------------------------------------------------------

static void add_rows_of(CaseList *list, int rows, int length, int steps, Kind kind, unsigned flags)
{
    Case *c = case_add(list, flags, NULL, "rows=%d length=%d steps=%d%s", rows, length, steps,
                       kit_words(kind));
    size_t count = (size_t)rows * (size_t)length;
    c->arg[0] = rows;
    c->arg[1] = length;
    c->arg[2] = steps;
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
    for (Kind k = FIRST_VALUES; k <= LAST_VALUES; k++)
        add_rows_of(list, 2, 1100, 3, k, 0);
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
    c->arg[0] = clusters;
    c->arg[1] = n;
    c->arg[2] = ranks;
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
    for (Kind k = FIRST_VALUES; k <= LAST_VALUES; k++)
        add_sums_of(list, 2, 20011, 8, k, 0);
    add_sums_of(list, 3, LARGE, 8, KIND_values_lowest, CASE_CLEAN_ONLY);
    add_cluster_sums(list, 3, 99991, 8, CASE_CLEAN_ONLY);
    add_cluster_sums(list, 16, 1 << 20, 8, CASE_CLEAN_ONLY);
    add_cluster_sums(list, 8, 1 << 17, 8, CASE_COUNTED | CASE_CLEAN_ONLY);
}

static void clusters_draw(CaseList *list, int part)
{
    switch (part) {
    case 1: draw_shared(list); break;
    case 2:
    case 3: draw_cluster(list); break;
    case 4: draw_any(list); break;
    case 5: draw_rows(list); break;
    case 6: draw_sums(list); break;
    case PART_fastest_histogram: draw_fastest_histogram(list); break;
    }
}

// ---- diagnoses: what went wrong? ------------------------------------------------------------

// A wrong histogram: its case, and what follows from it.
typedef struct {
    const int32_t *in;
    const uint32_t *before, *want, *bins;
    size_t n, nbins;
    size_t ranks, own; // blocks of a cluster, bins of a block
} Histogram;

static Histogram histogram_of(const Case *c, const void *got)
{
    Histogram h = {.in = c->buffer[0].data,
                   .before = c->buffer[1].data,
                   .want = c->buffer[1].want,
                   .bins = got,
                   .n = c->buffer[0].count,
                   .nbins = c->buffer[1].count,
                   .ranks = c->arg[2] > 1 ? (size_t)c->arg[2] : 1};
    h.own = (h.nbins + h.ranks - 1) / h.ranks;
    return h;
}

static size_t bin_of(int32_t value, size_t nbins)
{
    return value < 0 ? 0 : (size_t)value >= nbins ? nbins - 1 : (size_t)value;
}

// Are the bins those of counting only the values for which takes() is true?
static bool counted_only(const Histogram *h, bool (*takes)(const Histogram *h, size_t i))
{
    bool same = true;
    uint32_t *bins = need(malloc(h->nbins * sizeof *bins));
    for (size_t b = 0; b < h->nbins; b++)
        bins[b] = h->before[b];
    for (size_t i = 0; i < h->n; i++)
        bins[bin_of(h->in[i], h->nbins)] += takes(h, i);
    for (size_t b = 0; b < h->nbins && same; b++)
        same = bins[b] == h->bins[b];
    free(bins);
    return same;
}

static bool is_inside(const Histogram *h, size_t i)
{
    return h->in[i] >= 0 && (size_t)h->in[i] < h->nbins;
}

// Part 3: is the value in the tile of the block that owns its bin?
static bool is_in_own_tile(const Histogram *h, size_t i)
{
    enum { TILE = 4 * CLUSTER_BLOCK };
    return i / TILE % h->ranks == bin_of(h->in[i], h->nbins) / h->own;
}

// Counted at the right place, but in the memory of another block of the cluster.
static bool in_wrong_rank(const Histogram *h)
{
    for (size_t place = 0; place < h->own; place++) {
        uint64_t got = 0, want = 0;
        for (size_t b = place; b < h->nbins; b += h->own) {
            got += h->bins[b];
            want += h->want[b];
        }
        // The last rank may have no such bin: what is counted there is lost.
        if (place + (h->ranks - 1) * h->own < h->nbins ? got != want : got > want)
            return false;
    }
    return h->ranks > 1 && h->own < h->nbins;
}

// Sentences must be true of every failing case to be shown.
static void diagnose_histogram(const Case *c, const void *got, Diagnoses *all)
{
    Histogram h = histogram_of(c, got);
    bool cleared = true, same = true, less = true, more = true, last = h.nbins > 1;
    bool first_rank = h.own < h.nbins;
    for (size_t b = 0; b < h.nbins; b++) {
        cleared = cleared && h.bins[b] == h.want[b] - h.before[b];
        same = same && h.bins[b] == h.before[b];
        less = less && h.bins[b] <= h.want[b];
        more = more && h.bins[b] >= h.want[b];
        first_rank = first_rank && (b >= h.own || h.bins[b] == h.want[b]);
        last = last && (h.bins[b] == h.want[b]) == (b < h.nbins - 1);
    }
    if (same)
        diagnoses_add(all, "no bin has changed: are the counts ever added to bins[]?");
    if (cleared)
        diagnoses_add(all, "the counts are right, but the old values of the bins are lost: add to "
                           "the bins");
    if (!same && counted_only(&h, is_inside))
        diagnoses_add(all, "the values beyond the ends are missing: they belong to the first and "
                           "the last bin");
    if (last)
        diagnoses_add(all, "all bins but the last one are right: is a bound one too small?");
    if (c->part == 3 && h.ranks > 1 && counted_only(&h, is_in_own_tile))
        diagnoses_add(all, "each block has counted only the values of its own tile: the values of "
                           "its bins are in the tiles of all ranks");
    if (in_wrong_rank(&h) && c->part != 3)
        diagnoses_add(all, "values are counted at the right place, but in the memory of a wrong "
                           "rank: bin b belongs to rank b / own, and is bin b % own there");
    if (less && first_rank)
        diagnoses_add(all, "rank 0's bins are right, but counts of the other ranks are missing");
    if (less)
        diagnoses_add(all, "counts are missing, and no bin is too large");
    if (more)
        diagnoses_add(all, "the counts are too large, and none is too small: is a value taken by "
                           "two threads, or was the memory not cleared?");
    diagnoses_add(all, "some bins are too large, others too small");
}

// Is it the right result for another number of steps?
static bool smoothed(const Case *c, const float *out, int steps)
{
    bool same = steps >= 0;
    size_t length = (size_t)c->arg[1], rows = (size_t)c->arg[0];
    float *row = need(malloc((length + 1) * sizeof *row));
    for (size_t r = 0; r < rows && same; r++) {
        reference_smooth(row, (const float *)c->buffer[0].data + r * length, length, steps);
        for (size_t i = 0; i < length && same; i++)
            same =
                fabs((double)row[i] - out[r * length + i]) <= reference_smooth_tolerance(1, steps);
    }
    free(row);
    return same;
}

static void diagnose_rows(const Case *c, const void *got, Diagnoses *all)
{
    const float *out = got, *in = c->buffer[0].data, *want = c->buffer[1].want;
    size_t length = (size_t)c->arg[1], count = c->buffer[1].count, steps = (size_t)c->arg[2];
    bool seams = steps > 0, unchanged = steps > 0, ends = steps > 0;
    size_t wrong = 0;
    for (size_t i = 0; i < count; i++) {
        size_t at = i % length, edge = at % CLUSTER_BLOCK;
        size_t near = edge < CLUSTER_BLOCK - edge ? edge : CLUSTER_BLOCK - edge;
        bool bad = fabs((double)out[i] - want[i]) > c->buffer[1].tolerance;
        wrong += bad;
        unchanged = unchanged && out[i] == in[i];
        size_t end = at < length - 1 - at ? at : length - 1 - at;
        seams = seams && (!bad || near <= steps);
        ends = ends && (!bad || end < steps);
    }
    if (unchanged)
        diagnoses_add(all, "out is a copy of in: nothing is smoothed");
    if (smoothed(c, out, (int)steps + 1))
        diagnoses_add(all, "this is the result of one step more");
    if (smoothed(c, out, (int)steps - 1))
        diagnoses_add(all, "this is the result of one step less");
    if (wrong && ends)
        diagnoses_add(all, "only elements near the ends of the rows are wrong: the first and the "
                           "last element of a row do not change");
    if (wrong && seams && length > CLUSTER_BLOCK)
        diagnoses_add(all, "only elements near the boundaries between blocks are wrong: check the "
                           "halos");
}

// A guess: the sum of a cluster from the elements of its piece, the first one at in[0].
typedef int64_t SumGuess(const int32_t *in, int64_t count, int64_t ranks);

static int64_t sum_of_rank_0(const int32_t *in, int64_t count, int64_t ranks)
{
    int64_t sum = 0;
    for (int64_t i = 0; i < count; i++)
        sum += i / CLUSTER_BLOCK % ranks == 0 ? in[i] : 0;
    return sum;
}

// Each block takes all elements from its first one on.
static int64_t sum_of_short_steps(const int32_t *in, int64_t count, int64_t ranks)
{
    int64_t sum = 0;
    for (int64_t i = 0; i < count; i++)
        sum += in[i] * (i / CLUSTER_BLOCK < ranks ? i / CLUSTER_BLOCK + 1 : ranks);
    return sum;
}

// Each thread adds up in 32 bits.
static int64_t sum_of_ints(const int32_t *in, int64_t count, int64_t ranks)
{
    int64_t sum = 0, step = ranks * CLUSTER_BLOCK;
    for (int64_t first = 0; first < step && first < count; first++) {
        uint32_t wrapped = 0;
        for (int64_t i = first; i < count; i += step)
            wrapped += (uint32_t)in[i];
        sum += (int32_t)wrapped;
    }
    return sum;
}

static bool sums_are(const Case *c, const int64_t *sums, int64_t piece, SumGuess *guess)
{
    const int32_t *in = c->buffer[0].data;
    int64_t n = c->arg[1], clusters = c->arg[0];
    for (int64_t k = 0; k < clusters; k++) {
        int64_t left = n - k * piece, count = left < 0 ? 0 : left < piece ? left : piece;
        if (sums[k] != guess(in + k * piece * (left > 0), count, c->arg[2]))
            return false;
    }
    return true;
}

static int64_t sum_of_all(const int32_t *in, int64_t count, int64_t ranks)
{
    int64_t sum = 0;
    (void)ranks;
    for (int64_t i = 0; i < count; i++)
        sum += in[i];
    return sum;
}

static void diagnose_sums(const Case *c, const void *got, Diagnoses *all)
{
    const int64_t *sums = got;
    int64_t n = c->arg[1], clusters = c->arg[0];
    int64_t piece = (n + clusters - 1) / clusters, down = n / clusters;
    if (down < piece && sums_are(c, sums, down, sum_of_all))
        diagnoses_add(all, "a piece has ceil(n / clusters) elements, but these pieces are rounded "
                           "down");
    if (sums_are(c, sums, piece, sum_of_rank_0))
        diagnoses_add(all, "each sum is that of rank 0 alone: the sums of the other blocks are "
                           "missing");
    if (sums_are(c, sums, piece, sum_of_short_steps))
        diagnoses_add(all, "elements are added by several blocks: each block takes all elements "
                           "from its first one on, so its step is too short");
    if (sums_are(c, sums, piece, sum_of_ints))
        diagnoses_add(all, "each thread has added up in 32 bits, and an int overflows");
}

static void clusters_diagnose(const Case *c, int b, const void *got, Diagnoses *all)
{
    if (b != case_first_output(c))
        return;
    if (c->part == PART_fastest_histogram)
        fastest_histogram_diagnose(c, got, all);
    else if (c->part <= 4)
        diagnose_histogram(c, got, all);
    else if (c->part == 5)
        diagnose_rows(c, got, all);
    else
        diagnose_sums(c, got, all);
}

// ---- parts, items, gates ----------------------------------------------------------------------

// Remote: to the shared memory of another block of the cluster.
#define REMOTE_ATOMICS "sim__inst_executed_op_remote_shared_atom.sum"
#define REMOTE_LOADS "sim__inst_executed_op_remote_shared_ld.sum"
#define REMOTE REMOTE_LOADS "+sim__inst_executed_op_remote_shared_st.sum+" REMOTE_ATOMICS

// One value per thread of the counted case: more blocks do not lower an average.
enum { MOST_BLOCKS = COUNTED / CLUSTER_BLOCK };

// clang-format off
#define SECTORS_LOADED "32-byte sectors loaded from global memory"
#define GATE_GLOBAL_ATOMICS(its_naive, its_good, its_gate) \
    {GLOBAL_ATOMICS, "grader__blocks", "global atomics (warp instructions) per block", \
     its_naive, its_good, its_gate, false, MOST_BLOCKS}
// The blocks share the work: no block loads more than three eighths of the values.
#define GATE_SHARED_WORK(values, its_good) \
    {MOST_LOADED_BY_BLOCK, NULL, "bytes that the busiest block loads", 4 * (values), its_good, \
     3 * (values) / 2, false}
#define REMOTE_PER_BLOCK "remote accesses (warp instructions) per block"

#define ITEM_RIGHT(its_id, words, worth, its_group) \
    {.kind = ITEM_correct, .id = its_id, .name = words, .points = worth, .group = its_group}
#define ITEM_COUNTS(worth) ITEM_RIGHT("counts", "the right counts", worth, NULL)
#define ITEM_ENDS(worth) ITEM_RIGHT("ends", "values beyond the ends", worth, "ends")

static const Item shared_items[] = {
    ITEM_COUNTS(5),
    ITEM_ENDS(2),
    ITEM_SAFE(3, "09.5"),
    ITEM_GATES("atomics", "values are counted in shared memory", 4, NULL, NULL,
               GATE_GLOBAL_ATOMICS(512, 8, 10), GATE_SHARED_WORK(COUNTED, COUNTED)),
    ITEMS_END};

static const Item spread_items[] = {
    ITEM_COUNTS(6),
    ITEM_ENDS(2),
    ITEM_SAFE(5, "09.8"),
    ITEM_GATES("distributed", "each value is counted in the memory of the block that owns its bin",
               5, NULL, NULL, GATE_GLOBAL_ATOMICS(512, 32, 36),
               {REMOTE_ATOMICS, "grader__warps", "remote atomics per warp", 0, 48, 40, true},
               GATE_SHARED_WORK(COUNTED, COUNTED)),
    ITEMS_END};

static const Item exchange_items[] = {
    ITEM_COUNTS(6),
    ITEM_ENDS(2),
    ITEM_SAFE(5, "09.8"),
    ITEM_GATES("local", "whole warps load the values of other blocks; no remote atomics", 5, NULL,
               NULL,
               {REMOTE_ATOMICS, "grader__warps", "remote atomics per warp", 48, 0, 0, false},
               {REMOTE_LOADS, "grader__warps", "remote loads per warp", 1536, 48, 60, false,
                MOST_BLOCKS * CLUSTER_BLOCK / 32},
               {READ_SECTORS, NULL, SECTORS_LOADED, 4 * COUNTED / 8, COUNTED / 8,
                11 * COUNTED / 80, false},
               GATE_GLOBAL_ATOMICS(512, 32, 36), GATE_SHARED_WORK(COUNTED, COUNTED)),
    ITEMS_END};

static const Item any_items[] = {
    ITEM_RIGHT("shared", "bins that fit in one block", 3, "shared"),
    ITEM_RIGHT("cluster", "bins that fit in a cluster", 4, "cluster"),
    ITEM_RIGHT("global", "bins that fit in no shared memory", 3, "global"),
    ITEM_SAFE(3, "09.8"),
    ITEM_GATES("place", "a cluster, as in part 3, if the bins need one", 2, "cluster", "09.11",
               {REMOTE, "grader__warps", "remote accesses per warp", 0, 16, 2, true},
               {REMOTE_ATOMICS, "grader__warps", "remote atomics per warp", 16, 0, 0, false}),
    ITEM_GATES("worth", "no cluster that is larger than pays", 1, "global", "09.11",
               {REMOTE, "grader__warps", "remote accesses per warp", 112, 0, 0, false},
               GATE_SHARED_WORK(COUNTED, COUNTED)),
    ITEM_GATES("alone", "no cluster if the bins do not need one", 3, "shared", "09.11",
               {REMOTE, "grader__warps", "remote accesses per warp", 16, 0, 0, false},
               {SHARED_ATOMICS, "grader__warps", "shared atomics per warp", 0, 16, 15, true}),
    ITEMS_END};

static const Item smooth_items[] = {
    ITEM_RIGHT("rows", "rows, within the rounding bound", 8, NULL),
    ITEM_SAFE(5, "09.13"),
    ITEM_GATES("once", "global memory is read once, halos come from the neighbours", 6, NULL, NULL,
               {READ_SECTORS, NULL, SECTORS_LOADED, 3.0 * STEPS * ROWS * LONGEST / 8,
                ROWS * LONGEST / 8, 11 * ROWS * LONGEST / 80, false},
               {REMOTE, "grader__blocks", REMOTE_PER_BLOCK, 640, 17.5, 24, false,
                ROWS * LONGEST / CLUSTER_BLOCK},
               {"grader__launches", NULL, "launches", STEPS, 1, 1, false}),
    ITEMS_END};

static const Item sum_items[] = {
    ITEM_RIGHT("sums", "sums, exact", 5, NULL),
    ITEM_SAFE(3, "09.8"),
    ITEM_GATES("once", "the blocks store their sums in rank 0's shared memory", 4, NULL, NULL,
               {GLOBAL_ATOMICS, NULL, "global atomics (warp instructions)", 64, 0, 0, false},
               {STORE_REQUESTS, NULL, "store requests to global memory", 64, 8, 8, false},
               {MOST_LOADED_BY_BLOCK, NULL, "bytes that the busiest block loads", 4 * (1 << 17) / 8,
                4 * (1 << 17) / 64, 6 * (1 << 17) / 64, false},
               {REMOTE, "grader__blocks", REMOTE_PER_BLOCK, 7, 0.875, 2, false, 64}),
    ITEMS_END};

// ---- kinds of input that a part lacks (kit.h) ----

#define AN_ARRAY {KINDS_shape, "the input is an array"}
#define NO_CHOICE {KINDS_choice, "no element is chosen: all are counted, smoothed or added up"}
#define NO_IDLE {KIND_BIT(KIND_idle), "the function chooses its blocks itself"}
#define NOT_2_24 {KIND_BIT(KIND_size_2_24), "part 1 shows who counts in floats"}

static const Lacking shared_lacks[] = {AN_ARRAY, NO_CHOICE, NO_IDLE, {0, NULL}};
static const Lacking cluster_lacks[] = {AN_ARRAY, NO_CHOICE, NOT_2_24, {0, NULL}};
static const Lacking any_lacks[] = {AN_ARRAY, NO_CHOICE, NO_IDLE, NOT_2_24, {0, NULL}};
static const Lacking smooth_lacks[] = {
    NO_CHOICE,
    {KIND_BIT(KIND_shape_window), "a step looks at the neighbours only"},
    {KIND_BIT(KIND_size_2_24), "the rows are short, and nothing counts them"},
    {KIND_BIT(KIND_old_values), "the results are not added to anything"},
    {0, NULL}};
static const Lacking sum_lacks[] = {
    AN_ARRAY, NO_CHOICE,
    {KIND_BIT(KIND_old_values), "the results are not added to anything"},
    {0, NULL}};

static const Part clusters_parts[] = {
    {.number = 1, .id = "shared", .name = "bins in one block's memory", .slide = "09.3",
     .items = shared_items,
     .lacks = shared_lacks},
    {.number = 2, .id = "spread", .name = "bins distributed in a cluster", .slide = "09.6",
     .items = spread_items,
     .lacks = cluster_lacks},
    {.number = 3, .id = "exchange", .name = "remote loads, local atomics", .slide = "09.9",
     .items = exchange_items,
     .lacks = cluster_lacks, .uses = {2}},
    {.number = 4, .id = "any", .name = "any number of bins", .slide = "09.11",
     .items = any_items,
     .lacks = any_lacks, .uses = {1, 2, 3}},
    {.number = 5, .id = "smooth", .name = "halos from the neighbours", .slide = "09.12",
     .items = smooth_items,
     .lacks = smooth_lacks, .uses = {2}},
    {.number = 6, .id = "sum", .name = "one sum per cluster", .slide = "09.14",
     .items = sum_items,
     .lacks = sum_lacks, .uses = {2}},
    {.number = PART_fastest_histogram, .id = "fastest", .name = "as fast as you can", .slide = "09.16",
     .items = fastest_histogram_items, .fastest = true,
     .lacks = fastest_histogram_lacks},
    {.number = 0}};
// clang-format on

const Lab lab_09_clusters = {
    .name = "09_clusters",
    .source = "clusters.cu",
    .fastest = "fastest.cu",
    .nvcc_flags = FLAGS_OF_ATOMICS,
    .title = "Blocks that use each other's shared memory",
    .minutes = 120,
    .compute = 90,
    .parts = clusters_parts,
    .draw = clusters_draw,
    .diagnose = clusters_diagnose,
    .columns = {{"launches", "grader__launches", NULL},
                {"blocks", "grader__blocks", NULL},
                {"glob atoms", GLOBAL_ATOMICS, NULL},
                {"shrd atoms", SHARED_ATOMICS, NULL},
                {"remote", REMOTE, NULL},
                {"ld sectors", LOAD_SECTORS, NULL},
                {NULL, NULL, NULL}},
};
