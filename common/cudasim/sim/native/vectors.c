// vectors.c - the encoding of the host's instructions (AMD64 Architecture Programmer's Manual,
// volumes 3 and 4; Intel's manual, volume 2: "EVEX prefix", "VEX prefix").
#include "vectors.h"

void host_byte(HostCode *c, unsigned byte)
{
    if (c->at == c->end)
        c->full = true;
    else
        *c->at++ = (uint8_t)byte;
}

void host_bytes(HostCode *c, const char *bytes, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        host_byte(c, (uint8_t)bytes[i]);
}

void host_word(HostCode *c, uint64_t word, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        host_byte(c, word >> 8 * i & 0xff);
}

static unsigned prefix_code(uint8_t prefix)
{
    return prefix == 0x66 ? 1 : prefix == 0xf3 ? 2 : prefix == 0xf2 ? 3 : 0;
}

// The four bytes before the opcode. Most bits of register numbers are inverted; `high` are bits 3
// and 4 of the operand in ModRM.rm.
static void evex(HostCode *c, HostOp op, unsigned reg, unsigned a, unsigned high, unsigned mask)
{
    host_byte(c, 0x62);
    host_byte(c, (~reg >> 3 & 1) << 7 | (~high >> 1 & 1) << 6 | (~high & 1) << 5 |
                     (~reg >> 4 & 1) << 4 | op.map);
    host_byte(c, (unsigned)op.w << 7 | (~a & 15) << 3 | 4 | prefix_code(op.prefix));
    host_byte(c, 2 << 5 | (~a >> 4 & 1) << 3 | mask);
    host_byte(c, op.opcode);
}

void host_vector(HostCode *c, HostOp op, unsigned reg, unsigned a, unsigned rm, unsigned mask)
{
    evex(c, op, reg, a, rm >> 3, mask);
    host_byte(c, 0xc0 | (reg & 7) << 3 | (rm & 7));
}

// ModRM and a displacement; no base here needs a SIB byte (those that do are 4 and 12).
static void address(HostCode *c, unsigned reg, unsigned base, int32_t at, unsigned size)
{
    bool is_short =
        at % (int32_t)size == 0 && at / (int32_t)size >= -128 && at / (int32_t)size < 128;
    host_byte(c, (is_short ? 0x40 : 0x80) | (reg & 7) << 3 | (base & 7));
    host_word(c, (uint64_t)(int64_t)(is_short ? at / (int32_t)size : at), is_short ? 1 : 4);
}

void host_memory(HostCode *c, HostOp op, unsigned reg, unsigned a, unsigned base, int32_t at,
                 unsigned size)
{
    evex(c, op, reg, a, base >> 3, 0);
    address(c, reg, base, at, size);
}

static void vex(HostCode *c, HostOp op, bool l, unsigned reg, unsigned a, unsigned base)
{
    host_byte(c, 0xc4);
    host_byte(c, (~reg >> 3 & 1) << 7 | 1 << 6 | (~base >> 3 & 1) << 5 | op.map);
    host_byte(c, (unsigned)op.w << 7 | (~a & 15) << 3 | (unsigned)l << 2 | prefix_code(op.prefix));
    host_byte(c, op.opcode);
}

void host_mask(HostCode *c, HostOp op, bool l, unsigned reg, unsigned a, unsigned rm)
{
    vex(c, op, l, reg, a, rm);
    host_byte(c, 0xc0 | (reg & 7) << 3 | (rm & 7));
}

void host_mask_memory(HostCode *c, HostOp op, unsigned reg, unsigned base, int32_t at)
{
    vex(c, op, false, reg, 0, base);
    address(c, reg, base, at, 1);
}

void host_load(HostCode *c, unsigned reg, unsigned base, int32_t at, unsigned bytes)
{
    if (bytes == 8 || base > 7 || reg > 7) // REX
        host_byte(c, 0x40 | (bytes == 8) << 3 | (reg >> 3) << 2 | base >> 3);
    host_byte(c, 0x8b);
    address(c, reg, base, at, 1);
}

void host_constant(HostCode *c, unsigned reg, uint64_t value)
{
    host_byte(c, 0x48 | reg >> 3);
    host_byte(c, 0xb8 | (reg & 7));
    host_word(c, value, 8);
}
