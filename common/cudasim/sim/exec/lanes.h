// lanes.h - how a handler is written: one expression for one lane.
//
//   LANES2(add_32, U32, U32, a + b)
//
// defines the handler add_32: for every active lane, D = a + b, where D is a
// U32 and a and b are the two sources read as U32. LANES1 and LANES3 likewise;
// LANES3T names a type for each source. A 16-bit value lies zero-extended in a
// 32-bit lane: its handlers read the lane as U32, convert, and cut the result.
//
// The loops come out as vector code if the compiler may assume that floating-
// point operations neither trap nor set errno; results do not depend on it.
#pragma once

#include "sim/exec.h"

// The same lanes are accessed with many types.
typedef uint32_t U32 __attribute__((may_alias));
typedef int32_t S32 __attribute__((may_alias));
typedef uint64_t U64 __attribute__((may_alias));
typedef int64_t S64 __attribute__((may_alias));
typedef float F32 __attribute__((may_alias));
typedef double F64 __attribute__((may_alias));

#define LANES1(fn, TD, TA, ...) \
    static void fn(Warp *w, const Step *s) \
    { \
        TD *D = slot(w, s->dst); \
        const TA *A = slot(w, s->src[0]); \
        EACH_LANE(w, const TA a = A[l]; D[l] = (TD)(__VA_ARGS__);); \
    }

#define LANES2T(fn, TD, TA, TB, ...) \
    static void fn(Warp *w, const Step *s) \
    { \
        TD *D = slot(w, s->dst); \
        const TA *A = slot(w, s->src[0]); \
        const TB *B = slot(w, s->src[1]); \
        EACH_LANE(w, const TA a = A[l]; const TB b = B[l]; D[l] = (TD)(__VA_ARGS__);); \
    }
#define LANES2(fn, TD, T, ...) LANES2T(fn, TD, T, T, __VA_ARGS__)

#define LANES3T(fn, TD, TA, TB, TC, ...) \
    static void fn(Warp *w, const Step *s) \
    { \
        TD *D = slot(w, s->dst); \
        const TA *A = slot(w, s->src[0]); \
        const TB *B = slot(w, s->src[1]); \
        const TC *C = slot(w, s->src[2]); \
        EACH_LANE(w, const TA a = A[l]; const TB b = B[l]; const TC c = C[l]; \
                  D[l] = (TD)(__VA_ARGS__);); \
    }
#define LANES3(fn, TD, T, ...) LANES3T(fn, TD, T, T, T, __VA_ARGS__)

// clang-format off
// Integer types as columns of a table of handlers.
typedef enum {
    INT_u16, INT_s16, INT_u32, INT_s32, INT_u64, INT_s64, INT_u16x2, INT_s16x2, INT_COUNT
} IntKind;
// clang-format on

// INT_COUNT for a type that is no integer. Untyped bits count as unsigned.
static inline IntKind int_kind(unsigned type)
{
    switch (type) {
    case TYPE_u16:
    case TYPE_b16: return INT_u16;
    case TYPE_s16: return INT_s16;
    case TYPE_u32:
    case TYPE_b32: return INT_u32;
    case TYPE_s32: return INT_s32;
    case TYPE_u64:
    case TYPE_b64: return INT_u64;
    case TYPE_s64: return INT_s64;
    case TYPE_u16x2: return INT_u16x2;
    case TYPE_s16x2: return INT_s16x2;
    default: return INT_COUNT;
    }
}

// The row's handler for an integer type, NULL if it has none.
static inline ExecFn int_pick(const ExecFn row[INT_COUNT], unsigned type)
{
    const IntKind k = int_kind(type);
    return k < INT_COUNT ? row[k] : NULL;
}

// Two 16-bit halves, each put through the expression E(x, y) of 16-bit values.
#define HALVES2(E, a, b) \
    ((uint16_t)E((a)&0xffff, (b)&0xffff) | (uint32_t)(uint16_t)E((a) >> 16, (b) >> 16) << 16)
