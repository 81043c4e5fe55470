// EXPECT patterns.map: 0 points
// SILENT
//
// Includes itself twice, and so on.
#include __FILE__
#include __FILE__
