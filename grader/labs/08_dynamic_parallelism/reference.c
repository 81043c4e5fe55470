// reference.c - see reference.h. Written for certainty, not for speed.
#include "reference.h"

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

uint32_t reference_terms(uint32_t x, const uint32_t *coefficient, int terms)
{
    uint32_t value = 0;
    while (terms-- > 0)
        value = value * x + coefficient[terms];
    return value;
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
