// generated.c - what nvcc's generated code calls, as far as it is the same in both processes: the
// configurations of <<<...>>>, and the ends of modules.
#include "api.h"
#include "side.h"

static _Thread_local struct {
    dim3 grid, block;
    size_t shared;
    void *stream;
} configurations[MAX_CONFIGURATIONS];
static _Thread_local unsigned nconfigurations;

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, void *stream)
{
    if (nconfigurations == MAX_CONFIGURATIONS)
        return 1;
    if (side.configured)
        side.configured(nconfigurations, false);
    configurations[nconfigurations].grid = grid;
    configurations[nconfigurations].block = block;
    configurations[nconfigurations].shared = shared;
    configurations[nconfigurations++].stream = stream;
    return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared, void *stream)
{
    if (!nconfigurations)
        return cudaErrorMissingConfiguration;
    nconfigurations--;
    *grid = configurations[nconfigurations].grid;
    *block = configurations[nconfigurations].block;
    *shared = configurations[nconfigurations].shared;
    *(void **)stream = configurations[nconfigurations].stream;
    if (side.configured)
        side.configured(nconfigurations, true);
    return cudaSuccess;
}

cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void **args,
                               size_t shared, cudaStream_t stream)
{
    return cudaLaunchKernel(kernel, grid, block, args, shared, stream);
}

void __cudaRegisterFatBinaryEnd(void **handle) { (void)handle; }

// Called by atexit. Nothing is freed: later exit handlers may use the module.
void __cudaUnregisterFatBinary(void **handle) { (void)handle; }
