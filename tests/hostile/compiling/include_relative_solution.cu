// EXPECT patterns.map: 0 points
// SILENT
//
// Includes the solution by a path that leads out of the folder it is compiled in.
#include "../../../../../solutions/01_patterns/patterns.cu"
#include "common/../solutions/01_patterns/patterns.cu"
