// lex.c - characters to tokens, one at a time: p->tok is the current token and
// p->at the character after it. The text ends with a NUL, which no token
// contains, so that reading one character more is always allowed.
#include "parse.h"

#include <stdlib.h>
#include <string.h>

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool is_hex(char c)
{
    return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

static bool starts_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || c == '%';
}

static bool in_word(char c) { return (starts_word(c) && c != '%') || is_digit(c); }

static void skip_block_comment(Parser *p)
{
    uint32_t start = p->line;
    for (p->at += 2; !(p->at[0] == '*' && p->at[1] == '/'); p->at++) {
        if (!*p->at)
            parse_fail(p, start, "a comment that never ends");
        p->line += *p->at == '\n';
    }
    p->at += 2;
}

// nvcc has these comments around the text of an asm statement.
static void note_asm(Parser *p, const char *comment, size_t n)
{
    static const char begin[] = " begin inline asm", end[] = " end inline asm";
    if (n == sizeof begin - 1 && !memcmp(comment, begin, n))
        p->in_asm = true;
    if (n == sizeof end - 1 && !memcmp(comment, end, n))
        p->in_asm = false;
}

static void skip_space(Parser *p)
{
    for (;;) {
        if (*p->at == '\n') {
            p->line++;
            p->at++;
        } else if (*p->at == ' ' || *p->at == '\t' || *p->at == '\r') {
            p->at++;
        } else if (p->at[0] == '/' && p->at[1] == '/') {
            const char *comment = p->at + 2;
            while (*p->at && *p->at != '\n')
                p->at++;
            note_asm(p, comment, (size_t)(p->at - comment));
        } else if (p->at[0] == '/' && p->at[1] == '*') {
            skip_block_comment(p);
        } else {
            return;
        }
    }
}

// ---- numbers --------------------------------------------------------

static unsigned hex_value(char c) { return is_digit(c) ? c - '0' : (c | 32) - 'a' + 10; }

// 0f3f800000 and 0d3ff0000000000000: the bits of a float and of a double.
static void read_float_bits(Parser *p, unsigned digits)
{
    Value *v = &p->tok.value;
    p->at += 2;
    for (unsigned i = 0; i < digits; i++) {
        if (!is_hex(*p->at))
            parse_fail(p, p->line, "a floating-point constant needs %u hexadecimal digits", digits);
        v->bits = v->bits << 4 | hex_value(*p->at++);
    }
    v->is_float = true;
    v->is_float32 = digits == 8;
}

static void read_integer(Parser *p, unsigned base)
{
    Value *v = &p->tok.value;
    bool overflow = false;
    const char *start = p->at;
    for (; is_hex(*p->at) && hex_value(*p->at) < base; p->at++) {
        overflow |= __builtin_mul_overflow(v->bits, (uint64_t)base, &v->bits);
        overflow |= __builtin_add_overflow(v->bits, (uint64_t)hex_value(*p->at), &v->bits);
    }
    if (p->at == start)
        parse_fail(p, p->line, "a number without digits");
    if (overflow)
        parse_fail(p, p->line, "a number with more than 64 bits");
    v->is_unsigned = v->bits >> 63;
    if (*p->at == 'U') {
        v->is_unsigned = true;
        p->at++;
    }
}

static bool is_decimal_float(const char *at)
{
    while (is_digit(*at))
        at++;
    return *at == '.' || *at == 'e' || *at == 'E';
}

static void read_digits(Parser *p)
{
    char second = (char)(p->at[0] == '0' ? p->at[1] | 32 : 0);
    p->tok.value = (Value){0};
    if (second == 'f') {
        read_float_bits(p, 8);
    } else if (second == 'd') {
        read_float_bits(p, 16);
    } else if (second == 'x') {
        p->at += 2;
        read_integer(p, 16);
    } else if (second == 'b') {
        p->at += 2;
        read_integer(p, 2);
    } else if (is_decimal_float(p->at)) {
        char *end;
        double d = strtod(p->at, &end);
        p->at = end;
        memcpy(&p->tok.value.bits, &d, sizeof d);
        p->tok.value.is_float = true;
    } else {
        read_integer(p, p->at[0] == '0' && is_digit(p->at[1]) ? 8 : 10);
    }
    if (in_word(*p->at))
        parse_fail(p, p->line, "'%c' in a number", *p->at);
}

// ---- tokens ---------------------------------------------------------

// A '.' or '%' word and, in suffixes such as .shared::cta, the part after "::".
static void read_word(Parser *p)
{
    p->at++;
    while (in_word(*p->at))
        p->at++;
}

static void read_directive(Parser *p)
{
    read_word(p);
    while (p->at[0] == ':' && p->at[1] == ':' && in_word(p->at[2])) {
        p->at++;
        read_word(p);
    }
}

static void read_string(Parser *p)
{
    const char *start = ++p->at;
    while (*p->at != '"') {
        if (!*p->at || *p->at == '\n')
            parse_fail(p, p->line, "a string that never ends");
        p->at += p->at[0] == '\\' && p->at[1] && p->at[1] != '\n' ? 2 : 1;
    }
    p->tok.text = start;
    p->tok.length = (size_t)(p->at - start);
    p->at++;
}

void lex_next(Parser *p)
{
    Token *t = &p->tok;
    skip_space(p);
    t->text = p->at;
    t->line = p->line;
    t->punct = '\0';
    char c = *p->at;
    if (starts_word(c)) {
        t->kind = TOK_word;
        read_word(p);
        // %tid.x is one name; so is any other special register with a part.
        if (c == '%' && p->at[0] == '.' && p->at[1] >= 'w' && p->at[1] <= 'z' && !in_word(p->at[2]))
            p->at += 2;
    } else if (is_digit(c) || (c == '.' && is_digit(p->at[1]))) {
        t->kind = TOK_number;
        read_digits(p);
    } else if (c == '.' && in_word(p->at[1])) {
        t->kind = TOK_directive;
        read_directive(p);
    } else if (c == '"') {
        t->kind = TOK_string;
        read_string(p);
        return;
    } else if (c == '\0') {
        t->kind = TOK_end;
    } else {
        t->kind = TOK_punct;
        t->punct = c;
        p->at++;
    }
    t->length = (size_t)(p->at - t->text);
}

// "ld" at the start of an instruction becomes "ld.global.L1::evict_last.u32".
void lex_opcode(Parser *p)
{
    while (p->at[0] == '.' && in_word(p->at[1])) {
        read_directive(p);
        p->tok.length = (size_t)(p->at - p->tok.text);
    }
}

bool lex_colon_follows(Parser *p)
{
    skip_space(p);
    return p->at[0] == ':' && p->at[1] != ':';
}

void lex_skip_statement(Parser *p)
{
    unsigned depth = tok_is(p, '{');
    if (tok_is(p, ';') || tok_is(p, '}'))
        return;
    while (*p->at && *p->at != ';' && (depth || *p->at != '}')) {
        const char *at = p->at;
        depth += (unsigned)(*at == '{') - (unsigned)(*at == '}');
        if (*at == '"') // a string or a comment may have braces
            read_string(p);
        else
            skip_space(p);
        p->at += p->at == at;
    }
    lex_next(p);
}

void lex_skip_braces(Parser *p)
{
    for (unsigned depth = 1; depth;) {
        p->at += strcspn(p->at, "{}\"/\n");
        const char *at = p->at;
        if (!*at)
            break;
        if (*at == '"')
            read_string(p);
        else if (*at == '/' || *at == '\n')
            skip_space(p); // a comment may have braces
        depth += (unsigned)(*at == '{') - (unsigned)(*at == '}');
        p->at += p->at == at;
    }
    lex_next(p);
}

// ---- what the parser asks of the current token ----------------------

bool tok_is(const Parser *p, char punct) { return p->tok.punct == punct; }

bool tok_is_directive(const Parser *p, const char *text)
{
    return p->tok.kind == TOK_directive && strlen(text) == p->tok.length &&
           !memcmp(p->tok.text, text, p->tok.length);
}

bool tok_accept(Parser *p, char punct)
{
    if (!tok_is(p, punct))
        return false;
    lex_next(p);
    return true;
}

_Noreturn void tok_unexpected(Parser *p, const char *wanted)
{
    if (p->tok.kind == TOK_end)
        parse_fail(p, p->tok.line, "the text ends where %s is expected", wanted);
    int length = p->tok.length > 60 ? 60 : (int)p->tok.length;
    parse_fail(p, p->tok.line, "'%.*s' where %s is expected", length, p->tok.text, wanted);
}

void tok_expect(Parser *p, char punct)
{
    char wanted[4] = {'\'', punct, '\'', '\0'};
    if (!tok_accept(p, punct))
        tok_unexpected(p, wanted);
}

Name *tok_name(Parser *p, const char *what)
{
    if (p->tok.kind != TOK_word)
        tok_unexpected(p, what);
    Name *n = name_of(p, p->tok.text, p->tok.length);
    lex_next(p);
    return n;
}
