// compilers.c - NVIDIA's compilers in the program, whose machine code the simulator cannot run.
//
// NVRTC keeps the PTX from which it has made machine code: a program that asks for a cubin gets
// this text. nvJitLink links to machine code only: it says that it is too old, and programs that
// know the driver's linker, too (those of Python), take that.
#define _GNU_SOURCE
#include "code.h"

typedef struct {
    uint64_t cubin, cubin_size, ptx, ptx_size;
} CompilerCode;

static void see_compiler(void *user, const LoadedFunction *f)
{
    CompilerCode *c = user;
    uint64_t *at = !strcmp(f->name, "nvrtcGetCUBIN")       ? &c->cubin
                   : !strcmp(f->name, "nvrtcGetCUBINSize") ? &c->cubin_size
                   : !strcmp(f->name, "nvrtcGetPTX")       ? &c->ptx
                   : !strcmp(f->name, "nvrtcGetPTXSize")   ? &c->ptx_size
                                                           : NULL;
    if (at && f->at % JUMP_BYTES == 0)
        *at = f->at;
}

static void send(uint64_t from, uint64_t to)
{
    if (from && to && code_open(from, from)) {
        put_jump(from, to);
        code_close(from, from);
    }
}

// The name of a function that is not to be found, in the strings of the loaded object.
static void hide(const LoadedObject *o, const char *name)
{
    Elf64_Shdr s;
    Bytes names = elf_section(o->file, ".dynstr");
    const uint8_t *at =
        names.at ? memmem(names.at, bytes_left(names), name, strlen(name) + 1) : NULL;
    if (!at || !elf_find(o->file, ".dynstr", &s))
        return;
    uint64_t loaded = o->base + s.sh_addr + (uint64_t)(at - names.at);
    if (code_open(loaded, loaded)) {
        *(char *)loaded = '-';
        code_close(loaded, loaded);
    }
}

void compiler_found(const LoadedObject *o)
{
    CompilerCode c = {0};
    const char *slash = strrchr(o->path, '/'), *name = slash ? slash + 1 : o->path;
    if (!strncmp(name, "libnvJitLink.", 13))
        hide(o, "nvJitLinkVersion");
    if (strncmp(name, "libnvrtc.", 9))
        return;
    each_function(o, ".dynsym", see_compiler, &c);
    send(c.cubin, c.ptx);
    send(c.cubin_size, c.ptx_size);
}
