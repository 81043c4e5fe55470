// scan_diagnoses.c - what a wrong scan looks like: sentences about wrong outputs of lab 05.
//
// A guess computes the scan that a typical mistake gives, from the case's input. If the output is
// equal to that scan, the student reads the sentence of the guess. Parts 6 and 8 to 11 have their
// own mistakes; which elements are wrong tells which mistake it is.
#include "scan_parts.h"

#include <stdlib.h>
#include <string.h>

#include "common/reference/scan.h"
#include "grader/base/memory.h"

// make() computes the output with a typical mistake. It returns false if the case is too short to
// recognise the mistake.
typedef struct {
    bool (*make)(int32_t *out, const Case *c);
    const char *sentence;
} ScanGuess;

static const int32_t *scan_input(const Case *c) { return c->buffer[0].data; }

static size_t scan_length(const Case *c) { return c->buffer[0].count; }

// A scan that starts again every `piece` elements.
static bool make_pieces(int32_t *out, const Case *c, size_t piece)
{
    size_t n = scan_length(c);
    for (size_t i = 0; i < n; i += piece)
        reference_scan_inclusive(out + i, scan_input(c) + i, n - i < piece ? n - i : piece);
    return n > piece;
}

static bool input_itself(int32_t *out, const Case *c)
{
    memcpy(out, scan_input(c), scan_length(c) * sizeof *out);
    return scan_length(c) > 1;
}

static bool is_exclusive(int32_t *out, const Case *c)
{
    reference_scan_exclusive(out, scan_input(c), scan_length(c));
    return scan_length(c) > 2; // one or two such sums can have many causes
}

static bool is_inclusive(int32_t *out, const Case *c)
{
    reference_scan_inclusive(out, scan_input(c), scan_length(c));
    return scan_length(c) > 2;
}

static bool warps_alone(int32_t *out, const Case *c) { return make_pieces(out, c, 32); }

static bool warp_rows_alone(int32_t *out, const Case *c) { return make_pieces(out, c, 256); }

static bool tiles_alone(int32_t *out, const Case *c) { return make_pieces(out, c, TILE); }

// Each tile got the sum of the one tile before it, not of all tiles before it.
static bool one_tile_before(int32_t *out, const Case *c)
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
    return n > 2 * TILE;
}

// Each tile's own sum is added to it once more, except for tile 0.
static bool own_tile_before(int32_t *out, const Case *c)
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
    return n > TILE;
}

// Hillis and Steele without the last step: sums of the last 2^k elements.
static bool last_step_missing(int32_t *out, const Case *c)
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
    return n > 2;
}

static bool first_step_missing(int32_t *out, const Case *c)
{
    size_t n = scan_length(c);
    for (size_t i = 0; i < n; i++) {
        int64_t sum = 0;
        for (size_t k = i % 2; k <= i; k += 2)
            sum += scan_input(c)[k];
        out[i] = (int32_t)sum;
    }
    return n > 2;
}

// The tree up, and not down again.
static bool only_up(int32_t *out, const Case *c)
{
    size_t n = scan_length(c);
    memcpy(out, scan_input(c), n * sizeof *out);
    for (size_t d = 1; d < n; d *= 2)
        for (size_t right = 2 * d - 1; right < n; right += 2 * d)
            out[right] += out[right - d];
    return n > 2;
}

static bool only_up_and_zero(int32_t *out, const Case *c)
{
    size_t n = scan_length(c);
    only_up(out, c);
    if (n && (n & (n - 1)) == 0)
        out[n - 1] = 0;
    return n > 2;
}

static bool ignores_heads(int32_t *out, const Case *c)
{
    reference_scan_inclusive(out, scan_input(c), scan_length(c));
    return true;
}

// The element at a head is added to the segment before it.
static bool heads_late(int32_t *out, const Case *c)
{
    const int32_t *heads = c->buffer[1].data;
    int64_t sum = 0;
    for (size_t i = 0; i < scan_length(c); i++) {
        sum += scan_input(c)[i];
        out[i] = (int32_t)sum;
        if (heads[i])
            sum = 0;
    }
    return true;
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
static const ScanGuess segment_guess[] = {
    {ignores_heads, "the heads are ignored: this is the scan of the whole array"},
    {heads_late, "the element at a head was added to the segment before it"},
    {input_itself, "out is a copy of in: nothing was added"},
    {tiles_alone,
     "the scan starts again every 2048 elements: the sums of the tiles before are never added"},
    {NULL, NULL}};

static const char *best_guess(const Case *c, const void *got, const ScanGuess *guess)
{
    size_t n = scan_length(c);
    int32_t *made = need(malloc((n + 1) * sizeof *made));
    const char *sentence = NULL;
    for (; !sentence && guess->sentence; guess++)
        if (guess->make(made, c) && memcmp(made, got, n * sizeof *made) == 0)
            sentence = guess->sentence;
    free(made);
    return sentence;
}

// The mistake of part 6 shows in the place of the first wrong element.
static const char *diagnose_three(const Case *c, const void *got)
{
    const int32_t *want = c->buffer[1].want, *g = got;
    size_t i = 0, n = c->buffer[1].count;
    while (i < n && g[i] == want[i])
        i++;
    if (i == (size_t)ONE_TILE_OF_SUMS)
        return "right up to element 4194303, wrong after it: now there are more than 2048 tiles. "
               "Which kernel has one block for the sums of all tiles, and how many sums does the "
               "block hold at a time? Does the 2049th sum include the 2048 sums before it?";
    return best_guess(c, got, long_guess);
}

// The look-back did not stop at a tile that knows its prefix: then a tile has the prefix of an
// earlier tile once too often.
static const char *diagnose_look_back(const Case *c, const void *got)
{
    const int32_t *want = c->buffer[1].want, *g = got;
    size_t n = c->buffer[1].count, tile = 2;
    if (n <= 2 * TILE)
        return best_guess(c, got, long_guess);
    uint32_t more = (uint32_t)g[tile * TILE] - (uint32_t)want[tile * TILE];
    bool too_far = memcmp(g, want, tile * TILE * sizeof *g) == 0 && more != 0 &&
                   more == (uint32_t)want[(tile - 1) * TILE - 1];
    return too_far ? "tile 2 has the prefix of tile 0 twice: the look-back has to stop at a tile "
                     "that knows its prefix"
                   : best_guess(c, got, long_guess);
}

// add(item, before) in place of add(before, item): if the tiles before have a head, only their
// sum is left.
static const char *diagnose_segmented(const Case *c, const void *got)
{
    const int32_t *want = c->buffer[2].want, *g = got;
    size_t n = c->buffer[2].count, wrong = 0, sides = 0;
    for (size_t i = 0; i < n; i++) {
        wrong += g[i] != want[i];
        sides += g[i] != want[i] && i >= TILE && g[i] == want[i / TILE * TILE - 1];
    }
    return wrong && wrong == sides ? "each wrong element is only the sum of the tiles before its "
                                     "tile; the sum of its own tile is lost: in add(left, right), "
                                     "`left` is what came before, also in your part 7"
                                   : best_guess(c, got, segment_guess);
}

static int ascending_ints(const void *a, const void *b)
{
    int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return (x > y) - (x < y);
}

static const char *diagnose_compact(const Case *c, const void *got)
{
    const Buffer *out = &c->buffer[1];
    const int32_t *want = out->want, *g = got;
    size_t n = out->count, same = 0;
    if (n < 2)
        return NULL;
    for (size_t i = 0; i + 1 < n; i++)
        same += g[i + 1] == want[i];
    if (same == n - 1)
        return "every kept element is one place too far right: place[i] counts element i itself";
    int32_t *a = need(malloc(n * sizeof *a)), *b = need(malloc(n * sizeof *b));
    memcpy(a, g, n * sizeof *a);
    memcpy(b, want, n * sizeof *b);
    qsort(a, n, sizeof *a, ascending_ints);
    qsort(b, n, sizeof *b, ascending_ints);
    bool permuted = memcmp(a, b, n * sizeof *a) == 0 && memcmp(g, want, n * sizeof *g) != 0;
    free(a);
    free(b);
    return permuted ? "these are the kept elements, but not in their order" : NULL;
}

// Whether only the rows are scanned, only the columns, or each 32 pixels of a row alone.
static const char *diagnose_table(const Case *c, const int32_t *got)
{
    const uint8_t *image = c->buffer[0].data;
    int width = (int)c->arg[0], height = (int)c->arg[1];
    bool rows = height > 1, columns = width > 1, rows_of_warps = width > 32;
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
        return "the rows are scanned, the columns are not";
    if (columns)
        return "the columns are scanned, the rows are not";
    return rows_of_warps ? "the scan of a row starts again every 32 pixels: the sum is not passed "
                           "on to the next 32"
                         : NULL;
}

// Whether every mean is over the window without its first row and column, as with
// corner(x0, y0) in place of corner(x0 - 1, y0 - 1).
static bool window_too_small(const Case *c, const uint8_t *got)
{
    const int32_t *table = c->buffer[0].data;
    int width = (int)c->arg[0], height = (int)c->arg[1], radius = (int)c->arg[2], seen = 0;
    for (int y = radius; y + radius < height; y++)
        for (int x = radius; x + radius < width; x++, seen++) {
            const int32_t *top = &table[(y - radius) * width + x],
                          *bottom = top + 2 * radius * width;
            int sum = bottom[radius] - bottom[-radius] - top[radius] + top[-radius];
            int area = (2 * radius + 1) * (2 * radius + 1), g = got[y * width + x];
            if (g != sum / area && g != (sum + area / 2) / area)
                return false;
        }
    return radius > 0 && seen > 8;
}

static const char *diagnose_filter(const Case *c, const uint8_t *got)
{
    const uint8_t *want = c->buffer[1].want;
    int width = (int)c->arg[0], height = (int)c->arg[1], radius = (int)c->arg[2];
    bool cut = true, inside = true, off = false;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            int g = got[y * width + x], w = want[y * width + x];
            bool edge = x < radius || y < radius || x + radius >= width || y + radius >= height;
            cut = cut && (g == w || g == w - 1);
            inside = inside && (edge || g == w);
            off = off || g != w;
        }
    if (off && window_too_small(c, got))
        return "each window's first row and column are missing: the sums to subtract end one row "
               "and one column before the window";
    if (off && cut)
        return "some means are one too small: rounded down, not to the nearest";
    if (off && inside && width > 2 * radius && height > 2 * radius)
        return "right inside, wrong near the edges: there a window has fewer pixels";
    return NULL;
}

const char *scan_diagnose(const Case *c, const void *got)
{
    bool exclusive = c->group && strcmp(c->group, "exclusive") == 0;
    if (c->part < PART_three && c->arg[1]) // a sweep: the cases of one size say more
        return NULL;
    switch (c->part) {
    case PART_serial: return best_guess(c, got, exclusive ? exclusive_guess : serial_guess);
    case PART_hillis: return best_guess(c, got, exclusive ? exclusive_guess : hillis_guess);
    case PART_in_place: return best_guess(c, got, hillis_guess);
    case PART_blelloch: return best_guess(c, got, exclusive_guess);
    case PART_brent_kung: return best_guess(c, got, brent_kung_guess);
    case PART_three: return diagnose_three(c, got);
    case PART_look_back: return diagnose_look_back(c, got);
    case PART_compact: return diagnose_compact(c, got);
    case PART_area:
        return strcmp(c->group, "table") == 0 ? diagnose_table(c, got) : diagnose_filter(c, got);
    case PART_segmented: return diagnose_segmented(c, got);
    default: return best_guess(c, got, long_guess);
    }
}
