// fault_kind.h - did an access fault because it reads or because it writes? The context of a signal
// says that in another way on each kind of processor.
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <ucontext.h>

#ifdef __aarch64__
#include <asm/sigcontext.h>

// From the instruction: loads and stores have the bits x1x0 in 28 to 25, and most kinds say in bit
// 22 that they load. An atomic operation does both.
static inline bool instruction_writes(uint32_t code)
{
    enum { LOADS = 1 << 22, VECTOR = 1 << 26, OFFSET = 1 << 24, REGISTER = 1 << 21 };
    if ((code & 0x0a000000) != 0x08000000)
        return true;
    switch (code >> 28 & 3) {
    case 1: return false; // of a literal
    case 3:
        if (!(code & OFFSET) && code & REGISTER && (code >> 10 & 3) == 0)
            return true; // atomic
        return code & VECTOR ? !(code & LOADS) : (code >> 22 & 3) == 0;
    default: return !(code & LOADS); // exclusive, pairs
    }
}

// Records follow one another in the context; the one with the syndrome register says it in bit 6.
// An emulator may leave that record out.
static inline bool fault_is_write(void *context)
{
    enum { WRITE_NOT_READ = 1 << 6 };
    mcontext_t *machine = &((ucontext_t *)context)->uc_mcontext;
    uint8_t *at = (uint8_t *)machine->__reserved, *end = at + sizeof machine->__reserved;
    while (at + sizeof(struct esr_context) <= end) {
        struct _aarch64_ctx *head = (struct _aarch64_ctx *)at;
        if (head->magic == ESR_MAGIC)
            return ((struct esr_context *)at)->esr & WRITE_NOT_READ;
        if (head->magic == 0 || head->size == 0)
            break;
        at += head->size;
    }
    return instruction_writes(*(uint32_t *)machine->pc);
}
#elif defined __x86_64__
// Where a process must not see the processor's counter (prctl(PR_SET_TSC)): goes on after the
// instruction that reads it, as if it showed the number. False: it was another instruction.
static inline bool fault_skips_counter(void *context, uint64_t number)
{
    greg_t *at = ((ucontext_t *)context)->uc_mcontext.gregs;
    const uint8_t *code = (const uint8_t *)at[REG_RIP];
    bool rdtsc = code[0] == 0x0f && code[1] == 0x31;
    bool rdtscp = code[0] == 0x0f && code[1] == 0x01 && code[2] == 0xf9;
    if (!rdtsc && !rdtscp)
        return false;
    at[REG_RAX] = (greg_t)(uint32_t)number;
    at[REG_RDX] = (greg_t)(number >> 32);
    at[REG_RCX] = rdtscp ? 0 : at[REG_RCX];
    at[REG_RIP] += rdtscp ? 3 : 2;
    return true;
}

static inline bool fault_is_write(void *context)
{
    return ((ucontext_t *)context)->uc_mcontext.gregs[REG_ERR] & 2;
}
#else
static inline bool fault_is_write(void *context)
{
    (void)context;
    return true;
}
#endif
