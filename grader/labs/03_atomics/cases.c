// cases.c - the cases of lab 03.
#include "room.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/contracts/03_atomics.h"
#include "grader/labs/03_atomics/reference.h"
#include "grader/base/memory.h"
#include "grader/labs/kit.h"

enum {
    LARGE = (1 << 24) + 1,                // a float cannot count so far
    OVERLAPPING = 8 * ATOMICS_TILE + 1000 // so many blocks that several want the lock at once
};

// ---- cases ------------------------------------------------------------------------------

// An element that is taken is above the limit, another one is not; some are next to it.
static int32_t draw_around(CaseList *list, bool above, int32_t limit)
{
    int64_t near = draw_int(list, 0, 1), far = draw_int(list, 0, 7) ? 1000 : INT32_MAX / 2;
    return (int32_t)(above ? draw_int(list, (int64_t)limit + 1, limit + (near ? 1 : far))
                           : draw_int(list, limit - (near ? 0 : far), limit));
}

static Case *add_above(CaseList *list, const char *variant, int n, Kind kind, unsigned flags)
{
    Case *c = case_add(list, flags, variant, "n=%d%s", n, kit_words(kind));
    int32_t limit = kind == KIND_choice_none ? INT32_MAX : (int32_t)draw_int(list, -100, 100);
    KIT_ARGS(c, n, limit);
    int32_t *in = case_buffer(c, BUFFER_in, ELEM_i32, (size_t)n, "in")->data;
    if (kit_is_values(kind)) {
        // Some values are above the limit and some are not, if the kind allows it.
        c->arg[1] = limit = kind == KIND_values_negative ? INT32_MIN / 2
                            : kind == KIND_values_lowest ? INT32_MIN
                                                         : limit;
        int64_t low = kind == KIND_values_equal ? limit + 1 : INT32_MIN;
        kit_fill_ints(list, c, in, (size_t)n, kind, low, INT32_MAX);
    } else {
        for (int i = 0; i < n; i++)
            in[i] = draw_around(list, kit_chosen(list, c, kind, (size_t)i, (size_t)n), limit);
    }
    kit_blocks(c, (n + ATOMICS_BLOCK - 1) / ATOMICS_BLOCK);
    return c;
}

static void note_trivial(Case *c, bool unchanged)
{
    if (unchanged)
        c->flags |= CASE_TRIVIAL;
}

static void add_count(CaseList *list, const char *variant, int n, Kind kind, unsigned flags)
{
    Case *c = add_above(list, variant, n, kind, flags);
    int32_t *above = need(malloc(((size_t)n + 1) * sizeof *above));
    Buffer *count = case_buffer(c, BUFFER_inout, ELEM_i32, 1, "result");
    int32_t before = (int32_t)draw_int(list, 1, 1000);
    *(int32_t *)count->data = before;
    *(int32_t *)count->want =
        before + (int32_t)reference_above(above, c->buffer[0].data, (size_t)n, (int32_t)c->arg[1]);
    note_trivial(c, *(int32_t *)count->want == before);
    free(above);
}

static void add_push(CaseList *list, int n, Kind kind, unsigned flags)
{
    Case *c = add_above(list, "list", n, kind, flags);
    Buffer *size = case_buffer(c, BUFFER_inout, ELEM_i32, 1, "size");
    Buffer *seen = case_buffer(c, BUFFER_inout, ELEM_i32, (size_t)n, "seen");
    *(int32_t *)size->want =
        (int32_t)reference_above(seen->want, c->buffer[0].data, (size_t)n, (int32_t)c->arg[1]);
    note_trivial(c, *(int32_t *)size->want == 0);
}

static const int input_sizes[] = {2, 31, 32, 33, 255, 256, 257, 1000, 4095, 4096, 4097};
enum { SIZES = sizeof input_sizes / sizeof *input_sizes };

static void add_counting(CaseList *list, int part, int n, Kind kind, unsigned flags)
{
    if (part == 1)
        add_count(list, "count", n, kind, flags);
    else
        add_push(list, n, kind, flags);
}

// The table shows the first failing case, so cases that prove nothing come late.
static void draw_above(CaseList *list, int part)
{
    for (int i = 0; i < SIZES; i++)
        add_counting(list, part, input_sizes[i], KINDS, 0);
    KIT_EACH_CHOICE(k, add_counting(list, part, 3001, k, 0));
    KIT_EACH_VALUES(k, add_counting(list, part, 700, k, 0));
    add_counting(list, part, COUNTED, KINDS, CASE_COUNTED | CASE_CLEAN_ONLY);
    if (part == 1) {
        add_count(list, "count", 1 << 20, KINDS, CASE_CLEAN_ONLY);
        add_count(list, "count", LARGE, KIND_choice_sparse, CASE_CLEAN_ONLY);
    } else {
        add_push(list, 99991, KINDS, CASE_CLEAN_ONLY);
    }
    add_counting(list, part, 1, KIND_choice_all, 0);
    add_counting(list, part, 0, KINDS, CASE_TRIVIAL);
}

void atomics_add_bytes(CaseList *list, int n, int low, Kind kind, unsigned flags)
{
    Case *c =
        low ? case_add(list, flags, "bytes", "n=%d values=%d%s", n, 256 - low, kit_words(kind))
            : case_add(list, flags, "bytes", "n=%d%s", n, kit_words(kind));
    c->arg[0] = n;
    uint8_t *in = case_buffer(c, BUFFER_in, ELEM_u8, (size_t)n, "in")->data;
    kit_fill_bytes(list, c, in, (size_t)n, kind, low, 255);
    Buffer *bins = case_buffer(c, BUFFER_inout, ELEM_u32, ATOMICS_BINS, "bins");
    uint32_t *before = bins->data;
    for (int b = 0; b < ATOMICS_BINS; b++)
        before[b] = (uint32_t)draw_int(list, 0, 9);
    memcpy(bins->want, before, ATOMICS_BINS * sizeof *before);
    reference_bytes(bins->want, in, (size_t)n);
    kit_blocks(c, (n + ATOMICS_TILE - 1) / ATOMICS_TILE);
}

static void draw_bytes(CaseList *list)
{
    for (int i = 0; i < SIZES; i++)
        atomics_add_bytes(list, input_sizes[i], i % 3 ? 0 : 251, KINDS, 0);
    KIT_EACH_UNSIGNED(k, atomics_add_bytes(list, 3000, 0, k, 0));
    atomics_add_bytes(list, 9 * ATOMICS_TILE + 77, 0, KINDS, 0);
    atomics_add_bytes(list, 9 * ATOMICS_TILE + 77, 0, KIND_values_equal, 0);
    atomics_add_bytes(list, 99991, 239, KINDS, CASE_CLEAN_ONLY);
    atomics_add_bytes(list, COUNTED, 0, KINDS, CASE_COUNTED | CASE_CLEAN_ONLY);
    atomics_add_bytes(list, 1, 251, KINDS, 0);
    atomics_add_bytes(list, 0, 0, KINDS, CASE_TRIVIAL);
}

// Quarters of a kind times `scale`: 1e-40 are numbers without a leading 1, FLT_MAX / HIGHEST
// leads to the largest floats.
static void add_maximum(CaseList *list, int n, Kind kind, double scale, float before,
                        unsigned flags)
{
    enum { HIGHEST = 1 << 23 };
    Case *c = scale == 1 ? case_add(list, flags, "float", "n=%d%s", n, kit_words(kind))
                         : case_add(list, flags, "float", "n=%d%s %s", n, kit_words(kind),
                                    scale < 1 ? "tiny" : "huge");
    c->arg[0] = n;
    float *in = case_buffer(c, BUFFER_in, ELEM_f32, (size_t)n, "in")->data;
    kit_fill_floats(list, c, in, (size_t)n, kind, -4 * HIGHEST, 4 * HIGHEST);
    for (int i = 0; i < n; i++)
        in[i] = scale > 1 ? (float)((double)in[i] / HIGHEST * scale) : (float)(in[i] * scale);
    Buffer *result = case_buffer(c, BUFFER_inout, ELEM_f32, 1, "result");
    *(float *)result->data = before;
    *(float *)result->want = reference_maximum(before, in, (size_t)n);
    note_trivial(c, *(float *)result->want == before);
    kit_blocks(c, (n + ATOMICS_TILE - 1) / ATOMICS_TILE);
}

static void draw_maximum(CaseList *list)
{
    static const double scales[] = {1, FLT_MAX, 1e-44};
    for (int i = 0; i < SIZES; i++)
        add_maximum(list, input_sizes[i], i % 2 ? KIND_values_negative : KINDS, scales[i % 3],
                    -INFINITY, 0);
    KIT_EACH_VALUES(k, add_maximum(list, 5000, k, 1, k % 2 ? -INFINITY : -FLT_MAX, 0));
    add_maximum(list, 5000, KIND_values_lowest, FLT_MAX, -INFINITY, 0);
    add_maximum(list, 5000, KIND_values_negative, 1e30, -FLT_MAX, 0);
    add_maximum(list, 9 * ATOMICS_TILE + 77, KIND_values_rising, 1, -INFINITY, 0);
    add_maximum(list, 9 * ATOMICS_TILE + 77, KINDS, FLT_MAX, -5e37f, 0);
    add_maximum(list, 99991, KINDS, 1e-44, -1, CASE_CLEAN_ONLY);
    add_maximum(list, COUNTED, KINDS, 1, -INFINITY, CASE_COUNTED | CASE_CLEAN_ONLY);
    add_maximum(list, 1, KINDS, 1, -INFINITY, 0);
    add_maximum(list, 700, KINDS, 1, 2e7f, 0); // no element is larger
    add_maximum(list, 0, KINDS, 1, 1, CASE_TRIVIAL);
}

static Case *add_record(CaseList *list, int n, Kind kind, unsigned flags)
{
    Case *c = case_add(list, flags, "record", "n=%d%s", n, kit_words(kind));
    c->arg[0] = n;
    int32_t *in = case_buffer(c, BUFFER_in, ELEM_i32, (size_t)n, "in")->data;
    kit_fill_ints(list, c, in, (size_t)n, kind, INT32_MIN, INT32_MAX);
    Buffer *record = case_buffer(c, BUFFER_inout, ELEM_i64, 3, "record");
    int64_t *before = record->data;
    before[0] = draw_int(list, 1, 100);
    before[1] = draw_int(list, -100, 100);
    before[2] = INT64_MIN;
    memcpy(record->want, before, 3 * sizeof *before);
    reference_record(record->want, in, (size_t)n);
    kit_blocks(c, (n + ATOMICS_TILE - 1) / ATOMICS_TILE);
    return c;
}

static void draw_record(CaseList *list)
{
    for (int i = 0; i < SIZES; i++)
        add_record(list, input_sizes[i], KINDS, 0);
    KIT_EACH_VALUES(k, add_record(list, 2500, k, 0));
    // A lock for each thread makes thousands of threads spin: that is to end soon.
    add_record(list, OVERLAPPING, KINDS, 0)->budget = 4000000;
    add_record(list, 99991, KINDS, CASE_CLEAN_ONLY);
    add_record(list, COUNTED, KINDS, CASE_COUNTED | CASE_CLEAN_ONLY);
    add_record(list, 1, KINDS, 0);
    add_record(list, 0, KINDS, CASE_TRIVIAL);
}

void atomics_draw(CaseList *list, int part)
{
    if (part <= 3)
        draw_above(list, part);
    else if (part <= 5)
        draw_bytes(list);
    else if (part == 6)
        draw_maximum(list);
    else
        draw_record(list);
}

void atomics_demo(CaseList *list, int part)
{
    if (part == 1)
        add_count(list, "lost", COUNTED, KINDS, 0);
    if (part == 1)
        add_count(list, "count", COUNTED, KINDS, 0);
    else if (part <= 3)
        add_push(list, COUNTED, KINDS, 0);
    else if (part <= 5 || part == 8)
        atomics_add_bytes(list, COUNTED, 0, KINDS, 0);
    else if (part == 6)
        add_maximum(list, COUNTED, KINDS, 1, -INFINITY, 0);
    else
        add_record(list, COUNTED, KINDS, 0);
}
