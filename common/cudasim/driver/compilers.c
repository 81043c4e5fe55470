// compilers.c - NVIDIA's compilers in the program, whose machine code the simulator cannot run.
//
// NVRTC keeps the PTX from which it has made machine code: a program that asks for a cubin gets
// this text. nvJitLink links to machine code only: it says that it is too old, and programs that
// know the driver's linker, too (those of Python), take that.
#include "code.h"

typedef struct {
    uint64_t cubin, cubin_size, ptx, ptx_size, version;
} CompilerCode;

static void see_compiler(void *user, const LoadedFunction *f)
{
    CompilerCode *c = user;
    uint64_t *at = !strcmp(f->name, "nvrtcGetCUBIN")       ? &c->cubin
                   : !strcmp(f->name, "nvrtcGetCUBINSize") ? &c->cubin_size
                   : !strcmp(f->name, "nvrtcGetPTX")       ? &c->ptx
                   : !strcmp(f->name, "nvrtcGetPTXSize")   ? &c->ptx_size
                   : !strcmp(f->name, "nvJitLinkVersion")  ? &c->version
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

static int old_version(unsigned *major, unsigned *minor)
{
    *major = 12;
    *minor = 0;
    return 0;
}

void compiler_found(const LoadedObject *o)
{
    CompilerCode c = {0};
    const char *slash = strrchr(o->path, '/'), *name = slash ? slash + 1 : o->path;
    if (strncmp(name, "libnvrtc.", 9) && strncmp(name, "libnvJitLink.", 13))
        return;
    each_function(o, ".dynsym", see_compiler, &c);
    send(c.cubin, c.ptx);
    send(c.cubin_size, c.ptx_size);
    send(c.version, (uint64_t)old_version);
}
