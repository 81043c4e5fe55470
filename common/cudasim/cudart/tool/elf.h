// elf.h - what a program is linked to, read from its ELF file.
#pragma once

#include <stdbool.h>

// Libraries of NVIDIA that are machine code; `make cublas`, `make curand` build ours.
enum { OWN_LIBRARIES = 2 };
extern const char *const own_libraries[OWN_LIBRARIES];

typedef struct {
    bool is_script;              // names an interpreter
    bool is_elf;                 // a 64-bit ELF file of this machine's kind
    bool is_dynamic;             // has a dynamic section
    bool has_fatbin;             // has the section nvcc puts device code into
    bool has_symbols;            // has names of its functions
    char runtime[64];            // the libcudart.so.* it needs, "" if none
    char own[OWN_LIBRARIES][64]; // the same of libcublas.so.* ...
} ElfFacts;

// 0, or -1 when the file cannot be read or is damaged.
int elf_read(const char *path, ElfFacts *facts);
