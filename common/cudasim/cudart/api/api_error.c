// api_error.c - the last error of each thread. The names of errors are in error_names.c.
#include "context.h"

// Not even a dead GPU speaks up here: the fault was recorded when a call first
// returned it.
cudaError_t cudaGetLastError(void)
{
    cudaError_t *last = rt_last_error(), e = *last;
    *last = cudaSuccess;
    return e;
}

cudaError_t cudaPeekAtLastError(void) { return *rt_last_error(); }
