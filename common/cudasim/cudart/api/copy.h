// copy.h - copies and memsets of regions.
#pragma once

#include "cudart/clock/stream.h"

// `depth` slices of `height` rows of `width` bytes.
typedef struct {
    void *at;
    size_t pitch; // bytes from row to row
    size_t slice; // bytes from slice to slice
    bool own;     // the simulator's own memory
} CopyRegion;

typedef struct {
    size_t width, height, depth;
} Extent;

typedef enum { HOST_WAITS, HOST_GOES_ON } Waiting;

cudaError_t copy_region(CopyRegion dst, CopyRegion src, Extent n, enum cudaMemcpyKind kind,
                        cudaStream_t stream, Waiting waiting);
// `element`: bytes of the value, 1, 2 or 4; widths are bytes, too.
cudaError_t fill_region(CopyRegion r, unsigned value, unsigned element, Extent n,
                        cudaStream_t stream, Waiting waiting);
// Where the machine has n bytes of device memory, as they are now, or NULL. Nothing is copied, and
// no observer sees a read.
cudaError_t copy_view(const void **own, const void *src, size_t n);
