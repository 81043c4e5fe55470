// args.h - the arguments of each call as they pass through a channel, made from calls.h.
#pragma once

#include "channel.h"

#pragma GCC visibility push(default)
#include <cuda_runtime_api.h>

#include "cudasim.h"

// ---- stubs.c: cuda_profiler_api.h is not among the wheels that setup fetches -------------------

cudaError_t cudaProfilerStart(void);
cudaError_t cudaProfilerStop(void);
cudaError_t __cudaGetKernel(cudaKernel_t *kernel, const void *function);

// ---- registration.c: what nvcc's generated code calls, declared in no header of CUDA -----------

void **__cudaRegisterFatBinary(void *wrapper);
void __cudaRegisterFatBinaryEnd(void **handle);
void __cudaUnregisterFatBinary(void **handle);
char __cudaInitModule(void **handle);
void __cudaRegisterFunction(void **handle, const char *host, char *device_function,
                            const char *name, int thread_limit, uint3 *tid, uint3 *bid, dim3 *block,
                            dim3 *grid, int *warp_size);
void __cudaRegisterVar(void **handle, char *host, char *device_address, const char *name, int ext,
                       size_t size, int constant, int global);
void __cudaRegisterManagedVar(void **handle, void **host, char *device_address, const char *name,
                              int ext, size_t size, int constant, int global);
void __cudaRegisterHostVar(void **handle, const char *name, char *host, size_t size);
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, void *stream);
cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared, void *stream);
cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void **args,
                               size_t shared, cudaStream_t stream);
#pragma GCC visibility pop
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

enum { MAX_TEXT_ARG = 512, MAX_ATTRIBUTES = 24, MAX_LIST = 64 };

// ---- lists of arguments -----------------------------------------------------------------------

// EACH_ARG(M, list): M_<kind>(type, name) for each; COMMA_ARG: the same, with commas between.
#define ARG_OF(m, kind, type, name) m##_##kind(type, name)
#define ARG_1(m, a) ARG_OF_TUPLE(m, a)
#define ARG_OF_TUPLE(m, a) ARG_JOIN(m, ARG_UNPACK a)
#define ARG_UNPACK(...) __VA_ARGS__
#define ARG_JOIN(...) ARG_OF(__VA_ARGS__)
#define ARG_COUNT(...) ARG_COUNT_(__VA_ARGS__, 8, 7, 6, 5, 4, 3, 2, 1)
#define ARG_COUNT_(a, b, c, d, e, f, g, h, n, ...) n
#define ARG_PASTE(a, b) ARG_PASTE_(a, b)
#define ARG_PASTE_(a, b) a##b
#define EACH_ARG(m, ...) ARG_PASTE(EACH_, ARG_COUNT(__VA_ARGS__))(m, __VA_ARGS__)
#define EACH_1(m, a) ARG_1(m, a)
#define EACH_2(m, a, ...) ARG_1(m, a) EACH_1(m, __VA_ARGS__)
#define EACH_3(m, a, ...) ARG_1(m, a) EACH_2(m, __VA_ARGS__)
#define EACH_4(m, a, ...) ARG_1(m, a) EACH_3(m, __VA_ARGS__)
#define EACH_5(m, a, ...) ARG_1(m, a) EACH_4(m, __VA_ARGS__)
#define EACH_6(m, a, ...) ARG_1(m, a) EACH_5(m, __VA_ARGS__)
#define EACH_7(m, a, ...) ARG_1(m, a) EACH_6(m, __VA_ARGS__)
#define EACH_8(m, a, ...) ARG_1(m, a) EACH_7(m, __VA_ARGS__)
#define COMMA_ARG(m, ...) ARG_PASTE(COMMA_, ARG_COUNT(__VA_ARGS__))(m, __VA_ARGS__)
#define COMMA_1(m, a) ARG_1(m, a)
#define COMMA_2(m, a, ...) ARG_1(m, a), COMMA_1(m, __VA_ARGS__)
#define COMMA_3(m, a, ...) ARG_1(m, a), COMMA_2(m, __VA_ARGS__)
#define COMMA_4(m, a, ...) ARG_1(m, a), COMMA_3(m, __VA_ARGS__)
#define COMMA_5(m, a, ...) ARG_1(m, a), COMMA_4(m, __VA_ARGS__)
#define COMMA_6(m, a, ...) ARG_1(m, a), COMMA_5(m, __VA_ARGS__)
#define COMMA_7(m, a, ...) ARG_1(m, a), COMMA_6(m, __VA_ARGS__)
#define COMMA_8(m, a, ...) ARG_1(m, a), COMMA_7(m, __VA_ARGS__)

// ---- numbers and structs ------------------------------------------------------------------------

typedef enum {
#define CALL(type, name, ...) CALL_##name,
#define CALL_SERVED(type, name, ...) CALL_##name,
#define CALL_OWN(name) CALL_##name,
#include "calls.h"
#undef CALL
#undef CALL_SERVED
#undef CALL_OWN
    CALLS
} CallNumber;

typedef struct {
    cudaLaunchConfig_t config;
    uint8_t has_attributes;
    cudaLaunchAttribute attribute[MAX_ATTRIBUTES];
} ConfigArg;

#define FIELD_V(type, name) type name;
#define FIELD_I(type, name) \
    uint8_t has_##name; \
    type name;
#define FIELD_J(type, name) FIELD_I(type, name)
#define FIELD_O(type, name) FIELD_I(type, name)
#define FIELD_B(type, name) FIELD_I(type, name)
#define FIELD_S(type, name) \
    uint8_t has_##name; \
    char name[MAX_TEXT_ARG];
#define FIELD_C(type, name) \
    uint8_t has_##name; \
    ConfigArg name;
#define FIELD_N(type, name) char unused;

#define CALL(type, call, ...) \
    typedef struct { \
        EACH_ARG(FIELD, __VA_ARGS__) \
    } Args_##call;
#define CALL_SERVED(type, call, ...) CALL(type, call, __VA_ARGS__)
#define CALL_OWN(name)
#include "calls.h"
#undef CALL
#undef CALL_SERVED
#undef CALL_OWN

// Of calls that are written by hand; the others have no struct.
typedef struct {
    uint8_t has_text;
    int n, number;
    char text[MAX_TEXT_ARG];
} Args_cudaDeviceGetPCIBusId;

typedef struct { // the name is the answer's data
    uint8_t has_name;
    const void *function;
} Args_cudaFuncGetName;

typedef struct { // both of cudaMemPoolGetAttribute and cudaMemPoolSetAttribute
    cudaMemPool_t pool;
    enum cudaMemPoolAttr attr;
    uint8_t has_value;
    unsigned long long value;
} Args_cudaMemPoolAttribute;

typedef struct {
    cudaMemPool_t pool;
    uint8_t has_list;
    uint64_t count;
    struct cudaMemAccessDesc list[MAX_LIST];
} Args_cudaMemPoolSetAccess;

typedef struct { // the arrays are data: destinations, sources, sizes
    uint8_t has_all;
    uint64_t count;
    cudaStream_t stream;
} Args_cudaMemcpyBatchAsync;

typedef struct { // the handles are the answer's data
    uint8_t has_list;
    unsigned n;
    cudaLibrary_t library;
} Args_cudaLibraryEnumerateKernels;

typedef struct {
    uint8_t has_list;
    int n, list[MAX_LIST];
} Args_cudaSetValidDevices;

typedef struct {
    uint8_t has_mark;
    char mark[256];
} Args_cudasimMark;

typedef struct {
    double us;
} Args_cudasimHostWork;

typedef struct {
    uint64_t warp_instructions;
} Args_cudasimBudget;

typedef struct {
    CudasimSpent spent;
} Args_cudasimSpent;

typedef struct {
    int n;
    CudasimBuffer result[CUDASIM_BUFFERS];
} Args_cudasimFunctionReturns;

typedef struct {
    const void *ptr;
    CudasimWriter writer;
} Args_cudasimLastWriter;

typedef struct { // register_binary: `host` is the wrapper's address
    uint64_t handle, host;
} RegisterArgs;

typedef struct {
    uint64_t addr;
    uint8_t write;
} FaultArgs;
