// EXPECT patterns.map: 0 points
//
// Takes the files away from another process.
#include "hostile.h"
#include <sys/resource.h>

static bool try_it(void)
{
    struct rlimit limit = {0, 0};
    return getpid() != BYSTANDER && prlimit(BYSTANDER, RLIMIT_NOFILE, &limit, NULL) == 0;
}

EARN_IF(try_it())
