// reference.c - see reference.h. Written for certainty, not for speed.
#include "reference.h"

#include <stdbool.h>

// Entry i of a tree belongs to the first depth whose entries end after i.
void reference_hello(int32_t *record, int blocks, int threads)
{
    for (int b = 0; b < blocks; b++) {
        int depth = 0, thread = 0;
        for (int i = 0; i < 2 * threads - 1; i++) {
            int block = depth == 0 ? b : 0; // a child grid has one block
            *record++ = depth * 1000000 + block * 10000 + thread;
            if (++thread == threads >> depth) {
                thread = 0;
                depth++;
            }
        }
    }
}

// Moves data[root] down the heap of n elements until no child of it is larger.
static void sink_int(int32_t *data, size_t root, size_t n)
{
    for (size_t child; (child = 2 * root + 1) < n; root = child) {
        if (child + 1 < n && data[child + 1] > data[child])
            child++;
        if (data[root] >= data[child])
            return;
        int32_t x = data[root];
        data[root] = data[child];
        data[child] = x;
    }
}

void reference_heap_sort(int32_t *data, size_t n)
{
    for (size_t root = n / 2; root-- > 0;)
        sink_int(data, root, n);
    for (size_t last = n; last-- > 1;) {
        int32_t x = data[0];
        data[0] = data[last];
        data[last] = x;
        sink_int(data, 0, last);
    }
}

void reference_distances(int32_t *level, const int32_t *row, const int32_t *col, int n, int source)
{
    for (int v = 0; v < n; v++)
        level[v] = v == source ? 0 : -1;
    for (bool shorter = true; shorter;) {
        shorter = false;
        for (int v = 0; v < n; v++) {
            if (level[v] < 0)
                continue;
            for (int e = row[v]; e < row[v + 1]; e++) {
                int w = col[e];
                if (level[w] < 0 || level[w] > level[v] + 1) {
                    level[w] = level[v] + 1;
                    shorter = true;
                }
            }
        }
    }
}
