// args.h - the arguments of each call as they pass through a channel, made from calls.h.
#pragma once

#include "api.h"
#include "channel.h"

enum { MAX_TEXT_ARG = 3072, MAX_ATTRIBUTES = 24, MAX_LIST = 64, MAX_NODES = 16384 };

// ---- lists of arguments ---------------------------------------------

// EACH_ARG(M, list): M_<kind>(type, name) for each argument of a row of calls.h; COMMA_ARG: the
// same, with commas between. A row
//
//   CALL(cudaError_t, cudaFuncGetParamInfo, (V, const void *, function), (O, size_t, offset))
//
// gives its macro the list (V, const void *, function), (O, size_t, offset). From this
//
//   EACH_ARG(FIELD, list)     makes  FIELD_V(const void *, function) FIELD_O(size_t, offset)
//   COMMA_ARG(DECLARE, list)  makes  DECLARE_V(const void *, function), DECLARE_O(size_t, offset)
//
// ARG_COUNT counts the list, 2, and LIST_2 takes the first argument off and leaves the other to
// LIST_1. ARG_ONE puts the parts of one argument, without its parentheses, into ARG_OF.
#define EACH_ARG(m, ...) ARG_LIST(m, ARG_NOTHING, __VA_ARGS__)
#define COMMA_ARG(m, ...) ARG_LIST(m, ARG_COMMA, __VA_ARGS__)
#define ARG_NOTHING()
#define ARG_COMMA() ,
#define ARG_LIST(m, between, ...) ARG_PASTE(LIST_, ARG_COUNT(__VA_ARGS__))(m, between, __VA_ARGS__)
#define LIST_1(m, s, a) ARG_ONE(m, ARG_UNPACK a)
#define LIST_2(m, s, a, ...) LIST_1(m, s, a) s() LIST_1(m, s, __VA_ARGS__)
#define LIST_3(m, s, a, ...) LIST_1(m, s, a) s() LIST_2(m, s, __VA_ARGS__)
#define LIST_4(m, s, a, ...) LIST_1(m, s, a) s() LIST_3(m, s, __VA_ARGS__)
#define LIST_5(m, s, a, ...) LIST_1(m, s, a) s() LIST_4(m, s, __VA_ARGS__)
#define LIST_6(m, s, a, ...) LIST_1(m, s, a) s() LIST_5(m, s, __VA_ARGS__)
#define LIST_7(m, s, a, ...) LIST_1(m, s, a) s() LIST_6(m, s, __VA_ARGS__)
#define LIST_8(m, s, a, ...) LIST_1(m, s, a) s() LIST_7(m, s, __VA_ARGS__)
#define LIST_9(m, s, a, ...) LIST_1(m, s, a) s() LIST_8(m, s, __VA_ARGS__)
#define ARG_ONE(...) ARG_OF(__VA_ARGS__)
#define ARG_OF(m, kind, type, name) m##_##kind(type, name)
#define ARG_UNPACK(...) __VA_ARGS__
#define ARG_COUNT(...) ARG_COUNT_(__VA_ARGS__, 9, 8, 7, 6, 5, 4, 3, 2, 1)
#define ARG_COUNT_(a, b, c, d, e, f, g, h, i, n, ...) n
#define ARG_PASTE(a, b) ARG_PASTE_(a, b)
#define ARG_PASTE_(a, b) a##b

// ---- numbers and structs --------------------------------------------

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

// Elements of lists.
typedef void *Address;
typedef const void *ConstAddress;

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
#define FIELD_W(type, name) FIELD_I(type, name)
#define FIELD_L(type, name) uint8_t has_##name; // the list itself is data, as are results
#define FIELD_K(type, name) FIELD_L(type, name)
#define FIELD_M(type, name) FIELD_L(type, name)
#define FIELD_R(type, name) FIELD_L(type, name)
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

typedef struct { // the handles are the answer's data
    uint8_t has_list;
    unsigned n;
    cudaLibrary_t library;
} Args_cudaLibraryEnumerateKernels;

typedef struct {
    uint8_t has_list;
    int n, list[MAX_LIST];
} Args_cudaSetValidDevices;

typedef struct { // the data of the answer: the text from `at` on
    cudaGraph_t graph;
    unsigned flags;
    uint64_t at;
} Args_cudaGraphDebugDotPrint;

typedef struct { // the data of the answer: `n` offsets of 8 bytes, and the parameters
    cudaGraphNode_t node;
    uint8_t has_params;
    struct cudaKernelNodeParams params;
    uint32_t n;
} Args_cudaGraphKernelNodeGetParams;

typedef struct { // the data of the answer: `n` nodes, and the data of their edges
    cudaStream_t stream;
    uint8_t has_status, wants_edges, wants_nodes;
    enum cudaStreamCaptureStatus status;
    unsigned long long id;
    cudaGraph_t graph;
    uint64_t n;
} Args_cudaStreamGetCaptureInfo;

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

typedef struct {
    uint32_t bytes;               // with the parameters that follow
    uint32_t param_bytes;         // of these
    uint32_t per_thread, driver;  // as in a Message
    Args_cudaLaunchKernel launch; // without its args
} AheadLaunch;

typedef struct { // register_binary: `host` is the wrapper's address
    uint64_t handle, host;
} RegisterArgs;

typedef struct {
    uint64_t addr; // that was accessed
    int32_t signal;
    uint8_t write, full_stack, by_zero;
    uint8_t ends;        // the signal ends the program, unless the machine has the access repeated
    int32_t caller_line; // of the program's line that has called the one of the message;
    char caller_file[WHERE_BYTES]; // 0: not known
} FaultArgs;
