// code.h - code of the program's objects, and how it is sent elsewhere.
//
//   objects.c         the objects of a program, as they are loaded
//   static_runtime.c  NVIDIA's runtime in one of them
//   compilers.c       NVIDIA's compilers
//   code.c            functions, jumps
#pragma once

#include "elf_file.h"

typedef struct {
    const char *path;
    Bytes file;
    uint64_t base;    // where it is loaded
    bool constructed; // its constructors have run
} LoadedObject;

typedef struct {
    const char *name;
    uint64_t at, size;
} LoadedFunction;

// ---- code.c ---------------------------------------------------------

enum { JUMP_BYTES = 16 };

// The functions of a symbol table, .symtab or .dynsym.
typedef void SeeFunction(void *user, const LoadedFunction *f);
void each_function(const LoadedObject *o, const char *table, SeeFunction *see, void *user);
// May code from `at` on be changed? Then it can be written until it is closed.
bool code_open(uint64_t at, uint64_t end);
void code_close(uint64_t at, uint64_t end);
// A jump to any address. Functions that begin at multiples of 16 have room for it.
void put_jump(uint64_t at, uint64_t to);

// ---- static_runtime.c -----------------------------------------------

// False: the object has no runtime. Otherwise its file has to stay.
bool static_runtime_found(const LoadedObject *o);

// ---- compilers.c ----------------------------------------------------

void compiler_found(const LoadedObject *o);
