// texture.h - what texture and surface instructions read and write: images, and the objects by
// which kernels name them. An image is memory in rows: a CUDA array with its levels, or memory of
// the program. (A GPU stores arrays in blocks of its own, which no program can see.)
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { IMAGE_LEVELS = 18 }; // of 131072 texels to 1

typedef enum { TEXEL_unsigned, TEXEL_signed, TEXEL_float } TexelKind;

typedef struct {
    uint8_t channels, bits; // 1, 2 or 4; 8, 16 or 32 each
    uint8_t kind;           // TexelKind
} TexelFormat;

static inline unsigned texel_bytes(TexelFormat f) { return f.channels * f.bits / 8u; }

typedef struct {
    uint64_t addr;
    uint32_t width, height, depth; // texels, at least 1; depth: slices, layers or faces
    uint64_t pitch, slice;         // bytes from row to row, from slice to slice
} ImageLevel;

typedef struct {
    uint8_t dimensions; // 1 to 3, without layers
    bool layered, cube; // the depth counts layers, faces, or faces of layers
    uint8_t levels;
    TexelFormat format;
    ImageLevel level[IMAGE_LEVELS];
} Image;

typedef enum { ADDRESS_wrap, ADDRESS_clamp, ADDRESS_mirror, ADDRESS_border } AddressMode; // as CUDA

typedef struct {
    uint8_t address[3];   // AddressMode
    bool linear, between; // between: linear between levels
    bool normalised;      // coordinates from 0 to 1
    bool unit;            // integers become floats from 0 or -1 to 1
    bool srgb;
    float border[4];
    float bias, least, most; // of the level
} Sampler;

typedef struct {
    Image image;
    Sampler sampler;
    bool surface;
    unsigned device;
    void *user; // free for the API layer
} Texture;

// Objects. A handle is never used again.
uint64_t texture_put(const Texture *t);
Texture *texture_find(uint64_t handle, bool surface); // NULL: there is none
void texture_drop(uint64_t handle);
void textures_forget(void (*drop)(Texture *t)); // all of the selected device
