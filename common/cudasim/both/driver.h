// driver.h - what both processes know of the driver API: the numbers of its functions, and its
// errors. The functions themselves are in the program's process (driver/).
#pragma once

#include <stdint.h>

// DRIVER_asks: calls that libcuda.so.1 makes to answer a function of its own. They take no time,
// and are not reported.
typedef enum {
    DRIVER_none,
    DRIVER_asks,
#define HAVE(name, version) DRIVER_##name,
#define PART(name, version, lacks) DRIVER_##name,
#define NONE(name, version) DRIVER_##name,
#include "driver_symbols.h"
#undef HAVE
#undef PART
#undef NONE
    DRIVER_FUNCTIONS
} DriverFunction;

// ---- error_names.c --------------------------------------------------

const char *driver_name(uint32_t function); // "cuMemAlloc_v2"; "": there is none
int driver_error(int runtime_error);        // the CUresult for a cudaError_t
// "CUDA_ERROR_INVALID_VALUE", "invalid argument"; NULL: there is no such error.
const char *driver_error_name(int error);
const char *driver_error_text(int error);
