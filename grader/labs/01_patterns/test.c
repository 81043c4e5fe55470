// test.c - the CPU results of lab 01 against results known exactly; its
// picture; and the figures that part 1 expects against those of the modelled GPU.
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/labs.h"
#include "grader/labs/01_patterns/reference.h"
#include "common/cudasim/sim/sim.h"
#include "grader/run/wire.h"

#define LAB lab_01_patterns
#include "tests/lab_suite.h"

// ---- the blur -------------------------------------------------------------------------

START_TEST(a_spot_becomes_a_square)
{
    uint8_t in[7 * 5] = {0}, out[7 * 5], want[7 * 5] = {0};
    in[2 * 7 + 3] = 90;
    for (int y = 1; y <= 3; y++)
        for (int x = 2; x <= 4; x++)
            want[y * 7 + x] = 10;
    reference_blur(out, in, 7, 5, 1);
    ck_assert_mem_eq(out, want, sizeof want);
    reference_blur(out, in, 7, 5, 0);
    ck_assert_mem_eq(out, in, sizeof in);
}
END_TEST

START_TEST(pixels_at_the_edge_are_repeated)
{
    // A corner of 9 under radius 1: of the 9 pixels around the corner, 4 are the corner itself.
    const uint8_t in[] = {9, 0, 0, 0, 0, 0, 0, 0, 0};
    const uint8_t want[] = {4, 2, 0, 2, 1, 0, 0, 0, 0};
    uint8_t out[9];
    reference_blur(out, in, 3, 3, 1);
    ck_assert_mem_eq(out, want, sizeof want);
    uint8_t one = 77;
    reference_blur(out, &one, 1, 1, 20);
    ck_assert_uint_eq(out[0], 77);
    reference_blur(out, in, 0, 3, 1);
    reference_blur(out, in, 3, 0, 1);
}
END_TEST

START_TEST(means_are_rounded_to_nearest)
{
    // 9 pixels with sum 4 are nearer to 0, with sum 5 nearer to 1; 25 with 12 and 13 as well.
    uint8_t in[9] = {0, 0, 0, 0, 4, 0, 0, 0, 0}, out[9];
    reference_blur(out, in, 3, 3, 1);
    ck_assert_uint_eq(out[4], 0);
    in[4] = 5;
    reference_blur(out, in, 3, 3, 1);
    ck_assert_uint_eq(out[4], 1);
}
END_TEST

// Another way: every pixel by its definition.
START_TEST(a_random_picture_is_blurred_by_definition)
{
    enum { W = 23, H = 17, R = 4 };
    static uint8_t in[W * H], out[W * H];
    for (int i = 0; i < W * H; i++)
        in[i] = (uint8_t)(i * 7919 % 256);
    reference_blur(out, in, W, H, R);
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            int sum = 0, area = (2 * R + 1) * (2 * R + 1);
            for (int v = y - R; v <= y + R; v++)
                for (int u = x - R; u <= x + R; u++) {
                    int cu = u < 0 ? 0 : u >= W ? W - 1 : u, cv = v < 0 ? 0 : v >= H ? H - 1 : v;
                    sum += in[cv * W + cu];
                }
            ck_assert_int_eq(out[y * W + x], (sum + area / 2) / area);
        }
}
END_TEST

// ---- scatter, stencil, transpose --------------------------------------------------------

START_TEST(the_largest_wins)
{
    const int32_t in[] = {3, 9, -5, 9, INT32_MIN, 0}, to[] = {1, 1, 0, 2, 3, 1};
    int32_t out[] = {-7, 4, 100, -1, 55};
    const int32_t want[] = {-5, 9, 100, -1, 55};
    reference_scatter_max(out, 5, in, to, 6);
    ck_assert_mem_eq(out, want, sizeof want);
    reference_scatter_max(out, 5, in, to, 0);
    ck_assert_mem_eq(out, want, sizeof want);
}
END_TEST

START_TEST(a_spike_spreads_and_the_border_stays)
{
    float in[5 * 4] = {0}, out[5 * 4], want[5 * 4] = {0};
    in[1 * 5 + 2] = 8;
    in[3] = want[3] = 4; // on the border: keeps its value, and its neighbour below gets a quarter
    want[1 * 5 + 1] = 2;
    want[1 * 5 + 3] = 3;
    want[2 * 5 + 2] = 2;
    reference_step(out, in, 4, 5);
    ck_assert_mem_eq(out, want, sizeof want);
    float line[6] = {1, 2, 3, 4, 5, 6};
    reference_step(out, line, 1, 6);
    ck_assert_mem_eq(out, line, sizeof line);
    reference_step(out, line, 6, 1);
    ck_assert_mem_eq(out, line, sizeof line);
}
END_TEST

// The mean of a plane is the plane.
START_TEST(a_plane_does_not_change)
{
    float in[30 * 20], out[30 * 20];
    for (int i = 0; i < 600; i++)
        in[i] = (float)(3 * (i / 30) - 5 * (i % 30));
    reference_step(out, in, 20, 30);
    ck_assert_mem_eq(out, in, sizeof in);
}
END_TEST

START_TEST(transposed_twice_is_the_input)
{
    const int32_t in[] = {1, 2, 3, 4, 5, 6}, want[] = {1, 4, 2, 5, 3, 6};
    int32_t out[6], back[6];
    reference_transpose(out, in, 2, 3);
    ck_assert_mem_eq(out, want, sizeof want);
    reference_transpose(back, out, 3, 2);
    ck_assert_mem_eq(back, in, sizeof in);
}
END_TEST

// ---- pictures ---------------------------------------------------------------------------

static uint8_t *read_text(const char *text, size_t size, int *width, int *height,
                          const char **problem)
{
    char path[] = "/tmp/picture-XXXXXX";
    int fd = mkstemp(path);
    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(write(fd, text, size), (ssize_t)size);
    close(fd);
    uint8_t *pixels = reference_read_pgm(path, width, height, problem);
    unlink(path);
    return pixels;
}

START_TEST(a_picture_is_read)
{
    int w, h;
    const char *problem;
    uint8_t *p = read_text("P5\n3 2\n255\nabcdef", 17, &w, &h, &problem);
    ck_assert(p && w == 3 && h == 2 && !memcmp(p, "abcdef", 6));
    free(p);
    p = reference_read_pgm("labs/01_patterns/scene.pgm", &w, &h, &problem);
    ck_assert_msg(p && w == 320 && h == 240, "the lab's picture %s", problem);
    free(p);
}
END_TEST

START_TEST(a_file_that_is_no_picture_is_reported)
{
    static const char *const wrong[] = {"", "P2 3 2 255\nabcdef", "P5 3 2 65535\nabcdef",
                                        "P5 -3 2 255\nabcdef", "P5 3 40000 255\nabcdef"};
    int w, h;
    const char *problem;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        ck_assert_ptr_null(read_text(wrong[i], strlen(wrong[i]), &w, &h, &problem));
        ck_assert_str_eq(problem, "is not a PGM file with the header P5, width, height, 255");
    }
    ck_assert_ptr_null(read_text("P5 3 2 255\nabcde", 16, &w, &h, &problem));
    ck_assert_str_eq(problem, "is shorter than its header says");
    ck_assert_ptr_null(reference_read_pgm("nosuch.pgm", &w, &h, &problem));
    ck_assert_str_eq(problem, "cannot be opened");
}
END_TEST

// ---- the machine ------------------------------------------------------------------------

extern const Lab lab_01_patterns;

START_TEST(the_figures_are_those_of_the_model)
{
    CaseList *list = cases_new("01_patterns", 1, 1);
    lab_01_patterns.draw(list, 1);
    ck_assert_int_eq(list->count, 2);
    const DeviceFigures *f = list->cases[0]->buffer[0].want;
    ck_assert_uint_eq(list->cases[0]->buffer[0].count, sizeof *f / sizeof(long long));
    ck_assert_int_eq(f->major, model.cc_major);
    ck_assert_int_eq(f->minor, model.cc_minor);
    ck_assert_int_eq(f->multiprocessors, model.multiprocessors);
    ck_assert_int_eq(f->warp_size, WARP_SIZE);
    ck_assert_int_eq(f->threads_per_block, model.max_threads_per_block);
    ck_assert_int_eq(f->threads_per_multiprocessor, model.threads_per_sm);
    ck_assert_int_eq(f->resident_threads, (long long)model.multiprocessors * model.threads_per_sm);
    ck_assert_int_eq(f->shared_bytes_per_block, model.shared_per_block);
    ck_assert_int_eq(f->registers_per_block, model.registers_per_block);
    ck_assert_int_eq(f->l2_bytes, model.l2_bytes);
    ck_assert_int_eq(f->global_bytes, (long long)model.global_bytes);
    ck_assert_int_eq(f->memory_clock_khz, model.memory_clock_khz);
    ck_assert_int_eq(f->bus_bits, model.bus_bits);
    long long peak = *(const long long *)list->cases[1]->buffer[0].want;
    ck_assert_int_eq(peak, 4814304000000); // 4.8 TB/s, as in NVIDIA's data sheet
    ck_assert_int_eq(peak, f->memory_clock_khz * 1000 * f->bus_bits / 8 * 2);
    cases_free(list);
}
END_TEST

// ---- diagnoses of wrong outputs ----------------------------------------------------

// A map in which only the first `right` elements are written.
static void expect_map_sentence(int part, const char *name, int right, const char *words)
{
    CaseList *list = drawn(part, 1);
    const Case *c = case_named(list, NULL, name);
    size_t n = c->buffer[1].count;
    int32_t *got = malloc(n * sizeof *got);
    memset(got, WIRE_POISON, n * sizeof *got);
    memcpy(got, c->buffer[1].want, (size_t)right * sizeof *got);
    expect_sentence(c, got, words);
    if (words && right) { // one more wrong element, and the sentence is not true any more
        got[right / 2] ^= 1;
        expect_sentence(c, got, NULL);
    }
    free(got);
    cases_free(list);
}

START_TEST(unreached_elements_are_explained)
{
    expect_map_sentence(2, "n=1000", 768, "the elements of the last block");
    expect_map_sentence(2, "n=1000", 256, "only the first block's");
    expect_map_sentence(2, "n=5003", 400 + 256 - 20, "gridDim.x"); // 20 blocks, 20 apart
    expect_map_sentence(2, "n=1000003", 1 << 16, "first 2^16 elements");
    expect_map_sentence(2, "n=1000", 700, NULL);
    expect_map_sentence(3, "n=5003 blocks=3", 768, "one element only");
    expect_map_sentence(3, "n=5003 blocks=3", 4608, "whole rounds");
    expect_map_sentence(3, "n=5003 blocks=3", 4609, NULL);
}
END_TEST

START_TEST(a_missing_b_is_recognised)
{
    CaseList *list = drawn(2, 1);
    const Case *c = case_named(list, NULL, "n=33");
    int32_t got[33];
    for (int i = 0; i < 33; i++)
        got[i] = ((const int32_t *)c->buffer[1].want)[i] - (int32_t)c->arg[2];
    expect_sentence(c, got, "b is missing");
    cases_free(list);
}
END_TEST

// The mean over the pixels from -radius to `last`; pixels outside count `outside` times, as 0.
static void blur_with(uint8_t *out, const Case *c, int last, int outside, int half)
{
    int width = (int)c->arg[0], height = (int)c->arg[1], radius = (int)c->arg[2];
    int area = (2 * radius + 1) * (2 * radius + 1);
    const uint8_t *in = c->buffer[0].data;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            int sum = 0, count = 0;
            for (int v = y - radius; v <= y + last; v++)
                for (int u = x - radius; u <= x + last; u++) {
                    bool inside = v >= 0 && v < height && u >= 0 && u < width;
                    int row = v < 0 ? 0 : v >= height ? height - 1 : v;
                    int col = u < 0 ? 0 : u >= width ? width - 1 : u;
                    sum += inside || outside == 2 ? in[row * width + col] : 0;
                    count += inside || outside;
                }
            int over = outside == 0 ? count : area;
            out[y * width + x] = (uint8_t)((sum + half * (over / 2)) / over);
        }
}

START_TEST(mistaken_windows_are_recognised)
{
    CaseList *list = drawn(4, 1);
    const Case *c = case_named(list, NULL, "40x30 radius=5");
    uint8_t got[40 * 30];
    blur_with(got, c, 5, 2, 1);
    ck_assert_mem_eq(got, c->buffer[1].want, sizeof got);
    blur_with(got, c, 5, 0, 1);
    expect_sentence(c, got, "left out");
    blur_with(got, c, 5, 1, 1);
    expect_sentence(c, got, "count as 0");
    blur_with(got, c, 5, 2, 0);
    expect_sentence(c, got, "rounded down");
    blur_with(got, c, 4, 2, 1);
    expect_sentence(c, got, "last row and the last column");
    got[77] ^= 1;
    expect_sentence(c, got, NULL);
    cases_free(list);
}
END_TEST

START_TEST(unsigned_maxima_are_recognised)
{
    CaseList *list = drawn(5, 1);
    const Case *c = case_named(list, "max", "n=1009 places=300");
    uint32_t got[300];
    memcpy(got, c->buffer[2].data, sizeof got);
    for (int i = 0; i < 1009; i++) {
        uint32_t value = ((const uint32_t *)c->buffer[0].data)[i];
        int place = ((const int32_t *)c->buffer[1].data)[i];
        got[place] = value > got[place] ? value : got[place];
    }
    expect_sentence(c, got, "unsigned");
    cases_free(list);
}
END_TEST

START_TEST(wrong_maxima_are_distinguished)
{
    CaseList *list = drawn(5, 1);
    const Case *c = case_named(list, "max", "n=33 places=5");
    const int32_t *in = c->buffer[0].data, *to = c->buffer[1].data;
    int32_t got[5], k = to[0], other = 0;
    memcpy(got, c->buffer[2].want, sizeof got);
    for (int i = 0; i < 33; i++)
        if (to[i] == k && in[i] != got[k])
            other = in[i];
    ck_assert_int_ne(other, 0);
    got[k] = other;
    expect_sentence(c, got, "too small");
    got[k] = ((const int32_t *)c->buffer[2].data)[k];
    ck_assert_int_ne(got[k], ((const int32_t *)c->buffer[2].want)[k]);
    expect_sentence(c, got, "kept their old value");
    got[k] = 12345; // all values of this case are negative
    expect_sentence(c, got, "none of the values");
    cases_free(list);
}
END_TEST

START_TEST(unfinished_stencils_are_distinguished)
{
    CaseList *list = drawn(6, 1);
    const Case *c = case_named(list, NULL, "9x33");
    float got[9 * 33];
    memcpy(got, c->buffer[2].want, sizeof got);
    expect_sentence(c, got, "after one step");
    memset(got, WIRE_POISON, sizeof got);
    expect_sentence(c, got, "`out` was never written");
    for (int r = 1; r < 8; r++)
        memcpy(got + r * 33 + 1, (float *)c->buffer[1].want + r * 33 + 1, 31 * sizeof *got);
    expect_sentence(c, got, "no thread wrote the border");
    cases_free(list);
}
END_TEST

START_TEST(wrong_grids_are_distinguished_from_wrong_indices)
{
    CaseList *list = drawn(7, 1);
    const Case *c = case_named(list, "reading", "1x40");
    int32_t got[40];
    memcpy(got, c->buffer[1].want, sizeof got);
    memset(got + 8, WIRE_POISON, sizeof got - 8 * sizeof *got);
    expect_sentence(c, got, "no thread writes the others");
    memset(got, WIRE_POISON, sizeof got); // nothing was written yet
    expect_sentence(c, got, NULL);
    cases_free(list);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("lab 01");
    TCase *t = tcase_create("reference");
    tcase_add_test(t, a_spot_becomes_a_square);
    tcase_add_test(t, pixels_at_the_edge_are_repeated);
    tcase_add_test(t, means_are_rounded_to_nearest);
    tcase_add_test(t, a_random_picture_is_blurred_by_definition);
    tcase_add_test(t, the_largest_wins);
    tcase_add_test(t, a_spike_spreads_and_the_border_stays);
    tcase_add_test(t, a_plane_does_not_change);
    tcase_add_test(t, transposed_twice_is_the_input);
    tcase_add_test(t, a_picture_is_read);
    tcase_add_test(t, a_file_that_is_no_picture_is_reported);
    tcase_add_test(t, the_figures_are_those_of_the_model);
    tcase_add_test(t, unreached_elements_are_explained);
    tcase_add_test(t, a_missing_b_is_recognised);
    tcase_add_test(t, mistaken_windows_are_recognised);
    tcase_add_test(t, unsigned_maxima_are_recognised);
    tcase_add_test(t, wrong_maxima_are_distinguished);
    tcase_add_test(t, unfinished_stencils_are_distinguished);
    tcase_add_test(t, wrong_grids_are_distinguished_from_wrong_indices);
    suite_add_tcase(s, t);
    SRunner *r = srunner_create(s);
    srunner_run_all(r, CK_NORMAL);
    int failed = srunner_ntests_failed(r) + (srunner_ntests_run(r) == 0);
    srunner_free(r);
    return failed != 0;
}
