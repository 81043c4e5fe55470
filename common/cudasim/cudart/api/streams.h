// streams.h - the streams that a program names.
#pragma once

#include "cudart/clock/stream.h"

// ---- api_stream.c ---------------------------------------------------

Stream *stream_find(cudaStream_t s); // NULL: not a stream
void streams_forget(void);           // frees all that the program created; no work is left

typedef struct {
    Stream *stream;
    cudaStream_t handle;
    cudaHostFn_t function; // or
    cudaStreamCallback_t callback;
    void *user;
} HostCall;

cudaError_t host_call(HostCall c);                      // a host function in a stream
cudaError_t event_record(cudaEvent_t event, Stream *s); // NULL: no stream
void event_wait(Stream *s, const Event *e);
