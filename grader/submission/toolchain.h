// toolchain.h - which nvcc compiles the labs.
#pragma once

// Finds nvcc: the one asked for, $NVCC, on the PATH, in /usr/local/cuda, in
// build/toolkit. NULL if there is none. The result is absolute.
const char *toolchain_nvcc(const char *asked);

// The version of that nvcc, "13.0.88", or "" if it does not say.
const char *toolchain_version(const char *nvcc);

// The folder of its toolkit, with its programs and headers below it.
const char *toolchain_folder(const char *nvcc);
