// exec_image.h - what texture and surface instructions have in common.
#pragma once

#include "fragment.h"
#include "sim/texture.h"

// How an instruction sees an image: by its suffix .1d, .a2d, .cube ...
typedef struct {
    uint8_t dimensions; // of the image, without its layers; 0: no such suffix
    bool layered, cube;
} ImageShape;
ImageShape image_shape(const Inst *in);
unsigned image_coordinates(ImageShape s); // registers of its coordinates, at least

// The objects that the lanes of w->mask name. Returns the lanes that have one of a shape that the
// instruction can access; the others are findings.
uint32_t image_objects(Warp *w, const Step *s, const Texture *of[WARP_SIZE]);
// For accesses of lanes to texels of one size: how wide they are.
void image_form(unsigned bytes, AccessForm *form);

// Has operand k this many sources, at least, of so many bytes each? (Text that no assembler has
// seen may have a _ among them.)
static inline bool image_sources(const Fragments *f, unsigned k, unsigned n, unsigned bytes)
{
    bool whole = f->n[k] >= n && f->bytes[k] == bytes;
    for (unsigned i = 0; i < f->n[k]; i++)
        whole &= f->slots[k][i] != SLOT_NONE;
    return whole;
}

// The value of register i of operand k.
static inline uint32_t image_operand(const Warp *w, const Step *s, unsigned k, unsigned i,
                                     unsigned lane)
{
    const uint32_t *v = slot(w, ((const Fragments *)s->extra)->slots[k][i]);
    return v[lane];
}
