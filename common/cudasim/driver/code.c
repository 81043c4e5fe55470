// code.c - see code.h.
#include "code.h"

static bool protect(uint64_t at, uint64_t end, int access)
{
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), from = at / page * page;
    size_t n = (end + JUMP_BYTES - from + page - 1) / page * page;
    return !mprotect((void *)from, n, access);
}

bool code_open(uint64_t at, uint64_t end)
{
    return protect(at, end, PROT_READ | PROT_WRITE | PROT_EXEC);
}

void code_close(uint64_t at, uint64_t end) { protect(at, end, PROT_READ | PROT_EXEC); }

void put_jump(uint64_t at, uint64_t to)
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

void each_function(const LoadedObject *o, const char *table, SeeFunction *see, void *user)
{
    Bytes b = elf_section(o->file, table);
    Bytes names = elf_section(o->file, !strcmp(table, ".symtab") ? ".strtab" : ".dynstr");
    for (Elf64_Sym s; bytes_left(b) >= sizeof s; skip(&b, sizeof s)) {
        memcpy(&s, b.at, sizeof s);
        LoadedFunction f = {text_at(names, s.st_name), o->base + s.st_value, s.st_size};
        if (ELF64_ST_TYPE(s.st_info) == STT_FUNC && s.st_shndx != SHN_UNDEF)
            see(user, &f);
    }
}
