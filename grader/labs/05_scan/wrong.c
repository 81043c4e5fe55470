// wrong.c - what a wrong scan looks like: sentences about wrong outputs of lab 05.
//
// A guess computes the scan that a typical mistake gives, from the case's input. If the output is
// equal to that scan, the student reads the sentence of the guess. Parts 6 and 8 to 11 have their
// own mistakes; which elements are wrong tells which mistake it is.
#include "room.h"

#include <stdlib.h>
#include <string.h>

#include "grader/labs/05_scan/reference.h"
#include "grader/base/memory.h"

// make() computes the output with a typical mistake. Of a short case, several mistakes may give
// the same output: all of their sentences count, and the longer cases decide.
typedef struct {
    void (*make)(int32_t *out, const Case *c);
    const char *sentence;
} ScanGuess;

static const int32_t *scan_input(const Case *c) { return c->buffer[0].data; }

static size_t scan_length(const Case *c) { return c->buffer[0].count; }

// A scan that starts again every `piece` elements.
static void make_pieces(int32_t *out, const Case *c, size_t piece)
{
    size_t n = scan_length(c);
    for (size_t i = 0; i < n; i += piece)
        reference_scan_inclusive(out + i, scan_input(c) + i, n - i < piece ? n - i : piece);
}

static void input_itself(int32_t *out, const Case *c)
{
    memcpy(out, scan_input(c), scan_length(c) * sizeof *out);
}

static void is_exclusive(int32_t *out, const Case *c)
{
    reference_scan_exclusive(out, scan_input(c), scan_length(c));
}

static void is_inclusive(int32_t *out, const Case *c)
{
    reference_scan_inclusive(out, scan_input(c), scan_length(c));
}

static void warps_alone(int32_t *out, const Case *c) { make_pieces(out, c, 32); }

static void warp_rows_alone(int32_t *out, const Case *c) { make_pieces(out, c, 256); }

static void tiles_alone(int32_t *out, const Case *c) { make_pieces(out, c, TILE); }

// Each tile got the sum of the one tile before it, not of all tiles before it.
static void one_tile_before(int32_t *out, const Case *c)
{
    size_t n = scan_length(c);
    int64_t before = 0;
    make_pieces(out, c, TILE);
    for (size_t i = 0; i < n; i += TILE) {
        size_t end = i + TILE < n ? i + TILE : n;
        int32_t own = out[end - 1];
        for (size_t k = i; k < end; k++)
            out[k] = (int32_t)(out[k] + before);
        before = own;
    }
}

// Each tile's own sum is added to it once more, except for tile 0.
static void own_tile_before(int32_t *out, const Case *c)
{
    size_t n = scan_length(c);
    reference_scan_inclusive(out, scan_input(c), n);
    for (size_t i = TILE; i < n; i += TILE) {
        size_t end = i + TILE < n ? i + TILE : n;
        int64_t own = 0;
        for (size_t k = i; k < end; k++)
            own += scan_input(c)[k];
        for (size_t k = i; k < end; k++)
            out[k] = (int32_t)(out[k] + own);
    }
}

// Hillis and Steele without the last step: sums of the last 2^k elements.
static void last_step_missing(int32_t *out, const Case *c)
{
    size_t n = scan_length(c), reach = 1;
    while (2 * reach < n)
        reach *= 2;
    for (size_t i = 0; i < n; i++) {
        int64_t sum = 0;
        for (size_t k = i + 1 > reach ? i + 1 - reach : 0; k <= i; k++)
            sum += scan_input(c)[k];
        out[i] = (int32_t)sum;
    }
}

static void first_step_missing(int32_t *out, const Case *c)
{
    size_t n = scan_length(c);
    for (size_t i = 0; i < n; i++) {
        int64_t sum = 0;
        for (size_t k = i % 2; k <= i; k += 2)
            sum += scan_input(c)[k];
        out[i] = (int32_t)sum;
    }
}

// The tree up, and not down again.
static void only_up(int32_t *out, const Case *c)
{
    size_t n = scan_length(c);
    memcpy(out, scan_input(c), n * sizeof *out);
    for (size_t d = 1; d < n; d *= 2)
        for (size_t right = 2 * d - 1; right < n; right += 2 * d)
            out[right] += out[right - d];
}

static void only_up_and_zero(int32_t *out, const Case *c)
{
    size_t n = scan_length(c);
    only_up(out, c);
    if (n && (n & (n - 1)) == 0)
        out[n - 1] = 0;
}

static void ignores_heads(int32_t *out, const Case *c)
{
    reference_scan_inclusive(out, scan_input(c), scan_length(c));
}

// The element at a head is added to the segment before it.
static void heads_late(int32_t *out, const Case *c)
{
    const int32_t *heads = c->buffer[1].data;
    int64_t sum = 0;
    for (size_t i = 0; i < scan_length(c); i++) {
        sum += scan_input(c)[i];
        out[i] = (int32_t)sum;
        if (heads[i])
            sum = 0;
    }
}

static const ScanGuess serial_guess[] = {
    {input_itself, "out is a copy of in: nothing was added"},
    {is_exclusive, "this is the exclusive scan: sum i has to include element i"},
    {NULL, NULL}};
static const ScanGuess hillis_guess[] = {
    {input_itself, "out is a copy of in: nothing was added"},
    {is_exclusive, "this is the exclusive scan: sum i has to include element i"},
    {last_step_missing, "each sum reaches only half as far as it has to: the last step is missing"},
    {first_step_missing,
     "each sum has only every second element: the step with distance 1 is missing"},
    {warps_alone, "the scan starts again every 32 elements: no sum is passed from warp to warp"},
    {NULL, NULL}};
static const ScanGuess exclusive_guess[] = {
    {is_inclusive, "this is the inclusive scan: sum i must not include element i"},
    {input_itself, "out is a copy of in: nothing was added"},
    {only_up_and_zero, "this is the tree of sums, with a 0 at its end: the way down is missing"},
    {only_up, "this is the tree of sums: the way down is missing"},
    {NULL, NULL}};
static const ScanGuess brent_kung_guess[] = {
    {input_itself, "out is a copy of in: nothing was added"},
    {only_up, "this is the tree of sums: the way down is missing"},
    {is_exclusive, "this is the exclusive scan: sum i has to include element i"},
    {NULL, NULL}};
static const ScanGuess long_guess[] = {
    {input_itself, "out is a copy of in: nothing was added"},
    {warps_alone, "the scan starts again every 32 elements: no sum is passed from warp to warp"},
    {warp_rows_alone,
     "the scan starts again every 256 elements: the sums of the warps are not passed on"},
    {tiles_alone,
     "the scan starts again every 2048 elements: the sums of the tiles before are never added"},
    {one_tile_before,
     "each tile got the sum of the one tile before it; it needs the sum of all tiles before it"},
    {own_tile_before,
     "each tile's own sum is added to it once too often: which tiles are in totals[b]?"},
    {is_exclusive, "this is the exclusive scan: sum i has to include element i"},
    {NULL, NULL}};
static const ScanGuess fastest_guess[] = {
    {input_itself, "out is a copy of in: nothing was added"},
    {is_exclusive, "this is the exclusive scan: sum i has to include element i"},
    {NULL, NULL}};
static const ScanGuess segment_guess[] = {
    {ignores_heads, "the heads are ignored: this is the scan of the whole array"},
    {heads_late, "the element at a head was added to the segment before it"},
    {input_itself, "out is a copy of in: nothing was added"},
    {tiles_alone,
     "the scan starts again every 2048 elements: the sums of the tiles before are never added"},
    {NULL, NULL}};

// A sweep is several scans, one after the other.
static void make_scans(int32_t *out, const Case *c, const ScanGuess *guess)
{
    if (c->part >= PART_three || !c->arg[1]) {
        guess->make(out, c);
        return;
    }
    Case one = *c;
    int32_t *in = c->buffer[0].data;
    for (size_t n = SWEEP_FIRST; n <= SWEEP_LAST; in += n, out += n, n *= 2) {
        one.buffer[0].data = in;
        one.buffer[0].count = n;
        guess->make(out, &one);
    }
}

static void add_guesses(const Case *c, const void *got, const ScanGuess *guess, Diagnoses *all)
{
    size_t n = scan_length(c);
    int32_t *made = need(malloc((n + 1) * sizeof *made));
    for (; guess->sentence; guess++) {
        make_scans(made, c, guess);
        if (memcmp(made, got, n * sizeof *made) == 0)
            diagnoses_add(all, guess->sentence);
    }
    free(made);
}

// The mistake of part 6 shows in the place of the first wrong element.
static void diagnose_three(const Case *c, const void *got, Diagnoses *all)
{
    const int32_t *want = c->buffer[1].want, *g = got;
    size_t i = 0, n = c->buffer[1].count;
    while (i < n && g[i] == want[i])
        i++;
    if (i == (size_t)ONE_TILE_OF_SUMS)
        diagnoses_add(all, "right up to element 4194303, wrong after it: now there are more than "
                           "2048 tiles. Which kernel has one block for the sums of all tiles, and "
                           "how many sums does the block hold at a time? Does the 2049th sum "
                           "include the 2048 sums before it?");
    if (i == 2 * (size_t)ONE_TILE_OF_SUMS)
        diagnoses_add(all, "right for up to 4096 tiles, wrong after them: does the third piece of "
                           "the sums include all pieces before it?");
    add_guesses(c, got, long_guess, all);
}

// The look-back did not stop at a tile that knows its prefix: then a tile has the prefix of an
// earlier tile once too often.
static void diagnose_look_back(const Case *c, const void *got, Diagnoses *all)
{
    const int32_t *want = c->buffer[1].want, *g = got;
    size_t n = c->buffer[1].count, tile = 2;
    add_guesses(c, got, long_guess, all);
    if (n <= 2 * TILE)
        return;
    uint32_t more = (uint32_t)g[tile * TILE] - (uint32_t)want[tile * TILE];
    if (memcmp(g, want, tile * TILE * sizeof *g) == 0 && more != 0 &&
        more == (uint32_t)want[(tile - 1) * TILE - 1])
        diagnoses_add(all, "tile 2 has the prefix of tile 0 twice: the look-back has to stop at a "
                           "tile that knows its prefix");
}

// add(item, before) in place of add(before, item): if the tiles before have a head, only their
// sum is left.
static void diagnose_segmented(const Case *c, const void *got, Diagnoses *all)
{
    const int32_t *want = c->buffer[2].want, *g = got;
    size_t n = c->buffer[2].count, wrong = 0, sides = 0;
    for (size_t i = 0; i < n; i++) {
        wrong += g[i] != want[i];
        sides += g[i] != want[i] && i >= TILE && g[i] == want[i / TILE * TILE - 1];
    }
    if (wrong && wrong == sides)
        diagnoses_add(all, "each wrong element is only the sum of the tiles before its tile; the "
                           "sum of its own tile is lost: in add(left, right), `left` is what came "
                           "before, also in your part 7");
    add_guesses(c, got, segment_guess, all);
}

static int ascending_ints(const void *a, const void *b)
{
    int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return (x > y) - (x < y);
}

static void diagnose_order(const Buffer *out, const void *got, Diagnoses *all)
{
    size_t n = out->count;
    int32_t *a = need(malloc((n + 1) * sizeof *a)), *b = need(malloc((n + 1) * sizeof *b));
    memcpy(a, got, n * sizeof *a);
    memcpy(b, out->want, n * sizeof *b);
    qsort(a, n, sizeof *a, ascending_ints);
    qsort(b, n, sizeof *b, ascending_ints);
    if (memcmp(a, b, n * sizeof *a) == 0 && memcmp(got, out->want, n * sizeof *a) != 0)
        diagnoses_add(all, "these are the kept elements, but not in their order");
    free(a);
    free(b);
}

static void diagnose_compact(const Case *c, const void *got, Diagnoses *all)
{
    const Buffer *out = &c->buffer[1];
    const int32_t *want = out->want, *g = got;
    size_t n = out->count, same = 0;
    if (n == 0)
        return;
    for (size_t i = 0; i + 1 < n; i++)
        same += g[i + 1] == want[i];
    if (same == n - 1)
        diagnoses_add(all, "every kept element is one place too far right: place[i] counts element "
                           "i itself");
    diagnose_order(out, got, all);
}

// In the open part, tiles and vectors have the size that the student chooses: so only what does not
// depend on it.
static void diagnose_fastest(const Case *c, const void *got, Diagnoses *all)
{
    const Buffer *out = &c->buffer[1];
    const int32_t *want = out->want, *g = got;
    size_t n = scan_length(c), first = 0, same = 0;
    if (strcmp(c->group, "compact") == 0) {
        diagnose_order(out, got, all);
        return;
    }
    while (first < n && g[first] == want[first])
        first++;
    for (size_t i = first; i < n; i++)
        same += (uint32_t)g[i] - (uint32_t)want[i] == (uint32_t)g[first] - (uint32_t)want[first];
    if (first < n && first >= n / 4 * 4)
        diagnoses_add(all, "only the n % 4 elements after the last vector of four are wrong");
    else if (first > 0 && same == n - first)
        diagnoses_add(all, "from one element on, all sums are off by the same value: a total is "
                           "missing there, or was added twice, or belongs to another tile");
    add_guesses(c, got, fastest_guess, all);
}

// Whether only the rows are scanned, only the columns, or each 32 pixels of a row alone.
static void diagnose_table(const Case *c, const int32_t *got, Diagnoses *all)
{
    const uint8_t *image = c->buffer[0].data;
    int width = (int)c->arg[0], height = (int)c->arg[1];
    bool rows = true, columns = true, rows_of_warps = true;
    for (int y = 0; y < height; y++) {
        int32_t row = 0, piece = 0;
        for (int x = 0; x < width; x++) {
            int32_t g = got[y * width + x], above = y ? got[(y - 1) * width + x] : 0;
            int pixel = image[y * width + x];
            row += pixel;
            piece = x % 32 ? piece + pixel : pixel;
            rows = rows && g == row;
            columns = columns && g == above + pixel;
            rows_of_warps = rows_of_warps && g - above == piece;
        }
    }
    if (rows)
        diagnoses_add(all, "the rows are scanned, the columns are not");
    if (columns)
        diagnoses_add(all, "the columns are scanned, the rows are not");
    if (rows_of_warps)
        diagnoses_add(all, "the scan of a row starts again every 32 pixels: the sum is not passed "
                           "on to the next 32");
}

// A box filter with a typical mistake: from the corners of the window in the picture, its pixels
// there, and those of a whole window.
typedef struct {
    int64_t all, left, above, both; // the sums up to the window's corners
    int64_t area, whole;
} Window;

typedef struct {
    int64_t (*mean)(const Window *w);
    const char *sentence;
} FilterGuess;

static int64_t window_sum(const Window *w) { return w->all - w->left - w->above + w->both; }

static int64_t mean_cut_off(const Window *w) { return window_sum(w) / w->area; }

static int64_t mean_of_whole(const Window *w) { return (window_sum(w) + w->whole / 2) / w->whole; }

static int64_t mean_of_whole_cut_off(const Window *w) { return window_sum(w) / w->whole; }

static int64_t mean_without_corner(const Window *w)
{
    return (window_sum(w) - w->both + w->area / 2) / w->area;
}

static int64_t mean_of_rectangle(const Window *w) { return (w->all + w->area / 2) / w->area; }

static const char divided_by_whole[] =
    "right inside, wrong near the edges: there the sum is divided by the pixels of a whole window, "
    "but the window in the picture has fewer";
static const FilterGuess filter_guess[] = {
    {mean_cut_off, "some means are one too small: rounded down, not to the nearest"},
    {mean_of_whole, divided_by_whole},
    {mean_of_whole_cut_off, divided_by_whole},
    {mean_without_corner, "the corner above and left of the window is part of both sums that are "
                          "subtracted: it has to be added once"},
    {mean_of_rectangle, "each mean is over all pixels from the corner of the picture on: the sums "
                        "left of the window and above it are not subtracted"},
    {NULL, NULL}};

static int larger(int a, int b) { return a > b ? a : b; }
static int smaller(int a, int b) { return a < b ? a : b; }

// The corners of the window at (x, y), which begins `late` rows and columns too late.
static Window window_at(const Case *c, int x, int y, int late)
{
    const int32_t *table = c->buffer[0].data;
    int width = (int)c->arg[0], height = (int)c->arg[1], radius = (int)c->arg[2];
    int x0 = larger(x - radius, 0), x1 = smaller(x + radius, width - 1);
    int y0 = larger(y - radius, 0), y1 = smaller(y + radius, height - 1);
    int left = x0 - 1 + late, above = y0 - 1 + late;
    int64_t side = 2 * (int64_t)radius + 1;
    return (Window){table[y1 * width + x1],
                    left < 0 ? 0 : table[y1 * width + left],
                    above < 0 ? 0 : table[above * width + x1],
                    left < 0 || above < 0 ? 0 : table[above * width + left],
                    (int64_t)(x1 - x0 + 1) * (y1 - y0 + 1),
                    side * side};
}

static bool means_are(const Case *c, const uint8_t *got, int64_t (*mean)(const Window *w), int late)
{
    int width = (int)c->arg[0], height = (int)c->arg[1];
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            Window w = window_at(c, x, y, late);
            if (got[y * width + x] != (uint8_t)mean(&w))
                return false;
        }
    return true;
}

static int64_t mean_of_window(const Window *w) { return (window_sum(w) + w->area / 2) / w->area; }

static void diagnose_filter(const Case *c, const uint8_t *got, Diagnoses *all)
{
    for (const FilterGuess *guess = filter_guess; guess->sentence; guess++)
        if (means_are(c, got, guess->mean, 0))
            diagnoses_add(all, guess->sentence);
    if (means_are(c, got, mean_of_window, 1) || means_are(c, got, mean_cut_off, 1))
        diagnoses_add(all, "each window's first row and column are missing: the sums to subtract "
                           "end one row and one column before the window");
}

void scan_diagnose(const Case *c, int b, const void *got, Diagnoses *all)
{
    if (c->program)
        scan_program_diagnose(c, got, all);
    if (b != case_first_output(c))
        return;
    bool exclusive = c->group && strcmp(c->group, "exclusive") == 0;
    switch (c->part) {
    case PART_serial: add_guesses(c, got, exclusive ? exclusive_guess : serial_guess, all); break;
    case PART_hillis: add_guesses(c, got, exclusive ? exclusive_guess : hillis_guess, all); break;
    case PART_in_place: add_guesses(c, got, hillis_guess, all); break;
    case PART_blelloch: add_guesses(c, got, exclusive_guess, all); break;
    case PART_brent_kung: add_guesses(c, got, brent_kung_guess, all); break;
    case PART_three: diagnose_three(c, got, all); break;
    case PART_look_back: diagnose_look_back(c, got, all); break;
    case PART_compact: diagnose_compact(c, got, all); break;
    case PART_segmented: diagnose_segmented(c, got, all); break;
    case PART_fastest: diagnose_fastest(c, got, all); break;
    case PART_area:
        if (strcmp(c->group, "table") == 0)
            diagnose_table(c, got, all);
        else
            diagnose_filter(c, got, all);
        break;
    default: add_guesses(c, got, long_guess, all); break;
    }
}
