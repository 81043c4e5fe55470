// reference.c - see reference.h. Written for certainty, not for speed.
#include "reference.h"
#include "common/alloc.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int32_t key;
    uint32_t place; // of the item in the input
} HeapEntry;

static bool comes_before(HeapEntry a, HeapEntry b)
{
    return a.key != b.key ? a.key < b.key : a.place < b.place;
}

// Moves the entry at `at` down the heap until neither child comes after it.
static void sink_entry(HeapEntry *heap, size_t n, size_t at)
{
    HeapEntry moving = heap[at];
    for (size_t child; (child = 2 * at + 1) < n; at = child) {
        if (child + 1 < n && comes_before(heap[child], heap[child + 1]))
            child++;
        if (!comes_before(moving, heap[child]))
            break;
        heap[at] = heap[child];
    }
    heap[at] = moving;
}

void reference_sort(int32_t *out, const int32_t *in, size_t n, size_t words)
{
    HeapEntry *heap = must(malloc((n ? n : 1) * sizeof *heap));
    for (size_t i = 0; i < n; i++)
        heap[i] = (HeapEntry){in[i * words], (uint32_t)i};
    for (size_t i = n / 2; i-- > 0;)
        sink_entry(heap, n, i);
    for (size_t left = n; left > 1; left--) { // the last in order goes to the end
        HeapEntry last = heap[0];
        heap[0] = heap[left - 1];
        heap[left - 1] = last;
        sink_entry(heap, left - 1, 0);
    }
    for (size_t i = 0; i < n; i++)
        memcpy(out + i * words, in + heap[i].place * words, words * sizeof *out);
    free(heap);
}

void reference_merge_pass(int32_t *out, const int32_t *in, size_t width, size_t n, size_t words)
{
    // To sort two sorted runs together is to merge them.
    for (size_t i = 0; i < n; i += 2 * width) {
        size_t count = n - i < 2 * width ? n - i : 2 * width;
        reference_sort(out + i * words, in + i * words, count, words);
    }
}

uint64_t reference_bitonic_comparisons(unsigned log2n)
{
    uint64_t comparators = 0;
    for (unsigned merge = 1; merge <= log2n; merge++)
        comparators += merge * ((UINT64_C(1) << log2n) / 2);
    return comparators;
}

uint64_t reference_odd_even_comparisons(size_t n)
{
    uint64_t pairs = 0;
    for (size_t step = 0; step < n; step++)
        pairs += (n - step % 2) / 2;
    return pairs;
}
