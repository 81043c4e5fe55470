// EXPECT patterns.map: 0 points
//
// A constructor never ends.
#include "hostile.h"


__attribute__((constructor)) static void before_main(void)
{
    attempted();
    for (volatile int i = 0;; i++)
        ;
}

EARN_NOTHING
