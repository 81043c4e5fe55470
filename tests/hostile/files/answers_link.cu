// EXPECT patterns.map.launched: answer
// SETUP ln -s "$TREE/solutions/01_patterns/answers.txt" answers.txt
// SILENT
//
// The answers are a link to those of the solution.
#include "hostile.h"

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    work_honestly(out, in, n, a, b);
}
