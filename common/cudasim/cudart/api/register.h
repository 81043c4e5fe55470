// register.h - modules, kernels, variables.
#pragma once

#include "cudart/clock/state.h"

// What __cudaRegisterFatBinary gets. Version 1: `data` is a fat binary.
// Version 2 (nvcc -rdc=true): `data` is what the device linker made, which is
// empty when there is only PTX, and `parts` lists the fat binaries of all
// translation units, NULL at the end. These are addresses of the host.
// Version 3 (cuLinkComplete of ours): the same, but `parts` and what it lists count from the
// wrapper, which a program may copy; `data` is where the wrapper is.
typedef struct {
    uint32_t magic, version;
    uint64_t data, parts;
} FatWrapper;

enum { WRAPPER_TOGETHER = 3 };

typedef struct Kernel Kernel;
typedef struct Variable Variable;

typedef struct Binary Binary;
struct Binary { // one registered fat binary: a translation unit, or an -rdc program
    FatWrapper wrapper;
    Binary *next;
    Kernel *kernels;
    Variable *variables;
    bool tried;        // to load it
    bool handed_over;  // by a call, not by what nvcc puts into a program
    cudaError_t error; // how that ended
    Program *program;
    unsigned device;
    Binary *on[MAX_DEVICES]; // the same on other devices; NULL: not used there
    unsigned ptx_version;    // of its PTX, for cudaFuncGetAttributes
};

struct Kernel { // a cudaKernel_t
    Binary *binary;
    char *name; // mangled
    Kernel *next;
    Kernel *on[MAX_DEVICES]; // as of Binary
    Code *code;              // NULL until the module is loaded
    cudaError_t error;
    int max_dynamic; // opt-in dynamic shared memory, -1: the default
    int carveout;
    bool nonportable_cluster;
    int cluster_policy;
};

struct Variable {
    Binary *binary;
    char *name;
    Variable *next;
    Variable *on[MAX_DEVICES];
    uint64_t managed; // address of the host's pointer to a managed variable, else 0
    Symbol *symbol;   // NULL until the module is loaded
};

cudaError_t binary_load(Binary *b); // the first time: reads its PTX
cudaError_t binary_load_ptx(Binary *b, const PtxText *text, unsigned n);
Kernel *kernel_new(Binary *b, const char *name);
// The kernel behind a host stub or a cudaKernel_t, on the selected device, loaded and ready to run.
cudaError_t kernel_find(const void *function, Kernel **kernel);
const Kernel *kernel_with(const Code *c); // NULL: the host has not used it yet
// The same for the variable behind a host shadow (or the address of a managed one).
cudaError_t variable_find(const void *symbol, uint64_t *address, size_t *size);
// A part of it; an error with a report if the variable is not so large.
cudaError_t variable_part(const void *symbol, size_t n, size_t offset, uint64_t *at);
void register_forget(void); // cudaDeviceReset: variables get their first values again

// ---- api_library.c --------------------------------------------------

void libraries_forget(void); // cudaDeviceReset
