// test_parse.c - PTX texts to modules: what is declared, what instructions and
// operands become, where labels lead, what positions mean, and the line that a
// broken text is answered with.
#include "print.h"

#include "suite.h"
#include <stdlib.h>
#include <string.h>

#define HEAD ".version 9.0\n.target sm_90\n.address_size 64\n"

static char error[PTX_ERROR_MAX];
static Module *module;

static Module *parse(const char *text)
{
    module_free(module);
    module = module_parse(text, strlen(text), error);
    return module;
}

static void setup(void) { module = NULL; }

static void teardown(void)
{
    module_free(module);
    module = NULL;
}

// A module with declarations and one kernel whose body follows.
static const Func *parse_kernel(const char *declarations, const char *body)
{
    char text[8192];
    snprintf(text, sizeof text,
             HEAD
             "%s.visible .entry k(.param .u64 a, .param .align 8 .b8 s[24], .param .u32 n)\n"
             "{\n.reg .pred %%p<9>;\n.reg .b32 %%r<99>;\n.reg .f32 %%f<9>;\n.reg .b64 %%rd<9>;\n"
             "%s\nret;\n}\n",
             declarations, body);
    ck_assert_msg(parse(text) != NULL, "%s", error);
    return module_symbol(module, "k")->func;
}

static const Inst *parse_one(const char *body) { return &parse_kernel("", body)->insts[0]; }

static void expect_error(const char *text, const char *message)
{
    ck_assert_ptr_null(parse(text));
    ck_assert_msg(strstr(error, message), "'%s' does not contain '%s'", error, message);
    ck_assert_ptr_null(strchr(error, '\n'));
}

static void expect_body_error(const char *body, const char *message)
{
    char text[4096];
    snprintf(text, sizeof text,
             HEAD ".entry k()\n{\n.reg .b32 %%r<9>; .reg .pred %%p<9>; .reg .b64 %%rd<9>;\n%s\n}\n",
             body);
    expect_error(text, message);
}

// ---- declarations ------------------------------------------------------------------

START_TEST(version_and_target)
{
    ck_assert_ptr_nonnull(parse("// a comment\n.version 8.7\n.target sm_90a, debug\n"
                                "/* and\nanother */ .address_size 64\n"));
    ck_assert_uint_eq(module->version, 87);
    ck_assert_uint_eq(module->sm, 90);
    ck_assert_uint_eq(module->nlocs, 1);
}
END_TEST

START_TEST(variables)
{
    ck_assert_ptr_nonnull(parse(HEAD ".visible .global .align 16 .b8 a[20] = {1, 0, 0, 0, 2};\n"
                                     ".weak .const .f32 b = 0f3F800000;\n"
                                     ".extern .shared .align 16 .b8 c[];\n"
                                     ".common .global .u64 d;\n"
                                     ".global .attribute(.managed) .align 4 .u32 e = 0x12345678;\n"
                                     ".global .v4 .f32 f;\n"
                                     ".global .s16 g[2][3] = {{1, -2}, {3}};\n"
                                     ".global .f64 h[] = {1.5, -2, 0d4008000000000000};\n"));
    const Symbol *a = module_symbol(module, "a"), *g = module_symbol(module, "g");
    ck_assert_uint_eq(a->size, 20);
    ck_assert_uint_eq(a->align, 16);
    ck_assert_int_eq(a->linkage, LINK_visible);
    ck_assert_int_eq(a->space, SPACE_global);
    ck_assert_mem_eq(a->init, "\1\0\0\0\2\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 20);
    float one;
    memcpy(&one, module_symbol(module, "b")->init, sizeof one);
    ck_assert(one == 1.0f);
    ck_assert_uint_eq(module_symbol(module, "c")->size, 0);
    ck_assert_int_eq(module_symbol(module, "c")->linkage, LINK_extern);
    ck_assert_ptr_null(module_symbol(module, "d")->init);
    ck_assert_int_eq(module_symbol(module, "d")->linkage, LINK_common);
    ck_assert(module_symbol(module, "e")->managed);
    ck_assert_mem_eq(module_symbol(module, "e")->init, "\x78\x56\x34\x12", 4);
    ck_assert_uint_eq(module_symbol(module, "f")->size, 16);
    ck_assert_uint_eq(module_symbol(module, "f")->align, 16);
    int16_t numbers[6];
    memcpy(numbers, g->init, sizeof numbers);
    ck_assert_int_eq(numbers[1], -2);
    ck_assert_int_eq(numbers[2], 0);
    ck_assert_int_eq(numbers[3], 3);
    double d[3];
    ck_assert_uint_eq(module_symbol(module, "h")->size, sizeof d);
    memcpy(d, module_symbol(module, "h")->init, sizeof d);
    ck_assert(d[0] == 1.5 && d[1] == -2 && d[2] == 3);
}
END_TEST

START_TEST(addresses_in_initialisers)
{
    ck_assert_ptr_nonnull(
        parse(HEAD ".func f();\n.global .b8 a[8];\n"
                   ".global .u64 t[4] = {generic(a)+8, 7, f, a-4};\n"
                   ".global .align 1 .u8 u[10] = {1, 0XFF(generic(a)+2), 0xFF00(generic(a)+2), "
                   "0xFF0000(generic(a)+2), 2, 0xFF0000000000(a)};\n"
                   ".func f() { ret; }\n"));
    const Symbol *a = module_symbol(module, "a"), *t = module_symbol(module, "t");
    const Symbol *u = module_symbol(module, "u");
    ck_assert_uint_eq(t->nrelocs, 3);
    ck_assert(t->relocs[0].generic && t->relocs[0].sym == a && t->relocs[0].addend == 8);
    ck_assert_uint_eq(t->relocs[0].bytes, 8);
    ck_assert_uint_eq(t->relocs[1].offset, 16);
    ck_assert_int_eq(t->relocs[1].sym->kind, SYM_func);
    ck_assert(!t->relocs[2].generic && t->relocs[2].addend == -4);
    ck_assert_uint_eq(t->init[8], 7);
    ck_assert_uint_eq(u->nrelocs, 2); // three bytes that belong together, and one
    ck_assert_uint_eq(u->relocs[0].offset, 1);
    ck_assert_uint_eq(u->relocs[0].bytes, 3);
    ck_assert_uint_eq(u->relocs[0].shift, 0);
    ck_assert_uint_eq(u->relocs[1].shift, 40);
    ck_assert_uint_eq(u->init[4], 2);
}
END_TEST

START_TEST(functions)
{
    ck_assert_ptr_nonnull(
        parse(HEAD ".extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b64 b);\n"
                   ".func (.param .align 16 .b8 r[16]) f(.param .b8 x, .param .align 8 .b8 y[12]) "
                   ".noreturn;\n"
                   ".visible .entry k(.param .u64 .ptr .global .align 32 p, .param .u8 c,\n"
                   " .param .f64 d)\n.maxntid 256, 2\n.reqntid 128, 1, 1\n.minnctapersm 3\n"
                   ".maxnreg 40\n.explicitcluster\n.reqnctapercluster 2, 1, 1\n"
                   ".maxclusterrank 4\n.pragma \"nounroll\";\n{ }\n"
                   ".weak .func (.param .align 16 .b8 r[16]) f(.param .b8 x, "
                   ".param .align 8 .b8 y[12]) { ret; }\n"));
    ck_assert_uint_eq(module->nfuncs, 2);
    const Func *k = module->funcs[0], *f = module_symbol(module, "f")->func;
    ck_assert(k->is_entry && k->has_body);
    ck_assert_uint_eq(k->nparams, 3);
    ck_assert_uint_eq(k->params[1]->offset, 8);
    ck_assert_uint_eq(k->params[2]->offset, 16);
    ck_assert_uint_eq(k->param_bytes, 24);
    ck_assert_uint_eq(k->params[0]->align, 8); // not that of what it points to
    ck_assert(k->maxntid[0] == 256 && k->maxntid[1] == 2 && k->maxntid[2] == 1);
    ck_assert_uint_eq(k->reqntid[0], 128);
    ck_assert_uint_eq(k->minnctapersm, 3);
    ck_assert_uint_eq(k->maxnreg, 40);
    ck_assert(k->explicit_cluster && k->reqnctapercluster[0] == 2 && k->maxclusterrank == 4);
    ck_assert_uint_eq(k->ninsts, 1); // an empty body returns
    ck_assert_int_eq(k->insts[0].op, OP_ret);
    ck_assert_int_eq(f->sym->linkage, LINK_weak);
    ck_assert(f->has_body && f == module->funcs[1]);
    ck_assert_uint_eq(f->ret_bytes, 16);
    ck_assert_uint_eq(f->params[1]->offset, 8);
    ck_assert(!module_symbol(module, "vprintf")->func->has_body);
}
END_TEST

START_TEST(memory_of_a_function)
{
    const Func *f = parse_kernel("", ".local .align 16 .b8 d[40];\n.local .u32 e;\n"
                                     ".shared .b8 x[3];\n.shared .f64 y[2];\n"
                                     "{ .param .b32 p0; .param .b64 p1; st.param.b32 [p0], 1; }\n"
                                     "{ .param .b32 p0; st.param.b32 [p0], 2; }\n");
    ck_assert_uint_eq(f->local_bytes, 44);
    ck_assert_uint_eq(f->shared_bytes, 24);
    ck_assert_uint_eq(f->scratch_bytes, 16);
    ck_assert_uint_eq(f->nvars, 7);
    ck_assert_uint_eq(f->vars[1]->offset, 40);
    ck_assert_uint_eq(f->vars[3]->offset, 8);
    ck_assert_uint_eq(f->vars[5]->offset, 8);
    ck_assert_uint_eq(f->vars[6]->offset, 0); // shares the bytes of the first scope
    ck_assert_ptr_eq(f->insts[1].opnd[0].sym, f->vars[6]);
    ck_assert_str_ne(f->vars[4]->name, f->vars[6]->name);
    ck_assert_ptr_eq(f->vars[0]->owner, f);
}
END_TEST

// ---- instructions ---------------------------------------------------------------------

START_TEST(suffixes)
{
    const Inst *in = parse_one("setp.lt.and.ftz.f32 %p1|%p2, %f1, 0f40000000, !%p3;");
    ck_assert_int_eq(in->op, OP_setp);
    ck_assert(inst_has(in, MOD_lt) && inst_has(in, MOD_and) && inst_has(in, MOD_ftz));
    ck_assert(!inst_has(in, MOD_gt));
    ck_assert_uint_eq(in->ntypes, 1);
    ck_assert_int_eq(in->type[0], TYPE_f32);
    ck_assert_int_eq(in->second.kind, OPND_reg);
    ck_assert_int_ne(in->second.reg, in->opnd[0].reg);
    ck_assert(in->opnd[3].negate && in->opnd[3].type == TYPE_pred);
    ck_assert(in->opnd[2].is_float32 && in->opnd[2].imm == 0x40000000);
    in = parse_one("cvt.rn.bf16x2.f32 %r1, %f1, %f2;");
    ck_assert_int_eq(in->type[0], TYPE_bf16x2);
    ck_assert_int_eq(in->type[1], TYPE_f32);
    ck_assert_int_eq(parse_one("mul.wide.u32 %rd1, %r1, %r2;")->op, OP_mul_wide);
    ck_assert_int_eq(parse_one("mul.lo.u32 %r1, %r1, %r2;")->op, OP_mul);
    ck_assert_int_eq(parse_one("bar.warp.sync 1;")->op, OP_bar_warp_sync);
    ck_assert_int_eq(parse_one("bar .cta.sync 1;")->op, OP_bar_cta_sync);
    ck_assert_int_eq(parse_one("vote.ballot.sync.b32 %r1, %p1, -1;")->op, OP_vote_sync);
}
END_TEST

START_TEST(spaces_and_vectors)
{
    const Inst *in = parse_one("ld.global.nc.L1::no_allocate.L2::128B.v2.f32 {%f1, _}, [%rd1+-8];");
    ck_assert_int_eq(in->space, SPACE_global);
    ck_assert_uint_eq(in->vec, 2);
    ck_assert_int_eq(in->opnd[0].kind, OPND_vector);
    ck_assert_uint_eq(in->opnd[0].nvec, 2);
    ck_assert_int_eq(in->opnd[0].vec[1].kind, OPND_sink);
    ck_assert_int_eq(in->opnd[1].kind, OPND_mem);
    ck_assert_int_eq(in->opnd[1].base, OPND_reg);
    ck_assert_int_eq(in->opnd[1].offset, -8);
    ck_assert_int_eq(parse_one("st.shared::cta.u32 [%r1], 1;")->space, SPACE_shared);
    ck_assert_int_eq(parse_one("cvta.to.shared.u64 %rd1, %rd2;")->op, OP_cvta_to);
    ck_assert_int_eq(parse_one("cvta.to.shared.u64 %rd1, %rd2;")->space, SPACE_shared);
    ck_assert_int_eq(parse_one("ld.u32 %r1, [%rd1];")->space, SPACE_generic);
    ck_assert_uint_eq(parse_one("ld.u32 %r1, [%rd1];")->vec, 1);
    in = parse_one("ld.global.L2::cache_hint.u32 %r1, [%rd1], %rd2;");
    ck_assert_int_eq(in->op, OP_ld);
    ck_assert_uint_eq(in->nopnd, 2);
    in = parse_one("ld.param.u32 %r1, [s+8];");
    ck_assert_int_eq(in->space, SPACE_param);
    ck_assert_int_eq(in->opnd[1].base, OPND_symbol);
    ck_assert_str_eq(in->opnd[1].sym->name, "s");
    ck_assert_int_eq(in->opnd[1].offset, 8);
    in = parse_one("ld.global.u32 %r1, [4096];");
    ck_assert(in->opnd[1].base == OPND_imm && in->opnd[1].imm == 4096);
}
END_TEST

START_TEST(operands)
{
    static const struct {
        const char *text;
        uint64_t imm;
    } constants[] = {
        {"17", 17},
        {"-1", UINT64_MAX},
        {"0x1fU", 31},
        {"0b101", 5},
        {"017", 15},
        {"~0", UINT64_MAX},
        {"(1 << 4) | 3", 19},
        {"2 + 3 * 4 - 6 / 2", 11},
        {"7 % 4", 3},
        {"-8 >> 1", (uint64_t)-4},
        {"1 ? 5 : 6", 5},
        {"(.u64) 9", 9},
        {"3 < 4 && 4 <= 4", 1},
        {"5 != 5 || !1", 0},
        {"-7 / 2", (uint64_t)-3},
        {"9223372036854775808 >> 63", 1},
        {"WARP_SZ * 2", 64},
        {"WARP_SZ", 32},
    };
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++) {
        char body[80];
        snprintf(body, sizeof body, "mov.b64 %%rd1, %s;", constants[i].text);
        const Operand *o = &parse_one(body)->opnd[1];
        ck_assert_int_eq(o->kind, OPND_imm);
        ck_assert_msg(o->imm == constants[i].imm, "%s is %llx", constants[i].text,
                      (unsigned long long)o->imm);
    }
    const Operand *o = &parse_one("mov.f32 %f1, -1.5;")->opnd[1];
    double d;
    memcpy(&d, &o->imm, sizeof d);
    ck_assert(o->is_float && !o->is_float32 && d == -1.5);
    o = &parse_one("mov.f32 %f1, -0f3F800000;")->opnd[1];
    ck_assert(o->is_float && o->is_float32 && o->imm == 0xBF800000);
    o = &parse_one("mov.u32 %r1, %ctaid.z;")->opnd[1];
    ck_assert(o->kind == OPND_special && o->special == SREG_ctaid_z);
    o = &parse_one("mov.u32 %r1, %envreg7;")->opnd[1];
    ck_assert_uint_eq(o->special, SREG_envreg0 + 7);
    o = &parse_one("st.u32 [%rd1+WARP_SZ/2], WARP_SZ;")->opnd[1];
    ck_assert(o->kind == OPND_imm && o->imm == 32);
    const Func *f =
        parse_kernel(".global .b8 g[9];\n", "mov.u64 %rd1, g+4;\nmov.u64 %rd2, generic(g);\n");
    ck_assert(f->insts[0].opnd[1].kind == OPND_symbol && f->insts[0].opnd[1].offset == 4);
    ck_assert_str_eq(f->insts[1].opnd[1].sym->name, "g");
}
END_TEST

START_TEST(registers_have_types_and_scopes)
{
    const Func *f =
        parse_kernel("", ".reg .b16 h, r1<3>;\n"
                         "{ .reg .b64 h; mov.b64 h, 1; { .reg .f32 %r<2>; mov.f32 %r1, 1.0; } }\n"
                         "mov.b16 h, 2; mov.b16 r12, 3; mov.b32 %r1, 4; mov.b32 %r1, 5;");
    const Inst *in = f->insts;
    ck_assert_int_eq(in[0].opnd[0].type, TYPE_b64);
    ck_assert_int_eq(in[1].opnd[0].type, TYPE_f32);
    ck_assert_int_eq(in[2].opnd[0].type, TYPE_b16);
    ck_assert_int_eq(in[3].opnd[0].type, TYPE_b16);
    ck_assert_int_eq(in[4].opnd[0].type, TYPE_b32);
    ck_assert_int_eq(in[4].opnd[0].reg, in[5].opnd[0].reg);
    ck_assert_int_ne(in[0].opnd[0].reg, in[2].opnd[0].reg);
    for (unsigned i = 0; i < f->nregs; i++) {
        for (unsigned j = 0; j < i; j++)
            ck_assert_str_ne(f->reg_name[i], f->reg_name[j]);
    }
}
END_TEST

START_TEST(labels)
{
    const Func *f = parse_kernel("", "$top: mov.b32 %r1, 1;\n@!%p1 bra $end;\n"
                                     "{ bra HERE; mov.b32 %r1, 2; HERE: bra $top; }\n"
                                     "{ bra HERE; HERE: }\n"
                                     "t: .branchtargets $top, $end;\nbrx.idx %r1, t;\n$end:");
    const Inst *in = f->insts;
    ck_assert(in[1].guard.kind == OPND_reg && in[1].guard.negate);
    ck_assert_int_eq(in[1].opnd[0].kind, OPND_label);
    ck_assert_uint_eq(in[1].opnd[0].target, 7);
    ck_assert_uint_eq(in[2].opnd[0].target, 4);
    ck_assert_uint_eq(in[4].opnd[0].target, 0);
    ck_assert_uint_eq(in[5].opnd[0].target, 6);
    ck_assert_int_eq(in[6].opnd[1].kind, OPND_targets);
    ck_assert_uint_eq(in[6].opnd[1].nvec, 2);
    ck_assert_uint_eq(in[6].opnd[1].vec[1].target, 7);
    ck_assert_uint_eq(in[6].text_line, 15);
}
END_TEST

START_TEST(ret_follows_a_label_at_the_end)
{
    ck_assert_ptr_nonnull(parse(HEAD ".entry k() { .reg .pred %p; @%p bra E; trap; E: }"));
    const Func *f = module->funcs[0];
    ck_assert_uint_eq(f->ninsts, 3);
    ck_assert_int_eq(f->insts[2].op, OP_ret);
    ck_assert_uint_eq(f->insts[0].opnd[0].target, 2);
}
END_TEST

START_TEST(calls)
{
    const Func *f = parse_kernel(".func (.param .b32 r) g(.param .b32 x);\n.func h();\n",
                                 "{ .param .b32 p0; .param .b32 r0; call.uni (r0), g, (p0); }\n"
                                 "call h;\n"
                                 "{ .param .b32 p0; proto : .callprototype (.param .b32 _) _ "
                                 "(.param .b64 _, .param .b8 _);\n"
                                 "call (p0), %rd1, (p0, %r1), proto; }\n");
    const CallInfo *c = f->insts[0].call;
    ck_assert_str_eq(c->func->name, "g");
    ck_assert(c->nret == 1 && c->narg == 1 && c->arg[0].kind == OPND_symbol);
    ck_assert_ptr_eq(c->ret[0].sym, f->vars[1]);
    ck_assert(inst_has(&f->insts[0], MOD_uni));
    c = f->insts[1].call;
    ck_assert(c->nret == 0 && c->narg == 0 && c->func);
    c = f->insts[2].call;
    ck_assert_ptr_null(c->func);
    ck_assert_int_eq(c->target.kind, OPND_reg);
    ck_assert_uint_eq(c->proto->nparams, 2);
    ck_assert_uint_eq(c->proto->params[1]->offset, 8);
    ck_assert_uint_eq(c->proto->ret_bytes, 4);
    ck_assert_int_eq(c->arg[1].kind, OPND_reg);
}
END_TEST

START_TEST(unknown_instructions_are_kept)
{
    const Func *f =
        parse_kernel("", "@%p1 frobnicate.u32  %r1,\n\t{a, b};\nadd.bogus.u32 %r1, %r2, %r3;\n"
                         "mov.u32 %r1, %pm1;\n");
    ck_assert_int_eq(f->insts[0].op, OP_COUNT);
    ck_assert_str_eq(f->insts[0].unknown, "frobnicate.u32 %r1, {a, b}");
    ck_assert_int_eq(f->insts[0].guard.kind, OPND_reg);
    ck_assert_int_eq(f->insts[1].op, OP_COUNT);
    ck_assert_int_eq(f->insts[2].op, OP_COUNT);
    ck_assert_int_eq(f->insts[3].op, OP_ret);
}
END_TEST

START_TEST(units)
{
    static const struct {
        const char *body;
        Unit unit;
    } rows[] = {{"add.s32 %r1, %r1, 1;", UNIT_INT},
                {"add.f32 %f1, %f1, %f1;", UNIT_FP32},
                {"mul.f64 %rd1, %rd1, %rd2;", UNIT_FP64},
                {"fma.rn.f16x2 %r1, %r1, %r2, %r3;", UNIT_FP16},
                {"fma.rn.f64 %rd1, %rd1, %rd2, %rd3;", UNIT_FP64},
                {"setp.lt.f32 %p1, %f1, %f2;", UNIT_FP32},
                {"setp.lt.s32 %p1, %r1, %r2;", UNIT_INT},
                {"rcp.approx.f32 %f1, %f2;", UNIT_SFU},
                {"ld.u32 %r1, [%rd1];", UNIT_MEM},
                {"nonsense;", UNIT_NONE}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        ck_assert_msg(inst_unit(parse_one(rows[i].body)) == rows[i].unit, "%s", rows[i].body);
}
END_TEST

// clang-format off
// ptxas refuses these, too.
START_TEST(operands_that_do_not_fit)
{
    static const char *const rows[] = {
        "add.u64 %r1, %rd1, %rd2;",          "add.u64 %rd1, %rd1, %r1;",
        "add.u32 %rd1, %r1, %r2;",           "add.u32 %p1, %r1, %r2;",
        "mul.wide.u32 %r1, %r1, %r2;",       "mad.wide.u32 %rd1, %r1, %r2, %r3;",
        "setp.eq.u32 %r1, %r1, %r2;",        "selp.u32 %r1, %r1, %r2, %r3;",
        "ld.u64 %r1, [%rd1];",               "ld.pred %p1, [%rd1];",
        "ld [%rd1], %r1;",                   "ld.v2.u32 %r1, [%rd1];",
        "ld.v2.u32 {%r1, %rd1}, [%rd1];",
        "ld.v2.u32 {%r1, %p1}, [%rd1];",     "st.u64 [%rd1], %r1;",
        "st.v2.u32 [%rd1], {%r1, _};",       "atom.add.u32 %rd1, [%rd1], 1;",
        "mov.b64 {%r1, %r2}, %r3;",          "mov.b64 %rd1, {%r1, %rd2};",
        "mov.b64 %rd1, {%r1, _};",           "mov.b64 {%r1, %r2}, {%r3, %r4};",
        "mov.b32 {%r1, %r2}, %tid.x;",
        "cvt.u32.u64 %r1, %r2;",             "cvt.u64.u32 %r1, %r2;",
        "add.u32 _, %r1, %r2;",              "add.u32 {%r1, %r2}, %r1, %r2;",
        "vote.sync.ballot.b32 %p1, %p2, 1;", "vote.sync.any.pred %r1, %p2, 1;",
        "bar.red.popc.u32 %r1, 0, %r2;",     "bar.red.or.pred %r1, 0, %p1;",
        "cvt.rn.f16x2.f32 %r1, %r2;",        "cvt.u32.u64 %r1, %rd1, %rd2;",
        "atom.cas.b32 %r1, [%rd1], %r2;",    "atom.add.u32 %r1, [%rd1], %r2, %r3;",
        "setp.eq.and.u32 %p1, %r1, %r2;",    "setp.eq.u32 %p1, %r1, %r2, %p2;",
        "shfl.sync.idx.b32 %r1|%r2, %r1, 0, 31, -1;",
        "{ .param .b32 a; pr: .callprototype _ (.param .b32 _); call %r1, (a), pr; }",
        "{ pr: .callprototype _ (.param .b32 _); call %rd1, (%p1), pr; }",
    };
    char text[600];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        snprintf(text, sizeof text, HEAD ".entry k() {\n.reg .b32 %%r<9>; .reg .b64 %%rd<9>; "
                 ".reg .pred %%p<9>;\n%s\n}", rows[i]);
        ck_assert_msg(!parse(text), "%s is read", rows[i]);
        ck_assert_msg(strstr(error, "PTX line"), "%s: %s", rows[i], error);
    }
    // And these are fine.
    parse_kernel("", "ld.u8 %rd1, [%rd1];\nst.u8 [%rd1], %rd2;\nld.v2.b64 {%rd1, _}, [%rd1];\n"
                         "ld.u32 {%r1}, [%rd1];\n"
                         "cvt.u16.u32 %r1, %r2;\nmov.b64 {_, %r1}, %rd1;\n"
                     "mov.b32 %r1, {1, 2};\nvote.sync.ballot.b32 %r1, %p1, %r2;\n"
                     "bar.red.popc.u32 %r1, 0, %p1;\nbar.red.popc.u32 %r1, 0, 32, %p1;\n"
                     "atom.add.u32 _, [%rd1], 1;\nsetp.eq.u32 %p1|%p2, %r1, 3;\n");
}
END_TEST
// clang-format on

// ---- positions --------------------------------------------------------------------------

static const char with_positions[] =
    HEAD ".entry k() {\n.reg .b32 %r<9>;\nmov.b32 %r1, 0;\n"
         ".loc 1 10 3\nmov.b32 %r1, 1;\n"
         ".loc 1 20 3\n.loc 2 449 9, function_name $n0, inlined_at 1 20 3\nmov.b32 %r1, 2;\n"
         ".loc 2 500 1, function_name $n1+2, inlined_at 2 449 9\nmov.b32 %r1, 3;\n"
         ".loc 1 10 3\nmov.b32 %r1, 4;\n"
         ".loc 2 7 7\nmov.b32 %r1, 5;\n"
         ".loc 1 0 3\nmov.b32 %r1, 6;\nret;\n}\n"
         ".file 1 \"/home/me/lab/reduction.cu\"\n"
         ".file 2 \"/usr/local/cuda/bin/../targets/x86_64-linux/include/sm_30_intrinsics.hpp\"\n"
         ".section .debug_abbrev\n{\n.b8 1\n.b8 17\n}\n"
         ".section .debug_str\n{\n$n0:\n.b8 95,90,49,102\n.b8 118,0\n$n1:\n.b8 33,33,103,0\n}\n";

START_TEST(positions)
{
    ck_assert_msg(parse(with_positions) != NULL, "%s", error);
    const Inst *in = module->funcs[0]->insts;
    char text[40];
    ck_assert_uint_eq(in[0].loc, 0);
    ck_assert_uint_eq(in[1].loc, in[4].loc); // the same position is one Loc
    ck_assert_uint_eq(in[5].loc, in[6].loc); // a line 0 changes nothing
    const Loc *l = &module->locs[in[3].loc];
    ck_assert_uint_eq(l->line, 500);
    ck_assert_str_eq(l->func, "g");
    l = &module->locs[l->inlined_at];
    ck_assert_uint_eq(l->line, 449);
    ck_assert_str_eq(l->func, "_Z1fv");
    ck_assert_uint_eq(module->locs[l->inlined_at].line, 20);
    ck_assert_ptr_null(module->locs[l->inlined_at].func);
    ck_assert_str_eq(loc_text(module, loc_user(module, in[3].loc), text, sizeof text),
                     "reduction.cu:20");
    ck_assert_str_eq(loc_text(module, loc_user(module, in[1].loc), text, sizeof text),
                     "reduction.cu:10");
    // Nothing of the user's: the innermost is all there is.
    ck_assert_str_eq(loc_text(module, loc_user(module, in[5].loc), text, sizeof text),
                     "sm_30_intrinsics.hpp:7");
    ck_assert_str_eq(loc_text(module, 0, text, sizeof text), "unknown line");
    ck_assert_str_eq(loc_text(module, 999, text, sizeof text), "unknown line");
}
END_TEST

// Findings name the user's line, not that of a library: the toolkit's own headers, and its C++
// libraries in a checkout of their own.
START_TEST(library_files)
{
    static const char *const library[] = {
        "/usr/local/cuda/bin/../targets/x86_64-linux/include/cub/block/block_scan.cuh",
        "/opt/cuda/include/cccl/thrust/sort.h", "/home/me/cccl/cub/cub/block/block_scan.cuh",
        "../cccl/thrust/thrust/sort.h", "/src/cccl/libcudacxx/include/cuda/barrier"};
    static const char *const user[] = {"/home/me/lab/reduction.cu", "cub/merge.cu",
                                       "/home/me/thrust/sort.cu", "/home/me/include/barrier.h"};
    for (size_t i = 0; i < sizeof library / sizeof *library; i++)
        ck_assert_msg(toolkit_file(library[i]), "%s is the user's", library[i]);
    for (size_t i = 0; i < sizeof user / sizeof *user; i++)
        ck_assert_msg(!toolkit_file(user[i]), "%s is a library's", user[i]);
}
END_TEST

// ---- printing -----------------------------------------------------------------------------

static char *print(const Module *m)
{
    char *text = NULL;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    module_print(f, m);
    fclose(f);
    return text;
}

static char *read_file(const char *path)
{
    char *text = calloc(1, 1 << 16);
    FILE *f = fopen(path, "r");
    ck_assert_msg(f != NULL, "%s: run from the project's folder", path);
    ck_assert_uint_gt(fread(text, 1, (1 << 16) - 1, f), 0);
    fclose(f);
    return text;
}

// A file with everything the reader knows; printed, read and printed again.
START_TEST(round_trip)
{
    char *text = read_file("tests/fuzz/corpus/all.ptx");
    ck_assert_msg(parse(text) != NULL, "%s", error);
    unsigned ninsts = module->funcs[1]->ninsts, nsyms = module->nsyms, nlocs = module->nlocs;
    char *first = print(module);
    ck_assert_msg(parse(first) != NULL, "%s", error);
    ck_assert_uint_eq(module->funcs[1]->ninsts, ninsts);
    ck_assert_uint_eq(module->nsyms, nsyms);
    ck_assert_uint_eq(module->nlocs, nlocs);
    char *second = print(module);
    ck_assert_str_eq(first, second);
    ck_assert_ptr_nonnull(strstr(first, "ld.global.nc.v4.f32 {%f1, %f2, %f3, _}, [%rd2+-16];"));
    ck_assert_ptr_nonnull(strstr(first, "0xFF00(generic(rows)+4)"));
    free(first);
    free(second);
    free(text);
}
END_TEST

// ---- broken texts ----------------------------------------------------------------------------

START_TEST(errors)
{
    expect_error("", "PTX line 1: the text ends where '.version' is expected");
    expect_error("hello", "PTX line 1: 'hello' where '.version' is expected");
    expect_error(".version 9.0\n", "no .target");
    expect_error(".version 9.0\n.target sm_90\n.address_size 32\n", "64 bits");
    expect_error(".version 9.0\n.target cuda\n", "'cuda' is not supported");
    expect_error(HEAD "\n.global .u32 x\n.global .u32 y;", "PTX line 6: '.global' where ';'");
    expect_error(HEAD ".global .u32 x;\n.global .u32 x;", "'x' is declared twice");
    expect_error(HEAD ".global .b8 x[2] = {1, 2, 3};", "too many values for 'x'");
    expect_error(HEAD ".global .u32 x = nothing;", "'nothing' is not declared");
    expect_error(HEAD ".global .align 3 .u32 x;", "not a power of two");
    expect_error(HEAD ".global .b8 x[99999999999][99999999999];", "too large");
    expect_error(HEAD ".func f() { ret; }\n.func f() { ret; }", "'f' has two bodies");
    expect_error(HEAD ".entry k() {\n", "the text ends where '}' is expected");
    expect_error(HEAD ".entry k() .madeup { }", "'.madeup' of a function");
    expect_error(HEAD "/* no end", "PTX line 4: a comment that never ends");
}
END_TEST

START_TEST(errors_in_bodies)
{
    expect_body_error("add.u32 %r1, %r2;", "PTX line 7: add with 2 operands instead of 3");
    expect_body_error("add.u32 %r1, %r2, %r3, %r4;", "add with more than 3 operands");
    expect_body_error("ld.u32 %r1, %r2;", "operand 2 of ld is of the wrong kind");
    expect_body_error("add.u32 1, %r2, %r3;", "operand 1 of add is of the wrong kind");
    expect_body_error("mov.u32 %r1, %r9;", "'%r9' is not declared");
    expect_body_error("mov.u32 %r1, %r01;", "'%r01' is not declared");
    expect_body_error("{ .reg .b32 x; }\nmov.u32 x, 1;", "PTX line 8: 'x' is not declared");
    expect_body_error("bra nowhere;", "there is no label 'nowhere'");
    expect_body_error("{ IN: ret; }\nbra IN;", "there is no label 'IN'");
    expect_body_error("L: ret; L: ret;", "'L' is declared twice");
    expect_body_error("call f;", "'f' is not declared");
    expect_body_error("call (%r1), %rd1, ();", "indirect call without a prototype");
    expect_body_error("@%r1 ret;", "'%r1' is not a predicate register");
    expect_body_error(".reg .v2 .b32 v;\nmov.u32 %r1, v.z;", "'v' has only 2 elements");
    expect_body_error(".reg .v2 .b32 v;\nmov.u32 %r1, v.q;", "'.q' where an element");
    expect_body_error(".reg .v2 .b32 v;\nmov.v2.u64 v, v;", "of another width");
    expect_body_error(".reg .v2 .b32 v;\nst.v4.b32 [%rd1], v;", "st.v4 with a vector of 2");
    expect_body_error(".reg .v8 .b64 v;", "a vector register of more than 32 bytes");
    expect_body_error(".reg .v2 .pred v;", "a vector of predicates");
    expect_error(HEAD ".entry k(.reg .b32 x) { ret; }", "'.reg' where '.param'");
    expect_error(HEAD ".func f(.reg .b128 x) { ret; }", "in a register of 128 bits");
    expect_body_error("mov.u32 %r1, 1 / 0;", "division by zero");
    expect_body_error("mov.u32 %r1, 99999999999999999999;", "more than 64 bits");
    expect_body_error("mov.u32 %r1, 0f123;", "needs 8 hexadecimal digits");
    expect_body_error("ld.v4.u32 {%r1, %r2}, [%rd1];", "ld.v4 with a vector of 2");
    expect_body_error("mov.u32 %r1, 1", "'}' where ';' is expected");
}
END_TEST

static const char two_functions[] =
    HEAD ".file 1 \"a.cu\"\n.global .u32 count;\n"
         ".func (.param .b32 r) twice(.param .b32 x)\n{\n.reg .b32 %a;\n.loc 1 3 1\n"
         "ld.param.b32 %a, [x]; // a }\nadd.s32 %a, %a, %a;\nst.param.b32 [r], %a;\nret;\n}\n"
         ".entry k(.param .u64 p)\n{\n.reg .b32 %a; .reg .b64 %b;\n.shared .b32 s[4];\n"
         ".pragma \"}\";\n/* } */ .loc 1 7 1, function_name $L_name, inlined_at 1 9 2\n"
         "{ .param .b32 x; .param .b32 r; st.param.b32 [x], %a;\n"
         "call (r), twice, (x);\nld.param.b32 %a, [r]; }\n"
         "ld.param.u64 %b, [p];\nst.global.v2.u32 [%b], {%a, %a};\nst.shared.b32 [s], %a;\n"
         "L: ret;\n}\n.section .debug_str\n{\n$L_name:\n.b8 102, 0\n}\n";

START_TEST(bodies_are_read_on_demand)
{
    ck_assert_msg(parse(two_functions) != NULL, "%s", error);
    ck_assert(module_can_wait(module));
    char *whole = print(module);
    module_free(module);
    module = module_parse_heads(two_functions, sizeof two_functions - 1, error);
    ck_assert_msg(module != NULL, "%s", error);
    Func *twice = module_symbol(module, "twice")->func, *k = module_symbol(module, "k")->func;
    ck_assert(twice->has_body && k->has_body && !k->ninsts && k->nparams == 1);
    ck_assert_msg(func_read(twice, error) == 0 && func_read(k, error) == 0, "%s", error);
    ck_assert_uint_eq(func_read(k, error), 0); // again: nothing happens
    char *later = print(module);
    ck_assert_str_eq(later, whole);
    free(whole);
    free(later);
    const Loc *l = &module->locs[k->insts[1].loc];
    ck_assert_str_eq(l->func, "f");
    ck_assert_uint_eq(module->locs[l->inlined_at].line, 9);
}
END_TEST

// The other functions can still be read; the broken one returns at once.
START_TEST(a_broken_body_is_found_when_it_is_read)
{
    static const char text[] =
        HEAD ".entry bad(.param .u32 n)\n{\n.reg .b32 %a;\n{\nadd.s32;\n}\n}\n"
             ".entry good(.param .u32 n)\n{\n.reg .b32 %a;\n"
             "ld.param.u32 %a, [n];\nret;\n}\n";
    ck_assert_ptr_null(parse(text));
    module = module_parse_heads(text, sizeof text - 1, error);
    ck_assert_msg(module != NULL, "%s", error);
    ck_assert_int_eq(func_read(module->funcs[0], error), -1);
    ck_assert_ptr_nonnull(strstr(error, "PTX line 8:"));
    ck_assert_uint_eq(module->funcs[0]->ninsts, 1);
    ck_assert_int_eq(module->funcs[0]->insts[0].op, OP_ret);
    ck_assert_int_eq(func_read(module->funcs[1], error), 0);
    ck_assert_uint_eq(module->funcs[1]->ninsts, 2);
}
END_TEST

START_TEST(some_modules_cannot_wait)
{
    parse_kernel("", ".shared .u32 v;");
    ck_assert(module_can_wait(module));
    parse_kernel("", ".global .u32 v;");
    ck_assert(!module_can_wait(module));
    parse_kernel("", ".extern .shared .u32 v[];");
    ck_assert(!module_can_wait(module));
}
END_TEST

START_TEST(depth_is_bounded)
{
    static const char *const begin[] = {
        ".global .u32 x = ", ".global .u32 x = ", ".global .b8 x[9] = ", ".entry k() "};
    for (int i = 0; i < 4; i++) {
        char text[100000], *at = text + sprintf(text, HEAD "%s", begin[i]);
        memset(at, "(-{{"[i], 50000);
        at[50000] = '\0';
        expect_error(text, i < 3 ? "nested too deeply" : "nested scopes");
    }
}
END_TEST

SUITE(s)
{
    TCase *t = TESTS(s, "texts", version_and_target, variables, addresses_in_initialisers,
                     functions, memory_of_a_function, suffixes, spaces_and_vectors, operands,
                     registers_have_types_and_scopes, labels, ret_follows_a_label_at_the_end, calls,
                     unknown_instructions_are_kept, units, operands_that_do_not_fit, positions,
                     library_files, round_trip, errors, errors_in_bodies, depth_is_bounded,
                     bodies_are_read_on_demand, a_broken_body_is_found_when_it_is_read,
                     some_modules_cannot_wait);
    tcase_add_checked_fixture(t, setup, teardown);
}
