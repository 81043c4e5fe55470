// EXPECT scan.fastest.compact: n=0
//
// No tile, no launch, and nobody writes the count.
#define COUNTS_SOMETHING_ONLY
#include "../grader/labs/05_scan/versions/fastest_look_back.cu"
