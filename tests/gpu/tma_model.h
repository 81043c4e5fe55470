// tma_model.h - the manual on tensor copies, element by element, for tma_probe.cu: where each
// element of a box is in memory and in shared memory, and what a load, a store or a reduction
// leaves there.
#pragma once

#include <cuda.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cstdint>
#include <cstring>
#include <vector>

enum { ROOM = 48 << 10, TENSOR = 1 << 18, PATIENCE = 1 << 16 };

struct Case {
    int type, rank;
    uint64_t size[5], stride[4]; // stride in bytes; 0: of a dense tensor
    uint32_t box[5], step[5];
    int interleave, swizzle, fill;
    int at[5];
    bool im2col;
    int lower[3], upper[3], offset[3]; // W, H, D; box: channels, pixels
};

static int bytes_of(int type)
{
    static const int bytes[] = {1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4};
    return bytes[type];
}
static int unit(const Case &c) // of dimension 0 in the tensor
{
    return c.interleave == 1 ? 16 : c.interleave == 2 ? 32 : bytes_of(c.type);
}
static uint64_t stride(const Case &c, int k) // of dimension k
{
    if (k == 0)
        return (uint64_t)unit(c);
    if (c.stride[k - 1])
        return c.stride[k - 1];
    uint64_t dense = stride(c, k - 1) * c.size[k - 1];
    return (dense + 31) / 32 * 32;
}
static uint32_t count(const Case &c, int k)
{
    if (c.interleave && k == c.rank - 2)
        return 1; // slices of C: measured
    uint32_t step = k || c.interleave ? c.step[k] : 1;
    return (c.box[k] + step - 1) / step;
}

struct Element {
    int64_t place; // in the tensor; -1: outside
    uint32_t shared;
};

static uint32_t place_in_shared(const Case &c, uint64_t row, uint32_t row_bytes, uint32_t byte)
{
    uint32_t wide = c.swizzle && !c.interleave ? 16u << c.swizzle : 0;
    uint32_t pitch = row_bytes > wide ? row_bytes : wide;
    uint32_t at = (uint32_t)row * pitch + byte;
    return at ^ ((at >> 7) & ((1u << c.swizzle) - 1)) << 4;
}

static int64_t place_in_tensor(const Case &c, const int64_t at[5])
{
    int64_t place = 0;
    for (int k = 0; k < c.rank; k++) {
        if (at[k] < 0 || at[k] >= (int64_t)c.size[k])
            return -1;
        place += at[k] * (int64_t)stride(c, k);
    }
    return place;
}

// All elements (interleaved: all slices) of the box, in the order of shared memory.
static std::vector<Element> elements(const Case &c)
{
    std::vector<Element> list;
    const int bytes = unit(c), first = c.interleave ? 0 : 1;
    if (!c.im2col) {
        uint64_t n = 1;
        for (int k = 0; k < c.rank; k++)
            n *= count(c, k);
        for (uint64_t i = 0; i < n; i++) {
            int64_t at[5] = {0};
            uint64_t left = i;
            for (int k = 0; k < c.rank; k++) {
                at[k] =
                    c.at[k] + (int64_t)(left % count(c, k)) * (k || c.interleave ? c.step[k] : 1);
                left /= count(c, k);
            }
            uint32_t row = count(c, 0) * (uint32_t)bytes;
            list.push_back(
                {place_in_tensor(c, at),
                 place_in_shared(c, i / count(c, 0), row, (uint32_t)(i % count(c, 0)) * bytes)});
        }
        return list;
    }
    int64_t base[5];
    const uint32_t channels = c.interleave ? 1 : c.box[0];
    for (int k = 0; k < c.rank; k++)
        base[k] = c.at[k];
    for (uint32_t pixel = 0; pixel < c.box[1]; pixel++) {
        for (uint32_t x = 0; x < channels; x++) {
            int64_t at[5];
            memcpy(at, base, sizeof at);
            for (int k = 0; k < c.rank - 2; k++)
                at[first + k] += c.offset[k];
            at[0] += x;
            list.push_back(
                {place_in_tensor(c, at), place_in_shared(c, pixel, channels * bytes, x * bytes)});
        }
        int k = 0;
        for (; k < c.rank - 2; k++) {
            base[first + k] += c.step[first + k];
            if (base[first + k] < (int64_t)c.size[first + k] + c.upper[k])
                break;
            base[first + k] = c.lower[k];
        }
        if (k == c.rank - 2)
            base[c.rank - 1] += c.step[c.rank - 1];
    }
    return list;
}

static void model_load(const Case &c, const std::vector<Element> &list, const uint8_t *tensor,
                       uint8_t *shared)
{
    const int bytes = unit(c), elem = bytes_of(c.type);
    for (const Element &e : list) {
        for (int b = 0; b < bytes; b += elem) {
            uint8_t v[8];
            for (int i = 0; i < 8; i++)
                v[i] = !c.fill ? 0 : i % 2 ? 0x7f : 0xf7;
            if (e.place >= 0)
                memcpy(v, tensor + e.place + b, (size_t)elem);
            if (e.place >= 0 && c.type >= 11) { // f32 that is rounded to tf32
                uint32_t w;
                memcpy(&w, v, 4);
                if ((w & 0x7fffffff) > 0x7f800000)
                    w = 0x7fffe000;
                else if (w << 1 != 0xff000000)
                    w = (w + 0xfff + (w >> 13 & 1)) & ~0x1fffu;
                memcpy(v, &w, 4);
            }
            // a slice of 32 bytes has two pieces, which the swizzle moves
            uint32_t piece = e.shared;
            if (b >= 16)
                piece ^= 16;
            memcpy(shared + piece + b % 16, v, (size_t)elem);
        }
    }
}

template <typename T>
static T combined(int op, T a, T b)
{
    switch (op) {
    case 1: return a + b;
    case 2: return b < a ? b : a;
    default: return b > a ? b : a;
    }
}
template <typename T>
static T bits(int op, T a, T b)
{
    switch (op) {
    case 4: return a >= b ? 0 : a + 1;
    case 5: return a == 0 || a > b ? b : a - 1;
    case 6: return a & b;
    case 7: return a | b;
    default: return a ^ b;
    }
}

template <typename T>
static void apply(int op, uint8_t *to, const uint8_t *from)
{
    T a, b;
    memcpy(&a, to, sizeof a);
    memcpy(&b, from, sizeof b);
    a = combined<T>(op, a, b);
    memcpy(to, &a, sizeof a);
}
template <typename H>
static void apply_half(int op, uint8_t *to, const uint8_t *from)
{
    H a, b;
    memcpy((void *)&a, to, 2);
    memcpy((void *)&b, from, 2);
    a = (H)combined<float>(op, (float)a, (float)b);
    memcpy(to, (void *)&a, 2);
}

static void model_element(int type, int op, uint8_t *to, const uint8_t *from)
{
    if (op == 0) {
        memcpy(to, from, (size_t)bytes_of(type));
    } else if (op >= 4) {
        uint64_t a = 0, b = 0;
        memcpy(&a, to, (size_t)bytes_of(type));
        memcpy(&b, from, (size_t)bytes_of(type));
        a = bytes_of(type) == 8 ? bits<uint64_t>(op, a, b)
                                : bits<uint32_t>(op, (uint32_t)a, (uint32_t)b);
        memcpy(to, &a, (size_t)bytes_of(type));
    } else {
        switch (type) {
        case CU_TENSOR_MAP_DATA_TYPE_UINT32: apply<uint32_t>(op, to, from); break;
        case CU_TENSOR_MAP_DATA_TYPE_INT32: apply<int32_t>(op, to, from); break;
        case CU_TENSOR_MAP_DATA_TYPE_UINT64: apply<uint64_t>(op, to, from); break;
        case CU_TENSOR_MAP_DATA_TYPE_INT64: apply<int64_t>(op, to, from); break;
        case CU_TENSOR_MAP_DATA_TYPE_FLOAT16: apply_half<__half>(op, to, from); break;
        case CU_TENSOR_MAP_DATA_TYPE_BFLOAT16: apply_half<__nv_bfloat16>(op, to, from); break;
        default: apply<float>(op, to, from);
        }
    }
}

// A store writes whole pieces of 16 bytes, also where the row of the tensor ends within one: the
// manual does not say so, an H200 does it.
static void model_store(const Case &c, const std::vector<Element> &list, int op, uint8_t *tensor,
                        const uint8_t *shared)
{
    const int bytes = unit(c), elem = bytes_of(c.type);
    int64_t last = -1; // of the elements before this one: the place, if it is in the tensor
    for (const Element &e : list) {
        const bool in_piece = op == 0 && last >= 0 && e.shared % 16;
        const int64_t place = e.place < 0 && in_piece ? last + bytes : e.place;
        for (int b = 0; b < bytes && place >= 0; b += elem) {
            uint32_t piece = b >= 16 ? e.shared ^ 16 : e.shared;
            model_element(c.type, op, tensor + place + b, shared + piece + b % 16);
        }
        last = place;
    }
}
