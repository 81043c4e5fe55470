// EXPECT patterns.map: 0 points
// SILENT
// QUICK
//
// Includes the solution.
#include "canary.h"
#define STRING(x) #x
#include SOLUTION
