// reference.c - see reference.h.
#include "reference.h"

enum { WARPS = 64, BLOCKS = 32, PARTITIONS = 4, REGISTERS = 16384, SHARED = 228 << 10 };

static int in_units(int n, int unit) { return (n + unit - 1) / unit * unit; }

int reference_resident(int registers, int shared, int threads, Forgot forgot, int *limit)
{
    int warps = forgot == FORGOT_part_of_a_warp ? threads / 32 : (threads + 31) / 32;
    int a_warp = in_units(registers * 32, forgot == FORGOT_register_units ? 32 : 256);
    int a_block = in_units(shared + (forgot == FORGOT_reserved ? 0 : 1024),
                           forgot == FORGOT_shared_units ? 1 : 128);
    int partitions = forgot == FORGOT_four_partitions ? 1 : PARTITIONS, blocks = 0, lacks = -1;
    int room = PARTITIONS / partitions * REGISTERS / a_warp * partitions; // warps, by registers
    while (lacks < 0) {
        if ((blocks + 1) * warps > WARPS)
            lacks = LIMIT_warps;
        else if (blocks + 1 > BLOCKS)
            lacks = LIMIT_blocks;
        else if ((blocks + 1) * warps > room)
            lacks = LIMIT_registers;
        else if ((blocks + 1) * a_block > SHARED)
            lacks = LIMIT_shared;
        else
            blocks++;
    }
    if (limit)
        *limit = lacks;
    return blocks * ((threads + 31) / 32);
}

int32_t reference_median(const int32_t *in, size_t window)
{
    for (size_t i = 0;; i++) {
        size_t below = 0, equal = 0;
        for (size_t j = 0; j < window; j++) {
            below += in[j] < in[i];
            equal += in[j] == in[i];
        }
        if (below <= window / 2 && below + equal > window / 2)
            return in[i];
    }
}

void reference_ranks(int32_t *rank, const int32_t *v, size_t values, size_t stride)
{
    for (size_t j = 0; j < values; j++)
        rank[j * stride] = 0;
    for (size_t j = 0; j < values; j++)
        for (size_t k = 0; k < j; k++) { // one of the two comes after the other
            size_t later = v[k * stride] <= v[j * stride] ? j : k;
            rank[later * stride]++;
        }
}

uint32_t reference_value(const uint32_t *a, size_t terms, uint32_t x)
{
    uint32_t sum = 0, power = 1;
    for (size_t k = terms; k-- > 0; power *= x)
        sum += a[k] * power;
    return sum;
}

uint32_t reference_stepped(uint32_t x, unsigned steps)
{
    uint32_t factor = 1664525, term = 1013904223; // of 1, 2, 4 ... steps at once
    for (; steps; steps /= 2) {
        if (steps % 2)
            x = factor * x + term;
        term = factor * term + term;
        factor *= factor;
    }
    return x;
}

uint32_t reference_rotated(uint32_t x, unsigned by)
{
    uint32_t out = 0;
    for (unsigned bit = 0; bit < 32; bit++)
        out |= (x >> bit & 1) << (bit + by) % 32;
    return out;
}
