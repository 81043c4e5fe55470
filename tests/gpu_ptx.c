// gpu_ptx.c - runs the files of tests/ptx on a real GPU, to show that the
// hardware gives the results that they expect. Not part of `make test`; to use it:
//
//   cc -std=gnu11 -I. -I/usr/local/cuda/include tests/gpu_ptx.c -ldl -lm -o build/gpu_ptx
//   find tests/ptx -name '*.ptx' | xargs -n 1 build/gpu_ptx
//
// One file per process, because after a fault the process cannot use the GPU any more.
#include "ptx_case.h"

#include <cuda.h>
#include <dlfcn.h>
#include <unistd.h>

// The driver's functions, looked up at run time: the program also builds and
// starts without a driver.
#define DRIVER(X) \
    X(cuInit, (unsigned)) \
    X(cuDeviceGet, (CUdevice *, int)) \
    X(cuDevicePrimaryCtxRetain, (CUcontext *, CUdevice)) \
    X(cuCtxSetCurrent, (CUcontext)) \
    X(cuModuleLoadDataEx, (CUmodule *, const void *, unsigned, CUjit_option *, void **)) \
    X(cuModuleUnload, (CUmodule)) \
    X(cuModuleGetFunction, (CUfunction *, CUmodule, const char *)) \
    X(cuMemAlloc_v2, (CUdeviceptr *, size_t)) \
    X(cuMemFree_v2, (CUdeviceptr)) \
    X(cuMemcpyHtoD_v2, (CUdeviceptr, const void *, size_t)) \
    X(cuMemcpyDtoH_v2, (void *, CUdeviceptr, size_t)) \
    X(cuCtxSynchronize, (void)) \
    X(cuGetErrorName, (CUresult, const char **)) \
    X(cuLaunchKernel, (CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, \
                       unsigned, CUstream, void **, void **)) \
    X(cuLaunchCooperativeKernel, (CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, \
                                  unsigned, unsigned, CUstream, void **))

#define DECLARE(name, args) static CUresult(*p_##name) args;
DRIVER(DECLARE)

static int load_driver(void)
{
    void *lib = dlopen("libcuda.so.1", RTLD_NOW);
    if (!lib)
        return -1;
#define LOOK_UP(name, args) \
    *(void **)&p_##name = dlsym(lib, #name); \
    if (!p_##name) \
        return -1;
    DRIVER(LOOK_UP)
    return 0;
}

static const char *error_name(CUresult r)
{
    const char *s = "?";
    p_cuGetErrorName(r, &s);
    return s;
}

// Runs one case; returns whether all is as expected.
static bool run_case(const char *path, const CaseFile *f, const PtxCase *c)
{
    static char log[4096];
    CUjit_option option[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void *value[] = {log, (void *)sizeof log};
    CUmodule m;
    CUfunction fn;
    CUresult r = p_cuModuleLoadDataEx(&m, f->text, 2, option, value);
    if (r || (r = p_cuModuleGetFunction(&fn, m, c->kernel))) {
        printf("%s:%d: %s\n%s\n", path, c->line, error_name(r), log);
        return false;
    }
    CUdeviceptr buffer[CASE_MAX_PARAMS] = {0};
    void *args[CASE_MAX_PARAMS];
    for (unsigned i = 0; i < c->nparams; i++) {
        const CaseParam *p = &c->param[i];
        size_t n = (size_t)p->n * p->elem;
        args[i] = p->kind == CASE_value ? (void *)p->init : &buffer[i];
        if (p->kind == CASE_value)
            continue;
        uint8_t *init = malloc(n);
        memset(init, 0xa5, n);
        if (p->init)
            memcpy(init, p->init, n);
        p_cuMemAlloc_v2(&buffer[i], n);
        p_cuMemcpyHtoD_v2(buffer[i], init, n);
        free(init);
    }
    const unsigned *g = c->grid, *b = c->block;
    if (c->cooperative)
        r = p_cuLaunchCooperativeKernel(fn, g[0], g[1], g[2], b[0], b[1], b[2], c->shared, 0, args);
    else
        r = p_cuLaunchKernel(fn, g[0], g[1], g[2], b[0], b[1], b[2], c->shared, 0, args, 0);
    if (!r)
        r = p_cuCtxSynchronize();
    if (*c->fault) {
        printf("%s:%d: fault %s is %s here\n", path, c->line, c->fault, error_name(r));
        return r != 0;
    }
    if (r) {
        printf("%s:%d: %s\n", path, c->line, error_name(r));
        return false;
    }
    char message[1 << 17] = "";
    for (unsigned i = 0; i < c->nparams; i++) {
        const CaseParam *p = &c->param[i];
        if (p->kind == CASE_value)
            continue;
        uint8_t *got = malloc((size_t)p->n * p->elem);
        p_cuMemcpyDtoH_v2(got, buffer[i], (size_t)p->n * p->elem);
        case_compare(path, p, got, message, sizeof message);
        free(got);
        p_cuMemFree_v2(buffer[i]);
    }
    fputs(message, stdout);
    p_cuModuleUnload(m);
    return !*message;
}

int main(int argc, char **argv)
{
    CaseFile f;
    char error[CASE_ERROR_MAX];
    CUdevice device;
    CUcontext context;
    if (argc != 2 || load_driver() || p_cuInit(0) || p_cuDeviceGet(&device, 0) ||
        p_cuDevicePrimaryCtxRetain(&context, device) || p_cuCtxSetCurrent(context)) {
        fprintf(stderr, "usage: gpu_ptx FILE.ptx, on a machine with a GPU and its driver\n");
        return 2;
    }
    if (case_read(argv[1], &f, error)) {
        fprintf(stderr, "%s\n", error);
        return 2;
    }
    bool ok = true;
    for (unsigned k = 0; k < f.ncases; k++)
        if (!f.cases[k].simulator_only)
            ok &= run_case(argv[1], &f, &f.cases[k]);
    printf("%s %s\n", ok ? "ok  " : "FAIL", argv[1]);
    fflush(stdout);
    return !ok;
}
