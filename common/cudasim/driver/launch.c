// launch.c - launches; what functions and kernels are; occupancy. A CUfunction and a CUkernel are
// kernels of the runtime's libraries.
#include "driver.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// ---- arguments in one buffer ----------------------------------------

enum { MOST_PARAMS = 1024, MOST_BYTES = 32768 };

typedef struct Layout Layout;
struct Layout { // of a kernel's parameters
    Layout *next;
    CUfunction f;
    unsigned n;
    size_t end; // of the last one
    size_t offset[];
};

static Layout *layouts;
static pthread_mutex_t layouts_lock = PTHREAD_MUTEX_INITIALIZER;

static Layout *ask_layout(CUfunction f)
{
    size_t offset, size;
    Layout *l = malloc(sizeof *l + MOST_PARAMS * sizeof *l->offset);
    if (!l)
        return NULL;
    *l = (Layout){.next = layouts, .f = f};
    cudasimDriverFunction(DRIVER_asks);
    while (l->n < MOST_PARAMS && !cudaFuncGetParamInfo(f, l->n, &offset, &size))
        l->offset[l->n++] = offset, l->end = offset + size;
    cudasimDriverFunction(DRIVER_cuLaunchKernel);
    return l;
}

static const Layout *layout_of(CUfunction f)
{
    pthread_mutex_lock(&layouts_lock);
    Layout *l = layouts;
    while (l && l->f != f)
        l = l->next;
    if (!l && (l = ask_layout(f)))
        layouts = l;
    pthread_mutex_unlock(&layouts_lock);
    return l;
}

// `extra`: a list that ends with CU_LAUNCH_PARAM_END. Returns the arguments as pointers, into the
// program's buffer or into `room`: parameters that the buffer does not reach have no value.
static CUresult unpack(CUfunction f, void **extra, void *args[MOST_PARAMS], char room[MOST_BYTES])
{
    char *buffer = NULL;
    size_t bytes = 0;
    for (; *extra != CU_LAUNCH_PARAM_END; extra += 2)
        if (*extra == CU_LAUNCH_PARAM_BUFFER_POINTER)
            buffer = extra[1];
        else if (*extra == CU_LAUNCH_PARAM_BUFFER_SIZE)
            bytes = extra[1] ? *(size_t *)extra[1] : 0;
        else
            return CUDA_ERROR_INVALID_VALUE;
    const Layout *l = layout_of(f);
    if (!l || l->end > MOST_BYTES)
        return CUDA_ERROR_OUT_OF_MEMORY;
    if (l->n && (!buffer || !bytes))
        return CUDA_ERROR_INVALID_VALUE;
    if (bytes > l->end)
        return CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES;
    if (bytes < l->end) {
        memset(room, 0, l->end);
        memcpy(room, buffer, bytes);
        buffer = room;
    }
    for (unsigned i = 0; i < l->n; i++)
        args[i] = buffer + l->offset[i];
    return CUDA_SUCCESS;
}

// ---- launches -------------------------------------------------------

static CUresult launch(CUfunction f, const cudaLaunchConfig_t *config, void **args, void **extra,
                       bool cooperative)
{
    void *unpacked[MOST_PARAMS];
    char room[MOST_BYTES];
    if (!f)
        return CUDA_ERROR_INVALID_HANDLE;
    if (args && extra)
        return CUDA_ERROR_INVALID_VALUE;
    if (extra) {
        CUresult e = unpack(f, extra, unpacked, room);
        if (e)
            return e;
        args = unpacked;
    }
    dim3 grid = config->gridDim, block = config->blockDim;
    size_t shared = config->dynamicSmemBytes;
    return RESULT(
        cooperative ? cudaLaunchCooperativeKernel(f, grid, block, args, shared, config->stream)
        : config->numAttrs ? cudaLaunchKernelExC(config, f, args)
                           : cudaLaunchKernel(f, grid, block, args, shared, config->stream));
}

// False if there is none, or not all of it.
static bool read_config(cudaLaunchConfig_t *config, const CUlaunchConfig *c)
{
    if (!c || (c->numAttrs && !c->attrs))
        return false;
    *config = (cudaLaunchConfig_t){.gridDim = {c->gridDimX, c->gridDimY, c->gridDimZ},
                                   .blockDim = {c->blockDimX, c->blockDimY, c->blockDimZ},
                                   .dynamicSmemBytes = c->sharedMemBytes,
                                   .stream = c->hStream,
                                   .attrs = (cudaLaunchAttribute *)c->attrs,
                                   .numAttrs = c->numAttrs};
    return true;
}

static CUresult launch_ex(const CUlaunchConfig *c, CUfunction f, void **args, void **extra)
{
    cudaLaunchConfig_t config;
    if (!read_config(&config, c))
        return CUDA_ERROR_INVALID_VALUE;
    return launch(f, &config, args, extra, false);
}

_Static_assert(sizeof(CUlaunchAttribute) == sizeof(cudaLaunchAttribute), "one layout");

#define CONFIG \
    &(cudaLaunchConfig_t) \
    { \
        .gridDim = {gx, gy, gz}, .blockDim = {bx, by, bz}, .dynamicSmemBytes = shared, \
        .stream = stream \
    }
FUNCTION(cuLaunchKernel, NEEDS_context,
         (CUfunction f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
          unsigned bz, unsigned shared, CUstream stream, void **args, void **extra),
         launch(f, CONFIG, args, extra, false))
FUNCTION(cuLaunchCooperativeKernel, NEEDS_context,
         (CUfunction f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
          unsigned bz, unsigned shared, CUstream stream, void **args),
         launch(f, CONFIG, args, NULL, true))
FUNCTION(cuLaunchKernelEx, NEEDS_context,
         (const CUlaunchConfig *config, CUfunction f, void **args, void **extra),
         launch_ex(config, f, args, extra))

// ---- functions and kernels ------------------------------------------

static CUresult function_attribute(int *value, CUfunction_attribute which, const void *f)
{
    struct cudaFuncAttributes a;
    if (!value || which < 0 || which >= CU_FUNC_ATTRIBUTE_MAX)
        return CUDA_ERROR_INVALID_VALUE;
    if (!f)
        return CUDA_ERROR_INVALID_HANDLE;
    CUresult e = RESULT(cudaFuncGetAttributes(&a, f));
    if (e)
        return e;
    const int values[CU_FUNC_ATTRIBUTE_MAX] = {
        [CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK] = a.maxThreadsPerBlock,
        [CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES] = (int)a.sharedSizeBytes,
        [CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES] = (int)a.constSizeBytes,
        [CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES] = (int)a.localSizeBytes,
        [CU_FUNC_ATTRIBUTE_NUM_REGS] = a.numRegs,
        [CU_FUNC_ATTRIBUTE_PTX_VERSION] = a.ptxVersion,
        [CU_FUNC_ATTRIBUTE_BINARY_VERSION] = a.binaryVersion,
        [CU_FUNC_ATTRIBUTE_CACHE_MODE_CA] = a.cacheModeCA,
        [CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES] = a.maxDynamicSharedSizeBytes,
        [CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT] = a.preferredShmemCarveout,
        [CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET] = a.clusterDimMustBeSet,
        [CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH] = a.requiredClusterWidth,
        [CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT] = a.requiredClusterHeight,
        [CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH] = a.requiredClusterDepth,
        [CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED] = a.nonPortableClusterSizeAllowed,
        [CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE] =
            a.clusterSchedulingPolicyPreference};
    *value = values[which];
    return CUDA_SUCCESS;
}

static CUresult set_function_attribute(const void *f, CUfunction_attribute which, int value)
{
    return f ? RESULT(cudaFuncSetAttribute(f, (enum cudaFuncAttribute)which, value))
             : CUDA_ERROR_INVALID_HANDLE;
}

static CUresult loading_state(CUfunctionLoadingState *state, CUfunction f)
{
    struct cudaFuncAttributes a;
    if (!state)
        return CUDA_ERROR_INVALID_VALUE;
    CUresult e = RESULT(cudaFuncGetAttributes(&a, f));
    if (!e)
        *state = CU_FUNCTION_LOADING_STATE_LOADED;
    return e;
}

// A kernel is a function, too.
static CUresult same_kernel(void **to, void *kernel)
{
    struct cudaFuncAttributes a;
    if (!to)
        return CUDA_ERROR_INVALID_VALUE;
    CUresult e = kernel ? RESULT(cudaFuncGetAttributes(&a, kernel)) : CUDA_ERROR_INVALID_HANDLE;
    if (!e)
        *to = kernel;
    return e;
}

static CUresult check_device(CUdevice device, CUresult e)
{
    return is_device(device) ? e : CUDA_ERROR_INVALID_DEVICE;
}

FUNCTION(cuFuncGetAttribute, NEEDS_context, (int *value, CUfunction_attribute which, CUfunction f),
         function_attribute(value, which, f))
FUNCTION(cuFuncSetAttribute, NEEDS_context, (CUfunction f, CUfunction_attribute which, int value),
         set_function_attribute(f, which, value))
SAME(cuFuncSetCacheConfig, (CUfunction f, CUfunc_cache config),
     cudaFuncSetCacheConfig(f, (enum cudaFuncCache)config))
SAME(cuFuncSetSharedMemConfig, (CUfunction f, CUsharedconfig config),
     cudaFuncSetSharedMemConfig(f, (enum cudaSharedMemConfig)config))
SAME(cuFuncGetName, (const char **name, CUfunction f), cudaFuncGetName(name, f))
SAME(cuFuncGetParamInfo, (CUfunction f, size_t i, size_t *offset, size_t *size),
     cudaFuncGetParamInfo(f, i, offset, size))
FUNCTION(cuFuncIsLoaded, NEEDS_context, (CUfunctionLoadingState * state, CUfunction f),
         loading_state(state, f))
FUNCTION(cuFuncLoad, NEEDS_context, (CUfunction f), same_kernel(&(void *){NULL}, f))
FUNCTION(cuKernelGetFunction, NEEDS_context, (CUfunction * f, CUkernel k),
         same_kernel((void **)f, k))
FUNCTION(cuKernelGetAttribute, NEEDS_init,
         (int *value, CUfunction_attribute which, CUkernel k, CUdevice device),
         check_device(device, function_attribute(value, which, k)))
FUNCTION(cuKernelSetAttribute, NEEDS_init,
         (CUfunction_attribute which, int value, CUkernel k, CUdevice device),
         check_device(device, set_function_attribute(k, which, value)))
FUNCTION(cuKernelSetCacheConfig, NEEDS_init, (CUkernel k, CUfunc_cache config, CUdevice device),
         check_device(device, RESULT(cudaFuncSetCacheConfig(k, (enum cudaFuncCache)config))))
FUNCTION(cuKernelGetName, NEEDS_init, (const char **name, CUkernel k),
         RESULT(cudaFuncGetName(name, k)))
FUNCTION(cuKernelGetParamInfo, NEEDS_init, (CUkernel k, size_t i, size_t *offset, size_t *size),
         RESULT(cudaFuncGetParamInfo(k, i, offset, size)))

// ---- occupancy ------------------------------------------------------

// The block of the most threads with the best occupancy; the smallest grid that reaches it.
static CUresult best_block(int *grid, int *block, CUfunction f, CUoccupancyB2DSize bytes,
                           size_t dynamic, int most, unsigned flags)
{
    struct cudaFuncAttributes a;
    int best = 0, blocks, limit = 0, processors;
    if (!grid || !block || !f)
        return CUDA_ERROR_INVALID_VALUE;
    CUresult e = RESULT(cudaFuncGetAttributes(&a, f));
    cudasimDriverFunction(DRIVER_asks);
    cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
    if (!e)
        limit = most > 0 && most < a.maxThreadsPerBlock ? most : a.maxThreadsPerBlock;
    for (int step = 32, n = (limit + step - 1) / step * step; !e && n > 0; n -= step) {
        int threads = n < limit ? n : limit;
        e = RESULT(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
            &blocks, f, threads, bytes ? bytes(threads) : dynamic, flags));
        if (e || blocks * threads <= best)
            continue;
        best = blocks * threads;
        *block = threads;
        *grid = blocks * processors;
    }
    cudasimDriverFunction(DRIVER_cuOccupancyMaxPotentialBlockSize);
    return e ? e : best ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

static CUresult cluster_question(int *value, CUfunction f, const CUlaunchConfig *c, bool size)
{
    cudaLaunchConfig_t config;
    if (!read_config(&config, c))
        return CUDA_ERROR_INVALID_VALUE;
    return RESULT(size ? cudaOccupancyMaxPotentialClusterSize(value, f, &config)
                       : cudaOccupancyMaxActiveClusters(value, f, &config));
}

SAME(cuOccupancyMaxActiveBlocksPerMultiprocessor,
     (int *blocks, CUfunction f, int threads, size_t dynamic),
     cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, f, threads, dynamic))
SAME(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags,
     (int *blocks, CUfunction f, int threads, size_t dynamic, unsigned flags),
     cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, f, threads, dynamic, flags))
FUNCTION(cuOccupancyMaxPotentialBlockSize, NEEDS_context,
         (int *grid, int *block, CUfunction f, CUoccupancyB2DSize bytes, size_t dynamic, int most),
         best_block(grid, block, f, bytes, dynamic, most, 0))
FUNCTION(cuOccupancyMaxPotentialBlockSizeWithFlags, NEEDS_context,
         (int *grid, int *block, CUfunction f, CUoccupancyB2DSize bytes, size_t dynamic, int most,
          unsigned flags),
         best_block(grid, block, f, bytes, dynamic, most, flags))
SAME(cuOccupancyAvailableDynamicSMemPerBlock,
     (size_t * bytes, CUfunction f, int blocks, int threads),
     cudaOccupancyAvailableDynamicSMemPerBlock(bytes, f, blocks, threads))
FUNCTION(cuOccupancyMaxPotentialClusterSize, NEEDS_context,
         (int *size, CUfunction f, const CUlaunchConfig *config),
         cluster_question(size, f, config, true))
FUNCTION(cuOccupancyMaxActiveClusters, NEEDS_context,
         (int *clusters, CUfunction f, const CUlaunchConfig *config),
         cluster_question(clusters, f, config, false))
