// static_runtime.c - programs that NVIDIA's runtime is part of: nvcc links it statically unless
// -cudart shared says otherwise. Before a constructor of the program runs, each function of that
// runtime gets a jump to ours of the same name, so that none of its code ever runs. The program's
// symbol table says where the functions are; nvcc does not strip it.
//
// A function that ours lacks returns cudaErrorNotSupported, with one line. Which functions are the
// runtime's: those named cuda... where the code is that we know, since a linker keeps a library's
// code together. A runtime of CUDA 12 has some functions with other arguments: older.c.
//
// The constructors of the program itself, and of what it opens while it runs, come after this. A
// library that the program is linked to has registered its kernels before, with NVIDIA's runtime;
// so its generated constructors run once more.
#define _GNU_SOURCE
#include "code.h"
#include "older.h"

#include "both/door.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

typedef struct {
    uint64_t low, high; // where its code is
    unsigned found;
    bool is_12, is_ours;
} StaticRuntime;

enum { MISSING_BYTES = 32, CODE_BYTES = 4096 };

// ---- code -----------------------------------------------------------

typedef struct {
    const char *name;
    bool told;
} Missing;

static int say_missing(Missing *m)
{
    bool again = m->told;
    m->told = true;
    return cudasimMissing(m->name, again);
}

// Code for a function that we lack: say_missing() with its name.
static void put_missing(uint8_t *at, const char *name)
{
    Missing *m = calloc(1, sizeof *m);
    uint64_t argument = (uint64_t)m, function = (uint64_t)say_missing;
    if (m)
        m->name = name;
#ifdef __x86_64__
    memcpy(at, "\x48\xbf", 2); // mov argument, %rdi
    memcpy(at + 2, &argument, 8);
    memcpy(at + 10, "\x48\xb8", 2); // mov function, %rax
    memcpy(at + 12, &function, 8);
    memcpy(at + 20, "\xff\xe0", 2); // jmp *%rax
#else
    memcpy(at, "\x80\0\0\x58\xb0\0\0\x58\0\x02\x1f\xd6", 12); // ldr x0, 16; ldr x16, 24; br x16
    memcpy(at + 16, &argument, 8);
    memcpy(at + 24, &function, 8);
#endif
}

static uint64_t missing_function(const char *name)
{
    static uint8_t *page;
    static size_t used = CODE_BYTES;
    if (used == CODE_BYTES) {
        used = 0;
        page = mmap(NULL, CODE_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (page == MAP_FAILED)
            abort();
    }
    mprotect(page, CODE_BYTES, PROT_READ | PROT_WRITE);
    uint8_t *at = page + used;
    put_missing(at, name);
    used += MISSING_BYTES;
    mprotect(page, CODE_BYTES, PROT_READ | PROT_EXEC);
    __builtin___clear_cache((char *)at, (char *)at + MISSING_BYTES);
    return (uint64_t)at;
}

// ---- its functions --------------------------------------------------

// What nvcc -rdc=true generates for each source, and for what it links, is the program's.
static bool is_generated(const LoadedFunction *f)
{
    return !strncmp(f->name, "__cudaRegisterLinkedBinary_", 27) ||
           !strcmp(f->name, "__cudaUnregisterBinaryUtil");
}

static bool has_name_of_cuda(const LoadedFunction *f)
{
    return (!strncmp(f->name, "cuda", 4) || !strncmp(f->name, "__cuda", 6)) && !is_generated(f);
}

// Ours of the same name; NULL: there is none.
static void *function_of_ours(const char *name)
{
    static void *library;
    if (!library)
        library = dlopen("libcudart.so.13", RTLD_LAZY | RTLD_NOLOAD);
    return library ? dlsym(library, name) : NULL;
}

// A function inside of NVIDIA's library: its names are the same in all versions of it that we have
// seen.
static bool is_inside(const LoadedFunction *f)
{
    return !strncmp(f->name, "libcudart_static_", 17) || !strncmp(f->name, "__cudart", 8);
}

static void see_range(void *runtime, const LoadedFunction *f)
{
    StaticRuntime *r = runtime;
    bool known = has_name_of_cuda(f) && (function_of_ours(f->name) || older_function(f->name));
    r->is_12 |= known && !strcmp(f->name, "cudaGetDeviceProperties_v2");
    r->is_ours |= known && (uint64_t)function_of_ours(f->name) == f->at;
    r->found += known;
    if (!known && !is_inside(f))
        return;
    if (f->at < r->low)
        r->low = f->at;
    if (f->at + f->size > r->high)
        r->high = f->at + f->size;
}

static void redirect(void *runtime, const LoadedFunction *f)
{
    const StaticRuntime *r = runtime;
    bool has_room = f->size >= JUMP_BYTES || f->at % JUMP_BYTES == 0;
    if (!has_name_of_cuda(f) || f->at < r->low || f->at >= r->high || !has_room)
        return;
    const OlderFunction *older = r->is_12 ? older_function(f->name) : NULL;
    void *to = older ? older->function : function_of_ours(f->name);
    put_jump(f->at, to ? (uint64_t)to : missing_function(f->name));
}

// What nvcc generates for each source.
static void register_again(void *unused, const LoadedFunction *f)
{
    (void)unused;
    if (strstr(f->name, "__sti____cudaRegisterAll"))
        ((void (*)(void))f->at)();
}

bool static_runtime_found(const LoadedObject *o)
{
    static const char name[] = "cudaGetExportTable"; // that no program has, nor its headers
    StaticRuntime r = {.low = UINT64_MAX};
    Bytes names = elf_section(o->file, ".strtab");
    if (names.at && memmem(names.at, bytes_left(names), name, sizeof name))
        each_function(o, ".symtab", see_range, &r);
    if (!r.found || r.is_ours)
        return false;
    if (!code_open(r.low, r.high)) {
        fprintf(stderr,
                "cudasim: %s: its code cannot be changed; rebuild with nvcc -cudart shared\n",
                o->path);
        _exit(126);
    }
    each_function(o, ".symtab", redirect, &r);
    code_close(r.low, r.high);
    if (o->constructed)
        each_function(o, ".symtab", register_again, NULL);
    return true;
}
