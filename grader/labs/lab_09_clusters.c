// lab_09_clusters.c - how lab 09 is judged: its cases, its gates, its hints.
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

#include "common/labs.h"
#include "common/reference/clusters.h"

enum {
    COUNTED = 1 << 16, // values of the counted histograms
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
    Buffer *bins = case_buffer(c, BUFFER_inout, ELEM_u32, (size_t)nbins, "bins");
    uint32_t *before = bins->data, *want = bins->want;
    for (int b = 0; b < nbins; b++)
        want[b] = before[b] = (uint32_t)draw_int(list, 0, 9);
    reference_histogram(want, (size_t)nbins, in, (size_t)n);
    return c;
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
}

static void draw_any(CaseList *list)
{
    add_histogram(list, "shared", 10, 0, 0, BINS_inside, CASE_TRIVIAL);
    add_histogram(list, "shared", 1, 300, 0, BINS_around, 0);
    add_histogram(list, "shared", 1000, 5000, 0, BINS_around, 0);
    add_histogram(list, "shared", CLUSTER_BINS, COUNTED, 0, BINS_inside,
                  CASE_COUNTED | CASE_CLEAN_ONLY);
    add_histogram(list, "cluster", CLUSTER_BINS + 1, 2500, 0, BINS_around, 0);
    add_histogram(list, "cluster", CLUSTER_BINS + 999, 30000, 0, BINS_around, CASE_CLEAN_ONLY);
    add_histogram(list, "cluster", 2 * CLUSTER_BINS, COUNTED, 0, BINS_inside,
                  CASE_COUNTED | CASE_CLEAN_ONLY);
    add_histogram(list, "global", 2 * CLUSTER_BINS + 1, 3000, 0, BINS_around, 0);
    add_histogram(list, "global", 1000003, COUNTED, 0, BINS_around, CASE_COUNTED | CASE_CLEAN_ONLY);
    add_histogram(list, "global", 2 * CLUSTER_BINS + 1, 0, 0, BINS_inside, CASE_TRIVIAL);
}

// ---- rows and sums -----------------------------------------------------------------------

static void add_rows(CaseList *list, int rows, int length, int steps, unsigned flags)
{
    Case *c = case_add(list, flags, NULL, "rows=%d length=%d steps=%d", rows, length, steps);
    size_t count = (size_t)rows * (size_t)length;
    c->arg[0] = rows;
    c->arg[1] = length;
    c->arg[2] = steps;
    float *in = case_buffer(c, BUFFER_in, ELEM_f32, count, "in")->data;
    for (size_t i = 0; i < count; i++)
        in[i] = (float)draw_real(list, -1, 1);
    Buffer *out = case_buffer(c, BUFFER_out, ELEM_f32, count, "out");
    for (int r = 0; r < rows; r++)
        reference_smooth((float *)out->want + (size_t)r * (size_t)length,
                         in + (size_t)r * (size_t)length, (size_t)length, steps);
    out->tolerance = reference_smooth_tolerance(1, steps);
}

static void draw_rows(CaseList *list)
{
    static const int lengths[] = {1, 2, 3, 1023, 1024, 1025, 1026, 2047, 2048, 2049, 3000, 5121};
    add_rows(list, 0, 100, 3, CASE_TRIVIAL);
    add_rows(list, 2, 0, 3, CASE_TRIVIAL);
    add_rows(list, 3, 300, 0, 0);
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        add_rows(list, i % 3 ? 1 : 3, lengths[i], (int)(i % 4) + 1, 0);
    add_rows(list, 1, LONGEST, 5, 0);
    add_rows(list, 3, LONGEST - 1, 20, CASE_CLEAN_ONLY);
    add_rows(list, 30, 2100, 5, CASE_CLEAN_ONLY);
    add_rows(list, ROWS, LONGEST, STEPS, CASE_COUNTED | CASE_CLEAN_ONLY);
}

static void add_cluster_sums(CaseList *list, int clusters, int n, int ranks, unsigned flags)
{
    Case *c = case_add(list, flags, NULL, "n=%d clusters=%d ranks=%d", n, clusters, ranks);
    c->arg[0] = clusters;
    c->arg[1] = n;
    c->arg[2] = ranks;
    int32_t *in = case_buffer(c, BUFFER_in, ELEM_i32, (size_t)n, "in")->data;
    for (int i = 0; i < n; i++)
        in[i] = (int32_t)draw_int(list, INT32_MIN, INT32_MAX);
    int64_t *want = case_buffer(c, BUFFER_out, ELEM_i64, (size_t)clusters, "sums")->want;
    int64_t piece = ((int64_t)n + clusters - 1) / clusters;
    for (int i = 0; i < n; i++)
        want[i / piece] += in[i];
}

static void draw_sums(CaseList *list)
{
    static const int sizes[] = {1, 2, 31, 32, 33, 1000, 1023, 1024, 1025, 2049, 5000, 8193};
    add_cluster_sums(list, 1, 0, 4, 0); // the sum of no elements is written, too
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        add_cluster_sums(list, i % 3 ? 1 + (int)i : 1, sizes[i], (int)(i % 8) + 1, 0);
    add_cluster_sums(list, 10, 7, 2, 0); // pieces without an element
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
    }
}

// ---- diagnoses: what went wrong? ------------------------------------------------------------

// Typical wrong histograms: values out of range left out, the old counts lost, and others.
static const char *diagnose_histogram(const Case *c, const void *got)
{
    const int32_t *in = c->buffer[0].data;
    const uint32_t *before = c->buffer[1].data, *want = c->buffer[1].want, *bins = got;
    size_t nbins = c->buffer[1].count, n = c->buffer[0].count;
    size_t own = c->arg[2] > 1 ? (nbins + (size_t)c->arg[2] - 1) / (size_t)c->arg[2] : nbins;
    bool cleared = true, same = true, less = true, more = true, dropped = true,
         first_rank = own < nbins;
    uint32_t low = 0, high = 0;
    for (size_t i = 0; i < n; i++) {
        low += in[i] < 0;
        high += in[i] >= (int64_t)nbins;
    }
    for (size_t b = 0; b < nbins; b++) {
        uint32_t outside = (b == 0 ? low : 0) + (b == nbins - 1 ? high : 0);
        cleared = cleared && bins[b] == want[b] - before[b];
        same = same && bins[b] == before[b];
        less = less && bins[b] <= want[b];
        more = more && bins[b] >= want[b];
        first_rank = first_rank && (b >= own || bins[b] == want[b]);
        dropped = dropped && bins[b] == want[b] - outside;
    }
    if (same)
        return "no bin has changed: are the counts ever added to bins[]?";
    if (cleared)
        return "the counts are right, but the old values of the bins are lost: add to the bins";
    if (dropped && low + high)
        return "the values beyond the ends are missing: they belong to the first and the last bin";
    if (less && first_rank && c->part == 3)
        return "rank 0's bins are right, but counts of the other ranks are missing: does every "
               "rank take part in all rounds, and read every tile?";
    if (less)
        return "counts are missing: two threads that count without an atomic lose an update, and a "
               "value that no block takes is lost, too";
    if (more)
        return "the counts are too large: do two threads take the same value?";
    if (c->part == 3)
        return "some bins are too large, others too small: is a tile overwritten while other "
               "blocks still read it, or are values counted in a wrong bin?";
    return "some bins are too large, others too small: values are counted in a wrong bin";
}

static const char *diagnose_rows(const Case *c, const void *got)
{
    const float *out = got, *in = c->buffer[0].data, *want = c->buffer[1].want;
    size_t length = (size_t)c->arg[1], count = c->buffer[1].count;
    bool seams = c->arg[2] > 0, unchanged = c->arg[2] > 0;
    size_t wrong = 0;
    for (size_t i = 0; i < count; i++) {
        size_t at = i % length, edge = at % CLUSTER_BLOCK;
        size_t near = edge < CLUSTER_BLOCK - edge ? edge : CLUSTER_BLOCK - edge;
        bool bad = fabs((double)out[i] - want[i]) > c->buffer[1].tolerance;
        wrong += bad;
        unchanged = unchanged && out[i] == in[i];
        if (bad && near > (size_t)c->arg[2])
            seams = false;
    }
    if (unchanged)
        return "out is a copy of in: nothing is smoothed";
    if (wrong && seams && length > CLUSTER_BLOCK)
        return "only elements near the boundaries between blocks are wrong: check the halos";
    return NULL;
}

static const char *diagnose_sums(const Case *c, const void *got)
{
    const int64_t *sums = got;
    const int32_t *in = c->buffer[0].data;
    int64_t n = c->arg[1], clusters = c->arg[0], ranks = c->arg[2];
    int64_t piece = (n + clusters - 1) / clusters;
    int64_t down = n / clusters; // a piece's length, rounded down
    bool first = ranks > 1 && n > 0, rounded = down < piece;
    for (int64_t k = 0; k < clusters; k++) {
        int64_t sum = 0, short_sum = 0;
        for (int64_t i = k * down; i < (k + 1) * down; i++)
            short_sum += in[i];
        rounded = rounded && sums[k] == short_sum;
        for (int64_t i = k * piece; i < (k + 1) * piece && i < n; i++)
            if ((i - k * piece) / CLUSTER_BLOCK % ranks == 0)
                sum += in[i];
        first = first && sums[k] == sum;
    }
    return rounded ? "a piece has ceil(n / clusters) elements, but these pieces are rounded down"
           : first ? "each sum is that of rank 0 alone: the sums of the other blocks are missing"
                   : NULL;
}

static const char *clusters_diagnose(const Case *c, const void *got)
{
    return c->part <= 4   ? diagnose_histogram(c, got)
           : c->part == 5 ? diagnose_rows(c, got)
                          : diagnose_sums(c, got);
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
               GATE_GLOBAL_ATOMICS(512, 8, 10)),
    ITEMS_END};

static const Item spread_items[] = {
    ITEM_COUNTS(6),
    ITEM_ENDS(2),
    ITEM_SAFE(5, "09.8"),
    ITEM_GATES("distributed", "each value is counted in the memory of the block that owns its bin",
               5, NULL, NULL, GATE_GLOBAL_ATOMICS(512, 32, 36),
               {REMOTE_ATOMICS, "grader__warps", "remote atomics per warp", 0, 48, 40, true}),
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
               {LOAD_SECTORS, NULL, SECTORS_LOADED, 4 * COUNTED / 8, COUNTED / 8,
                11 * COUNTED / 80, false},
               GATE_GLOBAL_ATOMICS(512, 32, 36)),
    ITEMS_END};

static const Item any_items[] = {
    ITEM_RIGHT("shared", "bins that fit in one block", 3, "shared"),
    ITEM_RIGHT("cluster", "bins that fit in a cluster", 4, "cluster"),
    ITEM_RIGHT("global", "bins that fit in no shared memory", 3, "global"),
    ITEM_SAFE(3, "09.8"),
    ITEM_GATES("place", "a cluster if the bins need one", 3, "cluster", "09.11",
               {REMOTE, "grader__warps", "remote accesses per warp", 0, 16, 2, true}),
    ITEM_GATES("alone", "no cluster if the bins do not need one", 3, "shared", "09.11",
               {REMOTE, "grader__warps", "remote accesses per warp", 16, 0, 0, false},
               {SHARED_ATOMICS, "grader__warps", "shared atomics per warp", 0, 16, 15, true}),
    ITEMS_END};

static const Item smooth_items[] = {
    ITEM_RIGHT("rows", "rows, within the rounding bound", 8, NULL),
    ITEM_SAFE(5, "09.13"),
    ITEM_GATES("once", "global memory is read once, halos come from the neighbours", 6, NULL, NULL,
               {LOAD_SECTORS, NULL, SECTORS_LOADED, 3.0 * STEPS * ROWS * LONGEST / 8,
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
               {REMOTE, "grader__blocks", REMOTE_PER_BLOCK, 7, 0.875, 2, false, 64}),
    ITEMS_END};

static const Part clusters_parts[] = {
    {.number = 1, .id = "shared", .name = "bins in one block's memory", .slide = "09.3",
     .items = shared_items, .diagnose = clusters_diagnose,
     .hint = {"Three phases with a barrier between them: every thread clears some elements of "
              "mine[], every thread counts some of the values, every thread adds some elements "
              "of mine[] to the bins.",
              "The threads of a block step through the bins by BLOCK; the threads of the grid "
              "step through the values by gridDim.x * BLOCK. bin_of() handles the values beyond "
              "the ends.",
              "A launch with more than 48 KB of shared memory fails until "
              "cudaFuncSetAttribute(shared_bins, cudaFuncAttributeMaxDynamicSharedMemorySize, "
              "bytes) has been called."}},
    {.number = 2, .id = "spread", .name = "bins distributed in a cluster", .slide = "09.6",
     .items = spread_items, .diagnose = clusters_diagnose,
     .hint = {"cluster.map_shared_rank(mine, r) is the address of mine[] in the block of rank r. "
              "You can pass it to atomicAdd like any other address.",
              "Bin b belongs to rank b / own, and is bin b % own there. Before a block counts, "
              "all blocks must have cleared their bins: cluster.sync(). Before a block adds up "
              "its bins or ends, all blocks must have counted: cluster.sync() again.",
              "The launch, with cudaLaunchConfig_t config = {} and cudaLaunchAttribute attribute "
              "= {}: config.gridDim counts blocks (clusters * ranks); attribute.id = "
              "cudaLaunchAttributeClusterDimension, attribute.val.clusterDim.x = ranks, .y = .z "
              "= 1; config.attrs = &attribute, config.numAttrs = 1; cudaLaunchKernelEx(&config, "
              "kernel, args...)."}},
    {.number = 3, .id = "exchange", .name = "remote loads, local atomics", .slide = "09.9",
     .items = exchange_items, .diagnose = clusters_diagnose,
     .hint = {"A round: each block fills its tile, the cluster waits, each block reads all tiles "
              "of the cluster and counts the values whose bins it owns. Then the next round "
              "follows, with the other tile.",
              "Why two tiles: while a slow block still reads the tiles of this round, a fast "
              "block fills its tile of the next round. It cannot get two rounds ahead, because "
              "the barrier stops it.",
              "__shared__ int tile[2][TILE]. The first round starts at value (blockIdx.x - rank) "
              "* TILE, each other one gridDim.x * TILE further; rank r's tile is r * TILE after "
              "the start. A value v belongs to this block if bin_of(v, nbins) - rank * own is in "
              "0 ... own - 1. After the last round one more cluster.sync(): other blocks may "
              "still read your tile when you are done."}},
    {.number = 4, .uses = {1, 2}, .id = "any", .name = "any number of bins", .slide = "09.11",
     .items = any_items, .diagnose = clusters_diagnose,
     .hint = {"There are three places, from the fastest to the largest: the shared memory of one "
              "block, that of a cluster, and global memory. Take the first one that is large "
              "enough.",
              "One block has room for BINS bins, a cluster of WORTH_RANKS blocks for WORTH_RANKS "
              "* BINS. The host functions of parts 1 and 3 do the rest.",
              "Global memory: global_bins<<<groups_for(n, BLOCK), BLOCK>>>(bins, nbins, in, n), "
              "unless n is 0, because a grid of 0 blocks is an error."}},
    {.number = 5, .uses = {2}, .id = "smooth", .name = "halos from the neighbours", .slide = "09.12",
     .items = smooth_items, .diagnose = clusters_diagnose,
     .hint = {"Use __shared__ float part[2][BLOCK]. Keep your element in a register, and in "
              "every step store it in part[now][t] for the other threads. After cluster.sync() "
              "all old values can be read.",
              "The left neighbour of thread 0 is cluster.map_shared_rank(part[now], rank - "
              "1)[BLOCK - 1]; the right neighbour of the last thread is element [0] of the next "
              "rank. Elements 0 and length - 1 keep their values. All threads take part in every "
              "barrier, also threads beyond the row.",
              "With two rows of part[], used in turn, one barrier per step is enough. One more "
              "cluster.sync() after the last step, because a block must not end while a "
              "neighbour reads its halo. 5b: launch_clusters(smooth, rows, ceil_div(length, "
              "BLOCK), 0, out, in, length, steps), unless there is nothing to do."}},
    {.number = 6, .uses = {2}, .id = "sum", .name = "one sum per cluster", .slide = "09.14",
     .items = sum_items, .diagnose = clusters_diagnose,
     .hint = {"Every block adds up its share of the piece with block_sum, and stores one number "
              "in rank 0's shared memory, at an index of its own.",
              "Before a block writes there, rank 0 must have started: cluster.sync(). After the "
              "write another cluster.sync(), so that all sums are there when rank 0 adds them up.",
              "__shared__ long long block_sums[MAX_RANKS]; then "
              "cluster.map_shared_rank(block_sums, 0)[rank] = sum, by thread 0. At the end rank "
              "0 reads its own memory, so the other blocks may end after the second barrier."}},
    {.number = 0}};
// clang-format on

const Lab lab_09_clusters = {
    .name = "09_clusters",
    .source = "clusters.cu",
    .title = "Blocks that use each other's shared memory",
    .minutes = 120,
    .compute = 90,
    .parts = clusters_parts,
    .draw = clusters_draw,
    .columns = {{"launches", "grader__launches", NULL},
                {"blocks", "grader__blocks", NULL},
                {"glob atoms", GLOBAL_ATOMICS, NULL},
                {"shrd atoms", SHARED_ATOMICS, NULL},
                {"remote", REMOTE, NULL},
                {"ld sectors", LOAD_SECTORS, NULL},
                {NULL, NULL, NULL}},
};
