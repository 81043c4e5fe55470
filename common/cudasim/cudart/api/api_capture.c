// api_capture.c - the calls about streams that are captured.
#include "capture.h"
#include "context.h"
#include "streams.h"

#include "alloc.h"

#include <stdlib.h>

// The nodes on which the next one is to depend; e: they are not all of this graph.
static cudaError_t read_front(const WorkGraph *g, const cudaGraphNode_t *nodes,
                              const cudaGraphEdgeData *data, size_t n, WorkEdges *front)
{
    *front = (WorkEdges){0};
    if (n && !nodes)
        return cudaErrorInvalidValue;
    for (size_t i = 0; i < n; i++) {
        WorkNode *node = node_find(nodes[i]);
        if (!node || node->graph != g) {
            free(front->at);
            return cudaErrorInvalidValue;
        }
        front->at = array_room(front->at, front->n, &front->room, sizeof *front->at);
        front->at[front->n++] = (WorkEdge){node, data ? data[i] : (cudaGraphEdgeData){0}};
    }
    return cudaSuccess;
}

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode)
{
    ENTER();
    Stream *s = stream_find(stream);
    LEAVE(s ? capture_begin(s, NULL, (WorkEdges){0}, mode) : cudaErrorInvalidResourceHandle);
}

cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph,
                                          const cudaGraphNode_t *nodes,
                                          const cudaGraphEdgeData *data, size_t n,
                                          enum cudaStreamCaptureMode mode)
{
    ENTER();
    Stream *s = stream_find(stream);
    WorkGraph *g = graph_find(graph);
    WorkEdges front;
    if (!s || !g)
        LEAVE(s ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle);
    cudaError_t e = read_front(g, nodes, data, n, &front);
    if (e)
        LEAVE(e);
    e = capture_begin(s, g, front, mode);
    free(front.at);
    LEAVE(e);
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph)
{
    ENTER();
    Stream *s = stream_find(stream);
    if (!s)
        LEAVE(cudaErrorInvalidResourceHandle);
    LEAVE(capture_end(s, graph));
}

static enum cudaStreamCaptureStatus status_of(const Stream *s)
{
    return !s->capture               ? cudaStreamCaptureStatusNone
           : s->capture->of->invalid ? cudaStreamCaptureStatusInvalidated
                                     : cudaStreamCaptureStatusActive;
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, enum cudaStreamCaptureStatus *status)
{
    ENTER();
    const Stream *s = stream_find(stream);
    if (!s || !status)
        LEAVE(s ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle);
    cudaError_t e = capture_forbids_question(s);
    if (e)
        LEAVE(e);
    *status = status_of(s);
    LEAVE(cudaSuccess);
}

// The lists stay until the stream is asked again.
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, enum cudaStreamCaptureStatus *status,
                                     unsigned long long *id, cudaGraph_t *graph,
                                     const cudaGraphNode_t **nodes, const cudaGraphEdgeData **data,
                                     size_t *n)
{
    static _Thread_local cudaGraphNode_t *node_list;
    static _Thread_local cudaGraphEdgeData *data_list;
    ENTER();
    Stream *s = stream_find(stream);
    if (!s || !status)
        LEAVE(s ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle);
    cudaError_t e = capture_forbids_question(s);
    if (e)
        LEAVE(e);
    *status = status_of(s);
    if (*status != cudaStreamCaptureStatusActive)
        LEAVE(cudaSuccess);
    const WorkEdges *front = &s->capture->front;
    bool lossy = false;
    node_list = must_realloc(node_list, front->n + 1, sizeof *node_list);
    data_list = must_realloc(data_list, front->n + 1, sizeof *data_list);
    for (uint32_t i = 0; i < front->n; i++) {
        node_list[i] = front->at[i].node;
        data_list[i] = front->at[i].data;
        lossy |= data_list[i].type || data_list[i].from_port;
    }
    if (lossy && nodes && !data)
        LEAVE(cudaErrorLossyQuery);
    if (id)
        *id = s->capture->of->id;
    if (graph)
        *graph = s->capture->of->graph;
    if (nodes)
        *nodes = node_list;
    if (data)
        *data = data_list;
    if (n)
        *n = front->n;
    LEAVE(cudaSuccess);
}

cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t *nodes,
                                                const cudaGraphEdgeData *data, size_t n,
                                                unsigned flags)
{
    ENTER();
    Stream *s = stream_find(stream);
    WorkEdges more;
    if (!s)
        LEAVE(cudaErrorInvalidResourceHandle);
    if (flags > cudaStreamSetCaptureDependencies)
        LEAVE(cudaErrorInvalidValue);
    if (status_of(s) != cudaStreamCaptureStatusActive)
        LEAVE(s->capture ? cudaErrorStreamCaptureInvalidated : cudaErrorIllegalState);
    cudaError_t e = read_front(s->capture->of->graph, nodes, data, n, &more);
    if (!e)
        capture_depend(s->capture, &more, flags == cudaStreamSetCaptureDependencies);
    free(e ? NULL : more.at);
    LEAVE(e);
}

cudaError_t cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *mode)
{
    ENTER();
    if (!mode || (unsigned)*mode > cudaStreamCaptureModeRelaxed)
        LEAVE(cudaErrorInvalidValue);
    enum cudaStreamCaptureMode before = capture_thread_mode;
    capture_thread_mode = *mode;
    *mode = before;
    LEAVE(cudaSuccess);
}
