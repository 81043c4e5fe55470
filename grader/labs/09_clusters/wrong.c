// wrong.c - what a wrong output of lab 09 says about the mistake.
#include "room.h"

#include <math.h>
#include <stdlib.h>

#include "common/contracts/09_clusters.h"
#include "grader/labs/09_clusters/reference.h"
#include "grader/base/memory.h"
#include "grader/labs/kit.h"

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

// The counts are those of the right place in the bins of another rank: it was counted there, or
// added up there.
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
    if (counted_only(&h, is_inside))
        diagnoses_add(all, "the values beyond the ends are missing: they belong to the first and "
                           "the last bin");
    if (last)
        diagnoses_add(all, "all bins but the last one are right: is a bound one too small?");
    if (c->part == 3 && h.ranks > 1 && counted_only(&h, is_in_own_tile))
        diagnoses_add(all, "each block has counted only the values of its own tile: the values of "
                           "its bins are in the tiles of all ranks");
    if (in_wrong_rank(&h) && c->part != 3)
        diagnoses_add(all, "counts have come to the bins of a wrong rank: bin b is bin b % own of "
                           "rank b / own, and rank r adds its bins to bins[r * own] and following");
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

// Near the right sums, and each one a float, though the right ones are not.
static bool sums_are_floats(const Case *c, const int64_t *sums)
{
    const int64_t *want = c->buffer[1].want;
    double most = 0;
    for (size_t i = 0; i < c->buffer[0].count; i++)
        most += fabs((double)((const int32_t *)c->buffer[0].data)[i]);
    for (size_t k = 0; k < c->buffer[1].count; k++)
        if ((double)(float)sums[k] != (double)sums[k] ||
            fabs((double)(sums[k] - want[k])) > most * 0x1p-20)
            return false;
    return true;
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
    if (sums_are_floats(c, sums))
        diagnoses_add(all, "these are the sums as a float has them: it has 24 bits for the digits");
}

// ---- the open part ----------------------------------------------------------------------

enum { HALF = 1 << 15 }; // a 16-bit counter takes this twice

static int64_t missing_from(const Case *c, const uint32_t *bins)
{
    int64_t missing = 0;
    const uint32_t *want = c->buffer[1].want;
    for (size_t b = 0; b < c->buffer[1].count; b++)
        missing += (int64_t)want[b] - bins[b];
    return missing;
}

// A counter of 16 bits has overflowed. The carry may be in the counter beside it.
static bool has_wrapped(const uint32_t *want, const uint32_t *bins, size_t b)
{
    return bins[b] < want[b] && (want[b] - bins[b]) % HALF == 0;
}

static void diagnose_fastest(const Case *c, const void *got, Diagnoses *all)
{
    const uint32_t *bins = got, *want = c->buffer[1].want;
    const int32_t *in = c->buffer[0].data;
    size_t n = c->buffer[0].count, nbins = c->buffer[1].count, wrong = 0, wrapped = 0;
    bool less = true, more = true;
    for (size_t b = 0; b < nbins; b++) {
        less = less && bins[b] <= want[b];
        more = more && bins[b] >= want[b];
        wrong += bins[b] != want[b];
        wrapped += has_wrapped(want, bins, b) || (b % 2 && has_wrapped(want, bins, b - 1));
    }
    if (wrong && wrapped >= wrong)
        diagnoses_add(all, "counts are too small by multiples of 32768: counters of 16 bits have "
                           "overflowed");
    int64_t tail = (int64_t)(n % 4), last = n && in[n - 1] >= 0 ? in[n - 1] : 0;
    size_t last_bin = (size_t)last < nbins ? (size_t)last : nbins - 1;
    if (less && tail > 0 && missing_from(c, bins) == tail && bins[last_bin] < want[last_bin])
        diagnoses_add(all, "the n % 4 values after the last vector are missing");
    if (less)
        diagnoses_add(all, "counts are missing, and no bin is too large");
    if (more)
        diagnoses_add(all, "the counts are too large, and none is too small: is a value taken by "
                           "two threads, or was the memory not cleared?");
    diagnoses_add(all, "some bins are too large, others too small");
}

// ---- all parts --------------------------------------------------------------------------

void clusters_diagnose(const Case *c, int b, const void *got, Diagnoses *all)
{
    if (b != case_first_output(c))
        return;
    if (c->part == PART_fastest)
        diagnose_fastest(c, got, all);
    else if (c->part <= 4)
        diagnose_histogram(c, got, all);
    else if (c->part == 5)
        diagnose_rows(c, got, all);
    else
        diagnose_sums(c, got, all);
}
