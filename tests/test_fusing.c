// test_fusing.c - which accesses to shared memory ptxas merges. A case is a piece of PTX and, for
// each of its loads and stores in shared and global memory, in the order of the text, what
// ptxas 13.0 makes for sm_90: the bytes of the access ("4+4": two), or "-" if another access
// includes this one.
// Measured counters of such kernels: tests/data/h200_fusing.csv.
#include "common/cudasim/ptxas/ptxas.h"
#include "common/cudasim/sim/sim.h"

#include "suite.h"
#include <stdio.h>
#include <stdlib.h>

#define MULTIPLE(n) "mul.lo.u32 %r3, %r2, " #n "; add.u32 %r5, %r4, %r3;\n"
#define LD(d, at) "ld.shared.u32 %r" #d ", [" at "];\n"
#define ST(s, at) "st.shared.u32 [" at "], %r" #s ";\n"
#define SKIP_IF(label) "setp.gt.u32 %p1, %r1, %r2;\n@%p1 bra " label ";\n"
#define VECTOR "ld.shared.v4.u32 {%r14, %r15, %r16, %r17}, [%r5];\n"
#define READ_OF(r) "add.u32 %r0, %r2, %r" #r ";\n"
#define READ(word) "add.u32 %r0, %r2, %r1" VECTOR_##word ";\n"
#define VECTOR_0 "4"
#define VECTOR_1 "5"
#define VECTOR_2 "6"
#define VECTOR_3 "7"
#define NOTHING_YET "mov.u32 %r10, 0;\nmov.u32 %r11, 0;\n"

// clang-format off
// s is at 0 of shared memory, t after it; %r4 is s, %r2 the thread, %r1 unknown.
static const struct {
    const char *name, *body, *want;
} cases[] = {
    {"two words", MULTIPLE(8) LD(10, "%r5") LD(11, "%r5+4"), "8 -"},
    {"not aligned", MULTIPLE(4) LD(10, "%r5") LD(11, "%r5+4"), "4 4"},
    {"of two halves", MULTIPLE(16) LD(10, "%r5+4") LD(11, "%r5+8"), "4 4"},
    {"four words", MULTIPLE(16) LD(10, "%r5+8") LD(11, "%r5") LD(12, "%r5+12") LD(13, "%r5+4"),
     "16 - - -"},
    {"four words, aligned to two", MULTIPLE(24) LD(10, "%r5") LD(11, "%r5+4") LD(12, "%r5+8")
     LD(13, "%r5+12"), "8 - 8 -"},
    {"three words", MULTIPLE(16) LD(10, "%r5") LD(11, "%r5+4") LD(12, "%r5+12"), "16 - -"},
    {"first and last", MULTIPLE(16) LD(10, "%r5") LD(11, "%r5+12"), "4 4"},
    {"two of 8 bytes", MULTIPLE(16) "ld.shared.u64 %rd10, [%r5];\nld.shared.f64 %fd1, [%r5+8];\n",
     "16 -"},
    {"vector and word", MULTIPLE(16) "ld.shared.v2.u32 {%r10, %r11}, [%r5];\n" LD(12, "%r5+8"),
     "16 -"},
    {"vector, first and last word read", MULTIPLE(16) VECTOR READ(0) READ(3), "4+4"},
    {"vector, second and third word read", MULTIPLE(16) VECTOR READ(1) READ(2), "4+4"},
    {"vector, last word read", MULTIPLE(16) VECTOR READ(3), "4"},
    {"vector, upper half read", MULTIPLE(16) VECTOR READ(2) READ(3), "8"},
    {"vector, three words read", MULTIPLE(16) VECTOR READ(0) READ(1) READ(3), "16"},
    {"vector, one word read, and its neighbour", MULTIPLE(16) VECTOR READ(0) LD(10, "%r5+4"),
     "8 -"},
    {"vector, one word read, and no neighbour", MULTIPLE(16) VECTOR READ(0) LD(10, "%r5+8"),
     "4 4"},
    {"vector, two words read, and one again", MULTIPLE(16) VECTOR READ(0) READ(3)
     LD(10, "%r5+12"), "4+4 -"},
    {"vector, two words read, and the others", MULTIPLE(16) VECTOR READ(0) READ(3)
     "ld.shared.v4.u32 {%r10, %r11, %r12, %r13}, [%r5];\nadd.u32 %r0, %r11, %r12;\n", "16 -"},
    {"vector without names", MULTIPLE(16) "ld.shared.v4.u32 {%r10, _, _, _}, [%r5];\n" READ_OF(10),
     "4"},
    {"vector of 8 bytes an element", MULTIPLE(16) "ld.shared.v2.u64 {%rd10, %rd11}, [%r5];\n"
     "mov.u64 %rd2, %rd11;\n", "8"},
    {"volatile vector", MULTIPLE(16)
     "ld.volatile.shared.v4.u32 {%r14, %r15, %r16, %r17}, [%r5];\n" READ(0), "16"},
    {"vector in global memory", "ld.global.v4.u32 {%r14, %r15, %r16, %r17}, [%rd1];\n" READ(0)
     READ(2), "4+4"},
    {"8 and 4 bytes", MULTIPLE(16) "ld.shared.u64 %rd10, [%r5];\n" LD(12, "%r5+8"), "8 4"},
    {"constant addresses", LD(10, "s") LD(11, "s+4") LD(12, "s+8") LD(13, "s+16"), "16 - - 4"},
    {"two variables", LD(10, "s+4092") LD(11, "t") LD(12, "t+4"), "4 8 -"},
    {"other register, same value", MULTIPLE(8) "mov.u32 %r6, s;\nmul.lo.s32 %r7, %r2, 8;\n"
     "add.s32 %r7, %r7, %r6;\n" LD(10, "%r5") LD(11, "%r7+4"), "8 -"},
    {"constant in the register", MULTIPLE(8) "add.u32 %r6, %r5, 4;\n" LD(10, "%r5") LD(11, "%r6"),
     "8 -"},
    {"shift and mask", "shl.b32 %r3, %r1, 1;\nand.b32 %r3, %r3, 248;\nadd.u32 %r5, %r4, %r3;\n"
     LD(10, "%r5") LD(11, "%r5+4"), "8 -"},
    {"minimum of multiples", "shl.b32 %r3, %r1, 4;\nmin.u32 %r3, %r3, 128;\n"
     "add.u32 %r5, %r4, %r3;\n" LD(10, "%r5") LD(11, "%r5+4"), "4 4"},
    {"high half of a product", "mul.hi.u32 %r3, %r2, 4096;\nadd.u32 %r5, %r4, %r3;\n"
     LD(10, "%r5") LD(11, "%r5+4"), "4 4"},
    {"loop in steps of two words", "mov.u32 %r5, s;\nL1:\n" LD(10, "%r5") LD(11, "%r5+4")
     "add.u32 %r5, %r5, 8;\nsetp.lt.u32 %p1, %r5, %r1;\n@%p1 bra L1;\n", "8 -"},
    {"loop in steps of one word", "mov.u32 %r5, s;\nL1:\n" LD(10, "%r5") LD(11, "%r5+4")
     "add.u32 %r5, %r5, 4;\nsetp.lt.u32 %p1, %r5, %r1;\n@%p1 bra L1;\n", "4 4"},
    {"the base changes", MULTIPLE(8) LD(10, "%r5") "add.u32 %r5, %r5, %r3;\n" LD(11, "%r5+4"),
     "4 4"},

    {"barrier between", MULTIPLE(8) LD(10, "%r5") "bar.sync 0;\n" LD(11, "%r5+4"), "4 4"},
    {"warp barrier between", MULTIPLE(8) LD(10, "%r5") "bar.warp.sync -1;\n" LD(11, "%r5+4"),
     "4 4"},
    {"store between", MULTIPLE(8) LD(10, "%r5") ST(1, "t") LD(11, "%r5+4"), "4 4 4"},
    {"generic store between", MULTIPLE(8) LD(10, "%r5") "st.u32 [%rd1], %r1;\n" LD(11, "%r5+4"),
     "4 4"},
    {"global store between", MULTIPLE(8) LD(10, "%r5") "st.global.u32 [%rd1], %r1;\n"
     LD(11, "%r5+4"), "8 4 -"},
    {"event between", MULTIPLE(8) LD(10, "%r5") "pmevent 0;\n" LD(11, "%r5+4"), "8 -"},
    {"volatile", MULTIPLE(8) LD(10, "%r5") "ld.volatile.shared.u32 %r11, [%r5+4];\n", "4 4"},
    {"second in a branch", MULTIPLE(8) LD(10, "%r5") SKIP_IF("L1") LD(11, "%r5+4") "L1:\n", "8 -"},
    {"first in a branch", MULTIPLE(8) NOTHING_YET SKIP_IF("L1") "pmevent 0;\n" LD(10, "%r5")
     "pmevent 1;\nL1:\n" LD(11, "%r5+4"), "4 4"},
    {"one in each branch", MULTIPLE(8) NOTHING_YET SKIP_IF("L1") "pmevent 0;\n"
     LD(10, "%r5") "pmevent 1;\nbra L2;\nL1:\npmevent 2;\n" LD(11, "%r5+4") "L2:\n", "4 4"},
    {"both branches after one", MULTIPLE(16) LD(10, "%r5") SKIP_IF("L1") LD(11, "%r5+4")
     "bra L2;\nL1:\n" LD(12, "%r5+8") "L2:\n", "16 - -"},
    {"a branch that stores", MULTIPLE(8) LD(10, "%r5") SKIP_IF("L1") ST(1, "t") "L1:\n"
     LD(11, "%r5+4"), "4 4 4"},
    {"a loop that stores", MULTIPLE(8) LD(10, "%r5") "L1:\n" LD(11, "%r5+4") ST(11, "t")
     "setp.gt.u32 %p1, %r1, %r11;\n@%p1 bra L1;\n", "4 4 4"},
    {"the same word", MULTIPLE(4) LD(10, "%r5") "pmevent 0;\n" LD(11, "%r5"), "4 -"},
    {"the same word after a barrier", MULTIPLE(4) LD(10, "%r5") "bar.sync 0;\n" LD(11, "%r5"),
     "4 4"},
    {"the same word as stored", MULTIPLE(4) ST(1, "%r5") LD(10, "%r5"), "4 -"},
    {"the same global word", "ld.global.u32 %r10, [%rd1];\nst.shared.u32 [s], %r10;\n"
     "ld.global.u32 %r11, [%rd1];\n", "4 4 -"},
    {"a global word that may have changed", "ld.global.u32 %r10, [%rd1];\n"
     "st.global.u32 [%rd2], %r10;\nld.global.u32 %r11, [%rd1];\n", "4 4 4"},
    {"neighbours in global memory", "ld.global.u32 %r10, [%rd1];\nld.global.u32 %r11, [%rd1+4];\n",
     "4 4"},
    // clang-format on

    {"stores of two", MULTIPLE(8) ST(1, "%r5+4") ST(2, "%r5"), "8 -"},
    {"stores of three", MULTIPLE(16) ST(1, "%r5") ST(2, "%r5+4") ST(1, "%r5+8"), "8 - 4"},
    {"stores of four", MULTIPLE(16) ST(1, "%r5") ST(2, "%r5+8") ST(1, "%r5+4") ST(2, "%r5+12"),
     "16 - - -"},
    {"stores to two pieces in turn",
     MULTIPLE(16) ST(1, "%r5") ST(2, "%r5+16") ST(1, "%r5+4") ST(2, "%r5+20"), "4 4 4 4"},
    {"stores to two pieces",
     MULTIPLE(16) ST(1, "%r5+8") ST(2, "%r5+12") ST(1, "%r5+16") ST(2, "%r5+20"), "8 - 8 -"},
    {"stores with a load between", MULTIPLE(8) ST(1, "%r5") LD(10, "t") ST(2, "%r5+4"), "4 4 4"},
    {"stores with an event between", MULTIPLE(8) ST(1, "%r5") "pmevent 0;\n" ST(2, "%r5+4"), "4 4"},
    {"stores in two blocks",
     MULTIPLE(8) ST(1, "%r5") SKIP_IF("L1") "nanosleep.u32 9;\nL1:\n" ST(2, "%r5+4"), "4 4"},
    {"stores with a global one between",
     MULTIPLE(8) ST(1, "%r5") "st.global.u32 [%rd1], %r1;\n" ST(2, "%r5+4"), "8 4 -"},
    {"a word stored twice", MULTIPLE(8) ST(1, "%r5") ST(2, "%r5") ST(1, "%r5+4"), "4 8 -"},
};

static char *program(const char *body, const char *before)
{
    static char text[8192];
    snprintf(text, sizeof text,
             ".version 9.0\n.target sm_90\n.address_size 64\n"
             ".visible .entry k(.param .u64 out, .param .u64 in, .param .u32 n)\n{\n"
             ".reg .pred %%p<4>;\n.reg .b32 %%r<20>;\n.reg .b64 %%rd<20>;\n.reg .f64 %%fd<4>;\n"
             "%s.shared .align 4 .b8 s[4096];\n.shared .align 4 .b8 t[64];\n"
             "ld.param.u64 %%rd1, [out];\nld.param.u64 %%rd2, [in];\nld.param.u32 %%r1, [n];\n"
             "mov.u32 %%r2, %%tid.x;\nmov.u32 %%r4, s;\n%s%sret;\n}\n",
             before, *before ? "st.shared.u8 [first], %r1;\n" : "", body);
    return text;
}

// What becomes of each access of the kernel.
static void check(const char *name, char *text, bool separate, const char *want)
{
    char got[100] = "", error[PTX_ERROR_MAX] = "";
    PtxText ptx = {.text = text, .length = strlen(text), .sm = 90, .separate = separate};
    Program *p = program_load(&ptx, 1, error);
    ck_assert_msg(p != NULL, "%s: %s", name, error);
    Facts *facts = program_entry(p, "k")->facts;
    for (uint32_t i = 0; i < facts->func->ninsts; i++) {
        const Inst *in = &facts->func->insts[i];
        const AccessFacts *f = facts_access(facts, in);
        if ((in->op != OP_ld && in->op != OP_st) ||
            (in->space != SPACE_shared && in->space != SPACE_global) || type_bytes(in->type[0]) < 4)
            continue;
        unsigned bytes = type_bytes(in->type[0]) * (in->vec ? in->vec : 1);
        char word[16];
        snprintf(word, sizeof word, f->apart ? "%u+%u" : "%u",
                 f->fused_bytes ? f->fused_bytes : bytes, f->fused_bytes);
        strcat(got, *got ? " " : "");
        strcat(got, f->fused_away ? "-" : word);
    }
    program_free(p);
    ck_assert_msg(!strcmp(got, want), "%s: '%s', not '%s'", name, got, want);
}

START_TEST(fused) { check(cases[_i].name, program(cases[_i].body, ""), false, cases[_i].want); }
END_TEST

// A variable's alignment is that of its place, and the place is known unless the program is
// still to be linked with others.
START_TEST(place_of_a_variable)
{
    char *four = LD(10, "s") LD(11, "s+4") LD(12, "s+8") LD(13, "s+12");
    char *by_thread = MULTIPLE(16) LD(10, "%r5") LD(11, "%r5+4");
    check("alone", program(four, ""), false, "16 - - -");
    check("after a word", program(four, ".shared .align 1 .b8 first[4];\n"), false, "16 - - 4");
    check("by thread after a word", program(by_thread, ".shared .align 1 .b8 first[4];\n"), false,
          "4 4");
    check("by thread after 8 bytes", program(by_thread, ".shared .align 1 .b8 first[8];\n"), false,
          "8 -");
    check("to be linked", program(four, ""), true, "4 4 4 4");
}
END_TEST

SUITE(s)
{
    if (mem_init())
        suite_fail("no memory");
    TCase *t = TESTS(s, "ptx", place_of_a_variable);
    tcase_add_loop_test(t, fused, 0, sizeof cases / sizeof *cases);
}
