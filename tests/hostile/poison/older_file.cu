// EXPECT patterns.map: 0 points
// AFTER the solution
//
// An older file in the folder of a submission that has earned all points.
#include "hostile.h"

EARN_NOTHING
