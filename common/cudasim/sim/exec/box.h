// box.h - the part of a tensor that one tensor copy moves, and where its bytes are in shared
// memory.
//
// A box is a list of rows: runs of bytes that are side by side in the tensor, and in shared memory
// before the swizzle. Tiled, a row is what dimension 0 has; of an interleaved tensor, a slice of 16
// or 32 bytes; by im2col, the channels of a pixel. PTX ISA 5.5.3 to 5.5.7.
//
// - Interleaved (NC/8HWC8), dimension 0 is W and counts slices, and the last but one counts the
//   slices of C: so the strides of all other dimensions are those that the map has. An H200 copies
//   one slice of C, whatever the box and the step of that dimension (1 to 48 of three types).
// - A swizzle exchanges pieces of 16 bytes in lines of 128 bytes: bits 4 and up of the address are
//   XORed with bits 7 and up. A row that is shorter than the swizzle has all of its bytes for
//   itself ("if the swizzle width exceeds the inner dimension, ensure that the shared memory is
//   allocated to accommodate the full swizzle width", CUDA C++ Programming Guide).
#pragma once

#include "sim/async.h"
#include "tensor_map.h"

enum { BOX_PIECE = 16 };

typedef struct {
    uint64_t addr;  // the first byte that is in the tensor
    uint8_t *bytes; // where it is
    uint32_t lead;  // bytes of the row before it, outside of the tensor
    uint32_t n;     // bytes inside
} BoxRow;

typedef struct Box {
    uint64_t nrows;
    uint32_t row;    // bytes of a row
    uint32_t pitch;  // from one row to the next in shared memory
    uint8_t swizzle; // the bits from bit 7 on that change the address
    uint8_t type;    // ElementType
    bool fill_nan;   // outside of the tensor; else zeros
    BoxRow *rows;    // behind it in memory
} Box;

static inline uint64_t box_bytes(const Box *b) { return b->nrows * b->row; } // moved
static inline uint64_t box_span(const Box *b) { return b->nrows * b->pitch; }

// A box without its rows.
Box box_shape(const TensorMap *m);
// The box at these coordinates; by im2col also with offsets in W, H, D. Free with free().
Box *box_new(const TensorMap *m, const int32_t at[MAX_RANK], const uint32_t offset[MAX_CORNERS]);
// Where the piece at byte `at` of row i is, if the box is at byte `start` of shared memory.
static inline uint64_t box_place(const Box *b, uint64_t start, uint64_t i, uint32_t at)
{
    uint64_t place = start + i * b->pitch + at;
    return place ^ (place >> 7 & b->swizzle) << 4;
}
// The sectors that the engine brings for a load: those of the rows in the tensor, and apart from
// them the filling before and behind (equal to an H200's in all rows of tests/data/h200_today.csv).
uint64_t box_sectors(const Box *b);
// Do its rows in the tensor have one of these bytes?
bool box_holds(const Box *b, uint64_t addr, uint32_t n);
// A piece as a load writes it to shared memory: filled outside of the tensor, converted inside.
void box_read(const Box *b, uint64_t i, uint32_t at, uint8_t piece[BOX_PIECE]);
// All bytes, to or from `shared`, which is at byte `start` of shared memory.
void box_load(const Box *b, uint8_t *shared, uint64_t start);
void box_store(const Box *b, const uint8_t *shared, uint64_t start, const Reduction *reduction);
