// lab_05_scan.c - how lab 05 is judged: its cases, its gates, its hints.
//
// Gates are written naive / good / gate. Two kinds:
//
// Work. add() of the lab's file calls count_event(0), so sim__pmevent0.sum is the
// number of additions of elements. The counted case of parts 1 to 5 is a sweep over
// n = 16, 32 ... 1024, so that work which does not shrink with n shows. Bounded from
// both sides: more is another algorithm, less is an addition that went past add().
//
//   n                  16    32    64   128   256   512  1024   together
//   serial             15    31    63   127   255   511  1023       2025
//   Hillis-Steele      49   129   321   769  1793  4097  9217      16375
//   Blelloch           30    62   126   254   510  1022  2046       4050
//   Brent-Kung         26    57   120   247   502  1013  2036       4001
//
// These are exact, and so have no margin; Blelloch's tree may do without its root,
// which saves two additions a call.
//
// Traffic. From part 6 on it is memory that decides: sectors of 32 bytes, per array of
// 2^17 ints (16384 sectors). Three kernels move four arrays, reduce and scan three, one
// pass two. Totals of tiles and status words add less than 1%; the gates leave 5 to 10%.
#include "grader/suite.h"

#include <stdlib.h>
#include <string.h>

#include "common/labs.h"
#include "common/reference/scan.h"

enum {
    TILE = 2048,                        // elements of a block from part 6 on
    COUNTED = 1 << 17,                  // elements of the counted case of parts 7 and 8
    COUNTED_SECTORS = COUNTED * 4 / 32, // every byte of one array once
    COUNTED_SIDE = 256,                 // width and height of the counted picture
    ONE_TILE_OF_SUMS = TILE * TILE,     // 4,194,304: with more, the sums do not fit one tile
    SWEEP_FIRST = 16,
    SWEEP_LAST = 1024,
    SWEEP_ELEMENTS = 2 * SWEEP_LAST - SWEEP_FIRST
};

// clang-format off
enum { PART_serial = 1, PART_hillis, PART_in_place, PART_blelloch, PART_brent_kung, PART_three,
       PART_hierarchical, PART_look_back, PART_compact, PART_area, PART_segmented };
// clang-format on

// ---- cases ----------------------------------------------------------------------

// Kind 0: both signs; 1: negative; 2: positive. Never 0, so that an element that is
// missing, or there twice, changes the sums. Whatever the order, no sum overflows.
static void fill_ints(CaseList *list, int32_t *in, size_t n, int kind)
{
    int64_t limit = INT32_MAX / (int64_t)(n ? n : 1);
    for (size_t i = 0; i < n; i++) {
        uint64_t bits = draw_bits(list);
        int64_t v = 1 + (int64_t)((bits >> 1) % (uint64_t)limit);
        in[i] = (int32_t)(kind == 1 || (kind == 0 && bits & 1) ? -v : v);
    }
}

static Case *add_scan(CaseList *list, bool inclusive, const char *variant, size_t n, unsigned flags,
                      int kind)
{
    Case *c = case_add(list, flags, variant, "n=%zu", n);
    c->group = inclusive ? "inclusive" : "exclusive";
    c->arg[0] = (int64_t)n;
    Buffer *in = case_buffer(c, BUFFER_in, ELEM_i32, n, "in");
    Buffer *out = case_buffer(c, BUFFER_out, ELEM_i32, n, "out");
    fill_ints(list, in->data, n, kind);
    (inclusive ? reference_scan_inclusive : reference_scan_exclusive)(out->want, in->data, n);
    return c;
}

// One case of seven calls; see task_05_scan.c.
static void add_sweep(CaseList *list, bool inclusive, const char *variant)
{
    Case *c = case_add(list, CASE_COUNTED, variant, "n=16, 32 ... 1024");
    c->group = inclusive ? "inclusive" : "exclusive";
    c->arg[1] = 1;
    Buffer *in = case_buffer(c, BUFFER_in, ELEM_i32, SWEEP_ELEMENTS, "in");
    Buffer *out = case_buffer(c, BUFFER_out, ELEM_i32, SWEEP_ELEMENTS, "out");
    size_t at = 0;
    for (size_t n = SWEEP_FIRST; n <= SWEEP_LAST; n *= 2) {
        int32_t *from = (int32_t *)in->data + at, *to = (int32_t *)out->want + at;
        fill_ints(list, from, n, 2);
        (inclusive ? reference_scan_inclusive : reference_scan_exclusive)(to, from, n);
        at += n;
    }
}

// Inside a block. The first failing case is the one that is told, so sizes that show
// the mistake well come first, and those that prove nothing late.
static void draw_block(CaseList *list, int part, bool inclusive, const char *variant)
{
    static const int sizes[] = {2,   3,   31,   32,   33,   64,   100,  255,
                                256, 257, 1000, 1023, 1024, 1025, 2047, 2048};
    int largest = part == PART_blelloch || part == PART_brent_kung ? SCAN_SECTION : SCAN_BLOCK;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        // In part 3 a warp's lanes may run in step, and then its race does not show.
        unsigned flags = part == PART_in_place && sizes[i] <= 32 ? CASE_TRIVIAL : 0;
        if (sizes[i] <= largest)
            add_scan(list, inclusive, variant, (size_t)sizes[i], flags,
                     part == PART_in_place ? 2 : (int)(i % 3));
    }
    if (part == PART_serial)
        add_scan(list, inclusive, variant, 5003, 0, 0);
    add_scan(list, inclusive, variant, 1, CASE_TRIVIAL, 2);
    add_scan(list, inclusive, variant, 0, CASE_TRIVIAL, 0);
}

// Any length. What the three kernels of part 6 get right as they are given proves
// nothing there.
static void draw_long(CaseList *list, int part)
{
    static const int sizes[] = {2, 33, 257, 2047, 2048, 2049, 4096, 10007};
    unsigned given = part == PART_three ? CASE_TRIVIAL : 0;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        add_scan(list, true, NULL, (size_t)sizes[i], given, (int)(i % 3));
    if (part == PART_three) {
        add_scan(list, true, NULL, ONE_TILE_OF_SUMS + 1, CASE_CLEAN_ONLY, 2);
        add_scan(list, true, NULL, ONE_TILE_OF_SUMS, CASE_TRIVIAL | CASE_CLEAN_ONLY, 2);
        add_scan(list, true, NULL, 2 * ONE_TILE_OF_SUMS + 2 * TILE, CASE_CLEAN_ONLY, 2);
    } else {
        add_scan(list, true, NULL, COUNTED, CASE_COUNTED | CASE_CLEAN_ONLY, 0);
        add_scan(list, true, NULL, 999983, CASE_CLEAN_ONLY, 0);
        add_scan(list, true, NULL, 34 * TILE + 5, 0, 0); // looks back over more than a warp
        // Inclusive sums, each used by the tile behind it, reach one tile further.
        add_scan(list, true, NULL, ONE_TILE_OF_SUMS + TILE + 1, CASE_CLEAN_ONLY, 2);
    }
    add_scan(list, true, NULL, 1, CASE_TRIVIAL, 2);
    add_scan(list, true, NULL, 0, CASE_TRIVIAL, 0);
}

// About `percent` of the elements are kept.
static void add_compact(CaseList *list, size_t n, int percent, unsigned flags)
{
    enum { RANGE = 1000000 };
    int32_t limit = RANGE / 100 * (100 - percent);
    Case *c = case_add(list, flags, NULL, "n=%zu %d%% kept", n, percent);
    c->group = "kept";
    c->arg[0] = (int64_t)n;
    c->arg[1] = limit;
    Buffer *in = case_buffer(c, BUFFER_in, ELEM_i32, n, "in");
    int32_t *data = in->data;
    for (size_t i = 0; i < n; i++) // an element equal to the limit now and then
        data[i] = draw_bits(list) % 64 ? (int32_t)draw_int(list, 1, RANGE) : limit;
    size_t kept = reference_compact(NULL, data, n, limit);
    Buffer *out = case_buffer(c, BUFFER_out, ELEM_i32, kept, "out");
    reference_compact(out->want, data, n, limit);
    Buffer *count = case_buffer(c, BUFFER_out, ELEM_i32, 1, "count");
    *(int32_t *)count->want = (int32_t)kept;
}

// clang-format off
static void draw_compact(CaseList *list)
{
    static const struct {
        int n, percent;
        unsigned flags;
    } sizes[] = {
        {2, 100, 0},     {31, 50, 0},    {32, 0, 0},      {33, 50, 0},    {256, 100, 0},
        {257, 50, 0},    {2047, 10, 0},  {2048, 90, 0},   {2049, 50, 0},  {5000, 0, 0},
        {10007, 50, 0},  {10007, 100, 0}, {1, 100, CASE_TRIVIAL},         {0, 50, CASE_TRIVIAL},
        {COUNTED, 50, CASE_COUNTED | CASE_CLEAN_ONLY}, {999983, 30, CASE_CLEAN_ONLY},
    };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        add_compact(list, (size_t)sizes[i].n, sizes[i].percent, sizes[i].flags);
}
// clang-format on

// A picture with soft and hard edges: a filter that goes astray shows.
static void fill_image(CaseList *list, uint8_t *image, int width, int height)
{
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            image[y * width + x] =
                (uint8_t)(((x / 7 + y / 5) % 2 ? 170 : 20) + draw_bits(list) % 86);
}

static void add_table(CaseList *list, int width, int height, unsigned flags)
{
    size_t pixels = (size_t)width * (size_t)height;
    Case *c = case_add(list, flags, "table", "%dx%d", width, height);
    c->group = "table";
    c->arg[0] = width;
    c->arg[1] = height;
    Buffer *image = case_buffer(c, BUFFER_in, ELEM_u8, pixels, "image");
    Buffer *table = case_buffer(c, BUFFER_out, ELEM_i32, pixels, "table");
    fill_image(list, image->data, width, height);
    reference_area_table(table->want, image->data, width, height);
}

static void add_filter(CaseList *list, int width, int height, int radius, unsigned flags)
{
    size_t pixels = (size_t)width * (size_t)height;
    Case *c = case_add(list, flags, "filter", "%dx%d radius=%d", width, height, radius);
    c->group = "filter";
    c->arg[0] = width;
    c->arg[1] = height;
    c->arg[2] = radius;
    uint8_t *image = malloc(pixels + 1);
    fill_image(list, image, width, height);
    Buffer *table = case_buffer(c, BUFFER_in, ELEM_i32, pixels, "table");
    Buffer *out = case_buffer(c, BUFFER_out, ELEM_u8, pixels, "out");
    reference_area_table(table->data, image, width, height);
    reference_box_filter(out->want, image, width, height, radius);
    free(image);
}

// clang-format off
static void draw_area(CaseList *list)
{
    static const struct {
        int width, height, radius;
        unsigned flags;
    } sizes[] = {
        {33, 31, 1, 0},   {31, 33, 2, 0},  {32, 32, 0, 0},  {257, 3, 4, 0}, {3, 257, 1, 0},
        {300, 1, 9, 0},   {1, 300, 2, 0},  {70, 45, 100, 0}, {1, 1, 0, CASE_TRIVIAL},
        {0, 0, 1, CASE_TRIVIAL}, {COUNTED_SIDE, COUNTED_SIDE, 8, CASE_COUNTED | CASE_CLEAN_ONLY},
        {641, 480, 5, CASE_CLEAN_ONLY},
    };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        add_table(list, sizes[i].width, sizes[i].height, sizes[i].flags);
        add_filter(list, sizes[i].width, sizes[i].height, sizes[i].radius, sizes[i].flags);
    }
}
// clang-format on

// Segments of `length` elements on average; 0: one alone, without any head.
static void add_segmented(CaseList *list, size_t n, int length, unsigned flags)
{
    Case *c = case_add(list, flags, NULL, "n=%zu length=%d", n, length);
    c->group = "segments";
    c->arg[0] = (int64_t)n;
    Buffer *in = case_buffer(c, BUFFER_in, ELEM_i32, n, "in");
    Buffer *heads = case_buffer(c, BUFFER_in, ELEM_i32, n, "heads");
    Buffer *out = case_buffer(c, BUFFER_out, ELEM_i32, n, "out");
    fill_ints(list, in->data, n, length % 2 ? 0 : 2);
    int32_t *head = heads->data;
    for (size_t i = 0; i < n; i++) // any value but 0 is a head
        head[i] = length && draw_bits(list) % (uint64_t)length == 0 ? (int32_t)(1 << (i % 4)) : 0;
    reference_scan_segmented(out->want, in->data, head, n);
}

// clang-format off
static void draw_segmented(CaseList *list)
{
    static const struct {
        int n, length;
        unsigned flags;
    } sizes[] = {
        {2, 1, 0},     {33, 4, 0},    {256, 10, 0},   {257, 0, 0},    {2048, 7, 0},
        {2049, 100, 0}, {5000, 1, 0}, {10007, 3000, 0}, {10007, 31, 0}, {10007, 0, 0},
        {1, 1, CASE_TRIVIAL}, {0, 1, CASE_TRIVIAL},
        {COUNTED, 500, CASE_COUNTED | CASE_CLEAN_ONLY}, {999983, 9001, CASE_CLEAN_ONLY},
    };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        add_segmented(list, (size_t)sizes[i].n, sizes[i].length, sizes[i].flags);
}
// clang-format on

static void draw(CaseList *list, int part)
{
    if (part == PART_serial || part == PART_hillis) {
        draw_block(list, part, true, "inclusive");
        draw_block(list, part, false, "exclusive");
        add_sweep(list, true, "inclusive");
    } else if (part <= PART_brent_kung) {
        draw_block(list, part, part != PART_blelloch, NULL);
        add_sweep(list, part != PART_blelloch, NULL);
    } else if (part <= PART_look_back) {
        draw_long(list, part);
    } else if (part == PART_compact) {
        draw_compact(list);
    } else if (part == PART_area) {
        draw_area(list);
    } else {
        draw_segmented(list);
    }
}

// The notes' table of additions, beside ours; then what a million elements cost.
static void demo(CaseList *list, int part)
{
    static const char *const told[][7] = {
        [PART_serial] = {"15", "31", "63", "127", "255", "511", "1023"},
        [PART_hillis] = {"49", "129", "321", "769", "1793", "4097", "9217"},
        [PART_brent_kung] = {"29", "61", "125", "253", "509", "1021", "2045"},
    };
    static const char *const name[] = {[PART_serial] = "serial",
                                       [PART_hillis] = "Hillis-Steele",
                                       [PART_brent_kung] = "Brent-Kung"};
    const unsigned flags = CASE_CLEAN_ONLY | CASE_COUNTED;
    if (part == PART_serial || part == PART_hillis || part == PART_brent_kung) {
        for (int i = 0; i < 7; i++) {
            Case *c = add_scan(list, true, name[part], (size_t)SWEEP_FIRST << i, flags, 2);
            c->told = told[part][i];
        }
    } else if (part <= PART_blelloch) {
        add_scan(list, part == PART_in_place, NULL, SWEEP_LAST, flags, 2);
    } else if (part <= PART_look_back) {
        add_scan(list, true, NULL, 1 << 20, flags, 0);
    } else if (part == PART_compact) {
        add_compact(list, 1 << 20, 50, flags);
    } else if (part == PART_area) {
        add_table(list, 640, 480, flags);
        add_filter(list, 640, 480, 8, flags);
    } else {
        add_segmented(list, 1 << 20, 100, flags);
    }
}

// ---- what a wrong answer looks like ----------------------------------------------

// What a typical mistake would have made of the case's input; false where it would not
// differ from what is right, or cannot be told.
typedef struct {
    bool (*make)(int32_t *out, const Case *c);
    const char *sentence;
} Guess;

static const int32_t *input(const Case *c) { return c->buffer[0].data; }

static size_t length_of(const Case *c) { return c->buffer[0].count; }

// A scan that starts anew every `piece` elements.
static bool make_pieces(int32_t *out, const Case *c, size_t piece)
{
    size_t n = length_of(c);
    for (size_t i = 0; i < n; i += piece)
        reference_scan_inclusive(out + i, input(c) + i, n - i < piece ? n - i : piece);
    return n > piece;
}

static bool input_itself(int32_t *out, const Case *c)
{
    memcpy(out, input(c), length_of(c) * sizeof *out);
    return length_of(c) > 1;
}

static bool is_exclusive(int32_t *out, const Case *c)
{
    reference_scan_exclusive(out, input(c), length_of(c));
    return length_of(c) > 2; // one or two sums are like this for many reasons
}

static bool is_inclusive(int32_t *out, const Case *c)
{
    reference_scan_inclusive(out, input(c), length_of(c));
    return length_of(c) > 2;
}

static bool warps_alone(int32_t *out, const Case *c) { return make_pieces(out, c, 32); }

static bool warp_rows_alone(int32_t *out, const Case *c) { return make_pieces(out, c, 256); }

static bool tiles_alone(int32_t *out, const Case *c) { return make_pieces(out, c, TILE); }

// Each tile got the sum of the one tile before it, not of all.
static bool one_tile_before(int32_t *out, const Case *c)
{
    size_t n = length_of(c);
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

// As if a tile's own sum came before it too, but for tile 0, before which nothing comes.
static bool own_tile_before(int32_t *out, const Case *c)
{
    size_t n = length_of(c);
    reference_scan_inclusive(out, input(c), n);
    for (size_t i = TILE; i < n; i += TILE) {
        size_t end = i + TILE < n ? i + TILE : n;
        int64_t own = 0;
        for (size_t k = i; k < end; k++)
            own += input(c)[k];
        for (size_t k = i; k < end; k++)
            out[k] = (int32_t)(out[k] + own);
    }
    return n > TILE;
}

// Hillis and Steele without the last step: sums of the last 2^k elements.
static bool last_step_missing(int32_t *out, const Case *c)
{
    size_t n = length_of(c), reach = 1;
    while (2 * reach < n)
        reach *= 2;
    for (size_t i = 0; i < n; i++) {
        int64_t sum = 0;
        for (size_t k = i + 1 > reach ? i + 1 - reach : 0; k <= i; k++)
            sum += input(c)[k];
        out[i] = (int32_t)sum;
    }
    return n > 2;
}

static bool first_step_missing(int32_t *out, const Case *c)
{
    size_t n = length_of(c);
    for (size_t i = 0; i < n; i++) {
        int64_t sum = 0;
        for (size_t k = i % 2; k <= i; k += 2)
            sum += input(c)[k];
        out[i] = (int32_t)sum;
    }
    return n > 2;
}

// The tree up, and not down again: element i is the sum of as many as its place in the tree says.
static bool only_up(int32_t *out, const Case *c)
{
    size_t n = length_of(c);
    memcpy(out, input(c), n * sizeof *out);
    for (size_t d = 1; d < n; d *= 2)
        for (size_t right = 2 * d - 1; right < n; right += 2 * d)
            out[right] += out[right - d];
    return n > 2;
}

static bool only_up_and_zero(int32_t *out, const Case *c)
{
    size_t n = length_of(c);
    only_up(out, c);
    if (n && (n & (n - 1)) == 0)
        out[n - 1] = 0;
    return n > 2;
}

static bool ignores_heads(int32_t *out, const Case *c)
{
    reference_scan_inclusive(out, input(c), length_of(c));
    return true;
}

// A head's own element belongs to the segment before it.
static bool heads_late(int32_t *out, const Case *c)
{
    const int32_t *heads = c->buffer[1].data;
    int64_t sum = 0;
    for (size_t i = 0; i < length_of(c); i++) {
        sum += input(c)[i];
        out[i] = (int32_t)sum;
        if (heads[i])
            sum = 0;
    }
    return true;
}

static const Guess serial_guess[] = {
    {input_itself, "the input came back as it was: nothing was added up"},
    {is_exclusive, "this is the exclusive scan: element i itself is to be in the sum"},
    {NULL, NULL}};
static const Guess hillis_guess[] = {
    {input_itself, "the input came back as it was: nothing was added up"},
    {is_exclusive, "this is the exclusive scan: element i itself is to be in the sum"},
    {last_step_missing, "each sum reaches half as far as it has to: the last step is missing"},
    {first_step_missing,
     "each sum has only every second element: the step with distance 1 is missing"},
    {warps_alone, "the scan starts anew every 32 elements: nothing crosses from warp to warp"},
    {NULL, NULL}};
static const Guess exclusive_guess[] = {
    {is_inclusive, "this is the inclusive scan: element i itself is not to be in the sum"},
    {input_itself, "the input came back as it was: nothing was added up"},
    {only_up_and_zero, "this is the tree of sums, with a 0 at its end: the way down is missing"},
    {only_up, "this is the tree of sums: the way down is missing"},
    {NULL, NULL}};
static const Guess brent_kung_guess[] = {
    {input_itself, "the input came back as it was: nothing was added up"},
    {only_up, "this is the tree of sums: the way down is missing"},
    {is_exclusive, "this is the exclusive scan: element i itself is to be in the sum"},
    {NULL, NULL}};
static const Guess long_guess[] = {
    {input_itself, "the input came back as it was: nothing was added up"},
    {warps_alone, "the scan starts anew every 32 elements: nothing crosses from warp to warp"},
    {warp_rows_alone, "the scan starts anew every 256 elements: the warps' sums are not passed on"},
    {tiles_alone, "the scan starts anew every 2048 elements: the tiles before are never added"},
    {one_tile_before,
     "each tile got the sum of the one tile before it; it takes the sum of all of them"},
    {own_tile_before,
     "each tile's own sum is added to it once too often: whose sum stands at totals[b]?"},
    {is_exclusive, "this is the exclusive scan: element i itself is to be in the sum"},
    {NULL, NULL}};
static const Guess segment_guess[] = {
    {ignores_heads, "the heads are ignored: this is the scan of the whole array"},
    {heads_late, "a head's own element went to the segment before it"},
    {input_itself, "the input came back as it was: nothing was added up"},
    {tiles_alone, "the scan starts anew every 2048 elements: the tiles before are never added"},
    {NULL, NULL}};

static const char *best_guess(const Case *c, const void *got, const Guess *guess)
{
    size_t n = length_of(c);
    int32_t *made = malloc((n + 1) * sizeof *made);
    const char *sentence = NULL;
    for (; !sentence && guess->sentence; guess++)
        if (guess->make(made, c) && memcmp(made, got, n * sizeof *made) == 0)
            sentence = guess->sentence;
    free(made);
    return sentence;
}

// Where the first wrong element is: the mistake of part 6 has a place of its own.
static const char *diagnose_three(const Case *c, const void *got)
{
    const int32_t *want = c->buffer[1].want, *g = got;
    size_t i = 0, n = c->buffer[1].count;
    while (i < n && g[i] == want[i])
        i++;
    if (i == (size_t)ONE_TILE_OF_SUMS)
        return "right up to element 4194303, wrong from there on: there are more than 2048 tiles "
               "now. "
               "Which kernel has one block for all their sums, and how many does it hold at a "
               "time? "
               "Does the 2049th take in the 2048 before it?";
    return best_guess(c, got, long_guess);
}

// The loop back took in tiles before one that knew its prefix: then a tile has some prefix, of
// two tiles before its own or of an earlier one, once too often.
static const char *diagnose_look_back(const Case *c, const void *got)
{
    const int32_t *want = c->buffer[1].want, *g = got;
    size_t n = c->buffer[1].count, tile = 2;
    if (n <= 2 * TILE)
        return best_guess(c, got, long_guess);
    uint32_t more = (uint32_t)g[tile * TILE] - (uint32_t)want[tile * TILE];
    bool too_far = memcmp(g, want, tile * TILE * sizeof *g) == 0 && more != 0 &&
                   more == (uint32_t)want[(tile - 1) * TILE - 1];
    return too_far ? "tile 2 has the prefix of tile 0 twice: the look back goes on behind a tile "
                     "that knows "
                     "its prefix"
                   : best_guess(c, got, long_guess);
}

// add(item, before) in place of add(before, item): where what came before has a head, its
// sum alone is left.
static const char *diagnose_segmented(const Case *c, const void *got)
{
    const int32_t *want = c->buffer[2].want, *g = got;
    size_t n = c->buffer[2].count, wrong = 0, sides = 0;
    for (size_t i = 0; i < n; i++) {
        wrong += g[i] != want[i];
        sides += g[i] != want[i] && i >= TILE && g[i] == want[i / TILE * TILE - 1];
    }
    return wrong && wrong == sides ? "each wrong element is the sum that its tile took over, its "
                                     "own tile's is lost: in add(left, "
                                     "right) what came before is `left`, in your part 7 too"
                                   : best_guess(c, got, segment_guess);
}

static int by_value(const void *a, const void *b)
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
    int32_t *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
    memcpy(a, g, n * sizeof *a);
    memcpy(b, want, n * sizeof *b);
    qsort(a, n, sizeof *a, by_value);
    qsort(b, n, sizeof *b, by_value);
    bool permuted = memcmp(a, b, n * sizeof *a) == 0 && memcmp(g, want, n * sizeof *g) != 0;
    free(a);
    free(b);
    return permuted ? "these are the kept elements, but not in their order" : NULL;
}

// Rows or columns alone, each made from the image.
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
    return rows_of_warps ? "a row's scan starts anew every 32 pixels: the sum is not carried along"
                         : NULL;
}

// Every mean is over the window without its first row and column: corner(x0, y0) makes it so.
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
        return "each window's first row and column are missing: what is taken away ends in front "
               "of them";
    if (off && cut)
        return "some means are one too small: cut off, not rounded to the nearest";
    if (off && inside && width > 2 * radius && height > 2 * radius)
        return "right inside, wrong near the edges: there the window has fewer pixels";
    return NULL;
}

static const char *diagnose(const Case *c, const void *got)
{
    bool exclusive = c->group && strcmp(c->group, "exclusive") == 0;
    if (c->part < PART_three && c->arg[1]) // a sweep: the single sizes say it better
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

// ---- parts, items, gates ------------------------------------------------------------

#define ADDITIONS "sim__pmevent0.sum"

// Exactly `exact` additions in the sweep: `most` more would be its naive form.
#define GATE_ADDITIONS(its_naive, exact) \
    {ADDITIONS, NULL, "additions, n = 16 to 1024 together", its_naive, exact, exact, false}, \
    { \
        ADDITIONS, NULL, "additions by add(), no plain +, n = 16 to 1024 together", 0, exact, \
            exact, true \
    }
#define GATE_TRAFFIC(its_naive, its_good, its_gate) \
    { \
        LOAD_SECTORS "+" STORE_SECTORS, NULL, "sectors loaded and stored", its_naive, its_good, \
            its_gate, false \
    }

#define ITEM_RIGHT(its_id, words, worth) \
    { \
        .kind = ITEM_correct, .id = its_id, .name = words, .points = worth, .group = its_id \
    }

static const Item serial_items[] = {
    ITEM_RIGHT("inclusive", "inclusive scan", 2), ITEM_RIGHT("exclusive", "exclusive scan", 1),
    ITEM_SAFE(1, NULL),
    ITEM_GATES("additions", "n - 1 additions", 1, NULL, "05.3", GATE_ADDITIONS(2032, 2025)),
    ITEMS_END};

static const Item hillis_items[] = {
    ITEM_RIGHT("inclusive", "inclusive scan", 3), ITEM_RIGHT("exclusive", "exclusive scan", 2),
    ITEM_SAFE(2, "05.7"),
    ITEM_GATES("steps", "n log2 n - (n - 1) additions in log2 n steps with a barrier each", 3, NULL,
               "05.6", GATE_ADDITIONS(20416, 16375),
               {BARRIERS, "grader__warps", "barriers a warp, on average", 18.03, 9.02, 11, false}),
    ITEMS_END};

static const Item in_place_items[] = {ITEM_RIGHT("inclusive", "inclusive scan", 4),
                                      ITEM_SAFE(4, NULL), ITEMS_END};

static const Item blelloch_items[] = {
    ITEM_RIGHT("exclusive", "exclusive scan", 4), ITEM_SAFE(2, "05.7"),
    ITEM_GATES("additions", "2n - 2 additions, in 2 log2 n steps", 3, NULL, "05.3",
               {ADDITIONS, NULL, "additions, n = 16 to 1024 together", 16375, 4050, 4050, false},
               {ADDITIONS, NULL, "additions by add(), no plain +, n = 16 to 1024 together", 0, 4050,
                4036, true},
               {BARRIERS, "grader__warps", "barriers a warp, on average", 36, 18.76, 22, false}),
    ITEMS_END};

static const Item brent_kung_items[] = {
    ITEM_RIGHT("inclusive", "inclusive scan", 4), ITEM_SAFE(2, "05.7"),
    ITEM_GATES("additions", "exactly 2n - 2 - log2 n additions", 4, NULL, "05.10",
               GATE_ADDITIONS(16375, 4001)),
    ITEM_GATES(
        "threads", "consecutive threads work", 1, NULL, NULL,
        {DIVERGENCE, "grader__warps", "divergent branches a warp, on average", 12, 2.24, 5, false}),
    ITEMS_END};

static const Item three_items[] = {
    ITEM_RIGHT("inclusive", "inclusive scan, above 4,194,304 elements too", 5), ITEM_SAFE(3, NULL),
    ITEMS_END};

static const Item hierarchical_items[] = {
    ITEM_RIGHT("inclusive", "inclusive scan of any length", 6), ITEM_SAFE(2, NULL),
    ITEM_GATES("traffic", "two loads and one store an element", 4, NULL, NULL,
               GATE_TRAFFIC(4 * COUNTED_SECTORS, 3 * COUNTED_SECTORS + 584, 3.3 * COUNTED_SECTORS),
               {STORE_SECTORS, NULL, "sectors stored", 2 * COUNTED_SECTORS, COUNTED_SECTORS + 72,
                1.1 * COUNTED_SECTORS, false},
               {"grader__threads", NULL, "threads that share the work", 256, 2 * COUNTED / 8 + 256,
                COUNTED / 32, true}),
    ITEMS_END};

static const Item look_back_items[] = {
    ITEM_RIGHT("inclusive", "inclusive scan of any length", 6), ITEM_SAFE(4, "05.16"),
    ITEM_GATES("pass", "one launch that loads and stores each element once", 4, NULL, "05.13",
               {"grader__launches", NULL, "launches", 3, 1, 1, false},
               GATE_TRAFFIC(3 * COUNTED_SECTORS, 2 * COUNTED_SECTORS + 544, 2.2 * COUNTED_SECTORS),
               {"grader__blocks", NULL, "blocks that share the work", 1, COUNTED / TILE,
                COUNTED / TILE / 2, true}),
    ITEM_GATES("order", "tiles are numbered in the order in which they start", 1, NULL, "05.16",
               {GLOBAL_ATOMICS, "grader__blocks", "atomics a block: the ticket", 0, 1, 1, true}),
    ITEMS_END};

static const Item compact_items[] = {
    ITEM_RIGHT("kept", "the kept elements, in order, and their number", 5), ITEM_SAFE(2, NULL),
    ITEM_GATES("parallel", "everyone finds an element's place without atomics", 1, NULL, NULL,
               {GLOBAL_ATOMICS, "grader__blocks", "global atomics a block", 8, 0, 1, false},
               {"grader__threads", NULL, "threads that share the work", 256, 2 * COUNTED + 33024,
                COUNTED / 32, true}),
    ITEMS_END};

static const Item area_items[] = {
    ITEM_RIGHT("table", "summed-area table", 3),
    ITEM_RIGHT("filter", "box filter", 2),
    ITEM_SAFE(1, NULL),
    {.kind = ITEM_gate,
     .id = "coalesced",
     .name = "lanes of a warp touch neighbouring pixels",
     .points = 1,
     .group = "table",
     .gate = {GATE_TRAFFIC(90112, 26624, 33280)}},
    {.kind = ITEM_gate,
     .id = "corners",
     .name = "four loads a pixel, whatever the radius",
     .points = 1,
     .group = "filter",
     .gate = {{LOAD_REQUESTS, "grader__warps", "loads by warps, a warp", 1156, 3.93, 6, false}}},
    ITEMS_END};

static const Item segmented_items[] = {
    ITEM_RIGHT("segments", "scans that start anew at every head", 4), ITEM_SAFE(2, NULL),
    ITEMS_END};

// clang-format off
static const Part parts[] = {
    {.number = PART_serial, .id = "serial", .name = "one thread", .slide = "05.4",
     .hint = {"A loop over the array, and one variable: the sum so far. Inclusive: add, then store. "
              "Exclusive: store, then add.",
              "n elements need n - 1 additions, so the first one is not added to anything: start with sum = "
              "in[0]. All others go through add(), or they are not counted.",
              "int sum = in[0]; out[0] = sum; then for i = 1 to n - 1: sum = add(sum, in[i]); out[i] = sum. "
              "Exclusive: sum = 0; for i = 0 to n - 1: out[i] = sum; sum = add(sum, in[i])."},
     .items = serial_items, .diagnose = diagnose},
    {.number = PART_hillis, .id = "hillis", .name = "Hillis-Steele, double buffered", .slide = "05.5",
     .hint = {"Keep thread t's element in x. In the step with distance d it needs what thread t - d has in its "
              "x: so everyone puts x into shared memory, the block waits, everyone reads.",
              "With one buffer a second barrier is needed: nobody may store the next x before all have read. "
              "With two, the next step writes the other one, and one barrier a step is enough.",
              "__shared__ int s[2][SCAN_BLOCK]; k = 0; for d = 1, 2, 4 ... below blockDim.x: s[k][t] = x; "
              "__syncthreads(); if (t >= d) x = add(s[k][t - d], x); k = 1 - k. Exclusive: bring in[t - 1], "
              "and thread 0 a 0."},
     .items = hillis_items, .diagnose = diagnose},
    {.number = PART_in_place, .id = "in_place", .name = "find the bug: in place", .slide = "05.7",
     .hint = {"Run `make grade LAB=scan PART=3` and read what racecheck says: two lines, one that reads and "
              "one that writes the same word. Which threads are in which of the two, in the same step?",
              "Thread t writes s[t] while thread t + d may not have read it yet, or has it read already: it "
              "depends on which warp is ahead. The barrier at the top only separates one step from the next.",
              "All reads of a step have to be done before its first write: keep s[t - d] in a variable, put a "
              "__syncthreads() between it and the store, and both outside of any if (for t < d nothing is "
              "read and nothing stored, but the thread waits with the others)."},
     .items = in_place_items, .diagnose = diagnose},
    {.number = PART_blelloch, .id = "blelloch", .name = "Blelloch, exclusive", .slide = "05.8",
     .hint = {"Up: the reduction of lab 04, part 2, but the sum goes to the right element of a pair. In the "
              "step with stride d the pairs' right elements are 2d - 1, 4d - 1, 6d - 1 ...: thread t has "
              "2 * d * (t + 1) - 1, as long as that is below size.",
              "Down: the root becomes 0, the sum of all before it. A node that knows the sum of all before it "
              "hands it to its left child; its right child gets that plus the left child's sum.",
              "for (d = size / 2; d > 0; d /= 2): __syncthreads(); right = 2 * d * (t + 1) - 1; if (right < "
              "size): left = s[right - d]; s[right - d] = s[right]; s[right] = add(s[right], left). And a "
              "__syncthreads() behind the loop: other threads store these elements to out."},
     .items = blelloch_items, .diagnose = diagnose},
    {.number = PART_brent_kung, .id = "brent_kung", .name = "Brent-Kung", .slide = "05.9",
     .hint = {"After the way up, elements 0, 1, 3, 7, 15 ... are right already. Which ones become right by a "
              "single addition of one of these?",
              "With stride d = size / 4: element 3d - 1 = 2d - 1 + d takes in element 2d - 1. With half the "
              "stride, 3d - 1, 5d - 1, 7d - 1 ... take in the ones d before them, which are right by then.",
              "for (d = size / 4; d > 0; d /= 2): __syncthreads(); done = 2 * d * (t + 1) - 1; if (done + d < "
              "size) s[done + d] = add(s[done], s[done + d]). And a __syncthreads() behind the loop. The "
              "first node of each level has nothing to its left: that is the log2 n that is saved."},
     .items = brent_kung_items, .diagnose = diagnose},
    {.number = PART_three, .id = "three", .name = "find the bug: three kernels", .slide = "05.14",
     .hint = {"4,194,304 = 2048 * 2048. How many tiles are there with one element more, and how many sums does "
              "each of the three kernels see to?",
              "scan_tiles and add_sums have a block for every tile. scan_sums has one block, and a block holds "
              "one tile: 2048 sums. From the 2049th on it reads and writes nothing.",
              "One block can do any number of sums, one piece of TILE after the other: a loop over `piece` "
              "round what is there, tile_load and tile_store with that piece, and a variable `before` that "
              "carries the total of the pieces so far (tile_scan returns each piece's)."},
     .items = three_items, .diagnose = diagnose},
    {.number = PART_hierarchical, .id = "hierarchical", .name = "any length: reduce, then scan", .slide = "05.13",
     .hint = {"Three kernels write the array twice. Here the first kernel writes only one total a tile; when "
              "the totals are scanned, a second kernel scans the tiles and adds what came before them.",
              "The totals are an array of ceil_div(n, TILE) elements to be scanned: scan_any does that, "
              "whatever their number. It stops calling itself where one tile is left: that needs no totals.",
              "scan_any: tiles = ceil_div(n, TILE); if (tiles > 1): cudaMallocAsync totals, tile_totals"
              "<<<tiles, BLOCK>>>(totals, in, n), scan_any(totals, totals, tiles). If (tiles > 0): "
              "scan_after_totals<<<tiles, BLOCK>>>(out, totals, in, n). Block b adds totals[b - 1], on the "
              "left; block 0 nothing."},
     .items = hierarchical_items, .diagnose = diagnose},
    {.number = PART_look_back, .id = "look_back", .name = "one pass: decoupled look-back", .slide = "05.15",
     .hint = {"Every block: which tile is mine? Load, scan, publish the tile's total, find the sum of all before "
              "it, publish the prefix, add, store. Tile 0 has nothing before it.",
              "The number comes from atomicAdd(next_tile, 1), drawn by thread 0 and told through shared memory: "
              "then every tile before yours belongs to a block that runs already, so waiting for it ends. The "
              "simplest look-back is a loop from tile - 1 down: do w = look(&status[i]) while its state is "
              "STATE_nothing; add its sum; stop behind a STATE_prefix.",
              "Memory: tiles words and a counter, cudaMemsetAsync to 0 at every call (a status left over from "
              "the last call would be believed). Kernel: thread 0 publishes STATE_total; warp 0 calls "
              "sum_before, its lane 0 publishes STATE_prefix with add(before, total) and puts `before` into "
              "shared memory; barrier; all add it to their items."},
     .items = look_back_items, .diagnose = diagnose},
    {.number = PART_compact, .id = "compact", .name = "stream compaction", .slide = "05.18",
     .hint = {"Three steps: mark the kept ones with 1 and the others with 0; scan the marks; move. What does "
              "the scan say about a kept element? (It is your part 7 that scans: get that right first.)",
              "The inclusive scan at i is the number of kept elements up to and including i. So a kept one "
              "goes to place[i] - 1, and place[n - 1] is the number of them all.",
              "scan_compact: cudaMallocAsync place; mark_kept, scan_any(place, place, n), move_kept, with "
              "ceil_div(n, BLOCK) blocks, but at least one: for n = 0, too, somebody has to write *count = 0."},
     .items = compact_items, .diagnose = diagnose},
    {.number = PART_area, .id = "area", .name = "summed-area table, box filter", .slide = "05.19",
     .hint = {"Scan the rows, then scan the columns of what came out. A sum over a rectangle is then one corner "
              "minus two plus one.",
              "Rows: a warp takes 32 pixels at a time, warp_scan, adds the sum of the pixels before, and takes "
              "the new one from lane 31 with take_from. Lanes behind the row's end bring a 0, and take part. "
              "Columns: one thread each, a loop from top to bottom.",
              "Window: x0 = max(x - radius, 0), x1 = min(x + radius, width - 1), likewise y. Sum = corner(x1, "
              "y1) - corner(x0 - 1, y1) - corner(x1, y0 - 1) + corner(x0 - 1, y0 - 1); area = (x1 - x0 + 1) * "
              "(y1 - y0 + 1); mean = (sum + area / 2) / area."},
     .items = area_items, .diagnose = diagnose},
    {.number = PART_segmented, .id = "segmented", .name = "segmented scan", .slide = "05.20",
     .hint = {"scan_any takes any type that has an add(). Find the operator with which the scan of runs gives "
              "the segments' sums, and your part 7 does the rest, if it is right.",
              "A run is: does it have a head, and what is the sum of its elements from its last head on (of "
              "all, if it has none)? Joining two runs: if the right one has a head, the left one's sum does "
              "not reach its end.",
              "add: sum = right.head ? right.sum : add(left.sum, right.sum); head = left.head | right.head. "
              "make_segments: run[i] = {heads[i] != 0, in[i]}. take_sums: out[i] = run[i].sum. It needs your "
              "part 7."},
     .items = segmented_items, .diagnose = diagnose},
    {.number = 0}};
// clang-format on

const Lab lab_05_scan = {
    .name = "05_scan",
    .source = "scan.cu",
    .title = "Running sums: inside a block, of any length, and what they are good for",
    .minutes = 300,
    .parts = parts,
    .draw = draw,
    .demo = demo,
    .columns = {{"additions", ADDITIONS, NULL},
                {"launches", "grader__launches", NULL},
                {"barr/warp", BARRIERS, "grader__warps"},
                {"bank confl", CONFLICTS, NULL},
                {"ld sectors", LOAD_SECTORS, NULL},
                {"st sectors", STORE_SECTORS, NULL},
                {NULL, NULL, NULL}},
    .told = "the notes",
};
