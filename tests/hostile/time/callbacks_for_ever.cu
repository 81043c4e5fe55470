// EXPECT patterns.map.right: the call was stopped at call 156251 of CUDA: is there a loop that does not end?
//
// Callbacks of a stream without end.
#include "hostile.h"

static void CUDART_CB nothing(cudaStream_t, cudaError_t, void *) {}

FOR_EVER(cudaStreamAddCallback(0, nothing, NULL, 0))
