// EXPECT patterns.map: 0 points
// SILENT
//
// Includes the solution by a name that only the compiler's process can look up.
#include "/proc/self/cwd/../../../../../solutions/01_patterns/patterns.cu"
