// nodes.c - what nodes of graphs do. Most descriptions have the layout of the runtime's; those of
// kernels and copies become the runtime's.
#include "driver.h"

#include "alloc.h"

#include <string.h>

#define SAME_LAYOUT(ours, theirs) _Static_assert(sizeof(ours) == sizeof(theirs), "one layout")
SAME_LAYOUT(CUDA_MEMSET_NODE_PARAMS_v1, struct cudaMemsetParams);
SAME_LAYOUT(CUDA_HOST_NODE_PARAMS_v1, struct cudaHostNodeParams);
SAME_LAYOUT(CUDA_MEM_ALLOC_NODE_PARAMS_v1, struct cudaMemAllocNodeParams);
SAME_LAYOUT(CUlaunchAttributeValue, cudaLaunchAttributeValue);
SAME_LAYOUT(CUgraphNodeParams, struct cudaGraphNodeParams);

// ---- kernels --------------------------------------------------------

static CUresult kernel_of_driver(struct cudaKernelNodeParams *to, const CUDA_KERNEL_NODE_PARAMS *p)
{
    if (!p || !(p->func || p->kern))
        return CUDA_ERROR_INVALID_VALUE;
    *to = (struct cudaKernelNodeParams){.func = p->func ? (void *)p->func : (void *)p->kern,
                                        .gridDim = {p->gridDimX, p->gridDimY, p->gridDimZ},
                                        .blockDim = {p->blockDimX, p->blockDimY, p->blockDimZ},
                                        .sharedMemBytes = p->sharedMemBytes,
                                        .kernelParams = p->kernelParams,
                                        .extra = p->extra};
    return CUDA_SUCCESS;
}

static CUresult get_kernel(CUgraphNode node, CUDA_KERNEL_NODE_PARAMS *to)
{
    struct cudaKernelNodeParams p;
    CUresult e = to ? RESULT(cudaGraphKernelNodeGetParams(node, &p)) : CUDA_ERROR_INVALID_VALUE;
    if (!e)
        *to = (CUDA_KERNEL_NODE_PARAMS){.func = p.func,
                                        .gridDimX = p.gridDim.x,
                                        .gridDimY = p.gridDim.y,
                                        .gridDimZ = p.gridDim.z,
                                        .blockDimX = p.blockDim.x,
                                        .blockDimY = p.blockDim.y,
                                        .blockDimZ = p.blockDim.z,
                                        .sharedMemBytes = p.sharedMemBytes,
                                        .kernelParams = p.kernelParams,
                                        .extra = p.extra,
                                        .ctx = context_current()};
    return e;
}

// A call of the runtime with the kernel's, or the copy's, description `p` of the runtime.
#define WITH(type, from, convert, call) \
    ({ \
        type p; \
        CUresult converted_ = convert(&p, from); \
        converted_ ? converted_ : RESULT(call); \
    })
#define WITH_KERNEL(from, call) WITH(struct cudaKernelNodeParams, from, kernel_of_driver, call)
#define WITH_COPY(from, call) WITH(struct cudaMemcpy3DParms, from, copy_of_driver, call)

FUNCTION(cuGraphAddKernelNode_v2, NEEDS_context,
         (CUgraphNode * node, CUgraph graph, const CUgraphNode *before, size_t n,
          const CUDA_KERNEL_NODE_PARAMS *params),
         WITH_KERNEL(params, cudaGraphAddKernelNode(node, graph, before, n, &p)))
FUNCTION(cuGraphKernelNodeGetParams_v2, NEEDS_context,
         (CUgraphNode node, CUDA_KERNEL_NODE_PARAMS *params), get_kernel(node, params))
FUNCTION(cuGraphKernelNodeSetParams_v2, NEEDS_context,
         (CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS *params),
         WITH_KERNEL(params, cudaGraphKernelNodeSetParams(node, &p)))
FUNCTION(cuGraphExecKernelNodeSetParams_v2, NEEDS_context,
         (CUgraphExec exec, CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS *params),
         WITH_KERNEL(params, cudaGraphExecKernelNodeSetParams(exec, node, &p)))
SAME(cuGraphKernelNodeCopyAttributes, (CUgraphNode to, CUgraphNode from),
     cudaGraphKernelNodeCopyAttributes(to, from))
SAME(cuGraphKernelNodeGetAttribute,
     (CUgraphNode node, CUlaunchAttributeID id, CUlaunchAttributeValue *value),
     cudaGraphKernelNodeGetAttribute(node, (cudaLaunchAttributeID)id,
                                     (cudaLaunchAttributeValue *)value))
SAME(cuGraphKernelNodeSetAttribute,
     (CUgraphNode node, CUlaunchAttributeID id, const CUlaunchAttributeValue *value),
     cudaGraphKernelNodeSetAttribute(node, (cudaLaunchAttributeID)id,
                                     (const cudaLaunchAttributeValue *)value))

// ---- copies and memsets ---------------------------------------------

static CUresult get_copy(CUgraphNode node, CUDA_MEMCPY3D *to)
{
    struct cudaMemcpy3DParms p;
    CUresult e = to ? RESULT(cudaGraphMemcpyNodeGetParams(node, &p)) : CUDA_ERROR_INVALID_VALUE;
    return e ? e : copy_of_runtime(to, &p);
}

FUNCTION(cuGraphAddMemcpyNode, NEEDS_context,
         (CUgraphNode * node, CUgraph graph, const CUgraphNode *before, size_t n,
          const CUDA_MEMCPY3D *params, CUcontext context),
         ((void)context, WITH_COPY(params, cudaGraphAddMemcpyNode(node, graph, before, n, &p))))
FUNCTION(cuGraphMemcpyNodeGetParams, NEEDS_context, (CUgraphNode node, CUDA_MEMCPY3D *params),
         get_copy(node, params))
FUNCTION(cuGraphMemcpyNodeSetParams, NEEDS_context, (CUgraphNode node, const CUDA_MEMCPY3D *params),
         WITH_COPY(params, cudaGraphMemcpyNodeSetParams(node, &p)))
FUNCTION(cuGraphExecMemcpyNodeSetParams, NEEDS_context,
         (CUgraphExec exec, CUgraphNode node, const CUDA_MEMCPY3D *params, CUcontext context),
         ((void)context, WITH_COPY(params, cudaGraphExecMemcpyNodeSetParams(exec, node, &p))))

#define MEMSET(params) ((struct cudaMemsetParams *)(params))
SAME(cuGraphAddMemsetNode,
     (CUgraphNode * node, CUgraph graph, const CUgraphNode *before, size_t n,
      const CUDA_MEMSET_NODE_PARAMS *params, CUcontext context),
     ((void)context, cudaGraphAddMemsetNode(node, graph, before, n, MEMSET(params))))
SAME(cuGraphMemsetNodeGetParams, (CUgraphNode node, CUDA_MEMSET_NODE_PARAMS *params),
     cudaGraphMemsetNodeGetParams(node, MEMSET(params)))
SAME(cuGraphMemsetNodeSetParams, (CUgraphNode node, const CUDA_MEMSET_NODE_PARAMS *params),
     cudaGraphMemsetNodeSetParams(node, MEMSET(params)))
SAME(cuGraphExecMemsetNodeSetParams,
     (CUgraphExec exec, CUgraphNode node, const CUDA_MEMSET_NODE_PARAMS *params, CUcontext context),
     ((void)context, cudaGraphExecMemsetNodeSetParams(exec, node, MEMSET(params))))

// ---- other kinds ----------------------------------------------------

#define HOST(params) ((struct cudaHostNodeParams *)(params))
SAME(cuGraphAddHostNode,
     (CUgraphNode * node, CUgraph graph, const CUgraphNode *before, size_t n,
      const CUDA_HOST_NODE_PARAMS *params),
     cudaGraphAddHostNode(node, graph, before, n, HOST(params)))
SAME(cuGraphHostNodeGetParams, (CUgraphNode node, CUDA_HOST_NODE_PARAMS *params),
     cudaGraphHostNodeGetParams(node, HOST(params)))
SAME(cuGraphHostNodeSetParams, (CUgraphNode node, const CUDA_HOST_NODE_PARAMS *params),
     cudaGraphHostNodeSetParams(node, HOST(params)))
SAME(cuGraphExecHostNodeSetParams,
     (CUgraphExec exec, CUgraphNode node, const CUDA_HOST_NODE_PARAMS *params),
     cudaGraphExecHostNodeSetParams(exec, node, HOST(params)))

SAME(cuGraphAddEmptyNode, (CUgraphNode * node, CUgraph graph, const CUgraphNode *before, size_t n),
     cudaGraphAddEmptyNode(node, graph, before, n))
SAME(cuGraphAddChildGraphNode,
     (CUgraphNode * node, CUgraph graph, const CUgraphNode *before, size_t n, CUgraph child),
     cudaGraphAddChildGraphNode(node, graph, before, n, child))
SAME(cuGraphChildGraphNodeGetGraph, (CUgraphNode node, CUgraph *graph),
     cudaGraphChildGraphNodeGetGraph(node, graph))
SAME(cuGraphExecChildGraphNodeSetParams, (CUgraphExec exec, CUgraphNode node, CUgraph child),
     cudaGraphExecChildGraphNodeSetParams(exec, node, child))

SAME(cuGraphAddEventRecordNode,
     (CUgraphNode * node, CUgraph graph, const CUgraphNode *before, size_t n, CUevent event),
     cudaGraphAddEventRecordNode(node, graph, before, n, event))
SAME(cuGraphEventRecordNodeGetEvent, (CUgraphNode node, CUevent *event),
     cudaGraphEventRecordNodeGetEvent(node, event))
SAME(cuGraphEventRecordNodeSetEvent, (CUgraphNode node, CUevent event),
     cudaGraphEventRecordNodeSetEvent(node, event))
SAME(cuGraphExecEventRecordNodeSetEvent, (CUgraphExec exec, CUgraphNode node, CUevent event),
     cudaGraphExecEventRecordNodeSetEvent(exec, node, event))
SAME(cuGraphAddEventWaitNode,
     (CUgraphNode * node, CUgraph graph, const CUgraphNode *before, size_t n, CUevent event),
     cudaGraphAddEventWaitNode(node, graph, before, n, event))
SAME(cuGraphEventWaitNodeGetEvent, (CUgraphNode node, CUevent *event),
     cudaGraphEventWaitNodeGetEvent(node, event))
SAME(cuGraphEventWaitNodeSetEvent, (CUgraphNode node, CUevent event),
     cudaGraphEventWaitNodeSetEvent(node, event))
SAME(cuGraphExecEventWaitNodeSetEvent, (CUgraphExec exec, CUgraphNode node, CUevent event),
     cudaGraphExecEventWaitNodeSetEvent(exec, node, event))

#define ALLOCATION(params) ((struct cudaMemAllocNodeParams *)(params))
SAME(cuGraphAddMemAllocNode,
     (CUgraphNode * node, CUgraph graph, const CUgraphNode *before, size_t n,
      CUDA_MEM_ALLOC_NODE_PARAMS *params),
     cudaGraphAddMemAllocNode(node, graph, before, n, ALLOCATION(params)))
SAME(cuGraphMemAllocNodeGetParams, (CUgraphNode node, CUDA_MEM_ALLOC_NODE_PARAMS *params),
     cudaGraphMemAllocNodeGetParams(node, ALLOCATION(params)))
SAME(cuGraphAddMemFreeNode,
     (CUgraphNode * node, CUgraph graph, const CUgraphNode *before, size_t n, CUdeviceptr p),
     cudaGraphAddMemFreeNode(node, graph, before, n, (void *)(uintptr_t)p))
SAME(cuGraphMemFreeNodeGetParams, (CUgraphNode node, CUdeviceptr *p),
     cudaGraphMemFreeNodeGetParams(node, p))

// ---- words ----------------------------------------------------------

static CUresult add_words(CUgraphNode *node, CUgraph graph, const CUgraphNode *before, size_t n,
                          const CUDA_BATCH_MEM_OP_NODE_PARAMS *p)
{
    ValueWord words[MAX_VALUE_WORDS];
    size_t m;
    CUresult e =
        p ? words_of_batch(words, &m, p->count, p->paramArray, p->flags) : CUDA_ERROR_INVALID_VALUE;
    return e ? e
             : RESULT((cudaError_t)cudasimGraphAddValues((void **)node, graph, words, m,
                                                         (void *const *)before, n));
}

static CUresult set_words(CUgraphExec exec, CUgraphNode node,
                          const CUDA_BATCH_MEM_OP_NODE_PARAMS *p)
{
    ValueWord words[MAX_VALUE_WORDS];
    size_t n;
    CUresult e =
        p ? words_of_batch(words, &n, p->count, p->paramArray, p->flags) : CUDA_ERROR_INVALID_VALUE;
    return e ? e : RESULT((cudaError_t)cudasimGraphSetValues(exec, node, words, n));
}

static CUstreamBatchMemOpParams operation_of(const ValueWord *w)
{
    const bool large = w->bytes == 8;
    CUstreamBatchMemOpParams p = {0};
    if (w->how == VALUE_write) {
        p.writeValue.operation =
            large ? CU_STREAM_MEM_OP_WRITE_VALUE_64 : CU_STREAM_MEM_OP_WRITE_VALUE_32;
        p.writeValue.address = w->at;
        p.writeValue.value64 = w->value;
    } else {
        p.waitValue.operation =
            large ? CU_STREAM_MEM_OP_WAIT_VALUE_64 : CU_STREAM_MEM_OP_WAIT_VALUE_32;
        p.waitValue.address = w->at;
        p.waitValue.value64 = w->value;
        p.waitValue.flags = w->how;
    }
    return p;
}

// The list belongs to the node: the next call for the node writes to the same place.
static CUstreamBatchMemOpParams *operations_for(CUgraphNode node)
{
    typedef struct Told {
        struct Told *next;
        CUgraphNode node;
        CUstreamBatchMemOpParams operation[MAX_VALUE_WORDS];
    } Told;
    static Told *all;
    Told *t = all;
    while (t && t->node != node)
        t = t->next;
    if (!t) {
        t = must_calloc(1, sizeof *t);
        t->node = node;
        t->next = all;
        all = t;
    }
    return t->operation;
}

static CUresult get_words(CUgraphNode node, CUDA_BATCH_MEM_OP_NODE_PARAMS *p)
{
    ValueWord words[MAX_VALUE_WORDS];
    size_t n = MAX_VALUE_WORDS;
    CUresult e =
        p ? RESULT((cudaError_t)cudasimGraphValues(node, words, &n)) : CUDA_ERROR_INVALID_VALUE;
    if (e)
        return e;
    *p = (CUDA_BATCH_MEM_OP_NODE_PARAMS){context_current(), (unsigned)n, operations_for(node), 0};
    for (size_t i = 0; i < n; i++)
        p->paramArray[i] = operation_of(&words[i]);
    return CUDA_SUCCESS;
}

FUNCTION(cuGraphBatchMemOpNodeGetParams, NEEDS_context,
         (CUgraphNode node, CUDA_BATCH_MEM_OP_NODE_PARAMS *params), get_words(node, params))
FUNCTION(cuGraphAddBatchMemOpNode, NEEDS_context,
         (CUgraphNode * node, CUgraph graph, const CUgraphNode *before, size_t n,
          const CUDA_BATCH_MEM_OP_NODE_PARAMS *params),
         add_words(node, graph, before, n, params))
FUNCTION(cuGraphBatchMemOpNodeSetParams, NEEDS_context,
         (CUgraphNode node, const CUDA_BATCH_MEM_OP_NODE_PARAMS *params),
         set_words(NULL, node, params))
FUNCTION(cuGraphExecBatchMemOpNodeSetParams, NEEDS_context,
         (CUgraphExec exec, CUgraphNode node, const CUDA_BATCH_MEM_OP_NODE_PARAMS *params),
         exec ? set_words(exec, node, params) : CUDA_ERROR_INVALID_VALUE)

// ---- all kinds ------------------------------------------------------

static CUresult node_of_driver(struct cudaGraphNodeParams *to, const CUgraphNodeParams *p)
{
    if (!p)
        return CUDA_ERROR_INVALID_VALUE;
    memcpy(to, p, sizeof *to);
    if (p->type == CU_GRAPH_NODE_TYPE_MEMCPY)
        return copy_of_driver(&to->memcpy.copyParams, &p->memcpy.copyParams);
    if (p->type == CU_GRAPH_NODE_TYPE_KERNEL && !p->kernel.func)
        to->kernel.func = p->kernel.kern;
    return CUDA_SUCCESS;
}

// An allocation gets its address, a conditional node its graphs.
static cudaError_t add(CUgraphNode *node, CUgraph graph, const CUgraphNode *before,
                       const CUgraphEdgeData *data, size_t n, struct cudaGraphNodeParams *p,
                       CUgraphNodeParams *told)
{
    cudaError_t e = cudaGraphAddNode(node, graph, before, (const cudaGraphEdgeData *)data, n, p);
    if (!e && p->type == cudaGraphNodeTypeMemAlloc)
        told->alloc.dptr = (uintptr_t)p->alloc.dptr;
    if (!e && p->type == cudaGraphNodeTypeConditional)
        told->conditional.phGraph_out = p->conditional.phGraph_out;
    return e;
}

#define WITH_NODE(from, call) WITH(struct cudaGraphNodeParams, from, node_of_driver, call)
FUNCTION(cuGraphAddNode_v2, NEEDS_context,
         (CUgraphNode * node, CUgraph graph, const CUgraphNode *before, const CUgraphEdgeData *data,
          size_t n, CUgraphNodeParams *params),
         params && params->type == CU_GRAPH_NODE_TYPE_BATCH_MEM_OP && !data
             ? add_words(node, graph, before, n, (const void *)&params->memOp)
             : WITH_NODE(params, add(node, graph, before, data, n, &p, params)))
FUNCTION(cuGraphNodeSetParams, NEEDS_context, (CUgraphNode node, CUgraphNodeParams *params),
         WITH_NODE(params, cudaGraphNodeSetParams(node, &p)))
FUNCTION(cuGraphExecNodeSetParams, NEEDS_context,
         (CUgraphExec exec, CUgraphNode node, CUgraphNodeParams *params),
         WITH_NODE(params, cudaGraphExecNodeSetParams(exec, node, &p)))

SAME(cuGraphDestroyNode, (CUgraphNode node), cudaGraphDestroyNode(node))
SAME(cuGraphNodeFindInClone, (CUgraphNode * found, CUgraphNode node, CUgraph clone),
     cudaGraphNodeFindInClone(found, node, clone))
SAME(cuGraphNodeGetType, (CUgraphNode node, CUgraphNodeType *type),
     cudaGraphNodeGetType(node, (enum cudaGraphNodeType *)type))
SAME(cuGraphNodeGetDependencies_v2,
     (CUgraphNode node, CUgraphNode *nodes, CUgraphEdgeData *data, size_t *n),
     cudaGraphNodeGetDependencies(node, nodes, (cudaGraphEdgeData *)data, n))
SAME(cuGraphNodeGetDependentNodes_v2,
     (CUgraphNode node, CUgraphNode *nodes, CUgraphEdgeData *data, size_t *n),
     cudaGraphNodeGetDependentNodes(node, nodes, (cudaGraphEdgeData *)data, n))
SAME(cuGraphNodeGetEnabled, (CUgraphExec exec, CUgraphNode node, unsigned *enabled),
     cudaGraphNodeGetEnabled(exec, node, enabled))
SAME(cuGraphNodeSetEnabled, (CUgraphExec exec, CUgraphNode node, unsigned enabled),
     cudaGraphNodeSetEnabled(exec, node, enabled))
