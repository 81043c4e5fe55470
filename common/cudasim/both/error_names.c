// error_names.c - error codes and their names.
#include "api.h"

static const struct {
    int number;
    const char *name, *text;
} errors[] = {
#define ERROR(number, name, text) {number, #name, text},
#include "errors.h"
#undef ERROR
};

enum { ERRORS = sizeof errors / sizeof errors[0] };

// The list is ours, and CUDA's header has the last word.
#define ERROR(number, name, text) _Static_assert((number) == name, #name);
#include "errors.h"
#undef ERROR

static unsigned error_index(cudaError_t e)
{
    unsigned i = 0;
    while (i < ERRORS && errors[i].number != (int)e)
        i++;
    return i;
}

const char *cudaGetErrorName(cudaError_t e)
{
    unsigned i = error_index(e);
    return i < ERRORS ? errors[i].name : "unrecognized error code";
}

const char *cudaGetErrorString(cudaError_t e)
{
    unsigned i = error_index(e);
    return i < ERRORS ? errors[i].text : "unrecognized error code";
}
