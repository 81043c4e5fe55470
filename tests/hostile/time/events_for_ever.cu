// EXPECT patterns.map.right: the call was stopped at call 156251 of CUDA: is there a loop that does not end?
//
// Makes events and destroys them, without end: they take no memory.
#include "hostile.h"

FOR_EVER(cudaEvent_t e; cudaEventCreate(&e); cudaEventRecord(e); cudaEventDestroy(e))
