// EXPECT patterns.map.launched: answer
// SETUP ln -s /dev/zero answers.txt
// SILENT
//
// The answers are a device that never ends.
#include "hostile.h"

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    work_honestly(out, in, n, a, b);
}
