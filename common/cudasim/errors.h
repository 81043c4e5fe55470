// errors.h - every cudaError_t, listed once: ERROR(number, name, text of cudaGetErrorString).
// Programs print the texts, and people search for them, so they are part of the interface:
// tests/gpu/errors_gpu.cu compares them with CUDA's own. sim/ reads the list here because it
// does not see CUDA's header; both/error_names.c checks each number against that header.
ERROR(0, cudaSuccess, "no error")
ERROR(1, cudaErrorInvalidValue, "invalid argument")
ERROR(2, cudaErrorMemoryAllocation, "out of memory")
ERROR(3, cudaErrorInitializationError, "initialization error")
ERROR(4, cudaErrorCudartUnloading, "driver shutting down")
ERROR(5, cudaErrorProfilerDisabled, "profiler disabled while using external profiling tool")
ERROR(6, cudaErrorProfilerNotInitialized, "profiler not initialized: call cudaProfilerInitialize()")
ERROR(7, cudaErrorProfilerAlreadyStarted, "profiler already started")
ERROR(8, cudaErrorProfilerAlreadyStopped, "profiler already stopped")
ERROR(9, cudaErrorInvalidConfiguration, "invalid configuration argument")
ERROR(12, cudaErrorInvalidPitchValue, "invalid pitch argument")
ERROR(13, cudaErrorInvalidSymbol, "invalid device symbol")
ERROR(16, cudaErrorInvalidHostPointer, "invalid host pointer")
ERROR(17, cudaErrorInvalidDevicePointer, "invalid device pointer")
ERROR(18, cudaErrorInvalidTexture, "invalid texture reference")
ERROR(19, cudaErrorInvalidTextureBinding, "texture is not bound to a pointer")
ERROR(20, cudaErrorInvalidChannelDescriptor, "invalid channel descriptor")
ERROR(21, cudaErrorInvalidMemcpyDirection, "invalid copy direction for memcpy")
ERROR(22, cudaErrorAddressOfConstant, "invalid address of constant")
ERROR(23, cudaErrorTextureFetchFailed, "fetch from texture failed")
ERROR(24, cudaErrorTextureNotBound, "cannot fetch from a texture that is not bound")
ERROR(25, cudaErrorSynchronizationError, "incorrect use of __syncthreads()")
ERROR(26, cudaErrorInvalidFilterSetting, "linear filtering not supported for non-float type")
ERROR(27, cudaErrorInvalidNormSetting, "read as normalized float not supported for data type")
ERROR(28, cudaErrorMixedDeviceExecution,
      "device emulation mode and device execution mode cannot be mixed")
ERROR(31, cudaErrorNotYetImplemented, "feature not yet implemented")
ERROR(32, cudaErrorMemoryValueTooLarge, "memory size or pointer value too large to fit in 32 bit")
ERROR(34, cudaErrorStubLibrary, "CUDA driver is a stub library")
ERROR(35, cudaErrorInsufficientDriver,
      "CUDA driver version is insufficient for CUDA runtime version")
ERROR(36, cudaErrorCallRequiresNewerDriver,
      "API call is not supported in the installed CUDA driver")
ERROR(37, cudaErrorInvalidSurface, "invalid surface reference")
ERROR(43, cudaErrorDuplicateVariableName, "duplicate global variable looked up by string name")
ERROR(44, cudaErrorDuplicateTextureName, "duplicate texture looked up by string name")
ERROR(45, cudaErrorDuplicateSurfaceName, "duplicate surface looked up by string name")
ERROR(46, cudaErrorDevicesUnavailable, "CUDA-capable device(s) is/are busy or unavailable")
ERROR(49, cudaErrorIncompatibleDriverContext, "incompatible driver context")
ERROR(52, cudaErrorMissingConfiguration, "__global__ function call is not configured")
ERROR(53, cudaErrorPriorLaunchFailure, "unspecified launch failure in prior launch")
ERROR(65, cudaErrorLaunchMaxDepthExceeded, "launch would exceed maximum depth of nested launches")
ERROR(66, cudaErrorLaunchFileScopedTex,
      "launch failed because kernel uses unsupported, file-scoped textures (texture objects "
      "are supported)")
ERROR(67, cudaErrorLaunchFileScopedSurf,
      "launch failed because kernel uses unsupported, file-scoped surfaces (surface objects "
      "are supported)")
ERROR(68, cudaErrorSyncDepthExceeded,
      "cudaDeviceSynchronize failed because caller's grid depth exceeds "
      "cudaLimitDevRuntimeSyncDepth")
ERROR(69, cudaErrorLaunchPendingCountExceeded,
      "launch failed because launch would exceed cudaLimitDevRuntimePendingLaunchCount")
ERROR(98, cudaErrorInvalidDeviceFunction, "invalid device function")
ERROR(100, cudaErrorNoDevice, "no CUDA-capable device is detected")
ERROR(101, cudaErrorInvalidDevice, "invalid device ordinal")
ERROR(102, cudaErrorDeviceNotLicensed, "device doesn't have valid Grid license")
ERROR(103, cudaErrorSoftwareValidityNotEstablished, "integrity checks failed")
ERROR(127, cudaErrorStartupFailure, "startup failure in cuda runtime")
ERROR(200, cudaErrorInvalidKernelImage, "device kernel image is invalid")
ERROR(201, cudaErrorDeviceUninitialized, "invalid device context")
ERROR(205, cudaErrorMapBufferObjectFailed, "mapping of buffer object failed")
ERROR(206, cudaErrorUnmapBufferObjectFailed, "unmapping of buffer object failed")
ERROR(207, cudaErrorArrayIsMapped, "array is mapped")
ERROR(208, cudaErrorAlreadyMapped, "resource already mapped")
ERROR(209, cudaErrorNoKernelImageForDevice,
      "no kernel image is available for execution on the device")
ERROR(210, cudaErrorAlreadyAcquired, "resource already acquired")
ERROR(211, cudaErrorNotMapped, "resource not mapped")
ERROR(212, cudaErrorNotMappedAsArray, "resource not mapped as array")
ERROR(213, cudaErrorNotMappedAsPointer, "resource not mapped as pointer")
ERROR(214, cudaErrorECCUncorrectable, "uncorrectable ECC error encountered")
ERROR(215, cudaErrorUnsupportedLimit, "limit is not supported on this architecture")
ERROR(216, cudaErrorDeviceAlreadyInUse,
      "exclusive-thread device already in use by a different thread")
ERROR(217, cudaErrorPeerAccessUnsupported, "peer access is not supported between these two devices")
ERROR(218, cudaErrorInvalidPtx, "a PTX JIT compilation failed")
ERROR(219, cudaErrorInvalidGraphicsContext, "invalid OpenGL or DirectX context")
ERROR(220, cudaErrorNvlinkUncorrectable, "uncorrectable NVLink error detected during the execution")
ERROR(221, cudaErrorJitCompilerNotFound, "PTX JIT compiler library not found")
ERROR(222, cudaErrorUnsupportedPtxVersion,
      "the provided PTX was compiled with an unsupported toolchain.")
ERROR(223, cudaErrorJitCompilationDisabled, "PTX JIT compilation was disabled")
ERROR(224, cudaErrorUnsupportedExecAffinity, "the provided execution affinity is not supported")
ERROR(225, cudaErrorUnsupportedDevSideSync,
      "the provided PTX contains unsupported call to cudaDeviceSynchronize")
ERROR(226, cudaErrorContained, "Invalid access of peer GPU memory over nvlink or a hardware error")
ERROR(300, cudaErrorInvalidSource, "device kernel image is invalid")
ERROR(301, cudaErrorFileNotFound, "file not found")
ERROR(302, cudaErrorSharedObjectSymbolNotFound, "shared object symbol not found")
ERROR(303, cudaErrorSharedObjectInitFailed, "shared object initialization failed")
ERROR(304, cudaErrorOperatingSystem, "OS call failed or operation not supported on this OS")
ERROR(400, cudaErrorInvalidResourceHandle, "invalid resource handle")
ERROR(401, cudaErrorIllegalState, "the operation cannot be performed in the present state")
ERROR(402, cudaErrorLossyQuery, "attempted introspection would be semantically lossy")
ERROR(500, cudaErrorSymbolNotFound, "named symbol not found")
ERROR(600, cudaErrorNotReady, "device not ready")
ERROR(700, cudaErrorIllegalAddress, "an illegal memory access was encountered")
ERROR(701, cudaErrorLaunchOutOfResources, "too many resources requested for launch")
ERROR(702, cudaErrorLaunchTimeout, "the launch timed out and was terminated")
ERROR(703, cudaErrorLaunchIncompatibleTexturing, "launch uses incompatible texturing mode")
ERROR(704, cudaErrorPeerAccessAlreadyEnabled, "peer access is already enabled")
ERROR(705, cudaErrorPeerAccessNotEnabled, "peer access has not been enabled")
ERROR(708, cudaErrorSetOnActiveProcess, "cannot set while device is active in this process")
ERROR(709, cudaErrorContextIsDestroyed, "context is destroyed")
ERROR(710, cudaErrorAssert, "device-side assert triggered")
ERROR(711, cudaErrorTooManyPeers, "peer mapping resources exhausted")
ERROR(712, cudaErrorHostMemoryAlreadyRegistered,
      "part or all of the requested memory range is already mapped")
ERROR(713, cudaErrorHostMemoryNotRegistered,
      "pointer does not correspond to a registered memory region")
ERROR(714, cudaErrorHardwareStackError, "hardware stack error")
ERROR(715, cudaErrorIllegalInstruction, "an illegal instruction was encountered")
ERROR(716, cudaErrorMisalignedAddress, "misaligned address")
ERROR(717, cudaErrorInvalidAddressSpace, "operation not supported on global/shared address space")
ERROR(718, cudaErrorInvalidPc, "invalid program counter")
ERROR(719, cudaErrorLaunchFailure, "unspecified launch failure")
ERROR(720, cudaErrorCooperativeLaunchTooLarge, "too many blocks in cooperative launch")
ERROR(721, cudaErrorTensorMemoryLeak, "tensor memory not completely freed")
ERROR(800, cudaErrorNotPermitted, "operation not permitted")
ERROR(801, cudaErrorNotSupported, "operation not supported")
ERROR(802, cudaErrorSystemNotReady, "system not yet initialized")
ERROR(803, cudaErrorSystemDriverMismatch,
      "system has unsupported display driver / cuda driver combination")
ERROR(804, cudaErrorCompatNotSupportedOnDevice,
      "forward compatibility was attempted on non supported HW")
ERROR(805, cudaErrorMpsConnectionFailed,
      "MPS client failed to connect to the MPS control daemon or the MPS server")
ERROR(806, cudaErrorMpsRpcFailure,
      "the remote procedural call between the MPS server and the MPS client failed")
ERROR(807, cudaErrorMpsServerNotReady, "MPS server is not ready to accept new MPS client requests")
ERROR(808, cudaErrorMpsMaxClientsReached,
      "the hardware resources required to create MPS client have been exhausted")
ERROR(809, cudaErrorMpsMaxConnectionsReached,
      "the hardware resources required to support device connections have been exhausted")
ERROR(810, cudaErrorMpsClientTerminated, "the MPS client has been terminated by the server")
ERROR(811, cudaErrorCdpNotSupported,
      "is using CUDA Dynamic Parallelism, but the current configuration, like MPS, does not "
      "support it")
ERROR(812, cudaErrorCdpVersionMismatch,
      "unsupported interaction between different versions of CUDA Dynamic Parallelism")
ERROR(900, cudaErrorStreamCaptureUnsupported, "operation not permitted when stream is capturing")
ERROR(901, cudaErrorStreamCaptureInvalidated,
      "operation failed due to a previous error during capture")
ERROR(902, cudaErrorStreamCaptureMerge,
      "operation would result in a merge of separate capture sequences")
ERROR(903, cudaErrorStreamCaptureUnmatched, "capture was not ended in the same stream as it began")
ERROR(904, cudaErrorStreamCaptureUnjoined, "capturing stream has unjoined work")
ERROR(905, cudaErrorStreamCaptureIsolation,
      "dependency created on uncaptured work in another stream")
ERROR(906, cudaErrorStreamCaptureImplicit,
      "operation would make the legacy stream depend on a capturing blocking stream")
ERROR(907, cudaErrorCapturedEvent,
      "operation not permitted on an event last recorded in a capturing stream")
ERROR(908, cudaErrorStreamCaptureWrongThread,
      "attempt to terminate a thread-local capture sequence from another thread")
ERROR(909, cudaErrorTimeout, "wait operation timed out")
ERROR(910, cudaErrorGraphExecUpdateFailure,
      "the graph update was not performed because it included changes which violated "
      "constraints specific to instantiated graph update")
ERROR(911, cudaErrorExternalDevice, "an async error has occured in external entity outside of CUDA")
ERROR(912, cudaErrorInvalidClusterSize,
      "a kernel launch error has occurred due to cluster misconfiguration")
ERROR(913, cudaErrorFunctionNotLoaded,
      "the function handle is not loaded when calling an API that requires a loaded function")
ERROR(914, cudaErrorInvalidResourceType,
      "one or more resources passed in are not valid resource types for the operation")
ERROR(915, cudaErrorInvalidResourceConfiguration,
      "one or more resources are insufficient or non-applicable for the operation")
ERROR(999, cudaErrorUnknown, "unknown error")
ERROR(10000, cudaErrorApiFailureBase, "API failure base")
