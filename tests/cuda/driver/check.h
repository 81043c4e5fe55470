// check.h - for programs of the driver API: their kernels as PTX, and a line for each call that
// fails.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda.h>

static void check(CUresult e, const char *call)
{
    const char *name = nullptr;
    if (e && (cuGetErrorName(e, &name), true))
        printf("%s: %s\n", call, name ? name : "an error without a name");
}
#define CHECK(call) check(call, #call)

// p[i] += v of n threads; the first word of `shared` bytes goes there and back.
static const char *const adds = R"(
.version 8.0
.target sm_75
.address_size 64
.visible .global .align 4 .u32 counter = 5;
.extern .shared .align 4 .b8 room[];
.visible .entry add(.param .u64 p, .param .u32 v)
{
    .reg .b64 %rd<4>;
    .reg .b32 %r<7>;
    ld.param.u64 %rd1, [p];
    ld.param.u32 %r1, [v];
    mov.u32 %r2, %tid.x;
    mov.u32 %r3, %ctaid.x;
    mov.u32 %r4, %ntid.x;
    mad.lo.u32 %r2, %r3, %r4, %r2;
    mul.wide.u32 %rd2, %r2, 4;
    add.s64 %rd3, %rd1, %rd2;
    ld.global.u32 %r5, [%rd3];
    add.u32 %r6, %r5, %r1;
    st.global.u32 [%rd3], %r6;
    ret;
}
)";

// Its global variable is that of `adds`.
static const char *const counts = R"(
.version 8.0
.target sm_75
.address_size 64
.extern .global .align 4 .u32 counter;
.visible .entry count(.param .u64 p)
{
    .reg .b64 %rd1;
    .reg .b32 %r1;
    ld.param.u64 %rd1, [p];
    ld.global.u32 %r1, [counter];
    st.global.u32 [%rd1], %r1;
    ret;
}
)";
