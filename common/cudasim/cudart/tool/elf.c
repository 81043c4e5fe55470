// elf.c - reads the dynamic section of an ELF file.
// Every offset in the file is checked against its size before it is followed.
#define _GNU_SOURCE
#include "elf.h"

#include "elf_file.h"

#include <stdio.h>

const char *const own_libraries[OWN_LIBRARIES] = {"libcublas.so.13", "libcurand.so.10"};

static const void *at(Bytes f, uint64_t offset, uint64_t n)
{
    Bytes b = part(f, offset, n);
    return bytes_left(b) ? b.at : NULL;
}

// Where the loaded address lies in the file, or UINT64_MAX.
static uint64_t file_offset(Bytes f, const Elf64_Ehdr *h, uint64_t address)
{
    for (unsigned i = 0; i < h->e_phnum; i++) {
        const Elf64_Phdr *p = at(f, h->e_phoff + i * sizeof *p, sizeof *p);
        if (p && p->p_type == PT_LOAD && address >= p->p_vaddr &&
            address - p->p_vaddr < p->p_filesz)
            return address - p->p_vaddr + p->p_offset;
    }
    return UINT64_MAX;
}

static void read_needed(Bytes f, const Elf64_Ehdr *h, const Elf64_Phdr *dynamic, ElfFacts *facts)
{
    const Elf64_Dyn *d = at(f, dynamic->p_offset, dynamic->p_filesz);
    uint64_t n = d ? dynamic->p_filesz / sizeof *d : 0, strings = UINT64_MAX;
    for (uint64_t i = 0; i < n && d[i].d_tag != DT_NULL; i++)
        if (d[i].d_tag == DT_STRTAB)
            strings = file_offset(f, h, d[i].d_un.d_ptr);
    if (strings == UINT64_MAX)
        return;
    for (uint64_t i = 0; i < n && d[i].d_tag != DT_NULL; i++) {
        const char *name = d[i].d_tag == DT_NEEDED ? text_at(f, strings + d[i].d_un.d_val) : "";
        if (!strncmp(name, "libcudart.so", 12))
            snprintf(facts->runtime, sizeof facts->runtime, "%s", name);
        for (unsigned k = 0; k < OWN_LIBRARIES; k++)
            if (!strncmp(name, own_libraries[k], strlen("libcublas.so")))
                snprintf(facts->own[k], sizeof facts->own[k], "%s", name);
    }
}

static void read_file(Bytes f, ElfFacts *facts)
{
    const Elf64_Ehdr *h = at(f, 0, sizeof *h);
    facts->is_script = bytes_left(f) > 2 && !memcmp(f.at, "#!", 2);
    if (!h || memcmp(h->e_ident, ELFMAG, SELFMAG) || h->e_ident[EI_CLASS] != ELFCLASS64 ||
        h->e_ident[EI_DATA] != ELFDATA2LSB)
        return;
    facts->is_elf = true;
    for (unsigned i = 0; i < h->e_phnum; i++) {
        const Elf64_Phdr *p = at(f, h->e_phoff + i * sizeof *p, sizeof *p);
        if (p && p->p_type == PT_DYNAMIC) {
            facts->is_dynamic = true;
            read_needed(f, h, p, facts);
        }
    }
    Elf64_Shdr section;
    facts->has_fatbin = elf_find(f, ".nv_fatbin", &section);
    facts->has_symbols = elf_find(f, ".symtab", &section);
}

int elf_read(const char *path, ElfFacts *facts)
{
    memset(facts, 0, sizeof *facts);
    Bytes file;
    if (!bytes_of_file(path, &file))
        return -1;
    read_file(file, facts);
    if (file.at)
        munmap((void *)file.at, bytes_left(file));
    return 0;
}
