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
//
// Only under build/cudasim, and in no program of the grader's.
#define _GNU_SOURCE
#include "older.h"

#include "both/channel.h"
#include "both/door.h"
#include "elf_file.h"

#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

typedef struct {
    uint64_t base; // where the object is loaded
    Bytes symbols, names;
    uint64_t low, high; // where its code is
    unsigned found;
    bool is_12;
} StaticRuntime;

typedef struct {
    const char *name;
    uint64_t at, size;
} Function;

enum { JUMP_BYTES = 16, MISSING_BYTES = 32, CODE_BYTES = 4096, MOST_OBJECTS = 2048 };

// ---- code -----------------------------------------------------------

// A jump to any address. The runtime's functions begin at multiples of 16, so that the bytes are
// there even if the function is shorter.
static void put_jump(uint64_t at, uint64_t to)
{
#ifdef __x86_64__
    memcpy((void *)at, "\xff\x25\0\0\0\0", 6); // jmp *0(%rip)
    memcpy((void *)(at + 6), &to, sizeof to);
#else
    memcpy((void *)at, "\x50\0\0\x58\0\x02\x1f\xd6", 8); // ldr x16, 8; br x16
    memcpy((void *)(at + 8), &to, sizeof to);
#endif
    __builtin___clear_cache((char *)at, (char *)at + JUMP_BYTES);
}

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

static void each_function(StaticRuntime *r, void (*see)(StaticRuntime *r, const Function *f))
{
    Bytes b = r->symbols;
    for (Elf64_Sym s; bytes_left(b) >= sizeof s; skip(&b, sizeof s)) {
        memcpy(&s, b.at, sizeof s);
        Function f = {text_at(r->names, s.st_name), r->base + s.st_value, s.st_size};
        if (ELF64_ST_TYPE(s.st_info) == STT_FUNC && s.st_shndx != SHN_UNDEF)
            see(r, &f);
    }
}

static bool has_name_of_cuda(const Function *f)
{
    return !strncmp(f->name, "cuda", 4) || !strncmp(f->name, "__cuda", 6);
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
static bool is_inside(const Function *f)
{
    return !strncmp(f->name, "libcudart_static_", 17) || !strncmp(f->name, "__cudart", 8);
}

static void see_range(StaticRuntime *r, const Function *f)
{
    bool known = has_name_of_cuda(f) && (function_of_ours(f->name) || older_function(f->name));
    r->is_12 |= known && !strcmp(f->name, "cudaGetDeviceProperties_v2");
    r->found += known;
    if (!known && !is_inside(f))
        return;
    if (f->at < r->low)
        r->low = f->at;
    if (f->at + f->size > r->high)
        r->high = f->at + f->size;
}

static void redirect(StaticRuntime *r, const Function *f)
{
    bool has_room = f->size >= JUMP_BYTES || f->at % JUMP_BYTES == 0;
    if (!has_name_of_cuda(f) || f->at < r->low || f->at >= r->high || !has_room)
        return;
    const OlderFunction *older = r->is_12 ? older_function(f->name) : NULL;
    void *to = older ? older->function : function_of_ours(f->name);
    put_jump(f->at, to ? (uint64_t)to : missing_function(f->name));
}

// What nvcc generates for each source.
static void register_again(StaticRuntime *r, const Function *f)
{
    (void)r;
    if (strstr(f->name, "__sti____cudaRegisterAll"))
        ((void (*)(void))f->at)();
}

static void redirect_all(StaticRuntime *r, const char *path)
{
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), from = r->low / page * page;
    size_t n = (r->high + JUMP_BYTES - from + page - 1) / page * page;
    if (mprotect((void *)from, n, PROT_READ | PROT_WRITE | PROT_EXEC)) {
        fprintf(stderr,
                "cudasim: %s: its code cannot be changed; rebuild with nvcc -cudart shared\n",
                path);
        _exit(126);
    }
    each_function(r, redirect);
    mprotect((void *)from, n, PROT_READ | PROT_EXEC);
}

// ---- the objects of the program -------------------------------------

static int see_object(struct dl_phdr_info *object, size_t size, void *constructed)
{
    static uint64_t seen[MOST_OBJECTS];
    static unsigned nseen;
    static unsigned long long closed;
    (void)size;
    const char *path = *object->dlpi_name ? object->dlpi_name : "/proc/self/exe";
    if (object->dlpi_subs != closed) // another object may be there now
        nseen = 0;
    closed = object->dlpi_subs;
    for (unsigned i = 0; i < nseen; i++)
        if (seen[i] == (uint64_t)object->dlpi_phdr)
            return 0;
    if (nseen < MOST_OBJECTS)
        seen[nseen++] = (uint64_t)object->dlpi_phdr;
    Bytes file;
    Elf64_Shdr fatbin;
    if (!bytes_of_file(path, &file) || !file.at)
        return 0;
    StaticRuntime r = {.base = object->dlpi_addr, .low = UINT64_MAX};
    if (elf_find(file, ".nv_fatbin", &fatbin)) {
        r.symbols = elf_section(file, ".symtab");
        r.names = elf_section(file, ".strtab");
        each_function(&r, see_range);
    }
    if (!r.found) {
        munmap((void *)file.at, bytes_left(file));
        return 0;
    }
    redirect_all(&r, path); // names of missing functions stay in the file
    if (constructed && *object->dlpi_name)
        each_function(&r, register_again);
    return 0;
}

static void see_new_objects(void) { dl_iterate_phdr(see_object, NULL); }

// The system's linker calls this place when it has mapped what dlopen() asks for, before any
// constructor there: it is meant for debuggers.
static void watch_linker(void)
{
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), at = _r_debug.r_brk, from = at / page * page;
    size_t n = (at + JUMP_BYTES - from + page - 1) / page * page;
    if (at % JUMP_BYTES || mprotect((void *)from, n, PROT_READ | PROT_WRITE | PROT_EXEC))
        return;
    put_jump(at, (uint64_t)see_new_objects);
    mprotect((void *)from, n, PROT_READ | PROT_EXEC);
}

extern const char __ehdr_start[] __attribute__((visibility("hidden")));
extern const char _end[] __attribute__((visibility("hidden")));

__attribute__((constructor)) static void see_program(int argc, char **argv, char **variables)
{
    (void)argc, (void)argv;
    bool under_cudasim = false;
    size_t n = strlen(BROKER_VARIABLE);
    for (char **v = variables; v && *v; v++)
        under_cudasim |= !strncmp(*v, BROKER_VARIABLE, n) && (*v)[n] == '=';
    if (!under_cudasim)
        return;
    cudasimOwnCode(__ehdr_start, _end);
    dl_iterate_phdr(see_object, &under_cudasim);
    watch_linker();
}
