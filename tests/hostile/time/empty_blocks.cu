// EXPECT patterns.map.right: a kernel was stopped: it does not end, or does far more than it has to
//
// A million blocks of 32 warps that do nothing, without end.
#include "hostile.h"

__global__ static void nothing(void) {}

FOR_EVER(nothing<<<1 << 20, 1024>>>())
