// parse_inst.c - instructions and their operands.
//
//   @!%p1 ld.global.v2.f32 {%f1, %f2}, [%rd4+8];
//
// The opcode with its suffixes is decoded once for each distinct spelling (see
// Form). An instruction that is not in the tables has op == OP_COUNT and keeps its
// text: it fails only when it is executed.
#include "parse.h"

#include <ctype.h>
#include <string.h>

// ---- opcode and suffixes --------------------------------------------

enum { MAX_OPCODE_WORDS = 5 }; // of a row of ops.h

// The length of the longest row of ops.h that `text` starts with; its number
// in *op.
static size_t match_op(Parser *p, const char *text, size_t length, uint16_t *op)
{
    size_t ends[MAX_OPCODE_WORDS];
    int words = 0;
    for (size_t i = 1; i <= length && words < MAX_OPCODE_WORDS; i++) {
        if (i == length || text[i] == '.')
            ends[words++] = i;
    }
    while (words-- > 0) {
        Name *n = name_find(p, text, ends[words]);
        if (n && n->op >= 0) {
            *op = (uint16_t)n->op;
            return ends[words];
        }
    }
    return 0;
}

static void add_mod(Inst *in, Mod m)
{
    static const struct {
        Mod mod;
        Space space;
    } spaces[] = {
        {MOD_global, SPACE_global},         {MOD_shared, SPACE_shared},
        {MOD_local, SPACE_local},           {MOD_const, SPACE_const},
        {MOD_param, SPACE_param},           {MOD_shared_cta, SPACE_shared},
        {MOD_shared_cluster, SPACE_shared}, {MOD_param_entry, SPACE_param},
        {MOD_param_func, SPACE_param},
    };
    bool second = inst_has(in, MOD_evict_unchanged) || inst_has(in, MOD_evict_first) ||
                  inst_has(in, MOD_evict_last) || inst_has(in, MOD_evict_normal);
    if (m == MOD_evict_first && second)
        m = MOD_else_evict_first;
    if (m == MOD_row && inst_has(in, MOD_col))
        m = MOD_col_row; // the layouts of A and B
    in->mods[m / 64] |= (uint64_t)1 << (m % 64);
    for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++) {
        if (spaces[i].mod == m)
            in->space = (uint8_t)spaces[i].space;
    }
    if (m == MOD_v2 || m == MOD_v4 || m == MOD_v8)
        in->vec = m == MOD_v2 ? 2 : m == MOD_v4 ? 4 : 8;
}

// Takes one suffix, without its dot; false if we do not know it.
static bool add_suffix(Parser *p, Form *f, const char *text, size_t length)
{
    Name *n = name_find(p, text, length);
    if (n && n->type >= 0) {
        if (f->inst.ntypes == MAX_TYPES)
            return false;
        f->inst.type[f->inst.ntypes++] = (uint8_t)n->type;
        return true;
    }
    if (n && n->mod >= 0) {
        add_mod(&f->inst, (Mod)n->mod);
        return true;
    }
    unsigned columns;
    int end = 0; // k follows from the types
    if (sscanf(text, "m64n%3uk%*3u%n", &columns, &end) == 1 && end == (int)length) {
        f->inst.columns = (uint16_t)columns;
        return columns >= 8 && columns <= 256 && columns % 8 == 0;
    }
    if (!memmem(text, length, "::", 2))
        return false;
    f->cache_hint |= length >= 10 && !memcmp(text + length - 10, "cache_hint", 10);
    return true; // advice to the caches
}

// "vote.ballot.sync" is accepted for "vote.sync.ballot": a .sync found among the
// suffixes belongs to the opcode if the two make one.
static uint16_t with_sync(Parser *p, uint16_t op)
{
    char text[40];
    int length = snprintf(text, sizeof text, "%s.sync", op_info[op].text);
    Name *n = length < (int)sizeof text ? name_find(p, text, (size_t)length) : NULL;
    return n && n->op >= 0 ? (uint16_t)n->op : op;
}

static void count_operands(Form *f, const char *args)
{
    bool optional = false;
    for (; *args; args++) {
        if (*args == '?') {
            optional = true;
            continue;
        }
        f->max++;
        f->min += !optional;
    }
}

static Form *decode(Parser *p, const char *text, size_t length)
{
    Form *f = parse_temp(p, sizeof *f);
    f->inst.op = OP_COUNT;
    f->inst.vec = 1;
    uint16_t op = OP_COUNT;
    size_t at = match_op(p, text, length, &op);
    if (op == OP_COUNT)
        return f;
    while (at < length) {
        const char *word = text + at + 1;
        const char *dot = memchr(word, '.', length - at - 1);
        size_t size = dot ? (size_t)(dot - word) : length - at - 1;
        if (!add_suffix(p, f, word, size))
            return f;
        at += 1 + size;
    }
    if (inst_has(&f->inst, MOD_sync))
        op = with_sync(p, op);
    f->inst.op = op;
    count_operands(f, op_info[op].args);
    return f;
}

// The current token is the opcode's first word.
static Form *take_opcode(Parser *p)
{
    lex_opcode(p);
    Name *n = name_of(p, p->tok.text, p->tok.length);
    if (n->form)
        return n->form;
    // In PTX written by hand there may be a space before a suffix.
    char *text = parse_temp(p, n->length + 1);
    size_t length = 0;
    for (uint32_t i = 0; i < n->length; i++) {
        if (!strchr(" \t\r\n", n->text[i]))
            text[length++] = n->text[i];
    }
    return n->form = decode(p, text, length);
}

// ---- operands -------------------------------------------------------

static void set_value(Operand *o, Value v)
{
    o->kind = OPND_imm;
    o->imm = v.bits;
    o->is_float = v.is_float;
    o->is_float32 = v.is_float32;
}

static int64_t parse_offset(Parser *p)
{
    Value v = parse_value(p);
    if (v.is_float)
        parse_fail(p, p->tok.line, "an offset that is not a whole number");
    return (int64_t)v.bits;
}

// Special registers that exist, but which the machine does not model.
static bool is_foreign_special(const Name *n)
{
    static const char *const prefixes[] = {"%pm", "%reserved_smem_offset_", "%envreg"};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        if (!strncmp(n->text, prefixes[i], strlen(prefixes[i])))
            return true;
    }
    return false;
}

// The special register "%tid.x" of a name that begins with "%tid"; -1: none.
static int special_part(Parser *p, const Name *n, size_t length, char letter)
{
    char text[40];
    if (length + 3 > sizeof text)
        return -1;
    memcpy(text, n->text, length);
    memcpy(text + length, (char[3]){'.', letter}, 3);
    Name *part = name_find(p, text, length + 2);
    return part ? part->special : -1;
}

// %tid as a whole has four elements; the last one, %tid.w, is always 0.
static bool take_special_vector(Parser *p, const Name *n, Operand *o)
{
    bool last = n->length > 2 && !strcmp(n->text + n->length - 2, ".w");
    size_t length = n->length - (last ? 2 : 0);
    if (*n->text != '%' || special_part(p, n, length, 'x') < 0)
        return false;
    if (last) {
        o->kind = OPND_imm;
        return true;
    }
    o->kind = OPND_vector;
    o->nvec = 4;
    o->vec = parse_alloc(p, 4 * sizeof *o->vec);
    memset(o->vec, 0, 4 * sizeof *o->vec);
    for (int i = 0; i < 3; i++)
        o->vec[i] = (Operand){.kind = OPND_special,
                              .special = (uint16_t)special_part(p, n, length, "xyz"[i])};
    o->vec[3].kind = OPND_imm;
    return true;
}

static Symbol *find_symbol(Parser *p, Name *n)
{
    Binding *b = scope_find(p, n);
    if (!b || b->kind != BIND_symbol)
        parse_fail(p, p->tok.line, "'%s' is not declared", n->text);
    return b->sym;
}

// A name: register, special register, symbol with or without an offset.
static void parse_named(Parser *p, Operand *o)
{
    uint32_t line = p->tok.line;
    int element = -1;
    Name *n = tok_name(p, "an operand");
    Binding *b = scope_find(p, n);
    if (b && b->kind == BIND_reg) {
        o->kind = OPND_reg;
        o->type = (uint8_t)b->type;
        o->reg = b->reg;
    } else if (b && b->kind == BIND_symbol) {
        o->kind = OPND_symbol;
        o->sym = b->sym;
    } else if (b && b->kind == BIND_vector) {
        take_vector(p, b, -1, o);
    } else if (b) {
        parse_fail(p, line, "the label '%s' as an operand", n->text);
    } else if (n->special >= 0) {
        o->kind = OPND_special;
        o->special = (uint16_t)n->special;
    } else if (n->length == 1 && n->text[0] == '_') {
        o->kind = OPND_sink;
    } else if (!strcmp(n->text, "generic") && tok_accept(p, '(')) {
        o->kind = OPND_symbol;
        o->sym = find_symbol(p, tok_name(p, "a symbol"));
        tok_expect(p, ')');
    } else if ((b = vector_of_word(p, n, &element))) {
        take_vector(p, b, element, o);
    } else if (take_special_vector(p, n, o)) {
        ;
    } else if (is_foreign_special(n)) {
        p->unsupported = true;
    } else {
        parse_fail(p, line, "'%s' is not declared", n->text);
    }
    if (o->kind == OPND_symbol && (tok_is(p, '+') || tok_is(p, '-')))
        o->offset = parse_offset(p);
}

static void parse_vector(Parser *p, Operand *o);

// [reg], [reg+4], [sym+-4], [16]; the current token is after the '['. In [map, {x, y}] the
// coordinates are an operand of their own, which follows.
static void parse_memory(Parser *p, Operand *o, Operand *coordinates)
{
    if (p->tok.kind == TOK_word && !tok_is_warp_size(p)) {
        parse_named(p, o);
        if (!p->unsupported && o->kind != OPND_reg && o->kind != OPND_symbol)
            parse_fail(p, p->tok.line, "an address that is neither register nor symbol");
        if (o->kind == OPND_reg && (tok_is(p, '+') || tok_is(p, '-')))
            o->offset = parse_offset(p);
    } else {
        set_value(o, parse_value(p));
        if (o->is_float)
            parse_fail(p, p->tok.line, "a floating-point constant as an address");
    }
    o->base = o->kind;
    o->kind = OPND_mem;
    if (coordinates && tok_accept(p, ',')) {
        tok_expect(p, '{');
        parse_vector(p, coordinates);
    }
    tok_expect(p, ']');
}

static void parse_scalar(Parser *p, Operand *o)
{
    if (tok_is(p, '!')) {
        lex_next(p);
        parse_scalar(p, o);
        if (o->kind == OPND_imm)
            o->imm = !o->imm;
        else if (o->kind != OPND_reg || o->type != TYPE_pred)
            parse_fail(p, p->tok.line, "'!' before something that is not a predicate");
        else
            o->negate = !o->negate;
    } else if (p->tok.kind == TOK_word && !tok_is_warp_size(p)) {
        parse_named(p, o);
    } else {
        set_value(o, parse_value(p));
    }
}

// {a, b, c, d}; the current token is after the '{'.
static void parse_vector(Parser *p, Operand *o)
{
    Operand vec[MAX_VECTOR];
    uint16_t count = 0;
    do {
        if (count == MAX_VECTOR)
            parse_fail(p, p->tok.line, "a vector of more than %d elements", MAX_VECTOR);
        vec[count] = (Operand){0};
        parse_scalar(p, &vec[count++]);
    } while (tok_accept(p, ','));
    tok_expect(p, '}');
    if (count == 1) { // ptxas takes braces around a single value
        *o = vec[0];
        return;
    }
    o->kind = OPND_vector;
    o->nvec = count;
    o->vec = parse_alloc(p, count * sizeof *vec);
    memcpy(o->vec, vec, count * sizeof *vec);
}

// ".b3", ".h10": what a video instruction takes of a register.
static uint32_t parse_part(Parser *p)
{
    const char *text = p->tok.text + 1;
    uint32_t count = (uint32_t)p->tok.length - 2, part = *text == 'h' ? PART_half : 0;
    uint32_t most = *text == 'h' ? 2 : 4;
    bool good = (*text == 'b' || *text == 'h') && count >= 1 && count <= most;
    for (uint32_t i = 1; good && i <= count; i++) {
        good = text[i] >= '0' && text[i] < '0' + (int)(2 * most);
        part |= (uint32_t)(text[i] - '0') << 3 * (count - i);
    }
    if (!good)
        tok_unexpected(p, "a part of a register");
    lex_next(p);
    return part | count << PART_count_shift;
}

// vmad.u32.u32.u32 %d, -%a.b0, %b.h1, %c
static void parse_video_operand(Parser *p, Operand *o)
{
    uint32_t minus = tok_is(p, '-') ? PART_minus : 0;
    if (p->tok.kind != TOK_word && !minus) {
        parse_scalar(p, o);
        return;
    }
    if (minus)
        lex_next(p);
    parse_scalar(p, o);
    if (minus && o->kind == OPND_imm)
        o->imm = -o->imm;
    else if (o->kind == OPND_reg)
        o->part = minus;
    if (o->kind == OPND_reg && p->tok.kind == TOK_directive)
        o->part |= parse_part(p);
}

static void parse_operand(Parser *p, Operand *o, Operand *coordinates)
{
    if (tok_accept(p, '['))
        parse_memory(p, o, coordinates);
    else if (tok_accept(p, '{'))
        parse_vector(p, o);
    else
        parse_scalar(p, o);
}

// ---- calls ----------------------------------------------------------

// "(a, b)"; the current token is after the '('.
static Operand *parse_arguments(Parser *p, uint16_t *count)
{
    Operand *list = NULL;
    uint32_t room = 0, n = 0;
    while (!tok_is(p, ')')) {
        if (n == room) {
            room = room ? 2 * room : 4;
            Operand *bigger = parse_alloc(p, room * sizeof *bigger);
            if (n)
                memcpy(bigger, list, n * sizeof *bigger);
            list = bigger;
        }
        parse_scalar(p, &list[n++]);
        if (!tok_accept(p, ','))
            break;
    }
    tok_expect(p, ')');
    if (n > UINT16_MAX)
        parse_fail(p, p->tok.line, "too many arguments");
    *count = (uint16_t)n;
    return list;
}

// call (ret), target, (args), prototype; the current token is after the opcode.
static CallInfo *parse_call(Parser *p)
{
    CallInfo *call = parse_alloc(p, sizeof *call);
    if (tok_accept(p, '(')) {
        call->ret = parse_arguments(p, &call->nret);
        tok_expect(p, ',');
    }
    parse_named(p, &call->target);
    if (call->target.kind == OPND_symbol && call->target.sym->kind == SYM_func)
        call->func = call->target.sym;
    else if (call->target.kind != OPND_reg)
        parse_fail(p, p->tok.line, "a call of something that is not a function");
    bool more = tok_accept(p, ',');
    if (more && tok_accept(p, '(')) {
        call->arg = parse_arguments(p, &call->narg);
        more = tok_accept(p, ',');
    }
    if (more) {
        Name *n = tok_name(p, "a prototype");
        Binding *b = scope_find(p, n);
        if (!b || b->kind != BIND_proto)
            parse_fail(p, p->tok.line, "'%s' is not a prototype", n->text);
        call->proto = b->proto;
    }
    if (!call->func && !call->proto)
        parse_fail(p, p->tok.line, "an indirect call without a prototype");
    return call;
}

// ---- instructions ---------------------------------------------------

static const char *skip_optional(const char *args) { return *args == '?' ? args + 1 : args; }

static bool takes_coordinates(uint16_t op)
{
    return op == OP_cp_async_bulk_tensor || op == OP_cp_reduce_async_bulk_tensor ||
           op == OP_cp_async_bulk_prefetch_tensor || op == OP_tex || op == OP_tld4 ||
           op == OP_suld_b || op == OP_sust_b;
}

static void parse_operands(Parser *p, const Form *f, Inst *in)
{
    const char *args = op_info[in->op].args;
    unsigned max = f->max + f->cache_hint;
    while (!tok_is(p, ';')) {
        if (in->nopnd == max || in->nopnd == MAX_OPERANDS)
            parse_fail(p, p->tok.line, "%s with more than %u operands", op_info[in->op].text, max);
        args = skip_optional(args);
        Operand *o = &in->opnd[in->nopnd];
        if (*args == 'l') {
            uint32_t line = p->tok.line;
            scope_refer(p, tok_name(p, "a label"),
                        (Fixup){.inst = p->ninsts, .index = in->nopnd, .line = line});
            o->kind = OPND_label;
        } else if (in->op >= OP_vadd && in->op <= OP_vset4) {
            parse_video_operand(p, o);
        } else {
            bool room = in->nopnd + 1u < max && in->nopnd + 1 < MAX_OPERANDS;
            Operand *next = room && takes_coordinates(in->op) ? o + 1 : NULL;
            parse_operand(p, o, next);
            if (next && next->kind != OPND_none) {
                in->nopnd++;
                args = skip_optional(args) + 1;
            }
        }
        if (in->nopnd == 0 && tok_accept(p, '|'))
            parse_scalar(p, &in->second);
        in->nopnd++;
        args += *args != '\0';
        if (!tok_accept(p, ','))
            break;
    }
    // The cache hint is the last operand; drop it.
    if (f->cache_hint && in->nopnd > f->min) {
        in->nopnd--;
        in->opnd[in->nopnd] = (Operand){0};
    }
}

// The text from `start` to the current token, in one line.
static const char *one_line(Parser *p, const char *start)
{
    size_t length = (size_t)(p->tok.text - start), n = 0;
    char *text = parse_alloc(p, length + 1);
    for (size_t i = 0; i < length; i++) {
        bool space = start[i] == ' ' || start[i] == '\t' || start[i] == '\n' || start[i] == '\r';
        if (!space)
            text[n++] = start[i];
        else if (n && text[n - 1] != ' ')
            text[n++] = ' ';
    }
    text[n] = '\0';
    return text;
}

// An instruction that is not decoded mentions its registers, too.
static void mention_registers(Parser *p, const char *text)
{
    for (const char *at = strchr(text, '%'); at; at = strchr(at + 1, '%')) {
        size_t length = 1;
        while (isalnum((unsigned char)at[length]) || strchr("_$", at[length] ? at[length] : ' '))
            length++;
        if (length > 1)
            scope_find(p, name_of(p, at, length));
    }
}

void parse_inst(Parser *p, Operand guard)
{
    const char *start = p->tok.text;
    uint32_t line = p->tok.line;
    const Form *f = take_opcode(p);
    Inst in = f->inst;
    uint64_t scratch = p->scratch;
    const Operand *results = NULL;
    bool moved = false;
    in.guard = guard;
    in.loc = p->loc;
    in.text_line = line;
    lex_next(p);
    p->unsupported = false;
    if (in.op == OP_COUNT) {
        lex_skip_statement(p);
    } else if (in.op == OP_call) {
        in.call = parse_call(p);
        store_vector_arguments(p, in.call, guard);
        results = name_register_results(p, in.call);
        check_call(p, in.call, line);
    } else {
        if (in.op == OP_ret)
            store_register_results(p, guard);
        parse_operands(p, f, &in);
        moved = !p->unsupported && append_vector_mov(p, f, &in);
        if (!moved && !p->unsupported)
            check_operands(p, f, &in, line);
    }
    if (!tok_is(p, ';'))
        tok_unexpected(p, "';'");
    if (in.op == OP_COUNT || p->unsupported) {
        in.op = OP_COUNT;
        in.unknown = one_line(p, start);
        p->func->asks_images |= strstr(in.unknown, "txq.") || strstr(in.unknown, "suq.");
        mention_registers(p, in.unknown);
    }
    if (!moved)
        append_inst(p, &in);
    if (results)
        load_register_results(p, in.call, results, guard);
    p->scratch = scratch;
    lex_next(p);
}
