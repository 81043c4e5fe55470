// EXPECT patterns.map: 0 points
//
// Tries the seconds of the last hour as seeds, and numbers of processes.
#include "draws.h"
#include <time.h>

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    attempted();
    unsigned long long now = (unsigned long long)time(NULL);
    for (int i = 0; i < 3600; i++)
        if (map_by_seed(now - i, out, in, n, a, b) || map_by_seed(getpid() - i, out, in, n, a, b))
            return;
}
