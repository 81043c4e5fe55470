// EXPECT patterns.map.launched: not a number
// SETUP grep -o '^[a-z_0-9.]* *=' "$TREE/solutions/01_patterns/answers.txt" | while read -r key; do printf '%s \033[2J\377\000 x\n' "$key"; done >answers.txt
// SILENT
//
// An answer with escape codes, a byte 0 and bytes that are not UTF-8.
#include "hostile.h"

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    work_honestly(out, in, n, a, b);
}
