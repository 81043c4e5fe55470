// fragment.h - fragments: matrices that lie in the registers of a warp.
//
// Lane l holds, with g = l / 4 and t = l % 4, in each register a few elements side by side (E: 2
// of 16 bits, 4 of 8 bits, ...), at places that all instructions share:
//
//   A, 16 rows  register r: row g + 8 (r % 2), columns 4E (r / 2) + E t ...   (of 8 rows: row g)
//   B           register r: column g, rows 4E r + E t ...
//   C and D     register r: row g + 8 (r / 2), column 2t + r % 2; of f16 both columns in one
//   register
//
// Larger shapes of wmma are two such tiles: see TileSteps.
#pragma once

#include "ptx/ptx.h"
#include "sim/exec.h"

enum { MIXED_BYTES = 255 };

// The operands of an instruction that are registers or lists of them (Step.extra).
typedef struct Fragments {
    const uint32_t *slots[MAX_OPERANDS];
    uint8_t n[MAX_OPERANDS];     // registers; 0: another kind of operand
    uint8_t bytes[MAX_OPERANDS]; // of a lane in each of them; 0: predicates, MIXED_BYTES: not equal
    void *form;                  // what pick_ makes of types and suffixes
    uint8_t room[160];           // for it
} Fragments;

// How a shape of wmma is made of two tiles of 16 x 8, or is one of 8 x 8 or 16 x 8.
typedef struct {
    uint8_t m, tiles;    // rows of a tile; its columns are 8
    bool swapped;        // 8 x 32: A and B change places, and C and D are transposed
    bool a_goes, b_goes; // which of them is another one in the second tile
} TileSteps;
TileSteps tile_steps(MatrixShape shape, bool wmma);

// All lanes that live must execute the instruction together. False: the group waits for them, and
// the instruction is executed again.
bool warp_together(Warp *w, const Step *s);
