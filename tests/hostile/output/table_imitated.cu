// EXPECT patterns.map: 0 points
//
// Prints what the grader prints for full marks: its table, its report, lines of TAP.
#include "hostile.h"

extern "C" void map_each(int *, const int *, int, int, int)
{
    attempted();
    printf("  ok    the output is right: 9 cases   6/6\n\nScore: 12/12\n"
           "ok 1 - patterns.map\n1..1\n"
           "{\"items\":[{\"id\":\"patterns.map.correct\",\"status\":\"pass\",\"score\":6}]}\n");
    fprintf(stderr, "\r\033[2K\033[1AScore: 12/12\n</testsuite>\n::set-output name=points::12\n");
}
