// EXPECT scan.fastest.compact: n=0
//
// No tile, no launch, and nobody writes the count.
#define COUNTS_SOMETHING_ONLY
#include "../tests/mutants/05_scan/fastest_look_back.cu"
