// range_attributes.c - what a range of managed memory says of itself: how the answers lie in the
// program's memory.
#include "api.h"
#include "door.h"

#include <string.h>

// Of several processors, one after the other; what is left has no device.
static void put_accessed(int *list, size_t count, int by)
{
    size_t n = 0;
    if (by & RANGE_by_device && n < count)
        list[n++] = 0;
    if (by & RANGE_by_host && n < count)
        list[n++] = cudaCpuDeviceId;
    while (n < count)
        list[n++] = cudaInvalidDeviceId;
}

cudaError_t cudaMemRangeGetAttribute(void *data, size_t size, enum cudaMemRangeAttribute attribute,
                                     const void *p, size_t n)
{
    bool list = attribute == cudaMemRangeAttributeAccessedBy;
    int value = 0;
    bool fits = data && (list ? size && size % sizeof value == 0 : size == sizeof value);
    cudaError_t e =
        (cudaError_t)cudasimRangeAttribute(fits ? (unsigned)attribute : 0, p, n, &value);
    if (!e && list)
        put_accessed(data, size / sizeof value, value);
    else if (!e)
        memcpy(data, &value, sizeof value);
    return e;
}

cudaError_t cudaMemRangeGetAttributes(void **data, size_t *sizes,
                                      enum cudaMemRangeAttribute *attributes, size_t count,
                                      const void *p, size_t n)
{
    int unused;
    if (!data || !sizes || !attributes || !count)
        return (cudaError_t)cudasimRangeAttribute(0, p, n, &unused);
    cudaError_t e = cudaSuccess;
    for (size_t i = 0; i < count && !e; i++)
        e = cudaMemRangeGetAttribute(data[i], sizes[i], attributes[i], p, n);
    return e;
}
