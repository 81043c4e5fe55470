// batch.h - calls that do several things at once (cudaMemcpyBatchAsync and its relatives).
#pragma once

#include "streams.h"

// `m` entries say how `n` operations are done, each from operation first[k] on.
static inline bool batch_runs(const size_t *first, size_t m, size_t n)
{
    if (!first || !m || m > n || first[0])
        return false;
    for (size_t k = 1; k < m; k++)
        if (first[k] <= first[k - 1] || first[k] >= n)
            return false;
    return true;
}

// A batch cannot be in the legacy default stream.
static inline bool batch_stream(cudaStream_t stream)
{
    const Stream *s = stream_find(stream);
    return !s || !stream_is_legacy(s);
}
