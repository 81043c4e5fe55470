// vectors.h - the instructions of the host (x86-64 with AVX-512) that native.c writes, as bytes.
//
// An instruction works on registers of 512 bits, v0..v31: 16 lanes of 32 bits or 8 of 64. Masks
// are m1..m7, one bit for a lane. Registers for addresses: HOST_warp, HOST_regs, HOST_consts,
// and HOST_rax.
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { HOST_rax = 0, HOST_rcx = 1, HOST_rsi = 6, HOST_warp = 7, HOST_regs = 8, HOST_consts = 9 };
enum { VECTOR_BYTES = 64, VECTORS = 32 };

// Code that is being written. What does not fit is not written, and `full` is set.
typedef struct {
    uint8_t *at, *end;
    bool full;
} HostCode;

// An instruction for vectors as the processor's manual lists it: the map of its opcode (1: 0F,
// 2: 0F38, 3: 0F3A), the prefix (0, 0x66, 0xf3, 0xf2), W, and the opcode.
typedef struct {
    uint8_t map, prefix, w, opcode;
} HostOp;

void host_byte(HostCode *c, unsigned byte);
void host_bytes(HostCode *c, const char *bytes, unsigned n);
void host_word(HostCode *c, uint64_t word, unsigned bytes);
// op v[reg], v[a], v[rm]; of the lanes in m[mask] only (0: of all).
void host_vector(HostCode *c, HostOp op, unsigned reg, unsigned a, unsigned rm, unsigned mask);
// The same with memory of `size` bytes at a register for addresses in place of v[rm].
void host_memory(HostCode *c, HostOp op, unsigned reg, unsigned a, unsigned base, int32_t at,
                 unsigned size);
// An instruction for masks: m[reg], m[a], m[rm]. `l`: its bit L.
void host_mask(HostCode *c, HostOp op, bool l, unsigned reg, unsigned a, unsigned rm);
// The same, m[reg] and memory.
void host_mask_memory(HostCode *c, HostOp op, unsigned reg, unsigned base, int32_t at);
// mov of 8 or 4 bytes of memory to a register for addresses.
void host_load(HostCode *c, unsigned reg, unsigned base, int32_t at, unsigned bytes);
void host_constant(HostCode *c, unsigned reg, uint64_t value); // to a register for addresses
