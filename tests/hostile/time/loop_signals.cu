// EXPECT patterns.map: 0 points
//
// Ignores all signals, sets timers, and never ends.
#include "hostile.h"


extern "C" void map_each(int *, const int *, int, int, int)
{
    attempted();
    for (int s = 1; s < 65; s++)
        signal(s, SIG_IGN);
    alarm(1);
    for (volatile int i = 0;; i++)
        ;
}
