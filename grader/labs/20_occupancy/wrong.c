// wrong.c - what a wrong output of lab 20 says about the mistake. A sentence is added only if the
// output is exactly what its mistake gives.
#include "room.h"

#include <string.h>

#include "common/contracts/20_occupancy.h"
#include "grader/labs/20_occupancy/reference.h"

static const char *const forgotten[FORGOT_KINDS] = {
    [FORGOT_part_of_a_warp] =
        "these are the warps if the last warp of a block is left out: a block "
        "of 33 threads has two warps",
    [FORGOT_register_units] =
        "these are the warps if registers come one by one: a warp gets them in "
        "units of 256",
    [FORGOT_four_partitions] =
        "these are the warps if a warp may take its registers from anywhere: "
        "each of four partitions has 16384, so what fits is a multiple of 4",
    [FORGOT_reserved] =
        "these are the warps without the 1 KB of shared memory that each block needs "
        "besides its own (also a block that asks for none: else 228 KB are divided by 0)",
    [FORGOT_shared_units] = "these are the warps if shared memory comes byte by byte: its unit is "
                            "128 bytes",
};

// Then the mistake divides by 0, and what comes of that is anything.
static bool divides_by_zero(Forgot f, int32_t shared, int32_t threads)
{
    return (f == FORGOT_part_of_a_warp && threads < 32) || (f == FORGOT_reserved && shared == 0);
}

static void diagnose_limit(const Case *c, int b, const int32_t *got, Diagnoses *all)
{
    const int32_t *registers = c->buffer[0].data, *shared = c->buffer[1].data;
    const int32_t *threads = c->buffer[2].data, *want = c->buffer[3].want;
    size_t n = c->buffer[0].count;
    for (int f = FORGOT_nothing + 1; f < FORGOT_KINDS && b == 3; f++) {
        bool same = n > 0;
        for (size_t k = 0; k < n && same; k++)
            same =
                divides_by_zero((Forgot)f, shared[k], threads[k]) ||
                got[k] == reference_resident(registers[k], shared[k], threads[k], (Forgot)f, NULL);
        if (same)
            diagnoses_add(all, forgotten[f]);
    }
    size_t blocks = 0;
    while (b == 3 && blocks < n && got[blocks] * ((threads[blocks] + 31) / 32) == want[blocks])
        blocks++;
    if (n && blocks == n)
        diagnoses_add(all, "these are blocks: the warps of a block are to be counted");
}

// Is each result the one of the window's sorted place `at`?
static bool is_place(const int32_t *in, const int32_t *got, size_t n, size_t at)
{
    for (size_t i = 0; i < n; i++) {
        size_t below = 0, equal = 0;
        for (size_t j = 0; j < OCC_WINDOW; j++) {
            below += in[i + j] < got[i];
            equal += in[i + j] == got[i];
        }
        if (below > at || below + equal <= at)
            return false;
    }
    return n > 0;
}

static void diagnose_median(const Case *c, const int32_t *got, Diagnoses *all)
{
    size_t n = c->buffer[1].count;
    const int32_t *in = c->buffer[0].data;
    if (is_place(in, got, n, 0))
        diagnoses_add(all, "these are the smallest values of the windows");
    if (is_place(in, got, n, OCC_WINDOW - 1))
        diagnoses_add(all, "these are the largest values of the windows");
    if (n && !memcmp(got, in + OCC_WINDOW / 2, n * sizeof *got))
        diagnoses_add(all, "these are the values in the middle of the windows: nothing is sorted");
}

static void diagnose_ranks(const Case *c, const int32_t *got, Diagnoses *all)
{
    size_t n = (size_t)c->arg[0];
    const int32_t *in = c->buffer[0].data, *want = c->buffer[1].want;
    bool equal = true, all_before = true;
    for (size_t i = 0; i < n * OCC_VALUES; i++) {
        int above = 0, same = 0;
        for (size_t j = i % n; j < n * OCC_VALUES; j += n) {
            above += j < i && in[j] == in[i];
            same += in[j] == in[i];
        }
        equal &= got[i] == want[i] - above;
        all_before &= got[i] == want[i] - above + same;
    }
    if (equal)
        diagnoses_add(all, "equal values have the same rank: those of rows above come before");
    if (all_before)
        diagnoses_add(all, "a value itself, and all that equal it, are counted");
}

static void diagnose_polynomial(const Case *c, const uint32_t *got, Diagnoses *all)
{
    size_t n = c->buffer[2].count;
    const uint32_t *in = c->buffer[0].data, *a = c->buffer[1].data, *want = c->buffer[2].want;
    bool reversed = true, once_more = true;
    for (size_t i = 0; i < n; i++) {
        uint32_t sum = 0;
        for (size_t k = OCC_TERMS; k-- > 0;)
            sum = sum * in[i] + a[k];
        reversed &= got[i] == sum;
        once_more &= got[i] == want[i] * in[i];
    }
    if (reversed)
        diagnoses_add(all,
                      "a[0] belongs to x^63, and a[63] to x^0: here it is the other way round");
    if (once_more)
        diagnoses_add(all, "every result is multiplied by x once more than it should be");
}

static void diagnose_roofline(const Case *c, int b, const void *output, Diagnoses *all)
{
    const int64_t *m[4];
    const double *got = output;
    for (int i = 0; i < 4; i++)
        m[i] = c->buffer[i].data;
    bool once = b == 4 || b == 5, inverse = b == 4;
    for (size_t k = 0; k < c->buffer[b].count; k++) {
        double bytes = (double)m[2][k], under = b == 4 ? bytes : (double)m[3][k];
        double operations = (double)m[0][k] + 2. * (double)m[1][k];
        once = once && got[k] == (double)(m[0][k] + m[1][k]) / under;
        inverse = inverse && got[k] == bytes / operations;
    }
    if (once)
        diagnoses_add(all, "a fused instruction is counted as one operation: it has two");
    if (inverse)
        diagnoses_add(all, "these are bytes per operation: the intensity is operations per byte");
    const double *roof = c->buffer[6].want;
    bool linear = b == 6;
    for (size_t k = 0; k < c->buffer[b].count && linear; k++) {
        double x = ((double)m[0][k] + 2. * (double)m[1][k]) / (double)m[2][k];
        linear = got[k] == x * (double)c->arg[2] || got[k] == roof[k];
    }
    if (linear)
        diagnoses_add(all,
                      "the roof of memory goes on beyond the ridge: arithmetic has a roof, too");
}

static void diagnose_listing(const Case *c, const uint32_t *got, Diagnoses *all)
{
    size_t n = c->buffer[1].count;
    const uint32_t *in = c->buffer[0].data, *want = c->buffer[1].want;
    bool sass = strcmp(c->variant, "sass") == 0, right = true, low = true, smaller = true;
    for (size_t i = 0; i < n; i++) {
        uint32_t x = in[i], y = in[n - 1 - i];
        right = right && got[i] == (x < y ? reference_rotated(x, 27) : want[i]);
        low = low && got[i] == (x < y ? want[i] : x * y);
        const int32_t *v = (const int32_t *)in + (sass ? 4 * i : 0);
        int32_t most = sass ? v[3] < 7 * v[0] ? v[3] : 7 * v[0] : 0;
        smaller = smaller && sass &&
                  (int32_t)got[i] == most + __builtin_popcount((uint32_t)(v[0] ^ v[1] ^ v[2]));
    }
    if (!sass && right)
        diagnoses_add(all,
                      "shf.l.wrap with the same word twice is a rotation to the left; this one "
                      "is to the right");
    if (!sass && low)
        diagnoses_add(all, "mul.hi gives the upper 32 bits of a product; these are the lower ones");
    if (smaller)
        diagnoses_add(all,
                      "VIMNMX with !PT as its last operand is the maximum; this is the minimum");
}

void occupancy_diagnose(const Case *c, int b, const void *got, Diagnoses *all)
{
    switch (c->part) {
    case PART_limit: diagnose_limit(c, b, got, all); break;
    case PART_median: diagnose_median(c, got, all); break;
    case PART_bounds: diagnose_ranks(c, got, all); break;
    case PART_coarse: diagnose_polynomial(c, got, all); break;
    case PART_roofline: diagnose_roofline(c, b, got, all); break;
    case PART_listing: diagnose_listing(c, got, all); break;
    default: break;
    }
}
