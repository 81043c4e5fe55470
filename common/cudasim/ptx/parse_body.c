// parse_body.c - the body of a function, except its instructions: scopes,
// registers, labels, tables of labels.
//
// Labels become instruction numbers. A function that may run past its end gets
// a ret there, so that every label has an instruction.
#include "parse.h"

#include <stdlib.h>
#include <string.h>

// ---- registers ------------------------------------------------------

enum { MAX_REGISTERS = 1 << 20 }; // of one function

int32_t parse_register(Parser *p, Binding *b, Name *n)
{
    if (p->nregs == MAX_REGISTERS)
        parse_fail(p, p->tok.line, "more than %d registers in one function", MAX_REGISTERS);
    uint32_t room = p->regs_room;
    p->reg_type = parse_grow(p, p->reg_type, &room, p->nregs + 1, sizeof *p->reg_type);
    p->reg_name = parse_grow(p, p->reg_name, &p->regs_room, p->nregs + 1, sizeof *p->reg_name);
    p->reg_type[p->nregs] = (uint8_t)b->type;
    p->reg_name[p->nregs] = name_unique(p, n);
    return (int32_t)p->nregs++;
}

Operand new_register(Parser *p, Type type)
{
    Binding b = {.type = type};
    return (Operand){.kind = OPND_reg,
                     .type = (uint8_t)type,
                     .reg = parse_register(p, &b, name_of(p, "element", strlen("element")))};
}

// A stem that ends in a digit ("r1<4>" declares r10 to r13) cannot be found
// from the names of its registers; such registers are declared one by one.
static void declare_each(Parser *p, Name *stem, uint64_t count, Type type)
{
    if (count > 10000)
        parse_fail(p, p->tok.line, "too many registers '%s'", stem->text);
    for (uint64_t i = 0; i < count; i++) {
        char digits[24];
        int length = snprintf(digits, sizeof digits, "%llu", (unsigned long long)i);
        char *text = parse_temp(p, stem->length + (size_t)length);
        memcpy(text, stem->text, stem->length);
        memcpy(text + stem->length, digits, (size_t)length);
        Name *n = name_of(p, text, stem->length + (size_t)length);
        Binding *b = scope_bind(p, n, BIND_reg);
        b->type = type;
        b->reg = parse_register(p, b, n);
    }
}

// ".reg .b32 %r<100>, %x;" after the ".reg"
static void parse_registers(Parser *p)
{
    unsigned vector = parse_vector_size(p);
    Type type = parse_type(p);
    if (vector > 1 && type == TYPE_pred)
        parse_fail(p, p->tok.line, "a vector of predicates");
    do {
        Name *n = tok_name(p, "the name of a register");
        if (vector > 1) {
            parse_vector_register(p, n, type, vector);
        } else if (tok_accept(p, '<')) {
            // Not an expression: its '>' would be read as a comparison.
            if (p->tok.kind != TOK_number || p->tok.value.is_float)
                tok_unexpected(p, "the number of registers");
            uint64_t count = p->tok.value.bits;
            lex_next(p);
            tok_expect(p, '>');
            char last = n->text[n->length - 1];
            if (last >= '0' && last <= '9') {
                declare_each(p, n, count, type);
            } else {
                Binding *b = scope_bind(p, n, BIND_range);
                b->count = count;
                b->type = type;
            }
        } else {
            Binding *b = scope_bind(p, n, BIND_reg);
            b->type = type;
            b->reg = parse_register(p, b, n);
        }
    } while (tok_accept(p, ','));
    tok_expect(p, ';');
}

// ---- labels and tables ----------------------------------------------

// "name: .branchtargets a, b, c;" after the directive
static void parse_branch_targets(Parser *p, Binding *b)
{
    uint32_t room = 0, count = 0;
    Operand *vec = NULL;
    // The operands must not move once a fixup points at them: count first.
    const char *at = p->at;
    for (room = 1; *at && *at != ';'; at++)
        room += *at == ',';
    if (room > UINT16_MAX)
        parse_fail(p, p->tok.line, "a table of more than %d labels", UINT16_MAX);
    vec = parse_alloc(p, room * sizeof *vec);
    do {
        uint32_t line = p->tok.line;
        Name *n = tok_name(p, "a label");
        if (count == room)
            parse_fail(p, line, "a comment within a table of labels");
        scope_refer(p, n, (Fixup){.direct = &vec[count++], .line = line});
    } while (tok_accept(p, ','));
    tok_expect(p, ';');
    b->vec = vec;
    b->nvec = (uint16_t)count;
}

// "name: .calltargets f, g;": all functions have the layout of the first.
static void parse_call_targets(Parser *p, Binding *b)
{
    do {
        Name *n = tok_name(p, "a function");
        Binding *f = scope_find(p, n);
        if (!f || f->kind != BIND_symbol || !f->sym->func)
            parse_fail(p, p->tok.line, "'%s' is not a function", n->text);
        if (!b->proto)
            b->proto = f->sym->func;
    } while (tok_accept(p, ','));
    tok_expect(p, ';');
}

// The current token is a word with a ':' after it.
static void parse_label(Parser *p)
{
    Name *n = tok_name(p, "a label");
    lex_next(p); // the ':'
    if (tok_is_directive(p, ".branchtargets")) {
        lex_next(p);
        parse_branch_targets(p, scope_bind(p, n, BIND_targets));
    } else if (tok_is_directive(p, ".callprototype")) {
        lex_next(p);
        Func *proto = parse_prototype(p);
        scope_bind(p, n, BIND_proto)->proto = proto;
    } else if (tok_is_directive(p, ".calltargets")) {
        lex_next(p);
        parse_call_targets(p, scope_bind(p, n, BIND_proto));
    } else {
        scope_bind(p, n, BIND_label)->target = p->ninsts;
        if (p->m->debug) {
            p->labels =
                parse_grow(p, p->labels, &p->labels_room, p->nlabels + 1, sizeof *p->labels);
            p->labels[p->nlabels++] = (CodeLabel){n->text, p->ninsts};
        }
        p->label_at_end = true;
    }
}

// ---- statements -----------------------------------------------------

static Operand parse_guard(Parser *p)
{
    Operand guard = {.kind = OPND_reg, .type = TYPE_pred};
    lex_next(p); // the '@'
    guard.negate = tok_accept(p, '!');
    Name *n = tok_name(p, "a predicate");
    Binding *b = scope_find(p, n);
    if (!b || b->kind != BIND_reg || b->type != TYPE_pred)
        parse_fail(p, p->tok.line, "'%s' is not a predicate register", n->text);
    guard.reg = b->reg;
    return guard;
}

static void parse_instruction(Parser *p, Operand guard)
{
    if (p->tok.kind != TOK_word)
        tok_unexpected(p, "an instruction");
    parse_inst(p, guard);
    p->label_at_end = false;
}

static void skip_to_semicolon(Parser *p)
{
    lex_skip_statement(p);
    tok_expect(p, ';');
}

static void parse_body_directive(Parser *p)
{
    if (tok_is_directive(p, ".loc")) {
        uint32_t before = p->loc;
        bool says_nothing = p->in_asm; // where a line is, says the compiler
        parse_loc(p);
        if (says_nothing)
            p->loc = before;
    } else if (tok_is_directive(p, ".reg")) {
        lex_next(p);
        parse_registers(p);
    } else if (tok_is_directive(p, ".extern")) {
        lex_next(p);
        if (space_of_directive(p) < 0)
            tok_unexpected(p, "a variable");
        parse_variables(p, LINK_extern);
    } else if (space_of_directive(p) >= 0) {
        parse_variables(p, LINK_static);
    } else if (tok_is_directive(p, ".file")) {
        parse_file(p);
    } else if (tok_is_directive(p, ".pragma")) {
        skip_to_semicolon(p);
    } else {
        tok_unexpected(p, "an instruction");
    }
}

static void parse_statement(Parser *p)
{
    if (tok_is(p, '{')) {
        lex_next(p);
        scope_enter(p);
    } else if (tok_is(p, '}')) {
        lex_next(p);
        scope_leave(p);
    } else if (tok_is(p, '@')) {
        parse_instruction(p, parse_guard(p));
    } else if (p->tok.kind == TOK_directive) {
        parse_body_directive(p);
    } else if (p->tok.kind == TOK_word && lex_colon_follows(p)) {
        parse_label(p);
    } else if (!tok_accept(p, ';')) {
        parse_instruction(p, (Operand){0});
    }
}

static bool runs_off_end(const Parser *p)
{
    if (p->ninsts == 0 || p->label_at_end)
        return true;
    const Inst *last = &p->insts[p->ninsts - 1];
    if (last->guard.kind != OPND_none)
        return true;
    return last->op != OP_ret && last->op != OP_exit && last->op != OP_bra && last->op != OP_trap &&
           last->op != OP_brx_idx;
}

static void append_ret(Parser *p, uint32_t line)
{
    store_register_results(p, (Operand){0});
    append_inst(p, &(Inst){.op = OP_ret, .vec = 1, .loc = p->loc, .text_line = line});
}

static void *keep_array(Parser *p, const void *array, size_t bytes)
{
    void *copy = parse_alloc(p, bytes);
    if (bytes)
        memcpy(copy, array, bytes);
    return copy;
}

// The current token is the '{'; the scope of the parameters is open.
void parse_body(Parser *p, Func *f)
{
    p->ninsts = p->nregs = p->nvars = p->nlabels = p->loc = 0;
    p->scratch = 0;
    p->label_at_end = false;
    load_register_params(p);
    lex_next(p);
    uint32_t line = p->tok.line;
    for (bool open = true; open;) {
        if (p->tok.kind == TOK_end)
            tok_unexpected(p, "'}'");
        line = p->tok.line;
        open = !(tok_is(p, '}') && p->depth == 1);
        if (open)
            parse_statement(p);
    }
    if (runs_off_end(p))
        append_ret(p, line);
    scope_leave(p);
    lex_next(p); // the '}'
    f->has_body = true;
    f->insts = keep_array(p, p->insts, p->ninsts * sizeof *p->insts);
    f->ninsts = p->ninsts;
    f->reg_type = keep_array(p, p->reg_type, p->nregs * sizeof *p->reg_type);
    f->reg_name = keep_array(p, p->reg_name, p->nregs * sizeof *p->reg_name);
    f->nregs = p->nregs;
    f->vars = keep_array(p, p->vars, p->nvars * sizeof *p->vars);
    f->nvars = p->nvars;
    f->labels = keep_array(p, p->labels, p->nlabels * sizeof *p->labels);
    f->nlabels = p->nlabels;
}
