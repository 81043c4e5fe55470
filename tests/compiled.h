// compiled.h - programs in CUDA C for tests, compiled by nvcc and kept by content.
#pragma once

// Makes PROGRAM from "options source.cu": the file and its folder. Returns nvcc's status; its
// messages are in PROGRAM.log. NVCC of the environment names nvcc.
//
// The result is kept outside build/ (cache.h), so that a new clone in the same place, or a branch
// that comes back, compiles nothing again. It holds for the same command and version of nvcc and of
// the host's compiler in the same folder, whose name is in the program, while the source and every
// file of ours that it includes are the same. What nobody has asked for in 30 days is removed.
__attribute__((format(printf, 2, 3))) int compile_cuda(const char *program, const char *format,
                                                       ...);
