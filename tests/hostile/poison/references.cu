// EXPECT patterns.map: 0 points
//
// Changes what the solutions cost.
#include "hostile.h"
#include <glob.h>

static bool try_it(void)
{
    glob_t found;
    return glob(TREE "/build/reference/*", 0, NULL, &found) == 0 && can_open(found.gl_pathv[0], O_WRONLY);
}

EARN_IF(try_it())
