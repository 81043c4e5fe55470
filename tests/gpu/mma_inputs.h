// mma_inputs.h - the elements that mma_probe.cu multiplies: a function of the instruction, the way,
// the run, the matrix, the lane and the register.
#pragma once
#include <stdint.h>

#ifdef __CUDACC__
#define BOTH __host__ __device__ static inline
#else
#define BOTH static inline
#endif

typedef enum { E_f16, E_bf16, E_tf32, E_f32, E_f64, E_e4m3, E_e5m2, E_bits } MmaElement;

typedef struct {
    uint8_t a, b, d;                   // MmaElement
    uint8_t a_words, b_words, d_words; // registers of 32 bits in a lane
} MmaShape;

enum { WAY_near, WAY_finite, WAY_any, WAY_cancel, WAY_small, WAYS };
static const char *const mma_way_names[WAYS] = {"near", "finite", "any", "cancel", "small"};

enum {
#define MMA(id, ...) MMA_##id,
#define MMA64(id, ...) MMA_##id,
#define WGMMA(id, ...) MMA_##id,
#include "mma_kinds.h"
};

BOTH bool mma_is_float(MmaElement e) { return e != E_bits; }

BOTH uint64_t mma_mix(uint64_t x)
{
    x += 0x9e3779b97f4a7c15ull;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ x >> 27) * 0x94d049bb133111ebull;
    return x ^ x >> 31;
}

// A number with `e` bits of exponent and `m` of mantissa, from random bits.
BOTH uint64_t mma_number(uint64_t random, int e, int m, int way, uint64_t more)
{
    const int top = (1 << e) - 1, bias = top >> 1, spread = top > 60 ? 12 : top / 4;
    const uint64_t mantissa = random & ((1ull << m) - 1), sign = random >> 63;
    int exponent = (int)(more >> 8) & top;
    switch (way) {
    case WAY_near: exponent = bias - 2 + (int)(more >> 8 & 3); break;
    case WAY_finite: exponent = exponent == top ? bias : exponent; break;
    case WAY_any: exponent = (more & 31) == 0 ? top : bias - 3 + (int)(more >> 8 & 7); break;
    case WAY_cancel:
        exponent = more & 3 ? bias - (int)((more >> 8) % (unsigned)spread)
                            : bias + (int)((more >> 8) % (unsigned)spread);
        break;
    default:
        exponent = (int)(more >> 8 & 3) ? (int)(more >> 16 & 1) : bias + (int)(more >> 16 & 1);
        break;
    }
    return sign << (e + m) | (uint64_t)exponent << m | mantissa;
}

// The word of a register.
BOTH uint32_t mma_input(int kind, int way, int run, char matrix, int lane, int word, MmaElement e)
{
    const uint64_t key =
        mma_mix(mma_mix((uint64_t)kind << 40 | (uint64_t)way << 32 | (uint32_t)run) ^
                ((uint64_t)matrix << 32 | (uint64_t)lane << 8));
    const uint64_t r = mma_mix(key ^ (uint64_t)word), s = mma_mix(r ^ 1), t = mma_mix(r ^ 2),
                   u = mma_mix(r ^ 3);
    const int w = matrix == 'c' && way == WAY_any ? WAY_finite : way;
    switch (e) {
    case E_f16: return (uint32_t)(mma_number(r, 5, 10, w, s) | mma_number(t, 5, 10, w, u) << 16);
    case E_bf16: return (uint32_t)(mma_number(r, 8, 7, w, s) | mma_number(t, 8, 7, w, u) << 16);
    case E_tf32: // the 13 bits below are not looked at, or are they?
    case E_f32: return (uint32_t)mma_number(r, 8, 23, w, s);
    case E_f64: {
        const uint64_t pair = mma_mix(key ^ (uint64_t)(word / 2) ^ 0x100), more = mma_mix(pair ^ 1);
        return (uint32_t)(mma_number(pair, 11, 52, w, more) >> 32 * (word % 2));
    }
    case E_e4m3:
    case E_e5m2: {
        uint32_t all = 0;
        for (int i = 0; i < 4; i++) {
            const uint64_t x = mma_mix(r ^ (uint64_t)(16 + i)), y = mma_mix(x ^ 1);
            all |= (uint32_t)mma_number(x, e == E_e4m3 ? 4 : 5, e == E_e4m3 ? 3 : 2, w, y) << 8 * i;
        }
        return all;
    }
    default: return (uint32_t)r;
    }
}

// Which elements of A a sparse product has: of 4 in a row two (tf32: of 2 one).
BOTH uint32_t mma_metadata(int kind, int way, int run, int lane, MmaElement e)
{
    const uint64_t random = mma_mix((uint64_t)kind << 48 ^ (uint64_t)way << 40 ^
                                    (uint64_t)run << 8 ^ (uint64_t)lane ^ 0x55ull << 56);
    uint32_t all = 0;
    for (int i = 0; i < 8; i++) {
        const unsigned r = (unsigned)(random >> 8 * i & 255);
        const uint32_t pairs =
            0x00ed9c84u; // 0x4, 0x8, 0xc, 0x9, 0xd, 0xe: two places, the lower one first
        all |= (e == E_tf32 ? (r & 1 ? 0xeu : 0x4u) : pairs >> 4 * (r % 6) & 15u) << 4 * i;
    }
    return all;
}
