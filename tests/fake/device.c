// device.c - what nvcc would make of kernels in CUDA C: PTX, and the
// calls that register it.
#include "device.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

static const char ptx[] =
    ".version 8.0\n.target sm_90\n.address_size 64\n"
    ".global .align 4 .b32 fake_words[320] = {1};\n"
    ".visible .entry fake_sums(.param .u64 out, .param .u64 in, .param .u32 n, .param .u32 first,\n"
    "                          .param .u32 count, .param .u32 other)\n"
    "{\n"
    "    .reg .pred %p<4>; .reg .b32 %r<16>; .reg .b64 %rd<10>;\n"
    "    mov.u32 %r1, %tid.x;\n"
    "    mov.u32 %r2, %ctaid.x;\n"
    "    setp.ge.u32 %p1, %r1, 32;\n"
    "    @%p1 bra DONE;\n"
    "    setp.ne.u32 %p1, %r2, 0;\n"
    "    @%p1 bra DONE;\n"
    "    mov.u64 %rd1, fake_words;\n"
    "    mul.wide.u32 %rd2, %r1, 4;\n"
    "    add.s64 %rd3, %rd1, %rd2;\n"
    "    .loc 1 7 0\n"
    "    red.global.add.u32 [%rd3+0], 1;\n"
    "    red.global.add.u32 [%rd3+128], 1;\n"
    "    red.global.add.u32 [%rd3+256], 1;\n"
    "    red.global.add.u32 [%rd3+384], 1;\n"
    "    red.global.add.u32 [%rd3+512], 1;\n"
    "    red.global.add.u32 [%rd3+640], 1;\n"
    "    red.global.add.u32 [%rd3+768], 1;\n"
    "    red.global.add.u32 [%rd3+896], 1;\n"
    "    .loc 1 9 0\n"
    "    red.global.add.u32 [%rd3+1024], 1;\n"
    "    red.global.add.u32 [%rd3+1152], 1;\n"
    "    setp.ne.u32 %p1, %r1, 0;\n"
    "    @%p1 bra DONE;\n"
    "    ld.param.u64 %rd4, [out];\n"
    "    ld.param.u64 %rd5, [in];\n"
    "    ld.param.u32 %r4, [n];\n"
    "    ld.param.u32 %r5, [first];\n"
    "    ld.param.u32 %r6, [count];\n"
    "    ld.param.u32 %r7, [other];\n"
    "    mov.u32 %r8, 0;\n"
    "BLOCK:\n"
    "    setp.ge.u32 %p1, %r8, %r6;\n"
    "    @%p1 bra DONE;\n"
    "    mov.u32 %r9, %r5;\n"
    "    mul.lo.u32 %r10, %r8, 256;\n"
    "    add.u32 %r11, %r10, 256;\n"
    "    min.u32 %r11, %r11, %r4;\n"
    "ELEMENT:\n"
    "    setp.ge.u32 %p2, %r10, %r11;\n"
    "    @%p2 bra STORE;\n"
    "    mul.wide.u32 %rd6, %r10, 4;\n"
    "    add.s64 %rd6, %rd5, %rd6;\n"
    "    .loc 1 18 0\n"
    "    ld.global.u32 %r12, [%rd6];\n"
    "    add.u32 %r9, %r9, %r12;\n"
    "    add.u32 %r10, %r10, 1;\n"
    "    bra ELEMENT;\n"
    "STORE:\n"
    "    mul.wide.u32 %rd7, %r8, 4;\n"
    "    add.s64 %rd7, %rd4, %rd7;\n"
    "    add.u32 %r8, %r8, 1;\n"
    "    setp.ne.u32 %p3, %r7, 0;\n"
    "    @%p3 bra OTHER;\n"
    "    .loc 1 21 0\n"
    "    st.global.u32 [%rd7], %r9;\n"
    "    bra BLOCK;\n"
    "OTHER:\n"
    "    .loc 1 33 0\n"
    "    st.global.u32 [%rd7], %r9;\n"
    "    bra BLOCK;\n"
    "DONE:\n"
    "    ret;\n"
    "}\n"
    ".visible .entry fake_race() .explicitcluster .reqnctapercluster 2, 1, 1\n"
    "{\n"
    "    .reg .pred %p<2>; .reg .b32 %r<8>;\n"
    "    .shared .align 4 .b32 word[1];\n"
    "    mov.u32 %r1, %tid.x;\n"
    "    mov.u32 %r2, %cluster_ctarank;\n"
    "    mov.u32 %r3, word;\n"
    "    mov.u32 %r4, 0;\n"
    "    setp.ne.u32 %p1, %r1, 0;\n"
    "    .loc 1 10 0\n"
    "    @!%p1 st.shared.u32 [%r3], 5;\n"
    "    barrier.cluster.arrive.aligned;\n"
    "    barrier.cluster.wait.aligned;\n"
    "    @%p1 bra MEET;\n"
    "    setp.ne.u32 %p1, %r2, 0;\n"
    "    @%p1 bra READ;\n"
    "    .loc 1 12 0\n"
    "    st.shared.u32 [%r3], 6;\n"
    "    bra MEET;\n"
    "READ:\n"
    "    mapa.shared::cluster.u32 %r5, %r3, %r4;\n"
    "    .loc 1 14 0\n"
    "    ld.shared::cluster.u32 %r6, [%r5];\n"
    "MEET:\n"
    "    barrier.cluster.arrive;\n"
    "    barrier.cluster.wait;\n"
    "    ret;\n"
    "}\n"
    ".file 1 \"fake.cu\"\n";

// ---- the fat binary: ptx/fatbin.c says what it looks like -------------------------------------

enum { MISTAKES = 3000, TEXT_BYTES = sizeof ptx + MISTAKES * 64 + 1024 };

// The kernel with many mistakes is too long to be written here.
static void make_text(char *text)
{
    char *p = stpcpy(text, ptx);
    p += sprintf(p, ".visible .entry fake_mistakes(.param .u64 at)\n{\n    .reg .b32 %%r<3>; "
                    ".reg .b64 %%rd<3>;\n    ld.param.u64 %%rd1, [at];\n");
    for (int line = 1; line <= MISTAKES; line++)
        p += sprintf(p, "    .loc 2 %d 0\n    ld.volatile.global.u32 %%r1, [%%rd1+%d];\n", line,
                     4 * line);
    sprintf(p, "    ret;\n}\n.file 2 \"\a.cu\"\n");
}

static struct {
    uint32_t magic;
    uint16_t version, header_bytes;
    uint64_t bytes;
    struct {
        uint16_t kind, unused;
        uint32_t header_bytes;
        uint64_t payload_bytes;
        uint32_t packed_bytes, unused2;
        uint16_t minor, major;
        uint32_t sm;
        uint64_t unused3, flags, unused4, text_bytes;
    } entry;
    char text[TEXT_BYTES / 8 * 8];
} container = {
    .magic = 0xBA55ED50u,
    .version = 1,
    .header_bytes = 16,
    .bytes = 64 + sizeof container.text,
    .entry = {.kind = 1,
              .header_bytes = 64,
              .payload_bytes = sizeof container.text,
              .major = 8,
              .sm = 90},
};

static struct {
    uint32_t magic, version;
    const void *data, *unused;
} wrapper = {0x466243b1, 1, &container, NULL};

typedef struct {
    unsigned x, y, z;
} FakeDim3;

void **__cudaRegisterFatBinary(void *);
void __cudaRegisterFunction(void **, const char *, char *, const char *, int, void *, void *,
                            void *, void *, void *);
int cudaLaunchKernel(const void *, FakeDim3, FakeDim3, void **, size_t, void *);
int cudaMalloc(void **, size_t);
int cudaFree(void *);
int cudaPointerGetAttributes(void *, const void *);

static const char stub_sums[4], stub_race[4], stub_mistakes[4]; // their addresses name the kernels

__attribute__((constructor)) static void register_kernels(void)
{
    _Static_assert(sizeof container.entry == 64, "an entry's header");
    make_text(container.text);
    void **h = __cudaRegisterFatBinary(&wrapper);
    __cudaRegisterFunction(h, stub_sums, NULL, "fake_sums", -1, NULL, NULL, NULL, NULL, NULL);
    __cudaRegisterFunction(h, stub_race, NULL, "fake_race", -1, NULL, NULL, NULL, NULL, NULL);
    __cudaRegisterFunction(h, stub_mistakes, NULL, "fake_mistakes", -1, NULL, NULL, NULL, NULL,
                           NULL);
}

// ---- launches -------------------------------------------------------

void fake_launch(void *out, const void *in, int n, uint32_t first, int blocks, bool other_line)
{
    uint32_t elements = (uint32_t)n, count = (uint32_t)blocks, other = other_line;
    void *args[] = {&out, &in, &elements, &first, &count, &other};
    cudaLaunchKernel(stub_sums, (FakeDim3){2, 1, 1}, (FakeDim3){64, 1, 1}, args, 0, NULL);
}

void fake_race(void)
{
    cudaLaunchKernel(stub_race, (FakeDim3){2, 1, 1}, (FakeDim3){32, 1, 1}, NULL, 0, NULL);
}

void fake_many_mistakes(void)
{
    void *memory = NULL, *args[] = {&memory};
    cudaMalloc(&memory, 4 * (MISTAKES + 1));
    cudaLaunchKernel(stub_mistakes, (FakeDim3){1, 1, 1}, (FakeDim3){1, 1, 1}, args, 0, NULL);
    cudaFree(memory);
}

void fake_bad_store(void) { fake_launch((void *)16, NULL, 0, 1, 1, false); }

void fake_bad_launch(void)
{
    cudaLaunchKernel(stub_race, (FakeDim3){2, 1, 1}, (FakeDim3){2000, 1, 1}, NULL, 0, NULL);
}

bool is_pageable(const void *p)
{
    struct {
        int type, device;
        void *device_pointer, *host_pointer;
        long reserved[8];
    } attributes = {0};
    return cudaPointerGetAttributes(&attributes, p) == 0 && attributes.type == 0;
}
