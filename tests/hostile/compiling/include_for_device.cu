// EXPECT patterns.map: 0 points
// SILENT
//
// Only the source for the device includes a file that is not the submission's business. The message of
// the compiler would show the text; the list of the other side's inputs, which is made first, has
// nothing to hide.
#ifdef __CUDA_ARCH__
#include "canary.h"
#include <cub/cub.cuh>
#pragma GCC poison return
#include SOLUTION
#endif
