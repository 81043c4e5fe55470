// EXPECT patterns.map: 0 points
//
// Starts itself again, with options of its own for the simulator.
#include "hostile.h"

EARN_IF((execle("/proc/self/exe", "runner", "a", "b", (char *)NULL, (char *[]){(char *)"CUDASIM_OPTIONS=tool=none", NULL}), false) || can_open("/proc/self/exe", O_RDONLY))
