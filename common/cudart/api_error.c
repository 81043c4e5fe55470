// api_error.c - error codes: their names, and the last error of each thread.
#include "rt.h"

static const ErrorText errors[] = {
#define ERROR(name, text) {name, #name, text},
#include "errors.h"
#undef ERROR
};

static const ErrorText *error_text(cudaError_t e)
{
    for (unsigned i = 0; i < sizeof errors / sizeof *errors; i++)
        if (errors[i].code == (int)e)
            return &errors[i];
    return NULL;
}

const char *cudaGetErrorName(cudaError_t e)
{
    const ErrorText *t = error_text(e);
    return t ? t->name : "unrecognized error code";
}

const char *cudaGetErrorString(cudaError_t e)
{
    const ErrorText *t = error_text(e);
    return t ? t->text : "unrecognized error code";
}

// Not even a dead GPU speaks up here: the fault was recorded when a call first
// returned it.
cudaError_t cudaGetLastError(void)
{
    cudaError_t *last = rt_last_error(), e = *last;
    *last = cudaSuccess;
    return e;
}

cudaError_t cudaPeekAtLastError(void) { return *rt_last_error(); }
