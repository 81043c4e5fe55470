// fastest.c - the open part of lab 05: its cases and its gates.
//
// A scan and a compaction read each element once and write each result once. What they do besides
// must be little: barriers, for example, three per warp of 16 in each tile of 4096 elements. The
// gates are for n = 2^20 + 5, that is, 131073 sectors. Counted, with half of the elements kept (258
// of the barriers are arrivals at mbarriers):
//
//                   scan: solution      CUB   part 8
//   launches                   1        2        1
//   sectors read          133473   134061   135417
//   sectors written       131203   131850   132099
//   barriers                8514     5472    16416
//
//             compaction: solution      CUB   part 9
//   launches                   1        2        6
//   sectors read          133185   132473   658957
//   sectors written        78087    79696   355911
//   barriers                8514     9648    16432
#include "grader/suite.h"

#include <stdio.h>
#include <string.h>

#include "grader/labs/05_scan/reference.h"
#include "grader/labs/kit.h"
#include "room.h"

enum {
    FASTEST_COUNTED = (1 << 20) + 5, // not whole vectors
    FASTEST_SECTORS = FASTEST_COUNTED / 8 + 1,
    FASTEST_TILE = 8192, // a block has no more elements than this, if n is small
};

// ---- cases ------------------------------------------------------------------------------

static Case *add_fastest(CaseList *list, const char *group, size_t n, unsigned flags,
                         const char *words)
{
    Case *c = case_add(list, flags, group, "n=%zu%s%s", n, *words ? " " : "", words);
    c->group = group;
    c->arg[0] = (int64_t)n;
    case_buffer(c, BUFFER_in, ELEM_i32, n, "in");
    kit_blocks(c, (int64_t)(n / FASTEST_TILE));
    if (n < FASTEST_TILE / 2)
        kit_note(c, KIND_idle);
    return c;
}

// No sum overflows. No element is 0, so that one that is missing, or added twice, shows.
static void add_fastest_scan(CaseList *list, size_t n, unsigned flags, Kind kind)
{
    Case *c = add_fastest(list, "scan", n, flags, kit_words(kind) + (kind != KINDS));
    int64_t limit = INT32_MAX / (int64_t)(n ? n : 1);
    int32_t *in = c->buffer[0].data;
    kit_fill_ints(list, c, in, n, kind, -limit, limit);
    for (size_t i = 0; kind == KINDS && i < n; i++)
        in[i] += !in[i];
    Buffer *out = case_buffer(c, BUFFER_out, ELEM_i32, n, "out");
    reference_scan_inclusive(out->want, in, n);
}

static void expect_fastest_kept(Case *c, int32_t limit)
{
    const int32_t *in = c->buffer[0].data;
    size_t n = c->buffer[0].count, kept = reference_compact(NULL, in, n, limit);
    c->arg[1] = limit;
    Buffer *out = case_buffer(c, BUFFER_out, ELEM_i32, kept, "out");
    reference_compact(out->want, in, n, limit);
    *(uint64_t *)case_buffer(c, BUFFER_out, ELEM_u64, 1, "count")->want = kept;
}

// About `percent` of the elements are kept.
static void add_fastest_compact(CaseList *list, size_t n, int percent, unsigned flags)
{
    enum { RANGE = 1000000 };
    int32_t limit = RANGE / 100 * (100 - percent);
    char words[24];
    snprintf(words, sizeof words, "%d%% kept", percent);
    Case *c = add_fastest(list, "compact", n, flags, words);
    int32_t *in = c->buffer[0].data;
    for (size_t i = 0; i < n; i++) // some elements are equal to the limit
        in[i] = draw_bits(list) % 64 ? (int32_t)draw_int(list, 1, RANGE) : limit;
    expect_fastest_kept(c, limit);
}

// Ints of a kind, from the whole range; or chosen elements are kept.
static void add_fastest_kept(CaseList *list, Kind kind)
{
    enum { N = 9001, LIMIT = -7, FAR = 1000 };
    char words[24];
    snprintf(words, sizeof words, "%s kept", kind_text[kind].words);
    Case *c = add_fastest(list, "compact", N, 0, words);
    int32_t *in = c->buffer[0].data;
    if (kind >= FIRST_CHOICE) {
        for (size_t i = 0; i < N; i++)
            in[i] = (int32_t)(kit_chosen(list, c, kind, i, N) ? draw_int(list, LIMIT + 1, FAR)
                                                              : draw_int(list, -FAR, LIMIT));
        expect_fastest_kept(c, LIMIT);
        return;
    }
    kit_fill_ints(list, c, in, N, kind, INT32_MIN, INT32_MAX);
    expect_fastest_kept(c, kind == KIND_values_lowest  ? INT32_MIN
                           : kind == KIND_values_equal ? in[0] - (in[0] > INT32_MIN)
                           : kind == KIND_values_ends  ? 1
                                                       : in[N / 2]);
}

void scan_fastest_draw(CaseList *list)
{
    static const int sizes[] = {2, 3, 33, 1000, 4099, 8193, 20001, 69635};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        unsigned flags = sizes[i] == 20001 ? CASE_ALL_ORDERS : 0; // three tiles at least
        add_fastest_scan(list, (size_t)sizes[i], flags, KINDS);
        add_fastest_compact(list, (size_t)sizes[i], sizes[i] == 2 ? 100 : 50, flags);
    }
    KIT_EACH_VALUES(kind, add_fastest_scan(list, 9001, 0, kind));
    for (Kind kind = FIRST_VALUES; kind <= LAST_CHOICE; kind++)
        add_fastest_kept(list, kind);
    add_fastest_scan(list, FASTEST_COUNTED, CASE_CLEAN_ONLY | CASE_COUNTED, KINDS);
    add_fastest_compact(list, FASTEST_COUNTED, 50, CASE_CLEAN_ONLY | CASE_COUNTED);
    // More tiles than blocks, whatever the tile.
    add_fastest_scan(list, (1 << 24) + 1, CASE_CLEAN_ONLY, KINDS);
    add_fastest_compact(list, 3000017, 90, CASE_CLEAN_ONLY);
    for (size_t n = 0; n <= 1; n++) {
        add_fastest_scan(list, n, CASE_TRIVIAL, KINDS);
        add_fastest_compact(list, n, 100, CASE_TRIVIAL);
    }
}

void scan_fastest_demo(CaseList *list)
{
    add_fastest_scan(list, 1 << 20, CASE_CLEAN_ONLY | CASE_COUNTED, KINDS);
    add_fastest_compact(list, 1 << 20, 50, CASE_CLEAN_ONLY | CASE_COUNTED);
}

// ---- items ------------------------------------------------------------------------------
#define FASTEST_LAUNCHES \
    GATE_MOST(COUNT_LAUNCHES, .naive = 3, .good = 1, .gate = 2, \
              .close = "one launch clears the flags, and one does the work")

const Item scan_fastest_items[] = {
    ITEM_RIGHT("scan", "inclusive scan of any length", 2, .group = "scan"),
    ITEM_RIGHT("compact", "the kept elements, in order, and their number", 2, .group = "compact"),
    ITEM_SAFE(SAFE_BARRIERS, 1, .slide = "05.16"),
    ITEM_GATES("scan_once", "the scan loads and stores each element once", 3, .group = "scan",
               .slide = "05.24",
               .gate = {FASTEST_LAUNCHES,
                        GATE_MOST(SECTORS_READ, .naive = 2 * FASTEST_SECTORS, .good = 133410,
                                  .gate = 1.15 * FASTEST_SECTORS),
                        GATE_MOST(SECTORS_WRITTEN, .naive = 2 * FASTEST_SECTORS, .good = 131203,
                                  .gate = 1.05 * FASTEST_SECTORS),
                        GATE_MOST(BARRIERS, "barriers (warp instructions)", .naive = 16416,
                                  .good = 8514, .gate = FASTEST_COUNTED / 4096 * 3 * 16),
                        GATE_MOST(BLOCK_LOADS, .naive = 4.0 * FASTEST_COUNTED, .good = 33784,
                                  .gate = 4.0 * FASTEST_COUNTED / 32)}),
    // The kept elements of a warp begin anywhere, so its stores may touch a sector more than
    // needed.
    ITEM_GATES("compact_once", "the compaction loads once, and stores what it keeps", 2,
               .group = "compact", .slide = "05.23",
               .gate = {FASTEST_LAUNCHES,
                        GATE_MOST(SECTORS_READ, .naive = 2 * FASTEST_SECTORS, .good = 133410,
                                  .gate = 1.15 * FASTEST_SECTORS),
                        GATE_MOST(SECTORS_WRITTEN, .naive = 2 * FASTEST_SECTORS, .good = 78699,
                                  .gate = 1.39 / 2 * FASTEST_SECTORS),
                        GATE_MOST(BARRIERS, "barriers (warp instructions)", .naive = 16432,
                                  .good = 8514, .gate = FASTEST_COUNTED / 4096 * 3 * 16),
                        GATE_MOST(BLOCK_LOADS, .naive = 4.0 * FASTEST_COUNTED, .good = 33784,
                                  .gate = 4.0 * FASTEST_COUNTED / 32)}),
    ITEMS_END,
};
