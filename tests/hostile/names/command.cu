// EXPECT patterns.map: all points
// FOLDER $(touch /tmp/audit_name) `touch /tmp/audit_name`;touch x
// SETUP cp "$TREE/solutions/01_patterns/answers.txt" .
//
// A folder whose name a shell would run. It is only a name: the work is honest.
#include "hostile.h"

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    work_honestly(out, in, n, a, b);
}
