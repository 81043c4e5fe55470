// cases.c - the cases of lab 10.
#include "room.h"

#include <string.h>

#include "common/contracts/10_memory.h"
#include "grader/labs/10_memory/reference.h"
#include "grader/labs/kit.h"
#include "grader/suite.h"

enum {
    LARGE = (1 << 16) + 4001, // of cases that show what 16 bits cannot count
    RATE_WORDS = 10 << 20,    // part 1: 42 MB in, 42 MB out; of this the L2 cache holds 60
    RATE_FEW = 9 << 18,       // with stride 8: 75 MB in, 9 MB out
    RATE_STRIDE = 8,
    RATE = 4000, // GB/s of the real memory, with the launches
    FLIGHT_EACH = 8,
    WIDTH = 1001, // part 5
    HEIGHT = 400,
    STRIDE = 1200
};

// ---- part 1 -----------------------------------------------------------------------------

static void add_figure(Case *c, const char *name, double want, bool known)
{
    Buffer *b = case_buffer(c, BUFFER_out, ELEM_f64, 1, name);
    b->place = PLACE_host;
    b->tolerance = known ? 0.2 * want : 1e30; // the time of a small copy is that of its launch
    *(double *)b->want = want;
}

// The memory of the modelled GPU is slower: `part` of its real rate.
static void add_rate(CaseList *list, const char *group, int n, int stride, int passes, double part,
                     unsigned flags)
{
    Case *c = case_add(list, flags, NULL, "n=%d stride=%d", n, stride);
    bool known = (flags & CASE_TRIVIAL) == 0;
    c->group = group;
    KIT_ARGS(c, n, stride, passes);
    double bytes = 4.0 * n * stride + 4.0 * n, rate = part * RATE, us = bytes / rate / 1e3;
    c->memory_rate = part;
    c->work = 1e-3 * bytes * (passes + 1);
    int32_t *in = case_buffer(c, BUFFER_in, ELEM_i32, (size_t)n * (size_t)stride, "in")->data;
    int32_t *want = case_buffer(c, BUFFER_out, ELEM_i32, (size_t)n, "out")->want;
    for (size_t i = 0; i < (size_t)n * (size_t)stride; i++)
        in[i] = (int32_t)(i * 2654435761u);
    for (size_t i = 0; i < (size_t)n; i++)
        want[i] = in[i * (size_t)stride];
    add_figure(c, "us", us, known);
    add_figure(c, "useful", 8e-3 * n / us, known);
    add_figure(c, "moved", rate, known);
    add_figure(c, "percent", 100 * rate / 4814.3, known);
}

// Two memories, in either order. No figure is right for both: one is at least 1.6 times as fast.
static void add_two_rates(CaseList *list, const char *group, int n, int stride)
{
    const unsigned large = CASE_CLEAN_ONLY | CASE_TIMED;
    double fast = draw_real(list, 0.6, 1), slow = fast / draw_real(list, 1.6, 3);
    bool first = draw_bits(list) & 1;
    add_rate(list, group, n, stride, RATE_PASSES, first ? fast : slow, large | CASE_COUNTED);
    add_rate(list, group, n + MEMORY_BLOCK, stride, RATE_PASSES, first ? slow : fast, large);
}

static void draw_rates(CaseList *list)
{
    add_two_rates(list, "contiguous", RATE_WORDS, 1);
    add_two_rates(list, "strided", RATE_FEW, RATE_STRIDE);
    add_rate(list, "contiguous", 5000, 2, 2, 1, CASE_TRIVIAL); // for the checkers
    add_rate(list, "contiguous", 1, 1, 1, 1, CASE_TRIVIAL);
}

// ---- parts 2 and 3 ----------------------------------------------------------------------

static void add_flight(CaseList *list, int n, int blocks, int each, Kind kind, unsigned flags)
{
    Case *c =
        case_add(list, flags, NULL, "n=%d blocks=%d each=%d%s", n, blocks, each, kit_words(kind));
    c->group = flags & CASE_COUNTED ? "flight" : NULL;
    KIT_ARGS(c, n, blocks, each);
    c->work = 8e-3 * n;
    int32_t *in = case_buffer(c, BUFFER_in, ELEM_i32, (size_t)n, "in")->data;
    kit_fill_ints(list, c, in, (size_t)n, kind, INT32_MIN, INT32_MAX);
    int32_t *want = case_buffer(c, BUFFER_out, ELEM_i32, (size_t)n, "out")->want;
    if (n)
        memcpy(want, in, (size_t)n * sizeof *want);
    if ((blocks - 1) * MEMORY_BLOCK >= n)
        kit_note(c, KIND_idle);
}

static void draw_flight(CaseList *list)
{
    static const int sizes[] = {1, 31, 33, 256, 1023, 2048, 2049, 4097, 6151, 10007};
    add_flight(list, 0, 3, 4, KINDS, CASE_TRIVIAL);
    for (int each = 1; each <= FLIGHT_EACH; each *= 2)
        for (int i = 0; i < (int)(sizeof sizes / sizeof *sizes); i++)
            if (i % 2 || each > 2)
                add_flight(list, sizes[i], 1 + i % 3, each, KINDS, 0);
    KIT_EACH_VALUES(k, add_flight(list, 3000, 2, 4, k, 0));
    for (int each = 1; each <= FLIGHT_EACH; each *= 2)
        add_flight(list, LARGE, 9, each, KINDS, CASE_CLEAN_ONLY);
    add_flight(list, FLIGHT, FLIGHT_BLOCKS, FLIGHT_EACH, KINDS, CASE_COUNTED | CASE_CLEAN_ONLY);
}

// x begins `offset` words into the buffer, which is aligned; behind x are some words more.
static void add_scale(CaseList *list, int n, int offset, Kind kind, unsigned flags)
{
    enum { BEHIND = 5 };
    size_t count = n > 1 ? (size_t)(offset + n + BEHIND) : (size_t)n;
    Case *c = case_add(list, flags, NULL, "n=%d from word %d%s", n, offset, kit_words(kind));
    c->arg[0] = n;
    c->arg[1] = draw_int(list, 2, 1000) * (draw_bits(list) & 1 ? 1 : -1);
    c->arg[2] = n > 1 ? offset : 0;
    c->work = 8e-3 * n;
    Buffer *x = case_buffer(c, BUFFER_inout, ELEM_i32, count, "words");
    int32_t *data = x->data, *want = x->want;
    kit_fill_ints(list, c, data, count, kind, -2000000, 2000000);
    if (count)
        memcpy(want, data, count * sizeof *want);
    for (int i = 0; i < n; i++)
        want[c->arg[2] + i] *= (int32_t)c->arg[1];
}

static void draw_scale(CaseList *list)
{
    static const int sizes[] = {2, 3, 5, 7, 26, 28, 31, 33, 255, 1000, 1023, 1027, 4099};
    add_scale(list, 0, 0, KINDS, CASE_TRIVIAL);
    add_scale(list, 1, 0, KINDS, 0);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int offset = 0; offset < 4; offset++)
            if (sizes[i] < 64 || offset == (int)i % 4)
                add_scale(list, sizes[i], offset, KINDS, 0);
    KIT_EACH_VALUES(k, add_scale(list, 700, (int)k % 4, k, 0));
    add_scale(list, LARGE, 2, KINDS, CASE_CLEAN_ONLY);
    add_scale(list, COUNTED, 3, KINDS, CASE_COUNTED | CASE_CLEAN_ONLY);
}

// ---- part 4 -----------------------------------------------------------------------------

// Quarters below 2^18; a time step is an odd number of quarters, at most 7.
static Case *add_particles(CaseList *list, const char *variant, const char *group, int n, Kind kind,
                           unsigned flags)
{
    size_t count = (size_t)n * PARTICLE_FLOATS;
    Case *c = case_add(list, flags, variant, "n=%d%s", n, kit_words(kind));
    bool split = !strcmp(variant, "split");
    c->group = group;
    c->arg[0] = n;
    c->arg[1] = 2 * draw_int(list, 0, 3) + 1;
    c->work = (split ? 48e-3 : 36e-3) * n;
    Buffer *p = case_buffer(c, split ? BUFFER_in : BUFFER_inout, ELEM_f32, count,
                            !strcmp(variant, "arrays") ? "soa" : "p");
    kit_fill_floats(list, c, p->data, count, kind, -1000000, 1000000);
    if (split) {
        reference_split(case_buffer(c, BUFFER_out, ELEM_f32, count, "soa")->want, p->data,
                        (size_t)n);
    } else if (!strcmp(variant, "arrays")) {
        if (count)
            memcpy(p->want, p->data, count * sizeof(float));
        reference_move(p->want, (size_t)n, (double)kit_quarters(c->arg[1]));
    } else {
        const float *from = p->data;
        float *to = p->want;
        for (size_t k = 0; k < count; k++)
            to[k] = k % 6 < 3 ? from[k] + kit_quarters(c->arg[1]) * from[k + 3] : from[k];
    }
    return c;
}

static void draw_particles(CaseList *list)
{
    static const int sizes[] = {2, 5, 31, 32, 33, 255, 256, 257, 300, 1009};
    const unsigned large = CASE_COUNTED | CASE_CLEAN_ONLY;
    add_particles(list, "split", "split", 0, KINDS, CASE_TRIVIAL);
    add_particles(list, "arrays", "arrays", 0, KINDS, CASE_TRIVIAL);
    add_particles(list, "split", "split", 1, KINDS, CASE_TRIVIAL); // as it was
    add_particles(list, "arrays", "arrays", 1, KINDS, 0);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        add_particles(list, "split", "split", sizes[i], KINDS, 0);
        add_particles(list, "arrays", "arrays", sizes[i], KINDS, 0);
    }
    for (Kind k = FIRST_VALUES; k <= LAST_VALUES; k++) {
        unsigned flags = k == KIND_values_equal ? CASE_TRIVIAL : 0;
        add_particles(list, "split", "split", 300, k, flags);
        add_particles(list, "arrays", "arrays", 300, k, 0);
    }
    add_particles(list, "split", "split", PARTICLES, KINDS, large);
    add_particles(list, "arrays", "arrays", PARTICLES, KINDS, large);
    // Given: for the prediction.
    add_particles(list, "structures", "structure_sectors", 1024, KINDS, large | CASE_TRIVIAL);
    add_particles(list, "arrays", "array_sectors", 1024, KINDS, large);
}

// ---- part 5 -----------------------------------------------------------------------------

// The host does nothing: kernels subtract, and copies deliver.
static void work_of_kernels(Case *c, double operations, double host_bytes)
{
    c->needed = operations;
    c->operation = INT_OPS;
    c->host_rate = 1000;
    c->host_bytes = host_bytes;
}

static void add_edges(CaseList *list, int width, int height, int stride, int left, int top,
                      Kind kind, unsigned flags)
{
    size_t rows = (size_t)(top + height), count = (size_t)width * (size_t)height;
    Case *c = case_add(list, flags, NULL, "%dx%d at %d,%d of %d a row%s", width, height, left, top,
                       stride, kit_words(kind));
    KIT_ARGS(c, width, height, stride, left, top);
    c->work = 12e-3 * (double)count;
    // Without a window there is no picture.
    Buffer *in = case_buffer(c, BUFFER_in, ELEM_i32, count ? rows * (size_t)stride : 0, "picture");
    in->place = PLACE_pinned;
    kit_fill_ints(list, c, in->data, in->count, kind, -1000000000, 1000000000);
    Buffer *out = case_buffer(c, BUFFER_out, ELEM_i32, count, "out");
    out->place = PLACE_pinned;
    out->columns = (size_t)width;
    if (count)
        reference_edges(out->want, in->data, (size_t)stride, (size_t)left, (size_t)top,
                        (size_t)width, (size_t)height);
    work_of_kernels(c, (double)count, 4000);
}

static void draw_edges(CaseList *list)
{
    static const int shapes[][5] = {{33, 5, 40, 3, 2},  {5, 9, 5, 0, 0},      {32, 8, 50, 18, 1},
                                    {1, 40, 3, 1, 0},   {40, 1, 64, 7, 4},    {3, 4, 9, 2, 1},
                                    {31, 33, 31, 0, 3}, {257, 11, 300, 5, 0}, {100, 70, 128, 28, 9},
                                    {2, 90, 7, 4, 1},   {200, 3, 211, 11, 2}, {4, 8, 4, 0, 0},
                                    {64, 17, 65, 1, 0}};
    add_edges(list, 0, 5, 9, 2, 1, KINDS, CASE_TRIVIAL);
    add_edges(list, 7, 0, 9, 2, 1, KINDS, CASE_TRIVIAL);
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        add_edges(list, shapes[i][0], shapes[i][1], shapes[i][2], shapes[i][3], shapes[i][4], KINDS,
                  0);
    add_edges(list, 1, 1, 1, 0, 0, KINDS, CASE_TRIVIAL);
    KIT_EACH_VALUES(k, add_edges(list, 35, 19, 41, 5, 2, k, 0));
    add_edges(list, 3, 30001, 5, 1, 2, KINDS, CASE_CLEAN_ONLY);
    add_edges(list, 1, 1 << 16, 2, 1, 0, KINDS, CASE_CLEAN_ONLY); // a grid has not so many in y
    add_edges(list, WIDTH, HEIGHT, STRIDE, 7, 3, KINDS, CASE_COUNTED | CASE_CLEAN_ONLY);
}

// ---- part 6 -----------------------------------------------------------------------------

static void add_lookup(CaseList *list, int n, int size, Kind kind, unsigned flags)
{
    Case *c = case_add(list, flags, "lookup", "n=%d of %d%s", n, size, kit_words(kind));
    c->group = "lookup";
    KIT_ARGS(c, n, size);
    Buffer *table = case_buffer(c, BUFFER_in, ELEM_i32, (size_t)size, "table");
    table->place = PLACE_pinned;
    int32_t *words = table->data;
    kit_fill_ints(list, c, words, (size_t)size, kind, INT32_MIN, INT32_MAX);
    int32_t *index = case_buffer(c, BUFFER_in, ELEM_i32, (size_t)n, "index")->data;
    int32_t *want = case_buffer(c, BUFFER_out, ELEM_i32, (size_t)n, "out")->want;
    for (int i = 0; i < n; i++) {
        index[i] = (int32_t)draw_int(list, 0, size - 1);
        want[i] = words[index[i]];
    }
}

static void add_rounds(CaseList *list, int n, int rounds, Kind kind, unsigned flags)
{
    Case *c = case_add(list, flags, "rounds", "n=%d rounds=%d%s", n, rounds, kit_words(kind));
    c->group = "rounds";
    KIT_ARGS(c, n, rounds);
    Buffer *data = case_buffer(c, BUFFER_inout, ELEM_u32, (size_t)n, "data");
    data->place = PLACE_pinned;
    kit_fill_ints(list, c, data->data, (size_t)n, kind, INT32_MIN, INT32_MAX);
    if (n)
        memcpy(data->want, data->data, (size_t)n * sizeof(uint32_t));
    reference_rounds(data->want, (size_t)n, (unsigned)rounds);
    work_of_kernels(c, (double)n * rounds, 0);
}

// Rows of 0 to `most` words.
static void add_sums(CaseList *list, int rows, int most, Kind kind, unsigned flags)
{
    int32_t start[1025] = {0};
    for (int r = 0; r < rows; r++)
        start[r + 1] = start[r] + (int32_t)(draw_bits(list) % 4 ? draw_int(list, 0, most) : 0);
    Case *c =
        case_add(list, flags, "sums", "rows=%d words=%d%s", rows, start[rows], kit_words(kind));
    c->group = "sums";
    c->arg[0] = rows;
    Buffer *words = case_buffer(c, BUFFER_in, ELEM_i32, (size_t)start[rows], "words");
    words->place = PLACE_host;
    kit_fill_ints(list, c, words->data, words->count, kind, INT32_MIN, INT32_MAX);
    Buffer *first = case_buffer(c, BUFFER_in, ELEM_i32, (size_t)rows + 1, "start");
    first->place = PLACE_host;
    memcpy(first->data, start, ((size_t)rows + 1) * sizeof *start);
    Buffer *sums = case_buffer(c, BUFFER_out, ELEM_i64, (size_t)rows, "sums");
    sums->place = PLACE_host;
    reference_ragged_sums(sums->want, words->data, start, (size_t)rows);
    work_of_kernels(c, start[rows], 0);
}

static void draw_kinds_of_memory(CaseList *list)
{
    static const int sizes[][2] = {{5, 9},    {1, 1},    {31, 32},   {33, 1000},
                                   {100, 33}, {257, 31}, {1000, 70}, {300, 2047}};
    const unsigned large = CASE_COUNTED | CASE_CLEAN_ONLY;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        add_lookup(list, sizes[i][0], sizes[i][1], KINDS, 0);
        add_rounds(list, sizes[i][1], 1 + (int)i % 4, KINDS, 0);
        add_sums(list, sizes[i][0] % 300 + 1, 3 + (int)i * 2, KINDS, 0);
    }
    add_rounds(list, 0, 3, KINDS, CASE_TRIVIAL);
    add_rounds(list, 50, 0, KINDS, CASE_TRIVIAL);
    add_lookup(list, 0, 40, KINDS, CASE_TRIVIAL);
    add_sums(list, 0, 4, KINDS, CASE_TRIVIAL);
    add_sums(list, 1024, 2, KINDS, CASE_CLEAN_ONLY);
    for (Kind k = FIRST_VALUES; k <= LAST_VALUES; k++) {
        unsigned equal = k == KIND_values_equal ? CASE_TRIVIAL : 0;
        add_lookup(list, 100, 300, k, equal);
        add_rounds(list, 300, 2, k, 0);
        add_sums(list, 40, 20, k, 0);
    }
    add_lookup(list, FEW, TABLE, KINDS, large);
    add_rounds(list, ROUND_WORDS, ROUNDS, KINDS, large);
    add_sums(list, 200, 40, KINDS, large);
}

// ---- part 7 -----------------------------------------------------------------------------

static void add_polynomial(CaseList *list, int n, int count, Kind kind, unsigned flags)
{
    Case *c = case_add(list, flags, "polynomial", "n=%d count=%d%s", n, count, kit_words(kind));
    c->group = "polynomial";
    KIT_ARGS(c, n, count);
    c->work = 8e-3 * n;
    uint32_t *x = case_buffer(c, BUFFER_in, ELEM_u32, (size_t)n, "x")->data;
    kit_fill_ints(list, c, (int32_t *)x, (size_t)n, kind, INT32_MIN, INT32_MAX);
    Buffer *b = case_buffer(c, BUFFER_in, ELEM_u32, (size_t)count, "c");
    b->place = PLACE_host;
    uint32_t *coefficients = b->data;
    for (int k = 0; k < count; k++)
        coefficients[k] = (uint32_t)draw_bits(list);
    uint32_t *want = case_buffer(c, BUFFER_out, ELEM_u32, (size_t)n, "out")->want;
    for (int i = 0; i < n; i++)
        want[i] = reference_polynomial(x[i], coefficients, (size_t)count);
}

static void add_translate(CaseList *list, int n, Kind kind, unsigned flags)
{
    Case *c = case_add(list, flags, "translate", "n=%d%s", n, kit_words(kind));
    c->group = "translate";
    c->arg[0] = n;
    c->work = 5e-3 * n;
    uint8_t *in = case_buffer(c, BUFFER_in, ELEM_u8, (size_t)n, "in")->data;
    kit_fill_bytes(list, c, in, (size_t)n, kind, 0, 255);
    uint32_t *table = case_buffer(c, BUFFER_in, ELEM_u32, TABLE_WORDS, "table")->data;
    for (int k = 0; k < TABLE_WORDS; k++)
        table[k] = (uint32_t)draw_bits(list);
    uint32_t *want = case_buffer(c, BUFFER_out, ELEM_u32, (size_t)n, "out")->want;
    for (int i = 0; i < n; i++)
        want[i] = table[in[i]];
}

// The reads whose cost the student predicts.
static const struct {
    int group, stride;
    const char *key, *name;
} constant_table[] = {
    {32, 0, "same_word", "one word"},
    {2, 1, "pairs", "a word for two lanes"},
    {1, 8, "far_apart", "every eighth word"},
};
enum { CONSTANTS = sizeof constant_table / sizeof *constant_table };

static void add_constant(CaseList *list, int i, int n)
{
    Case *c = case_add(list, CASE_TRIVIAL | CASE_COUNTED | CASE_CLEAN_ONLY, "constant", "%s",
                       constant_table[i].name);
    c->group = constant_table[i].key;
    KIT_ARGS(c, n, constant_table[i].group, constant_table[i].stride);
    c->work = 4e-3 * n;
    uint32_t *want = case_buffer(c, BUFFER_out, ELEM_u32, (size_t)n, "out")->want;
    for (int k = 0; k < n; k++)
        want[k] = (uint32_t)k;
}

static void draw_tables(CaseList *list)
{
    static const int sizes[] = {1, 2, 31, 32, 33, 255, 256, 257, 1009, 5003};
    add_polynomial(list, 0, 3, KINDS, CASE_TRIVIAL);
    add_translate(list, 0, KINDS, CASE_TRIVIAL);
    for (int i = 0; i < (int)(sizeof sizes / sizeof *sizes); i++) {
        int count = 1 + i * 7; // with one coefficient, x is not needed
        add_polynomial(list, sizes[i], count, KINDS, count == 1 ? CASE_TRIVIAL : 0);
        add_translate(list, sizes[i], KINDS, 0);
    }
    for (Kind k = FIRST_VALUES; k <= LAST_VALUES; k++) {
        add_polynomial(list, 300, 5, k, 0);
        if (k != KIND_values_negative)
            add_translate(list, 300, k, 0);
    }
    add_polynomial(list, LARGE, COEFFICIENTS, KINDS, CASE_CLEAN_ONLY);
    add_translate(list, LARGE, KINDS, CASE_CLEAN_ONLY);
    add_polynomial(list, COUNTED, COEFFICIENTS, KINDS, CASE_COUNTED | CASE_CLEAN_ONLY);
    add_translate(list, BYTES, KINDS, CASE_COUNTED | CASE_CLEAN_ONLY);
    for (int i = 0; i < CONSTANTS; i++)
        add_constant(list, i, 1024);
}

// ---- part 8 -----------------------------------------------------------------------------

static void add_gray(CaseList *list, const char *variant, const char *group, int n, Kind kind,
                     unsigned flags)
{
    Case *c = case_add(list, flags, variant, "n=%d%s", n, kit_words(kind));
    c->group = group;
    c->arg[0] = n;
    c->work = 16e-3 * n;
    float *in[3];
    for (int k = 0; k < 3; k++) {
        in[k] = case_buffer(c, BUFFER_in, ELEM_f32, (size_t)n,
                            k == 0   ? "red"
                            : k == 1 ? "green"
                                     : "blue")
                    ->data;
        kit_fill_floats(list, c, in[k], (size_t)n, kind, 0, 4 * 255);
    }
    Buffer *out = case_buffer(c, BUFFER_out, ELEM_f32, (size_t)n, "out");
    out->tolerance = 1e-4;
    for (int i = 0; i < n; i++)
        ((float *)out->want)[i] = (float)reference_gray(in[0][i], in[1][i], in[2][i]);
}

static void add_wave(CaseList *list, int n, Kind kind, unsigned flags)
{
    enum { PARTS = 1 << 16, MOST = 8 };
    Case *c = case_add(list, flags, "wave", "n=%d%s", n, kit_words(kind));
    c->group = "wave";
    c->arg[0] = n;
    c->work = 8e-3 * n;
    float *t = case_buffer(c, BUFFER_in, ELEM_f32, (size_t)n, "t")->data;
    kit_fill_floats(list, c, t, (size_t)n, kind, 0, 4 * MOST * PARTS);
    Buffer *out = case_buffer(c, BUFFER_out, ELEM_f32, (size_t)n, "out");
    out->tolerance = 1e-4;
    for (int i = 0; i < n; i++) {
        t[i] /= PARTS;
        ((float *)out->want)[i] = (float)reference_damped_wave(t[i]);
    }
}

static void add_kinds(CaseList *list, int n, Kind kind, unsigned flags)
{
    Case *c = case_add(list, flags, "kinds", "n=%d%s", n, kit_words(kind));
    c->group = "kinds";
    c->arg[0] = n;
    c->work = 8e-3 * n;
    uint32_t *in = case_buffer(c, BUFFER_in, ELEM_u32, (size_t)n, "in")->data;
    kit_fill_ints(list, c, (int32_t *)in, (size_t)n, kind, INT32_MIN, INT32_MAX);
    uint32_t *want = case_buffer(c, BUFFER_out, ELEM_u32, (size_t)n, "out")->want;
    for (int i = 0; i < n; i++)
        want[i] =
            i % 2 ? reference_shake(in[i], MEMORY_STEPS) : reference_walk(in[i], MEMORY_STEPS);
}

static void draw_instructions(CaseList *list)
{
    static const int sizes[] = {1, 2, 31, 32, 33, 255, 257, 512, 513, 1009, 3001};
    const unsigned large = CASE_COUNTED | CASE_CLEAN_ONLY;
    add_gray(list, "gray", "gray", 0, KINDS, CASE_TRIVIAL);
    add_wave(list, 0, KINDS, CASE_TRIVIAL);
    add_kinds(list, 0, KINDS, CASE_TRIVIAL);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        add_gray(list, "gray", "gray", sizes[i], KINDS, 0);
        add_wave(list, sizes[i], KINDS, 0);
        add_kinds(list, sizes[i], KINDS, 0);
    }
    for (Kind k = FIRST_VALUES; k <= LAST_VALUES; k++) {
        if (k != KIND_values_negative) {
            add_gray(list, "gray", "gray", 300, k, 0);
            add_wave(list, 300, k, 0);
        }
        add_kinds(list, 300, k, 0);
    }
    add_gray(list, "gray", "gray", LARGE, KINDS, CASE_CLEAN_ONLY);
    add_gray(list, "gray", "gray", COUNTED, KINDS, large);
    add_wave(list, COUNTED, KINDS, large);
    add_kinds(list, COUNTED, KINDS, large);
    add_gray(list, "gray slow", "double_instructions", 1024, KINDS, large | CASE_TRIVIAL);
}

void memory_draw(CaseList *list, int part)
{
    switch (part) {
    case 1: draw_rates(list); break;
    case 2: draw_flight(list); break;
    case 3: draw_scale(list); break;
    case 4: draw_particles(list); break;
    case 5: draw_edges(list); break;
    case 6: draw_kinds_of_memory(list); break;
    case 7: draw_tables(list); break;
    case 8: draw_instructions(list); break;
    }
}

// ---- make run ---------------------------------------------------------------------------

static void demo_flight(CaseList *list)
{
    const unsigned shown = CASE_CLEAN_ONLY | CASE_COUNTED;
    static const int blocks[] = {66, 132, 264, 528};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        for (int each = 1; each <= FLIGHT_EACH; each *= 2)
            add_flight(list, FLIGHT, blocks[i], each, KINDS, shown);
}

static void demo_instructions(CaseList *list, int n)
{
    const unsigned shown = CASE_CLEAN_ONLY | CASE_COUNTED;
    add_gray(list, "gray slow", NULL, n, KINDS, shown | CASE_TRIVIAL);
    add_gray(list, "gray", NULL, n, KINDS, shown);
    add_wave(list, n, KINDS, shown);
    add_kinds(list, n, KINDS, shown);
}

void memory_demo(CaseList *list, int part)
{
    const unsigned shown = CASE_CLEAN_ONLY | CASE_COUNTED;
    switch (part) {
    case 1:
        for (int stride = 1; stride <= RATE_STRIDE; stride *= 2)
            add_rate(list, NULL, stride > 1 ? RATE_FEW * RATE_STRIDE / stride : RATE_WORDS, stride,
                     RATE_PASSES, 1, shown | CASE_TRIVIAL);
        break;
    case 2: demo_flight(list); break;
    case 3:
        for (int offset = 0; offset <= 1; offset++)
            add_scale(list, 1 << 20, offset, KINDS, shown);
        break;
    case 4:
        add_particles(list, "structures", NULL, 1 << 18, KINDS, shown | CASE_TRIVIAL);
        add_particles(list, "split", NULL, 1 << 18, KINDS, shown);
        add_particles(list, "arrays", NULL, 1 << 18, KINDS, shown);
        break;
    case 5: add_edges(list, WIDTH, HEIGHT, STRIDE, 7, 3, KINDS, shown); break;
    case 6:
        add_lookup(list, FEW, TABLE, KINDS, shown);
        add_rounds(list, ROUND_WORDS, ROUNDS, KINDS, shown);
        add_sums(list, 200, 40, KINDS, shown);
        break;
    case 7:
        add_polynomial(list, 1 << 18, COEFFICIENTS, KINDS, shown);
        add_translate(list, 1 << 20, KINDS, shown);
        for (int i = 0; i < CONSTANTS; i++)
            add_constant(list, i, 1 << 20);
        break;
    case 8: demo_instructions(list, 1 << 18); break;
    }
}
