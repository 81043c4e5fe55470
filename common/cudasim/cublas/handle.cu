// handle.cu - handles, what is set in them, names of statuses, and copies between host and device.
#include "library.h"

#include <stdio.h>
#include <string.h>

cublasStatus_t wrong_argument(const char *routine, int parameter)
{
    cublasXerbla(routine, parameter);
    return CUBLAS_STATUS_INVALID_VALUE;
}

extern "C" cublasStatus_t cublas_missing(const char *function)
{
    fprintf(stderr,
            "cudasim: %s is not part of the simulator's cuBLAS: it returns "
            "CUBLAS_STATUS_NOT_SUPPORTED\n",
            function);
    return CUBLAS_STATUS_NOT_SUPPORTED;
}

cublasStatus_t not_here(const char *function) { return cublas_missing(function); }

EXPORT void cublasXerbla(const char *name, int parameter)
{
    printf(" ** On entry to %-6s parameter number %d had an illegal value\n", name, parameter);
}

API cublasCreate_v2(cublasHandle_t *handle)
{
    if (!handle)
        return CUBLAS_STATUS_INVALID_VALUE;
    *handle = NULL;
    cublasContext *h = new cublasContext();
    cudaError_t e = cudaMalloc(&h->room, (MAX_BLOCKS + 1) * 16);
    if (e) {
        delete h;
        return e == cudaErrorMemoryAllocation ? CUBLAS_STATUS_ALLOC_FAILED
                                              : CUBLAS_STATUS_NOT_INITIALIZED;
    }
    *handle = h;
    return CUBLAS_STATUS_SUCCESS;
}

API cublasDestroy_v2(cublasHandle_t h)
{
    NEEDS_HANDLE(h)
    cudaFree(h->room);
    delete h;
    return CUBLAS_STATUS_SUCCESS;
}

API cublasGetVersion_v2(cublasHandle_t, int *version)
{
    if (!version)
        return CUBLAS_STATUS_INVALID_VALUE;
    *version = CUBLAS_VERSION;
    return CUBLAS_STATUS_SUCCESS;
}

API cublasGetProperty(libraryPropertyType type, int *value)
{
    static const int part[] = {CUBLAS_VER_MAJOR, CUBLAS_VER_MINOR, CUBLAS_VER_PATCH};
    if (!value || (unsigned)type > PATCH_LEVEL)
        return CUBLAS_STATUS_INVALID_VALUE;
    *value = part[type];
    return CUBLAS_STATUS_SUCCESS;
}

API cublasSetWorkspace_v2(cublasHandle_t h, void *, size_t)
{
    NEEDS_HANDLE(h)
    return CUBLAS_STATUS_SUCCESS; // the kernels here need none
}

// A value that a program sets and asks for; the last one that is valid.
#define SETTING(set, get, T, field, last) \
    API set(cublasHandle_t h, T value) \
    { \
        NEEDS_HANDLE(h) \
        if ((unsigned)value > (unsigned)(last)) \
            return CUBLAS_STATUS_INVALID_VALUE; \
        h->field = value; \
        return CUBLAS_STATUS_SUCCESS; \
    } \
    API get(cublasHandle_t h, T *value) \
    { \
        NEEDS_HANDLE(h) \
        if (!value) \
            return CUBLAS_STATUS_INVALID_VALUE; \
        *value = h->field; \
        return CUBLAS_STATUS_SUCCESS; \
    }
SETTING(cublasSetPointerMode_v2, cublasGetPointerMode_v2, cublasPointerMode_t, pointers, 1)
SETTING(cublasSetAtomicsMode, cublasGetAtomicsMode, cublasAtomicsMode_t, atomics, 1)
SETTING(cublasSetMathMode, cublasGetMathMode, cublasMath_t, math, ~0u)
SETTING(cublasSetSmCountTarget, cublasGetSmCountTarget, int, multiprocessors, 1 << 16)

API cublasSetStream_v2(cublasHandle_t h, cudaStream_t stream)
{
    NEEDS_HANDLE(h)
    h->stream = stream;
    return CUBLAS_STATUS_SUCCESS;
}

API cublasGetStream_v2(cublasHandle_t h, cudaStream_t *stream)
{
    NEEDS_HANDLE(h)
    if (!stream)
        return CUBLAS_STATUS_INVALID_VALUE;
    *stream = h->stream;
    return CUBLAS_STATUS_SUCCESS;
}

// ---- names ----------------------------------------------------------

static const struct {
    cublasStatus_t status;
    const char *name, *text;
} statuses[] = {
#define STATUS(name, text) {CUBLAS_STATUS_##name, "CUBLAS_STATUS_" #name, text},
    STATUS(SUCCESS, "success") STATUS(NOT_INITIALIZED, "the library was not initialized")
        STATUS(ALLOC_FAILED, "the resource allocation failed")
            STATUS(INVALID_VALUE, "an unsupported value or parameter was passed to the function")
                STATUS(ARCH_MISMATCH,
                       "the function requires an architectural feature absent from the device")
                    STATUS(MAPPING_ERROR, "an access to GPU memory space failed")
                        STATUS(EXECUTION_FAILED, "the function failed to launch on the GPU")
                            STATUS(INTERNAL_ERROR, "an internal operation failed") STATUS(
                                NOT_SUPPORTED, "the requested functionality is not supported")
                                STATUS(LICENSE_ERROR, "the license check failed")};

static int find_status(cublasStatus_t status)
{
    for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++)
        if (statuses[i].status == status)
            return (int)i;
    return -1;
}

EXPORT const char *cublasGetStatusName(cublasStatus_t status)
{
    int i = find_status(status);
    return i < 0 ? "unrecognized status" : statuses[i].name;
}

EXPORT const char *cublasGetStatusString(cublasStatus_t status)
{
    int i = find_status(status);
    return i < 0 ? "unrecognized status" : statuses[i].text;
}

// ---- copies ---------------------------------------------------------

// `count` columns of `bytes` (-1: of elements without a size); rows of a matrix lie together,
// elements of a vector may have a step.
static cublasStatus_t copy(int64_t count, int64_t bytes, const void *from, int64_t from_step,
                           void *to, int64_t to_step, cudaMemcpyKind kind, cudaStream_t *stream)
{
    if (count < 0 || bytes < 0)
        return CUBLAS_STATUS_INVALID_VALUE;
    if (from_step < bytes || to_step < bytes)
        return CUBLAS_STATUS_MAPPING_ERROR;
    if (!count || !bytes)
        return CUBLAS_STATUS_SUCCESS;
    bool together = from_step == bytes && to_step == bytes;
    int64_t width = together ? bytes * count : bytes, height = together ? 1 : count;
    cudaError_t e =
        stream ? cudaMemcpy2DAsync(to, together ? width : to_step, from,
                                   together ? width : from_step, width, height, kind, *stream)
               : cudaMemcpy2D(to, together ? width : to_step, from, together ? width : from_step,
                              width, height, kind);
    return e ? CUBLAS_STATUS_MAPPING_ERROR : CUBLAS_STATUS_SUCCESS;
}

// Set copies to the device, Get to the host.
#define COPIES(Set, kind, I, W) \
    API cublas##Set##Vector##W(I n, I size, const void *x, I incx, void *y, I incy) \
    { \
        return copy(n, size > 0 ? size : -1, x, (int64_t)incx * size, y, (int64_t)incy * size, \
                    kind, NULL); \
    } \
    API cublas##Set##VectorAsync##W(I n, I size, const void *x, I incx, void *y, I incy, \
                                    cudaStream_t s) \
    { \
        return copy(n, size > 0 ? size : -1, x, (int64_t)incx * size, y, (int64_t)incy * size, \
                    kind, &s); \
    } \
    API cublas##Set##Matrix##W(I rows, I columns, I size, const void *a, I lda, void *b, I ldb) \
    { \
        return copy(columns, size > 0 ? (int64_t)rows * size : -1, a, (int64_t)lda * size, b, \
                    (int64_t)ldb * size, kind, NULL); \
    } \
    API cublas##Set##MatrixAsync##W(I rows, I columns, I size, const void *a, I lda, void *b, \
                                    I ldb, cudaStream_t s) \
    { \
        return copy(columns, size > 0 ? (int64_t)rows * size : -1, a, (int64_t)lda * size, b, \
                    (int64_t)ldb * size, kind, &s); \
    }
COPIES(Set, cudaMemcpyHostToDevice, int, )
COPIES(Set, cudaMemcpyHostToDevice, int64_t, _64)
COPIES(Get, cudaMemcpyDeviceToHost, int, )
COPIES(Get, cudaMemcpyDeviceToHost, int64_t, _64)
