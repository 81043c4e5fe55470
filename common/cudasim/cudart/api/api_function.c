// api_function.c - facts about a kernel: attributes, parameters, occupancy. Error codes and
// limits as on an H200 with CUDA 13.0.
#include "context.h"
#include "launch.h"

#include "sim/device_runtime/device_runtime.h"

#include <string.h>

static void tell_attributes(struct cudaFuncAttributes *attr, const Kernel *k)
{
    const Code *c = k->code;
    const unsigned *cluster = c->func->reqnctapercluster;
    memset(attr, 0, sizeof *attr);
    attr->sharedSizeBytes = c->shared_bytes;
    attr->constSizeBytes = program_constant_bytes(c->program);
    const MachineCode *machine = &c->func->machine;
    attr->localSizeBytes = machine->registers ? machine->frame_bytes : c->func->local_bytes;
    attr->maxThreadsPerBlock = kernel_max_threads(k);
    attr->numRegs = c->registers;
    attr->ptxVersion = (int)c->func->module->sm;
    attr->binaryVersion = model.cc_major * 10 + model.cc_minor;
    attr->maxDynamicSharedSizeBytes = (int)kernel_max_dynamic(k);
    attr->preferredShmemCarveout = k->carveout;
    attr->clusterDimMustBeSet = cluster[0] != 0;
    attr->requiredClusterWidth = (int)cluster[0];
    attr->requiredClusterHeight = cluster[0] ? (int)(cluster[1] ? cluster[1] : 1) : 0;
    attr->requiredClusterDepth = cluster[0] ? (int)(cluster[2] ? cluster[2] : 1) : 0;
    attr->clusterSchedulingPolicyPreference = k->cluster_policy;
    attr->nonPortableClusterSizeAllowed = k->nonportable_cluster;
}

cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attr, const void *function)
{
    ENTER();
    Kernel *k;
    cudaError_t e = attr ? kernel_find(function, &k) : cudaErrorInvalidValue;
    if (!e)
        tell_attributes(attr, k);
    LEAVE(e);
}

// A kernel that another kernel asks about; the host may never have used it.
static Kernel kernel_of(Code *c)
{
    const Kernel *k = kernel_with(c);
    return k ? *k : (Kernel){.code = c, .max_dynamic = -1, .carveout = -1};
}

static ErrorNumber attributes_for_kernel(Code *c, const void **attributes, size_t *n)
{
    static struct cudaFuncAttributes told;
    const Kernel k = kernel_of(c);
    tell_attributes(&told, &k);
    *attributes = &told;
    *n = sizeof told;
    return ERROR_cudaSuccess;
}

static cudaError_t set_kernel_attribute(Kernel *k, enum cudaFuncAttribute attr, int value)
{
    size_t fixed = k->code->shared_bytes;
    switch (attr) {
    case cudaFuncAttributeMaxDynamicSharedMemorySize:
        if (value < 0 || fixed + (size_t)value > model.shared_per_block_optin)
            return cudaErrorInvalidValue;
        k->max_dynamic = value;
        return cudaSuccess;
    case cudaFuncAttributePreferredSharedMemoryCarveout:
        if (value < -1 || value > 100)
            return cudaErrorInvalidValue;
        k->carveout = value;
        return cudaSuccess;
    case cudaFuncAttributeNonPortableClusterSizeAllowed:
        k->nonportable_cluster = value != 0;
        return cudaSuccess;
    case cudaFuncAttributeClusterSchedulingPolicyPreference:
        k->cluster_policy = value;
        return cudaSuccess;
    default: // the other attributes can only be read
        return cudaErrorInvalidValue;
    }
}

cudaError_t cudaFuncSetAttribute(const void *function, enum cudaFuncAttribute attr, int value)
{
    ENTER();
    Kernel *k;
    cudaError_t e = kernel_find(function, &k);
    LEAVE(e ? e : set_kernel_attribute(k, attr, value));
}

cudaError_t cudaKernelSetAttributeForDevice(cudaKernel_t kernel, enum cudaFuncAttribute attr,
                                            int value, int device_number)
{
    ENTER();
    Kernel *k;
    if (!rt_is_device(device_number))
        LEAVE(cudaErrorInvalidDevice);
    device_select((unsigned)device_number);
    cudaError_t e = kernel_find(kernel, &k);
    LEAVE(e ? e : set_kernel_attribute(k, attr, value));
}

cudaError_t cudaFuncSetCacheConfig(const void *function, enum cudaFuncCache config)
{
    ENTER();
    Kernel *k;
    cudaError_t e = (unsigned)config > cudaFuncCachePreferEqual ? cudaErrorInvalidValue
                                                                : kernel_find(function, &k);
    LEAVE(e);
}

// The banks of shared memory have had one width since cc 5.0.
cudaError_t cudaFuncSetSharedMemConfig(const void *function, enum cudaSharedMemConfig config)
{
    (void)config;
    ENTER();
    Kernel *k;
    LEAVE(kernel_find(function, &k));
}

cudaError_t cudaFuncGetName(const char **name, const void *function)
{
    ENTER();
    Kernel *k;
    cudaError_t e = name ? kernel_find(function, &k) : cudaErrorInvalidValue;
    if (!e)
        *name = k->name;
    LEAVE(e);
}

cudaError_t cudaFuncGetParamInfo(const void *function, size_t index, size_t *offset, size_t *size)
{
    ENTER();
    Kernel *k;
    cudaError_t e = offset ? kernel_find(function, &k) : cudaErrorInvalidValue;
    if (!e && index >= k->code->func->nparams)
        e = cudaErrorInvalidValue;
    if (!e) {
        *offset = k->code->func->params[index]->offset;
        if (size)
            *size = k->code->func->params[index]->size;
    }
    LEAVE(e);
}

// ---- occupancy ------------------------------------------------------

static int blocks_per_sm(const Kernel *k, int threads, size_t dynamic)
{
    if (threads > model.max_threads_per_block || dynamic > kernel_max_dynamic(k))
        return 0;
    return launch_blocks_per_sm(k->code, (uint32_t)threads,
                                (uint32_t)(k->code->shared_bytes + dynamic));
}

static bool may_ask(int threads, unsigned flags)
{
    return threads > 0 && flags <= cudaOccupancyDisableCachingOverride;
}

static ErrorNumber blocks_for_kernel(Code *c, int threads, size_t dynamic, unsigned flags,
                                     int *blocks)
{
    const Kernel k = kernel_of(c);
    if (!may_ask(threads, flags))
        return ERROR_cudaErrorInvalidValue;
    *blocks = blocks_per_sm(&k, threads, dynamic);
    return ERROR_cudaSuccess;
}

// The file that begins the runtime is below this one.
__attribute__((constructor)) static void answer_kernels(void)
{
    device_runtime.function = attributes_for_kernel;
    device_runtime.blocks = blocks_for_kernel;
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks,
                                                                   const void *function,
                                                                   int threads, size_t dynamic,
                                                                   unsigned flags)
{
    ENTER();
    if (!blocks || !may_ask(threads, flags))
        LEAVE(cudaErrorInvalidValue);
    Kernel *k;
    cudaError_t e = kernel_find(function, &k);
    if (!e)
        *blocks = blocks_per_sm(k, threads, dynamic);
    LEAVE(e);
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *function,
                                                          int threads, size_t dynamic)
{
    return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, function, threads,
                                                                  dynamic, 0);
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *dynamic, const void *function,
                                                      int blocks, int threads)
{
    ENTER();
    if (!dynamic || blocks <= 0 || threads <= 0)
        LEAVE(cudaErrorInvalidValue);
    Kernel *k;
    cudaError_t e = kernel_find(function, &k);
    if (e)
        LEAVE(e);
    if (blocks > launch_blocks_per_sm(k->code, (uint32_t)threads, k->code->shared_bytes))
        LEAVE(cudaErrorInvalidValue);
    size_t share = model.shared_per_sm / (size_t)blocks, fixed = k->code->shared_bytes;
    size_t room = share > fixed ? share - fixed : 0, most = kernel_max_dynamic(k);
    *dynamic = room < most ? room : most;
    LEAVE(cudaSuccess);
}

static cudaError_t cluster_of(const cudaLaunchConfig_t *c, const Kernel *k, unsigned *size)
{
    const unsigned *own = k->code->func->reqnctapercluster;
    uint64_t n = 0;
    if (own[0])
        n = (uint64_t)own[0] * (own[1] ? own[1] : 1) * (own[2] ? own[2] : 1);
    for (unsigned i = 0; i < c->numAttrs; i++)
        if (c->attrs[i].id == cudaLaunchAttributeClusterDimension)
            n = (uint64_t)c->attrs[i].val.clusterDim.x * c->attrs[i].val.clusterDim.y *
                c->attrs[i].val.clusterDim.z;
    if (n == 0 || n > (uint64_t)model.max_cluster_nonportable)
        return cudaErrorInvalidClusterSize;
    *size = (unsigned)n;
    return cudaSuccess;
}

// All blocks of a cluster run in one group of multiprocessors (a GPC), so that large clusters
// cannot use all multiprocessors; and at most eight blocks of clusters run on one
// multiprocessor. The sizes of the groups follow from an H200's answers: seven whole groups,
// part of an eighth, and pairs of multiprocessors that are left.
enum { BLOCKS_OF_CLUSTERS = 8 };
static const int gpcs[] = {18, 18, 16, 16, 16, 16, 16, 8, 2, 2, 2, 2};

cudaError_t cudaOccupancyMaxActiveClusters(int *clusters, const void *function,
                                           const cudaLaunchConfig_t *config)
{
    ENTER();
    Kernel *k;
    unsigned size = 1;
    cudaError_t e = clusters && config ? kernel_find(function, &k) : cudaErrorInvalidValue;
    if (!e)
        e = cluster_of(config, k, &size);
    if (e)
        LEAVE(e);
    int threads = (int)(config->blockDim.x * config->blockDim.y * config->blockDim.z);
    int each = blocks_per_sm(k, threads, config->dynamicSmemBytes);
    if (each > BLOCKS_OF_CLUSTERS)
        each = BLOCKS_OF_CLUSTERS;
    *clusters = 0;
    for (unsigned i = 0; i < sizeof gpcs / sizeof gpcs[0]; i++)
        if (gpcs[i] >= (int)size)
            *clusters += gpcs[i] * each / (int)size;
    LEAVE(cudaSuccess);
}

cudaError_t cudaOccupancyMaxPotentialClusterSize(int *size, const void *function,
                                                 const cudaLaunchConfig_t *config)
{
    ENTER();
    Kernel *k;
    cudaError_t e = size && config ? kernel_find(function, &k) : cudaErrorInvalidValue;
    if (!e)
        *size = k->nonportable_cluster ? model.max_cluster_nonportable : model.max_cluster;
    LEAVE(e);
}
