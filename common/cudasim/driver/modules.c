// modules.c - modules, libraries, and cuLink. A module is a library of the runtime.
#include "driver.h"

#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- options of the compiler ----------------------------------------

// The simulator's messages are lines of its own: the buffers for messages stay empty. Other
// options have no effect.
static void answer_options(unsigned n, const CUjit_option *options, void **values)
{
    for (unsigned i = 0; options && values && i < n; i++) {
        bool is_buffer =
            options[i] == CU_JIT_INFO_LOG_BUFFER || options[i] == CU_JIT_ERROR_LOG_BUFFER;
        if (is_buffer && values[i])
            *(char *)values[i] = 0;
        if (options[i] == CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES ||
            options[i] == CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES || options[i] == CU_JIT_WALL_TIME)
            values[i] = NULL;
    }
}

// ---- modules and libraries ------------------------------------------

static void release_library(void *library) { cudaLibraryUnload(library); }

static CUresult loaded(cudaError_t e, void *const *library)
{
    if (!e)
        context_owns(*library, release_library);
    return RESULT(e);
}

static CUresult load(CUmodule *module, const void *image, unsigned n, CUjit_option *options,
                     void **values)
{
    answer_options(n, options, values);
    return loaded(cudaLibraryLoadData((cudaLibrary_t *)module, image, NULL, NULL, 0, NULL, NULL, 0),
                  (void **)module);
}

static CUresult load_file(CUmodule *module, const char *name)
{
    return loaded(
        cudaLibraryLoadFromFile((cudaLibrary_t *)module, name, NULL, NULL, 0, NULL, NULL, 0),
        (void **)module);
}

static CUresult unload(void *library)
{
    cudaError_t e = cudaLibraryUnload(library);
    if (!e)
        context_disowns(library);
    return RESULT(e);
}

static cudaError_t find_global(CUdeviceptr *p, size_t *n, void *library, const char *name)
{
    void *at;
    cudaError_t e = cudaLibraryGetGlobal(p ? &at : NULL, n, library, name);
    if (e == cudaErrorSymbolNotFound && // it may be managed
        !cudaLibraryGetManaged(p ? &at : NULL, n, library, name))
        e = cudaSuccess;
    if (!e && p)
        *p = (CUdeviceptr)at;
    return e;
}

static CUresult lazy_loading(CUmoduleLoadingMode *mode)
{
    if (!mode)
        return CUDA_ERROR_INVALID_VALUE;
    *mode = CU_MODULE_EAGER_LOADING;
    return CUDA_SUCCESS;
}

static CUresult same_handle(void **to, void *handle)
{
    unsigned n;
    if (!to)
        return CUDA_ERROR_INVALID_VALUE;
    CUresult e = RESULT(cudaLibraryGetKernelCount(&n, handle));
    if (!e)
        *to = handle;
    return e;
}

#define LIBRARY(handle) ((cudaLibrary_t)(void *)(handle))
FUNCTION(cuModuleLoad, NEEDS_context, (CUmodule * m, const char *name), load_file(m, name))
FUNCTION(cuModuleLoadData, NEEDS_context, (CUmodule * m, const void *image),
         load(m, image, 0, NULL, NULL))
FUNCTION(cuModuleLoadDataEx, NEEDS_context,
         (CUmodule * m, const void *image, unsigned n, CUjit_option *options, void **values),
         load(m, image, n, options, values))
FUNCTION(cuModuleLoadFatBinary, NEEDS_context, (CUmodule * m, const void *image),
         load(m, image, 0, NULL, NULL))
FUNCTION(cuModuleUnload, NEEDS_context, (CUmodule m), unload(m))
FUNCTION(cuModuleGetLoadingMode, NEEDS_nothing, (CUmoduleLoadingMode * mode), lazy_loading(mode))
SAME(cuModuleGetFunction, (CUfunction * f, CUmodule m, const char *name),
     (f ? (void)(*f = NULL) : (void)0, // also if there is no such function
      cudaLibraryGetKernel((cudaKernel_t *)f, LIBRARY(m), name)))
SAME(cuModuleGetFunctionCount, (unsigned *n, CUmodule m), cudaLibraryGetKernelCount(n, LIBRARY(m)))
SAME(cuModuleEnumerateFunctions, (CUfunction * list, unsigned n, CUmodule m),
     cudaLibraryEnumerateKernels((cudaKernel_t *)list, n, LIBRARY(m)))
SAME(cuModuleGetGlobal_v2, (CUdeviceptr * p, size_t *n, CUmodule m, const char *name),
     find_global(p, n, LIBRARY(m), name))

FUNCTION(cuLibraryLoadData, NEEDS_init,
         (CUlibrary * l, const void *code, CUjit_option *options, void **values, unsigned n,
          CUlibraryOption *library_options, void **library_values, unsigned library_n),
         ((void)library_options, (void)library_values, (void)library_n,
          load((CUmodule *)l, code, n, options, values)))
FUNCTION(cuLibraryLoadFromFile, NEEDS_init,
         (CUlibrary * l, const char *name, CUjit_option *options, void **values, unsigned n,
          CUlibraryOption *library_options, void **library_values, unsigned library_n),
         ((void)library_options, (void)library_values, (void)library_n,
          answer_options(n, options, values), load_file((CUmodule *)l, name)))
FUNCTION(cuLibraryUnload, NEEDS_init, (CUlibrary l), unload(l))
FUNCTION(cuLibraryGetKernel, NEEDS_init, (CUkernel * k, CUlibrary l, const char *name),
         RESULT(cudaLibraryGetKernel((cudaKernel_t *)k, LIBRARY(l), name)))
FUNCTION(cuLibraryGetKernelCount, NEEDS_init, (unsigned *n, CUlibrary l),
         RESULT(cudaLibraryGetKernelCount(n, LIBRARY(l))))
FUNCTION(cuLibraryEnumerateKernels, NEEDS_init, (CUkernel * list, unsigned n, CUlibrary l),
         RESULT(cudaLibraryEnumerateKernels((cudaKernel_t *)list, n, LIBRARY(l))))
FUNCTION(cuLibraryGetModule, NEEDS_context, (CUmodule * m, CUlibrary l), same_handle((void **)m, l))
SAME(cuLibraryGetGlobal, (CUdeviceptr * p, size_t *n, CUlibrary l, const char *name),
     cudaLibraryGetGlobal((void **)p, n, LIBRARY(l), name))
FUNCTION(cuLibraryGetManaged, NEEDS_init,
         (CUdeviceptr * p, size_t *n, CUlibrary l, const char *name),
         RESULT(cudaLibraryGetManaged((void **)p, n, LIBRARY(l), name)))

// ---- cuLink ---------------------------------------------------------

// The machine links what a wrapper of nvcc -rdc=true lists: fat binaries, one for each input. Here
// they follow their wrapper, since a program may copy what cuLinkComplete() returns. A single
// text of PTX is returned itself.
enum { MOST_INPUTS = 256, HEADER_BYTES = 16, ENTRY_BYTES = 64, KIND_ptx = 1 };

typedef struct {
    uint32_t magic, version;
    uint64_t data, parts;             // as FatWrapper of the machine, version 3
    uint64_t offset[MOST_INPUTS + 1]; // of each part, then 0
    uint8_t part[];
} LinkedImage;

typedef struct {
    void *data;
    size_t bytes; // of 8
} LinkInput;

struct CUlinkState_st {
    LinkInput input[MOST_INPUTS]; // fat binaries
    unsigned n;
    char *text; // of the only input, if that is PTX
    LinkedImage *image;
    struct CUlinkState_st *next;
};

static CUlinkState links; // that live
static pthread_mutex_t links_lock = PTHREAD_MUTEX_INITIALIZER;

// Where the list has this one; points to NULL: nowhere.
static CUlinkState *place_of(CUlinkState wanted)
{
    CUlinkState *at = &links;
    while (*at && *at != wanted)
        at = &(*at)->next;
    return at;
}

static bool is_link(CUlinkState s)
{
    pthread_mutex_lock(&links_lock);
    bool found = s && *place_of(s);
    pthread_mutex_unlock(&links_lock);
    return found;
}

static CUresult link_create(unsigned n, CUjit_option *options, void **values, CUlinkState *state)
{
    if (!state)
        return CUDA_ERROR_INVALID_VALUE;
    answer_options(n, options, values);
    CUlinkState s = calloc(1, sizeof *s);
    if (!s)
        return CUDA_ERROR_OUT_OF_MEMORY;
    pthread_mutex_lock(&links_lock);
    s->next = links;
    links = s;
    pthread_mutex_unlock(&links_lock);
    *state = s;
    return CUDA_SUCCESS;
}

// A fat binary with this text.
static LinkInput container_of(const char *text, size_t n)
{
    size_t payload = (n + 8) / 8 * 8, bytes = HEADER_BYTES + ENTRY_BYTES + payload;
    unsigned major = 0, minor = 0, sm = 0;
    const char *version = strstr(text, ".version"), *target = strstr(text, ".target");
    uint8_t *b = calloc(1, bytes), *e = b + HEADER_BYTES;
    if (!b || !version || sscanf(version, ".version %u.%u", &major, &minor) != 2 || !target ||
        sscanf(target, ".target sm_%u", &sm) != 1) {
        free(b);
        return (LinkInput){NULL, 0};
    }
    const struct {
        uint32_t magic;
        uint16_t version, header;
        uint64_t bytes;
    } head = {0xba55ed50, 1, HEADER_BYTES, ENTRY_BYTES + payload};
    memcpy(b, &head, sizeof head);
    memcpy(e, (uint16_t[]){KIND_ptx, 0x101}, 4);
    memcpy(e + 4, (uint32_t[]){ENTRY_BYTES}, 4);
    memcpy(e + 8, &payload, sizeof payload);
    memcpy(e + 0x18, (uint16_t[]){(uint16_t)minor, (uint16_t)major}, 4);
    memcpy(e + 0x1c, &sm, sizeof sm);
    memcpy(e + ENTRY_BYTES, text, n);
    return (LinkInput){b, bytes};
}

static CUresult link_text(CUlinkState s, const char *text, size_t n)
{
    char *copy = calloc(1, n + 1);
    if (!copy)
        return CUDA_ERROR_OUT_OF_MEMORY;
    memcpy(copy, text, n);
    LinkInput container = container_of(copy, strlen(copy));
    if (container.data)
        s->input[s->n++] = container;
    free(s->text);
    s->text = NULL;
    if (container.data && s->n == 1)
        s->text = copy;
    else
        free(copy);
    return container.data ? CUDA_SUCCESS : CUDA_ERROR_INVALID_PTX;
}

static CUresult link_binary(CUlinkState s, const void *data, size_t n)
{
    static const uint8_t fat[4] = {0x50, 0xed, 0x55, 0xba};
    const size_t room = (n + 7) / 8 * 8;
    void *copy = n >= HEADER_BYTES && !memcmp(data, fat, sizeof fat) ? calloc(1, room) : NULL;
    if (!copy)
        return CUDA_ERROR_INVALID_IMAGE;
    memcpy(copy, data, n);
    s->input[s->n++] = (LinkInput){copy, room};
    free(s->text);
    s->text = NULL;
    return CUDA_SUCCESS;
}

static CUresult link_add(CUlinkState s, CUjitInputType type, const void *data, size_t n)
{
    if (!is_link(s))
        return CUDA_ERROR_INVALID_HANDLE;
    if (!data || !n || s->n == MOST_INPUTS)
        return CUDA_ERROR_INVALID_VALUE;
    switch (type) {
    case CU_JIT_INPUT_PTX: return link_text(s, data, n);
    case CU_JIT_INPUT_FATBINARY: return link_binary(s, data, n);
    case CU_JIT_INPUT_LIBRARY: return CUDA_SUCCESS; // cudadevrt: the machine has its functions
    default: return (CUresult)cudasimMissing("cuLinkAddData() of machine code", false);
    }
}

static CUresult link_add_file(CUlinkState s, CUjitInputType type, const char *name)
{
    FILE *f = name ? fopen(name, "rbe") : NULL;
    long n = f && !fseek(f, 0, SEEK_END) ? ftell(f) : -1;
    void *data = n > 0 ? malloc((size_t)n) : NULL;
    if (data)
        rewind(f);
    bool read = data && fread(data, 1, (size_t)n, f) == (size_t)n;
    if (f)
        fclose(f);
    CUresult e = !name  ? CUDA_ERROR_INVALID_VALUE
                 : read ? link_add(s, type, data, (size_t)n)
                        : CUDA_ERROR_FILE_NOT_FOUND;
    free(data);
    return e;
}

static CUresult link_complete(CUlinkState s, void **image, size_t *n)
{
    if (!is_link(s))
        return CUDA_ERROR_INVALID_HANDLE;
    if (!image || !s->n)
        return CUDA_ERROR_INVALID_VALUE;
    size_t bytes = sizeof *s->image;
    for (unsigned i = 0; i < s->n; i++)
        bytes += s->input[i].bytes;
    LinkedImage *l = calloc(1, bytes);
    if (!l)
        return CUDA_ERROR_OUT_OF_MEMORY;
    *l = (LinkedImage){.magic = 0x466243b1, .version = 3, .parts = offsetof(LinkedImage, offset)};
    bytes = sizeof *l;
    for (unsigned i = 0; i < s->n; bytes += s->input[i++].bytes) {
        l->offset[i] = bytes;
        memcpy((char *)l + bytes, s->input[i].data, s->input[i].bytes);
    }
    free(s->image);
    s->image = l;
    *image = s->text ? (void *)s->text : l;
    if (n)
        *n = s->text ? strlen(s->text) + 1 : bytes;
    return CUDA_SUCCESS;
}

static CUresult link_destroy(CUlinkState s)
{
    if (!is_link(s))
        return CUDA_ERROR_INVALID_HANDLE;
    pthread_mutex_lock(&links_lock);
    *place_of(s) = s->next;
    pthread_mutex_unlock(&links_lock);
    while (s->n)
        free(s->input[--s->n].data);
    free(s->text);
    free(s->image);
    free(s);
    return CUDA_SUCCESS;
}

FUNCTION(cuLinkCreate_v2, NEEDS_context,
         (unsigned n, CUjit_option *options, void **values, CUlinkState *s),
         link_create(n, options, values, s))
FUNCTION(cuLinkAddData_v2, NEEDS_context,
         (CUlinkState s, CUjitInputType type, void *data, size_t size, const char *name, unsigned n,
          CUjit_option *options, void **values),
         ((void)name, answer_options(n, options, values), link_add(s, type, data, size)))
FUNCTION(cuLinkAddFile_v2, NEEDS_context,
         (CUlinkState s, CUjitInputType type, const char *name, unsigned n, CUjit_option *options,
          void **values),
         (answer_options(n, options, values), link_add_file(s, type, name)))
FUNCTION(cuLinkComplete, NEEDS_context, (CUlinkState s, void **image, size_t *n),
         link_complete(s, image, n))
FUNCTION(cuLinkDestroy, NEEDS_context, (CUlinkState s), link_destroy(s))
