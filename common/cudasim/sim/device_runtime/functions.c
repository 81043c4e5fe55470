// functions.c - the functions of the device runtime that kernels call, and their table.
#include "requests.h"

#include "alloc.h"

#include <stdio.h>

// FUNCTION(name) { ... } is written for one lane of the warp and returns the call's value;
// name() runs it for each lane that calls.
#define UNUSED __attribute__((unused))
#define FUNCTION(name) \
    static uint64_t name##_lane(Warp *w, const Step *s, int lane); \
    static void name(Warp *w, const Step *s) \
    { \
        for (uint32_t m = w->mask; m; m &= m - 1) { \
            int lane = __builtin_ctz(m); \
            call_return(w, s, lane, name##_lane(w, s, lane)); \
        } \
    } \
    static uint64_t name##_lane(UNUSED Warp *w, UNUSED const Step *s, UNUSED int lane)

// Writes n bytes to a generic address.
static void put_bytes(Warp *w, int lane, uint64_t addr, const void *from, size_t n)
{
    uint64_t room;
    uint8_t *p = (uint8_t *)call_bytes(w, lane, addr, &room);
    if (p && room >= n)
        memcpy(p, from, n);
    else
        call_bad_pointer(w, w->code + w->pc - 1, lane, addr);
}

static void set_bytes(Warp *w, int lane, uint64_t addr, uint64_t v, unsigned n)
{
    put_bytes(w, lane, addr, &v, n);
}

// ---- launches and errors --------------------------------------------

FUNCTION(get_parameter_buffer) { return request_buffer(w, s, lane); }

// (buffer, stream)
FUNCTION(launch_device)
{
    return request_launch(w, s, lane, call_arg(w, s, 0, lane), call_arg(w, s, 1, lane));
}

FUNCTION(peek_last_error) { return device_last_error(); }

static void get_last_error(Warp *w, const Step *s)
{
    peek_last_error(w, s);
    device_forget_error();
}

static const struct {
    ErrorNumber number;
    const char *name, *text;
} errors[] = {
#define ERROR(number, name, text) {number, #name, text},
#include "errors.h"
#undef ERROR
};
enum { ERRORS = sizeof errors / sizeof errors[0] };

static unsigned kernel_error_index(uint32_t number)
{
    unsigned i = 0, unknown = 0;
    for (; i < ERRORS && errors[i].number != number; i++)
        if (errors[i].number == ERROR_cudaErrorUnknown)
            unknown = i;
    return i < ERRORS ? i : unknown;
}

// The name or the text of an error, in device memory, where kernels can read it.
static uint64_t error_string(uint32_t number, bool name)
{
    static uint64_t place[ERRORS][2];
    unsigned i = kernel_error_index(number);
    if (!place[i][name]) {
        const char *text = name ? errors[i].name : errors[i].text;
        Alloc *a = mem_alloc(strlen(text) + 1, 0, MEM_symbol);
        if (!a)
            return 0;
        memcpy(a->host, text, a->size);
        a->name = "error text";
        EACH_HOOK(alloc, (a));
        place[i][name] = a->addr;
    }
    return place[i][name];
}

FUNCTION(get_error_name) { return error_string((uint32_t)call_arg(w, s, 0, lane), true); }

FUNCTION(get_error_string) { return error_string((uint32_t)call_arg(w, s, 0, lane), false); }

// ---- streams and events ---------------------------------------------

// Writes a new handle to *arg0. A stream or an event of a kernel has no other state.
FUNCTION(create_handle)
{
    static uint64_t last_handle = 0x1000;
    set_bytes(w, lane, call_arg(w, s, 0, lane), last_handle += 16, 8);
    return ERROR_cudaSuccess;
}

// (event, stream)
FUNCTION(event_record)
{
    return request_event(w, s, lane, CHILD_record, call_arg(w, s, 1, lane),
                         call_arg(w, s, 0, lane));
}

// (stream, event)
FUNCTION(stream_wait_event)
{
    return request_event(w, s, lane, CHILD_wait, call_arg(w, s, 0, lane), call_arg(w, s, 1, lane));
}

// The function has no effect here.
FUNCTION(succeed) { return ERROR_cudaSuccess; }

// ---- memory ---------------------------------------------------------

// (pointer, size)
FUNCTION(device_malloc)
{
    Alloc *a = mem_alloc(call_arg(w, s, 1, lane), 0, MEM_heap);
    device.charge += HEAP_INSTRUCTIONS;
    if (a) {
        fresh_alloc(a);
        EACH_HOOK(alloc, (a));
    }
    set_bytes(w, lane, call_arg(w, s, 0, lane), a ? a->addr : 0, 8);
    return a ? ERROR_cudaSuccess : device_error(ERROR_cudaErrorMemoryAllocation);
}

FUNCTION(device_free)
{
    uint64_t addr = call_arg(w, s, 0, lane);
    Alloc *a = addr ? mem_find(addr) : NULL;
    bool right = !addr || (a && a->addr == addr && a->kind == MEM_heap);
    if (a && right) {
        EACH_HOOK(release, (a));
        mem_free(addr);
    }
    return right ? ERROR_cudaSuccess : device_error(ERROR_cudaErrorInvalidValue);
}

// (dst, src, bytes, kind, stream)
FUNCTION(memcpy_async)
{
    DeviceWork copy = {.child.kind = CHILD_copy,
                       .dst = call_arg(w, s, 0, lane),
                       .src = call_arg(w, s, 1, lane),
                       .width = call_arg(w, s, 2, lane),
                       .height = 1};
    return request_copy(w, s, lane, call_arg(w, s, 4, lane), copy);
}

// (dst, value, bytes, stream)
FUNCTION(memset_async)
{
    DeviceWork set = {.child.kind = CHILD_set,
                      .dst = call_arg(w, s, 0, lane),
                      .value = (uint8_t)call_arg(w, s, 1, lane),
                      .width = call_arg(w, s, 2, lane),
                      .height = 1};
    return request_copy(w, s, lane, call_arg(w, s, 3, lane), set);
}

// (dst, dpitch, src, spitch, width, height, kind, stream)
FUNCTION(memcpy_2d_async)
{
    DeviceWork copy = {.child.kind = CHILD_copy,
                       .dst = call_arg(w, s, 0, lane),
                       .dpitch = call_arg(w, s, 1, lane),
                       .src = call_arg(w, s, 2, lane),
                       .spitch = call_arg(w, s, 3, lane),
                       .width = call_arg(w, s, 4, lane),
                       .height = call_arg(w, s, 5, lane)};
    return request_copy(w, s, lane, call_arg(w, s, 7, lane), copy);
}

// (dst, pitch, value, width, height, stream)
FUNCTION(memset_2d_async)
{
    DeviceWork set = {.child.kind = CHILD_set,
                      .dst = call_arg(w, s, 0, lane),
                      .dpitch = call_arg(w, s, 1, lane),
                      .value = (uint8_t)call_arg(w, s, 2, lane),
                      .width = call_arg(w, s, 3, lane),
                      .height = call_arg(w, s, 4, lane)};
    return request_copy(w, s, lane, call_arg(w, s, 5, lane), set);
}

// ---- the device -----------------------------------------------------

static uint64_t answer(Warp *w, const Step *s, int lane, uint32_t value)
{
    set_bytes(w, lane, call_arg(w, s, 0, lane), value, 4);
    return ERROR_cudaSuccess;
}

struct DeviceRuntime device_runtime;

// (value, attribute, device)
FUNCTION(get_attribute)
{
    int value;
    if (call_arg(w, s, 2, lane))
        return device_error(ERROR_cudaErrorInvalidDevice);
    if (!device_runtime.attribute((int)call_arg(w, s, 1, lane), &value))
        return device_error(ERROR_cudaErrorInvalidValue);
    return answer(w, s, lane, (uint32_t)value);
}

FUNCTION(get_device) { return answer(w, s, lane, 0); }
FUNCTION(get_device_count) { return answer(w, s, lane, 1); }
FUNCTION(runtime_get_version) { return answer(w, s, lane, 13000); }

// (value, limit)
FUNCTION(get_limit)
{
    size_t value;
    ErrorNumber e = device_runtime.limit((int)call_arg(w, s, 1, lane), &value);
    if (!e)
        put_bytes(w, lane, call_arg(w, s, 0, lane), &value, sizeof value);
    return device_error(e);
}

// (attributes, kernel)
FUNCTION(get_function_attributes)
{
    Code *c = request_kernel(w, call_arg(w, s, 1, lane));
    const void *attributes;
    size_t n;
    ErrorNumber e =
        c ? device_runtime.function(c, &attributes, &n) : ERROR_cudaErrorInvalidDeviceFunction;
    if (!e)
        put_bytes(w, lane, call_arg(w, s, 0, lane), attributes, n);
    return device_error(e);
}

static ErrorNumber answer_occupancy(Warp *w, const Step *s, int lane, unsigned flags)
{
    Code *c = request_kernel(w, call_arg(w, s, 1, lane));
    int threads = (int)call_arg(w, s, 2, lane), blocks;
    ErrorNumber e = c ? device_runtime.blocks(c, threads, call_arg(w, s, 3, lane), flags, &blocks)
                      : ERROR_cudaErrorInvalidDeviceFunction;
    if (!e)
        set_bytes(w, lane, call_arg(w, s, 0, lane), (uint32_t)blocks, 4);
    return device_error(e);
}

// (blocks, kernel, threads, dynamic)
FUNCTION(get_occupancy) { return answer_occupancy(w, s, lane, 0); }
// The same, and flags.
FUNCTION(get_occupancy_with_flags)
{
    return answer_occupancy(w, s, lane, (unsigned)call_arg(w, s, 4, lane));
}

FUNCTION(return_not_supported) { return device_error(ERROR_cudaErrorNotSupported); }

static void not_supported(Warp *w, const Step *s)
{
    fprintf(stderr, "cudasim: %s is not supported in kernels\n", s->inst->call->func->name);
    return_not_supported(w, s);
}

// ---- graphs ---------------------------------------------------------

static struct {
    uint32_t *value;
    uint32_t n, room;
} conditions;
#define FIRST_CONDITION 0x10000ull

uint64_t condition_new(uint32_t value)
{
    conditions.value = array_room(conditions.value, conditions.n, &conditions.room, sizeof value);
    conditions.value[conditions.n] = value;
    return FIRST_CONDITION + conditions.n++;
}

uint32_t condition_get(uint64_t handle)
{
    uint64_t i = handle - FIRST_CONDITION;
    return i < conditions.n ? conditions.value[i] : 0;
}

void condition_set(uint64_t handle, uint32_t value)
{
    uint64_t i = handle - FIRST_CONDITION;
    if (i < conditions.n)
        conditions.value[i] = value;
}

struct DeviceGraphs device_graphs;

enum { MOST_ASKS = 255 }; // of one kernel

// (graph, stream)
FUNCTION(graph_launch)
{
    uint64_t exec = call_arg(w, s, 0, lane), stream = call_arg(w, s, 1, lane), way = stream >> 56;
    struct DeviceGraphs *g = &device_graphs;
    if (!g->open || way < GRAPH_tail || way > GRAPH_sibling || stream << 8 ||
        !g->is_ready(exec, way == GRAPH_tail))
        return device_error(ERROR_cudaErrorInvalidValue);
    if (g->asks == MOST_ASKS)
        return device_error(ERROR_cudaErrorLaunchOutOfResources);
    g->ask = array_room(g->ask, g->asks, &g->room, sizeof *g->ask);
    g->ask[g->asks++] = (GraphAsk){exec, (GraphWay)way};
    return ERROR_cudaSuccess;
}

// (handle, value)
static void set_conditional(Warp *w, const Step *s)
{
    for (uint32_t m = w->mask; m; m &= m - 1) {
        int lane = __builtin_ctz(m);
        condition_set(call_arg(w, s, 0, lane), (uint32_t)call_arg(w, s, 1, lane));
    }
}

// ---- the table ------------------------------------------------------

static const struct {
    const char *name; // after __cudaCDP2
    Builtin call;
} functions[] = {
    {"GetParameterBufferV2", get_parameter_buffer},
    {"LaunchDeviceV2", launch_device},
    {"GetLastError", get_last_error},
    {"PeekAtLastError", peek_last_error},
    {"GetErrorName", get_error_name},
    {"GetErrorString", get_error_string},
    {"StreamCreateWithFlags", create_handle},
    {"StreamDestroy", succeed},
    {"StreamWaitEvent", stream_wait_event},
    {"EventCreateWithFlags", create_handle},
    {"EventRecord", event_record},
    {"EventRecordWithFlags", event_record},
    {"EventDestroy", succeed},
    {"MemcpyAsync", memcpy_async},
    {"Memcpy2DAsync", memcpy_2d_async},
    {"MemsetAsync", memset_async},
    {"Memset2DAsync", memset_2d_async},
    {"DeviceGetAttribute", get_attribute},
    {"GetDevice", get_device},
    {"GetDeviceCount", get_device_count},
    {"RuntimeGetVersion", runtime_get_version},
    {"Malloc", device_malloc},
    {"Free", device_free},
    {"GetParameterBuffer", not_supported},
    {"LaunchDevice", not_supported},
    {"Memcpy3DAsync", not_supported},
    {"Memset3DAsync", not_supported},
    {"DeviceGetLimit", get_limit},
    {"DeviceGetCacheConfig", not_supported},
    {"DeviceGetSharedMemConfig", not_supported},
    {"FuncGetAttributes", get_function_attributes},
    {"OccupancyMaxActiveBlocksPerMultiprocessor", get_occupancy},
    {"OccupancyMaxActiveBlocksPerMultiprocessorWithFlags", get_occupancy_with_flags},
};

Builtin device_runtime_find(const char *name)
{
    static const char prefix[] = "__cudaCDP2";
    if (!strcmp(name, "cudaGraphSetConditional"))
        return set_conditional;
    if (!strcmp(name, "cudaGraphLaunch"))
        return graph_launch;
    if (!strncmp(name, "cudaGraphKernelNode", 19)) // nodes that kernels update
        return not_supported;
    if (strncmp(name, prefix, sizeof prefix - 1))
        return NULL;
    name += sizeof prefix - 1;
    size_t n = strlen(name);
    if (n > 5 && !strcmp(name + n - 5, "_ptsz"))
        n -= 5; // with one default stream per thread: see set_stream() in requests.c
    for (unsigned i = 0; i < sizeof functions / sizeof functions[0]; i++)
        if (strlen(functions[i].name) == n && !strncmp(name, functions[i].name, n))
            return functions[i].call;
    return NULL;
}
