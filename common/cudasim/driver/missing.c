// missing.c - the table of all functions of the driver API, and those that are missing. This file
// must not see CUDA's header: the functions are defined, or declared, without parameters.
#include "entries.h"

#include "both/door.h"

#pragma GCC visibility push(default)
#define HAVE(name, version) extern void name(void);
#define PART(name, version, lacks) extern void name(void);
#define NONE(name, version) \
    int name(void); \
    int name(void) \
    { \
        static bool told; \
        bool again = told; \
        told = true; \
        return cudasimMissing(#name, again); \
    }
#include "both/driver_symbols.h"
#undef HAVE
#undef PART
#undef NONE
#pragma GCC visibility pop

const DriverEntry driver_entries[DRIVER_FUNCTIONS] = {
#define HAVE(name, version) [DRIVER_##name] = {name, version},
#define PART(name, version, lacks) [DRIVER_##name] = {name, version},
#define NONE(name, version) [DRIVER_##name] = {(void (*)(void))(void *)name, version},
#include "both/driver_symbols.h"
};
