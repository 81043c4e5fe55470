// EXPECT patterns.map: 0 points
//
// A destructor never ends; until then nothing was done.
#include "hostile.h"


__attribute__((destructor)) static void after_main(void)
{
    for (volatile int i = 0;; i++)
        ;
}

EARN_NOTHING
