// outputs.h - the bytes of an output, as they come through the runner's pipe.
//
// Most outputs are what is expected, and some have 64 MB. So the bytes are compared while they
// come, and an output is kept only from the moment on at which it differs: until then the
// expectation is a copy of it.
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    const char *want; // what is expected
    char *own;        // the output, once it differs; NULL: so far it does not
    size_t bytes, at; // of the whole output; of what has come
} OutputStream;

void output_begin(OutputStream *stream, const void *want, size_t bytes);

// Takes bytes that have come, not more than are missing.
void output_add(OutputStream *stream, const void *data, size_t bytes);

// The output once it is whole. It has to be freed if `owned`, else it is the expectation itself.
void *output_take(OutputStream *stream, bool *owned);

// Forgets an output of which only some bytes have come.
void output_drop(OutputStream *stream);
