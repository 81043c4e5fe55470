// driver_entry.c - what cudaGetDriverEntryPoint finds. Such a function is called in the program's
// process, where nothing of the machine is.
#include "driver_entry.h"

#include <string.h>

#define SINCE(version, name) \
    { \
#name, version, (void *)name \
    }
static const struct {
    const char *name;
    unsigned since;
    void *function;
} entries[] = {
    SINCE(12000, cuTensorMapEncodeTiled),
    SINCE(12000, cuTensorMapEncodeIm2col),
    SINCE(12000, cuTensorMapReplaceAddress),
    SINCE(12080, cuTensorMapEncodeIm2colWide),
};

void *driver_entry(const char *name, unsigned version, unsigned *since)
{
    *since = 0;
    for (unsigned i = 0; i < sizeof entries / sizeof *entries; i++) {
        if (strcmp(entries[i].name, name))
            continue;
        *since = entries[i].since;
        return version >= entries[i].since ? entries[i].function : NULL;
    }
    return NULL;
}
