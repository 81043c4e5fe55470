// attributes.c - attributes of a device.
#include "attributes.h"

#include "sim/sim.h"

bool attribute_find(enum cudaDeviceAttr attr, int *value)
{
    switch ((int)attr) {
#define ATTR(name, what) \
    case cudaDevAttr##name: \
        *value = (what); \
        return true;
#include "attribute_list.h"
#undef ATTR
    }
    return false;
}

int device_attribute(enum cudaDeviceAttr attr)
{
    int value = 0;
    attribute_find(attr, &value);
    return value;
}
