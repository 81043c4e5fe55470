// wrong.c - what a wrong output of lab 07 says about the mistake.
#include "room.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grader/labs/07_streams/reference.h"

static const uint32_t POISON = 0xcbcbcbcb; // an output in host memory before the call

static bool all_words(const uint32_t *got, const uint32_t *from, size_t n, uint64_t steps)
{
    for (size_t i = 0; i < n; i++)
        if (got[i] != reference_jump(from[i], steps))
            return false;
    return true;
}

static bool all_the_same(const uint32_t *got, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if (got[i] != got[0])
            return false;
    return true;
}

// Are the first words right, and is the rest what was there before?
static bool rest_is_missing(const uint32_t *got, const uint32_t *want, size_t n, size_t *right)
{
    *right = 0;
    while (*right < n && got[*right] == want[*right])
        ++*right;
    for (size_t i = *right; i < n; i++)
        if (got[i] != POISON)
            return false;
    return *right < n;
}

// Does each piece have the words of the first one?
static bool repeats_first_piece(const Case *c, const uint32_t *got, const uint32_t *want, size_t n)
{
    size_t chunk = (size_t)c->arg[1];
    if (c->part < 3 || c->part > 5 || chunk == 0 || chunk >= n)
        return false;
    for (size_t i = 0; i < n; i++)
        if (got[i] != want[i % chunk])
            return false;
    return true;
}

static void diagnose_rest_of_words(const Case *c, size_t right, size_t n, Diagnoses *all)
{
    size_t chunk = (size_t)c->arg[1], device = c->part == 4 ? n - n / 6 : n;
    bool pieces = c->part >= 3 && c->part <= 5 && chunk > 0;
    if (right == 0)
        diagnoses_add(all, "nothing was copied back");
    if (c->part == 4 && right == device && right < n)
        diagnoses_add(all, "the host's share, the last n / 6 words of `out`, was never written");
    if (pieces && right == device / chunk * chunk)
        diagnoses_add(all, "the words after the last whole piece were never copied back");
    if (right == n / sizeof(uint32_t))
        diagnoses_add(all, "only a quarter of the words was copied back: count bytes, not words");
    diagnoses_add(all, "the first words are right, the others were never copied back");
}

static void diagnose_words(const Case *c, const void *data, const Buffer *in, const Buffer *out,
                           Diagnoses *all)
{
    const uint32_t *got = data, *want = out->want, *from = in->data;
    size_t n = out->count, right = 0, quarter = n / sizeof *got;
    if (n == 0 || in->count != n)
        return;
    if (all_words(got, from, n, 0))
        diagnoses_add(all, "the words have not changed: no kernel worked on them between the "
                           "copies");
    if (all_words(got, from, n, steps_of_passes(2)))
        diagnoses_add(all, "the words are one pass too far: is a kernel launched twice?");
    if (repeats_first_piece(c, got, want, n))
        diagnoses_add(all, "each piece has the words of the first piece: is the place of the piece "
                           "missing in an address?");
    if (rest_is_missing(got, want, n, &right))
        diagnose_rest_of_words(c, right, n, all);
    else if (n >= 8 && right == quarter && all_the_same(got + quarter, n - quarter))
        diagnoses_add(all, "only the first quarter is right: the copy to the device has to count "
                           "bytes, not words");
    if (c->part == 4 && right >= n - n / 6 && right < n)
        diagnoses_add(all, "the device's words are right, the host's share, the last n / 6 words, "
                           "is not");
}

// ---- part 6 ----

typedef struct {
    const double *got, *want, *a, *b;
    size_t n;
} Product;

static bool is_missing(double x)
{
    uint64_t poison;
    memset(&poison, 0xcb, sizeof poison);
    return memcmp(&x, &poison, sizeof poison) == 0;
}

// Are all tiles from one on missing, and all tiles before it right?
static bool last_tiles_are_missing(const Product *p)
{
    size_t side = p->n / STREAMS_TILE, first = side * side;
    for (size_t i = 0; i < p->n * p->n; i++) {
        size_t tile = i / p->n / STREAMS_TILE * side + i % p->n / STREAMS_TILE;
        if (is_missing(p->got[i]) && tile < first)
            first = tile;
    }
    for (size_t i = 0; i < p->n * p->n; i++) {
        size_t tile = i / p->n / STREAMS_TILE * side + i % p->n / STREAMS_TILE;
        if (tile < first ? p->got[i] != p->want[i] : !is_missing(p->got[i]))
            return false;
    }
    return first < side * side;
}

static bool is_exchanged(const Product *p)
{
    for (size_t i = 0; i < p->n * p->n; i++)
        if (p->got[i] != p->want[i % p->n * p->n + i / p->n])
            return false;
    return true;
}

// The first row, as if the columns of b were contiguous.
static bool has_packed_columns(const Product *p)
{
    size_t tile = STREAMS_TILE;
    for (size_t col = 0; col < p->n; col++) {
        double sum = 0;
        for (size_t k = 0; k < p->n; k++)
            sum += p->a[k] * p->b[col / tile * tile + k * tile + col % tile];
        if (p->got[col] != sum)
            return false;
    }
    return true;
}

// The second row of tiles, as if the rows of a began at element `row` of a.
static bool has_rows_of_a_unscaled(const Product *p)
{
    for (size_t col = 0; col < p->n; col++) {
        double sum = 0;
        for (size_t k = 0; k < p->n; k++)
            sum += p->a[STREAMS_TILE + k] * p->b[k * p->n + col];
        if (p->got[STREAMS_TILE * p->n + col] != sum)
            return false;
    }
    return true;
}

// The last tile, as if the rows of c were as long as those of a tile.
static bool has_packed_tile(const Product *p)
{
    size_t tile = STREAMS_TILE, at = p->n - tile;
    for (size_t i = 0; i < tile; i++)
        for (size_t j = 0; j < tile && at * p->n + at + i * tile + j < p->n * p->n; j++)
            if (p->got[at * p->n + at + i * tile + j] != p->want[(at + i) * p->n + at + j])
                return false;
    return true;
}

static void diagnose_product(const Case *c, const void *data, Diagnoses *all)
{
    Product p = {data, c->buffer[2].want, c->buffer[0].data, c->buffer[1].data, (size_t)c->arg[0]};
    size_t n = p.n, tile = STREAMS_TILE, missing = 0, beside = 0;
    for (size_t i = 0; i < n * n; i++) {
        missing += is_missing(p.got[i]);
        beside += is_missing(p.got[i]) && i % n >= tile;
    }
    if (missing == n * n)
        diagnoses_add(all, "no tile was copied back");
    if (missing && missing == n * (n - tile) && missing == beside)
        diagnoses_add(all, "only the first column of tiles was written: tile t belongs in row t / "
                           "(n / TILE) and column t % (n / TILE) of the tiles");
    if (last_tiles_are_missing(&p))
        diagnoses_add(all, "the last tiles were never written: which code computes them?");
    if (is_exchanged(&p))
        diagnoses_add(all, "this is the product with rows and columns exchanged");
    if (n > tile && has_packed_columns(&p))
        diagnoses_add(all, "the columns of b were copied as if they were contiguous: their rows "
                           "are n words apart");
    if (n > tile && has_rows_of_a_unscaled(&p))
        diagnoses_add(all,
                      "the rows of a begin at a + row: row number `row` begins at a + row * n");
    if (n > tile && has_packed_tile(&p))
        diagnoses_add(all, "the tile is copied back as if the rows of c were as short as those of "
                           "a tile: they are n words apart");
    if (missing)
        diagnoses_add(all, "some elements were never copied back");
}

// The first output of part 2 is the host's array.
static void diagnose_mine(const Case *c, const void *data, Diagnoses *all)
{
    const Buffer *mine = &c->buffer[1];
    const uint32_t *got = data, *want = mine->want, *from = mine->data;
    size_t m = mine->count, right = 0;
    while (right < m && got[right] == want[right])
        right++;
    if (right == 0 && all_words(got, from, m, 0))
        diagnoses_add(all, "the host's words have not changed: host_advance(mine, mine, m) is "
                           "missing");
    else if (all_words(got + right, from + right, m - right, 0))
        diagnoses_add(all, "only the first of the host's words are advanced: `mine` has m words");
    if (c->arg[1] > 1 && all_words(got, from, m, steps_of_passes(c->arg[1])))
        diagnoses_add(all, "the host's words are advanced by `passes` passes, not by one");
    if (all_words(got, from, m, steps_of_passes(2)))
        diagnoses_add(all, "the host's words are advanced by two passes, not by one");
}

static void diagnose_passes(const Case *c, const void *data, Diagnoses *all)
{
    const Buffer *in = &c->buffer[0];
    const uint32_t *got = data;
    for (int64_t passes = 0; passes <= c->arg[1] + 1; passes++)
        if (passes != c->arg[1] && all_words(got, in->data, in->count, steps_of_passes(passes)))
            diagnoses_add(all, passes == 1 ? "`out` is advanced by one pass, not by `passes`"
                               : passes < c->arg[1] ? "`out` is advanced by too few passes"
                                                    : "`out` is advanced by a pass too many");
    diagnose_words(c, data, in, &c->buffer[2], all);
}

// Outputs after the first one, which is right.
static void diagnose_later(const Case *c, int b, const void *got, Diagnoses *all)
{
    if (c->part == 2)
        diagnose_passes(c, got, all);
    else if (strcmp(c->buffer[b].name, "check") == 0)
        diagnoses_add(all, "`out` is right, *check is not: is it computed over all n words, and "
                           "after the last copy has arrived?");
    else if (strcmp(c->buffer[b].name, "ratio") == 0) {
        float ratio;
        memcpy(&ratio, got, sizeof ratio);
        double passes = (double)c->arg[1], allowed = c->buffer[b].tolerance;
        double want = *(const float *)c->buffer[b].want;
        if (fabs(ratio - passes) < 1e-3 * passes && fabs(want - passes) > allowed)
            diagnoses_add(all, "this is `passes`, and no measurement: the clock of a GPU rises and "
                               "falls, and not every pass takes as long");
        else if (ratio < 0)
            diagnoses_add(all, "a time is negative: cudaEventElapsedTime() takes the earlier event "
                               "first");
        else if (fabs(1 / ratio - want) <= allowed)
            diagnoses_add(all, "this is the first time divided by the second");
        else if (fabs(ratio - 1 - want) <= 1.5 * allowed)
            diagnoses_add(all, "one more: does the second time begin with the first event?");
    }
}

// Which stream's words advanced by a wrong number of steps?
static const char *diagnose_issue_order(const Case *c, const void *data)
{
    size_t n = (size_t)c->arg[0];
    const uint32_t *got = data, *in = c->buffer[0].data, *want = c->buffer[1].want;
    if (c->arg[1] == 'a') {
        bool nothing = true;
        for (size_t i = 0; i < n; i++)
            nothing = nothing && got[i] == POISON;
        return nothing ? "A's words were never copied back: copy_out(A) is missing"
               : all_words(got, in, n, 0) && !all_words(want, in, n, 0)
                   ? "A's words have not changed: merge(A) is missing, or is issued after "
                     "copy_out(A)"
                   : NULL;
    }
    if (c->arg[1] == 'd')
        return NULL;
    static const char *const fewer[] = {
        "stream A's words advanced fewer units than they should: a kernel is missing",
        "stream B's words advanced fewer units than they should: a kernel is missing"};
    static const char *const more[] = {
        "stream A's words advanced more units than they should: there is one kernel too many",
        "stream B's words advanced more units than they should: there is one kernel too many"};
    int units = c->arg[1] == 'b' ? 2 : 3;
    for (int lane = 0; lane < 2; lane++)
        for (int had = 0; had <= 2 * units; had++)
            if (had != units &&
                all_words(got + lane * n, in + lane * n, n, (uint64_t)had * STREAMS_UNIT_STEPS))
                return had < units ? fewer[lane] : more[lane];
    return NULL;
}

// What the host's marks say: rounds counted from 1, or no marks at all.
static const char *diagnose_pinned(const Case *c, const void *data)
{
    const uint32_t *got = data, *in = c->buffer[0].data;
    size_t n = c->buffer[0].count;
    if (all_words(got, in, n, 0))
        return "`data` has not changed: nothing is copied into it";
    bool late = true, unmarked = c->arg[1] > 1; // round 0 leaves no mark
    for (size_t i = 0; i < n && (late || unmarked); i++) {
        uint32_t x = in[i], y = in[i];
        for (int round = 0; round < c->arg[1]; round++) {
            x = reference_jump(x, steps_of_passes(1)) ^ (uint32_t)(round + 1);
            y = reference_jump(y, steps_of_passes(1));
        }
        late = late && got[i] == x;
        unmarked = unmarked && got[i] == y;
    }
    return late ? "the rounds are counted from 1: the first one is round 0"
           : unmarked
               ? "the host's mark is missing: call host_mark() in every round, after the copy back"
               : NULL;
}

// The right answers are not shown here either: they stay questions.
static const char *diagnose_answers(const Case *c, const void *data)
{
    const int32_t *got = data;
    for (size_t i = 0; i < c->buffer[0].count; i++)
        if (got[i] < 0)
            return "some answers were not given: the experiment has to give all of them";
    return "an experiment does not measure what it should: what is issued in which stream, and "
           "between which two events? ended_after(later, sooner) tells whether its first event "
           "ended after its second";
}

// The window without gaps, from rows `apart` words apart.
static bool has_rows_apart(const Case *c, const uint32_t *got, size_t apart)
{
    const uint32_t *image = c->buffer[0].data;
    size_t width = (size_t)c->arg[0], height = (size_t)c->arg[1];
    for (size_t y = 0; y < height; y++)
        if (!all_words(got + y * width, image + y * apart, width, steps_of_passes(1)))
            return false;
    return true;
}

static void diagnose_pitched(const Case *c, const void *data, Diagnoses *all)
{
    const uint32_t *got = data, *want = c->buffer[1].want;
    size_t width = (size_t)c->arg[0], height = (size_t)c->arg[1], rows = 0, right;
    if (c->arg[0] < c->arg[2] && height > 1 && has_rows_apart(c, got, width))
        diagnoses_add(all, "the rows were read as if they were contiguous: they are `stride` words "
                           "apart");
    for (size_t y = 0; y < height; y++)
        rows += memcmp(got + y * width, want + y * width, width * sizeof *got) == 0;
    if (rows == 1 && height > 1 && memcmp(got, want, width * sizeof *got) == 0)
        diagnoses_add(all, "only the first row is right: how many bytes are there from one row to "
                           "the next, in each of the memories?");
    if (rest_is_missing(got, want, width * height, &right))
        diagnoses_add(all, right ? "the first words are right, the others were never copied back"
                                 : "nothing was copied back");
}

void streams_diagnose(const Case *c, int b, const void *got, Diagnoses *all)
{
    if (b != case_first_output(c)) {
        diagnose_later(c, b, got, all);
        return;
    }
    bool words =
        c->part <= 4 || strcmp(c->variant, "events") == 0 || strcmp(c->variant, "managed") == 0;
    if (c->part == 8)
        diagnoses_add(all, diagnose_answers(c, got));
    else if (c->part == 6)
        diagnose_product(c, got, all);
    else if (c->part == 2)
        diagnose_mine(c, got, all);
    else if (c->part == 7)
        diagnoses_add(all, diagnose_issue_order(c, got));
    else if (words)
        diagnose_words(c, got, &c->buffer[0], &c->buffer[1], all);
    else if (c->part == 5) { // streams_ratio
        if (all_words(got, c->buffer[0].data, c->buffer[0].count, steps_of_passes(1 + c->arg[1])))
            diagnoses_add(all, "x has advanced one pass too few: is the warm-up pass missing?");
    } else if (strcmp(c->variant, "pinned") == 0)
        diagnoses_add(all, diagnose_pinned(c, got));
    else
        diagnose_pitched(c, got, all);
}
