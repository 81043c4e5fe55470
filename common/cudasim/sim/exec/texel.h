// texel.h - which texels a fetch reads, with which weights, and what they become.
//
// As the CUDA C++ Programming Guide, "Texture Fetching", defines it: a fetch of one texel takes
// that at floor(x); a linear one those at i = floor(x - 0.5) and i + 1 in each dimension, with
// weights 1 - a and a, where a is the fraction of x - 0.5 in fixed point with 8 bits.
#pragma once

#include "sim/texture.h"

enum { TAPS = 16 }; // two levels of 2 x 2 x 2

// One texel of a fetch.
typedef struct {
    uint64_t addr;
    uint32_t weight;  // of 256
    bool border;      // outside: its value is the border's, and no memory is read
    uint32_t word[4]; // its components, when it is read: float bits, or integers of 32 bits
} Tap;

// Where a lane fetches. Coordinates are those of the instruction.
typedef struct {
    float at[3];
    int32_t texel[3]; // instead, of an instruction with integer coordinates
    bool integers;
    uint32_t layer; // already within the image
    bool has_level; // the instruction says which; else it is the first, without bias
    float level;    // before bias and clamps
} Fetch;

// The face of a cube that the direction at[] goes through; its coordinates, from 0 to 1, replace
// it.
uint32_t cube_face(float at[3]);
// The layer that an index outside the image means.
uint32_t layer_within(const Image *image, uint32_t layer);
// Fills taps; returns how many.
unsigned fetch_taps(const Texture *t, const Fetch *f, Tap taps[TAPS]);
// The four texels of a gather, in the order of its results.
unsigned gather_taps(const Texture *t, const Fetch *f, Tap taps[TAPS]);
// The level at which the footprint of these derivatives is one texel: `x` and `y` for each
// dimension.
float gradient_level(const Texture *t, const float x[3], const float y[3]);

void texel_words(TexelFormat f, const uint8_t *bytes, uint32_t out[4]);
void texel_border(const Texture *t, uint32_t out[4]);
// The components of a fetch, as bits, of n texels that have been read; n 0: of one, as it is.
void fetch_results(const Texture *t, const Tap *taps, unsigned n, uint32_t out[4]);
