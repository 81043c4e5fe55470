// api_library.c - cudaLibrary*: modules that the program loads itself while it runs, as PTX text or
// as a fat binary. A kernel of a library is a cudaKernel_t, which all calls take in place of a
// kernel's host function.
//
// A library is loaded at once, since its bytes may change later. Unloading takes away its handles;
// its program stays, because reports may still name its lines.
#include "context.h"
#include "handles.h"
#include "register.h"

#include "alloc.h"
#include "sim/host.h"

#include <stdlib.h>
#include <string.h>

enum { PAGE_BYTES = 4096, MAX_PTX_BYTES = 256 << 20 };

// ---- what the program's bytes are -----------------------------------

// A text ends with a zero byte; what follows the byte's page may not be there.
static char *read_ptx(uint64_t at, size_t *length)
{
    char *text = NULL;
    for (size_t n = 0; n < MAX_PTX_BYTES;) {
        size_t piece = PAGE_BYTES - (at + n) % PAGE_BYTES;
        text = must_realloc(text, n + piece + 1, 1);
        host_process.read(text + n, at + n, piece);
        const char *end = memchr(text + n, 0, piece);
        n += piece;
        if (!end)
            continue;
        *length = (size_t)(end - text);
        return text;
    }
    free(text);
    return NULL;
}

// ".version 9.0" is 90; 0: there is none.
static unsigned ptx_version(const char *text)
{
    const char *at = strstr(text, ".version");
    unsigned major, minor;
    return at && sscanf(at, ".version %u.%u", &major, &minor) == 2 ? 10 * major + minor : 0;
}

static cudaError_t load_ptx(Binary *b, uint64_t code)
{
    PtxText text = {.handed_over = true};
    text.text = read_ptx(code, &text.length);
    if (!text.text)
        return cudaErrorInvalidKernelImage;
    text.version = ptx_version(text.text);
    cudaError_t e = text.version ? binary_load_ptx(b, &text, 1) : cudaErrorInvalidKernelImage;
    free(text.text);
    return e;
}

static cudaError_t load_code(Binary *b, uint64_t code)
{
    static const uint8_t elf[4] = {0x7f, 'E', 'L', 'F'}, wrapper[4] = {0xb1, 0x43, 0x62, 0x46},
                         fat[4] = {0x50, 0xed, 0x55, 0xba};
    uint8_t magic[4];
    host_process.read(magic, code, sizeof magic);
    if (!memcmp(magic, elf, sizeof elf)) {
        rt_say("a library cannot be loaded: it is machine code, and the simulator needs PTX");
        return cudaErrorNoKernelImageForDevice;
    }
    b->wrapper = (FatWrapper){.data = code};
    if (!memcmp(magic, wrapper, sizeof wrapper)) {
        host_process.read(&b->wrapper, code, sizeof b->wrapper);
        if (b->wrapper.version == WRAPPER_TOGETHER)
            b->wrapper.data = code;
    } else if (memcmp(magic, fat, sizeof fat)) {
        return load_ptx(b, code);
    }
    return binary_load(b);
}

// ---- libraries ------------------------------------------------------

static void add_kernel(Func *f, void *user)
{
    Binary *b = user;
    if (!f->is_entry)
        return;
    Kernel *k = kernel_new(b, f->name);
    Kernel **end = &b->kernels; // in the order of the text
    while (*end)
        end = &(*end)->next;
    *end = k;
    handle_put(k, HANDLE_kernel, k);
}

static bool drop_kernels(void *library)
{
    const Binary *b = library;
    for (Kernel *k = b->kernels; k && b->device == device.number; k = k->next)
        handle_drop(k);
    return b->device == device.number;
}

void libraries_forget(void) { handles_forget(HANDLE_library, HANDLE_none, drop_kernels); }

cudaError_t cudaLibraryLoadData(cudaLibrary_t *library, const void *code,
                                enum cudaJitOption *jit_options, void **jit_values, unsigned jit_n,
                                enum cudaLibraryOption *options, void **values, unsigned n)
{
    (void)jit_options, (void)jit_values, (void)jit_n, (void)options, (void)values, (void)n;
    ENTER();
    if (!library || !code)
        LEAVE(cudaErrorInvalidValue);
    Binary *b = must_calloc(1, sizeof *b);
    b->handed_over = true;
    b->device = device.number;
    cudaError_t e = load_code(b, (uintptr_t)code);
    if (e) {
        free(b);
        LEAVE(e);
    }
    program_each_func(b->program, add_kernel, b);
    handle_put(b, HANDLE_library, b);
    *library = (cudaLibrary_t)b;
    LEAVE(cudaSuccess);
}

cudaError_t cudaLibraryUnload(cudaLibrary_t library)
{
    ENTER();
    Binary *b = handle_get(library, HANDLE_library);
    if (!b)
        LEAVE(cudaErrorInvalidResourceHandle);
    drop_kernels(b);
    handle_drop(b);
    LEAVE(cudaSuccess);
}

// ---- what is in a library -------------------------------------------

// `given`: the pointers that the call needs are there.
static cudaError_t find_library(cudaLibrary_t library, bool given, Binary **b)
{
    *b = handle_get(library, HANDLE_library);
    return !given ? cudaErrorInvalidValue : *b ? cudaSuccess : cudaErrorInvalidResourceHandle;
}

cudaError_t cudaLibraryGetKernel(cudaKernel_t *kernel, cudaLibrary_t library, const char *name)
{
    ENTER();
    Binary *b;
    cudaError_t e = find_library(library, kernel && name, &b);
    if (e)
        LEAVE(e);
    for (Kernel *k = b->kernels; k; k = k->next)
        if (!strcmp(k->name, name)) {
            *kernel = (cudaKernel_t)k;
            LEAVE(cudaSuccess);
        }
    LEAVE(cudaErrorSymbolNotFound);
}

cudaError_t cudaLibraryGetKernelCount(unsigned *count, cudaLibrary_t library)
{
    ENTER();
    Binary *b;
    cudaError_t e = find_library(library, count, &b);
    if (e)
        LEAVE(e);
    *count = 0;
    for (Kernel *k = b->kernels; k; k = k->next)
        ++*count;
    LEAVE(cudaSuccess);
}

cudaError_t cudaLibraryEnumerateKernels(cudaKernel_t *kernels, unsigned n, cudaLibrary_t library)
{
    ENTER();
    Binary *b;
    cudaError_t e = find_library(library, kernels && n, &b);
    if (e)
        LEAVE(e);
    unsigned i = 0;
    for (Kernel *k = b->kernels; k && i < n; k = k->next)
        kernels[i++] = (cudaKernel_t)k;
    LEAVE(cudaSuccess);
}

static cudaError_t find_variable(void **p, size_t *bytes, cudaLibrary_t library, const char *name,
                                 bool managed)
{
    Binary *b;
    cudaError_t e = find_library(library, (p || bytes) && name, &b);
    const Symbol *s = e ? NULL : program_variable(b->program, name);
    if (e)
        return e;
    if (!s || s->managed != managed)
        return cudaErrorSymbolNotFound;
    if (p)
        *p = (void *)s->address;
    if (bytes)
        *bytes = s->size;
    return cudaSuccess;
}

cudaError_t cudaLibraryGetGlobal(void **p, size_t *bytes, cudaLibrary_t library, const char *name)
{
    ENTER();
    LEAVE(find_variable(p, bytes, library, name, false));
}

cudaError_t cudaLibraryGetManaged(void **p, size_t *bytes, cudaLibrary_t library, const char *name)
{
    ENTER();
    LEAVE(find_variable(p, bytes, library, name, true));
}
