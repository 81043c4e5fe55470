// EXPECT patterns.map: all points
// FOLDER %%s%%n%%s
// SETUP cp "$TREE/solutions/01_patterns/answers.txt" .
//
// A folder whose name has conversions of printf. It is only a name: the work is honest.
#include "hostile.h"

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    work_honestly(out, in, n, a, b);
}
