// own_stubs.c - functions of the API that stubs.c cannot make: launches, small copies, lists, and
// calls that the program's process answers itself.
#define _GNU_SOURCE
#include "client.h"

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
//
// The machine says once how the parameters of a kernel lie. Later launches of the kernel bring
// theirs along, so that a launch is one message and its answer.

typedef struct KnownKernel KnownKernel;
struct KnownKernel {
    KnownKernel *next;
    const void *function;
    unsigned registrations; // as many as there were: later ones may mean another kernel
    uint32_t n, bytes;
    UpcallParam param[];
};

enum { BUCKETS = 256 };
static KnownKernel *known[BUCKETS];
static pthread_mutex_t known_lock = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local const void *launched; // the kernel of the launch that is going on

static KnownKernel **bucket(const void *function)
{
    return &known[((uintptr_t)function >> 4 ^ (uintptr_t)function >> 12) % BUCKETS];
}

static const KnownKernel *find_known(const void *function)
{
    pthread_mutex_lock(&known_lock);
    const KnownKernel *k = *bucket(function);
    while (k && (k->function != function || k->registrations != client_registrations))
        k = k->next;
    pthread_mutex_unlock(&known_lock);
    return k;
}

void client_learn(const UpcallParam *param, uint32_t n, uint32_t bytes)
{
    KnownKernel *k = malloc(sizeof *k + n * sizeof *param);
    if (!k || !launched) {
        free(k);
        return;
    }
    *k = (KnownKernel){
        .function = launched, .registrations = client_registrations, .n = n, .bytes = bytes};
    memcpy(k->param, param, n * sizeof *param);
    pthread_mutex_lock(&known_lock);
    k->next = *bucket(launched);
    *bucket(launched) = k;
    pthread_mutex_unlock(&known_lock);
}

bool client_pack(uint8_t *packed, size_t bytes, void *const *args, const UpcallParam *param,
                 uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (!args || !args[i])
            return false;
    memset(packed, 0, bytes);
    for (uint32_t i = 0; i < n; i++)
        memcpy(packed + param[i].offset, args[i], param[i].size);
    return true;
}

static size_t pack_known(const void *function, void **args)
{
    uint8_t *data = client_data();
    const KnownKernel *k = data ? find_known(function) : NULL;
    return k && client_pack(data, k->bytes, args, k->param, k->n) ? k->bytes : 0;
}

static cudaError_t launch_call(CallNumber number, const void *function, void *a, size_t bytes,
                               void **args)
{
    uint64_t result = 0;
    const void *outer = launched;
    size_t data = pack_known(function, args);
    launched = function;
    bool answered = client_call(number, a, bytes, data, &result);
    launched = outer;
    return error_of(answered, result);
}

cudaError_t cudaLaunchKernel(const void *function, dim3 grid, dim3 block, void **args,
                             size_t shared, cudaStream_t stream)
{
    Args_cudaLaunchKernel a = {function, grid, block, args, shared, stream};
    return launch_call(CALL_cudaLaunchKernel, function, &a, sizeof a, args);
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

cudaError_t cudaMemcpyBatchAsync(void *const *dsts, const void *const *srcs, const size_t *sizes,
                                 size_t count, struct cudaMemcpyAttributes *attrs,
                                 size_t *attr_indices, size_t num_attrs, cudaStream_t stream)
{
    (void)attrs, (void)attr_indices, (void)num_attrs; // hints only
    Args_cudaMemcpyBatchAsync a = {dsts && srcs && sizes, count, stream};
    uint8_t *data = client_data();
    size_t bytes = 0;
    if (a.has_all && data) {
        if (count > DATA_BYTES / (3 * sizeof *sizes))
            return cudaErrorInvalidValue;
        bytes = count * sizeof *sizes;
        memcpy(data, dsts, bytes);
        memcpy(data + bytes, srcs, bytes);
        memcpy(data + 2 * bytes, sizes, bytes);
    }
    return call_for_error(CALL_cudaMemcpyBatchAsync, &a, sizeof a, 3 * bytes);
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

struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                                   enum cudaChannelFormatKind kind)
{
    return (struct cudaChannelFormatDesc){.x = x, .y = y, .z = z, .w = w, .f = kind};
}

// ---- the runtime's own ----------------------------------------------

void rt_default_per_thread(void) __attribute__((visibility("hidden")));
int rt_missing(bool *told, const char *name) __attribute__((visibility("hidden")));

void rt_default_per_thread(void)
{
    ClientThread *t = client_thread();
    if (t)
        t->per_thread = true;
}

int rt_missing(bool *told, const char *name)
{
    uint64_t result = 0;
    uint8_t *data = client_data();
    size_t n = strlen(name) + 1;
    bool first = !*told;
    *told = true;
    if (data && first)
        memcpy(data, name, n);
    client_call(CALL_missing_function, NULL, 0, first ? n : 0, &result);
    return cudaErrorNotSupported;
}

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
