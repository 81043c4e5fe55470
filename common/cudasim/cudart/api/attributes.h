// attributes.h - attributes of a device.
#pragma once

#include "both/api.h"

#include <stdbool.h>

bool attribute_find(enum cudaDeviceAttr attr, int *value); // false: there is no such attribute
int device_attribute(enum cudaDeviceAttr attr);            // 0: unknown
