// runtime_12.c - names of a CUDA 12 runtime that is linked statically, for tests/test_static.c. If
// one of these functions runs, the program ends with a message.
#include <stdio.h>
#include <stdlib.h>

#define FUNCTION(name) \
    int name(void) \
    { \
        printf("%s itself has run\n", #name); \
        fflush(stdout); \
        exit(9); \
    }

FUNCTION(cudaDriverGetVersion)
FUNCTION(cudaFree)
FUNCTION(cudaFunctionOfLater) // that ours lacks
FUNCTION(cudaGetExportTable)
FUNCTION(cudaGetDeviceProperties)
FUNCTION(cudaGetDeviceProperties_v2)
FUNCTION(cudaGraphAddNode)
FUNCTION(cudaMallocManaged)
FUNCTION(cudaMemAdvise)
FUNCTION(cudaMemPrefetchAsync)
FUNCTION(cudaMemPrefetchAsync_ptsz)
FUNCTION(cudaPointerGetAttributes)
FUNCTION(cudaRuntimeGetVersion)
FUNCTION(cudaStreamGetCaptureInfo_v2)
FUNCTION(cudaThreadSynchronize)
