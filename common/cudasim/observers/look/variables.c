// variables.c - the shared variables of a kernel, by the names that they have in the program.
#include "look.h"

#include <stdlib.h>

// Dynamic shared memory has no size of its own: it takes the rest.
static uint64_t variable_bytes(const SharedVar *v, uint32_t shared_bytes)
{
    if (v->sym->size)
        return v->sym->size;
    return shared_bytes > v->offset ? shared_bytes - v->offset : 0;
}

void variables_put(const Code *kernel, uint32_t shared_bytes, Text *t)
{
    const Facts *f = kernel->facts;
    const char *comma = "";
    text_put(t, "[");
    for (uint32_t i = 0; f && i < f->nshared; i++) {
        const SharedVar *v = &f->shared[i];
        uint64_t bytes = variable_bytes(v, shared_bytes);
        if (!bytes)
            continue;
        char *name = variable_name(v->sym);
        text_add(t, "%s{\"name\":", comma);
        text_json(t, name);
        text_add(t, ",\"offset\":%u,\"bytes\":%llu}", v->offset, (unsigned long long)bytes);
        comma = ",";
        free(name);
    }
    text_put(t, "]");
}

char *look_variable(const Code *kernel, uint64_t byte, uint64_t *offset)
{
    const SharedVar *v = shared_variable(kernel, byte);
    if (!v)
        return NULL;
    *offset = byte - v->offset;
    return variable_name(v->sym);
}
