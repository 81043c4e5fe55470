// checks.h - what ptxas makes of an access: the facts that observers ask ptxas/ for.
#pragma once

#include "observers/findings.h"

// ---- intent.c: what a load is meant for ---------------------------------------------------

bool is_polling(const Func *f, const Inst *load);
bool is_guess(const Func *f, const Inst *load);

// ---- rewriting.c: atomics that ptxas sends in another form ----------------------------

typedef enum {
    REWRITING_none,
    REWRITING_one_lane, // one lane's atomic does all
    REWRITING_if_full,  // the same if the whole warp is active
    REWRITING_count,    // lanes on one word do not wait for each other
    REWRITING_swap,     // every wavefront of shared memory twice
    REWRITING_loop      // a load and a swap in shared memory, until every lane has swapped
} Rewriting;

// By step; `used`: whether somebody reads an atomic's result.
void rewriting_find(const CodeInfo *c, const uint8_t *used, uint8_t *result);

// ---- fusing.c: loads and stores that ptxas makes one instruction of ---------------------

typedef struct Fusing {
    uint8_t bytes; // what is loaded or stored at once, if not as the program says; else 0
    int8_t before; // and how far before the program's address it begins
    bool gone;     // another one does it
} Fusing;

// By step; NULL: nothing is fused.
Fusing *fusing_find(const CodeInfo *c);

// ---- copies.c: loads that only copy -----------------------------------------------------

typedef enum {
    COPY_none,   // something is computed from what was loaded
    COPY_single, // it is stored as it is
    COPY_part    // the same, and so are its neighbours: part of a structure
} CopyKind;
CopyKind copy_kind(const Func *f, const Inst *load);
