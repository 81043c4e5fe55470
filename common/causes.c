// causes.c - see causes.h.
#include "causes.h"

#include <stddef.h>
#include <string.h>

const CauseRow cause_rows[CAUSE_COUNT] = {
#define CAUSE(name, meaning, advice, slide, rank) {#name, meaning, advice, slide, RANK_##rank},
    CAUSES(CAUSE)
#undef CAUSE
};

Cause cause_named(const char *name)
{
    for (int i = 0; name && i < CAUSE_COUNT; i++)
        if (strcmp(cause_rows[i].name, name) == 0)
            return (Cause)i;
    return CAUSE_none;
}

const char *const severity_names[SEVERITIES] = {"info", "warning", "error"};
