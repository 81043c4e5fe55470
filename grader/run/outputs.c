// outputs.c - see outputs.h.
#include "outputs.h"

#include <assert.h>
#include <string.h>

#include "grader/base/memory.h"
#include "run.h"

void output_begin(OutputStream *stream, const void *want, size_t bytes)
{
    output_drop(stream);
    *stream = (OutputStream){.want = want, .bytes = bytes};
}

static void keep_own(OutputStream *stream)
{
    stream->own = need(large_alloc(stream->bytes));
    memcpy(stream->own, stream->want, stream->at);
}

void output_add(OutputStream *stream, const void *data, size_t bytes)
{
    assert(bytes <= stream->bytes - stream->at);
    if (!stream->own && memcmp(stream->want + stream->at, data, bytes) != 0)
        keep_own(stream);
    if (stream->own)
        memcpy(stream->own + stream->at, data, bytes);
    stream->at += bytes;
}

void *output_take(OutputStream *stream, bool *owned)
{
    assert(stream->at == stream->bytes); // it is whole
    void *output = stream->own ? stream->own : (void *)stream->want;
    *owned = stream->own != NULL;
    *stream = (OutputStream){0};
    return output;
}

void output_drop(OutputStream *stream)
{
    free(stream->own);
    *stream = (OutputStream){0};
}

void result_drop_output(Result *result, int buffer)
{
    if (result->own_output[buffer])
        free(result->output[buffer]);
    result->output[buffer] = NULL;
    result->own_output[buffer] = false;
}
