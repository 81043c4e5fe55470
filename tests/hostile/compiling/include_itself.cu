// EXPECT patterns.map: 0 points
// SILENT
//
// Includes itself twice, and so on.
#include "patterns.cu"
#include "patterns.cu"
