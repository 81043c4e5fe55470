// EXPECT patterns.map: 0 points
//
// Has a timer end its process in the middle of a case.
#include "hostile.h"


extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    attempted();
    ualarm(1, 1);
    while (true)
        work_honestly(out, in, n, a, b);
}
