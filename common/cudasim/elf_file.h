// elf_file.h - the sections of an ELF file. Every offset is checked against the file's size.
#pragma once

#include "bytes.h"

#include <elf.h>

// The header of the section with this name; false: there is none, or this is no 64-bit ELF file.
static inline bool elf_find(Bytes file, const char *name, Elf64_Shdr *s)
{
    Elf64_Ehdr h;
    if (bytes_left(file) < sizeof h)
        return false;
    memcpy(&h, file.at, sizeof h);
    if (memcmp(h.e_ident, ELFMAG, SELFMAG) || h.e_ident[EI_CLASS] != ELFCLASS64)
        return false;
    Bytes table = part(file, h.e_shoff, (uint64_t)h.e_shnum * sizeof *s);
    unsigned n = (unsigned)(bytes_left(table) / sizeof *s);
    if (h.e_shstrndx >= n)
        return false;
    memcpy(s, table.at + h.e_shstrndx * sizeof *s, sizeof *s);
    Bytes names = part(file, s->sh_offset, s->sh_size);
    for (unsigned i = 0; i < n; i++) {
        memcpy(s, table.at + i * sizeof *s, sizeof *s);
        if (!strcmp(text_at(names, s->sh_name), name))
            return true;
    }
    return false;
}

// What the section holds; nothing: there is none, or it is compressed.
static inline Bytes elf_section(Bytes file, const char *name)
{
    Elf64_Shdr s;
    if (!elf_find(file, name, &s) || s.sh_type == SHT_NOBITS || s.sh_flags & SHF_COMPRESSED)
        return (Bytes){NULL, NULL};
    return part(file, s.sh_offset, s.sh_size);
}
