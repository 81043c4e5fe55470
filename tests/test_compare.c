// test_compare.c - right, nearly right and wrong outputs, and the patterns that
// name a mistake.
#include "suite.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grader/judge/compare.h"
#include "grader/run/wire.h"

enum { N = 100 };

static int32_t want[N], got[N];
static Buffer buffer = {
    .role = BUFFER_out, .type = ELEM_i32, .count = N, .want = want, .name = "out"};
static Mismatch m;

static void setup(void)
{
    for (int i = 0; i < N; i++)
        want[i] = got[i] = 1000 + i * i;
}

static bool compare(void) { return compare_buffer(&buffer, got, sizeof got, &m); }

START_TEST(equal_is_right)
{
    ck_assert(compare());
    ck_assert_uint_eq(m.wrong, 0);
}
END_TEST

START_TEST(five_wrong_elements_are_shown_all_are_counted)
{
    for (int i = 10; i < 30; i++)
        got[i] = -(i * 7919 % 101);
    ck_assert(!compare());
    ck_assert_uint_eq(m.wrong, 20);
    ck_assert_int_eq(m.shown, MAX_SHOWN);
    ck_assert_uint_eq(m.first[0].index, 10);
    ck_assert_str_eq(m.first[0].want, "1100");
}
END_TEST

START_TEST(short_output_is_wrong)
{
    ck_assert(!compare_buffer(&buffer, got, sizeof got - 4, &m));
    ck_assert(!compare_buffer(&buffer, NULL, 0, &m));
    ck_assert_str_eq(m.pattern, "the output was not returned");
}
END_TEST

// Each pattern is made by `spoil` from a right output.
static void spoil_poison(void) { memset(got, WIRE_POISON, sizeof got); }
static void spoil_tail_poison(void) { memset(got + 64, WIRE_POISON, sizeof got - 64 * 4); }
static void spoil_tail(void)
{
    for (int i = 64; i < N; i++)
        got[i] = 5 * i;
}
static void spoil_zero(void) { memset(got, 0, sizeof got); }
static void spoil_stride(void)
{
    for (int i = 3; i < N; i += 32)
        got[i]++;
}
static void spoil_constant(void)
{
    for (int i = 0; i < N; i++)
        got[i] -= 4;
}
static void spoil_shift(void)
{
    memmove(got + 1, want, sizeof got - 4);
    got[0] = 77;
}
static void spoil_head(void)
{
    for (int i = 0; i < 8; i++)
        got[i] = i;
}

static const struct {
    void (*spoil)(void);
    const char *pattern;
} patterns[] = {
    {spoil_poison, "nothing was ever written"},
    {spoil_tail_poison, "every wrong element was never written, from index 64 on"},
    {spoil_tail, "exactly the elements from index 64 on are wrong"},
    {spoil_zero, "every wrong element is 0"},
    {spoil_stride, "one element of every 32 is wrong, from index 3 on"},
    {spoil_constant, "every wrong element is off by -4"},
    {spoil_shift, "each wrong element has the value that belongs one place to its left"},
    {spoil_head, "exactly the elements before index 8 are wrong"},
};

START_TEST(pattern_is_named)
{
    patterns[_i].spoil();
    ck_assert(!compare());
    ck_assert_str_eq(m.pattern, patterns[_i].pattern);
}
END_TEST

START_TEST(nan_never_passes)
{
    float w[2] = {1, 2}, g[2] = {1, NAN};
    Buffer b = {.role = BUFFER_out, .type = ELEM_f32, .count = 2, .want = w, .tolerance = INFINITY};
    ck_assert(!compare_buffer(&b, g, sizeof g, &m));
    ck_assert_uint_eq(m.wrong, 1);
    w[1] = NAN; // not even where it would be expected
    ck_assert(!compare_buffer(&b, g, sizeof g, &m));
}
END_TEST

START_TEST(tolerance_is_absolute)
{
    double w[3] = {1, 1e6, -1}, g[3] = {1.01, 1e6 + 0.01, -1.02};
    Buffer b = {.role = BUFFER_out, .type = ELEM_f64, .count = 3, .want = w, .tolerance = 0.015};
    ck_assert(!compare_buffer(&b, g, sizeof g, &m));
    ck_assert_uint_eq(m.wrong, 1);
    ck_assert_uint_eq(m.first[0].index, 2);
    b.tolerance = 0.021;
    ck_assert(compare_buffer(&b, g, sizeof g, &m));
}
END_TEST

START_TEST(infinity_equals_itself)
{
    float w = INFINITY, g = INFINITY;
    Buffer b = {.role = BUFFER_out, .type = ELEM_f32, .count = 1, .want = &w};
    ck_assert(compare_buffer(&b, &g, sizeof g, &m));
    g = -INFINITY;
    ck_assert(!compare_buffer(&b, &g, sizeof g, &m));
}
END_TEST

START_TEST(empty_output_is_right)
{
    Buffer b = {.role = BUFFER_out, .type = ELEM_i32, .count = 0, .want = want};
    ck_assert(compare_buffer(&b, NULL, 0, &m));
}
END_TEST

// ---- words ------------------------------------------------------------------------------------

START_TEST(values_have_their_names)
{
    static const NamedValue names[] = {{-1, "UNREACHED"}, {0, NULL}};
    Buffer b = buffer;
    b.names = names;
    want[3] = -1;
    got[4] = -1;
    ck_assert(!compare_buffer(&b, got, sizeof got, &m));
    ck_assert_str_eq(m.first[0].want, "UNREACHED");
    ck_assert_str_eq(m.first[1].got, "UNREACHED");
    ck_assert_str_eq(m.first[1].want, "1016");
}
END_TEST

START_TEST(elements_have_the_words_of_the_suite)
{
    static const struct {
        const char *means, *name[3];
    } all[] = {
        {NULL, {"out[0]", "out[1]", "out[2]"}},
        {"the value of keys[#]",
         {"the value of keys[0]", "the value of keys[1]", "the value of keys[2]"}},
        {"the entries|*failed", {"the entries", "*failed", "*failed"}},
    };
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        for (size_t i = 0; i < 3; i++) {
            char text[96];
            Buffer b = buffer;
            b.means = all[k].means;
            compare_name(&b, i, text, sizeof text);
            ck_assert_str_eq(text, all[k].name[i]);
        }
}
END_TEST

// A sum without in[1], which is -48: the difference is said, and what it is.
START_TEST(difference_is_an_input)
{
    static int32_t in[] = {100, 48, 7, 7}, sum[1], out[1];
    char text[256];
    Case c = {
        .buffers = 2,
        .buffer = {{.role = BUFFER_in, .type = ELEM_i32, .count = 4, .data = in, .name = "in"},
                   {.role = BUFFER_out, .type = ELEM_i32, .count = 1, .want = sum, .name = "out"}}};
    static const struct {
        int32_t got, want;
        const char *text;
    } all[] = {
        {114, 162, "got - want = -48 = -in[1]"},
        {210, 162, "got - want = 48 = in[1]"},
        {169, 162, "got - want = 7"},                               // two elements are 7
        {900000, 162, NULL},                                        // no sign of anything
        {0, 48, NULL},                                              // a word that is still 0
        {INT32_MIN + 40, INT32_MAX - 7, "got - want = 48 = in[1]"}, // sums wrap
    };
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        out[0] = all[k].got;
        sum[0] = all[k].want;
        ck_assert(!compare_buffer(&c.buffer[1], out, sizeof out, &m));
        bool said = compare_difference(&c, &c.buffer[1], out, &m, text, sizeof text);
        ck_assert(said == (all[k].text != NULL));
        if (said)
            ck_assert_str_eq(text, all[k].text);
    }
    memset(out, WIRE_POISON, sizeof out);
    compare_buffer(&c.buffer[1], out, sizeof out, &m);
    ck_assert(!compare_difference(&c, &c.buffer[1], out, &m, text, sizeof text));
}
END_TEST

SUITE(s)
{
    TCase *t = TESTS(s, "compare", equal_is_right, five_wrong_elements_are_shown_all_are_counted,
                     short_output_is_wrong, nan_never_passes, tolerance_is_absolute,
                     infinity_equals_itself, empty_output_is_right, values_have_their_names,
                     elements_have_the_words_of_the_suite, difference_is_an_input);
    tcase_add_checked_fixture(t, setup, NULL);
    tcase_add_loop_test(t, pattern_is_named, 0, sizeof patterns / sizeof *patterns);
}
