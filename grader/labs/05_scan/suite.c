// suite.c - how lab 05 is judged: its cases, its gates, its hints.
//
// Gates are written naive / good / gate. There are two kinds:
//
// Work. add() of the lab's file calls count_event(0), so sim__pmevent0.sum is the number of
// additions of elements. The counted case of parts 1 to 5 is a sweep over n = 16, 32 ... 1024,
// so that work which does not shrink with n is seen. The bounds are on both sides: with more
// additions it is another algorithm, with fewer some additions do not call add().
//
//   n                  16    32    64   128   256   512  1024   together
//   serial             15    31    63   127   255   511  1023       2025
//   Hillis-Steele      49   129   321   769  1793  4097  9217      16375
//   Blelloch           30    62   126   254   510  1022  2046       4050
//   Brent-Kung         26    57   120   247   502  1013  2036       4001
//
// These numbers are exact, so the gates have no margin. Only Blelloch's tree may leave out its
// root, which saves two additions per call.
//
// Traffic. From part 6 on, memory decides: sectors of 32 bytes, per array of 2^17 ints (16384
// sectors). Three kernels move four arrays, reduce and scan three, one pass two. Totals of tiles
// and status words add less than 1%; the gates leave 5 to 10%.
#include "grader/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/labs.h"
#include "grader/labs/05_scan/reference.h"
#include "grader/labs/kit.h"
#include "parts.h"
#include "grader/base/memory.h"

enum {
    COUNTED = 1 << 17,                  // elements of the counted case of parts 7 and 8
    COUNTED_SECTORS = COUNTED * 4 / 32, // every byte of one array once
    COUNTED_SIDE = 256,                 // width and height of the counted picture
    BLOCK_THREADS = 256,                // from part 6 on
    SWEEP_ELEMENTS = 2 * SWEEP_LAST - SWEEP_FIRST
};

// ---- cases ----------------------------------------------------------------------

// Signs 0: both; 1: negative; 2: positive. Never 0, so that an element that is missing, or
// added twice, changes the sums. No sum overflows, in any order of additions.
static void fill_nonzero_ints(CaseList *list, int32_t *in, size_t n, int signs)
{
    int64_t limit = INT32_MAX / (int64_t)(n ? n : 1);
    for (size_t i = 0; i < n; i++) {
        uint64_t bits = draw_bits(list);
        int64_t v = 1 + (int64_t)((bits >> 1) % (uint64_t)limit);
        in[i] = (int32_t)(signs == 1 || (signs == 0 && bits & 1) ? -v : v);
    }
}

static Case *add_arrays(CaseList *list, bool inclusive, const char *variant, size_t n,
                        unsigned flags, const char *words)
{
    Case *c = case_add(list, flags, variant, "n=%zu%s%s", n, *words ? " " : "", words);
    c->group = inclusive ? "inclusive" : "exclusive";
    c->arg[0] = (int64_t)n;
    case_buffer(c, BUFFER_in, ELEM_i32, n, "in");
    case_buffer(c, BUFFER_out, ELEM_i32, n, "out");
    if (c->part == PART_look_back)
        kit_blocks(c, (int64_t)(n / TILE)); // they share the words and the counter
    if (c->part >= PART_three && n < TILE / 2)
        kit_note(c, KIND_idle);
    return c;
}

static void expect_scan(Case *c, bool inclusive)
{
    (inclusive ? reference_scan_inclusive : reference_scan_exclusive)(
        c->buffer[1].want, c->buffer[0].data, c->buffer[0].count);
}

static Case *add_scan(CaseList *list, bool inclusive, const char *variant, size_t n, unsigned flags,
                      int signs)
{
    Case *c = add_arrays(list, inclusive, variant, n, flags, "");
    fill_nonzero_ints(list, c->buffer[0].data, n, signs);
    expect_scan(c, inclusive);
    return c;
}

// Arrays with each kind of values.
static void add_scan_kinds(CaseList *list, bool inclusive, const char *variant, size_t n,
                           unsigned flags)
{
    const int64_t limit = INT32_MAX / (int64_t)n; // no sum overflows
    for (Kind kind = FIRST_VALUES; kind <= LAST_VALUES; kind++) {
        Case *c = add_arrays(list, inclusive, variant, n, flags, kind_text[kind].words);
        kit_fill_ints(list, c, c->buffer[0].data, n, kind, -limit, limit);
        expect_scan(c, inclusive);
    }
}

// One case of seven calls; see labs/05_scan/calls.c.
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
        fill_nonzero_ints(list, from, n, 2);
        (inclusive ? reference_scan_inclusive : reference_scan_exclusive)(to, from, n);
        at += n;
    }
}

// Inside a block. The table shows the first failing case, so sizes that show a mistake well come
// first, and sizes that prove nothing come late.
static void draw_block(CaseList *list, int part, bool inclusive, const char *variant)
{
    static const int sizes[] = {2,   3,   31,   32,   33,   64,   100,  255,
                                256, 257, 1000, 1023, 1024, 1025, 2047, 2048};
    int largest = part == PART_blelloch || part == PART_brent_kung ? SCAN_SECTION : SCAN_BLOCK;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        // In part 3 the lanes of one warp may run in step, and then the race changes nothing.
        unsigned flags = part == PART_in_place && sizes[i] <= 32 ? CASE_TRIVIAL : 0;
        if (sizes[i] <= largest)
            add_scan(list, inclusive, variant, (size_t)sizes[i], flags,
                     part == PART_in_place ? 2 : (int)(i % 3));
    }
    add_scan_kinds(list, inclusive, variant, 999, 0);
    if (part == PART_serial) {
        add_scan(list, inclusive, variant, 5003, 0, 0);
        add_scan(list, inclusive, variant, (1 << 16) + 101, CASE_CLEAN_ONLY, 0);
    }
    add_scan(list, inclusive, variant, 1, CASE_TRIVIAL, 2);
    add_scan(list, inclusive, variant, 0, CASE_TRIVIAL, 0);
}

// Any length. In part 6 a case that the given kernels get right proves nothing.
static void draw_long(CaseList *list, int part)
{
    static const int sizes[] = {2, 33, 257, 2047, 2048, 2049, 4096, 10007};
    unsigned given = part == PART_three ? CASE_TRIVIAL : 0;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        add_scan(list, true, NULL, (size_t)sizes[i], given, (int)(i % 3));
    if (part == PART_three) {
        add_scan(list, true, NULL, ONE_TILE_OF_SUMS + 1, CASE_CLEAN_ONLY, 2);
        // Three pieces of sums: the third needs the total of both pieces before.
        add_scan(list, true, NULL, 2 * ONE_TILE_OF_SUMS + 2 * TILE, CASE_CLEAN_ONLY, 2);
    } else {
        add_scan_kinds(list, true, NULL, 2 * TILE + 77, 0);
        add_scan(list, true, NULL, COUNTED, CASE_COUNTED | CASE_CLEAN_ONLY, 0);
        add_scan(list, true, NULL, 999983, CASE_CLEAN_ONLY, 0);
        add_scan(list, true, NULL, 34 * TILE + 5, 0, 0); // looks back over more than a warp
        // If a tile uses the inclusive sum of the tile before, the sums fit for one tile more. And
        // these are nearly twice the blocks that a GPU holds.
        add_scan(list, true, NULL, ONE_TILE_OF_SUMS + TILE + 1,
                 CASE_CLEAN_ONLY | (part == PART_look_back ? CASE_REORDERED : 0), 2);
    }
    add_scan(list, true, NULL, 1, CASE_TRIVIAL, 2);
    add_scan(list, true, NULL, 0, CASE_TRIVIAL, 0);
}

static Case *add_elements(CaseList *list, size_t n, unsigned flags, const char *words)
{
    Case *c = case_add(list, flags, NULL, "n=%zu %s", n, words);
    c->group = "kept";
    c->arg[0] = (int64_t)n;
    case_buffer(c, BUFFER_in, ELEM_i32, n, "in");
    if (n < BLOCK_THREADS)
        kit_note(c, KIND_idle);
    return c;
}

static void expect_kept(Case *c, int32_t limit)
{
    c->arg[1] = limit;
    const int32_t *in = c->buffer[0].data;
    size_t n = c->buffer[0].count, kept = reference_compact(NULL, in, n, limit);
    Buffer *out = case_buffer(c, BUFFER_out, ELEM_i32, kept, "out");
    reference_compact(out->want, in, n, limit);
    Buffer *count = case_buffer(c, BUFFER_out, ELEM_i32, 1, "count");
    *(int32_t *)count->want = (int32_t)kept;
}

// About `percent` of the elements are kept.
static void add_compact(CaseList *list, size_t n, int percent, unsigned flags)
{
    enum { RANGE = 1000000 };
    int32_t limit = RANGE / 100 * (100 - percent);
    char words[24];
    snprintf(words, sizeof words, "%d%% kept", percent);
    Case *c = add_elements(list, n, flags, words);
    int32_t *data = c->buffer[0].data;
    for (size_t i = 0; i < n; i++) // some elements are equal to the limit
        data[i] = draw_bits(list) % 64 ? (int32_t)draw_int(list, 1, RANGE) : limit;
    expect_kept(c, limit);
}

// Ints of a kind, from the whole range. The limit is in the middle of rising and falling elements,
// and the most negative int, of which nearly all elements of another kind are.
static void add_compact_values(CaseList *list, Kind kind)
{
    enum { N = 2503 };
    Case *c = add_elements(list, N, 0, kind_text[kind].words);
    int32_t *in = c->buffer[0].data;
    kit_fill_ints(list, c, in, N, kind, INT32_MIN, INT32_MAX);
    expect_kept(c, kind == KIND_values_ends     ? 1
                   : kind == KIND_values_lowest ? INT32_MIN
                   : kind == KIND_values_equal  ? in[0] - (in[0] > INT32_MIN)
                                                : in[N / 2]);
}

// The chosen elements are kept. Some of the others are equal to the limit, which is negative.
static void add_compact_choice(CaseList *list, Kind kind)
{
    enum { N = 2503, LIMIT = -7, FAR = 1000 };
    char words[24];
    snprintf(words, sizeof words, "kept: %s", kind_text[kind].words);
    Case *c = add_elements(list, N, 0, words);
    int32_t *in = c->buffer[0].data;
    for (size_t i = 0; i < N; i++)
        in[i] = (int32_t)(kit_chosen(list, c, kind, i, N) ? draw_int(list, LIMIT + 1, FAR)
                          : draw_bits(list) % 8           ? draw_int(list, -FAR, LIMIT)
                                                          : LIMIT);
    expect_kept(c, LIMIT);
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
        {COUNTED, 50, CASE_COUNTED | CASE_CLEAN_ONLY}, {300007, 30, CASE_CLEAN_ONLY},
    };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        add_compact(list, (size_t)sizes[i].n, sizes[i].percent, sizes[i].flags);
    for (Kind kind = FIRST_VALUES; kind <= LAST_VALUES; kind++)
        add_compact_values(list, kind);
    for (Kind kind = FIRST_CHOICE; kind <= LAST_CHOICE; kind++)
        add_compact_choice(list, kind);
}
// clang-format on

// A picture with soft and hard edges, so that a window at the wrong place changes the means.
static void fill_image(CaseList *list, uint8_t *image, int width, int height)
{
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            image[y * width + x] =
                (uint8_t)(((x / 7 + y / 5) % 2 ? 170 : 20) + draw_bits(list) % 86);
}

// Fills a picture; kind KINDS: edges.
static void fill_pixels(CaseList *list, Case *c, uint8_t *image, int width, int height, Kind kind)
{
    if (kind == KINDS)
        fill_image(list, image, width, height);
    else
        kit_fill_bytes(list, c, image, (size_t)width * (size_t)height, kind,
                       kind == KIND_values_equal ? UINT8_MAX : 0, UINT8_MAX);
}

static const char *picture_words(Kind kind)
{
    switch (kind) {
    case KIND_values_equal: return " white";
    case KIND_values_rising: return " rising";
    case KIND_values_falling: return " falling";
    case KIND_values_lowest: return " black";
    case KIND_values_ends: return " black and white";
    default: return "";
    }
}

static void add_table(CaseList *list, int width, int height, unsigned flags, Kind kind)
{
    size_t pixels = (size_t)width * (size_t)height;
    Case *c = case_add(list, flags, "table", "%dx%d%s", width, height, picture_words(kind));
    c->group = "table";
    c->arg[0] = width;
    c->arg[1] = height;
    Buffer *image = case_buffer(c, BUFFER_in, ELEM_u8, pixels, "image");
    Buffer *table = case_buffer(c, BUFFER_out, ELEM_i32, pixels, "table");
    table->columns = (size_t)width;
    fill_pixels(list, c, image->data, width, height, kind);
    reference_area_table(table->want, image->data, width, height);
    if (width < BLOCK_THREADS)
        kit_note(c, KIND_idle);
}

static void add_filter(CaseList *list, int width, int height, int radius, unsigned flags, Kind kind)
{
    size_t pixels = (size_t)width * (size_t)height;
    Case *c = case_add(list, flags, "filter", "%dx%d radius=%d%s", width, height, radius,
                       picture_words(kind));
    c->group = "filter";
    c->arg[0] = width;
    c->arg[1] = height;
    c->arg[2] = radius;
    uint8_t *image = need(malloc(pixels + 1));
    fill_pixels(list, c, image, width, height, kind);
    Buffer *table = case_buffer(c, BUFFER_in, ELEM_i32, pixels, "table");
    Buffer *out = case_buffer(c, BUFFER_out, ELEM_u8, pixels, "out");
    out->columns = (size_t)width;
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
        {300, 1, 9, 0},   {1, 300, 2, 0},  {70, 45, 100, 0}, {5, 3, 1, 0}, {32, 1, 40, 0},
        {1, 1, 0, CASE_TRIVIAL}, {0, 0, 1, CASE_TRIVIAL},
        {COUNTED_SIDE, COUNTED_SIDE, 8, CASE_COUNTED | CASE_CLEAN_ONLY},
        {641, 480, 200, CASE_CLEAN_ONLY}, {3, SCAN_TALLEST, 70000, CASE_CLEAN_ONLY},
        {70001, 4, SCAN_WIDEST, CASE_CLEAN_ONLY},
    };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        add_table(list, sizes[i].width, sizes[i].height, sizes[i].flags, KINDS);
        add_filter(list, sizes[i].width, sizes[i].height, sizes[i].radius, sizes[i].flags, KINDS);
    }
    for (Kind kind = FIRST_VALUES; kind <= LAST_VALUES; kind++)
        if (kind != KIND_values_negative) { // bytes
            add_table(list, 67, 70, 0, kind);
            add_filter(list, 67, 70, 6, 0, kind);
        }
    // White: the sums are above 2^24, which a float cannot count; then above 2^30, so that twice a
    // sum overflows.
    add_table(list, 260, 300, CASE_CLEAN_ONLY, KIND_values_equal);
    add_filter(list, 2100, 2100, 2000, CASE_CLEAN_ONLY, KIND_values_equal);
}
// clang-format on

// Any value but 0 is a head.
static int32_t draw_head(CaseList *list)
{
    static const int32_t heads[] = {1, 2, 256, 1 << 16, -1, INT32_MIN, INT32_MAX, -2};
    return heads[draw_bits(list) % (sizeof heads / sizeof *heads)];
}

static Case *add_segments(CaseList *list, size_t n, unsigned flags, const char *words)
{
    Case *c = case_add(list, flags, NULL, "n=%zu %s", n, words);
    c->group = "segments";
    c->arg[0] = (int64_t)n;
    case_buffer(c, BUFFER_in, ELEM_i32, n, "in");
    case_buffer(c, BUFFER_in, ELEM_i32, n, "heads");
    case_buffer(c, BUFFER_out, ELEM_i32, n, "out");
    if (n < BLOCK_THREADS)
        kit_note(c, KIND_idle);
    return c;
}

static void expect_segments(Case *c)
{
    reference_scan_segmented(c->buffer[2].want, c->buffer[0].data, c->buffer[1].data,
                             c->buffer[0].count);
}

// Segments of `length` elements on average; 0: one segment, without any head.
static void add_segmented(CaseList *list, size_t n, int length, unsigned flags)
{
    char words[24];
    snprintf(words, sizeof words, "length=%d", length);
    Case *c = add_segments(list, n, flags, words);
    fill_nonzero_ints(list, c->buffer[0].data, n, length % 2 ? 0 : 2);
    int32_t *head = c->buffer[1].data;
    for (size_t i = 0; i < n; i++)
        head[i] = length && draw_bits(list) % (uint64_t)length == 0 ? draw_head(list) : 0;
    expect_segments(c);
}

// Elements of a kind, or heads at chosen elements.
static void add_segmented_kind(CaseList *list, Kind kind)
{
    enum { N = 2 * TILE + 55, LIMIT = INT32_MAX / N };
    bool choice = kind >= FIRST_CHOICE && kind <= LAST_CHOICE;
    char words[24];
    snprintf(words, sizeof words, "%s%s", choice ? "heads: " : "", kind_text[kind].words);
    Case *c = add_segments(list, N, 0, words);
    int32_t *head = c->buffer[1].data;
    if (choice)
        fill_nonzero_ints(list, c->buffer[0].data, N, 0);
    else
        kit_fill_ints(list, c, c->buffer[0].data, N, kind, -LIMIT, LIMIT);
    for (size_t i = 0; i < N; i++)
        head[i] = (choice ? kit_chosen(list, c, kind, i, N) : draw_bits(list) % 50 == 0)
                      ? draw_head(list)
                      : 0;
    expect_segments(c);
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
        {COUNTED, 500, CASE_COUNTED | CASE_CLEAN_ONLY}, {300007, 9001, CASE_CLEAN_ONLY},
    };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        add_segmented(list, (size_t)sizes[i].n, sizes[i].length, sizes[i].flags);
    for (Kind kind = FIRST_VALUES; kind <= LAST_CHOICE; kind++)
        add_segmented_kind(list, kind);
}
// clang-format on

static void scan_draw(CaseList *list, int part)
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
    } else if (part == PART_segmented) {
        draw_segmented(list);
    } else {
        scan_race_draw(list);
    }
}

// The notes' table of additions next to ours; then the cost of a million elements.
static void scan_demo(CaseList *list, int part)
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
        add_table(list, 640, 480, flags, KINDS);
        add_filter(list, 640, 480, 8, flags, KINDS);
    } else if (part == PART_segmented) {
        add_segmented(list, 1 << 20, 100, flags);
    } else {
        scan_race_demo(list);
    }
}

// ---- parts, items, gates ------------------------------------------------------------

#define ADDITIONS "sim__pmevent0.sum"
// What is really added: sums of two values that come from memory, with or without a mark.
#define ELEMENTS_ADDED "sim__additions_of_elements.sum"

// clang-format off
#define LABEL_ADDITIONS "additions, n = 16 to 1024 together"
#define LABEL_ADD_CALLS "additions by add(), no plain +, n = 16 to 1024 together"
#define LABEL_ADDED "elements really added, n = 16 to 1024 together"
// The compiler removes an addition of a constant 0, and may add in idle lanes, too.
#define GATE_ADDED(its_naive, its_good) \
    {ELEMENTS_ADDED, NULL, LABEL_ADDED, its_naive, its_good, 1.1 * (its_good), false}, \
    {ELEMENTS_ADDED, NULL, LABEL_ADDED, 0, its_good, 0.9 * (its_good), true}

// Exactly `exact` additions in the sweep; its naive form needs `its_naive`.
#define GATE_ADDITIONS(its_naive, exact) \
    {ADDITIONS, NULL, LABEL_ADDITIONS, its_naive, exact, exact, false}, \
    {ADDITIONS, NULL, LABEL_ADD_CALLS, 0, exact, exact, true}, \
    GATE_ADDED((its_naive) > 1.2 * (exact) ? (its_naive) : 8 * (exact), exact)
#define GATE_TRAFFIC(its_naive, its_good, its_gate) \
    {READ_SECTORS "+" STORE_SECTORS, NULL, "32-byte sectors loaded and stored", \
     its_naive, its_good, its_gate, false}
#define GATE_BARRIERS(its_naive, its_good, its_gate) \
    {MOST_BARRIERS, NULL, "barriers per warp, n = 1024", its_naive, its_good, its_gate, false}
// The elements are in shared memory: each is stored there once, perhaps two by one instruction.
#define GATE_USES_SHARED(its_good) \
    {SHARED_STORES, NULL, "shared stores (warp instructions)", 0, its_good, 30, true}
#define GATE_BUSIEST_THREAD(its_naive, its_good, its_gate) \
    {MOST_LOADED_BY_THREAD, NULL, "bytes that the busiest thread loads", its_naive, its_good, \
     its_gate, false}
// One thread that adds up the totals of all tiles loads at least this.
#define ALL_TOTALS (4 * COUNTED / TILE)

#define ITEM_RIGHT(its_id, words, worth) \
    {.kind = ITEM_correct, .id = its_id, .name = words, .points = worth, .group = its_id}

static const Item scan_serial_items[] = {
    ITEM_RIGHT("inclusive", "inclusive scan", 2),
    ITEM_RIGHT("exclusive", "exclusive scan", 1),
    ITEM_SAFE(1, NULL),
    ITEM_GATES("additions", "n - 1 additions", 1, NULL, "05.3", GATE_ADDITIONS(2032, 2025)),
    ITEMS_END};

static const Item hillis_items[] = {
    ITEM_RIGHT("inclusive", "inclusive scan", 3),
    ITEM_RIGHT("exclusive", "exclusive scan", 2),
    ITEM_SAFE(2, "05.7"),
    ITEM_GATES("steps", "n log2 n - (n - 1) additions in log2 n steps, one barrier per step", 3,
               NULL, "05.6", GATE_ADDITIONS(20416, 16375), GATE_BARRIERS(20, 10, 12),
               GATE_USES_SHARED(577)),
    ITEMS_END};

static const Item in_place_items[] = {
    ITEM_RIGHT("inclusive", "inclusive scan", 4),
    ITEM_SAFE(4, NULL),
    ITEMS_END};

static const Item blelloch_items[] = {
    ITEM_RIGHT("exclusive", "exclusive scan", 4),
    ITEM_SAFE(2, "05.7"),
    ITEM_GATES("additions", "2n - 2 additions, in 2 log2 n steps", 3, NULL, "05.3",
               {ADDITIONS, NULL, LABEL_ADDITIONS, 16375, 4050, 4050, false},
               {ADDITIONS, NULL, LABEL_ADD_CALLS, 0, 4050, 4036, true},
               GATE_ADDED(16375, 4050),
               GATE_BARRIERS(40, 21, 24),
               GATE_USES_SHARED(346)),
    ITEMS_END};

static const Item brent_kung_items[] = {
    ITEM_RIGHT("inclusive", "inclusive scan", 4),
    ITEM_SAFE(2, "05.7"),
    ITEM_GATES("additions", "exactly 2n - 2 - log2 n additions", 4, NULL, "05.10",
               GATE_ADDITIONS(16375, 4001), GATE_USES_SHARED(241)),
    ITEM_GATES("threads", "consecutive threads work", 1, NULL, NULL,
               {DIVERGENCE, LOADING_WARPS, "divergent branches per warp, on average", 12, 2.24, 5,
                false}),
    ITEMS_END};

static const Item scan_three_items[] = {
    ITEM_RIGHT("inclusive", "inclusive scan, also above 4,194,304 elements", 5),
    ITEM_SAFE(3, NULL),
    ITEMS_END};

static const Item hierarchical_items[] = {
    ITEM_RIGHT("inclusive", "inclusive scan of any length", 6),
    ITEM_SAFE(2, NULL),
    ITEM_GATES("traffic", "two loads and one store per element", 4, NULL, NULL,
               GATE_TRAFFIC(4 * COUNTED_SECTORS, 3 * COUNTED_SECTORS + 584, 3.3 * COUNTED_SECTORS),
               {WRITTEN_SECTORS, NULL, "32-byte sectors stored", 2 * COUNTED_SECTORS,
                COUNTED_SECTORS + 72, 1.1 * COUNTED_SECTORS, false},
               GATE_BUSIEST_THREAD(ALL_TOTALS, 36, 0.75 * ALL_TOTALS)),
    ITEMS_END};

static const Item look_back_items[] = {
    ITEM_RIGHT("inclusive", "inclusive scan of any length", 6),
    ITEM_SAFE(4, "05.16"),
    ITEM_GATES("pass", "one launch that loads and stores each element once", 4, NULL, "05.13",
               {"grader__launches", NULL, "launches", 3, 1, 1, false},
               GATE_TRAFFIC(3 * COUNTED_SECTORS, 2 * COUNTED_SECTORS + 544, 2.2 * COUNTED_SECTORS),
               {LOADING_BLOCKS, NULL, "blocks that share the work", 1, COUNTED / TILE,
                COUNTED / TILE / 2, true},
               {MOST_LOADED_BY_BLOCK, NULL, "bytes that the busiest block loads", 4 * COUNTED, 8448,
                10 * TILE, false}),
    ITEM_GATES("order", "tiles are numbered in the order in which they start", 1, NULL, "05.16",
               {"sim__inst_executed_op_global_atom.sum", "grader__blocks",
                "atomics per block whose result is used: the ticket", 0, 1, 1, true}),
    ITEMS_END};

static const Item compact_items[] = {
    ITEM_RIGHT("kept", "the kept elements, in order, and their number", 5),
    ITEM_SAFE(2, NULL),
    ITEM_GATES("parallel", "many threads find the places, without atomics", 1, NULL, NULL,
               {GLOBAL_ATOMICS, LOADING_BLOCKS, "global atomics per block", 8, 0, 1, false,
                1200},
               GATE_BUSIEST_THREAD(8 * COUNTED / 256, 36, 1024)),
    ITEMS_END};

static const Item area_items[] = {
    ITEM_RIGHT("table", "summed-area table", 3),
    ITEM_RIGHT("filter", "box filter", 2),
    ITEM_SAFE(1, NULL),
    ITEM_GATES("coalesced", "the lanes of a warp access neighbouring pixels", 1, "table", NULL,
               GATE_TRAFFIC(90112, 26624, 33280)),
    ITEM_GATES("corners", "four loads per pixel, for any radius", 1, "filter", NULL,
               {LOAD_REQUESTS, "grader__warps", "load requests per warp", 1156, 3.93, 6, false,
                COUNTED_SIDE * COUNTED_SIDE / 32}),
    ITEMS_END};

static const Item segmented_items[] = {
    ITEM_RIGHT("segments", "scans that start again at every head", 4),
    ITEM_SAFE(2, NULL),
    ITEMS_END};

// Kinds of input that no case has.
#define LACKS_SHAPES {KINDS_shape, "an array has no rows and columns"}
#define LACKS_OLD {KIND_BIT(KIND_old_values), "the results are written, not added to old ones"}
#define LACKS_CHOICE {KINDS_choice, "every element is added"}
#define LACKS_OVERLAP {KIND_BIT(KIND_overlap), "blocks exchange sums only from launch to launch"}
#define LACKS_2_24 \
    {KIND_BIT(KIND_size_2_24), "ceil_div() counts the blocks; the race has such an array"}
#define LACKS_IN_BLOCK \
    LACKS_SHAPES, LACKS_OLD, LACKS_CHOICE, \
        {KIND_BIT(KIND_overlap), "there is one block"}, \
        {KIND_BIT(KIND_idle), "the block has no more threads than the array needs"}
#define LACKS_LONG \
    {KIND_BIT(KIND_size_2_15) | KIND_BIT(KIND_size_2_16) | KIND_BIT(KIND_size_2_24), \
     "the array is that of one block"}
static const Lacking lacks_of_serial[] = {
    LACKS_IN_BLOCK, {KIND_BIT(KIND_size_2_24), "one thread would need seconds"}, {0, NULL}};
static const Lacking lacks_of_block[] = {LACKS_IN_BLOCK, LACKS_LONG, {0, NULL}};
static const Lacking lacks_of_three[] = {
    LACKS_SHAPES, LACKS_OLD, LACKS_CHOICE, LACKS_OVERLAP,
    {KIND_BIT(KIND_size_warp) | KIND_BIT(KIND_size_ragged) | KIND_BIT(KIND_idle) | KINDS_values,
     "the given kernels are right for such arrays"},
    {KIND_BIT(KIND_size_2_24), "what is wrong shows from 2^22 elements on"}, {0, NULL}};
static const Lacking lacks_of_any[] = {LACKS_SHAPES, LACKS_OLD,  LACKS_CHOICE, LACKS_OVERLAP,
                                       LACKS_2_24,   {0, NULL}};
static const Lacking lacks_of_look_back[] = {LACKS_SHAPES, LACKS_OLD, LACKS_CHOICE, LACKS_2_24,
                                             {0, NULL}};
static const Lacking lacks_of_race[] = {LACKS_SHAPES, LACKS_OLD, {0, NULL}};
static const Lacking lacks_of_chosen[] = {LACKS_SHAPES, LACKS_OLD, LACKS_OVERLAP, LACKS_2_24,
                                          {0, NULL}};
static const Lacking lacks_of_area[] = {
    LACKS_OLD, LACKS_CHOICE, LACKS_OVERLAP,
    {KIND_BIT(KIND_values_negative), "pixels are bytes"},
    {KIND_BIT(KIND_size_2_24), "a picture has fewer than 2^23 pixels"}, {0, NULL}};

static const Part scan_parts[] = {
    {.number = PART_serial, .id = "serial", .name = "one thread", .slide = "05.4",
     .items = scan_serial_items, .lacks = lacks_of_serial},
    {.number = PART_hillis, .id = "hillis", .name = "Hillis-Steele, double buffered",
     .slide = "05.5",
     .items = hillis_items, .lacks = lacks_of_block},
    {.number = PART_in_place, .id = "in_place", .name = "find the bug: in place", .slide = "05.7",
     .items = in_place_items, .lacks = lacks_of_block},
    {.number = PART_blelloch, .id = "blelloch", .name = "Blelloch, exclusive", .slide = "05.8",
     .items = blelloch_items, .lacks = lacks_of_block},
    {.number = PART_brent_kung, .id = "brent_kung", .name = "Brent-Kung", .slide = "05.9",
     .items = brent_kung_items, .lacks = lacks_of_block},
    {.number = PART_three, .id = "three", .name = "find the bug: three kernels", .slide = "05.14",
     .items = scan_three_items, .lacks = lacks_of_three},
    {.number = PART_hierarchical, .id = "hierarchical", .name = "any length: reduce, then scan",
     .slide = "05.13",
     .items = hierarchical_items, .lacks = lacks_of_any},
    {.number = PART_look_back, .id = "look_back", .name = "one pass: decoupled look-back",
     .slide = "05.15",
     .items = look_back_items, .lacks = lacks_of_look_back},
    {.number = PART_compact, .id = "compact", .name = "stream compaction", .slide = "05.18",
     .items = compact_items, .lacks = lacks_of_chosen, .uses = {PART_hierarchical}},
    {.number = PART_area, .id = "area", .name = "summed-area table, box filter", .slide = "05.19",
     .items = area_items, .lacks = lacks_of_area},
    {.number = PART_segmented, .id = "segmented", .name = "segmented scan", .slide = "05.20",
     .items = segmented_items, .lacks = lacks_of_chosen, .uses = {PART_hierarchical}},
    {.number = PART_fastest, .id = "fastest", .name = "as fast as you can", .slide = "05.21",
     .items = scan_race_items, .fastest = true, .lacks = lacks_of_race},
    {.number = 0}};
// clang-format on

const Lab lab_05_scan = {
    .name = "05_scan",
    .source = "scan.cu",
    .fastest = "fastest.cu",
    .nvcc_flags = FLAGS_OF_ATOMICS,
    .title = "Running sums: inside a block, of any length, and what they are good for",
    .minutes = 300,
    .parts = scan_parts,
    .draw = scan_draw,
    .diagnose = scan_diagnose,
    .demo = scan_demo,
    .columns = {{"additions", ADDITIONS, NULL},
                {"launches", "grader__launches", NULL},
                {"barr/warp", BARRIERS, "grader__warps"},
                {"bank confl", CONFLICTS, NULL},
                {"ld sectors", LOAD_SECTORS "+" BULK_READ, NULL},
                {"st sectors", STORE_SECTORS "+" BULK_WRITTEN, NULL},
                {NULL, NULL, NULL}},
    .told = "the notes",
};
