// EXPECT patterns.map: all points
// FOLDER \033[2J\033[31mred\007
// SETUP cp "$TREE/solutions/01_patterns/answers.txt" .
//
// A folder with escape codes in its name. It is only a name: the work is honest.
#include "hostile.h"

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    work_honestly(out, in, n, a, b);
}
