// array.h - CUDA arrays, with and without levels.
#pragma once

#include "both/api.h"
#include "sim/texture.h"

#include <stdbool.h>

typedef struct DeviceArray {
    Image image;
    struct cudaChannelFormatDesc format;
    struct cudaExtent extent; // as the program gave it, or of its level
    unsigned flags, device;
    struct DeviceArray *level; // of a mipmapped array: each level is an array, too; else NULL
    bool is_level;             // of a mipmapped array: freed with it
} DeviceArray;

// The format of texels; false if there is none of these channels.
bool texel_format(const struct cudaChannelFormatDesc *d, TexelFormat *f);

// `levels` 0: an array without levels; else at most as many as it can have.
cudaError_t array_new(DeviceArray **out, const struct cudaChannelFormatDesc *format,
                      struct cudaExtent extent, unsigned flags, unsigned levels);
void array_delete(DeviceArray *a);
DeviceArray *array_find(cudaArray_const_t a); // NULL: there is none
DeviceArray *array_with_levels(cudaMipmappedArray_const_t a);
// Where a part of an array begins: at byte x of row y of slice z. NULL: it leaves the array.
const ImageLevel *array_part(const DeviceArray *a, size_t x, size_t y, size_t z,
                             struct cudaExtent bytes, uint64_t *at);
void arrays_forget(void); // the device is reset; their memory is forgotten elsewhere
