// EXPECT patterns.map: 0 points
//
// Leaves with status 0 before anything is called.
#include "hostile.h"


__attribute__((constructor)) static void before_main(void)
{
    attempted();
    exit(0);
}

EARN_NOTHING
