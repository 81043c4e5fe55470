// EXPECT patterns.map: 0 points
//
// Prints escape codes: the terminal would show a full score.
#include "hostile.h"


extern "C" void map_each(int *, const int *, int, int, int)
{
    attempted();
    printf("\033[2J\033[H\033[32mScore: 12/12\033[0m\n\033]0;owned\007\033]52;c;eA==\007");
    printf("\r\b\b\b\x9b" "31m\n::error::owned\n::set-output name=result::pass\n");
    fprintf(stderr, "ok 1 - all\nScore: 12/12\n");
}
