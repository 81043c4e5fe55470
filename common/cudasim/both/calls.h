// calls.h - the calls of the API that go from the program to the machine, one row each:
//
//   CALL(type, name, arguments)    client/stubs.c and cudart/server/dispatch.c are made from it
//   CALL_SERVED(...)               the program's side is written by hand: client/own_stubs.c
//   CALL_OWN(name)                 both sides are: own_stubs.c and own_calls.c
//
// An argument is (kind, type, name):
//
//   V  a value. Addresses of the program's memory and handles are values, too
//   I  a pointer to a struct that is read: const type *
//   J  the same, without const
//   O  a pointer to a result
//   B  a pointer to what is read and written
//   S  a text: const char *
//   W  the same of 8 bytes, and the type is void *
//   L  a list that is read, of `n` elements (an argument of this name): const type *
//   K  the same, without const
//   M  the same of `m` elements
//   R  a list of results, with room for *n (an argument B of this name)
//   C  a launch configuration with its attributes: const cudaLaunchConfig_t *
//
// NULL stays NULL. A function without arguments has (N, , ).
CALL(cudaError_t, __cudaGetKernel, (O, cudaKernel_t, kernel), (V, const void *, function))
CALL_SERVED(char, __cudaInitModule, (V, void **, handle))
CALL(cudaError_t, cudaChooseDevice, (O, int, number), (I, struct cudaDeviceProp, wanted))
CALL(cudaError_t, cudaCtxResetPersistingL2Cache, (N, , ))
CALL(cudaError_t, cudaDeviceCanAccessPeer, (O, int, can), (V, int, number), (V, int, peer))
CALL(cudaError_t, cudaDeviceDisablePeerAccess, (V, int, peer))
CALL(cudaError_t, cudaDeviceEnablePeerAccess, (V, int, peer), (V, unsigned, flags))
CALL(cudaError_t, cudaDeviceGetAttribute, (O, int, value), (V, enum cudaDeviceAttr, attr),
     (V, int, number))
CALL(cudaError_t, cudaDeviceGetByPCIBusId, (O, int, number), (S, char, text))
CALL(cudaError_t, cudaDeviceGetCacheConfig, (O, enum cudaFuncCache, config))
CALL(cudaError_t, cudaDeviceGetDefaultMemPool, (O, cudaMemPool_t, pool), (V, int, number))
CALL(cudaError_t, cudaDeviceGetLimit, (O, size_t, value), (V, enum cudaLimit, limit))
CALL(cudaError_t, cudaDeviceGetMemPool, (O, cudaMemPool_t, pool), (V, int, number))
CALL(cudaError_t, cudaDeviceGetP2PAttribute, (O, int, value),
     (V, enum cudaDeviceP2PAttr, attribute), (V, int, from), (V, int, to))
CALL_OWN(cudaDeviceGetPCIBusId)
CALL(cudaError_t, cudaDeviceGetSharedMemConfig, (O, enum cudaSharedMemConfig, config))
CALL(cudaError_t, cudaDeviceGetStreamPriorityRange, (O, int, least), (O, int, greatest))
CALL(cudaError_t, cudaDeviceGetTexture1DLinearMaxWidth, (O, size_t, width),
     (I, struct cudaChannelFormatDesc, format), (V, int, number))
CALL(cudaError_t, cudaDeviceReset, (N, , ))
CALL(cudaError_t, cudaDeviceSetCacheConfig, (V, enum cudaFuncCache, config))
CALL(cudaError_t, cudaDeviceSetLimit, (V, enum cudaLimit, limit), (V, size_t, value))
CALL(cudaError_t, cudaDeviceSetMemPool, (V, int, number), (V, cudaMemPool_t, pool))
CALL(cudaError_t, cudaDeviceSetSharedMemConfig, (V, enum cudaSharedMemConfig, config))
CALL(cudaError_t, cudaDeviceSynchronize, (N, , ))
CALL(cudaError_t, cudaDriverGetVersion, (O, int, version))
CALL(cudaError_t, cudaEventCreate, (O, cudaEvent_t, event))
CALL(cudaError_t, cudaEventCreateWithFlags, (O, cudaEvent_t, event), (V, unsigned, flags))
CALL(cudaError_t, cudaEventDestroy, (V, cudaEvent_t, event))
CALL(cudaError_t, cudaEventElapsedTime, (O, float, ms), (V, cudaEvent_t, start),
     (V, cudaEvent_t, end))
CALL(cudaError_t, cudaEventQuery, (V, cudaEvent_t, event))
CALL(cudaError_t, cudaEventRecord, (V, cudaEvent_t, event), (V, cudaStream_t, stream))
CALL(cudaError_t, cudaEventRecordWithFlags, (V, cudaEvent_t, event), (V, cudaStream_t, stream),
     (V, unsigned, flags))
CALL(cudaError_t, cudaEventSynchronize, (V, cudaEvent_t, event))
CALL(cudaError_t, cudaFree, (V, void *, p))
CALL(cudaError_t, cudaFreeAsync, (V, void *, p), (V, cudaStream_t, stream))
CALL(cudaError_t, cudaFreeHost, (V, void *, p))
CALL(cudaError_t, cudaFuncGetAttributes, (O, struct cudaFuncAttributes, attr),
     (V, const void *, function))
CALL_OWN(cudaFuncGetName)
CALL(cudaError_t, cudaFuncGetParamInfo, (V, const void *, function), (V, size_t, index),
     (O, size_t, offset), (O, size_t, size))
CALL(cudaError_t, cudaFuncSetAttribute, (V, const void *, function),
     (V, enum cudaFuncAttribute, attr), (V, int, value))
CALL(cudaError_t, cudaFuncSetCacheConfig, (V, const void *, function),
     (V, enum cudaFuncCache, config))
CALL(cudaError_t, cudaFuncSetSharedMemConfig, (V, const void *, function),
     (V, enum cudaSharedMemConfig, config))
CALL(cudaError_t, cudaGetDevice, (O, int, number))
CALL(cudaError_t, cudaGetDeviceCount, (O, int, count))
CALL(cudaError_t, cudaGetDeviceFlags, (O, unsigned, flags))
CALL(cudaError_t, cudaGetDeviceProperties, (O, struct cudaDeviceProp, p), (V, int, number))
CALL_SERVED(cudaError_t, cudaGetDriverEntryPoint, (S, char, symbol), (O, void *, function),
            (V, unsigned long long, flags), (O, enum cudaDriverEntryPointQueryResult, result))
CALL_SERVED(cudaError_t, cudaGetDriverEntryPointByVersion, (S, char, symbol), (O, void *, function),
            (V, unsigned, version), (V, unsigned long long, flags),
            (O, enum cudaDriverEntryPointQueryResult, result))
CALL(cudaError_t, cudaGetFuncBySymbol, (O, cudaFunction_t, function), (V, const void *, symbol))
CALL(cudaError_t, cudaGetKernel, (O, cudaKernel_t, kernel), (V, const void *, function))
CALL(cudaError_t, cudaGetLastError, (N, , ))
CALL(cudaError_t, cudaGetSymbolAddress, (O, void *, p), (V, const void *, symbol))
CALL(cudaError_t, cudaGetSymbolSize, (O, size_t, size), (V, const void *, symbol))
CALL(cudaError_t, cudaHostAlloc, (O, void *, p), (V, size_t, size), (V, unsigned, flags))
CALL(cudaError_t, cudaHostGetDevicePointer, (O, void *, p), (V, void *, host), (V, unsigned, flags))
CALL(cudaError_t, cudaHostGetFlags, (O, unsigned, flags), (V, void *, host))
CALL(cudaError_t, cudaHostRegister, (V, void *, p), (V, size_t, size), (V, unsigned, flags))
CALL(cudaError_t, cudaHostUnregister, (V, void *, p))
CALL(cudaError_t, cudaInitDevice, (V, int, number), (V, unsigned, device_flags),
     (V, unsigned, flags))
CALL(cudaError_t, cudaKernelSetAttributeForDevice, (V, cudaKernel_t, kernel),
     (V, enum cudaFuncAttribute, attr), (V, int, value), (V, int, device_number))
CALL_SERVED(cudaError_t, cudaLaunchCooperativeKernel, (V, const void *, function), (V, dim3, grid),
            (V, dim3, block), (V, void **, args), (V, size_t, shared), (V, cudaStream_t, stream))
CALL(cudaError_t, cudaLaunchHostFunc, (V, cudaStream_t, stream), (V, cudaHostFn_t, function),
     (V, void *, user))
CALL_SERVED(cudaError_t, cudaLaunchKernel, (V, const void *, function), (V, dim3, grid),
            (V, dim3, block), (V, void **, args), (V, size_t, shared), (V, cudaStream_t, stream))
CALL_SERVED(cudaError_t, cudaLaunchKernelExC, (C, cudaLaunchConfig_t, config),
            (V, const void *, function), (V, void **, args))
CALL_OWN(cudaLibraryEnumerateKernels)
CALL(cudaError_t, cudaLibraryGetGlobal, (O, void *, p), (O, size_t, bytes),
     (V, cudaLibrary_t, library), (S, char, name))
CALL(cudaError_t, cudaLibraryGetKernel, (O, cudaKernel_t, kernel), (V, cudaLibrary_t, library),
     (S, char, name))
CALL(cudaError_t, cudaLibraryGetKernelCount, (O, unsigned, count), (V, cudaLibrary_t, library))
CALL(cudaError_t, cudaLibraryGetManaged, (O, void *, p), (O, size_t, bytes),
     (V, cudaLibrary_t, library), (S, char, name))
CALL(cudaError_t, cudaLibraryLoadData, (O, cudaLibrary_t, library), (V, const void *, code),
     (V, enum cudaJitOption *, jit_options), (V, void **, jit_values), (V, unsigned, jit_n),
     (V, enum cudaLibraryOption *, options), (V, void **, values), (V, unsigned, n))
CALL(cudaError_t, cudaLibraryUnload, (V, cudaLibrary_t, library))
CALL(cudaError_t, cudaMalloc, (O, void *, p), (V, size_t, size))
CALL(cudaError_t, cudaMalloc3D, (O, struct cudaPitchedPtr, p), (V, struct cudaExtent, extent))
CALL(cudaError_t, cudaMallocAsync, (O, void *, p), (V, size_t, size), (V, cudaStream_t, stream))
CALL(cudaError_t, cudaMallocFromPoolAsync, (O, void *, p), (V, size_t, size),
     (V, cudaMemPool_t, pool), (V, cudaStream_t, stream))
CALL(cudaError_t, cudaMallocHost, (O, void *, p), (V, size_t, size))
CALL(cudaError_t, cudaMallocManaged, (O, void *, p), (V, size_t, size), (V, unsigned, flags))
CALL(cudaError_t, cudaMallocPitch, (O, void *, p), (O, size_t, pitch), (V, size_t, width),
     (V, size_t, height))
CALL(cudaError_t, cudaMemAdvise, (V, const void *, p), (V, size_t, n),
     (V, enum cudaMemoryAdvise, advice), (V, struct cudaMemLocation, location))
CALL(cudaError_t, cudaMemDiscardAndPrefetchBatchAsync, (K, Address, list), (K, size_t, sizes),
     (V, size_t, n), (M, struct cudaMemLocation, places), (M, size_t, first), (V, size_t, m),
     (V, unsigned long long, flags), (V, cudaStream_t, stream))
CALL(cudaError_t, cudaMemDiscardBatchAsync, (K, Address, list), (K, size_t, sizes), (V, size_t, n),
     (V, unsigned long long, flags), (V, cudaStream_t, stream))
CALL(cudaError_t, cudaMemGetDefaultMemPool, (O, cudaMemPool_t, pool),
     (J, struct cudaMemLocation, location), (V, enum cudaMemAllocationType, type))
CALL(cudaError_t, cudaMemGetInfo, (O, size_t, free_bytes), (O, size_t, total))
CALL(cudaError_t, cudaMemGetMemPool, (O, cudaMemPool_t, pool),
     (J, struct cudaMemLocation, location), (V, enum cudaMemAllocationType, type))
CALL(cudaError_t, cudaMemPoolCreate, (O, cudaMemPool_t, pool), (I, struct cudaMemPoolProps, props))
CALL(cudaError_t, cudaMemPoolDestroy, (V, cudaMemPool_t, pool))
CALL(cudaError_t, cudaMemPoolGetAccess, (O, enum cudaMemAccessFlags, flags),
     (V, cudaMemPool_t, pool), (J, struct cudaMemLocation, location))
CALL_OWN(cudaMemPoolGetAttribute)
CALL_OWN(cudaMemPoolSetAccess)
CALL_OWN(cudaMemPoolSetAttribute)
CALL(cudaError_t, cudaMemPoolTrimTo, (V, cudaMemPool_t, pool), (V, size_t, keep))
CALL(cudaError_t, cudaMemPrefetchAsync, (V, const void *, p), (V, size_t, n),
     (V, struct cudaMemLocation, location), (V, unsigned, flags), (V, cudaStream_t, stream))
CALL(cudaError_t, cudaMemPrefetchBatchAsync, (K, Address, list), (K, size_t, sizes), (V, size_t, n),
     (M, struct cudaMemLocation, places), (M, size_t, first), (V, size_t, m),
     (V, unsigned long long, flags), (V, cudaStream_t, stream))
CALL(cudaError_t, cudaMemSetMemPool, (J, struct cudaMemLocation, location),
     (V, enum cudaMemAllocationType, type), (V, cudaMemPool_t, pool))
CALL_SERVED(cudaError_t, cudaMemcpy, (V, void *, dst), (V, const void *, src), (V, size_t, n),
            (V, enum cudaMemcpyKind, kind))
CALL(cudaError_t, cudaMemcpy2D, (V, void *, dst), (V, size_t, dpitch), (V, const void *, src),
     (V, size_t, spitch), (V, size_t, width), (V, size_t, height), (V, enum cudaMemcpyKind, kind))
CALL(cudaError_t, cudaMemcpy2DAsync, (V, void *, dst), (V, size_t, dpitch), (V, const void *, src),
     (V, size_t, spitch), (V, size_t, width), (V, size_t, height), (V, enum cudaMemcpyKind, kind),
     (V, cudaStream_t, stream))
CALL(cudaError_t, cudaMemcpy3D, (I, struct cudaMemcpy3DParms, p))
CALL(cudaError_t, cudaMemcpy3DAsync, (I, struct cudaMemcpy3DParms, p), (V, cudaStream_t, stream))
CALL_SERVED(cudaError_t, cudaMemcpyAsync, (V, void *, dst), (V, const void *, src), (V, size_t, n),
            (V, enum cudaMemcpyKind, kind), (V, cudaStream_t, stream))
CALL(cudaError_t, cudaMemcpy3DBatchAsync, (V, size_t, n), (K, struct cudaMemcpy3DBatchOp, list),
     (V, unsigned long long, flags), (V, cudaStream_t, stream))
CALL(cudaError_t, cudaMemcpy3DPeer, (I, struct cudaMemcpy3DPeerParms, p))
CALL(cudaError_t, cudaMemcpy3DPeerAsync, (I, struct cudaMemcpy3DPeerParms, p),
     (V, cudaStream_t, stream))
CALL(cudaError_t, cudaMemcpyBatchAsync, (L, Address, to), (L, ConstAddress, from),
     (L, size_t, sizes), (V, size_t, n), (M, struct cudaMemcpyAttributes, attributes),
     (M, size_t, first), (V, size_t, m), (V, cudaStream_t, stream))
CALL(cudaError_t, cudaMemcpyFromSymbol, (V, void *, dst), (V, const void *, symbol), (V, size_t, n),
     (V, size_t, offset), (V, enum cudaMemcpyKind, kind))
CALL(cudaError_t, cudaMemcpyFromSymbolAsync, (V, void *, dst), (V, const void *, symbol),
     (V, size_t, n), (V, size_t, offset), (V, enum cudaMemcpyKind, kind), (V, cudaStream_t, stream))
CALL(cudaError_t, cudaMemcpyPeer, (V, void *, dst), (V, int, to), (V, const void *, src),
     (V, int, from), (V, size_t, n))
CALL(cudaError_t, cudaMemcpyPeerAsync, (V, void *, dst), (V, int, to), (V, const void *, src),
     (V, int, from), (V, size_t, n), (V, cudaStream_t, stream))
CALL(cudaError_t, cudaMemcpyToSymbol, (V, const void *, symbol), (V, const void *, src),
     (V, size_t, n), (V, size_t, offset), (V, enum cudaMemcpyKind, kind))
CALL(cudaError_t, cudaMemcpyToSymbolAsync, (V, const void *, symbol), (V, const void *, src),
     (V, size_t, n), (V, size_t, offset), (V, enum cudaMemcpyKind, kind), (V, cudaStream_t, stream))
CALL(cudaError_t, cudaMemset, (V, void *, p), (V, int, value), (V, size_t, n))
CALL(cudaError_t, cudaMemset2D, (V, void *, p), (V, size_t, pitch), (V, int, value),
     (V, size_t, width), (V, size_t, height))
CALL(cudaError_t, cudaMemset2DAsync, (V, void *, p), (V, size_t, pitch), (V, int, value),
     (V, size_t, width), (V, size_t, height), (V, cudaStream_t, stream))
CALL(cudaError_t, cudaMemset3D, (V, struct cudaPitchedPtr, p), (V, int, value),
     (V, struct cudaExtent, n))
CALL(cudaError_t, cudaMemset3DAsync, (V, struct cudaPitchedPtr, p), (V, int, value),
     (V, struct cudaExtent, n), (V, cudaStream_t, stream))
CALL(cudaError_t, cudaMemsetAsync, (V, void *, p), (V, int, value), (V, size_t, n),
     (V, cudaStream_t, stream))
CALL(cudaError_t, cudaOccupancyAvailableDynamicSMemPerBlock, (O, size_t, dynamic),
     (V, const void *, function), (V, int, blocks), (V, int, threads))
CALL(cudaError_t, cudaOccupancyMaxActiveBlocksPerMultiprocessor, (O, int, blocks),
     (V, const void *, function), (V, int, threads), (V, size_t, dynamic))
CALL(cudaError_t, cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags, (O, int, blocks),
     (V, const void *, function), (V, int, threads), (V, size_t, dynamic), (V, unsigned, flags))
CALL(cudaError_t, cudaOccupancyMaxActiveClusters, (O, int, clusters), (V, const void *, function),
     (C, cudaLaunchConfig_t, config))
CALL(cudaError_t, cudaOccupancyMaxPotentialClusterSize, (O, int, size), (V, const void *, function),
     (C, cudaLaunchConfig_t, config))
CALL(cudaError_t, cudaPeekAtLastError, (N, , ))
CALL(cudaError_t, cudaPointerGetAttributes, (O, struct cudaPointerAttributes, attr),
     (V, const void *, p))
CALL(cudaError_t, cudaProfilerStart, (N, , ))
CALL(cudaError_t, cudaProfilerStop, (N, , ))
CALL(cudaError_t, cudaRuntimeGetVersion, (O, int, version))
CALL(cudaError_t, cudaSetDevice, (V, int, number))
CALL(cudaError_t, cudaSetDeviceFlags, (V, unsigned, flags))
CALL_OWN(cudaSetValidDevices)
CALL(cudaError_t, cudaStreamAddCallback, (V, cudaStream_t, stream),
     (V, cudaStreamCallback_t, callback), (V, void *, user), (V, unsigned, flags))
CALL(cudaError_t, cudaStreamAttachMemAsync, (V, cudaStream_t, stream), (V, void *, p),
     (V, size_t, length), (V, unsigned, flags))
CALL(cudaError_t, cudaStreamCopyAttributes, (V, cudaStream_t, to), (V, cudaStream_t, from))
CALL(cudaError_t, cudaStreamCreate, (O, cudaStream_t, stream))
CALL(cudaError_t, cudaStreamCreateWithFlags, (O, cudaStream_t, stream), (V, unsigned, flags))
CALL(cudaError_t, cudaStreamCreateWithPriority, (O, cudaStream_t, stream), (V, unsigned, flags),
     (V, int, priority))
CALL(cudaError_t, cudaStreamDestroy, (V, cudaStream_t, stream))
CALL(cudaError_t, cudaStreamGetAttribute, (V, cudaStream_t, stream), (V, cudaLaunchAttributeID, id),
     (O, cudaLaunchAttributeValue, value))
CALL(cudaError_t, cudaStreamGetDevice, (V, cudaStream_t, stream), (O, int, number))
CALL(cudaError_t, cudaStreamGetFlags, (V, cudaStream_t, stream), (O, unsigned, flags))
CALL(cudaError_t, cudaStreamGetId, (V, cudaStream_t, stream), (O, unsigned long long, id))
CALL(cudaError_t, cudaStreamGetPriority, (V, cudaStream_t, stream), (O, int, priority))
CALL(cudaError_t, cudaStreamIsCapturing, (V, cudaStream_t, stream),
     (O, enum cudaStreamCaptureStatus, status))
CALL(cudaError_t, cudaStreamQuery, (V, cudaStream_t, stream))
CALL(cudaError_t, cudaStreamSetAttribute, (V, cudaStream_t, stream), (V, cudaLaunchAttributeID, id),
     (I, cudaLaunchAttributeValue, value))
CALL(cudaError_t, cudaStreamSynchronize, (V, cudaStream_t, stream))
CALL(cudaError_t, cudaStreamWaitEvent, (V, cudaStream_t, stream), (V, cudaEvent_t, event),
     (V, unsigned, flags))
CALL(cudaError_t, cudaThreadExchangeStreamCaptureMode, (B, enum cudaStreamCaptureMode, mode))
// Arrays, textures and surfaces:
CALL(cudaError_t, cudaArrayGetInfo, (O, struct cudaChannelFormatDesc, format),
     (O, struct cudaExtent, extent), (O, unsigned, flags), (V, cudaArray_t, array))
CALL(cudaError_t, cudaCreateSurfaceObject, (O, cudaSurfaceObject_t, object),
     (I, struct cudaResourceDesc, resource))
CALL(cudaError_t, cudaCreateTextureObject, (O, cudaTextureObject_t, object),
     (I, struct cudaResourceDesc, resource), (I, struct cudaTextureDesc, texture),
     (I, struct cudaResourceViewDesc, view))
CALL(cudaError_t, cudaDestroySurfaceObject, (V, cudaSurfaceObject_t, object))
CALL(cudaError_t, cudaDestroyTextureObject, (V, cudaTextureObject_t, object))
CALL(cudaError_t, cudaFreeArray, (V, cudaArray_t, array))
CALL(cudaError_t, cudaFreeMipmappedArray, (V, cudaMipmappedArray_t, array))
CALL(cudaError_t, cudaGetChannelDesc, (O, struct cudaChannelFormatDesc, format),
     (V, cudaArray_const_t, array))
CALL(cudaError_t, cudaGetMipmappedArrayLevel, (O, cudaArray_t, level),
     (V, cudaMipmappedArray_const_t, array), (V, unsigned, number))
CALL(cudaError_t, cudaGetSurfaceObjectResourceDesc, (O, struct cudaResourceDesc, out),
     (V, cudaSurfaceObject_t, object))
CALL(cudaError_t, cudaGetTextureObjectResourceDesc, (O, struct cudaResourceDesc, out),
     (V, cudaTextureObject_t, object))
CALL(cudaError_t, cudaGetTextureObjectResourceViewDesc, (O, struct cudaResourceViewDesc, out),
     (V, cudaTextureObject_t, object))
CALL(cudaError_t, cudaGetTextureObjectTextureDesc, (O, struct cudaTextureDesc, out),
     (V, cudaTextureObject_t, object))
CALL(cudaError_t, cudaMalloc3DArray, (O, cudaArray_t, array),
     (I, struct cudaChannelFormatDesc, format), (V, struct cudaExtent, extent),
     (V, unsigned, flags))
CALL(cudaError_t, cudaMallocArray, (O, cudaArray_t, array),
     (I, struct cudaChannelFormatDesc, format), (V, size_t, width), (V, size_t, height),
     (V, unsigned, flags))
CALL(cudaError_t, cudaMallocMipmappedArray, (O, cudaMipmappedArray_t, array),
     (I, struct cudaChannelFormatDesc, format), (V, struct cudaExtent, extent),
     (V, unsigned, levels), (V, unsigned, flags))
CALL(cudaError_t, cudaMemcpy2DArrayToArray, (V, cudaArray_t, dst), (V, size_t, to_x),
     (V, size_t, to_y), (V, cudaArray_const_t, src), (V, size_t, x), (V, size_t, y),
     (V, size_t, width), (V, size_t, height), (V, enum cudaMemcpyKind, kind))
CALL(cudaError_t, cudaMemcpy2DFromArray, (V, void *, dst), (V, size_t, pitch),
     (V, cudaArray_const_t, src), (V, size_t, x), (V, size_t, y), (V, size_t, width),
     (V, size_t, height), (V, enum cudaMemcpyKind, kind))
CALL(cudaError_t, cudaMemcpy2DFromArrayAsync, (V, void *, dst), (V, size_t, pitch),
     (V, cudaArray_const_t, src), (V, size_t, x), (V, size_t, y), (V, size_t, width),
     (V, size_t, height), (V, enum cudaMemcpyKind, kind), (V, cudaStream_t, stream))
CALL(cudaError_t, cudaMemcpy2DToArray, (V, cudaArray_t, dst), (V, size_t, x), (V, size_t, y),
     (V, const void *, src), (V, size_t, pitch), (V, size_t, width), (V, size_t, height),
     (V, enum cudaMemcpyKind, kind))
CALL(cudaError_t, cudaMemcpy2DToArrayAsync, (V, cudaArray_t, dst), (V, size_t, x), (V, size_t, y),
     (V, const void *, src), (V, size_t, pitch), (V, size_t, width), (V, size_t, height),
     (V, enum cudaMemcpyKind, kind), (V, cudaStream_t, stream))
CALL(cudaError_t, cudaMemcpyArrayToArray, (V, cudaArray_t, dst), (V, size_t, to_x),
     (V, size_t, to_y), (V, cudaArray_const_t, src), (V, size_t, x), (V, size_t, y), (V, size_t, n),
     (V, enum cudaMemcpyKind, kind))
CALL(cudaError_t, cudaMemcpyFromArray, (V, void *, dst), (V, cudaArray_const_t, src),
     (V, size_t, x), (V, size_t, y), (V, size_t, n), (V, enum cudaMemcpyKind, kind))
CALL(cudaError_t, cudaMemcpyFromArrayAsync, (V, void *, dst), (V, cudaArray_const_t, src),
     (V, size_t, x), (V, size_t, y), (V, size_t, n), (V, enum cudaMemcpyKind, kind),
     (V, cudaStream_t, stream))
CALL(cudaError_t, cudaMemcpyToArray, (V, cudaArray_t, dst), (V, size_t, x), (V, size_t, y),
     (V, const void *, src), (V, size_t, n), (V, enum cudaMemcpyKind, kind))
CALL(cudaError_t, cudaMemcpyToArrayAsync, (V, cudaArray_t, dst), (V, size_t, x), (V, size_t, y),
     (V, const void *, src), (V, size_t, n), (V, enum cudaMemcpyKind, kind),
     (V, cudaStream_t, stream))
// Graphs and captures:
CALL(cudaError_t, cudaDeviceGetGraphMemAttribute, (V, int, device),
     (V, enum cudaGraphMemAttributeType, attr), (W, uint64_t, value))
CALL(cudaError_t, cudaDeviceGraphMemTrim, (V, int, device))
CALL(cudaError_t, cudaDeviceSetGraphMemAttribute, (V, int, device),
     (V, enum cudaGraphMemAttributeType, attr), (W, uint64_t, value))
CALL(cudaError_t, cudaGraphAddChildGraphNode, (O, cudaGraphNode_t, node), (V, cudaGraph_t, graph),
     (L, cudaGraphNode_t, before), (V, size_t, n), (V, cudaGraph_t, child))
CALL(cudaError_t, cudaGraphAddDependencies, (V, cudaGraph_t, graph), (L, cudaGraphNode_t, from),
     (L, cudaGraphNode_t, to), (L, cudaGraphEdgeData, data), (V, size_t, n))
CALL(cudaError_t, cudaGraphAddEmptyNode, (O, cudaGraphNode_t, node), (V, cudaGraph_t, graph),
     (L, cudaGraphNode_t, before), (V, size_t, n))
CALL(cudaError_t, cudaGraphAddEventRecordNode, (O, cudaGraphNode_t, node), (V, cudaGraph_t, graph),
     (L, cudaGraphNode_t, before), (V, size_t, n), (V, cudaEvent_t, event))
CALL(cudaError_t, cudaGraphAddEventWaitNode, (O, cudaGraphNode_t, node), (V, cudaGraph_t, graph),
     (L, cudaGraphNode_t, before), (V, size_t, n), (V, cudaEvent_t, event))
CALL(cudaError_t, cudaGraphAddHostNode, (O, cudaGraphNode_t, node), (V, cudaGraph_t, graph),
     (L, cudaGraphNode_t, before), (V, size_t, n), (I, struct cudaHostNodeParams, params))
CALL(cudaError_t, cudaGraphAddKernelNode, (O, cudaGraphNode_t, node), (V, cudaGraph_t, graph),
     (L, cudaGraphNode_t, before), (V, size_t, n), (I, struct cudaKernelNodeParams, params))
CALL(cudaError_t, cudaGraphAddMemAllocNode, (O, cudaGraphNode_t, node), (V, cudaGraph_t, graph),
     (L, cudaGraphNode_t, before), (V, size_t, n), (B, struct cudaMemAllocNodeParams, params))
CALL(cudaError_t, cudaGraphAddMemFreeNode, (O, cudaGraphNode_t, node), (V, cudaGraph_t, graph),
     (L, cudaGraphNode_t, before), (V, size_t, n), (V, void *, dptr))
CALL(cudaError_t, cudaGraphAddMemcpyNode, (O, cudaGraphNode_t, node), (V, cudaGraph_t, graph),
     (L, cudaGraphNode_t, before), (V, size_t, n), (I, struct cudaMemcpy3DParms, params))
CALL(cudaError_t, cudaGraphAddMemcpyNode1D, (O, cudaGraphNode_t, node), (V, cudaGraph_t, graph),
     (L, cudaGraphNode_t, before), (V, size_t, n), (V, void *, dst), (V, const void *, src),
     (V, size_t, bytes), (V, enum cudaMemcpyKind, kind))
CALL(cudaError_t, cudaGraphAddMemcpyNodeFromSymbol, (O, cudaGraphNode_t, node),
     (V, cudaGraph_t, graph), (L, cudaGraphNode_t, before), (V, size_t, n), (V, void *, dst),
     (V, const void *, symbol), (V, size_t, bytes), (V, size_t, offset),
     (V, enum cudaMemcpyKind, kind))
CALL(cudaError_t, cudaGraphAddMemcpyNodeToSymbol, (O, cudaGraphNode_t, node),
     (V, cudaGraph_t, graph), (L, cudaGraphNode_t, before), (V, size_t, n),
     (V, const void *, symbol), (V, const void *, src), (V, size_t, bytes), (V, size_t, offset),
     (V, enum cudaMemcpyKind, kind))
CALL(cudaError_t, cudaGraphAddMemsetNode, (O, cudaGraphNode_t, node), (V, cudaGraph_t, graph),
     (L, cudaGraphNode_t, before), (V, size_t, n), (I, struct cudaMemsetParams, params))
CALL_SERVED(cudaError_t, cudaGraphAddNode, (O, cudaGraphNode_t, node), (V, cudaGraph_t, graph),
            (L, cudaGraphNode_t, before), (L, cudaGraphEdgeData, data), (V, size_t, n),
            (B, struct cudaGraphNodeParams, params))
CALL(cudaError_t, cudaGraphChildGraphNodeGetGraph, (V, cudaGraphNode_t, node),
     (O, cudaGraph_t, graph))
CALL(cudaError_t, cudaGraphClone, (O, cudaGraph_t, clone), (V, cudaGraph_t, graph))
CALL(cudaError_t, cudaGraphConditionalHandleCreate, (O, cudaGraphConditionalHandle, handle),
     (V, cudaGraph_t, graph), (V, unsigned, first), (V, unsigned, flags))
CALL(cudaError_t, cudaGraphCreate, (O, cudaGraph_t, graph), (V, unsigned, flags))
CALL_OWN(cudaGraphDebugDotPrint)
CALL(cudaError_t, cudaGraphDestroy, (V, cudaGraph_t, graph))
CALL(cudaError_t, cudaGraphDestroyNode, (V, cudaGraphNode_t, node))
CALL(cudaError_t, cudaGraphEventRecordNodeGetEvent, (V, cudaGraphNode_t, node),
     (O, cudaEvent_t, event))
CALL(cudaError_t, cudaGraphEventRecordNodeSetEvent, (V, cudaGraphNode_t, node),
     (V, cudaEvent_t, event))
CALL(cudaError_t, cudaGraphEventWaitNodeGetEvent, (V, cudaGraphNode_t, node),
     (O, cudaEvent_t, event))
CALL(cudaError_t, cudaGraphEventWaitNodeSetEvent, (V, cudaGraphNode_t, node),
     (V, cudaEvent_t, event))
CALL(cudaError_t, cudaGraphExecChildGraphNodeSetParams, (V, cudaGraphExec_t, exec),
     (V, cudaGraphNode_t, node), (V, cudaGraph_t, child))
CALL(cudaError_t, cudaGraphExecDestroy, (V, cudaGraphExec_t, exec))
CALL(cudaError_t, cudaGraphExecEventRecordNodeSetEvent, (V, cudaGraphExec_t, exec),
     (V, cudaGraphNode_t, node), (V, cudaEvent_t, event))
CALL(cudaError_t, cudaGraphExecEventWaitNodeSetEvent, (V, cudaGraphExec_t, exec),
     (V, cudaGraphNode_t, node), (V, cudaEvent_t, event))
CALL(cudaError_t, cudaGraphExecGetFlags, (V, cudaGraphExec_t, exec), (O, unsigned long long, flags))
CALL(cudaError_t, cudaGraphExecHostNodeSetParams, (V, cudaGraphExec_t, exec),
     (V, cudaGraphNode_t, node), (I, struct cudaHostNodeParams, params))
CALL(cudaError_t, cudaGraphExecKernelNodeSetParams, (V, cudaGraphExec_t, exec),
     (V, cudaGraphNode_t, node), (I, struct cudaKernelNodeParams, params))
CALL(cudaError_t, cudaGraphExecMemcpyNodeSetParams, (V, cudaGraphExec_t, exec),
     (V, cudaGraphNode_t, node), (I, struct cudaMemcpy3DParms, params))
CALL(cudaError_t, cudaGraphExecMemcpyNodeSetParams1D, (V, cudaGraphExec_t, exec),
     (V, cudaGraphNode_t, node), (V, void *, dst), (V, const void *, src), (V, size_t, bytes),
     (V, enum cudaMemcpyKind, kind))
CALL(cudaError_t, cudaGraphExecMemcpyNodeSetParamsFromSymbol, (V, cudaGraphExec_t, exec),
     (V, cudaGraphNode_t, node), (V, void *, dst), (V, const void *, symbol), (V, size_t, bytes),
     (V, size_t, offset), (V, enum cudaMemcpyKind, kind))
CALL(cudaError_t, cudaGraphExecMemcpyNodeSetParamsToSymbol, (V, cudaGraphExec_t, exec),
     (V, cudaGraphNode_t, node), (V, const void *, symbol), (V, const void *, src),
     (V, size_t, bytes), (V, size_t, offset), (V, enum cudaMemcpyKind, kind))
CALL(cudaError_t, cudaGraphExecMemsetNodeSetParams, (V, cudaGraphExec_t, exec),
     (V, cudaGraphNode_t, node), (I, struct cudaMemsetParams, params))
CALL(cudaError_t, cudaGraphExecNodeSetParams, (V, cudaGraphExec_t, exec),
     (V, cudaGraphNode_t, node), (B, struct cudaGraphNodeParams, params))
CALL(cudaError_t, cudaGraphExecUpdate, (V, cudaGraphExec_t, exec), (V, cudaGraph_t, graph),
     (O, cudaGraphExecUpdateResultInfo, info))
CALL(cudaError_t, cudaGraphGetEdges, (V, cudaGraph_t, graph), (R, cudaGraphNode_t, from),
     (R, cudaGraphNode_t, to), (R, cudaGraphEdgeData, data), (B, size_t, n))
CALL(cudaError_t, cudaGraphGetNodes, (V, cudaGraph_t, graph), (R, cudaGraphNode_t, nodes),
     (B, size_t, n))
CALL(cudaError_t, cudaGraphGetRootNodes, (V, cudaGraph_t, graph), (R, cudaGraphNode_t, nodes),
     (B, size_t, n))
CALL(cudaError_t, cudaGraphHostNodeGetParams, (V, cudaGraphNode_t, node),
     (O, struct cudaHostNodeParams, params))
CALL(cudaError_t, cudaGraphHostNodeSetParams, (V, cudaGraphNode_t, node),
     (I, struct cudaHostNodeParams, params))
CALL(cudaError_t, cudaGraphInstantiate, (O, cudaGraphExec_t, exec), (V, cudaGraph_t, graph),
     (V, unsigned long long, flags))
CALL(cudaError_t, cudaGraphInstantiateWithFlags, (O, cudaGraphExec_t, exec),
     (V, cudaGraph_t, graph), (V, unsigned long long, flags))
CALL(cudaError_t, cudaGraphInstantiateWithParams, (O, cudaGraphExec_t, exec),
     (V, cudaGraph_t, graph), (B, cudaGraphInstantiateParams, params))
CALL(cudaError_t, cudaGraphKernelNodeCopyAttributes, (V, cudaGraphNode_t, to),
     (V, cudaGraphNode_t, from))
CALL(cudaError_t, cudaGraphKernelNodeGetAttribute, (V, cudaGraphNode_t, node),
     (V, cudaLaunchAttributeID, id), (O, cudaLaunchAttributeValue, value))
CALL_OWN(cudaGraphKernelNodeGetParams)
CALL(cudaError_t, cudaGraphKernelNodeSetAttribute, (V, cudaGraphNode_t, node),
     (V, cudaLaunchAttributeID, id), (I, cudaLaunchAttributeValue, value))
CALL(cudaError_t, cudaGraphKernelNodeSetParams, (V, cudaGraphNode_t, node),
     (I, struct cudaKernelNodeParams, params))
CALL(cudaError_t, cudaGraphLaunch, (V, cudaGraphExec_t, exec), (V, cudaStream_t, stream))
CALL(cudaError_t, cudaGraphMemAllocNodeGetParams, (V, cudaGraphNode_t, node),
     (O, struct cudaMemAllocNodeParams, params))
CALL(cudaError_t, cudaGraphMemFreeNodeGetParams, (V, cudaGraphNode_t, node), (W, uint64_t, dptr))
CALL(cudaError_t, cudaGraphMemcpyNodeGetParams, (V, cudaGraphNode_t, node),
     (O, struct cudaMemcpy3DParms, params))
CALL(cudaError_t, cudaGraphMemcpyNodeSetParams, (V, cudaGraphNode_t, node),
     (I, struct cudaMemcpy3DParms, params))
CALL(cudaError_t, cudaGraphMemcpyNodeSetParams1D, (V, cudaGraphNode_t, node), (V, void *, dst),
     (V, const void *, src), (V, size_t, bytes), (V, enum cudaMemcpyKind, kind))
CALL(cudaError_t, cudaGraphMemcpyNodeSetParamsFromSymbol, (V, cudaGraphNode_t, node),
     (V, void *, dst), (V, const void *, symbol), (V, size_t, bytes), (V, size_t, offset),
     (V, enum cudaMemcpyKind, kind))
CALL(cudaError_t, cudaGraphMemcpyNodeSetParamsToSymbol, (V, cudaGraphNode_t, node),
     (V, const void *, symbol), (V, const void *, src), (V, size_t, bytes), (V, size_t, offset),
     (V, enum cudaMemcpyKind, kind))
CALL(cudaError_t, cudaGraphMemsetNodeGetParams, (V, cudaGraphNode_t, node),
     (O, struct cudaMemsetParams, params))
CALL(cudaError_t, cudaGraphMemsetNodeSetParams, (V, cudaGraphNode_t, node),
     (I, struct cudaMemsetParams, params))
CALL(cudaError_t, cudaGraphNodeFindInClone, (O, cudaGraphNode_t, found), (V, cudaGraphNode_t, node),
     (V, cudaGraph_t, clone))
CALL(cudaError_t, cudaGraphNodeGetDependencies, (V, cudaGraphNode_t, node),
     (R, cudaGraphNode_t, nodes), (R, cudaGraphEdgeData, data), (B, size_t, n))
CALL(cudaError_t, cudaGraphNodeGetDependentNodes, (V, cudaGraphNode_t, node),
     (R, cudaGraphNode_t, nodes), (R, cudaGraphEdgeData, data), (B, size_t, n))
CALL(cudaError_t, cudaGraphNodeGetEnabled, (V, cudaGraphExec_t, exec), (V, cudaGraphNode_t, node),
     (O, unsigned, enabled))
CALL(cudaError_t, cudaGraphNodeGetType, (V, cudaGraphNode_t, node),
     (O, enum cudaGraphNodeType, type))
CALL(cudaError_t, cudaGraphNodeSetEnabled, (V, cudaGraphExec_t, exec), (V, cudaGraphNode_t, node),
     (V, unsigned, enabled))
CALL(cudaError_t, cudaGraphNodeSetParams, (V, cudaGraphNode_t, node),
     (B, struct cudaGraphNodeParams, params))
CALL(cudaError_t, cudaGraphReleaseUserObject, (V, cudaGraph_t, graph),
     (V, cudaUserObject_t, object), (V, unsigned, count))
CALL(cudaError_t, cudaGraphRemoveDependencies, (V, cudaGraph_t, graph), (L, cudaGraphNode_t, from),
     (L, cudaGraphNode_t, to), (L, cudaGraphEdgeData, data), (V, size_t, n))
CALL(cudaError_t, cudaGraphRetainUserObject, (V, cudaGraph_t, graph), (V, cudaUserObject_t, object),
     (V, unsigned, count), (V, unsigned, flags))
CALL(cudaError_t, cudaGraphUpload, (V, cudaGraphExec_t, exec), (V, cudaStream_t, stream))
CALL(cudaError_t, cudaStreamBeginCapture, (V, cudaStream_t, stream),
     (V, enum cudaStreamCaptureMode, mode))
CALL(cudaError_t, cudaStreamBeginCaptureToGraph, (V, cudaStream_t, stream), (V, cudaGraph_t, graph),
     (L, cudaGraphNode_t, nodes), (L, cudaGraphEdgeData, data), (V, size_t, n),
     (V, enum cudaStreamCaptureMode, mode))
CALL(cudaError_t, cudaStreamEndCapture, (V, cudaStream_t, stream), (O, cudaGraph_t, graph))
CALL_OWN(cudaStreamGetCaptureInfo)
CALL(cudaError_t, cudaStreamUpdateCaptureDependencies, (V, cudaStream_t, stream),
     (K, cudaGraphNode_t, nodes), (L, cudaGraphEdgeData, data), (V, size_t, n),
     (V, unsigned, flags))
CALL(cudaError_t, cudaUserObjectCreate, (O, cudaUserObject_t, object), (V, void *, pointer),
     (V, cudaHostFn_t, destroy), (V, unsigned, count), (V, unsigned, flags))
CALL(cudaError_t, cudaUserObjectRelease, (V, cudaUserObject_t, object), (V, unsigned, count))
CALL(cudaError_t, cudaUserObjectRetain, (V, cudaUserObject_t, object), (V, unsigned, count))
CALL_OWN(cudasimVersion)
CALL_OWN(cudasimMark)
CALL_OWN(cudasimBudget)
CALL_OWN(cudasimHostWork)
CALL_OWN(cudasimLastWriter)
CALL_OWN(cudasimSpent)
CALL_OWN(cudasimFunctionBegins)
CALL_OWN(cudasimFunctionReturns)
CALL(double, cudasimTime, (N, , ))
CALL(int, cudasimFill, (V, void *, p), (V, size_t, pitch), (V, unsigned, value),
     (V, unsigned, element), (V, size_t, width), (V, size_t, height), (V, void *, stream),
     (V, int, waits))
CALL(int, cudasimStreamValues, (V, void *, stream), (L, ValueWord, list), (V, size_t, n))
CALL(int, cudasimGraphAddValues, (O, void *, node), (V, void *, graph), (L, ValueWord, list),
     (V, size_t, n), (M, void *const, before), (V, size_t, m))
CALL(int, cudasimGraphSetValues, (V, void *, exec), (V, void *, node), (L, ValueWord, list),
     (V, size_t, n))
CALL(int, cudasimGraphValues, (V, void *, node), (R, ValueWord, list), (B, size_t, n))
CALL(int, cudasimRange, (O, void *, base), (O, size_t, bytes), (O, unsigned long long, id),
     (V, const void *, p))
CALL(int, cudasimRangeAttribute, (V, unsigned, attribute), (V, const void *, p), (V, size_t, n),
     (O, int, value))
// Virtual memory, which only the driver API has. `memory` is a CUmemGenericAllocationHandle.
CALL(int, cudasimReserve, (O, void *, p), (V, size_t, bytes), (V, size_t, align))
CALL(int, cudasimUnreserve, (V, void *, p), (V, size_t, bytes))
CALL(int, cudasimMemory, (O, unsigned long long, memory), (V, size_t, bytes))
CALL(int, cudasimMemoryRelease, (V, unsigned long long, memory))
CALL(int, cudasimMap, (V, void *, p), (V, size_t, bytes), (V, unsigned long long, memory))
CALL(int, cudasimUnmap, (V, void *, p), (V, size_t, bytes))
CALL(int, cudasimAccess, (V, void *, p), (V, size_t, bytes), (V, int, access))
CALL(int, cudasimMapped, (O, unsigned long long, memory), (O, int, access), (V, const void *, p))
// Not functions of the API:
CALL_OWN(register_binary)   // a fat binary: RegisterArgs
CALL_OWN(register_function) // a kernel; its name is data, as below
CALL_OWN(register_variable)
CALL_OWN(register_managed)
CALL_OWN(register_host_variable)
CALL_OWN(launches)         // that nobody waits for: data, AheadLaunch one behind the other
CALL_OWN(graph_bodies)     // a conditional node; the answer's data is its graphs
CALL_OWN(missing_function) // a NONE of symbols.h; its name is data
CALL_OWN(new_place)        // cudasimSource() has a new file: its name is data
CALL_OWN(host_fault)       // a page that the program must not touch, or its crash: FaultArgs
CALL_OWN(end_program)      // it ends
CALL_OWN(next_task)        // a process of the grader's runner asks for its work
