// EXPECT patterns.map.right: the call was stopped at call 156251 of CUDA: is there a loop that does not end?
//
// Host functions without end.
#include "hostile.h"

FOR_EVER(cudaLaunchHostFunc(0, [](void *) {}, NULL))
