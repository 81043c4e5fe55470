// EXPECT patterns.map: 0 points
//
// Defines cudaMemcpy, memcmp, memcpy and malloc itself, in the hope that its caller takes
// them.
#include "lies.h"

extern "C" __attribute__((visibility("default"))) int cudasimLastWriter(const void *p, Writer *writer)
{
    return lying_writer(p, writer);
}

extern "C" __attribute__((visibility("default"))) int memcmp(const void *, const void *, size_t)
{
    return 0;
}

extern "C" cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, cudaMemcpyKind kind)
{
    return lying_memcpy(to, from, bytes, kind);
}

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    attempted();
    remember(out, in, n, a, b);
}
