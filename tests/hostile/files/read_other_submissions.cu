// EXPECT patterns.map: 0 points
//
// Looks for what others have handed in.
#include "hostile.h"
#include <dirent.h>

static bool try_it(void)
{
    DIR *d = opendir(TREE "/students");
    return d != NULL;
}

EARN_IF(try_it())
