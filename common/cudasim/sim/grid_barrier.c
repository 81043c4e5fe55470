// grid_barrier.c - the functions of NVIDIA's device runtime library for a barrier of all blocks, as
// PTX that is linked to a program that declares them. (nvcc's cooperative groups have the barrier
// within the kernel; Numba calls these.) The word that counts is where those of nvcc have it: 4
// bytes into what %envreg1 and %envreg2 say. The last block to arrive flips its highest bit.
#include "lower.h"

#include <string.h>

bool grid_barrier_has(const char *name)
{
    return !strcmp(name, "cudaCGGetIntrinsicHandle") || !strcmp(name, "cudaCGSynchronize") ||
           !strcmp(name, "cudaCGSynchronizeGrid");
}

#define BARRIER(name) \
    ".visible .func (.param .b32 error) " name "(.param .b64 handle, .param .b32 flags)\n" \
    "{\n" \
    "    .reg .pred %other, %waits, %none;\n" \
    "    .reg .b32 %x, %y, %n, %old, %now, %e;\n" \
    "    .reg .b64 %at;\n" \
    "    ld.param.u64 %at, [handle];\n" \
    "    setp.eq.u64 %none, %at, 0;\n" \
    "    selp.u32 %e, 1, 0, %none;\n" \
    "    @%none bra END;\n" \
    "    barrier.sync 0;\n" \
    "    mov.u32 %x, %tid.x;\n" \
    "    mov.u32 %y, %tid.y;\n" \
    "    or.b32 %x, %x, %y;\n" \
    "    mov.u32 %y, %tid.z;\n" \
    "    or.b32 %x, %x, %y;\n" \
    "    setp.ne.u32 %other, %x, 0;\n" \
    "    @%other bra WAIT;\n" \
    "    mov.u32 %x, %ctaid.x;\n" \
    "    mov.u32 %y, %ctaid.y;\n" \
    "    or.b32 %x, %x, %y;\n" \
    "    mov.u32 %y, %ctaid.z;\n" \
    "    or.b32 %x, %x, %y;\n" \
    "    setp.ne.u32 %waits, %x, 0;\n" \
    "    mov.u32 %n, %nctaid.x;\n" \
    "    mov.u32 %y, %nctaid.y;\n" \
    "    mul.lo.u32 %n, %n, %y;\n" \
    "    mov.u32 %y, %nctaid.z;\n" \
    "    mul.lo.u32 %n, %n, %y;\n" \
    "    sub.u32 %n, 0x80000001, %n;\n" /* of block 0: the others add 1 each */ \
    "    selp.u32 %n, 1, %n, %waits;\n" \
    "    atom.add.release.gpu.u32 %old, [%at+4], %n;\n" \
    "AGAIN:\n" \
    "    ld.acquire.gpu.u32 %now, [%at+4];\n" \
    "    xor.b32 %now, %now, %old;\n" \
    "    setp.ge.s32 %waits, %now, 0;\n" \
    "    @%waits bra AGAIN;\n" \
    "WAIT:\n" \
    "    barrier.sync 0;\n" \
    "END:\n" \
    "    st.param.u32 [error], %e;\n" \
    "    ret;\n" \
    "}\n"

const char grid_barrier_text[] =
    ".version 8.0\n.target sm_70\n.address_size 64\n"
    ".visible .func (.param .b64 handle) cudaCGGetIntrinsicHandle(.param .b32 scope)\n"
    "{\n"
    "    .reg .pred %grid;\n"
    "    .reg .b32 %s, %low, %high;\n"
    "    .reg .b64 %at;\n"
    "    ld.param.u32 %s, [scope];\n"
    "    setp.eq.u32 %grid, %s, 1;\n"
    "    mov.u32 %high, %envreg1;\n"
    "    mov.u32 %low, %envreg2;\n"
    "    mov.b64 %at, {%low, %high};\n"
    "    selp.u64 %at, %at, 0, %grid;\n"
    "    st.param.u64 [handle], %at;\n"
    "    ret;\n"
    "}\n" //
    BARRIER("cudaCGSynchronize") BARRIER("cudaCGSynchronizeGrid");
