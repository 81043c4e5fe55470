// EXPECT patterns.map: 0 points
//
// Changes its own object, for the next run of the same submission.
#include "hostile.h"
#include <dlfcn.h>

static bool try_it(void)
{
    Dl_info info;
    return dladdr((void *)try_it, &info) && can_open(info.dli_fname, O_WRONLY);
}

EARN_IF(try_it())
