// graphs.c - graphs, their edges, executable graphs, and captures. A graph, a node and an
// executable graph are those of the runtime.
#include "driver.h"

#define EDGES(data) ((cudaGraphEdgeData *)(data))
_Static_assert(sizeof(CUgraphEdgeData) == sizeof(cudaGraphEdgeData), "one layout");
_Static_assert(sizeof(CUDA_GRAPH_INSTANTIATE_PARAMS) == sizeof(cudaGraphInstantiateParams),
               "one layout");
_Static_assert(sizeof(CUgraphExecUpdateResultInfo) == sizeof(cudaGraphExecUpdateResultInfo),
               "one layout");

// ---- graphs ---------------------------------------------------------

SAME(cuGraphCreate, (CUgraph * graph, unsigned flags), cudaGraphCreate(graph, flags))
SAME(cuGraphDestroy, (CUgraph graph), cudaGraphDestroy(graph))
SAME(cuGraphClone, (CUgraph * clone, CUgraph graph), cudaGraphClone(clone, graph))
SAME(cuGraphDebugDotPrint, (CUgraph graph, const char *path, unsigned flags),
     cudaGraphDebugDotPrint(graph, path, flags))
SAME(cuGraphGetNodes, (CUgraph graph, CUgraphNode *nodes, size_t *n),
     cudaGraphGetNodes(graph, nodes, n))
SAME(cuGraphGetRootNodes, (CUgraph graph, CUgraphNode *nodes, size_t *n),
     cudaGraphGetRootNodes(graph, nodes, n))
SAME(cuGraphGetEdges_v2,
     (CUgraph graph, CUgraphNode *from, CUgraphNode *to, CUgraphEdgeData *data, size_t *n),
     cudaGraphGetEdges(graph, from, to, EDGES(data), n))
SAME(cuGraphAddDependencies_v2,
     (CUgraph graph, const CUgraphNode *from, const CUgraphNode *to, const CUgraphEdgeData *data,
      size_t n),
     cudaGraphAddDependencies(graph, from, to, EDGES(data), n))
SAME(cuGraphRemoveDependencies_v2,
     (CUgraph graph, const CUgraphNode *from, const CUgraphNode *to, const CUgraphEdgeData *data,
      size_t n),
     cudaGraphRemoveDependencies(graph, from, to, EDGES(data), n))
SAME(cuGraphConditionalHandleCreate,
     (CUgraphConditionalHandle * handle, CUgraph graph, CUcontext context, unsigned first,
      unsigned flags),
     ((void)context,
      cudaGraphConditionalHandleCreate((cudaGraphConditionalHandle *)handle, graph, first, flags)))

SAME(cuUserObjectCreate,
     (CUuserObject * object, void *p, CUhostFn destroy, unsigned count, unsigned flags),
     cudaUserObjectCreate(object, p, destroy, count, flags))
SAME(cuUserObjectRetain, (CUuserObject object, unsigned count), cudaUserObjectRetain(object, count))
SAME(cuUserObjectRelease, (CUuserObject object, unsigned count),
     cudaUserObjectRelease(object, count))
SAME(cuGraphRetainUserObject, (CUgraph graph, CUuserObject object, unsigned count, unsigned flags),
     cudaGraphRetainUserObject(graph, object, count, flags))
SAME(cuGraphReleaseUserObject, (CUgraph graph, CUuserObject object, unsigned count),
     cudaGraphReleaseUserObject(graph, object, count))

SAME(cuDeviceGraphMemTrim, (CUdevice device), cudaDeviceGraphMemTrim(device))
SAME(cuDeviceGetGraphMemAttribute, (CUdevice device, CUgraphMem_attribute which, void *value),
     cudaDeviceGetGraphMemAttribute(device, (enum cudaGraphMemAttributeType)which, value))
SAME(cuDeviceSetGraphMemAttribute, (CUdevice device, CUgraphMem_attribute which, void *value),
     cudaDeviceSetGraphMemAttribute(device, (enum cudaGraphMemAttributeType)which, value))

// ---- executable graphs ----------------------------------------------

SAME(cuGraphInstantiateWithFlags, (CUgraphExec * exec, CUgraph graph, unsigned long long flags),
     cudaGraphInstantiateWithFlags(exec, graph, flags))
SAME(cuGraphInstantiateWithParams,
     (CUgraphExec * exec, CUgraph graph, CUDA_GRAPH_INSTANTIATE_PARAMS *params),
     cudaGraphInstantiateWithParams(exec, graph, (cudaGraphInstantiateParams *)params))
SAME(cuGraphExecDestroy, (CUgraphExec exec), cudaGraphExecDestroy(exec))
SAME(cuGraphExecGetFlags, (CUgraphExec exec, cuuint64_t *flags),
     cudaGraphExecGetFlags(exec, (unsigned long long *)flags))
SAME(cuGraphExecUpdate_v2, (CUgraphExec exec, CUgraph graph, CUgraphExecUpdateResultInfo *info),
     cudaGraphExecUpdate(exec, graph, (cudaGraphExecUpdateResultInfo *)info))
SAME(cuGraphUpload, (CUgraphExec exec, CUstream stream), cudaGraphUpload(exec, stream))
SAME(cuGraphLaunch, (CUgraphExec exec, CUstream stream), cudaGraphLaunch(exec, stream))

// ---- captures -------------------------------------------------------

SAME(cuStreamBeginCapture_v2, (CUstream stream, CUstreamCaptureMode mode),
     cudaStreamBeginCapture(stream, (enum cudaStreamCaptureMode)mode))
SAME(cuStreamBeginCaptureToGraph,
     (CUstream stream, CUgraph graph, const CUgraphNode *nodes, const CUgraphEdgeData *data,
      size_t n, CUstreamCaptureMode mode),
     cudaStreamBeginCaptureToGraph(stream, graph, nodes, EDGES(data), n,
                                   (enum cudaStreamCaptureMode)mode))
SAME(cuStreamEndCapture, (CUstream stream, CUgraph *graph), cudaStreamEndCapture(stream, graph))
SAME(cuStreamIsCapturing, (CUstream stream, CUstreamCaptureStatus *status),
     cudaStreamIsCapturing(stream, (enum cudaStreamCaptureStatus *)status))
SAME(cuStreamGetCaptureInfo_v3,
     (CUstream stream, CUstreamCaptureStatus *status, cuuint64_t *id, CUgraph *graph,
      const CUgraphNode **nodes, const CUgraphEdgeData **data, size_t *n),
     cudaStreamGetCaptureInfo(stream, (enum cudaStreamCaptureStatus *)status,
                              (unsigned long long *)id, graph, nodes,
                              (const cudaGraphEdgeData **)data, n))
SAME(cuStreamUpdateCaptureDependencies_v2,
     (CUstream stream, CUgraphNode *nodes, const CUgraphEdgeData *data, size_t n, unsigned flags),
     cudaStreamUpdateCaptureDependencies(stream, nodes, EDGES(data), n, flags))
SAME(cuThreadExchangeStreamCaptureMode, (CUstreamCaptureMode * mode),
     cudaThreadExchangeStreamCaptureMode((enum cudaStreamCaptureMode *)mode))
