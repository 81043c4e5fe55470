// cases.c - the cases of lab 14.
#include "room.h"

#include <string.h>

#include "common/contracts/14_thrust.h"
#include "grader/labs/14_thrust/reference.h"
#include "grader/labs/kit.h"

enum { COUNTED = 1 << 16, SMALL = 1 << 10, MOST = 1 << 20 };

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
    KIT_EACH_VALUES(k, add(list, variant, 2500, k, 0));
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

// ---- parts 1 and 2 ----------------------------------------------------------------------

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

// ---- parts 3 to 5 -----------------------------------------------------------------------

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

// ---- parts 6 and 7 ----------------------------------------------------------------------

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
    bool choice = kit_is_choice(kind);
    int32_t limit = kind == KIND_choice_none ? INT32_MAX : (int32_t)draw_int(list, -1000, 1000);
    int32_t *in = add_ints(list, c, n, "in", choice ? KINDS : kind, INT32_MIN, INT32_MAX);
    for (int i = 0; i < n && choice; i++)
        in[i] = kit_chosen(list, c, kind, (size_t)i, (size_t)n)
                    ? limit + (int32_t)draw_int(list, 1, 9)
                    : limit - (int32_t)draw_int(list, 0, 9); // some are equal to the limit
    if (kit_is_values(kind))                                 // so that some element is above it
        limit = in[n / 2] > INT32_MIN ? in[n / 2] - 1 : INT32_MIN;
    c->arg[1] = limit;
    Buffer *places = add_places(list, c, n, "places");
    size_t kept = reference_places_above(places->want, in, (size_t)n, limit);
    *(int32_t *)add_result(c, ELEM_i32, "kept") = (int32_t)kept;
    if (kept == 0)
        c->flags |= CASE_TRIVIAL;
}

// ---- part 8 -----------------------------------------------------------------------------

static void add_distance(CaseList *list, const char *variant, int n, Kind kind, unsigned flags)
{
    Case *c = add_named(list, variant, n, kind, flags);
    const int32_t *x = add_ints(list, c, n, "x", kind, INT32_MIN, INT32_MAX);
    const int32_t *y = add_ints(list, c, n, "y", KINDS, INT32_MIN, INT32_MAX);
    *(int64_t *)add_result(c, ELEM_i64, "sum") = reference_distance(x, y, (size_t)n);
}

void thrust_draw(CaseList *list, int part)
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
        KIT_EACH_CHOICE(k, add_above(list, "above", 2501, k, 0));
        break;
    default:
        draw_each(list, "thrust", add_distance);
        draw_each(list, "cub", add_distance);
        draw_counted(list, "hand", add_distance, COUNTED_BY_HAND);
    }
}

// `make run`: one row for each variant.
void thrust_demo(CaseList *list, int part)
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
