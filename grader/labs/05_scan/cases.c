// cases.c - the cases of lab 05.
#include "room.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/contracts/05_scan.h"
#include "grader/labs/05_scan/reference.h"
#include "grader/labs/kit.h"
#include "grader/labs/own_case.h"
#include "grader/base/memory.h"

enum {
    BLOCK_THREADS = 256, // from part 6 on
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
        add_scan(list, true, NULL, (size_t)sizes[i],
                 part == PART_look_back && sizes[i] == TILE + 1 ? CASE_ALL_ORDERS : given,
                 (int)(i % 3));
    if (part == PART_three) {
        add_scan(list, true, NULL, ONE_TILE_OF_SUMS + 1, CASE_CLEAN_ONLY, 2);
        // Three pieces of sums: the third needs the total of both pieces before.
        add_scan(list, true, NULL, 2 * ONE_TILE_OF_SUMS + 2 * TILE, CASE_CLEAN_ONLY, 2);
    } else {
        add_scan_kinds(list, true, NULL, 2 * TILE + 77, 0);
        add_scan(list, true, NULL, COUNTED, CASE_COUNTED | CASE_CLEAN_ONLY, 0);
        add_scan(list, true, NULL, 999983, CASE_CLEAN_ONLY, 0);
        if (part == PART_look_back) // the third tile looks back over two
            add_scan(list, true, NULL, 2 * TILE + 1, CASE_ALL_ORDERS, 0);
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

// Ints of a kind, from the whole range. The limit is the middle value; for the kind `lowest` it is
// INT32_MIN, the value of nearly all elements.
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

// The chosen elements are kept. Some of the others are equal to the limit, which is negative; or,
// where none is kept, the largest int.
static void add_compact_choice(CaseList *list, Kind kind)
{
    enum { N = 2503, LIMIT = -7, FAR = 1000 };
    const int32_t limit = kind == KIND_choice_none ? INT32_MAX : LIMIT;
    char words[24];
    snprintf(words, sizeof words, "kept: %s", kind_text[kind].words);
    Case *c = add_elements(list, N, 0, words);
    int32_t *in = c->buffer[0].data;
    for (size_t i = 0; i < N; i++)
        in[i] = (int32_t)(kit_chosen(list, c, kind, i, N) ? draw_int(list, LIMIT + 1, FAR)
                          : draw_bits(list) % 8           ? draw_int(list, -FAR, LIMIT)
                                                          : limit);
    expect_kept(c, limit);
}

static void draw_compact(CaseList *list)
{
    // clang-format off
    static const struct {
        int n, percent;
        unsigned flags;
    } sizes[] = {
        {2, 100, 0},     {31, 50, 0},    {32, 0, 0},      {33, 50, 0},    {256, 100, 0},
        {257, 50, 0},    {2047, 10, 0},  {2048, 90, 0},   {2049, 50, 0},  {5000, 0, 0},
        {10007, 50, 0},  {10007, 100, 0}, {1, 100, CASE_TRIVIAL},         {0, 50, CASE_TRIVIAL},
        {COUNTED, 50, CASE_COUNTED | CASE_CLEAN_ONLY}, {300007, 30, CASE_CLEAN_ONLY},
    };
    // clang-format on
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        add_compact(list, (size_t)sizes[i].n, sizes[i].percent, sizes[i].flags);
    KIT_EACH_VALUES(kind, add_compact_values(list, kind));
    KIT_EACH_CHOICE(kind, add_compact_choice(list, kind));
}

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
    KIT_ARGS(c, width, height);
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
    KIT_ARGS(c, width, height, radius);
    uint8_t *image = need(malloc(pixels + 1));
    fill_pixels(list, c, image, width, height, kind);
    Buffer *table = case_buffer(c, BUFFER_in, ELEM_i32, pixels, "table");
    Buffer *out = case_buffer(c, BUFFER_out, ELEM_u8, pixels, "out");
    out->columns = (size_t)width;
    reference_area_table(table->data, image, width, height);
    reference_box_filter(out->want, image, width, height, radius);
    free(image);
}

static void draw_area(CaseList *list)
{
    // clang-format off
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
    // clang-format on
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
    bool choice = kit_is_choice(kind);
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

static void draw_segmented(CaseList *list)
{
    // clang-format off
    static const struct {
        int n, length;
        unsigned flags;
    } sizes[] = {
        {2, 1, 0},     {33, 4, 0},    {256, 10, 0},   {257, 0, 0},    {2048, 7, 0},
        {2049, 100, 0}, {5000, 1, 0}, {10007, 3000, 0}, {10007, 31, 0}, {10007, 0, 0},
        {1, 1, CASE_TRIVIAL}, {0, 1, CASE_TRIVIAL},
        {COUNTED, 500, CASE_COUNTED | CASE_CLEAN_ONLY}, {300007, 9001, CASE_CLEAN_ONLY},
    };
    // clang-format on
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        add_segmented(list, (size_t)sizes[i].n, sizes[i].length, sizes[i].flags);
    for (Kind kind = FIRST_VALUES; kind <= LAST_CHOICE; kind++)
        add_segmented_kind(list, kind);
}

const char *scan_own(CaseList *list, int part, const OwnCase *own)
{
    size_t most = part == PART_hillis || part == PART_in_place       ? SCAN_BLOCK
                  : part == PART_blelloch || part == PART_brent_kung ? SCAN_SECTION
                                                                     : MOST_OWN;
    if (part > PART_look_back)
        return "only parts 1 to 8 have one array and nothing else";
    if (own->n > most)
        return most == SCAN_BLOCK ? "it takes 1024 elements at most"
                                  : "it takes 2048 elements at most";
    if (!own_case_sums_fit(own))
        return "a sum of these values can overflow an int";
    bool inclusive = part != PART_blelloch;
    const char *variant = part <= PART_hillis ? "inclusive" : NULL;
    Case *c = add_arrays(list, inclusive, variant, own->n, 0, "");
    if (own->value)
        memcpy(c->buffer[0].data, own->value, own->n * sizeof *own->value);
    else
        fill_nonzero_ints(list, c->buffer[0].data, own->n, 0);
    expect_scan(c, inclusive);
    return NULL;
}

void scan_draw(CaseList *list, int part)
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
    } else if (part == PART_program) {
        scan_program_draw(list);
    } else {
        scan_fastest_draw(list);
    }
}

// The notes' table of additions next to ours; then the cost of a million elements.
void scan_demo(CaseList *list, int part)
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
    } else if (part == PART_program) {
        scan_program_demo(list);
    } else {
        scan_fastest_demo(list);
    }
}
