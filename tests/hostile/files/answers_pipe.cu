// EXPECT patterns.map.launched: answer
// SETUP mkfifo answers.txt
// SILENT
//
// The answers are a named pipe that nobody writes to.
#include "hostile.h"

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    work_honestly(out, in, n, a, b);
}
