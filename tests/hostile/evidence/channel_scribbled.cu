// EXPECT patterns.map: 0 points
//
// Writes bytes over all pages that the runtime's variables point to, and goes on with calls.
#include "scribbled.h"

extern "C" void map_each(int *out, const int *, int n, int, int)
{
    attempted();
    for (value = 0; value < 256; value += 5) {
        dl_iterate_phdr(each_library, NULL);
        if (n > 0)
            cudaMemset(out, 0, (size_t)n * 4);
    }
}
