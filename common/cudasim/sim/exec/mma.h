// mma.h - a tile of a product of matrices: what mma, wmma and wgmma have in common.
#pragma once

#include "fragment.h"
#include "tensor.h"

#include <assert.h>

enum { ROWS = 16, COLUMNS = 8, MAX_K = 256, MAX_TILE = 8 }; // registers of a tile's operand

typedef enum { MMA_float, MMA_quads, MMA_f64, MMA_int, MMA_bits } MmaKind;

typedef struct {
    MmaKind kind;
    TileSteps tiles;
    uint16_t k;
    uint8_t rows;                   // of A's tile, in eights
    uint8_t a_regs, b_regs, d_regs; // of a tile, in registers of the operand's width
    uint8_t a_bits, b_bits;         // of an element
    Format a, b;                    // MMA_float
    bool a_signed, b_signed;        // MMA_int
    bool half;                      // C and D are f16
    bool split;                     // e4m3 and e5m2: two sums and an addition
    bool saturate, conjunction;     // .satfinite; .and instead of .xor
    bool a_column, b_row;           // MMA_quads: layouts
    bool sparse;
    uint8_t selector; // which lanes of four have the metadata
    TensorSum sum;
} MmaForm;

static_assert(sizeof(MmaForm) <= sizeof((Fragments){0}.room), "the room of Fragments");

// The registers of one tile.
typedef struct {
    const uint32_t *a[MAX_TILE], *b[MAX_TILE], *c[MAX_TILE];
    const uint32_t *metadata;
    uint32_t d[MAX_TILE][2 * WARP_SIZE]; // results; 64 bits: double lanes
    TensorRows rows[2];                  // A as floats; two: of a sum that is split
    bool same_a;                         // as in the call before: `rows` are ready
} Tile;

// ---- exec_mma.c -----------------------------------------------------

// D = A B + C.
void mma_tile(const MmaForm *f, Tile *t);

// Complete a form whose `k` and `a_bits`, `b_bits` are set by the types of D, A, B and C. False:
// there is no such product.
bool mma_float_form(MmaForm *f, const Type type[4]);
bool mma_int_form(MmaForm *f, const Inst *in, const Type type[4]);
