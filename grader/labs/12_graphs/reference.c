// reference.c - see reference.h.
#include "reference.h"

void reference_list_ranks(int32_t *rank, const int32_t *next, size_t n, int32_t first)
{
    int32_t at = first;
    for (size_t place = 0; place < n; place++) {
        rank[at] = (int32_t)(n - 1 - place);
        at = next[at];
    }
}
