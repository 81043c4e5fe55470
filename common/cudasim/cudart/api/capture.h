// capture.h - streams whose work becomes nodes of a graph.
#pragma once

#include "graph.h"

typedef struct Capture Capture;
struct Capture {
    unsigned refs; // streams and events that know it
    unsigned long long id;
    WorkGraph *graph;
    bool own_graph; // not of cudaStreamBeginCaptureToGraph
    enum cudaStreamCaptureMode mode;
    uint64_t thread;
    Stream *origin; // NULL: it is over
    bool invalid;
    WorkEdges left; // fronts of streams that have been destroyed
};

// A stream that is captured, or an event that was recorded in one: what comes next depends on
// these nodes.
typedef struct StreamCapture StreamCapture;
struct StreamCapture {
    StreamCapture *next; // of those of events
    Capture *of;
    WorkEdges front;
};

// New work of a stream. *c: it becomes a node there; NULL: it is executed. Otherwise an error.
cudaError_t capture_work(Stream *s, StreamCapture **c);
// The node depends on the stream's last ones, and becomes the last one. `programmatic`: it may
// begin before a kernel in front of it has ended.
void capture_add(StreamCapture *c, WorkNode *n, bool programmatic);
// The host asks about a stream, or waits for it; NULL: for all. An error if one is captured.
cudaError_t capture_forbids_wait(const Stream *s);
// The legacy stream cannot tell while a blocking stream is captured; that capture goes on.
cudaError_t capture_forbids_question(const Stream *s);
cudaError_t capture_forbids_event(const Event *e); // the same of an event, captured or not
// Must this call not be made by this thread now? See cudaThreadExchangeStreamCaptureMode().
cudaError_t capture_forbids_call(const char *call);
// The next node depends on these, too; `only`: not on others.
void capture_depend(StreamCapture *c, const WorkEdges *more, bool only);
void capture_record(StreamCapture *c, Event *e); // of a captured stream
void capture_forget_event(Event *e);             // the event's record is another one
void capture_forget_stream(Stream *s);           // it is destroyed
bool captures_any(void);                         // is a stream captured?
void captures_forget(void);                      // cudaDeviceReset
// The stream waits for an event. *done: that was all.
cudaError_t capture_wait(Stream *s, Event *e, bool *done);

cudaError_t capture_begin(Stream *s, WorkGraph *to, WorkEdges front,
                          enum cudaStreamCaptureMode mode);
cudaError_t capture_end(Stream *s, WorkGraph **graph); // NULL: of a graph that was given
extern _Thread_local enum cudaStreamCaptureMode capture_thread_mode;
