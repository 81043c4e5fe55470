// own_stubs.c - functions of the API that stubs.c cannot make: launches, small copies, lists, and
// calls that the program's process answers itself.
#define _GNU_SOURCE
#include "client.h"

#include "both/door.h"
#include "both/driver_entry.h"
#include "both/side.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NO_MACHINE = cudaErrorInitializationError };

static cudaError_t error_of(bool answered, uint64_t result)
{
    return answered ? (cudaError_t)result : NO_MACHINE;
}

static cudaError_t call_for_error(CallNumber number, void *args, size_t bytes, size_t data)
{
    uint64_t result = 0;
    bool answered = client_call(number, args, bytes, data, &result);
    return error_of(answered, result);
}

// ---- launches -------------------------------------------------------

static cudaError_t launch_call(CallNumber number, const void *function, void *a, size_t bytes,
                               void **args)
{
    uint64_t result = 0;
    uint8_t *room = client_data();
    size_t data = room ? client_pack_known(room, function, args) : 0;
    const void *outer = client_launching(function);
    bool answered = client_call(number, a, bytes, data, &result);
    client_launching(outer);
    return error_of(answered, result);
}

cudaError_t cudaLaunchKernel(const void *function, dim3 grid, dim3 block, void **args,
                             size_t shared, cudaStream_t stream)
{
    Args_cudaLaunchKernel a = {function, grid, block, args, shared, stream};
    if (client_launch_ahead(&a))
        return cudaSuccess;
    cudaError_t e = launch_call(CALL_cudaLaunchKernel, function, &a, sizeof a, args);
    if (!e)
        client_launch_was_right();
    return e;
}

cudaError_t cudaLaunchCooperativeKernel(const void *function, dim3 grid, dim3 block, void **args,
                                        size_t shared, cudaStream_t stream)
{
    Args_cudaLaunchCooperativeKernel a = {function, grid, block, args, shared, stream};
    return launch_call(CALL_cudaLaunchCooperativeKernel, function, &a, sizeof a, args);
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *function, void **args)
{
    Args_cudaLaunchKernelExC a = {.has_config = config != NULL, .function = function, .args = args};
    if (config) {
        a.config.config = *config;
        a.config.has_attributes = config->attrs != NULL;
        if (config->attrs && config->numAttrs > MAX_ATTRIBUTES)
            return cudaErrorInvalidValue;
        if (config->attrs)
            memcpy(a.config.attribute, config->attrs, config->numAttrs * sizeof *config->attrs);
    }
    return launch_call(CALL_cudaLaunchKernelExC, function, &a, sizeof a, args);
}

// ---- small copies bring their bytes along ---------------------------

enum { SMALL_COPY = 4096 };

static bool is_host(const void *p)
{
    return p && ((uintptr_t)p < client_device || (uintptr_t)p >= client_end);
}

static size_t bring_along(const void *dst, const void *src, size_t n, enum cudaMemcpyKind kind)
{
    if (n > SMALL_COPY || !n || (kind != cudaMemcpyHostToDevice && kind != cudaMemcpyDefault))
        return 0;
    uint8_t *data = client_data();
    if (!data || client_guards || !is_host(src) || is_host(dst))
        return 0;
    memcpy(data, src, n);
    return n;
}

cudaError_t cudaMemcpy(void *dst, const void *src, size_t n, enum cudaMemcpyKind kind)
{
    Args_cudaMemcpy a = {dst, src, n, kind};
    size_t data = bring_along(dst, src, n, kind);
    return call_for_error(CALL_cudaMemcpy, &a, sizeof a, data);
}

cudaError_t cudaMemcpyAsync(void *dst, const void *src, size_t n, enum cudaMemcpyKind kind,
                            cudaStream_t stream)
{
    Args_cudaMemcpyAsync a = {dst, src, n, kind, stream};
    size_t data = bring_along(dst, src, n, kind);
    return call_for_error(CALL_cudaMemcpyAsync, &a, sizeof a, data);
}

// ---- lists and texts ------------------------------------------------

cudaError_t cudaDeviceGetPCIBusId(char *text, int n, int number)
{
    Args_cudaDeviceGetPCIBusId a = {.has_text = text != NULL, .n = n, .number = number};
    uint64_t result = 0;
    bool answered = client_call(CALL_cudaDeviceGetPCIBusId, &a, sizeof a, 0, &result);
    if (answered && !result)
        memcpy(text, a.text, strlen(a.text) + 1);
    return error_of(answered, result);
}

// The name has to stay.
cudaError_t cudaFuncGetName(const char **name, const void *function)
{
    Args_cudaFuncGetName a = {name != NULL, function};
    uint64_t result = 0;
    size_t n;
    bool answered = client_call(CALL_cudaFuncGetName, &a, sizeof a, 0, &result);
    const uint8_t *text = client_answer(&n);
    if (answered && !result && text)
        *name = strndup((const char *)text, n);
    return error_of(answered, result);
}

cudaError_t cudaLibraryEnumerateKernels(cudaKernel_t *kernels, unsigned n, cudaLibrary_t library)
{
    Args_cudaLibraryEnumerateKernels a = {kernels != NULL, n, library};
    uint64_t result = 0;
    size_t bytes;
    bool answered = client_call(CALL_cudaLibraryEnumerateKernels, &a, sizeof a, 0, &result);
    const uint8_t *handles = client_answer(&bytes);
    if (answered && !result && handles && bytes <= n * sizeof *kernels)
        memcpy(kernels, handles, bytes);
    return error_of(answered, result);
}

static size_t pool_value_bytes(enum cudaMemPoolAttr attr)
{
    return attr <= cudaMemPoolReuseAllowInternalDependencies ? sizeof(int)
                                                             : sizeof(unsigned long long);
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attr, void *value)
{
    Args_cudaMemPoolAttribute a = {.pool = pool, .attr = attr, .has_value = value != NULL};
    uint64_t result = 0;
    bool answered = client_call(CALL_cudaMemPoolGetAttribute, &a, sizeof a, 0, &result);
    if (answered && !result)
        memcpy(value, &a.value, pool_value_bytes(attr));
    return error_of(answered, result);
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attr, void *value)
{
    Args_cudaMemPoolAttribute a = {.pool = pool, .attr = attr, .has_value = value != NULL};
    uint64_t result = 0;
    if (value)
        memcpy(&a.value, value, pool_value_bytes(attr));
    bool answered = client_call(CALL_cudaMemPoolSetAttribute, &a, sizeof a, 0, &result);
    return error_of(answered, result);
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const struct cudaMemAccessDesc *list,
                                 size_t count)
{
    Args_cudaMemPoolSetAccess a = {.pool = pool, .has_list = list != NULL, .count = count};
    if (count > MAX_LIST)
        return cudaErrorInvalidValue;
    if (list)
        memcpy(a.list, list, count * sizeof *list);
    return call_for_error(CALL_cudaMemPoolSetAccess, &a, sizeof a, 0);
}

cudaError_t cudaSetValidDevices(int *list, int n)
{
    Args_cudaSetValidDevices a = {.has_list = list != NULL, .n = n};
    if (n > MAX_LIST)
        return cudaErrorInvalidValue;
    if (list && n > 0)
        memcpy(a.list, list, (size_t)n * sizeof *list);
    return call_for_error(CALL_cudaSetValidDevices, &a, sizeof a, 0);
}

// ---- modules --------------------------------------------------------

// A constructor of the program has registered the module.
char __cudaInitModule(void **handle)
{
    uint64_t result;
    client_thread();
    client_register_all();
    Args___cudaInitModule a = {.handle = client_module(handle)};
    return client_call(CALL___cudaInitModule, &a, sizeof a, 0, &result) && (char)result;
}

struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                                   enum cudaChannelFormatKind kind)
{
    return (struct cudaChannelFormatDesc){.x = x, .y = y, .z = z, .w = w, .f = kind};
}

// ---- graphs ---------------------------------------------------------

// What the machine keeps with a node, and the program gets a pointer to: a copy, until the program
// asks again. Nodes that are destroyed leave it behind.
typedef struct NodeData NodeData;
struct NodeData {
    NodeData *next;
    cudaGraphNode_t node;
    uint64_t *data;
};

static uint64_t *keep_with_node(cudaGraphNode_t node, size_t bytes)
{
    static NodeData *kept[256];
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    uint64_t *data = calloc(1, bytes + 8);
    pthread_mutex_lock(&lock);
    NodeData **list = &kept[(uintptr_t)node >> 6 & 255], *d = *list;
    while (d && d->node != node)
        d = d->next;
    if (!d && (d = calloc(1, sizeof *d))) {
        *d = (NodeData){*list, node, NULL};
        *list = d;
    }
    if (d) {
        free(d->data);
        d->data = data;
    }
    pthread_mutex_unlock(&lock);
    return data;
}

static cudaError_t give_bodies(cudaGraphNode_t node, struct cudaConditionalNodeParams *p)
{
    size_t bytes = 0;
    const uint8_t *graphs = NULL;
    if (client_call(CALL_graph_bodies, &node, sizeof node, 0, NULL))
        graphs = client_answer(&bytes);
    uint64_t *list = keep_with_node(node, bytes);
    if (!graphs || !list)
        return cudaErrorMemoryAllocation;
    memcpy(list, graphs, bytes);
    p->phGraph_out = (cudaGraph_t *)list;
    return cudaSuccess;
}

cudaError_t cudaGraphAddNode(cudaGraphNode_t *node, cudaGraph_t graph,
                             const cudaGraphNode_t *before, const cudaGraphEdgeData *data, size_t n,
                             struct cudaGraphNodeParams *params)
{
    Args_cudaGraphAddNode a;
    size_t used = 0;
    memset(&a, 0, sizeof a);
    a.has_node = node != NULL;
    a.graph = graph;
    a.n = n;
    a.has_before = before != NULL;
    a.has_data = data != NULL;
    a.has_params = params != NULL;
    if (params)
        a.params = *params;
    if ((before && !client_put_list(before, sizeof *before, n, &used)) ||
        (data && !client_put_list(data, sizeof *data, n, &used)))
        return cudaErrorInvalidValue;
    cudaError_t e = call_for_error(CALL_cudaGraphAddNode, &a, sizeof a, used);
    if (e)
        return e;
    *node = a.node;
    if (params->type == cudaGraphNodeTypeMemAlloc)
        params->alloc.dptr = a.params.alloc.dptr;
    return params->type == cudaGraphNodeTypeConditional ? give_bodies(a.node, &params->conditional)
                                                        : cudaSuccess;
}

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, struct cudaKernelNodeParams *params)
{
    Args_cudaGraphKernelNodeGetParams a = {.node = node, .has_params = params != NULL};
    cudaError_t e = call_for_error(CALL_cudaGraphKernelNodeGetParams, &a, sizeof a, 0);
    size_t bytes = 0;
    const uint8_t *answer = e ? NULL : client_answer(&bytes);
    if (!answer)
        return e;
    uint64_t *list = keep_with_node(node, bytes);
    if (!list)
        return cudaErrorMemoryAllocation;
    memcpy(list, answer, bytes);
    for (uint32_t i = 0; i < a.n; i++) // offsets become addresses
        list[i] += (uintptr_t)(list + a.n);
    *params = a.params;
    params->kernelParams = (void **)list;
    return cudaSuccess;
}

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, enum cudaStreamCaptureStatus *status,
                                     unsigned long long *id, cudaGraph_t *graph,
                                     const cudaGraphNode_t **nodes, const cudaGraphEdgeData **data,
                                     size_t *n)
{
    static _Thread_local uint8_t *list;
    Args_cudaStreamGetCaptureInfo a = {.stream = stream,
                                       .has_status = status != NULL,
                                       .wants_nodes = nodes != NULL,
                                       .wants_edges = data != NULL};
    cudaError_t e = call_for_error(CALL_cudaStreamGetCaptureInfo, &a, sizeof a, 0);
    if (e)
        return e;
    *status = a.status;
    if (a.status != cudaStreamCaptureStatusActive)
        return e;
    size_t bytes = 0;
    const uint8_t *answer = client_answer(&bytes);
    free(list);
    list = calloc(1, bytes + 1);
    if (!list || !answer)
        return cudaErrorMemoryAllocation;
    memcpy(list, answer, bytes);
    if (id)
        *id = a.id;
    if (graph)
        *graph = a.graph;
    if (nodes)
        *nodes = (const cudaGraphNode_t *)list;
    if (data)
        *data = (const cudaGraphEdgeData *)(list + a.n * sizeof **nodes);
    if (n)
        *n = a.n;
    return e;
}

// The file is the program's.
cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char *path, unsigned flags)
{
    Args_cudaGraphDebugDotPrint a = {graph, flags, 0};
    cudaError_t e = call_for_error(CALL_cudaGraphDebugDotPrint, &a, sizeof a, 0);
    FILE *f = !e && path ? fopen(path, "w") : NULL;
    if (e || !f)
        return e ? e : path ? cudaErrorOperatingSystem : cudaErrorInvalidValue;
    for (size_t n; !e; a.at += n) {
        const uint8_t *text = client_answer(&n);
        if (!text || !n || fwrite(text, 1, n, f) != n)
            break;
        Args_cudaGraphDebugDotPrint next = {graph, flags, a.at + n};
        e = call_for_error(CALL_cudaGraphDebugDotPrint, &next, sizeof next, 0);
    }
    return fclose(f) ? cudaErrorOperatingSystem : e;
}

// ---- the runtime's own ----------------------------------------------

static void default_per_thread(void)
{
    ClientThread *t = client_thread();
    if (t)
        t->per_thread = true;
}

static int missing(const char *name, bool again)
{
    uint64_t result = 0;
    uint8_t *data = client_data();
    size_t n = strlen(name) + 1;
    if (data && !again)
        memcpy(data, name, n);
    client_call(CALL_missing_function, NULL, 0, again ? 0 : n, &result);
    return cudaErrorNotSupported;
}

__attribute__((constructor)) static void take_side(void)
{
    side = (ThisSide){default_per_thread, missing, client_configured};
}

// ---- door.h ---------------------------------------------------------

int cudasimMissing(const char *name, bool again) { return missing(name, again); }

void cudasimPerThread(void) { default_per_thread(); }

void cudasimDriverFunction(unsigned function)
{
    ClientThread *t = client_thread();
    if (t)
        t->driver = function;
}

static DriverEntryFn *find_in_driver;

void cudasimDriverEntries(DriverEntryFn *find) { find_in_driver = find; }

// The machine knows which functions there are without libcuda.so.1; the program needs those of its
// own process.
static cudaError_t find_entry(const char *symbol, void **function, unsigned version,
                              unsigned long long flags,
                              enum cudaDriverEntryPointQueryResult *result)
{
    Args_cudaGetDriverEntryPointByVersion a = {.has_symbol = symbol != NULL,
                                               .has_function = function != NULL,
                                               .has_result = result || find_in_driver,
                                               .version = version,
                                               .flags = flags};
    ClientThread *t = client_thread();
    unsigned long wanted = t && t->per_thread && !flags ? cudaEnablePerThreadDefaultStream : flags;
    unsigned how, since;
    void *found = NULL;
    snprintf(a.symbol, sizeof a.symbol, "%s", symbol ? symbol : "");
    cudaError_t e = call_for_error(CALL_cudaGetDriverEntryPointByVersion, &a, sizeof a, 0);
    if (e)
        return e;
    if (find_in_driver && !find_in_driver(symbol, &found, (int)version, wanted, &how))
        a.result = (enum cudaDriverEntryPointQueryResult)how;
    *function = found ? found : driver_entry(symbol, version, &since);
    if (result)
        *result = a.result;
    return *function || result ? cudaSuccess : cudaErrorSymbolNotFound;
}

cudaError_t cudaGetDriverEntryPointByVersion(const char *symbol, void **function, unsigned version,
                                             unsigned long long flags,
                                             enum cudaDriverEntryPointQueryResult *result)
{
    return find_entry(symbol, function, version, flags, result);
}

cudaError_t cudaGetDriverEntryPoint(const char *symbol, void **function, unsigned long long flags,
                                    enum cudaDriverEntryPointQueryResult *result)
{
    return find_entry(symbol, function, CUDART_VERSION, flags, result);
}

bool cudasimThreadHasCalled(void)
{
    ClientThread *t = client_thread();
    return t && t->has_called;
}

void cudasimThreadLeaves(void)
{
    ClientThread *t = client_thread();
    if (t)
        t->has_called = false;
}

bool cudasimHasCalled(void) { return client_has_called; }

// ---- common/cudasim/cudasim.h ---------------------------------------

const char *cudasimVersion(void)
{
    static char text[64];
    size_t n;
    if (!*text && client_call(CALL_cudasimVersion, NULL, 0, 0, NULL)) {
        const uint8_t *answer = client_answer(&n);
        snprintf(text, sizeof text, "%.*s", (int)n, (const char *)answer);
    }
    return text;
}

void cudasimMark(const char *mark)
{
    Args_cudasimMark a = {.has_mark = mark != NULL};
    snprintf(a.mark, sizeof a.mark, "%s", mark ? mark : "");
    client_call(CALL_cudasimMark, &a, sizeof a, 0, NULL);
}

void cudasimBudget(uint64_t warp_instructions)
{
    Args_cudasimBudget a = {warp_instructions};
    client_call(CALL_cudasimBudget, &a, sizeof a, 0, NULL);
}

void cudasimHostWork(double us)
{
    Args_cudasimHostWork a = {us};
    client_call(CALL_cudasimHostWork, &a, sizeof a, 0, NULL);
}

void cudasimSpent(CudasimSpent *spent)
{
    Args_cudasimSpent a = {{0}};
    client_call(CALL_cudasimSpent, &a, sizeof a, 0, NULL);
    *spent = a.spent;
}

void cudasimFunctionBegins(void) { client_call(CALL_cudasimFunctionBegins, NULL, 0, 0, NULL); }

void cudasimFunctionReturns(const CudasimBuffer *results, int n)
{
    Args_cudasimFunctionReturns a = {.n = n < CUDASIM_BUFFERS ? n : CUDASIM_BUFFERS};
    for (int i = 0; i < a.n; i++)
        a.result[i] = results[i];
    client_call(CALL_cudasimFunctionReturns, &a, sizeof a, 0, NULL);
}

int cudasimLastWriter(const void *ptr, CudasimWriter *writer)
{
    Args_cudasimLastWriter a = {.ptr = ptr};
    uint64_t unknown = 1;
    client_call(CALL_cudasimLastWriter, &a, sizeof a, 0, &unknown);
    *writer = a.writer;
    return (int)unknown;
}

// The place goes along with the next call; only a new file is a message of its own.
static const char *files[MAX_PLACES];
static pthread_mutex_t files_lock = PTHREAD_MUTEX_INITIALIZER;

static uint32_t file_number(const char *file)
{
    size_t n = strlen(file) + 1;
    uint32_t i = PLACE_first;
    pthread_mutex_lock(&files_lock);
    while (i < MAX_PLACES && files[i] && files[i] != file)
        i++;
    if (i == MAX_PLACES || n > MAX_TEXT_ARG) {
        i = PLACE_unknown;
    } else if (!files[i]) {
        uint8_t *data = client_data();
        uint64_t number = i;
        files[i] = file;
        if (data) {
            memcpy(data, file, n);
            client_call(CALL_new_place, &number, sizeof number, n, NULL);
        }
    }
    pthread_mutex_unlock(&files_lock);
    return i;
}

void cudasimSource(const char *file, int line)
{
    ClientThread *t = client_thread();
    if (!t)
        return;
    if (!file)
        t->file_number = PLACE_unknown;
    else if (file != t->file)
        t->file_number = file_number(file);
    t->file = file;
    t->line = line;
    t->place_changed = true;
}
