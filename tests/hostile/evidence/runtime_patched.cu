// EXPECT patterns.map: 0 points
//
// Writes jumps to its own functions over the code of cudaMemcpy and of what names the last
// writer.
#include "lies.h"
#include <dlfcn.h>

static void patch(const char *name, void *mine)
{
    unsigned char *code = (unsigned char *)dlsym(RTLD_DEFAULT, name);
    char *page = (char *)((uintptr_t)code & ~(uintptr_t)4095);
    if (!code || mprotect(page, 8192, PROT_READ | PROT_WRITE | PROT_EXEC) != 0)
        return;
    code[0] = 0x48, code[1] = 0xb8; // movabs $mine, %rax; jmp *%rax
    memcpy(code + 2, &mine, 8);
    code[10] = 0xff, code[11] = 0xe0;
}

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    attempted();
    patch("cudaMemcpy", (void *)lying_memcpy);
    patch("cudasimLastWriter", (void *)lying_writer);
    remember(out, in, n, a, b);
}
