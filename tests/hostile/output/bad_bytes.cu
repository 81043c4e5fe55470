// EXPECT patterns.map: 0 points
//
// Prints bytes that are no text: not UTF-8, zeros, halves of pairs, marks of direction.
#include "hostile.h"


extern "C" void map_each(int *, const int *, int, int, int)
{
    static const char bytes[] = "\xff\xfe\0\xc3(\xed\xa0\x80\xf8\x88\x80\x80\x80\xe2\x80\xae" "cba\xc0\x80\n";
    attempted();
    fwrite(bytes, 1, sizeof bytes - 1, stdout);
    for (int i = 0; i < 256; i++)
        putchar(i);
}
