// reference.c - see reference.h.
#include "reference.h"

#include <stdlib.h>
#include <string.h>

#include "common/contracts/19_graphs_of_work.h"
#include "grader/base/memory.h"

void reference_work_rounds(uint32_t *row, size_t n, int steps, int64_t times)
{
    // A round is w = factor w + more.
    uint32_t factor = 1, more = 0;
    for (int k = 0; k < steps; k++) {
        factor *= 5;
        more = more * 5 + (uint32_t)k;
    }
    for (size_t i = 0; i < n; i++)
        for (int64_t t = 0; t < times; t++)
            row[i] = factor * row[i] + more;
}

uint32_t reference_mix(uint32_t w, int times)
{
    for (uint64_t wide = w; times-- > 0; wide = w) // a remainder instead of words that overflow
        w = (uint32_t)(((wide ^ wide / 128) * 1664525 + 1013904223) % (UINT64_C(1) << 32));
    return w;
}

static int is_ready(const char *done, const int32_t *before)
{
    for (int k = 0; k < TASK_BEFORE; k++)
        if (before[k] != NO_TASK && !done[before[k]])
            return 0;
    return 1;
}

void reference_tasks(uint32_t *value, const int32_t *before, int tasks)
{
    char *done = need(calloc((size_t)tasks + 1, 1));
    for (int left = tasks; left > 0;)
        for (int t = 0; t < tasks; t++) {
            const int32_t *b = before + TASK_BEFORE * t;
            if (done[t] || !is_ready(done, b))
                continue;
            for (int i = 0; i < TASK_WORDS; i++) {
                uint32_t *w = &value[t * TASK_WORDS + i];
                *w = reference_mix(*w, REFERENCE_TASK_MIX);
                for (int k = 0; k < TASK_BEFORE; k++)
                    *w += b[k] == NO_TASK ? 0 : value[b[k] * TASK_WORDS + i];
            }
            done[t] = 1;
            left--;
        }
    free(done);
}

void reference_summary(uint64_t result[3], const uint32_t *in, size_t n, int64_t times)
{
    memset(result, 0, 3 * sizeof *result);
    for (size_t i = 0; i < n; i++) {
        uint32_t w = reference_mix(in[i], REFERENCE_WORD_MIX);
        result[0] += w;
        result[1] = w > result[1] ? w : result[1];
        result[2] += w >> 31;
    }
    for (int k = 0; k < 3; k++)
        result[k] *= (uint64_t)times;
}

void reference_turns(uint32_t *row, size_t n, int rounds, int first, int stays)
{
    uint32_t *old = need(malloc((n + 1) * sizeof *old));
    for (int r = 0; r < rounds && n; r++) {
        size_t far = (2 * (size_t)(first + (stays ? 0 : r)) + 1) % n;
        memcpy(old, row, n * sizeof *row);
        for (size_t i = 0; i < n; i++)
            row[i] += old[i + far < n ? i + far : i + far - n];
    }
    free(old);
}

void reference_orders(uint32_t *row, size_t n, const int32_t *order, size_t orders)
{
    for (size_t k = 0; k < orders; k++) {
        for (size_t i = 0; i < n; i++)
            row[i] = order[k] == 0 ? row[i] + (uint32_t)i : order[k] == 1 ? 3 * row[i] : row[i];
        for (size_t i = 0; order[k] == 2 && i < n / 2; i++) {
            uint32_t w = row[i];
            row[i] = row[n - 1 - i];
            row[n - 1 - i] = w;
        }
    }
}
