// matrices.c - matrices of halves and products, for all cases of lab 16.
#include "room.h"

#include <stdlib.h>

#include "common/contracts/16_tensor_cores.h"
#include "grader/base/memory.h"
#include "grader/labs/16_tensor_cores/reference.h"

enum { MOST = 32 }; // quarters

double *tensor_cores_room(size_t n) { return need(calloc(n + 1, sizeof(double))); }

double *tensor_cores_fill_halves(CaseList *list, Case *c, size_t n, Kind kind, const char *name)
{
    uint16_t *bits = case_buffer(c, BUFFER_in, ELEM_u32, (n + 1) / 2, name)->data;
    float *value = need(calloc(n + 1, sizeof *value));
    double *wide = tensor_cores_room(n);
    kit_fill_floats(list, c, value, n, kind, -MOST, MOST);
    for (size_t i = 0; i < n; i++) {
        bits[i] = reference_half_bits(value[i]);
        wide[i] = value[i];
    }
    free(value);
    return wide;
}

void tensor_cores_fill_result(Case *c, const double *a, const double *b, size_t count, size_t m,
                              size_t k, size_t n, bool columns)
{
    double *sum = tensor_cores_room(count * m * n);
    Buffer *out = case_buffer(c, BUFFER_out, ELEM_f32, count * m * n, "c");
    out->columns = n;
    reference_tensor_products(sum, a, b, count, m, k, n, columns);
    for (size_t i = 0; i < out->count; i++)
        ((float *)out->want)[i] = (float)sum[i];
    free(sum);
}

Case *tensor_cores_add_product(CaseList *list, int part, const char *name, int m, int k, int n,
                               Kind kind, unsigned flags)
{
    Case *c = case_add(list, flags | CASE_REPEATABLE, name, "%d x %d by %d x %d%s", m, k, k, n,
                       kit_words(kind));
    KIT_ARGS(c, m, k, n);
    double *a = tensor_cores_fill_halves(list, c, (size_t)m * (size_t)k, kind, "a");
    double *b = tensor_cores_fill_halves(list, c, (size_t)k * (size_t)n, KINDS, "b");
    tensor_cores_fill_result(c, a, b, 1, (size_t)m, (size_t)k, (size_t)n, false);
    free(a);
    free(b);
    if (part == PART_stages)
        kit_blocks(c, (int64_t)(m / TENSOR_TILE) * (n / TENSOR_TILE));
    return c;
}
