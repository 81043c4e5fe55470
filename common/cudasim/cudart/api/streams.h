// streams.h - the streams that a program names.
#pragma once

#include "cudart/clock/stream.h"

// ---- api_stream.c ---------------------------------------------------

Stream *stream_find(cudaStream_t s); // NULL: not a stream
void streams_forget(void);           // frees all that the program created; no work is left
