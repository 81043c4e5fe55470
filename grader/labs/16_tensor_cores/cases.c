// cases.c - the cases of lab 16. Elements are small, so that all sums are exact in every order.
#include "room.h"

#include <stdlib.h>
#include <string.h>

#include "common/contracts/16_tensor_cores.h"
#include "grader/base/memory.h"
#include "grader/labs/16_tensor_cores/reference.h"

enum {
    LARGE = CASE_CLEAN_ONLY | CASE_COUNTED,
    WARPS = 4 // of a block
};

// ---- part 1 -----------------------------------------------------------------------------

static void add_fragments(CaseList *list, int count, int which, Kind kind, unsigned flags)
{
    static const char *const groups[] = {"a", "b", "c"};
    int elements = which == FRAGMENT_a ? 8 : 4;
    size_t n = (size_t)count * 32 * (size_t)elements;
    Case *c = case_add(list, flags | CASE_REPEATABLE, groups[which], "%d of %s%s", count,
                       groups[which], kit_words(kind));
    c->group = groups[which];
    KIT_ARGS(c, count, which);
    float *in = case_buffer(c, BUFFER_in, ELEM_f32, n, "in")->data;
    kit_fill_floats(list, c, in, n, kind, -(1 << 20), 1 << 20);
    Buffer *out = case_buffer(c, BUFFER_out, ELEM_f32, n, "out");
    out->columns = which == FRAGMENT_a ? TENSOR_K : TENSOR_N;
    for (int f = 0; f < count; f++)
        for (int l = 0; l < 32; l++)
            for (int i = 0; i < elements; i++)
                ((float *)out->want)[f * 32 * elements + reference_fragment_place(which, l, i)] =
                    in[(f * 32 + l) * elements + i];
    kit_blocks(c, (count + WARPS - 1) / WARPS);
}

static void draw_fragments(CaseList *list)
{
    for (int which = FRAGMENT_a; which <= FRAGMENT_c; which++) {
        add_fragments(list, 1, which, KINDS, 0);
        add_fragments(list, 5, which, KINDS, 0);
        add_fragments(list, 40, which, KINDS, 0);
        KIT_EACH_VALUES(
            k, add_fragments(list, 2, which, k, k == KIND_values_equal ? CASE_TRIVIAL : 0));
        add_fragments(list, 0, which, KINDS, CASE_TRIVIAL);
    }
}

// ---- products of halves ---------------------------------------------------------------------

// `count` products of a part whose sides are fixed.
static void add_products(CaseList *list, int part, int count, Kind kind, unsigned flags)
{
    bool tiles = part == PART_ldmatrix || part == PART_wgmma;
    size_t m = tiles ? TENSOR_TILE : TENSOR_M, k = m, n = part == PART_mma ? TENSOR_N : m;
    Case *c = case_add(list, flags | CASE_REPEATABLE, "products", "%d products%s", count,
                       kit_words(kind));
    KIT_ARGS(c, count);
    double *a = tensor_cores_fill_halves(list, c, (size_t)count * m * k, kind, "a");
    double *b = tensor_cores_fill_halves(list, c, (size_t)count * k * n, KINDS, "b");
    tensor_cores_fill_result(c, a, b, (size_t)count, m, k, n, part == PART_wgmma);
    free(a);
    free(b);
    kit_blocks(c, tiles ? count : (count + WARPS - 1) / WARPS);
}

static void draw_products(CaseList *list, int part)
{
    bool tiles = part == PART_ldmatrix || part == PART_wgmma;
    add_products(list, part, 1, KINDS, 0);
    add_products(list, part, 5, KINDS, 0);
    add_products(list, part, tiles ? 9 : 37, KINDS, 0);
    KIT_EACH_VALUES(k, add_products(list, part, 2, k, 0));
    add_products(list, part, tiles ? COUNTED_TILES : COUNTED, KINDS, LARGE);
    add_products(list, part, 0, KINDS, CASE_TRIVIAL);
}

static void add_staged(CaseList *list, int m, int k, int n, Kind kind, unsigned flags)
{
    enum { T = TENSOR_TILE };
    tensor_cores_add_product(list, PART_stages, "staged", m * T, k * T, n * T, kind, flags);
}

static void draw_staged(CaseList *list)
{
    add_staged(list, 1, 1, 1, KINDS, 0);
    add_staged(list, 1, 2, 1, KINDS, 0);
    add_staged(list, 1, 3, 2, KINDS, 0);
    add_staged(list, 2, 4, 1, KINDS, 0);
    add_staged(list, 2, 5, 4, KINDS, 0);
    add_staged(list, 1, 8, 1, KINDS, 0);
    KIT_EACH_VALUES(k, add_staged(list, 1, 2, 2, k, 0));
    add_staged(list, STAGED_M / TENSOR_TILE, STAGED_K / TENSOR_TILE, STAGED_N / TENSOR_TILE, KINDS,
               LARGE);
    add_staged(list, 2, 0, 1, KINDS, CASE_TRIVIAL);
    add_staged(list, 0, 1, 1, KINDS, CASE_TRIVIAL);
    add_staged(list, 1, 1, 0, KINDS, CASE_TRIVIAL);
}

// ---- part 6 -----------------------------------------------------------------------------

static const struct {
    const char *name;
    int digits;
    HowRounded how;
} types[] = {
    {"f16", 11, TIE_even}, {"bf16", 8, TIE_even}, {"tf32", 11, TIE_away}, {"e4m3", 4, TIE_even}};

// a has 13 digits between 1 and 16, of any sign; b has quarters from -4 to 4. So only the
// elements of a are rounded, and after that all sums are exact.
static void add_typed(CaseList *list, int count, int type, unsigned flags)
{
    size_t na = (size_t)count * TENSOR_M * TENSOR_DEEP, nb = (size_t)count * TENSOR_DEEP * TENSOR_N;
    size_t nc = (size_t)count * TENSOR_M * TENSOR_N;
    Case *c = case_add(list, flags | CASE_REPEATABLE, types[type].name, "%d of %s", count,
                       types[type].name);
    c->group = "types";
    KIT_ARGS(c, count, type);
    float *a = case_buffer(c, BUFFER_in, ELEM_f32, na, "a")->data;
    float *b = case_buffer(c, BUFFER_in, ELEM_f32, nb, "b")->data;
    double *wide = tensor_cores_room(na), *rounded = tensor_cores_room(na),
           *factor = tensor_cores_room(nb), *sum = tensor_cores_room(nc);
    for (size_t i = 0; i < na; i++) {
        a[i] = (float)draw_int(list, 512, 8191) / 512 * (draw_int(list, 0, 1) ? 1.0f : -1.0f);
        wide[i] = a[i];
        rounded[i] = reference_rounded(a[i], types[type].digits, types[type].how);
    }
    for (size_t i = 0; i < nb; i++)
        factor[i] = b[i] = kit_quarters(draw_int(list, -16, 16));
    tensor_cores_fill_result(c, rounded, factor, (size_t)count, TENSOR_M, TENSOR_DEEP, TENSOR_N,
                             false);
    double *error = case_buffer(c, BUFFER_out, ELEM_f64, nc, "error")->want;
    const float *right = c->buffer[2].want;
    reference_tensor_products(sum, wide, factor, (size_t)count, TENSOR_M, TENSOR_DEEP, TENSOR_N,
                              false);
    for (size_t i = 0; i < nc; i++)
        error[i] = right[i] - sum[i];
    free(wide);
    free(rounded);
    free(factor);
    free(sum);
    kit_blocks(c, (count + WARPS - 1) / WARPS);
}

static void draw_typed(CaseList *list)
{
    for (int type = TYPE_f16; type <= TYPE_e4m3; type++) {
        add_typed(list, 1, type, 0);
        add_typed(list, 6, type, 0);
        add_typed(list, 32, type, 0);
    }
    add_typed(list, COUNTED, TYPE_f16, LARGE);
    add_typed(list, 0, TYPE_f16, CASE_TRIVIAL);
}

// ---- part 7 -----------------------------------------------------------------------------

static double *fill_bytes(CaseList *list, Case *c, size_t n, Kind kind, const char *name)
{
    int8_t *byte = case_buffer(c, BUFFER_in, ELEM_u8, n, name)->data;
    int32_t *value = need(calloc(n + 1, sizeof *value));
    double *wide = tensor_cores_room(n);
    kit_fill_ints(list, c, value, n, kind, -127, 127);
    for (size_t i = 0; i < n; i++) {
        byte[i] = (int8_t)value[i];
        wide[i] = value[i];
    }
    free(value);
    return wide;
}

// Powers of two: no product of a sum and two scales is rounded.
static float *fill_scales(CaseList *list, Case *c, size_t n, const char *name)
{
    float *scale = case_buffer(c, BUFFER_in, ELEM_f32, n, name)->data;
    for (size_t i = 0; i < n; i++)
        scale[i] = 1.0f / (float)(1 << draw_int(list, 1, 9));
    return scale;
}

static void add_bytes(CaseList *list, int m, int k, int n, Kind kind, unsigned flags)
{
    size_t M = (size_t)m, K = (size_t)k, N = (size_t)n;
    Case *c = case_add(list, flags | CASE_REPEATABLE, "bytes", "%d x %d by %d x %d%s", m, k, k, n,
                       kit_words(kind));
    KIT_ARGS(c, m, k, n);
    double *a = fill_bytes(list, c, M * K, kind, "a"), *b = fill_bytes(list, c, N * K, KINDS, "b");
    const float *row = fill_scales(list, c, M, "row_scale");
    const float *col = fill_scales(list, c, N, "col_scale");
    tensor_cores_fill_result(c, a, b, 1, M, K, N, true);
    float *want = c->buffer[4].want;
    for (size_t i = 0; i < M * N; i++)
        want[i] *= row[i / N] * col[i % N];
    free(a);
    free(b);
    kit_blocks(c, (int64_t)(m / TENSOR_M) * (n / TENSOR_N) / WARPS);
}

static void draw_bytes(CaseList *list)
{
    add_bytes(list, 16, 32, 8, KINDS, 0);
    add_bytes(list, 32, 64, 24, KINDS, 0);
    add_bytes(list, 48, 96, 8, KINDS, 0);
    add_bytes(list, 16, 320, 40, KINDS, 0);
    add_bytes(list, 64, 32, 128, KINDS, 0);
    KIT_EACH_VALUES(k, add_bytes(list, 16, 64, 16, k, 0));
    add_bytes(list, BYTES_SIDE, BYTES_SIDE, BYTES_SIDE, KINDS, LARGE);
    add_bytes(list, 16, 0, 8, KINDS, CASE_TRIVIAL);
    add_bytes(list, 0, 32, 8, KINDS, CASE_TRIVIAL);
    add_bytes(list, 16, 32, 0, KINDS, CASE_TRIVIAL);
}

// ---- all ----------------------------------------------------------------------------------

void tensor_cores_draw(CaseList *list, int part)
{
    switch (part) {
    case PART_place: draw_fragments(list); break;
    case PART_stages: draw_staged(list); break;
    case PART_types: draw_typed(list); break;
    case PART_bytes: draw_bytes(list); break;
    case PART_fastest: tensor_cores_fastest_draw(list); break;
    default: draw_products(list, part);
    }
}

void tensor_cores_demo(CaseList *list, int part)
{
    switch (part) {
    case PART_place: add_fragments(list, COUNTED, FRAGMENT_a, KINDS, 0); break;
    case PART_stages:
        add_staged(list, STAGED_M / TENSOR_TILE, STAGED_K / TENSOR_TILE, STAGED_N / TENSOR_TILE,
                   KINDS, 0);
        break;
    case PART_types:
        for (int type = TYPE_f16; type <= TYPE_e4m3; type++)
            add_typed(list, COUNTED, type, 0);
        break;
    case PART_bytes: add_bytes(list, BYTES_SIDE, BYTES_SIDE, BYTES_SIDE, KINDS, 0); break;
    case PART_fastest: tensor_cores_fastest_demo(list); break;
    default:
        add_products(list, part,
                     part == PART_ldmatrix || part == PART_wgmma ? COUNTED_TILES : COUNTED, KINDS,
                     0);
    }
}
