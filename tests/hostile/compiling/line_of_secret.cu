// EXPECT patterns.map: 0 points
// SILENT
//
// Claims to be another file, whose line the report would show.
#include "hostile.h"

extern "C" void map_each(int *out, const int *, int n, int, int)
{
    attempted();
    if (n == 0)
        return;
#line 1 OUTSIDE "/secret.txt"
    honest<<<1, 1>>>(out, out, n, 1, 1);
}
__global__ void wrong(int *out) { out[-100000] = 1; }
