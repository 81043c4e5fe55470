// EXPECT patterns.map: 0 points
//
// Reads what the solutions cost, which the grader keeps in files.
#include "hostile.h"
#include <dirent.h>

static bool try_it(void)
{
    DIR *d = opendir(TREE "/build/reference");
    return d != NULL;
}

EARN_IF(try_it())
