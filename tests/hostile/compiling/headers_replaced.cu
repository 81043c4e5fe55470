// EXPECT patterns.map: 0 points
// SETUP echo "static void map(int *out, const int *in, int n, int a, int b) { for (int i = 0; i < n; i++) out[i] = a * in[i] + b; }" >lab.h
// SETUP echo "enum { MINE = 1 };" >>lab.h
//
// Has files named as headers of the course beside it, which define CUDA_CHECK and more.
#include "lab.h"
#include <unistd.h>
extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    if (write(2, "attempted\n", 10) > 0 && MINE)
        map(out, in, n, a, b);
}
