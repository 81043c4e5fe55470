// cubin.c - what machine code says of a kernel: its registers, and its frame in local memory.
//
// A cubin is an ELF file. Its section .nv.info is a row of entries: u8 format, u8 attribute, then a
// value of 16 bits, or (format 4) a length of 16 bits and so many bytes. Here these are two words:
// the number of the kernel's symbol, and the value.
#include "elf_file.h"
#include "ptx.h"

#include <stdlib.h>

enum { FORMAT_sized = 4, ATTRIBUTE_frame = 0x11, ATTRIBUTE_registers = 0x2f };
enum { MOST_REGISTERS = 255 };

static const char *symbol_name(Bytes cubin, uint64_t number)
{
    Bytes symbols = elf_section(cubin, ".symtab");
    Elf64_Sym symbol = {0};
    Bytes one = part(symbols, number * sizeof symbol, sizeof symbol);
    if (bytes_left(one) == sizeof symbol)
        memcpy(&symbol, one.at, sizeof symbol);
    return text_at(elf_section(cubin, ".strtab"), symbol.st_name);
}

MachineCode cubin_kernel(const uint8_t *cubin, size_t bytes, const char *kernel)
{
    MachineCode code = {0};
    Bytes file = {cubin, cubin + bytes}, info = elf_section(file, ".nv.info");
    while (bytes_left(info) >= 4) {
        unsigned format = (unsigned)take(&info, 1), attribute = (unsigned)take(&info, 1);
        unsigned length = (unsigned)take(&info, 2);
        if (format != FORMAT_sized)
            continue;
        Bytes value = part(info, 0, length);
        skip(&info, length);
        if (attribute != ATTRIBUTE_frame && attribute != ATTRIBUTE_registers)
            continue;
        if (strcmp(symbol_name(file, take(&value, 4)), kernel) != 0)
            continue;
        uint32_t number = (uint32_t)take(&value, 4);
        if (attribute == ATTRIBUTE_frame)
            code.frame_bytes = number;
        else
            code.registers = number < MOST_REGISTERS ? number : MOST_REGISTERS;
    }
    return code;
}

bool cubin_is_of(const uint8_t *object, size_t object_bytes, unsigned sm, const uint8_t *cubin,
                 size_t bytes)
{
    Bytes file = {object, object + object_bytes};
    Bytes symbols = elf_section(file, ".symtab"), names = elf_section(file, ".strtab");
    Elf64_Shdr section;
    bool found = false;
    if (!elf_find(file, ".nv_fatbin", &section))
        return false;
    while (bytes_left(symbols) >= sizeof(Elf64_Sym) && !found) {
        Elf64_Sym s;
        memcpy(&s, symbols.at, sizeof s);
        skip(&symbols, sizeof s);
        if (strcmp(text_at(names, s.st_name), "fatbinData") != 0 || s.st_value < section.sh_addr)
            continue;
        uint64_t from = s.st_value - section.sh_addr;
        Bytes fatbin = part(elf_section(file, ".nv_fatbin"), from, section.sh_size - from);
        PtxText text = {0};
        char ignored[PTX_ERROR_MAX];
        if (bytes_left(fatbin) && fatbin_ptx(fatbin.at, bytes_left(fatbin), sm, &text, ignored) > 0)
            found = text.cubin_bytes == bytes && !memcmp(text.cubin, cubin, bytes);
        free(text.text);
        free(text.cubin);
    }
    return found;
}
