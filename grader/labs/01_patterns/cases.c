// cases.c - the cases of lab 01.
#include "room.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/contracts/01_patterns.h"
#include "grader/labs/01_patterns/reference.h"
#include "grader/base/paths.h"
#include "grader/base/memory.h"
#include "grader/labs/kit.h"

enum {
    LARGE = (1 << 24) + 1, // a float cannot count so far, nor can 65535 blocks of 256 threads
    RADIUS = 2             // and its radius
};

// ---- part 1 ----------------------------------------------------------------------------

// clang-format off
// The H200 that the simulator models, as its runtime reports it.
static const DeviceFigures h200 = {
    .major = 9, .minor = 0, .multiprocessors = 132, .warp_size = 32, .threads_per_block = 1024,
    .threads_per_multiprocessor = 2048, .resident_threads = 132 * 2048,
    .shared_bytes_per_block = 49152, .registers_per_block = 65536, .l2_bytes = 62914560,
    .global_bytes = 150109880320, .memory_clock_khz = 3201000, .bus_bits = 6016,
};
enum { FIELDS = sizeof h200 / sizeof(long long) };
static const long long h200_peak = 3201000000LL * 2 * (6016 / 8);
// clang-format on

static void draw_query(CaseList *list)
{
    Case *c = case_add(list, 0, "figures", "device 0");
    c->group = "figures";
    Buffer *b = case_buffer(c, BUFFER_out, ELEM_i64, FIELDS, "figures");
    b->place = PLACE_host;
    memcpy(b->want, &h200, sizeof h200);
    c = case_add(list, 0, "peak", "device 0");
    c->group = "peak";
    b = case_buffer(c, BUFFER_out, ELEM_i64, 1, "peak");
    b->means = "what device_peak_bandwidth returns";
    b->place = PLACE_host;
    memcpy(b->want, &h200_peak, sizeof h200_peak);
}

// If all elements are equal, a copy is right.
static void note_any_order(Case *c, Kind kind)
{
    if (kind == KIND_values_equal)
        c->flags |= CASE_TRIVIAL;
}

// ---- parts 2 and 3 ----------------------------------------------------------------------

static void fill_between(CaseList *list, int32_t *in, int n, int64_t low, int64_t high)
{
    for (int i = 0; i < n; i++)
        in[i] = (int32_t)draw_int(list, low, high);
}

static void add_map(CaseList *list, int n, int blocks, Kind kind, unsigned flags)
{
    Case *c = blocks ? case_add(list, flags, NULL, "n=%d blocks=%d%s", n, blocks, kit_words(kind))
                     : case_add(list, flags, NULL, "n=%d%s", n, kit_words(kind));
    c->arg[0] = n;
    c->arg[1] = draw_int(list, 2, 1000) * (draw_bits(list) & 1 ? 1 : -1);
    c->arg[2] = draw_int(list, -1000, 1000);
    c->arg[3] = blocks;
    c->work = 8e-3 * n; // bytes / 1000; divided by microseconds: GB/s
    int32_t *in = case_buffer(c, BUFFER_in, ELEM_i32, (size_t)n, "in")->data;
    kit_fill_ints(list, c, in, (size_t)n, kind, -2000000, 2000000);
    int32_t *want = case_buffer(c, BUFFER_out, ELEM_i32, (size_t)n, "out")->want;
    for (int i = 0; i < n; i++)
        want[i] = (int32_t)(c->arg[1] * in[i] + c->arg[2]);
    if ((blocks - 1) * MAP_BLOCK >= n)
        kit_note(c, KIND_idle);
}

static void draw_map(CaseList *list)
{
    static const int sizes[] = {1, 2, 31, 32, 33, 255, 256, 257, 1000, 1009, 4096, 5003};
    add_map(list, 0, 0, KINDS, CASE_TRIVIAL);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        add_map(list, sizes[i], 0, KINDS, 0);
    KIT_EACH_VALUES(k, add_map(list, 300, 0, k, 0));
    add_map(list, 300007, 0, KINDS, 0); // more blocks than a block can have threads
    add_map(list, 1000003, 0, KINDS, CASE_CLEAN_ONLY);
    add_map(list, LARGE, 0, KINDS, CASE_CLEAN_ONLY);
    add_map(list, COUNTED, 0, KINDS, CASE_COUNTED | CASE_CLEAN_ONLY);
}

static void draw_few(CaseList *list)
{
    static const int sizes[][2] = {{1, 1},    {31, 3},   {256, 1},  {257, 1},  {257, 5},
                                   {1000, 1}, {1023, 2}, {4096, 4}, {5003, 3}, {7, 100}};
    add_map(list, 0, 2, KINDS, CASE_TRIVIAL);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        add_map(list, sizes[i][0], sizes[i][1], KINDS, 0);
    KIT_EACH_VALUES(k, add_map(list, 700, 2, k, 0));
    // Not larger: also a kernel in which each block does everything is to end.
    add_map(list, 200003, 132, KINDS, CASE_CLEAN_ONLY);
    add_map(list, COUNTED, FEW, KINDS, CASE_COUNTED | CASE_CLEAN_ONLY);
}

// ---- part 4 -----------------------------------------------------------------------------

static Case *add_blur(CaseList *list, const uint8_t *pixels, int width, int height, int radius,
                      Kind kind, unsigned flags)
{
    size_t count = (size_t)width * (size_t)height;
    Case *c = case_add(list, flags, NULL, "%s%dx%d radius=%d%s", pixels ? "scene " : "", width,
                       height, radius, kit_words(kind));
    KIT_ARGS(c, width, height, radius);
    c->work = 2e-3 * (double)count;
    uint8_t *in = case_buffer(c, BUFFER_in, ELEM_u8, count, "in")->data;
    if (pixels)
        memcpy(in, pixels, count);
    else
        kit_fill_bytes(list, c, in, count, kind, 0, 255);
    Buffer *out = case_buffer(c, BUFFER_out, ELEM_u8, count, "out");
    out->columns = (size_t)width;
    reference_blur(out->want, in, width, height, radius);
    note_any_order(c, kind);
    return c;
}

// The lab's picture.
static void add_scene(CaseList *list, int radius)
{
    const char *path = paths_at("labs/01_patterns/scene.pgm"), *problem;
    int width, height;
    uint8_t *pixels = reference_read_pgm(path, &width, &height, &problem);
    if (!pixels) {
        fprintf(stderr, "grade: %s %s\n", path, problem);
        exit(5);
    }
    add_blur(list, pixels, width, height, radius, KINDS, CASE_COUNTED | CASE_CLEAN_ONLY);
    free(pixels);
}

static void draw_blur(CaseList *list)
{
    static const int sizes[][3] = {{1, 1, 1},   {1, 7, 2},   {33, 1, 3},  {31, 9, 0},  {32, 8, 1},
                                   {33, 17, 1}, {40, 30, 5}, {67, 23, 2}, {5, 4, 20},  {6, 3, 7},
                                   {101, 5, 3}, {3, 70, 2},  {9, 11, 50}, {60, 50, 17}};
    add_blur(list, NULL, 0, 5, 1, KINDS, CASE_TRIVIAL);
    add_blur(list, NULL, 7, 0, 2, KINDS, CASE_TRIVIAL);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        add_blur(list, NULL, sizes[i][0], sizes[i][1], sizes[i][2], KINDS, 0);
    KIT_EACH_UNSIGNED(k, add_blur(list, NULL, 35, 19, 2, k, 0));
    add_blur(list, NULL, 30, 20, 10, KIND_values_ends, 0);
    add_blur(list, NULL, 3, 70001, 1, KINDS, CASE_CLEAN_ONLY);
    add_blur(list, NULL, 70001, 3, 1, KINDS, CASE_CLEAN_ONLY);
    add_scene(list, RADIUS);
}

// ---- part 5 -----------------------------------------------------------------------------

// Distinct indices below `size`, in random order.
static void draw_places(CaseList *list, int32_t *to, int n, int size)
{
    int32_t *all = need(malloc(((size_t)size + 1) * sizeof *all));
    for (int i = 0; i < size; i++)
        all[i] = i;
    for (int i = 0; i < n; i++) {
        int j = (int)draw_int(list, i, size - 1);
        int32_t place = all[j];
        all[j] = all[i];
        to[i] = all[i] = place;
    }
    free(all);
}

static void add_move(CaseList *list, int n, Kind kind, unsigned flags)
{
    Case *c = case_add(list, flags, "move", "n=%d%s", n, kit_words(kind));
    c->group = "move";
    c->arg[0] = n;
    c->work = 12e-3 * n;
    int32_t *in = case_buffer(c, BUFFER_in, ELEM_i32, (size_t)n, "in")->data;
    kit_fill_ints(list, c, in, (size_t)n, kind, INT32_MIN, INT32_MAX);
    int32_t *to = case_buffer(c, BUFFER_in, ELEM_i32, (size_t)n, "to")->data;
    draw_places(list, to, n, n);
    int32_t *want = case_buffer(c, BUFFER_out, ELEM_i32, (size_t)n, "out")->want;
    for (int i = 0; i < n; i++)
        want[to[i]] = in[i];
    note_any_order(c, kind);
    kit_blocks(c, n / MAP_BLOCK);
}

// A case whose output is right before the kernel runs proves nothing.
static void note_unchanged(Case *c, const Buffer *b)
{
    if (memcmp(b->data, b->want, b->count * elem_size(b->type)) == 0)
        c->flags |= CASE_TRIVIAL;
}

// `kind` is that of the places: equal ones, rising ones ...
static void add_mark(CaseList *list, int n, int size, Kind kind, unsigned flags)
{
    Case *c = case_add(list, flags, "mark", "n=%d places=%d%s", n, size, kit_words(kind));
    c->group = "mark";
    c->arg[0] = n;
    c->work = 8e-3 * n;
    int32_t *to = case_buffer(c, BUFFER_in, ELEM_i32, (size_t)n, "to")->data;
    kit_fill_ints(list, c, to, (size_t)n, kind, 0, size - 1);
    Buffer *mark = case_buffer(c, BUFFER_inout, ELEM_i32, (size_t)size, "mark");
    int32_t *before = mark->data, *want = mark->want;
    fill_between(list, before, size, -9, 9);
    memcpy(want, before, (size_t)size * sizeof *want);
    for (int i = 0; i < n; i++)
        want[to[i]] = 1;
    note_unchanged(c, mark);
    kit_blocks(c, n / MAP_BLOCK);
}

// `kind` is that of the values; the old values have the same range.
static void add_max(CaseList *list, int n, int size, Kind kind, int64_t low, int64_t high,
                    unsigned flags)
{
    Case *c = case_add(list, flags, "max", "n=%d places=%d%s", n, size, kit_words(kind));
    c->group = "max";
    c->arg[0] = n;
    c->work = 12e-3 * n;
    int32_t *in = case_buffer(c, BUFFER_in, ELEM_i32, (size_t)n, "in")->data;
    kit_fill_ints(list, c, in, (size_t)n, kind, low, high);
    int32_t *to = case_buffer(c, BUFFER_in, ELEM_i32, (size_t)n, "to")->data;
    fill_between(list, to, n, 0, size - 1);
    Buffer *out = case_buffer(c, BUFFER_inout, ELEM_i32, (size_t)size, "out");
    int32_t *before = out->data;
    // Smaller than most values, so that the values decide.
    fill_between(list, before, size, low, low + (high - low) / 8);
    memcpy(out->want, before, (size_t)size * sizeof *before);
    reference_scatter_max(out->want, (size_t)size, in, to, (size_t)n);
    note_unchanged(c, out);
    kit_blocks(c, n / MAP_BLOCK);
}

static void draw_scatter(CaseList *list)
{
    static const int sizes[] = {1, 2, 31, 33, 256, 257, 1009, 4000};
    add_move(list, 0, KINDS, CASE_TRIVIAL);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        add_move(list, sizes[i], KINDS, 0);
        add_mark(list, sizes[i], i % 2 ? 700 : 20, KINDS, 0);
        add_max(list, sizes[i], i % 2 ? 5 : 300, KINDS, i % 3 ? -1000 : INT32_MIN,
                i % 3 ? -1 : INT32_MAX, 0);
    }
    for (Kind k = FIRST_VALUES; k <= LAST_VALUES; k++) {
        add_move(list, 500, k, 0);
        if (k != KIND_values_negative)
            add_mark(list, 500, 300, k, 0);
        add_max(list, 500, 70, k, INT32_MIN, INT32_MAX, 0);
    }
    add_max(list, 5003, 1, KINDS, INT32_MIN, INT32_MAX, 0); // all threads want one place
    add_move(list, 100003, KINDS, CASE_CLEAN_ONLY);
    add_move(list, COUNTED, KINDS, CASE_COUNTED | CASE_CLEAN_ONLY);
    add_mark(list, COUNTED, 5000, KINDS, CASE_COUNTED | CASE_CLEAN_ONLY);
    add_max(list, COUNTED, 1000, KINDS, INT32_MIN, INT32_MAX, CASE_COUNTED | CASE_CLEAN_ONLY);
}

// ---- parts 6 and 7 ----------------------------------------------------------------------

// clang-format off
static const struct {
    int rows, cols;
    unsigned flags;
} matrix_table[] = {
    {0, 7, CASE_TRIVIAL}, {7, 0, CASE_TRIVIAL}, {1, 1, 0}, {2, 2, 0}, {1, 40, 0}, {40, 1, 0},
    {3, 3, 0}, {4, 6, 0}, {8, 32, 0}, {9, 33, 0}, {33, 31, 0}, {47, 64, 0}, {70, 101, 0},
    {33, 1, 0}, {3, 257, 0}, {300, 5, 0}, {3, 70001, CASE_CLEAN_ONLY}, {70001, 3, CASE_CLEAN_ONLY},
    {511, 383, CASE_CLEAN_ONLY}, {SIDE, SIDE, CASE_COUNTED | CASE_CLEAN_ONLY},
};
enum { MATRICES = sizeof matrix_table / sizeof *matrix_table };
// clang-format on

// Quarters below 2^17: their sums, divided by 4 twice, fit in the 24 bits of a float, so
// that any order of additions gives the same result.
static void add_stencil(CaseList *list, int rows, int cols, Kind kind, unsigned flags)
{
    size_t count = (size_t)rows * (size_t)cols;
    Case *c = case_add(list, flags, NULL, "%dx%d%s", rows, cols, kit_words(kind));
    KIT_ARGS(c, rows, cols);
    c->work = 16e-3 * (double)count;
    float *in = case_buffer(c, BUFFER_in, ELEM_f32, count, "in")->data;
    kit_fill_floats(list, c, in, count, kind, -400000, 400000);
    float *out = case_buffer(c, BUFFER_out, ELEM_f32, count, "out")->want;
    float *half = case_buffer(c, BUFFER_out, ELEM_f32, count, "half")->want;
    c->buffer[1].columns = c->buffer[2].columns = (size_t)cols;
    reference_step(half, in, rows, cols);
    reference_step(out, half, rows, cols);
    note_any_order(c, kind);
    kit_blocks(c, ((rows + PATTERN_Y - 1) / PATTERN_Y) * ((cols + PATTERN_X - 1) / PATTERN_X));
}

static void add_transpose(CaseList *list, const char *variant, int rows, int cols, Kind kind,
                          unsigned flags)
{
    size_t count = (size_t)rows * (size_t)cols;
    Case *c = case_add(list, flags, variant, "%dx%d%s", rows, cols, kit_words(kind));
    c->group = variant;
    KIT_ARGS(c, rows, cols);
    c->work = 8e-3 * (double)count;
    int32_t *in = case_buffer(c, BUFFER_in, ELEM_i32, count, "in")->data;
    kit_fill_ints(list, c, in, count, kind, INT32_MIN, INT32_MAX);
    Buffer *out = case_buffer(c, BUFFER_out, ELEM_i32, count, "out");
    out->columns = (size_t)rows;
    reference_transpose(out->want, in, rows, cols);
    note_any_order(c, kind);
}

// ---- part 8 -----------------------------------------------------------------------------

// The loads whose cost the student predicts. The kernel is given, so a right output proves nothing.
static const struct {
    int stride, offset, bytes;
    const char *group; // also the answer's key; NULL: in the demo only
    const char *name;
} pick_table[] = {
    {1, 0, 4, NULL, "neighbours"},        {0, 0, 4, "stride_0", "the same word"},
    {2, 0, 4, "stride_2", "stride 2"},    {3, 0, 4, "stride_3", "stride 3"},
    {4, 0, 4, "stride_4", "stride 4"},    {8, 0, 4, "stride_8", "stride 8"},
    {16, 0, 4, NULL, "stride 16"},        {32, 0, 4, "stride_32", "stride 32"},
    {1, 1, 4, "offset_1", "from word 1"}, {1, 8, 4, "offset_8", "from word 8"},
    {1, 0, 1, "bytes", "bytes"},          {1, 0, 16, "wide", "16 bytes each"},
};
enum { PICKS = sizeof pick_table / sizeof *pick_table };

static void add_pick(CaseList *list, int i, int n)
{
    int stride = pick_table[i].stride, offset = pick_table[i].offset, bytes = pick_table[i].bytes;
    Case *c = case_add(list, CASE_TRIVIAL | CASE_COUNTED | CASE_CLEAN_ONLY, NULL, "%s",
                       pick_table[i].name);
    size_t last = (size_t)(n - 1) * (size_t)stride + (size_t)offset, size = (size_t)bytes;
    c->group = pick_table[i].group;
    KIT_ARGS(c, n, stride, offset, bytes);
    c->work = 2e-3 * n * bytes;
    uint8_t *in = case_buffer(c, BUFFER_in, ELEM_u8, (last + 1) * size, "in")->data;
    for (size_t k = 0; k < (last + 1) * size; k++)
        in[k] = (uint8_t)(k * 37 >> 3);
    uint8_t *want = case_buffer(c, BUFFER_out, ELEM_u8, (size_t)n * size, "out")->want;
    for (size_t k = 0; k < (size_t)n; k++)
        memcpy(want + k * size, in + (k * (size_t)stride + (size_t)offset) * size, size);
}

static void draw_matrices(CaseList *list, int part)
{
    for (size_t i = 0; i < MATRICES; i++) {
        int rows = matrix_table[i].rows, cols = matrix_table[i].cols;
        if (part == 6) {
            add_stencil(list, rows, cols, KINDS, matrix_table[i].flags);
        } else {
            add_transpose(list, "reading", rows, cols, KINDS, matrix_table[i].flags);
            add_transpose(list, "writing", rows, cols, KINDS, matrix_table[i].flags);
        }
    }
    for (Kind k = FIRST_VALUES; k <= LAST_VALUES; k++)
        if (part == 6)
            add_stencil(list, 19, 35, k, 0);
        else
            add_transpose(list, k % 2 ? "reading" : "writing", 19, 35, k, 0);
}

void patterns_draw(CaseList *list, int part)
{
    switch (part) {
    case 1: draw_query(list); break;
    case 2: draw_map(list); break;
    case 3: draw_few(list); break;
    case 4: draw_blur(list); break;
    case 5: draw_scatter(list); break;
    case 6:
    case 7: draw_matrices(list, part); break;
    case 8:
        for (int i = 0; i < PICKS; i++)
            if (pick_table[i].group)
                add_pick(list, i, 1024);
        break;
    case PART_program: patterns_program_draw(list); break;
    }
}

// Larger than the graded cases, so that start-up is only a small part of the time.
void patterns_demo(CaseList *list, int part)
{
    const unsigned shown = CASE_CLEAN_ONLY | CASE_COUNTED;
    switch (part) {
    case 2: add_map(list, 1 << 20, 0, KINDS, shown); break;
    case 3:
        for (int blocks = 16; blocks <= 1024; blocks *= 8)
            add_map(list, 1 << 20, blocks, KINDS, shown);
        break;
    case 4:
        for (int radius = 1; radius <= 4; radius *= 2)
            add_scene(list, radius);
        break;
    case 5:
        add_move(list, 1 << 18, KINDS, shown);
        add_mark(list, 1 << 18, 1 << 16, KINDS, shown);
        add_max(list, 1 << 18, 1 << 16, KINDS, INT32_MIN, INT32_MAX, shown);
        break;
    case 6: add_stencil(list, 1024, 1024, KINDS, shown); break;
    case 7:
        add_transpose(list, "reading", 1024, 1024, KINDS, shown);
        add_transpose(list, "writing", 1024, 1024, KINDS, shown);
        break;
    case 8:
        for (int i = 0; i < PICKS; i++)
            add_pick(list, i, 1 << 18);
        break;
    case PART_program: patterns_program_demo(list); break;
    default: patterns_draw(list, part); break;
    }
}
