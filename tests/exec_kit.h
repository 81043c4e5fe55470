// exec_kit.h - for the tests of exec_*.c: runs one instruction, written as in PTX, on operands that
// are given as bits.
//
//   kit_run("add.sat.s32", 0x7fffffff, 1)          -> the bits of the result
//   kit_as(TYPE_b32, TYPE_b32, "cvt.u16.s8", 0x80)  -> with registers of those types
//
// The warp is made by hand: registers 0..3 are sources, 4 and 5 destinations. Only lane LANE has
// the operands; the other lanes have other bits. First all lanes run with a full mask, then LANE
// alone, and both results must be equal. Lanes outside the mask must keep their contents. Compiled,
// the instruction must leave all registers as the handler does.
#pragma once

#include "common/cudasim/sim/native/native.h"

#include "suite.h"
#include <stdlib.h>
#include <string.h>

enum { LANE = 13, KIT_SLOT = 512, KIT_REGS = 12 };

typedef ExecFn (*KitPick)(const Inst *in, Step *s);
static const KitPick kit_pick[OP_COUNT] = {
#define OP(id, text, args, unit) [OP_##id] = pick_##id,
#include "common/cudasim/ptx/ops.h"
};

static _Alignas(64) uint8_t kit_regs[KIT_REGS * KIT_SLOT];
static Launch kit_launch;
static Block kit_block;
static Warp kit_warp;

static void *kit_slot(unsigned r) { return kit_regs + r * KIT_SLOT; }

// Calls Check only if something is wrong: ck_assert_msg() writes to a pipe each time, and there are
// millions of these tests.
#define KIT_CHECK(right, ...) \
    do { \
        if (!(right)) \
            ck_abort_msg(__VA_ARGS__); \
    } while (0)

// "mul.wide.s32" to op, suffixes and types. The longest row of ops.h wins.
static Inst kit_parse(const char *text)
{
    Inst in = {.op = OP_COUNT, .vec = 1};
    size_t best = 0;
    for (unsigned i = 0; i < OP_COUNT; i++) {
        const size_t n = strlen(op_info[i].text);
        if (n > best && !strncmp(text, op_info[i].text, n) && (text[n] == '.' || !text[n])) {
            best = n;
            in.op = (uint16_t)i;
        }
    }
    KIT_CHECK(best, "no such instruction: %s", text);
    char copy[128];
    snprintf(copy, sizeof(copy), "%s", text + best);
    for (char *word = strtok(copy, "."); word; word = strtok(NULL, ".")) {
        bool found = false;
        for (unsigned t = 1; t < TYPE_COUNT && !found; t++) {
            if (!strcmp(word, type_name((Type)t))) {
                in.type[in.ntypes++] = (uint8_t)t;
                found = true;
            }
        }
        for (unsigned m = 0; m < MOD_COUNT && !found; m++) {
            if (!strcmp(word, mod_name((Mod)m))) {
                in.mods[m / 64] |= 1ull << (m % 64);
                found = true;
            }
        }
        KIT_CHECK(found, "no such suffix in %s: %s", text, word);
    }
    return in;
}

// The same, with a cache: a loop uses the same few instructions again and again.
static Inst kit_known(const char *text)
{
    static struct {
        char text[64];
        Inst in;
    } known[64];
    uint32_t hash = 2166136261u;
    for (const char *p = text; *p; p++)
        hash = (hash ^ (uint8_t)*p) * 16777619u;
    unsigned at = (hash ^ hash >> 16) % 64;
    if (strcmp(known[at].text, text)) {
        const Inst in = kit_parse(text);
        if (strlen(text) >= sizeof known[at].text)
            return in;
        known[at].in = in;
        strcpy(known[at].text, text);
    }
    return known[at].in;
}

static unsigned kit_lane_bytes(Type t) { return type_bytes(t) == 8 ? 8 : 4; }

static Type kit_letter(const Inst *in, char letter)
{
    const Type first = (Type)in->type[0];
    switch (letter) {
    case 't': return (Type)in->type[in->ntypes - 1];
    case 'w':
    case 'e': return TYPE_b32;
    case 'S':
    case 'D': return type_bytes(first) == 2 ? TYPE_b32 : TYPE_b64;
    case 'p':
    case 'q': return TYPE_pred;
    default: return first;
    }
}

// Other lanes hold v plus something.
static void kit_fill(unsigned r, Type t, uint64_t v)
{
    if (t == TYPE_pred) {
        *(uint32_t *)kit_slot(r) = v ? 0xffffffff : 0;
        return;
    }
    for (unsigned l = 0; l < WARP_SIZE; l++) {
        const uint64_t x = l == LANE ? v : v + (l ^ LANE) * 0x0101010101010101ull;
        if (kit_lane_bytes(t) == 8) {
            ((uint64_t *)kit_slot(r))[l] = x;
        } else {
            const unsigned bits = 8 * type_bytes(t);
            ((uint32_t *)kit_slot(r))[l] = (uint32_t)(bits < 32 ? x & ((1u << bits) - 1) : x);
        }
    }
}
static uint64_t kit_read(unsigned r, Type t, unsigned lane)
{
    if (t == TYPE_pred) {
        return *(uint32_t *)kit_slot(r) >> lane & 1;
    }
    return kit_lane_bytes(t) == 8 ? ((uint64_t *)kit_slot(r))[lane]
                                  : ((uint32_t *)kit_slot(r))[lane];
}

static Inst kit_inst;
static Step kit_step;
static Type kit_dst;   // type of the destination register
static bool kit_has_q; // p|q wanted
static uint32_t kit_flip;

// Builds kit_inst and kit_step; NULL if the instruction is not supported.
static ExecFn kit_prepare(const char *text, Type dst, Type src, const uint64_t *operand, unsigned n)
{
    kit_inst = kit_known(text);
    Inst *in = &kit_inst;
    const char *letter = op_info[in->op].args;
    kit_dst = dst ? dst : kit_letter(in, letter[0]);
    kit_step = (Step){.guard = SLOT_NONE,
                      .dst = 4 * KIT_SLOT,
                      .dst2 = SLOT_NONE,
                      .inst = in,
                      .nvec = 1,
                      .lane_bytes = (uint8_t)kit_lane_bytes(kit_dst),
                      .flip = kit_flip};
    in->nopnd = (uint8_t)(n + 1);
    in->opnd[0] = (Operand){.kind = OPND_reg, .type = (uint8_t)kit_dst};
    letter++;
    for (unsigned i = 0; i < n; i++, letter++) {
        if (*letter == '?') {
            letter++;
        }
        const Type t = src && i == 0 ? src : kit_letter(in, *letter);
        in->opnd[i + 1] = (Operand){.kind = OPND_reg, .type = (uint8_t)t, .imm = operand[i]};
        if (i < MAX_SOURCES) {
            kit_step.src[i] = i < 4 ? i * KIT_SLOT : 6 * KIT_SLOT;
            kit_fill(i < 4 ? i : 6, t, operand[i]);
        }
    }
    if (kit_has_q) {
        in->second = (Operand){.kind = OPND_reg, .type = TYPE_pred};
        kit_step.dst2 = 5 * KIT_SLOT;
    }
    if (in->op == OP_lop3) {
        in->opnd[4].kind = OPND_imm;
    }
    return kit_pick[in->op](in, &kit_step);
}

// The instruction compiled; NULL if it has no template. The same one is compiled once.
static NativeFn kit_native(void)
{
    static NativeCode *code;
    static NativeFn fn;
    static Step step;
    static Inst in;
    Inst key = {.op = kit_inst.op, .nopnd = kit_inst.nopnd};
    memcpy(key.type, kit_inst.type, sizeof key.type);
    memcpy(key.mods, kit_inst.mods, sizeof key.mods);
    for (unsigned i = 0; i < 2; i++)
        key.opnd[i].type = kit_inst.opnd[i].type;
    if (memcmp(&step, &kit_step, sizeof step) || memcmp(&in, &key, sizeof in)) {
        native_free(code);
        code = NULL;
        memcpy(&step, &kit_step, sizeof step);
        memcpy(&in, &key, sizeof in);
        fn = native_compile(&code, 1, &kit_step, 1);
    }
    return fn;
}

static unsigned kit_compiled; // instructions that had a template

static void kit_compare(Warp *w, const char *text, const void *before)
{
    static _Alignas(64) uint8_t handled[sizeof kit_regs];
    const NativeFn native = kit_native();
    if (!native)
        return;
    kit_compiled++;
    memcpy(handled, kit_regs, sizeof kit_regs);
    memcpy(kit_regs, before, sizeof kit_regs);
    const bool done = native(w);
    KIT_CHECK(done && !memcmp(handled, kit_regs, sizeof kit_regs),
              "%s: compiled %#llx, the handler has %#llx", text,
              (unsigned long long)kit_read(4, kit_dst, LANE),
              (unsigned long long)((const uint32_t *)(handled + 4 * KIT_SLOT))[LANE]);
}

static uint64_t kit_q; // the second destination of the last run

static inline uint64_t kit_lanes(const char *text, Type dst, Type src, const uint64_t *operand,
                                 unsigned n)
{
    const ExecFn fn = kit_prepare(text, dst, src, operand, n);
    KIT_CHECK(fn != NULL, "not supported: %s", text);
    Warp *w = &kit_warp;
    w->base[0] = kit_regs;
    w->launch = &kit_launch;
    w->block = &kit_block;
    const uint32_t carry = w->carry;
    uint64_t result[2];
    for (int pass = 0; pass < 2; pass++) {
        memset(kit_slot(4), 0xa5, 2 * KIT_SLOT);
        w->carry = carry;
        w->mask = pass ? 1u << LANE : FULL_MASK;
        static _Alignas(64) uint8_t before[sizeof kit_regs];
        memcpy(before, kit_regs, pass ? 0 : sizeof before);
        fn(w, &kit_step);
        if (!pass)
            kit_compare(w, text, before);
        result[pass] = kit_read(4, kit_dst, LANE);
    }
    KIT_CHECK(result[0] == result[1], "%s: %#llx with all lanes, %#llx with one", text,
              (unsigned long long)result[0], (unsigned long long)result[1]);
    for (unsigned l = 0; l < WARP_SIZE; l++) {
        const uint64_t kept = kit_dst == TYPE_pred           ? 0xa5a5a5a5u >> l & 1
                              : kit_lane_bytes(kit_dst) == 8 ? 0xa5a5a5a5a5a5a5a5ull
                                                             : 0xa5a5a5a5u;
        KIT_CHECK(l == LANE || kit_read(4, kit_dst, l) == kept, "%s: lane %u was changed", text, l);
    }
    kit_q = kit_read(5, TYPE_pred, LANE);
    return result[1];
}

#define KIT_ARGS(...) (const uint64_t[]){__VA_ARGS__}, sizeof((uint64_t[]){__VA_ARGS__}) / 8
#define kit_run(text, ...) kit_lanes(text, TYPE_none, TYPE_none, KIT_ARGS(__VA_ARGS__))
#define kit_as(dst, src, text, ...) kit_lanes(text, dst, src, KIT_ARGS(__VA_ARGS__))
#define kit_supported(text, ...) \
    (kit_prepare(text, TYPE_none, TYPE_none, KIT_ARGS(__VA_ARGS__)) != NULL)

// EXPECT(result, text, operands...)
#define EXPECT(want, text, ...) \
    do { \
        const uint64_t got_ = kit_run(text, __VA_ARGS__); \
        const uint64_t want_ = (uint64_t)(want); \
        KIT_CHECK(got_ == want_, "%s %s: %#llx, expected %#llx", text, #__VA_ARGS__, \
                  (unsigned long long)got_, (unsigned long long)want_); \
    } while (0)

static inline uint64_t f32(float x)
{
    uint32_t u;
    memcpy(&u, &x, 4);
    return u;
}
static inline uint64_t f64(double x)
{
    uint64_t u;
    memcpy(&u, &x, 8);
    return u;
}

// A small generator with a fixed seed; every bit pattern is possible.
static uint64_t kit_state = 0x9e3779b97f4a7c15ull;
static inline uint64_t kit_random(void)
{
    kit_state ^= kit_state << 13;
    kit_state ^= kit_state >> 7;
    kit_state ^= kit_state << 17;
    return kit_state * 0x2545f4914f6cdd1dull;
}
