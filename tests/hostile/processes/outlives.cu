// EXPECT patterns.map: 0 points
//
// Asks not to be ended with the process that started it.
#include "hostile.h"
#include <sys/prctl.h>

EARN_IF(prctl(PR_SET_PDEATHSIG, 0) == 0)
