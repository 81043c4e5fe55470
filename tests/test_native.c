// test_native.c - runs of steps as machine code and by the interpreter's handlers: all registers of
// the warp must be equal, bit for bit. The runs are random: instructions with a template and
// without, registers that are overwritten before and after they are read, constants, indices,
// parameters. (What single instructions compute when compiled is tested with the handlers:
// exec_kit.h.)
#include "exec_kit.h"

enum { RUN = 24, RUNS = 4000, NARROW = 9, WIDE = 9, PREDICATES = 5 };
enum { FILE_BYTES = (NARROW + 2 * WIDE + 2) * 4 * WARP_SIZE };

// clang-format off
static const char *const known[] = {
    "add.s32", "sub.u32", "mul.lo.s32", "mad.lo.s32", "min.s32", "max.u32", "and.b32", "or.b32", "xor.b32",
    "not.b32", "neg.s32", "shl.b32", "shr.u32", "shr.s32", "lop3.b32", "add.f32", "sub.f32", "mul.f32",
    "fma.rn.f32", "add.s64", "sub.s64", "mul.lo.u64", "mad.lo.s64", "and.b64", "xor.b64", "not.b64", "shl.b64",
    "shr.s64", "shr.u64", "mul.wide.s32", "mul.wide.u32", "mad.wide.s32", "mad.wide.u32", "cvt.s64.s32",
    "cvt.u64.u32", "cvt.u32.u64", "cvt.rn.f32.s32", "cvt.rn.f32.u32", "setp.lt.s32", "setp.ge.u32",
    "setp.eq.s64", "setp.gt.u64", "setp.ne.f32", "setp.le.f32", "selp.b32", "selp.b64", "and.pred", "or.pred",
    "not.pred", "mov.b32", "mov.b64", "mov.f32"};
static const char *const unknown[] = {"mul.hi.s32", "popc.b32", "brev.b32", "clz.b64", "add.sat.s32",
                                      "mul.ftz.f32", "add.rn.f64", "setp.ltu.f32", "cnot.b32", "div.u32"};
// clang-format on
enum { KNOWN = sizeof known / sizeof *known, UNKNOWN = sizeof unknown / sizeof *unknown };

static _Alignas(64) uint8_t before[FILE_BYTES], handled[FILE_BYTES], compiled[FILE_BYTES];
static _Alignas(64) uint8_t consts[2 * 12 * WARP_SIZE];
static Inst insts[RUN];
static Step steps[RUN];

static unsigned below(unsigned n) { return (unsigned)(kit_random() >> 33) % n; }

static uint32_t slot_of(Type t, bool source)
{
    if (t == TYPE_pred)
        return 4 * below(PREDICATES);
    bool wide = type_bytes(t) == 8;
    if (source && below(5) == 0)
        return SLOT_CONST |
               (wide ? 8 * WARP_SIZE + 8 * WARP_SIZE * below(2) : 4 * WARP_SIZE * below(2));
    uint32_t first = 128 + (wide ? 4 * WARP_SIZE * NARROW : 0);
    return first + (wide ? 8 * WARP_SIZE * below(WIDE) : 4 * WARP_SIZE * below(NARROW));
}

// A step as lower.c makes it: with registers, and sometimes constants.
static void make_step(Inst *in, Step *s, const char *text)
{
    *in = kit_known(text);
    *s = (Step){
        .guard = SLOT_NONE, .dst2 = SLOT_NONE, .inst = in, .nvec = 1, .in_row = ROW_computes};
    const char *letter = op_info[in->op].args;
    Type dst = kit_letter(in, *letter++);
    s->dst = slot_of(dst, false);
    s->lane_bytes = (uint8_t)kit_lane_bytes(dst);
    in->opnd[0] = (Operand){.kind = OPND_reg, .type = (uint8_t)dst};
    for (unsigned i = 0; i < MAX_SOURCES; i++)
        s->src[i] = SLOT_NONE;
    unsigned n = 0;
    for (; *letter && *letter != '?'; letter++, n++) {
        Type t = kit_letter(in, *letter);
        in->opnd[n + 1] = (Operand){.kind = OPND_reg, .type = (uint8_t)t, .imm = kit_random()};
        if (in->op == OP_lop3 && n == 3) // its table
            continue;
        s->src[n] = slot_of(t, true);
        s->flip |= t == TYPE_pred ? below(2) << n : 0;
    }
    in->nopnd = (uint8_t)(n + 1);
    s->exec = kit_pick[in->op](in, s);
    ck_assert_msg(s->exec != NULL, "%s", text);
}

static void make_special(Inst *in, Step *s)
{
    static const uint16_t reg[] = {SREG_tid_x,    SREG_tid_y,   SREG_ntid_x,
                                   SREG_nctaid_z, SREG_ctaid_x, SREG_laneid};
    make_step(in, s, "mov.b32");
    s->src[0] = SLOT_NONE;
    in->opnd[1] = (Operand){.kind = OPND_special, .special = reg[below(sizeof reg / sizeof *reg)]};
    s->exec = kit_pick[OP_mov](in, s);
}

static void make_parameter(Inst *in, Step *s, bool wide)
{
    make_step(in, s, wide ? "mov.b64" : "mov.b32");
    in->op = OP_ld;
    s->src[0] = SLOT_NONE;
    s->space = SPACE_param;
    s->elem = s->lane_bytes = wide ? 8 : 4;
    s->imm = 8 * below(4);
    s->exec = kit_pick[OP_ld](in, s);
}

static void make_run(void)
{
    for (unsigned i = 0; i < RUN; i++)
        switch (below(12)) {
        case 0: make_special(&insts[i], &steps[i]); break;
        case 1: make_parameter(&insts[i], &steps[i], below(2)); break;
        case 2: make_step(&insts[i], &steps[i], unknown[below(UNKNOWN)]); break;
        default: make_step(&insts[i], &steps[i], known[below(KNOWN)]);
        }
}

// Half of the bits are those of numbers that matter: 0, -1, small ones, NaNs, the ends of ranges.
static uint64_t value(void)
{
    static const uint64_t special[] = {0,          ~0ull,      1,          31,         32,
                                       63,         64,         1ull << 63, 0x7f800000, 0x7fc00001,
                                       0xff800000, 0x80000000, 0x3f800000, 1ull << 31, 0x7fffffff};
    uint64_t x = special[below(sizeof special / sizeof *special)];
    return below(2) ? kit_random() : x | x << 32;
}

static void make_warp(void)
{
    static const uint64_t params[4] = {1, ~2ull, 1ull << 40, 0x7fc00001};
    for (unsigned i = 0; i < FILE_BYTES / 8; i++)
        ((uint64_t *)before)[i] = value();
    for (unsigned k = 0; k < 2; k++) { // two constants of each width, the same in all lanes
        uint64_t v = value();
        for (unsigned l = 0; l < WARP_SIZE; l++) {
            ((uint32_t *)consts)[k * WARP_SIZE + l] = (uint32_t)v;
            ((uint64_t *)(consts + 8 * WARP_SIZE))[k * WARP_SIZE + l] = v;
        }
    }
    for (unsigned l = 0; l < WARP_SIZE; l++)
        kit_warp.tid[0][l] = l, kit_warp.tid[1][l] = 3 * l;
    kit_launch.params = (const uint8_t *)params;
    kit_launch.param_bytes = sizeof params;
    kit_launch.block = (Dim3){64, 2, 1};
    kit_launch.grid = (Dim3){7, 8, 9};
    kit_block.id = (Dim3){5, 6, 7};
    kit_warp.launch = &kit_launch;
    kit_warp.block = &kit_block;
    kit_warp.base[1] = consts;
    kit_warp.mask = kit_warp.active = FULL_MASK;
}

static void show_difference(unsigned run)
{
    unsigned at = 0;
    while (handled[at] == compiled[at])
        at++;
    for (unsigned i = 0; i < RUN; i++)
        fprintf(stderr, "%2u %s slot %#x from %#x %#x %#x\n", i, op_info[insts[i].op].text,
                steps[i].dst, steps[i].src[0], steps[i].src[1], steps[i].src[2]);
    ck_abort_msg("run %u: byte %#x of the registers differs", run, at);
}

START_TEST(random_runs)
{
    unsigned n = 0;
    for (unsigned run = 0; run < RUNS; run++) {
        NativeCode *code = NULL;
        make_run();
        make_warp();
        unsigned length = 1 + below(RUN);
        NativeFn native = native_compile(&code, RUN, steps, length);
        if (native) {
            memcpy(handled, before, sizeof before);
            kit_warp.base[0] = handled;
            for (unsigned i = 0; i < length; i++)
                steps[i].exec(&kit_warp, &steps[i]);
            memcpy(compiled, before, sizeof before);
            kit_warp.base[0] = compiled;
            ck_assert(native(&kit_warp));
            if (memcmp(handled, compiled, sizeof handled))
                show_difference(run);
            n++;
        }
        native_free(code);
    }
    printf("native: %u of %u runs compiled\n", n, RUNS);
}
END_TEST

// A launch that has fewer parameters than the kernel reads: the handlers raise the fault.
START_TEST(few_parameters)
{
    NativeCode *code = NULL;
    make_warp();
    make_parameter(&insts[0], &steps[0], true);
    make_step(&insts[1], &steps[1], "add.s32");
    steps[0].imm = 24;
    NativeFn native = native_compile(&code, RUN, steps, 2);
    kit_launch.param_bytes = 31;
    memcpy(compiled, before, sizeof before);
    kit_warp.base[0] = compiled;
    ck_assert(!native || !native(&kit_warp));
    ck_assert_mem_eq(compiled, before, sizeof before);
    native_free(code);
}
END_TEST

SUITE(s) { TESTS(s, "native", random_runs, few_parameters); }
