// error_number.h - the numbers of cudaError_t for code that does not see CUDA's header:
// ERROR_cudaErrorInvalidValue is cudaErrorInvalidValue.
#pragma once

typedef enum {
#define ERROR(number, name, text) ERROR_##name = (number),
#include "errors.h"
#undef ERROR
} ErrorNumber;
