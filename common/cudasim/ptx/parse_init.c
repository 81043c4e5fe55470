// parse_init.c - constant expressions, and the initialisers of variables.
//
// Expressions are those of C, on 64-bit integers and doubles. An initialiser is a
// nested list of values: numbers, addresses (sym, sym+8, generic(sym)+8), and single
// bytes of an address, as 0xFF00(generic(sym)+8): nvcc writes unaligned pointers so.
#include "parse.h"

#include <string.h>

static Value of_int(uint64_t bits) { return (Value){.bits = bits}; }

static Value of_double(double d)
{
    Value v = {.is_float = true};
    memcpy(&v.bits, &d, sizeof d);
    return v;
}

static double to_double(Value v)
{
    double d;
    if (v.is_float32) {
        uint32_t bits = (uint32_t)v.bits;
        float f;
        memcpy(&f, &bits, sizeof f);
        return f;
    }
    if (!v.is_float)
        return v.is_unsigned ? (double)v.bits : (double)(int64_t)v.bits;
    memcpy(&d, &v.bits, sizeof d);
    return d;
}

// ---- operators ------------------------------------------------------

typedef struct {
    const char *text;
    int precedence;
} Operator;

// Longer spellings first.
static const Operator operators[] = {
    {"<<", 8}, {">>", 8}, {"<=", 7}, {">=", 7}, {"==", 6}, {"!=", 6},
    {"&&", 2}, {"||", 1}, {"*", 10}, {"/", 10}, {"%", 10}, {"+", 9},
    {"-", 9},  {"<", 7},  {">", 7},  {"&", 5},  {"^", 4},  {"|", 3},
};

// The operator that starts at the current token, or NULL. A second character of it
// has not been read yet.
static const Operator *operator_here(const Parser *p)
{
    // "%" starts a word for the lexer unless nothing that belongs to one follows.
    bool percent = p->tok.kind == TOK_word && p->tok.length == 1 && p->tok.text[0] == '%';
    if (p->tok.kind != TOK_punct && !percent)
        return NULL;
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
        if (!strncmp(p->tok.text, operators[i].text, strlen(operators[i].text)))
            return &operators[i];
    }
    return NULL;
}

static Value combine_double(Parser *p, const char *op, double a, double b)
{
    switch (op[0]) {
    case '*': return of_double(a * b);
    case '/': return of_double(a / b);
    case '+': return of_double(a + b);
    case '-': return of_double(a - b);
    case '<': return of_int(op[1] ? a <= b : a < b);
    case '>': return of_int(op[1] ? a >= b : a > b);
    case '=': return of_int(a == b);
    case '!': return of_int(a != b);
    }
    parse_fail(p, p->tok.line, "'%s' between floating-point constants", op);
}

static uint64_t fold_division(Parser *p, char op, uint64_t a, uint64_t b, bool is_unsigned)
{
    if (b == 0)
        parse_fail(p, p->tok.line, "division by zero in a constant");
    if (is_unsigned)
        return op == '/' ? a / b : a % b;
    if (b == UINT64_MAX) // -1, where the quotient may not fit
        return op == '/' ? 0 - a : 0;
    return (uint64_t)(op == '/' ? (int64_t)a / (int64_t)b : (int64_t)a % (int64_t)b);
}

static bool less(uint64_t a, uint64_t b, bool is_unsigned)
{
    return is_unsigned ? a < b : (int64_t)a < (int64_t)b;
}

static uint64_t shift(char op, uint64_t a, uint64_t count, bool is_unsigned)
{
    if (count > 63)
        return op == '>' && !is_unsigned && a >> 63 ? UINT64_MAX : 0;
    if (op == '<')
        return a << count;
    return is_unsigned ? a >> count : (uint64_t)((int64_t)a >> count);
}

static Value fold_pair(Parser *p, const char *op, Value x, Value y)
{
    if (x.is_float || y.is_float)
        return combine_double(p, op, to_double(x), to_double(y));
    uint64_t a = x.bits, b = y.bits;
    bool u = x.is_unsigned || y.is_unsigned;
    Value v = {.is_unsigned = u};
    bool twice = op[1] == op[0], or_equal = op[1] == '=';
    switch (op[0]) {
    case '*': v.bits = a * b; return v;
    case '/':
    case '%': v.bits = fold_division(p, op[0], a, b, u); return v;
    case '+': v.bits = a + b; return v;
    case '-': v.bits = a - b; return v;
    case '<':
        if (!twice)
            return of_int(or_equal ? !less(b, a, u) : less(a, b, u));
        return (Value){.bits = shift('<', a, b, x.is_unsigned), .is_unsigned = x.is_unsigned};
    case '>':
        if (!twice)
            return of_int(or_equal ? !less(a, b, u) : less(b, a, u));
        return (Value){.bits = shift('>', a, b, x.is_unsigned), .is_unsigned = x.is_unsigned};
    case '=': return of_int(a == b);
    case '!': return of_int(a != b);
    case '&': v.bits = twice ? a && b : a & b; return v;
    case '^': v.bits = a ^ b; return v;
    default: // '|'
        v.bits = twice ? a || b : a | b;
        return v;
    }
}

static Value fold_negation(Value v)
{
    if (v.is_float32)
        v.bits ^= 0x80000000u;
    else if (v.is_float)
        v.bits ^= (uint64_t)1 << 63;
    else
        v = of_int(0 - v.bits);
    return v;
}

// ---- the grammar ----------------------------------------------------

static Value parse_choice(Parser *p, int depth);

// "(.s64) x" and "(x)"; the current token is after the parenthesis.
static Value parse_parenthesis(Parser *p, int depth, Value (*operand)(Parser *, int))
{
    if (tok_is_directive(p, ".s64") || tok_is_directive(p, ".u64")) {
        bool is_unsigned = tok_is_directive(p, ".u64");
        lex_next(p);
        tok_expect(p, ')');
        Value v = operand(p, depth + 1);
        if (v.is_float)
            parse_fail(p, p->tok.line, "a cast of a floating-point constant");
        v.is_unsigned = is_unsigned;
        return v;
    }
    Value v = parse_choice(p, depth + 1);
    tok_expect(p, ')');
    return v;
}

bool tok_is_warp_size(const Parser *p)
{
    return p->tok.kind == TOK_word && p->tok.length == 7 && !memcmp(p->tok.text, "WARP_SZ", 7);
}

static Value parse_unary(Parser *p, int depth)
{
    if (depth > MAX_DEPTH)
        parse_fail(p, p->tok.line, "a constant nested too deeply");
    Value v;
    if (p->tok.kind == TOK_number) {
        v = p->tok.value;
        lex_next(p);
        return v;
    }
    if (tok_accept(p, '+'))
        return parse_unary(p, depth + 1);
    if (tok_accept(p, '-'))
        return fold_negation(parse_unary(p, depth + 1));
    if (tok_accept(p, '!')) {
        v = parse_unary(p, depth + 1);
        return of_int(v.is_float ? to_double(v) == 0 : v.bits == 0);
    }
    if (tok_accept(p, '~')) {
        v = parse_unary(p, depth + 1);
        if (v.is_float)
            parse_fail(p, p->tok.line, "'~' before a floating-point constant");
        v.bits = ~v.bits;
        return v;
    }
    if (tok_accept(p, '('))
        return parse_parenthesis(p, depth, parse_unary);
    if (tok_is_warp_size(p)) {
        lex_next(p);
        return of_int(32);
    }
    tok_unexpected(p, "a number");
}

static Value parse_binary(Parser *p, int precedence, int depth)
{
    Value left = parse_unary(p, depth);
    for (;;) {
        const Operator *op = operator_here(p);
        if (!op || op->precedence < precedence)
            return left;
        if (op->text[1])
            p->at++;
        lex_next(p);
        left = fold_pair(p, op->text, left, parse_binary(p, op->precedence + 1, depth + 1));
    }
}

static Value parse_choice(Parser *p, int depth)
{
    Value v = parse_binary(p, 1, depth);
    if (!tok_accept(p, '?'))
        return v;
    bool yes = v.is_float ? to_double(v) != 0 : v.bits != 0;
    Value a = parse_choice(p, depth + 1);
    tok_expect(p, ':');
    Value b = parse_choice(p, depth + 1);
    return yes ? a : b;
}

Value parse_value(Parser *p)
{
    // Nearly all constants are a number alone.
    if (p->tok.kind == TOK_number) {
        Value v = p->tok.value;
        char c = *p->at;
        if (c == ',' || c == ';' || c == ']' || c == '}') {
            lex_next(p);
            return v;
        }
    }
    return parse_choice(p, 0);
}

uint64_t parse_count(Parser *p, const char *what, uint64_t max)
{
    uint32_t line = p->tok.line;
    Value v = parse_value(p);
    if (v.is_float || (int64_t)v.bits < 0)
        parse_fail(p, line, "%s must be a whole number", what);
    if (v.bits > max)
        parse_fail(p, line, "%s is too large: %llu", what, (unsigned long long)v.bits);
    return v.bits;
}

// ---- initialisers ---------------------------------------------------

typedef struct {
    Symbol *sym;
    uint64_t *dims;
    unsigned ndims;
    uint8_t *bytes;
    uint64_t room, end; // allocated; highest byte that was given
    uint32_t reloc_room;
} Init;

static void init_reserve(Parser *p, Init *in, uint64_t end)
{
    if (end > in->end)
        in->end = end;
    if (end <= in->room)
        return;
    // Only an array without a size grows; its old bytes are temporary memory.
    uint64_t room = in->room ? in->room * 2 : 256;
    while (room < end)
        room *= 2;
    uint8_t *bytes = parse_temp(p, room);
    if (in->room)
        memcpy(bytes, in->bytes, in->room);
    in->bytes = bytes;
    in->room = room;
}

static uint64_t float_to_type(Type type, Value v)
{
    if (type == TYPE_f32) {
        float f = (float)to_double(v);
        uint32_t bits;
        memcpy(&bits, &f, sizeof bits);
        return v.is_float32 ? v.bits : bits;
    }
    Value d = of_double(to_double(v));
    return d.bits;
}

static void init_number(Parser *p, Init *in, uint64_t offset, Value v)
{
    Type type = in->sym->type;
    uint64_t bits = v.bits;
    if (type == TYPE_f32 || type == TYPE_f64)
        bits = float_to_type(type, v);
    else if (v.is_float)
        parse_fail(p, p->tok.line, "a floating-point constant in '%s' of type %s", in->sym->name,
                   type_name(type));
    for (unsigned i = 0; i < type_bytes(type) && i < sizeof bits; i++)
        in->bytes[offset + i] = (uint8_t)(bits >> (8 * i));
}

// sym, sym+8, generic(sym), generic(sym)+8
static Reloc parse_address(Parser *p)
{
    Reloc r = {0};
    Name *n = tok_name(p, "a symbol");
    if (!strcmp(n->text, "generic") && tok_accept(p, '(')) {
        r.generic = true;
        n = tok_name(p, "a symbol");
        tok_expect(p, ')');
    }
    Binding *b = scope_find(p, n);
    if (!b || b->kind != BIND_symbol)
        parse_fail(p, p->tok.line, "'%s' is not declared", n->text);
    r.sym = b->sym;
    if (tok_is(p, '+') || tok_is(p, '-'))
        r.addend = (int64_t)parse_value(p).bits;
    return r;
}

static void add_reloc(Parser *p, Init *in, Reloc r)
{
    Symbol *s = in->sym;
    Reloc *last = s->nrelocs ? &s->relocs[s->nrelocs - 1] : NULL;
    // Bytes of one address that follow each other become one relocation.
    if (last && last->sym == r.sym && last->addend == r.addend && last->generic == r.generic &&
        last->offset + last->bytes == r.offset && r.bytes == 1 && last->shift == 0 &&
        r.shift == 8 * last->bytes && last->bytes < 8) {
        last->bytes++;
        return;
    }
    if (s->nrelocs == in->reloc_room) {
        in->reloc_room = in->reloc_room ? in->reloc_room * 2 : 4;
        Reloc *bigger = parse_alloc(p, in->reloc_room * sizeof *bigger);
        if (s->nrelocs)
            memcpy(bigger, s->relocs, s->nrelocs * sizeof *bigger);
        s->relocs = bigger;
    }
    s->relocs[s->nrelocs++] = r;
}

// 0xFF00(generic(sym)+8): byte 1 of an address. The mask has been read.
static Reloc parse_masked(Parser *p, uint64_t mask)
{
    unsigned shift = mask ? (unsigned)__builtin_ctzll(mask) : 64;
    if (shift > 56 || shift % 8 || mask != (uint64_t)0xff << shift)
        parse_fail(p, p->tok.line, "a mask that is not one byte of an address");
    tok_expect(p, '(');
    Reloc r = parse_address(p);
    tok_expect(p, ')');
    r.shift = (uint8_t)shift;
    r.bytes = 1;
    return r;
}

static void parse_element(Parser *p, Init *in, uint64_t offset)
{
    unsigned size = type_bytes(in->sym->type);
    if (offset + size > MAX_INIT || (in->sym->size && offset + size > in->sym->size))
        parse_fail(p, p->tok.line, "too many values for '%s'", in->sym->name);
    init_reserve(p, in, offset + size);
    Reloc r;
    if (p->tok.kind == TOK_word && !tok_is_warp_size(p)) {
        r = parse_address(p);
        r.bytes = (uint8_t)(size < 8 ? size : 8);
    } else {
        Value v = parse_value(p);
        if (!tok_is(p, '(')) {
            init_number(p, in, offset, v);
            return;
        }
        r = parse_masked(p, v.bits);
        if (size != 1)
            parse_fail(p, p->tok.line, "a byte of an address in '%s' of type %s", in->sym->name,
                       type_name(in->sym->type));
    }
    r.offset = offset;
    add_reloc(p, in, r);
}

// {...} of dimension `level`, whose first element is at `offset`.
static void parse_list(Parser *p, Init *in, unsigned level, uint64_t offset)
{
    if (level > MAX_DIMENSIONS)
        parse_fail(p, p->tok.line, "an initialiser nested too deeply");
    uint64_t step = type_bytes(in->sym->type); // bytes of one element of this list
    uint64_t inner = step;
    for (unsigned i = level + 1; i < in->ndims; i++)
        inner *= in->dims[i];
    tok_expect(p, '{');
    while (!tok_is(p, '}')) {
        if (tok_is(p, '{')) {
            parse_list(p, in, level + 1, offset);
            offset += level + 1 < in->ndims ? inner : step;
        } else {
            parse_element(p, in, offset);
            offset += step;
        }
        if (!tok_accept(p, ','))
            break;
        if (offset > MAX_INIT)
            parse_fail(p, p->tok.line, "too many values for '%s'", in->sym->name);
    }
    tok_expect(p, '}');
}

// The current token is after the '='.
void parse_initialiser(Parser *p, Symbol *sym, uint64_t *dims, unsigned ndims)
{
    Init in = {.sym = sym, .dims = dims, .ndims = ndims};
    if (sym->size > MAX_INIT)
        parse_fail(p, p->tok.line, "an initialiser for %llu bytes", (unsigned long long)sym->size);
    if (sym->size) {
        in.bytes = parse_alloc(p, sym->size);
        in.room = sym->size;
    }
    if (tok_is(p, '{'))
        parse_list(p, &in, 0, 0);
    else
        parse_element(p, &in, 0);
    if (!sym->size && in.end) { // x[] = {...}
        uint64_t row = type_bytes(sym->type);
        for (unsigned i = 1; i < ndims; i++)
            row *= dims[i];
        sym->size = row ? (in.end + row - 1) / row * row : in.end;
        uint8_t *bytes = parse_alloc(p, sym->size);
        memcpy(bytes, in.bytes, in.end);
        in.bytes = bytes;
    }
    sym->init = in.bytes;
}
