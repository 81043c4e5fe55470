// status.c - the names of the ways in which an item can end.
#include "status.h"

#include <assert.h>
#include <string.h>

static const char *const names[] = {
#define STATUS(name) #name,
    STATUSES(STATUS)
#undef STATUS
};

const char *status_name(Status status)
{
    assert(status < STATUS_COUNT);
    return names[status];
}

Status status_named(const char *name)
{
    for (int i = 0; i < STATUS_COUNT; i++)
        if (strcmp(names[i], name) == 0)
            return (Status)i;
    return STATUS_grader_error;
}
