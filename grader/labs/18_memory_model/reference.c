// reference.c - see reference.h.
#include "reference.h"

void reference_running_sums(int32_t *out, const int32_t *in, size_t n)
{
    int64_t sum = 0;
    for (size_t i = 0; i < n; i++)
        out[i] = (int32_t)(sum += in[i]);
}

void reference_depths(int32_t *depth, const int32_t *first, const int32_t *child, size_t n,
                      size_t roots)
{
    for (size_t v = 0; v < n; v++)
        depth[v] = v < roots ? 0 : -1;
    for (int32_t level = 0, found = 1; found; level++) { // a level at a time, over all nodes
        found = 0;
        for (size_t v = 0; v < n; v++)
            for (int32_t e = first[v]; depth[v] == level && e < first[v + 1]; e++) {
                depth[child[e]] = level + 1;
                found = 1;
            }
    }
}

void reference_neighbours(uint32_t *row, size_t n, int steps)
{
    for (int step = 0; step < steps; step++) {
        uint32_t left = 0;
        for (size_t i = 0; i < n; i++) {
            uint32_t mine = row[i], right = i + 1 < n ? row[i + 1] : 0;
            row[i] = left + mine + right;
            left = mine;
        }
    }
}
