// api.h - the functions of libcudart.so.13: the program's process has them as messages to the
// machine (client/), the machine has them as they are (cudart/api/). What both processes have in
// the same form is in this folder.
#pragma once

// A library is built with hidden visibility; only the API is visible.
#pragma GCC visibility push(default)
#include <cuda_runtime_api.h>

#include "both/door.h"
#include "cudasim.h"

// ---- client/stubs.c, cudart/api/api_device.c: their header is not among the wheels of setup ----

cudaError_t cudaProfilerStart(void);
cudaError_t cudaProfilerStop(void);

// ---- client/registration.c, client/own_stubs.c, client/stubs.c, cudart/api/register.c ----
//
// What nvcc's generated code calls, declared in no header of CUDA.

void **__cudaRegisterFatBinary(void *wrapper);
char __cudaInitModule(void **handle);
void __cudaRegisterFunction(void **handle, const char *host, char *device_function,
                            const char *name, int thread_limit, uint3 *tid, uint3 *bid, dim3 *block,
                            dim3 *grid, int *warp_size);
void __cudaRegisterVar(void **handle, char *host, char *device_address, const char *name, int ext,
                       size_t size, int constant, int global);
void __cudaRegisterManagedVar(void **handle, void **host, char *device_address, const char *name,
                              int ext, size_t size, int constant, int global);
void __cudaRegisterHostVar(void **handle, const char *name, char *host, size_t size);
cudaError_t __cudaGetKernel(cudaKernel_t *kernel, const void *function);

// ---- generated.c ----------------------------------------------------

void __cudaRegisterFatBinaryEnd(void **handle);
void __cudaUnregisterFatBinary(void **handle);
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, void *stream);
cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared, void *stream);
cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void **args,
                               size_t shared, cudaStream_t stream);
#pragma GCC visibility pop
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
