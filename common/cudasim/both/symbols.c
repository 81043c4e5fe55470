// symbols.c - the functions of the runtime API that the simulator lacks, made from symbols.h.
// This file must not see CUDA's header: these functions are defined without parameters, since
// they only fail.
#include "side.h"

#include <stddef.h>

#pragma GCC visibility push(default)

#define HAVE(name) extern void name(void);
#define PART(name, lacks) extern void name(void);
#define NONE(name) \
    int name(void); \
    int name(void) \
    { \
        static bool told; \
        bool again = told; \
        told = true; \
        return side.missing(#name, again); \
    }
#include "symbols.h"
#undef HAVE
#undef PART
#undef NONE

// A list of all functions, so that the linker fails if one is missing.
extern void (*const rt_symbols[])(void) __attribute__((visibility("hidden")));
#define HAVE(name) name,
#define PART(name, lacks) name,
#define NONE(name)
void (*const rt_symbols[])(void) = {
#include "symbols.h"
    NULL,
};
