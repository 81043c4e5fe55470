// test.c - the suite of lab 05 and its CPU reference: results known by hand,
// the table of additions, the cases, and the diagnoses of wrong outputs. The
// kernels themselves are tested by grading.
#include <stdlib.h>
#include <string.h>

#include "common/contracts/05_scan.h"
#include "grader/labs/05_scan/reference.h"

#define LAB lab_05_scan
#include "tests/lab_suite.h"

enum { TILE = 2048 };

// ---- the reference ------------------------------------------------------------------

START_TEST(scans_by_hand)
{
    const int32_t in[8] = {3, 1, 7, 0, 4, 1, 6, 3};
    const int32_t inclusive[8] = {3, 4, 11, 11, 15, 16, 22, 25};
    const int32_t exclusive[8] = {0, 3, 4, 11, 11, 15, 16, 22};
    const int32_t heads[8] = {0, 0, 5, 0, 0, -1, 0, 0}; // the first element needs no head
    const int32_t segmented[8] = {3, 4, 7, 7, 11, 1, 7, 10};
    int32_t out[8];
    reference_scan_inclusive(out, in, 8);
    ck_assert_mem_eq(out, inclusive, sizeof out);
    reference_scan_exclusive(out, in, 8);
    ck_assert_mem_eq(out, exclusive, sizeof out);
    reference_scan_segmented(out, in, heads, 8);
    ck_assert_mem_eq(out, segmented, sizeof out);
    out[0] = 77;
    reference_scan_inclusive(out, in, 0);
    reference_scan_exclusive(out, in, 0);
    reference_scan_segmented(out, in, heads, 0);
    ck_assert_int_eq(out[0], 77);
}
END_TEST

START_TEST(numbers_from_1_to_n)
{
    enum { N = 60000 };
    static int32_t in[N], out[N];
    for (int i = 0; i < N; i++)
        in[i] = i + 1;
    reference_scan_inclusive(out, in, N);
    for (int64_t i = 0; i < N; i++)
        ck_assert_int_eq(out[i], (i + 1) * (i + 2) / 2);
    reference_scan_exclusive(out, in, N);
    for (int64_t i = 0; i < N; i++)
        ck_assert_int_eq(out[i], i * (i + 1) / 2);
}
END_TEST

START_TEST(compaction_by_hand)
{
    const int32_t in[8] = {3, 9, 7, 5, 8, 2, 6, -4}, want[4] = {9, 7, 8, 6};
    int32_t out[8] = {0};
    ck_assert_uint_eq(reference_compact(NULL, in, 8, 5), 4);
    ck_assert_uint_eq(reference_compact(out, in, 8, 5), 4);
    ck_assert_mem_eq(out, want, sizeof want);
    ck_assert_int_eq(out[4], 0);
    ck_assert_uint_eq(reference_compact(out, in, 8, 9), 0);
    ck_assert_uint_eq(reference_compact(out, in, 0, 5), 0);
}
END_TEST

START_TEST(pictures_by_hand)
{
    const uint8_t image[6] = {1, 2, 3, 4, 5, 6}; // 3 wide, 2 high
    const int32_t table[6] = {1, 3, 6, 5, 12, 21};
    const uint8_t radius1[6] = {3, 4, 4, 3, 4, 4}; // 12/4, 21/6 = 3.5, 16/4
    const uint8_t row[4] = {0, 1, 0, 255};
    const uint8_t half[4] = {1, 0, 85, 128}; // 1/2, 1/3, 256/3 = 85.33, 255/2 = 127.5
    int32_t got[6];
    uint8_t out[6];
    reference_area_table(got, image, 3, 2);
    ck_assert_mem_eq(got, table, sizeof got);
    reference_box_filter(out, image, 3, 2, 1);
    ck_assert_mem_eq(out, radius1, sizeof out);
    reference_box_filter(out, image, 3, 2, 0);
    ck_assert_mem_eq(out, image, sizeof out);
    reference_box_filter(out, image, 3, 2, 9); // every window is the whole picture: 3.5
    for (int i = 0; i < 6; i++)
        ck_assert_int_eq(out[i], 4);
    reference_box_filter(out, row, 4, 1, 1);
    ck_assert_mem_eq(out, half, sizeof half);
}
END_TEST

// The counted additions are those of the known table and of the formulas.
START_TEST(additions)
{
    static const struct {
        size_t n, serial, hillis, brent_kung, told;
    } table[] = {
        {16, 15, 49, 26, 29},           {32, 31, 129, 57, 61},      {64, 63, 321, 120, 125},
        {128, 127, 769, 247, 253},      {256, 255, 1793, 502, 509}, {512, 511, 4097, 1013, 1021},
        {1024, 1023, 9217, 2036, 2045},
    };
    size_t log = 4;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++, log++) {
        size_t n = table[i].n;
        ck_assert_uint_eq(reference_scan_additions(SCAN_serial, n), table[i].serial);
        ck_assert_uint_eq(reference_scan_additions(SCAN_hillis, n), table[i].hillis);
        ck_assert_uint_eq(reference_scan_additions(SCAN_hillis, n), n * log - (n - 1));
        ck_assert_uint_eq(reference_scan_additions(SCAN_blelloch, n), 2 * n - 2);
        ck_assert_uint_eq(reference_scan_additions(SCAN_brent_kung, n), table[i].brent_kung);
        ck_assert_uint_eq(reference_scan_additions(SCAN_brent_kung, n), 2 * n - 2 - log);
        ck_assert_uint_eq(table[i].told, 2 * n - 3);
        ck_assert_uint_eq(table[i].told - table[i].brent_kung, log - 1);
    }
}
END_TEST

// ---- the suite -----------------------------------------------------------------------

// The bounds of the sweep are the sums of the algorithms' additions.
START_TEST(additions_are_bounded_exactly)
{
    static const int part[] = {1, 2, 4, 5};
    for (int k = 0; k < 4; k++) {
        size_t sum = 0;
        for (size_t n = 16; n <= 1024; n *= 2)
            sum += reference_scan_additions((ScanKind)k, n);
        int bounds = 0;
        for (const Item *item = lab_05_scan.parts[part[k] - 1].items; item->name; item++)
            for (int g = 0; g < MAX_GATES && item->gate[g].metric; g++)
                if (item->gate[g].metric == METRIC_EVENTS_0) {
                    double gap = (double)sum - item->gate[g].gate;
                    bounds++;
                    ck_assert(item->gate[g].good == (double)sum);
                    ck_assert(gap == 0 ||
                              (k == SCAN_blelloch && item->gate[g].at_least && gap == 14));
                }
        ck_assert_int_eq(bounds, 2);
    }
}
END_TEST

START_TEST(every_part_has_its_cases)
{
    CaseList *list = drawn(_i, 1);
    int counted = 0, proving = 0, checked = 0;
    for (int i = 0; i < list->count; i++) {
        const Case *c = list->cases[i];
        int64_t elements = _i == 10 ? c->arg[0] * c->arg[1] : c->arg[0];
        counted += (c->flags & CASE_COUNTED) != 0;
        proving += !(c->flags & CASE_TRIVIAL);
        checked += !(c->flags & CASE_CLEAN_ONLY);
        ck_assert(elements < 1 << 17 || c->flags & CASE_CLEAN_ONLY);
        ck_assert_int_gt(c->buffers, 1);
        for (int b = 0; b < c->buffers; b++)
            if (c->buffer[b].role == BUFFER_out)
                ck_assert(c->buffer[b].tolerance == 0);
    }
    ck_assert_int_eq(counted, _i == 3 || _i == 6 ? _i == 3 : _i == 10 || _i == 12 ? 2 : 1);
    ck_assert_int_ge(proving, 2);
    ck_assert_int_ge(checked, 8);
    cases_free(list);
}
END_TEST

// Cases that the given code of the two find-the-bug parts gets right must be trivial.
START_TEST(cases_that_the_given_code_passes_are_trivial)
{
    CaseList *three = drawn(3, 5), *six = drawn(6, 5);
    for (int i = 0; i < three->count; i++) {
        const Case *c = three->cases[i];
        ck_assert(c->arg[1] || (c->arg[0] <= 32) == ((c->flags & CASE_TRIVIAL) != 0));
        // Never 0, unless the values are of a kind: a word that is read too late changes a sum.
        for (size_t k = 0; k < c->buffer[0].count && !c->kinds; k++)
            ck_assert_int_gt(((int32_t *)c->buffer[0].data)[k], 0);
    }
    for (int i = 0; i < six->count; i++) {
        const Case *c = six->cases[i];
        ck_assert((c->arg[0] <= TILE * TILE) == ((c->flags & CASE_TRIVIAL) != 0));
        if (c->flags & CASE_TRIVIAL)
            continue;
        // The given kernel leaves the sum of tile 2048 in place of the sum of all tiles before it.
        const int32_t *want = c->buffer[1].want, *in = c->buffer[0].data;
        ck_assert_int_ne(want[TILE * TILE - 1], in[TILE * TILE]);
    }
    cases_free(three);
    cases_free(six);
}
END_TEST

START_TEST(seed_decides) { expect_seed_decides(7, 5); }
END_TEST

// ---- diagnoses of wrong outputs ------------------------------------------------

static const Case *find_case(const CaseList *list, int64_t a, int64_t b, const char *group)
{
    for (int i = 0; i < list->count; i++) {
        const Case *c = list->cases[i];
        if (c->arg[0] == a && (b < 0 || c->arg[1] == b) && strcmp(c->group, group) == 0)
            return c;
    }
    ck_abort_msg("no case %lld %s", (long long)a, group);
}

START_TEST(block_mistakes_are_recognised)
{
    CaseList *two = drawn(2, 4), *four = drawn(4, 4), *five = drawn(5, 4);
    const Case *c = find_case(two, 100, -1, "inclusive");
    const int32_t *in = c->buffer[0].data;
    int32_t out[128];
    expect_sentence(c, in, "copy of in");
    reference_scan_exclusive(out, in, 100);
    expect_sentence(c, out, "exclusive scan");
    for (int i = 0; i < 100; i++) {
        out[i] = 0;
        for (int k = i < 64 ? 0 : i - 63; k <= i; k++)
            out[i] += in[k];
    }
    expect_sentence(c, out, "last step is missing");
    out[0]++;
    expect_sentence(c, out, NULL);
    c = find_case(four, 64, -1, "exclusive");
    reference_scan_inclusive(out, c->buffer[0].data, 64);
    expect_sentence(c, out, "inclusive scan");
    c = find_case(five, 64, -1, "inclusive");
    memcpy(out, c->buffer[0].data, 64 * sizeof *out);
    for (int d = 1; d < 64; d *= 2)
        for (int right = 2 * d - 1; right < 64; right += 2 * d)
            out[right] += out[right - d];
    expect_sentence(c, out, "way down is missing");
    cases_free(two);
    cases_free(four);
    cases_free(five);
}
END_TEST

START_TEST(long_mistakes_are_recognised)
{
    CaseList *list = drawn(7, 4), *six = drawn(6, 4);
    const Case *c = find_case(list, 10007, -1, "inclusive");
    const int32_t *in = c->buffer[0].data;
    int32_t *out = malloc(10007 * sizeof *out);
    for (int i = 0; i < 10007; i++)
        out[i] = in[i] + (i % TILE ? out[i - 1] : 0);
    expect_sentence(c, out, "starts again every 2048");
    int32_t before = 0;
    for (int i = 0; i < 10007; i++) {
        int32_t own = out[i];
        out[i] += before;
        if (i % TILE == TILE - 1)
            before = own;
    }
    expect_sentence(c, out, "the one tile before");
    for (int64_t i = 0, tile = 0; i < 10007; i++) { // totals[b] in place of totals[b - 1]
        if (i % TILE == 0)
            for (int64_t k = tile = 0; i > 0 && k < TILE && i + k < 10007; k++)
                tile += in[i + k];
        out[i] = (int32_t)(((const int32_t *)c->buffer[1].want)[i] + tile);
    }
    expect_sentence(c, out, "added to it once too often");
    free(out);
    CaseList *eight = drawn(8, 4); // tile 2 takes prefix 1, and prefix 0 as well
    c = find_case(eight, 10007, -1, "inclusive");
    out = malloc(10007 * sizeof *out);
    memcpy(out, c->buffer[1].want, 10007 * sizeof *out);
    int32_t prefix = out[TILE - 1];
    for (int i = 2 * TILE; i < 10007; i++)
        out[i] += prefix;
    expect_sentence(c, out, "stop at a tile that knows its prefix");
    cases_free(eight);
    free(out);
    c = find_case(six, TILE * TILE + 1, -1, "inclusive");
    out = malloc(c->buffer[1].count * sizeof *out);
    memcpy(out, c->buffer[1].want, c->buffer[1].count * sizeof *out);
    out[TILE * TILE] = 5;
    expect_sentence(c, out, "up to element 4194303");
    free(out);
    cases_free(list);
    cases_free(six);
}
END_TEST

// The pixels of the window at (x, y) with radius 1 in a picture of 33 x 31, and their sum.
static int pixels(int x, int y) { return (x > 0 && x < 32 ? 3 : 2) * (y > 0 && y < 30 ? 3 : 2); }

static int window(const int32_t *table, int x, int y)
{
    int x1 = x < 32 ? x + 1 : x, y1 = y < 30 ? y + 1 : y;
    return table[y1 * 33 + x1] - (x > 1 ? table[y1 * 33 + x - 2] : 0) -
           (y > 1 ? table[(y - 2) * 33 + x1] : 0) +
           (x > 1 && y > 1 ? table[(y - 2) * 33 + x - 2] : 0);
}

START_TEST(mistakes_of_parts_9_to_11_are_recognised)
{
    CaseList *nine = drawn(9, 4), *ten = drawn(10, 4), *eleven = drawn(11, 4);
    const Case *c = find_case(nine, 257, -1, "kept");
    size_t n = c->buffer[1].count;
    int32_t *out = malloc(2000 * sizeof *out);
    memcpy(out, c->buffer[1].want, n * sizeof *out);
    expect_sentence(c, out, NULL);
    int32_t first = out[0];
    out[0] = out[n - 1];
    out[n - 1] = first;
    expect_sentence(c, out, "not in their order");
    memcpy(out + 1, c->buffer[1].want, (n - 1) * sizeof *out);
    expect_sentence(c, out, "too far right");

    c = find_case(ten, 33, 31, "table");
    const uint8_t *image = c->buffer[0].data;
    for (int i = 0; i < 33 * 31; i++)
        out[i] = image[i] + (i % 33 ? out[i - 1] : 0);
    expect_sentence(c, out, "the columns are not");
    for (int i = 0; i < 33 * 31; i++)
        out[i] = image[i] + (i < 33 ? 0 : out[i - 33]);
    expect_sentence(c, out, "the rows are not");

    c = find_case(ten, 33, 31, "filter");
    uint8_t *mean = malloc(33 * 31);
    memcpy(mean, c->buffer[1].want, 33 * 31);
    expect_sentence(c, mean, NULL);
    mean[40]--;
    expect_sentence(c, mean, NULL);
    const int32_t *table = c->buffer[0].data;
    for (int y = 0; y < 31; y++)
        for (int x = 0; x < 33; x++)
            mean[y * 33 + x] = (uint8_t)(window(table, x, y) / pixels(x, y));
    expect_sentence(c, mean, "rounded down");
    for (int y = 0; y < 31; y++)
        for (int x = 0; x < 33; x++)
            mean[y * 33 + x] = (uint8_t)((window(table, x, y) + 4) / 9);
    expect_sentence(c, mean, "near the edges");
    mean[0]++;
    expect_sentence(c, mean, NULL);
    for (int y = 0; y < 31; y++)
        for (int x = 0; x < 33; x++)
            mean[y * 33 + x] =
                (uint8_t)((window(table, x, y) -
                           (x > 1 && y > 1 ? table[(y - 2) * 33 + x - 2] : 0) + pixels(x, y) / 2) /
                          pixels(x, y));
    expect_sentence(c, mean, "added once");
    memcpy(mean, c->buffer[1].want, 33 * 31);
    for (int y = 0; y < 31; y++) // corner(x0, y0) in place of corner(x0 - 1, y0 - 1)
        for (int x = 0; x < 33; x++) {
            int x0 = x > 0 ? x - 1 : 0, x1 = x < 32 ? x + 1 : x;
            int y0 = y > 0 ? y - 1 : 0, y1 = y < 30 ? y + 1 : y;
            int sum = table[y1 * 33 + x1] - table[y1 * 33 + x0] - table[y0 * 33 + x1] +
                      table[y0 * 33 + x0];
            mean[y * 33 + x] = (uint8_t)((sum + pixels(x, y) / 2) / pixels(x, y));
        }
    expect_sentence(c, mean, "first row and column are missing");
    free(mean);

    c = find_case(eleven, 256, -1, "segments");
    reference_scan_inclusive(out, c->buffer[0].data, 256);
    expect_sentence(c, out, "heads are ignored");
    c = find_case(eleven, 2049, -1, "segments");
    int32_t *sums = malloc(2049 * sizeof *sums);
    memcpy(sums, c->buffer[2].want, 2049 * sizeof *sums);
    expect_sentence(c, sums, NULL);
    sums[2048] = sums[2047]; // add(item, before): only the sum before
    expect_sentence(c, sums, "`left` is what came before");
    free(sums);
    free(out);
    cases_free(nine);
    cases_free(ten);
    cases_free(eleven);
}
END_TEST

SUITE(s)
{
    TCase *t = TESTS(s, "suite", scans_by_hand, numbers_from_1_to_n, compaction_by_hand,
                     pictures_by_hand, additions, additions_are_bounded_exactly,
                     cases_that_the_given_code_passes_are_trivial, seed_decides,
                     block_mistakes_are_recognised, long_mistakes_are_recognised,
                     mistakes_of_parts_9_to_11_are_recognised);
    tcase_add_loop_test(t, every_part_has_its_cases, 1, 13);
}
