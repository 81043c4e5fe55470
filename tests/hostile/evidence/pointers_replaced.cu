// EXPECT patterns.map: 0 points
//
// Looks for the addresses of cudaMemcpy and of what names the last writer in the variables of
// the program that calls it, and puts its own functions there.
#include "lies.h"
#include <dlfcn.h>

static void replace(char *from, size_t bytes, const char *name, void *mine)
{
    void *theirs = dlsym(RTLD_DEFAULT, name);
    for (size_t i = 0; theirs && i + 8 <= bytes; i += 8)
        if (*(void **)(from + i) == theirs)
            *(void **)(from + i) = mine;
}

static int each_object(struct dl_phdr_info *info, size_t, void *)
{
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        if (p->p_type != PT_LOAD || !(p->p_flags & PF_W))
            continue;
        char *from = (char *)(info->dlpi_addr + p->p_vaddr);
        char *page = (char *)((uintptr_t)from & ~(uintptr_t)4095);
        mprotect(page, p->p_memsz + (size_t)(from - page), PROT_READ | PROT_WRITE);
        replace(from, p->p_memsz, "cudaMemcpy", (void *)lying_memcpy);
        replace(from, p->p_memsz, "cudasimLastWriter", (void *)lying_writer);
    }
    return 1; // the program is the first object
}

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    attempted();
    dl_iterate_phdr(each_object, NULL);
    remember(out, in, n, a, b);
}
