// templates.h - a step in instructions of the host.
#pragma once

#include "sim/exec.h"
#include "vectors.h"

enum { VECTORS_FOR_VALUES = 28, MOST_HELD = 32 };

// A value of 32 lanes: one register if it is the same for all lanes, else 2 or 4.
typedef struct {
    uint8_t n, reg[4];
} Parts;

typedef struct {
    uint32_t slot;
    uint8_t lane_bytes;
    bool dirty;    // memory has an older value
    unsigned used; // by which step last
    Parts v;
} Held;

typedef struct {
    HostCode code;
    uint32_t unused; // registers without a value; v0..v3 are for a template's own use
    unsigned now;    // the number of the step
    bool nan_known;  // see templates.c
    unsigned nheld;
    Held held[MOST_HELD];
} Emit;

// ---- native.c: for templates ----------------------------------------

Parts emit_take(Emit *e, unsigned n);
Parts emit_source(Emit *e, uint32_t slot, unsigned lane_bytes);
void emit_result(Emit *e, uint32_t slot, unsigned lane_bytes, Parts v);
Parts emit_spread(Emit *e, unsigned base, size_t at, unsigned bytes);
void emit_predicate(Emit *e, uint32_t slot, bool write); // is read or written in memory

// ---- templates.c ----------------------------------------------------

bool template_has(const Step *s);
bool template_write(Emit *e, const Step *s); // false: it has none
bool template_reads_parameter(const Step *s);
