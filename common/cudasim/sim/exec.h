// exec.h - how instruction handlers see the machine.
//
// A function is lowered once (lower.c) from Insts to Steps: operands become
// slots, immediates move to a constant pool, labels become step numbers, and
// pick_<id>() chooses the handler for the instruction's types and suffixes.
//
// A slot is a byte offset into the register file of the frame, or, with the
// top bit set, into the constant pool of the code; both hold 32 lanes side by
// side and are aligned to 64 bytes, so that a handler is a loop over lanes
// which the compiler turns into vector code:
//   8, 16, 32-bit values   uint32_t[32]; 8- and 16-bit ones zero-extended
//   64-bit values          uint64_t[32]
//   128-bit values         two uint64_t[32]: low halves, then high halves
//   predicates             one uint32_t: bit l is lane l
// A handler must leave lanes outside w->mask as they are.
#pragma once

#include "hooks.h"
#include "ptxas/ptxas.h"
#include "sim.h"

#include <string.h>

typedef void (*ExecFn)(Warp *w, const Step *s);

#define SLOT_CONST 0x80000000u
#define SLOT_NONE 0x7fffffffu

enum { MAX_SOURCES = 5 };

// What a step may do in a row.
typedef enum {
    ROW_no,       // it is in none
    ROW_computes, // only registers: nobody can tell where among such steps a warp is
    ROW_accesses, // weak ld, st: observers look at the warp, and it may have to stop after the step
    ROW_branches  // the last one
} InRow;

typedef struct RowState {
    Count whole;   // executions of the whole row, which the counts of its steps lack: row_counts()
    uint32_t heat; // executions since the program began
} RowState;

struct Step {
    ExecFn exec;
    uint64_t path;             // how long a warp takes from here to the next branch (path.c);
                               // 0 except for the first step after a branch or a label
    uint32_t guard;            // slot of the guard predicate, SLOT_NONE if none
    uint32_t guard_flip;       // 0, or ~0 for @!p
    uint32_t dst;              // SLOT_NONE for a sink
    uint32_t src[MAX_SOURCES]; // in PTX order; for memory: src[0] address
                               // register (SLOT_NONE: absolute), then values
    uint32_t target;           // step number of a branch
    uint32_t row;              // how many steps run in a row from here on: run_row() in warp.c;
                               // pick_<id>() sets 1 if the step may, though its unit is another
    int64_t imm;               // displacement of an address; handler-specific elsewhere
    uint32_t dst2;             // the q of p|q
    uint32_t flip;             // bit i: source predicate i is negated
    const Inst *inst;          // for rare details; NULL for steps that lowering added
    const uint32_t *vec;       // vector operand: slots of its elements (ld.v4, st.v4, mov.b64 {..})
    RowState *state;           // of a row that begins here
    bool (*native)(Warp *w); // of the steps `computes`, for a warp with all lanes: native/native.h;
                             // NULL: not compiled. False: it has done nothing
    const void *extra;       // handler-specific, belongs to the module's arena
    uint8_t space;           // Space of a memory step after looking at its symbol
    uint8_t elem;            // bytes per element in memory
    uint8_t nvec;            // elements: 1, 2, 4, 8
    uint8_t lane_bytes;      // bytes per lane of the value registers: 4 or 8 (or 16)
    uint8_t order, scope;    // of memory steps and fences
    uint8_t sign;            // ld: sign-extend from elem to the register
    uint8_t unit;            // Unit
    uint8_t in_row;          // InRow
    uint16_t computes;       // how many steps from here on are ROW_computes, at most
    bool addr64;             // the address register has 64 bits
    bool cluster;            // .shared::cluster: the address names a block and an offset
    bool frame;              // the address is relative to the frame's local memory
};

static inline void *slot(const Warp *w, uint32_t s)
{
    return __builtin_assume_aligned(w->base[s >> 31] + (s & 0x7fffffff), 64);
}
static inline uint32_t *slot_pred(const Warp *w, uint32_t s)
{
    return (uint32_t *)(w->base[s >> 31] + (s & 0x7fffffff));
}
// Source predicate i with its negation applied.
static inline uint32_t source_pred(const Warp *w, const Step *s, unsigned i)
{
    return *slot_pred(w, s->src[i]) ^ -(s->flip >> i & 1);
}

// EACH_LANE(w, D[l] = A[l] + B[l];) runs the statement for each lane in w->mask.
// The full-mask loop has no condition, so that it becomes plain vector code.
#ifdef __clang__
#define LANES_INDEPENDENT // Clang warns about every such promise
#else
#define LANES_INDEPENDENT _Pragma("GCC ivdep")
#endif
#define EACH_LANE(w, ...) \
    do { \
        const uint32_t mask_ = (w)->mask; \
        if (__builtin_expect(mask_ == FULL_MASK, 1)) { \
            LANES_INDEPENDENT for (int l = 0; l < WARP_SIZE; l++) { __VA_ARGS__ } \
        } else { \
            LANES_INDEPENDENT for (int l = 0; l < WARP_SIZE; l++) if (mask_ >> l & 1) \
            { \
                __VA_ARGS__ \
            } \
        } \
    } while (0)

// Packs 32 bytes that are 0 or 1 (or 0 and 0xff) into a predicate.
static inline uint32_t pack_mask(const uint8_t b[WARP_SIZE])
{
    uint32_t m = 0;
    for (int i = 0; i < 4; i++) {
        uint64_t v;
        memcpy(&v, b + 8 * i, 8);
        v &= 0x0101010101010101ull;
        m |= (uint32_t)(v * 0x0102040810204080ull >> 56) << (8 * i);
    }
    return m;
}
// Writes predicate bits under the mask.
static inline void set_pred(Warp *w, uint32_t s, uint32_t bits)
{
    if (s != SLOT_NONE) {
        uint32_t *p = slot_pred(w, s);
        *p = (*p & ~w->mask) | (bits & w->mask);
    }
}

// pick_<id>: the handler for this instruction, or NULL if this combination of
// types and suffixes is not supported. May fill the handler-specific fields of
// the step (imm, extra), which lowering has otherwise completed.
#define OP(id, text, args, unit) ExecFn pick_##id(const Inst *in, Step *s);
#include "ptx/ops.h"

// ---- lower_operands.c: for debuggers -----------------------------------------

uint32_t code_register(const Code *c, uint32_t reg); // the slot of a register of c->func

// ---- warp.c: for handlers that change control -----------------------

// All of them work on w->mask, set w->pc, and set
// w->merge_pc to 0 when the group must not simply continue.
void warp_branch(Warp *w, uint32_t target); // lanes of w->mask jump; the others continue
void warp_exit(Warp *w, const Step *s);
// Splits the lanes `mask` off the current group; they continue at `pc` of `frame`.
Group *warp_split(Warp *w, uint32_t mask, uint32_t pc, Frame *frame);
// True when all lanes of `mask` that still live are here (w->mask holds them);
// otherwise the group waits, and the step is executed again later.
bool warp_converge(Warp *w, const Step *s, uint32_t mask);
// A strong read or failed atomic of these lanes changed nothing. Is it a poll?
bool warp_spun(Warp *w, const uint64_t *addr, uint32_t lanes);
void row_counts(Code *c);   // what rows count, added to the counts of their steps
void warp_preempt(Warp *w); // end this turn after the step
// Before a step for which the lanes of a warp must be together: true if lanes were
// made to fall behind (shuffled schedules); the step is executed again with them.
bool warp_mend(Warp *w);

// ---- calls.c: the same, and frames ----------------------------------

void warp_call(Warp *w, const Step *s, Code *callee);
void warp_return(Warp *w);
void frame_leave(Frame *f, uint32_t lanes); // the lanes are gone, and the frame after the last

// ---- exec/exec_warp.c: masks of lanes -------------------------------

// As warp_converge() where each lane has its own mask, in this source. Calls the hooks once for
// each set of lanes with equal masks.
bool warp_gather(Warp *w, const Step *s, unsigned mask_source);

// ---- exec/access.c: accesses to memory ------------------------------

enum { VALUE_BYTES = 32 }; // the longest that a lane stores at once
// For memory steps other than ld and st: works out where the
// lanes of w->mask access memory (displacement, state space, bounds,
// alignment), raises faults for lanes that may not, tells the hooks, and
// returns the lanes that may go on; bytes[lane] is then where their bytes are.
// `value` (lane l at value + VALUE_BYTES * l) is what a store would write; NULL for a load.
uint32_t access_lanes(Warp *w, const Step *s, AccessKind kind, const uint8_t *value,
                      uint64_t addr[WARP_SIZE], uint8_t *bytes[WARP_SIZE]);

// The same for an access that is not the only one of its step: `addr` holds the
// lanes' addresses and gets their offsets in the state space.
typedef struct {
    uint8_t space, elem, nvec, order, scope;
    uint8_t async; // AsyncPart
} AccessForm;
uint32_t access_given(Warp *w, const Step *s, const AccessForm *form, AccessKind kind,
                      const uint8_t *value, uint64_t addr[WARP_SIZE], uint8_t *bytes[WARP_SIZE]);
