// api_value.c - words that a stream writes, or waits for: cuStreamWriteValue32 and its relatives,
// which only the driver API has. A captured one is a node.
#include "both/door.h"
#include "capture.h"
#include "context.h"
#include "cost_table.h"
#include "streams.h"

int cudasimStreamValues(void *stream, const ValueWord *list, size_t n)
{
    ENTER_US((n < MAX_VALUE_WORDS ? n : MAX_VALUE_WORDS) * COST_RECORD_CALL_US);
    StreamCapture *capture;
    Stream *s = stream_find(stream);
    if (!s)
        LEAVE(cudaErrorInvalidResourceHandle);
    if (!values_are_right(list, n))
        LEAVE(cudaErrorInvalidValue);
    cudaError_t e = capture_work(s, &capture);
    if (e || !capture)
        LEAVE(e ? e : stream_values(s, list, n));
    WorkNode *node = node_new(NODE_values);
    node_set_values(node, list, n);
    capture_add(capture, node, false);
    LEAVE(cudaSuccess);
}
