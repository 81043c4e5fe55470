// tensor_map.c - cuTensorMapEncodeTiled and its relatives: they check their arguments by the rules
// of the driver API's manual ("Tensor Map Object Management") and fill in a TensorMap. They need no
// device, so the program's process has them: in libcuda.so.1, and see driver_entry.c.
//
// CUDA_ERROR_INVALID_VALUE is the answer to whatever breaks a rule, and to what a GPU of compute
// capability 9.0 lacks: packed types of 4 and 6 bits, and swizzles of larger atoms (PTX ISA
// 9.7.9.27, "Target ISA Notes").
#include "driver_entry.h"
#include "tensor_map.h"

#include <string.h>

#define EXPORT __attribute__((visibility("default")))

enum { MAX_BOX = 256, MAX_STEP = 8, MAX_PIXELS = 1024, PIECE = 16 };

typedef struct {
    CUtensorMapDataType type;
    cuuint32_t rank;
    void *address;
    const cuuint64_t *size, *stride;
    const cuuint32_t *step;
    CUtensorMapInterleave interleave;
    CUtensorMapSwizzle swizzle;
    CUtensorMapL2promotion promotion;
    CUtensorMapFloatOOBfill fill;
} Common;

static bool is_float(CUtensorMapDataType type) { return type >= CU_TENSOR_MAP_DATA_TYPE_FLOAT16; }

static bool choices_fit(const Common *c)
{
    return (unsigned)c->type < ELEMENT_TYPES &&
           (unsigned)c->interleave <= CU_TENSOR_MAP_INTERLEAVE_32B &&
           (unsigned)c->swizzle <= CU_TENSOR_MAP_SWIZZLE_128B &&
           (unsigned)c->promotion <= CU_TENSOR_MAP_L2_PROMOTION_L2_256B &&
           (unsigned)c->fill <= CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA &&
           (c->fill == CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE || is_float(c->type));
}

// `row`: bytes of a row of the box, or of a pixel. Of interleaved tensors the driver looks at these
// bytes, too, but not at the swizzle (measured: it takes each swizzle with slices of 32 bytes).
static bool row_fits(const Common *c, uint64_t row)
{
    return row % PIECE == 0 &&
           (c->interleave != CU_TENSOR_MAP_INTERLEAVE_NONE ||
            c->swizzle == CU_TENSOR_MAP_SWIZZLE_NONE || row <= (uint64_t)PIECE << c->swizzle);
}

static bool tensor_fits(const CUtensorMap *to, const Common *c, cuuint32_t least_rank)
{
    bool interleaved = c->interleave != CU_TENSOR_MAP_INTERLEAVE_NONE;
    if (!to || !choices_fit(c) || c->rank < (interleaved ? 3 : least_rank) || c->rank > MAX_RANK)
        return false;
    if (!c->size || !c->step || (c->rank > 1 && !c->stride))
        return false;
    const uint64_t unit = c->interleave == CU_TENSOR_MAP_INTERLEAVE_32B ? 32 : 16;
    if ((uintptr_t)c->address % unit)
        return false;
    for (cuuint32_t i = 0; i < c->rank; i++) {
        if (!c->size[i] || c->size[i] > 1ull << 32 || !c->step[i] || c->step[i] > MAX_STEP)
            return false;
        if (i > 0 && (c->stride[i - 1] % unit || c->stride[i - 1] >= 1ull << 40))
            return false;
    }
    return true;
}

static TensorMap filled_in(const Common *c)
{
    TensorMap m = {.magic = TENSOR_MAP_MAGIC,
                   .address = (uintptr_t)c->address,
                   .type = (uint8_t)c->type,
                   .rank = (uint8_t)c->rank,
                   .interleave = (uint8_t)c->interleave,
                   .swizzle = (uint8_t)c->swizzle,
                   .promotion = (uint8_t)c->promotion,
                   .fill_nan = c->fill != CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE};
    for (cuuint32_t i = 0; i < c->rank; i++) {
        m.size[i] = c->size[i];
        m.step[i] = i || m.interleave ? (uint8_t)c->step[i] : 1;
        if (i > 0)
            m.stride[i - 1] = c->stride[i - 1];
    }
    return m;
}

EXPORT CUresult cuTensorMapEncodeTiled(CUtensorMap *tensorMap, CUtensorMapDataType tensorDataType,
                                       cuuint32_t tensorRank, void *globalAddress,
                                       const cuuint64_t *globalDim, const cuuint64_t *globalStrides,
                                       const cuuint32_t *boxDim, const cuuint32_t *elementStrides,
                                       CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                                       CUtensorMapL2promotion l2Promotion,
                                       CUtensorMapFloatOOBfill oobFill)
{
    const Common c = {tensorDataType, tensorRank, globalAddress, globalDim,   globalStrides,
                      elementStrides, interleave, swizzle,       l2Promotion, oobFill};
    if (!tensor_fits(tensorMap, &c, 1) || !boxDim)
        return CUDA_ERROR_INVALID_VALUE;
    TensorMap m = filled_in(&c);
    for (cuuint32_t i = 0; i < tensorRank; i++) {
        if (!boxDim[i] || boxDim[i] > MAX_BOX)
            return CUDA_ERROR_INVALID_VALUE;
        m.box[i] = (uint16_t)boxDim[i];
    }
    if (!row_fits(&c, (uint64_t)boxDim[0] * element_bytes(m.type)))
        return CUDA_ERROR_INVALID_VALUE;
    memcpy(tensorMap, &m, sizeof m);
    return CUDA_SUCCESS;
}

// The corners are those of W, H, D, in the order of the dimensions, as CUTLASS gives them. In an
// interleaved tensor W is dimension 0, else C is.
static bool corners_fit(TensorMap *m, const int *lower, const int *upper)
{
    static const int limit[MAX_CORNERS] = {1 << 15, 1 << 7, 1 << 4}; // by rank
    const int most = limit[m->rank - 3];
    for (unsigned i = 0; i + 2 < m->rank; i++) {
        if (lower[i] < -most || lower[i] >= most || upper[i] < -most || upper[i] >= most)
            return false;
        const int64_t size = (int64_t)m->size[i + !m->interleave];
        if (lower[i] >= size + upper[i]) // an empty box
            return false;
        m->lower[i] = (int16_t)lower[i];
        m->upper[i] = (int16_t)upper[i];
    }
    return true;
}

EXPORT CUresult cuTensorMapEncodeIm2col(
    CUtensorMap *tensorMap, CUtensorMapDataType tensorDataType, cuuint32_t tensorRank,
    void *globalAddress, const cuuint64_t *globalDim, const cuuint64_t *globalStrides,
    const int *pixelBoxLowerCorner, const int *pixelBoxUpperCorner, cuuint32_t channelsPerPixel,
    cuuint32_t pixelsPerColumn, const cuuint32_t *elementStrides, CUtensorMapInterleave interleave,
    CUtensorMapSwizzle swizzle, CUtensorMapL2promotion l2Promotion, CUtensorMapFloatOOBfill oobFill)
{
    const Common c = {tensorDataType, tensorRank, globalAddress, globalDim,   globalStrides,
                      elementStrides, interleave, swizzle,       l2Promotion, oobFill};
    if (!tensor_fits(tensorMap, &c, 3) || !pixelBoxLowerCorner || !pixelBoxUpperCorner ||
        !channelsPerPixel || channelsPerPixel > MAX_BOX || !pixelsPerColumn ||
        pixelsPerColumn > MAX_PIXELS)
        return CUDA_ERROR_INVALID_VALUE;
    TensorMap m = filled_in(&c);
    m.im2col = true;
    m.box[0] = (uint16_t)channelsPerPixel;
    m.box[1] = (uint16_t)pixelsPerColumn;
    if (!corners_fit(&m, pixelBoxLowerCorner, pixelBoxUpperCorner) ||
        !row_fits(&c, (uint64_t)channelsPerPixel * element_bytes(m.type)))
        return CUDA_ERROR_INVALID_VALUE;
    memcpy(tensorMap, &m, sizeof m);
    return CUDA_SUCCESS;
}

// The map is encoded, as by the driver of an H200, but only devices of compute capability 10.0 and
// up have copies that read it (PTX ISA 9.7.9.27): to the others it is no map.
EXPORT CUresult cuTensorMapEncodeIm2colWide(
    CUtensorMap *tensorMap, CUtensorMapDataType tensorDataType, cuuint32_t tensorRank,
    void *globalAddress, const cuuint64_t *globalDim, const cuuint64_t *globalStrides,
    int pixelBoxLowerCornerWidth, int pixelBoxUpperCornerWidth, cuuint32_t channelsPerPixel,
    cuuint32_t pixelsPerColumn, const cuuint32_t *elementStrides, CUtensorMapInterleave interleave,
    CUtensorMapIm2ColWideMode mode, CUtensorMapSwizzle swizzle, CUtensorMapL2promotion l2Promotion,
    CUtensorMapFloatOOBfill oobFill)
{
    const Common c = {tensorDataType, tensorRank, globalAddress, globalDim,   globalStrides,
                      elementStrides, interleave, swizzle,       l2Promotion, oobFill};
    const int lower = pixelBoxLowerCornerWidth, upper = pixelBoxUpperCornerWidth;
    const bool counted = mode == CU_TENSOR_MAP_IM2COL_WIDE_MODE_W;
    if (!tensor_fits(tensorMap, &c, 3) || (unsigned)mode > CU_TENSOR_MAP_IM2COL_WIDE_MODE_W128 ||
        !channelsPerPixel || channelsPerPixel > MAX_BOX ||
        (counted && (!pixelsPerColumn || pixelsPerColumn > MAX_PIXELS)) ||
        lower != (int16_t)lower || upper != (int16_t)upper ||
        lower >= (int64_t)globalDim[interleave ? 0 : 1] + upper ||
        !row_fits(&c, (uint64_t)channelsPerPixel * element_bytes((uint8_t)tensorDataType)))
        return CUDA_ERROR_INVALID_VALUE;
    TensorMap m = filled_in(&c);
    m.magic = 0;
    memcpy(tensorMap, &m, sizeof m);
    return CUDA_SUCCESS;
}

EXPORT CUresult cuTensorMapReplaceAddress(CUtensorMap *tensorMap, void *globalAddress)
{
    TensorMap m;
    if (!tensorMap)
        return CUDA_ERROR_INVALID_VALUE;
    memcpy(&m, tensorMap, sizeof m);
    if (m.magic != TENSOR_MAP_MAGIC || (uintptr_t)globalAddress % (m.interleave == 2 ? 32 : 16))
        return CUDA_ERROR_INVALID_VALUE;
    m.address = (uintptr_t)globalAddress;
    memcpy(tensorMap, &m, sizeof m);
    return CUDA_SUCCESS;
}
