// error_names.c - error codes and their names, of the runtime and of the driver API; and the names
// of the driver API's functions.
#include "api.h"
#include "driver.h"

#include <stddef.h>

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

// ---- the driver API -------------------------------------------------

// One array of characters: a library with a pointer to each would start more slowly.
enum { MOST_OF_NAME = 64 };
static const char functions[][MOST_OF_NAME] = {
    "",
    "",
#define HAVE(name, version) #name,
#define PART(name, version, lacks) #name,
#define NONE(name, version) #name,
#include "driver_symbols.h"
};

const char *driver_name(uint32_t function)
{
    return function < DRIVER_FUNCTIONS ? functions[function] : "";
}

static const struct {
    int number;
    char name[MOST_OF_NAME];
} driver_errors[] = {
#define ERROR(number, name) {number, #name},
#include "driver_errors.h"
#undef ERROR
};

const char *driver_error_name(int error)
{
    for (unsigned i = 0; i < sizeof driver_errors / sizeof *driver_errors; i++)
        if (driver_errors[i].number == error)
            return driver_errors[i].name;
    return NULL;
}

const char *driver_error_text(int error)
{
    unsigned i = error_index((cudaError_t)error);
    return !driver_error_name(error) ? NULL : i < ERRORS ? errors[i].text : "another error";
}

// From 100 on, and below 9, both APIs have the same numbers.
int driver_error(int runtime_error)
{
    switch (runtime_error) {
    case cudaErrorInvalidSymbol: return cudaErrorSymbolNotFound;
    case cudaErrorInvalidDeviceFunction: return cudaErrorInvalidResourceHandle;
    case cudaErrorDevicesUnavailable: return runtime_error;
    default:
        return runtime_error < 9 || runtime_error >= 100 ? runtime_error : cudaErrorInvalidValue;
    }
}
