// EXPECT patterns.map.right: the call was stopped at call 156251 of CUDA: is there a loop that does not end?
//
// Asks without end whether a stream has work.
#include "hostile.h"

FOR_EVER(cudaStreamQuery(0))
