#!/bin/sh
# nvcc.sh - nvcc for the simulated GPU alone, whatever GPUs the arguments name. REAL_NVCC is the compiler; FLAGS are
# more of its options. Two calls that CUDA 13 has no more are those that NVIDIA names in their place.
skip=
for word; do
    shift
    [ -z "$skip" ] || { skip=; continue; }
    case $word in
    -arch | --gpu-architecture | -code | --gpu-code | -gencode | --generate-code) skip=yes ;;
    -arch=* | --gpu-architecture=* | -code=* | --gpu-code=* | -gencode=* | --generate-code=* | -gencode\ *) ;;
    *) set -- "$@" "$word" ;;
    esac
done
# shellcheck disable=SC2086 # FLAGS are words
exec "$REAL_NVCC" -arch=sm_90 -Wno-deprecated-gpu-targets -DcudaThreadSynchronize=cudaDeviceSynchronize \
    -DcudaThreadExit=cudaDeviceReset $FLAGS "$@"
