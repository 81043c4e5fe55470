// EXPECT patterns.map.launched: answer
// SETUP truncate -s 1T answers.txt
// SILENT
//
// The answers are a terabyte, of holes.
#include "hostile.h"

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    work_honestly(out, in, n, a, b);
}
