// tensor_map.h - the 128 bytes of a CUtensorMap. Its layout is NVIDIA's secret, so this one is
// ours: cuTensorMapEncode* (both/tensor_map.c) writes it in the program's process,
// tensormap.replace (exec_tensor_map.c) changes it, and tensor copies read it (box.c).
#pragma once

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

enum {
    TENSOR_MAP_ALIGN = 64,
    TENSOR_MAP_BYTES = 128,
    TENSOR_MAP_MAGIC = 0x70616d54, // "Tmap"
    MAX_RANK = 5,
    MAX_CORNERS = 3 // W, H, D
};

// Types in the order of CUtensorMapDataType; what sm_90 lacks (packed 4 and 6 bits) is not here.
typedef enum {
    ELEMENT_u8,
    ELEMENT_u16,
    ELEMENT_u32,
    ELEMENT_s32,
    ELEMENT_u64,
    ELEMENT_s64,
    ELEMENT_f16,
    ELEMENT_f32,
    ELEMENT_f64,
    ELEMENT_bf16,
    ELEMENT_f32_ftz,
    ELEMENT_tf32,
    ELEMENT_tf32_ftz,
    ELEMENT_TYPES
} ElementType;

static inline unsigned element_bytes(unsigned type)
{
    static const uint8_t bytes[ELEMENT_TYPES] = {1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4};
    return bytes[type];
}

typedef struct {
    uint64_t address;
    uint64_t size[MAX_RANK];       // elements; interleaved: slices in dimension 0
    uint64_t stride[MAX_RANK - 1]; // bytes, of dimensions 1 and up
    uint32_t magic;
    uint16_t box[MAX_RANK]; // elements; im2col: channels, pixels
    int16_t lower[MAX_CORNERS], upper[MAX_CORNERS];
    uint8_t step[MAX_RANK]; // elementStrides
    uint8_t type;           // ElementType
    uint8_t rank;
    uint8_t interleave;       // 0, 1: 16 bytes, 2: 32 bytes
    uint8_t swizzle;          // 0, 1: 32 bytes, 2: 64 bytes, 3: 128 bytes
    uint8_t promotion;        // has no effect
    uint8_t fill_nan, im2col; // 0 or 1
    uint8_t unused[7];
} TensorMap;

static_assert(sizeof(TensorMap) == TENSOR_MAP_BYTES, "a CUtensorMap");
