// EXPECT patterns.map: 0 points
//
// Stops itself with a signal, and never goes on.
#include "hostile.h"


extern "C" void map_each(int *, const int *, int, int, int)
{
    attempted();
    while (true)
        raise(SIGSTOP);
}
