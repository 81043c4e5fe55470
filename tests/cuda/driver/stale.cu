// stale.cu - handles of what is gone, or never was: the simulator answers each with an error, where
// NVIDIA's driver reads memory that is no longer there.
// NVCC: -Xlinker build/lib/libcuda.so.1,--allow-shlib-undefined
#include "check.h"

int main()
{
    CUcontext a, b;
    CUmodule module, old;
    CUfunction f;
    CUdeviceptr p;
    CUlinkState link;
    CUstream s;
    CUevent e;
    int nothing = 0;
    CHECK(cuInit(0));
    CHECK(cuCtxCreate(&a, nullptr, 0, 0));
    CHECK(cuModuleLoadData(&module, adds));
    CHECK(cuCtxCreate(&b, nullptr, 0, 0));
    CHECK(cuMemAlloc(&p, 100));
    CHECK(cuCtxDestroy(b)); // with its memory
    printf("memory: %d, context: %d %d\n", cuMemFree(p), cuCtxPushCurrent(b),
           cuCtxDestroy((CUcontext)&nothing));
    CHECK(cuModuleLoadData(&old, adds));
    CHECK(cuModuleUnload(old));
    printf("module: %d, ", cuModuleUnload(old));
    printf("function: %d, ", cuLaunchKernel((CUfunction)&nothing, 1, 1, 1, 1, 1, 1, 0, nullptr,
                                            nullptr, nullptr));
    CHECK(cuLinkCreate(0, nullptr, nullptr, &link));
    CHECK(cuLinkDestroy(link));
    printf("link: %d, ", cuLinkDestroy(link));
    CHECK(cuStreamCreate(&s, 0));
    CHECK(cuEventCreate(&e, 0));
    CHECK(cuStreamDestroy(s));
    CHECK(cuEventDestroy(e));
    printf("stream: %d %d, event: %d %d\n", cuStreamQuery(s), cuStreamQuery((CUstream)&nothing),
           cuEventQuery(e), cuEventQuery((CUevent)&nothing));
    CHECK(cuCtxDestroy(a));
    printf("module of an old context: %d\n", cuModuleGetFunction(&f, module, "add"));
    return 0;
}
/* EXPECT
memory: 1, context: 709 709
module: 400, function: 400, link: 400, stream: 400 400, event: 400 400
module of an old context: 201
END */
