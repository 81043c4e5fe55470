// test_approx.c - the approximate instructions give the results of an H200, bit for bit. A GPU made
// the hashes in tests/data/h200_approx.txt (tests/gpu/approx_probe.cu says what a hash is); here
// the instructions run in warps of 32 operands and their hashes must be equal.
//
//   build/tests/test_approx         the operands of the lines `half`, and SAMPLES lines `scattered`
//   build/tests/test_approx all     every operand: minutes
//
#include "exec_kit.h"

#include <stdio.h>

enum { COLUMNS = 32, SAMPLES = 1, TEXT = 32, LINE = 1024 };
static const uint32_t SCATTER = 0x0e8b2f51;
static bool everything;

static uint64_t mix(uint64_t z)
{
    z += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

// The operands first, first + step, ..., a multiple of 32 of them.
static uint64_t hash(const char *text, uint32_t first, uint32_t step, uint32_t count)
{
    const ExecFn fn = kit_prepare(text, TYPE_none, TYPE_none, KIT_ARGS(0));
    KIT_CHECK(fn != NULL, "not supported: %s", text);
    const bool wide = kit_inst.type[0] == TYPE_f64;
    kit_warp = (Warp){.launch = &kit_launch, .block = &kit_block, .mask = FULL_MASK};
    kit_warp.base[0] = kit_regs;
    const uint32_t *result = kit_slot(4);
    uint64_t sum = 0;
    for (uint32_t i = 0; i < count; i += WARP_SIZE) {
        uint32_t operand[WARP_SIZE];
        for (uint32_t l = 0; l < WARP_SIZE; l++) {
            operand[l] = first + (i + l) * step;
            if (wide)
                ((uint64_t *)kit_slot(0))[l] = (uint64_t)operand[l] << 32;
            else
                ((uint32_t *)kit_slot(0))[l] = operand[l];
        }
        fn(&kit_warp, &kit_step);
        for (uint32_t l = 0; l < WARP_SIZE; l++)
            sum += mix((uint64_t)operand[l] << 32 | result[wide ? 2 * l + 1 : l]);
    }
    return sum;
}

// ---- the file: a line with a kind and instructions, then lines with a number and a hash for each

typedef struct {
    char kind[TEXT], text[COLUMNS][TEXT];
    unsigned columns;
} Heading;

static void heading_read(Heading *h, char *line)
{
    h->columns = 0;
    snprintf(h->kind, TEXT, "%s", strtok(line, " \n"));
    for (const char *word; h->columns < COLUMNS && (word = strtok(NULL, " \n"));)
        snprintf(h->text[h->columns++], TEXT, "%s", word);
}

static uint64_t heading_hash(const Heading *h, unsigned column, uint32_t number)
{
    const char *text = h->text[column];
    if (!strcmp(h->kind, "half"))
        return hash(text, 0, 1, 1u << 16);
    if (!strcmp(h->kind, "scattered"))
        return hash(text, number * (SCATTER << 20), SCATTER, 1u << 20);
    return hash(text, number << 23, 1, 1u << 23);
}

static bool heading_wanted(const Heading *h, uint32_t number)
{
    const bool binade = !strcmp(h->kind, "binade");
    return everything ? strcmp(h->kind, "scattered") != 0 : !binade && number < SAMPLES;
}

// The number of hashes compared; adds those that differ to *unequal.
static unsigned line_compare(const Heading *h, char *line, unsigned *unequal)
{
    char *rest;
    const uint32_t number = (uint32_t)strtoul(line, &rest, 10);
    if (!heading_wanted(h, number))
        return 0;
    for (unsigned c = 0; c < h->columns; c++) {
        const bool same = strtoull(rest, &rest, 16) == heading_hash(h, c, number);
        *unequal += !same;
        if (!same)
            printf("%s: not all operands of %s %u give the result of the H200\n", h->text[c],
                   h->kind, number);
    }
    return h->columns;
}

START_TEST(equal_to_h200)
{
    FILE *f = fopen("tests/data/h200_approx.txt", "r");
    ck_assert_ptr_nonnull(f);
    static Heading h;
    char line[LINE];
    unsigned compared = 0, unequal = 0;
    while (fgets(line, sizeof line, f)) {
        ck_assert_ptr_nonnull(strchr(line, '\n'));
        if (line[0] == '#')
            continue;
        if (line[0] >= 'a')
            heading_read(&h, line);
        else
            compared += line_compare(&h, line, &unequal);
    }
    fclose(f);
    printf("%u of %u hashes are those of the H200\n", compared - unequal, compared);
    fflush(stdout);
    ck_assert_uint_gt(compared, 0);
    ck_assert_uint_eq(unequal, 0);
}
END_TEST

// An instruction on a pair does the same to both halves.
START_TEST(pairs)
{
    for (uint32_t x = 0; x < 1u << 16; x += 3) {
        const uint32_t y = (x * 40503u + 77) & 0xffff;
        EXPECT(kit_run("ex2.approx.f16", x) | kit_run("ex2.approx.f16", y) << 16,
               "ex2.approx.f16x2", x | y << 16);
        EXPECT(kit_run("tanh.approx.f16", x) | kit_run("tanh.approx.f16", y) << 16,
               "tanh.approx.f16x2", x | y << 16);
        EXPECT(kit_run("ex2.approx.ftz.bf16", x) | kit_run("ex2.approx.ftz.bf16", y) << 16,
               "ex2.approx.ftz.bf16x2", x | y << 16);
        EXPECT(kit_run("tanh.approx.bf16", x) | kit_run("tanh.approx.bf16", y) << 16,
               "tanh.approx.bf16x2", x | y << 16);
    }
}
END_TEST

SUITE(s)
{
    everything = suite_argument(1) && !strcmp(suite_argument(1), "all");
    TESTS(s, "h200", equal_to_h200, pairs);
}
