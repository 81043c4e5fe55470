// excused_text.h - PTX that the program hands over. Its kernel branches on a word that nothing has
// written, though the result is right. Who includes this says what it is called (NAME), and which
// file its lines are of (FILE_LINE, LOC).
#pragma once

#include "hostile.h"

static const char text_of_kernel[] =
    R"(
.version 9.0
.target sm_90
.address_size 64
)" FILE_LINE R"(
.visible .entry )" NAME
    R"((.param .u64 out, .param .u64 in, .param .u32 n, .param .u32 a, .param .u32 b)
{
    .shared .align 4 .b8 word[4096];
    .reg .u32 %i, %n, %a, %b, %x, %t, %s;
    .reg .u64 %o, %in, %d;
    .reg .pred %p;
)" LOC R"(
    ld.param.u64 %o, [out];
    ld.param.u64 %in, [in];
    ld.param.u32 %n, [n];
    ld.param.u32 %a, [a];
    ld.param.u32 %b, [b];
    mov.u32 %t, %tid.x;
    mov.u32 %i, %ctaid.x;
    mov.u32 %x, %ntid.x;
    mad.lo.u32 %i, %i, %x, %t;
    setp.ge.s32 %p, %i, %n;
    @%p ret;
    mov.u32 %s, word;
    mad.lo.u32 %s, %t, 4, %s;
    ld.shared.u32 %x, [%s];
    setp.eq.u32 %p, %x, 19088743;
    @%p bra WAITS;
    bra GOES;
WAITS:
    nanosleep.u32 1;
GOES:
    cvta.to.global.u64 %o, %o;
    cvta.to.global.u64 %in, %in;
    mul.wide.s32 %d, %i, 4;
    add.u64 %o, %o, %d;
    add.u64 %in, %in, %d;
    ld.global.u32 %x, [%in];
    mad.lo.u32 %x, %a, %x, %b;
    st.global.u32 [%o], %x;
    ret;
}
)";

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    static cudaKernel_t kernel;
    cudaLibrary_t library;
    attempted();
    if (!kernel) {
        cudaLibraryLoadData(&library, text_of_kernel, NULL, NULL, 0, NULL, NULL, 0);
        cudaLibraryGetKernel(&kernel, library, NAME);
    }
    void *arguments[] = {&out, &in, &n, &a, &b};
    if (n > 0)
        cudaLaunchKernel((void *)kernel, dim3(ceil_div(n, 256)), dim3(256), arguments, 0, 0);
}
