// reference.c - see reference.h.
#include "reference.h"

#include <stdlib.h>

#include "common/contracts/07_streams.h"
#include "common/alloc.h"

// Any number of steps of the generator is one map x -> a * x + c.
typedef struct {
    uint32_t a, c;
} Jump;

// First f, then g, as one map.
static Jump both_jumps(Jump f, Jump g) { return (Jump){g.a * f.a, g.a * f.c + g.c}; }

static Jump jump_of(uint64_t steps)
{
    Jump all = {1, 0}, power = {STREAMS_A, STREAMS_C};
    for (; steps; steps >>= 1) {
        if (steps & 1)
            all = both_jumps(all, power);
        power = both_jumps(power, power);
    }
    return all;
}

uint32_t reference_jump(uint32_t x, uint64_t steps)
{
    Jump all = jump_of(steps);
    return all.a * x + all.c;
}

uint32_t reference_advance(uint32_t *out, const uint32_t *in, size_t n, uint64_t steps)
{
    Jump all = jump_of(steps);
    uint32_t check = 0;
    for (size_t i = 0; i < n; i++)
        check ^= out[i] = all.a * in[i] + all.c;
    return check;
}

void reference_matrix_product(double *c, const double *a, const double *b, size_t n)
{
    int64_t *column = must(malloc((n ? n : 1) * sizeof *column));
    for (size_t j = 0; j < n; j++) {
        for (size_t k = 0; k < n; k++)
            column[k] = (int64_t)b[k * n + j];
        for (size_t i = 0; i < n; i++) {
            int64_t sum = 0;
            for (size_t k = 0; k < n; k++)
                sum += (int64_t)a[i * n + k] * column[k];
            c[i * n + j] = (double)sum;
        }
    }
    free(column);
}
