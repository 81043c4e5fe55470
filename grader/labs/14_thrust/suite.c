// suite.c - how lab 14 is judged: its cases, its gates, its hints.
//
// The gates see what the library's kernels read and write, in sectors of 32 bytes. An algorithm
// that is fused reads each input once and writes each result once: 1/8 sector per int. An
// intermediate array costs 1/8 to write and 1/8 to read again. The kernels of this GPU read by
// bulk copies in part; so these are counted, too.
#define SAFE_WORDS "no races, no invalid accesses, no uninitialised reads"
#include "grader/suite.h"

#include <string.h>

#include "common/labs.h"
#include "grader/labs/14_thrust/reference.h"
#include "grader/labs/kit.h"
#include "wrong.h"

#define READ READ_SECTORS
#define WRITTEN WRITTEN_SECTORS

enum {
    COUNTED = 1 << 16,
    COUNTED_BY_HAND = 1 << 20, // more elements than threads: 1056 blocks of 256
    SMALL = 1 << 10,
    MOST = 1 << 20
};

static const int input_sizes[] = {1, 2, 31, 32, 33, 255, 257, 1000, 2049, 4099};
enum { SIZES = sizeof input_sizes / sizeof *input_sizes };

static void set_size(Case *c, int n)
{
    c->arg[0] = n;
    c->work = n;
    kit_blocks(c, n / 256);
}

// A result that the host function returns.
static void *add_result(Case *c, ElemType type, const char *name)
{
    Buffer *b = case_buffer(c, BUFFER_out, type, 1, name);
    b->place = PLACE_host;
    return b->want;
}

static int32_t *add_ints(CaseList *list, Case *c, int n, const char *name, Kind kind, int64_t low,
                         int64_t high)
{
    int32_t *ints = case_buffer(c, BUFFER_in, ELEM_i32, (size_t)n, name)->data;
    kit_fill_ints(list, c, ints, (size_t)n, kind, low, high);
    return ints;
}

static const float *add_floats(CaseList *list, Case *c, int n, const char *name, Kind kind)
{
    float *floats = case_buffer(c, BUFFER_in, ELEM_f32, (size_t)n, name)->data;
    kit_fill_floats(list, c, floats, (size_t)n, kind, -SMALL, SMALL);
    return floats;
}

typedef void AddCase(CaseList *list, const char *variant, int n, Kind kind, unsigned flags);

// All cases of a part: sizes, kinds of values, a large one, the counted one.
static void draw_counted(CaseList *list, const char *variant, AddCase *add, int counted)
{
    add(list, variant, 0, KINDS, CASE_TRIVIAL);
    for (int i = 0; i < SIZES; i++)
        add(list, variant, input_sizes[i], KINDS, 0);
    for (Kind k = FIRST_VALUES; k <= LAST_VALUES; k++)
        add(list, variant, 2500, k, 0);
    add(list, variant, 99991, KINDS, CASE_CLEAN_ONLY);
    add(list, variant, counted, KINDS, CASE_COUNTED | CASE_CLEAN_ONLY);
}

static void draw_each(CaseList *list, const char *variant, AddCase *add)
{
    draw_counted(list, variant, add, COUNTED);
}

static Case *add_named(CaseList *list, const char *variant, int n, Kind kind, unsigned flags)
{
    Case *c = case_add(list, flags, variant, "n=%d%s", n, kit_words(kind));
    c->group = variant;
    set_size(c, n);
    return c;
}

// ---- parts 1 and 2 ------------------------------------------------------------------------------

static void add_saxpy(CaseList *list, const char *variant, int n, Kind kind, unsigned flags)
{
    Case *c = add_named(list, variant, n, kind, flags);
    c->arg[1] = (2 * draw_int(list, 1, 7) + 1) * (draw_bits(list) & 1 ? 1 : -1); // quarters
    const float *x = add_floats(list, c, n, "x", kind);
    Buffer *y = case_buffer(c, BUFFER_inout, ELEM_f32, (size_t)n, "y");
    float *before = y->data, *want = y->want;
    for (int i = 0; i < n; i++) {
        before[i] = kit_quarters(draw_int(list, 1, SMALL));
        want[i] = kit_quarters(c->arg[1]) * x[i] + before[i];
    }
}

static void add_squares(CaseList *list, const char *variant, int n, Kind kind, unsigned flags)
{
    Case *c = add_named(list, variant, n, kind, flags);
    const int32_t *in = add_ints(list, c, n, "in", kind, -46340, 46340);
    c->buffer[0].place = PLACE_host;
    Buffer *out = case_buffer(c, BUFFER_out, ELEM_i32, (size_t)n, "out");
    out->place = PLACE_host;
    for (int i = 0; i < n; i++)
        ((int32_t *)out->want)[i] = in[i] * in[i];
}

// ---- parts 3 to 5 -------------------------------------------------------------------------------

static void add_largest(CaseList *list, const char *variant, int n, Kind kind, unsigned flags)
{
    Case *c = add_named(list, variant, n, kind, flags);
    const int32_t *in = add_ints(list, c, n, "in", kind, INT32_MIN, INT32_MAX);
    *(int32_t *)add_result(c, ELEM_i32, "largest") = reference_largest(in, (size_t)n);
}

static void add_square_sum(CaseList *list, const char *variant, int n, Kind kind, unsigned flags)
{
    Case *c = add_named(list, variant, n, kind, flags);
    const int32_t *in = add_ints(list, c, n, "in", kind, -(1 << 19), 1 << 19);
    *(int64_t *)add_result(c, ELEM_i64, "sum") = reference_square_sum(in, (size_t)n);
}

static void add_dots(CaseList *list, const char *variant, int n, Kind kind, unsigned flags)
{
    static const char *const names[] = {"ax", "ay", "az", "bx", "by", "bz"};
    Case *c = add_named(list, variant, n, kind, flags);
    const float *v[6];
    for (int k = 0; k < 6; k++)
        v[k] = add_floats(list, c, n, names[k], kind);
    float *want = case_buffer(c, BUFFER_out, ELEM_f32, (size_t)n, "dots")->want;
    for (int i = 0; i < n; i++)
        want[i] = v[0][i] * v[3][i] + v[1][i] * v[4][i] + v[2][i] * v[5][i];
}

static void add_picked(CaseList *list, const char *variant, int n, Kind kind, unsigned flags)
{
    Case *c = add_named(list, variant, n, kind, flags);
    int size = n / 2 + 7;
    const int32_t *index = add_ints(list, c, n, "index", KINDS, 0, size - 1);
    const int32_t *in = add_ints(list, c, size, "in", kind, INT32_MIN, INT32_MAX);
    *(int64_t *)add_result(c, ELEM_i64, "sum") = reference_picked_sum(in, index, (size_t)n);
}

// ---- parts 6 and 7 ------------------------------------------------------------------------------

// What is there before, for the elements after the last result.
static Buffer *add_places(CaseList *list, Case *c, int n, const char *name)
{
    Buffer *b = case_buffer(c, BUFFER_inout, ELEM_i32, (size_t)n, name);
    for (int i = 0; i < n; i++)
        ((int32_t *)b->data)[i] = (int32_t)draw_int(list, -9, -1);
    if (n)
        memcpy(b->want, b->data, (size_t)n * sizeof(int32_t));
    return b;
}

static void add_totals(CaseList *list, const char *variant, int n, Kind kind, unsigned flags)
{
    Case *c = add_named(list, variant, n, kind, flags);
    bool few = kind == KINDS && n % 2;
    const int32_t *keys =
        add_ints(list, c, n, "keys", kind, few ? -5 : INT32_MIN, few ? 5 : INT32_MAX);
    if (kind == KINDS && !few) // about four elements per group
        for (int i = 0; i < n; i++)
            ((int32_t *)c->buffer[0].data)[i] = (int32_t)draw_int(list, -n / 8 - 1, n / 8 + 1);
    const int32_t *values = add_ints(list, c, n, "values", KINDS, -9999, 9999);
    Buffer *group = add_places(list, c, n, "group"), *total = add_places(list, c, n, "total");
    size_t groups = reference_totals(group->want, total->want, keys, values, (size_t)n);
    size_t rest = ((size_t)n - groups) * sizeof(int32_t);
    if (rest)
        memcpy((int32_t *)group->want + groups, (int32_t *)group->data + groups, rest);
    *(int32_t *)add_result(c, ELEM_i32, "groups") = (int32_t)groups;
}

static void add_above(CaseList *list, const char *variant, int n, Kind kind, unsigned flags)
{
    Case *c = add_named(list, variant, n, kind, flags);
    bool choice = kind >= FIRST_CHOICE && kind <= LAST_CHOICE;
    int32_t limit = (int32_t)draw_int(list, -1000, 1000);
    int32_t *in = add_ints(list, c, n, "in", choice ? KINDS : kind, INT32_MIN, INT32_MAX);
    for (int i = 0; i < n && choice; i++)
        in[i] = kit_chosen(list, c, kind, (size_t)i, (size_t)n)
                    ? limit + (int32_t)draw_int(list, 1, 9)
                    : limit - (int32_t)draw_int(list, 0, 9); // some are equal to the limit
    if (kind >= FIRST_VALUES && kind <= LAST_VALUES)         // so that some element is above it
        limit = in[n / 2] > INT32_MIN ? in[n / 2] - 1 : INT32_MIN;
    c->arg[1] = limit;
    Buffer *places = add_places(list, c, n, "places");
    size_t kept = reference_places_above(places->want, in, (size_t)n, limit);
    *(int32_t *)add_result(c, ELEM_i32, "kept") = (int32_t)kept;
    if (kept == 0)
        c->flags |= CASE_TRIVIAL;
}

// ---- part 8 -------------------------------------------------------------------------------------

static void add_distance(CaseList *list, const char *variant, int n, Kind kind, unsigned flags)
{
    Case *c = add_named(list, variant, n, kind, flags);
    const int32_t *x = add_ints(list, c, n, "x", kind, INT32_MIN, INT32_MAX);
    const int32_t *y = add_ints(list, c, n, "y", KINDS, INT32_MIN, INT32_MAX);
    *(int64_t *)add_result(c, ELEM_i64, "sum") = reference_distance(x, y, (size_t)n);
}

static void thrust_draw(CaseList *list, int part)
{
    switch (part) {
    case 1: draw_each(list, "saxpy", add_saxpy); break;
    case 2: draw_each(list, "host", add_squares); break;
    case 3:
        draw_each(list, "largest", add_largest);
        draw_each(list, "squares", add_square_sum);
        break;
    case 4: draw_each(list, "zip", add_dots); break;
    case 5: draw_each(list, "picked", add_picked); break;
    case 6: draw_each(list, "totals", add_totals); break;
    case 7:
        draw_each(list, "above", add_above);
        for (Kind k = FIRST_CHOICE; k <= LAST_CHOICE; k++)
            add_above(list, "above", 2501, k, 0);
        break;
    default:
        draw_each(list, "thrust", add_distance);
        draw_each(list, "cub", add_distance);
        draw_counted(list, "hand", add_distance, COUNTED_BY_HAND);
    }
}

// `make run`: one row for each variant.
static void thrust_demo(CaseList *list, int part)
{
    static const struct {
        int part;
        const char *variant;
        AddCase *add;
    } rows[] = {
        {1, "saxpy", add_saxpy},        {2, "host", add_squares}, {3, "largest", add_largest},
        {3, "squares", add_square_sum}, {4, "zip", add_dots},     {5, "picked", add_picked},
        {6, "totals", add_totals},      {7, "above", add_above},  {8, "thrust", add_distance},
        {8, "cub", add_distance},       {8, "hand", add_distance}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].part == part)
            rows[i].add(list, rows[i].variant, COUNTED, KINDS, CASE_COUNTED | CASE_CLEAN_ONLY);
}

// ---- what is judged -----------------------------------------------------------------------------

// clang-format off
#define ITEM_RIGHT(its_id, words, worth, its_group) \
    {.kind = ITEM_correct, .id = its_id, .name = words, .points = worth, .group = its_group}
#define GATE_LAUNCHES(naive, good, bound) {"grader__launches", NULL, "launches", naive, good, bound, false}
#define GATE_READ(naive, good, bound) {READ, "grader__work", "sectors read per element", naive, good, bound, false}
#define GATE_WRITTEN(naive, good, bound) {WRITTEN, "grader__work", "sectors written per element", naive, good, bound, false}

static const Item saxpy_items[] = {
    ITEM_RIGHT("right", "a x + y, for each element", 5, NULL),
    ITEM_SAFE(2, "14.4"),
    ITEM_GATES("fused", "one pass, with no intermediate array", 3, NULL, "14.4",
               GATE_LAUNCHES(3, 1, 1), GATE_READ(0.375, 0.25, 0.3), GATE_WRITTEN(0.375, 0.125, 0.15)),
    ITEMS_END};

static const Item squares_items[] = {
    ITEM_RIGHT("right", "the squares are in host memory", 6, NULL),
    ITEM_SAFE(2, "14.5"),
    ITEM_GATES("whole", "data move in whole, not element by element", 4, NULL, "14.6",
               {"grader__h2d_us", NULL, "us of copies to the device", 52447.5, 21.0246, 60, false},
               {"grader__d2h_us", NULL, "us of copies to the host", 327699, 23.7246, 60, false}),
    ITEMS_END};

static const Item reduce_items[] = {
    ITEM_RIGHT("largest", "the largest element", 4, "largest"),
    ITEM_RIGHT("squares", "the sum of the squares", 4, "squares"),
    ITEM_SAFE(2, "14.7"),
    ITEM_GATES("fused", "squares are never stored", 4, "squares", "14.8",
               GATE_READ(0.375, 0.125122, 0.2), GATE_WRITTEN(0.500504, 0.00050354, 0.05)),
    ITEMS_END};

static const Item dots_items[] = {
    ITEM_RIGHT("right", "the right dot products", 6, NULL),
    ITEM_SAFE(2, "14.9"),
    ITEM_GATES("fused", "one pass over the six arrays", 4, NULL, "14.9",
               GATE_LAUNCHES(7, 1, 1), GATE_READ(1.25, 0.75, 0.85), GATE_WRITTEN(0.875, 0.125, 0.15)),
    ITEMS_END};

static const Item picked_items[] = {
    ITEM_RIGHT("right", "the sum of the elements that are picked", 6, NULL),
    ITEM_SAFE(2, "14.10"),
    ITEM_GATES("fused", "the elements are never copied", 4, NULL, "14.10",
               GATE_WRITTEN(0.1255, 0.00050354, 0.05)),
    ITEMS_END};

static const Item totals_items[] = {
    ITEM_RIGHT("right", "each key once, with its total", 8, NULL),
    ITEM_SAFE(3, "14.11"),
    ITEM_GATES("once", "one sort and one reduction", 3, NULL, "14.12",
               GATE_LAUNCHES(14, 8, 12)),
    ITEMS_END};

static const Item places_items[] = {
    ITEM_RIGHT("right", "the right places, rising", 6, NULL),
    ITEM_SAFE(2, "14.13"),
    ITEM_GATES("fused", "one pass: no flags, no array of numbers", 4, NULL, "14.13",
               GATE_LAUNCHES(6, 2, 3), GATE_WRITTEN(0.3, 0.0755005, 0.2)),
    ITEMS_END};

static const Item distance_items[] = {
    ITEM_RIGHT("thrust", "by Thrust", 2, "thrust"),
    ITEM_RIGHT("cub", "by CUB", 3, "cub"),
    ITEM_RIGHT("hand", "by hand", 2, "hand"),
    ITEM_SAFE(2, "14.14"),
    {.kind = ITEM_gate, .id = "thrust_once", .name = "by Thrust: each input is read once", .points = 1, .group = "thrust", .slide = "14.15",
     .gate = {GATE_READ(0.5, 0.250122, 0.3), GATE_WRITTEN(0.25, 0.00050354, 0.05)}},
    {.kind = ITEM_gate, .id = "hand_once", .name = "by hand: each input is read once, by all threads", .points = 1, .group = "hand", .slide = "14.15",
     .gate = {GATE_READ(0.5, 0.25, 0.3),
              {MOST_LOADED_BY_THREAD, NULL, "bytes loaded by the busiest thread", 8 * COUNTED_BY_HAND, 32, 512, false},
              {GLOBAL_ATOMICS, "grader__warps", "global atomics per warp", 3.87879, 1, 1, false}}},
    ITEM_WANT("push_back", "why no kernel can call push_back()", "c", "14.16"),
    ITEM_WANT("algorithm", "what an algorithm does in a kernel", "b", "14.17"),
    ITEM_WANT("element", "what d[i] is on the host", "d", "14.6"),
    ITEMS_END};

// ---- kinds of input that a part lacks (kit.h) ---------------------------------------------------

#define AN_ARRAY {KINDS_shape, "the input is an array"}
#define ALL_TAKEN {KINDS_choice, "every element is taken"}
#define NO_IDLE {KIND_BIT(KIND_idle), "the library chooses its blocks itself"}
#define NOT_2_24 {KIND_BIT(KIND_size_2_24), "the library counts in ints of 64 bits"}
#define NEW_RESULTS {KIND_BIT(KIND_old_values), "nothing is added to the results"}

static const Lacking saxpy_lacks[] = {AN_ARRAY, ALL_TAKEN, NO_IDLE, NOT_2_24, {0, NULL}};
static const Lacking new_lacks[] = {AN_ARRAY, ALL_TAKEN, NO_IDLE, NOT_2_24, NEW_RESULTS, {0, NULL}};
static const Lacking totals_lacks[] = {AN_ARRAY, ALL_TAKEN, NO_IDLE, NOT_2_24, {0, NULL}};
static const Lacking places_lacks[] = {AN_ARRAY, NO_IDLE, NOT_2_24, {0, NULL}};


static const Part thrust_parts[] = {
    {.number = 1, .id = "saxpy", .name = "a map with a functor", .slide = "14.4",
     .items = saxpy_items, .lacks = saxpy_lacks},
    {.number = 2, .id = "host", .name = "vectors of host and device", .slide = "14.5",
     .items = squares_items, .lacks = new_lacks},
    {.number = 3, .id = "reduce", .name = "reductions", .slide = "14.7",
     .items = reduce_items, .lacks = new_lacks},
    {.number = 4, .id = "zip", .name = "a zip iterator", .slide = "14.9",
     .items = dots_items, .lacks = new_lacks},
    {.number = 5, .id = "picked", .name = "a permutation iterator", .slide = "14.10",
     .items = picked_items, .lacks = new_lacks},
    {.number = 6, .id = "totals", .name = "totals per group", .slide = "14.11",
     .items = totals_items, .lacks = totals_lacks},
    {.number = 7, .id = "places", .name = "compaction", .slide = "14.13",
     .items = places_items, .lacks = places_lacks},
    {.number = 8, .id = "distance", .name = "by Thrust, by CUB, by hand", .slide = "14.14",
     .items = distance_items, .lacks = new_lacks},
    {.number = 0}};
// clang-format on

const Lab lab_14_thrust = {
    .name = "14_thrust",
    .source = "thrust.cu",
    .title = "Maps, reductions, sorts and compactions with a library, and what they cost",
    .minutes = 150,
    // Half of what Thrust makes is for more than 2^31 elements; and the host's code is not timed.
    .nvcc_flags = "-DTHRUST_FORCE_32_BIT_OFFSET_TYPE -DCCCL_DISABLE_NVTX -Xcompiler -O1",
    .parts = thrust_parts,
    .draw = thrust_draw,
    .diagnose = thrust_diagnose,
    .demo = thrust_demo,
    .columns = {{"launches", "grader__launches", NULL},
                {"blocks", "grader__blocks", NULL},
                {"read/elem", READ, "grader__work"},
                {"writ./elem", WRITTEN, "grader__work"},
                {"kernel us", "grader__kernel_us", NULL},
                {NULL, NULL, NULL}},
    .answers = "answers.txt",
};
