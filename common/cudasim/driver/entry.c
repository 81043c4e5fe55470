// entry.c - the functions of the driver API by name: cuGetProcAddress.
//
// A program asks for "cuMemAlloc" and the version of CUDA that it was compiled for, and gets the
// newest of cuMemAlloc and cuMemAlloc_v2 that this version has.
#define _GNU_SOURCE
#include "driver.h"

#include "elf_file.h"
#include "entries.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

// "_v2", "_v2_ptsz", "_ptds" or nothing follows the name.
static bool is_variant(const char *rest, bool *per_thread)
{
    unsigned version;
    int n = 0;
    if (sscanf(rest, "_v%u%n", &version, &n) == 1)
        rest += n;
    *per_thread = !strcmp(rest, "_ptsz") || !strcmp(rest, "_ptds");
    return !*rest || *per_thread;
}

typedef struct {
    unsigned number; // 0: none
    bool per_thread;
    CUdriverProcAddressQueryResult answer;
} FoundEntry;

static FoundEntry find(const char *name, int version, bool wants_per_thread)
{
    FoundEntry best = {.answer = CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND};
    size_t n = strlen(name);
    for (unsigned i = DRIVER_asks + 1; i < DRIVER_FUNCTIONS; i++) {
        const char *found = driver_name(i);
        bool per_thread;
        if (strncmp(found, name, n) || !is_variant(found + n, &per_thread) ||
            per_thread > wants_per_thread)
            continue;
        if (version >= 0 && driver_entries[i].version > (unsigned)version) {
            if (!best.number)
                best.answer = CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT;
            continue;
        }
        if (!best.number || per_thread > best.per_thread ||
            (per_thread == best.per_thread &&
             driver_entries[i].version > driver_entries[best.number].version))
            best = (FoundEntry){i, per_thread, CU_GET_PROC_ADDRESS_SUCCESS};
    }
    return best;
}

EXPORT CUresult cuGetProcAddress_v2(const char *name, void **function, int version,
                                    cuuint64_t flags, CUdriverProcAddressQueryResult *how)
{
    if (!name || !*name || !function)
        return CUDA_ERROR_INVALID_VALUE;
    FoundEntry f = find(name, version, flags & CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM);
    *function = (void *)driver_entries[f.number].function;
    if (how)
        *how = f.answer;
    return f.number || how ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

__attribute__((constructor)) static void offer_entries(void)
{
    cudasimDriverEntries((DriverEntryFn *)(void *)cuGetProcAddress_v2);
}

#undef cuGetProcAddress
EXPORT CUresult cuGetProcAddress(const char *name, void **function, int version, cuuint64_t flags)
{
    return cuGetProcAddress_v2(name, function, version, flags, NULL);
}

// NVIDIA's runtime asks for tables that are not documented: in a library whose symbols are
// stripped, so that static_runtime.c does not know where its functions are. NVIDIA's libraries also
// ask, and go on without.
EXPORT CUresult cuGetExportTable(const void **table, const CUuuid *id)
{
    static bool told;
    Dl_info caller;
    Bytes file;
    Elf64_Shdr section;
    (void)id;
    if (table)
        *table = NULL;
    if (told || !dladdr(__builtin_return_address(0), &caller) ||
        !bytes_of_file(caller.dli_fname, &file) || !file.at)
        return CUDA_ERROR_NOT_SUPPORTED;
    told = elf_find(file, ".nv_fatbin", &section) && !elf_find(file, ".symtab", &section);
    munmap((void *)file.at, bytes_left(file));
    if (told)
        fprintf(
            stderr,
            "cudasim: %s: linked statically to the CUDA runtime, and stripped; its calls fail\n",
            caller.dli_fname);
    return CUDA_ERROR_NOT_SUPPORTED;
}
