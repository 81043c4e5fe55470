// value.c - types and values: how they lie in memory and registers, and how they are written.
#include "value.h"

#include <ctype.h>
#include <math.h>

// ---- types ----------------------------------------------------------

static const struct {
    const char *name;
    DebugType type;
} base_types[] = {
    {"void", {.kind = TY_void, .name = "void"}},
    {"bool", {.kind = TY_bool, .name = "bool", .bytes = 1}},
    {"char", {.kind = TY_char, .name = "char", .bytes = 1, .is_signed = true}},
    {"signed char", {.kind = TY_char, .name = "signed char", .bytes = 1, .is_signed = true}},
    {"unsigned char", {.kind = TY_char, .name = "unsigned char", .bytes = 1}},
    {"short", {.kind = TY_int, .name = "short", .bytes = 2, .is_signed = true}},
    {"unsigned short", {.kind = TY_int, .name = "unsigned short", .bytes = 2}},
    {"int", {.kind = TY_int, .name = "int", .bytes = 4, .is_signed = true}},
    {"unsigned int", {.kind = TY_int, .name = "unsigned int", .bytes = 4}},
    {"unsigned", {.kind = TY_int, .name = "unsigned int", .bytes = 4}},
    {"long", {.kind = TY_int, .name = "long", .bytes = 8, .is_signed = true}},
    {"unsigned long", {.kind = TY_int, .name = "unsigned long", .bytes = 8}},
    {"long long", {.kind = TY_int, .name = "long long", .bytes = 8, .is_signed = true}},
    {"unsigned long long", {.kind = TY_int, .name = "unsigned long long", .bytes = 8}},
    {"size_t", {.kind = TY_int, .name = "unsigned long", .bytes = 8}},
    {"int8_t", {.kind = TY_int, .name = "int8_t", .bytes = 1, .is_signed = true}},
    {"uint8_t", {.kind = TY_int, .name = "uint8_t", .bytes = 1}},
    {"int16_t", {.kind = TY_int, .name = "short", .bytes = 2, .is_signed = true}},
    {"uint16_t", {.kind = TY_int, .name = "unsigned short", .bytes = 2}},
    {"int32_t", {.kind = TY_int, .name = "int", .bytes = 4, .is_signed = true}},
    {"uint32_t", {.kind = TY_int, .name = "unsigned int", .bytes = 4}},
    {"int64_t", {.kind = TY_int, .name = "long", .bytes = 8, .is_signed = true}},
    {"uint64_t", {.kind = TY_int, .name = "unsigned long", .bytes = 8}},
    {"float", {.kind = TY_float, .name = "float", .bytes = 4}},
    {"double", {.kind = TY_float, .name = "double", .bytes = 8}},
};

// "const unsigned int *": words, then stars.
const DebugType *type_named(const char *name, size_t length)
{
    char words[MAX_WORDS] = "";
    unsigned stars = 0;
    for (size_t i = 0; i < length;) {
        if (name[i] == '*') {
            stars++;
            i++;
        } else if (isspace((unsigned char)name[i]) || name[i] == '&') {
            i++;
        } else {
            size_t n = 0;
            while (i + n < length && !isspace((unsigned char)name[i + n]) && name[i + n] != '*' &&
                   name[i + n] != '&')
                n++;
            bool skip = (n == 5 && !strncmp(name + i, "const", 5)) ||
                        (n == 8 && !strncmp(name + i, "volatile", 8)) ||
                        (n == 12 && !strncmp(name + i, "__restrict__", 12)) || stars;
            if (!skip && strlen(words) + n + 2 < sizeof words)
                snprintf(words + strlen(words), sizeof words - strlen(words), "%s%.*s",
                         *words ? " " : "", (int)n, name + i);
            i += n;
        }
    }
    const DebugType *t = NULL;
    for (unsigned i = 0; i < sizeof base_types / sizeof *base_types && !t; i++)
        if (!strcmp(base_types[i].name, words))
            t = &base_types[i].type;
    while (t && stars--)
        t = type_pointer(t);
    return t;
}

const DebugType *type_pointer(const DebugType *of)
{
    DebugType *t = must_calloc(1, sizeof *t);
    *t = (DebugType){.kind = TY_pointer, .bytes = 8, .of = of};
    return t;
}

const DebugType *type_array(const DebugType *of, uint64_t count)
{
    DebugType *t = must_calloc(1, sizeof *t);
    *t = (DebugType){.kind = TY_array, .bytes = of->bytes * count, .of = of, .count = count};
    return t;
}

void debug_type_name(const DebugType *t, char *name, size_t size)
{
    char inner[MAX_WORDS];
    if (t->kind == TY_pointer) {
        debug_type_name(t->of, inner, sizeof inner);
        snprintf(name, size, "%s%s*", inner, t->of->kind == TY_pointer ? "" : " ");
    } else if (t->kind == TY_array) {
        debug_type_name(t->of, inner, sizeof inner);
        snprintf(name, size, "%s[%llu]", inner, (unsigned long long)t->count);
    } else {
        snprintf(name, size, "%s", t->name ? t->name : "?");
    }
}

// ---- memory ---------------------------------------------------------

static Block *block_of_rank(const Where *at, uint64_t rank)
{
    const Cluster *c = at->block->cluster;
    return rank < c->n ? c->blocks[rank] : NULL;
}

// Where the bytes are in this process; NULL, and why not.
static uint8_t *bytes_at(const Where *at, uint64_t address, uint64_t n, char why[120])
{
    uint8_t *bytes = NULL;
    uint64_t offset = address;
    if (address - SHARED_WINDOW < WINDOW_SIZE && at) {
        offset = address & (SHARED_BLOCK - 1);
        Block *b = block_of_rank(at, (address - SHARED_WINDOW) >> SHARED_RANK_SHIFT);
        if (b && offset <= at->launch->shared_bytes && n <= at->launch->shared_bytes - offset)
            bytes = b->shared + offset;
    } else if (address - LOCAL_WINDOW < WINDOW_SIZE && at) {
        offset = address - LOCAL_WINDOW;
        if (offset <= at->warp->local_stride && n <= at->warp->local_stride - offset)
            bytes = at->warp->local + at->lane * at->warp->local_stride + offset;
    } else if (address - PARAM_WINDOW < WINDOW_SIZE && at) {
        offset = address - PARAM_WINDOW;
        if (offset <= at->launch->param_bytes && n <= at->launch->param_bytes - offset)
            bytes = (uint8_t *)(uintptr_t)at->launch->params + offset;
    } else {
        bytes = mem_host(address, n);
    }
    if (!bytes)
        snprintf(why, 120, "Cannot access memory at address 0x%llx", (unsigned long long)address);
    return bytes;
}

bool memory_read(const Where *at, uint64_t address, void *to, uint64_t n, char why[120])
{
    const uint8_t *bytes = bytes_at(at, address, n, why);
    if (bytes)
        memcpy(to, bytes, n);
    return bytes != NULL;
}

static bool memory_write(const Where *at, uint64_t address, const void *from, uint64_t n,
                         char why[120])
{
    uint8_t *bytes = bytes_at(at, address, n, why);
    if (bytes)
        memcpy(bytes, from, n);
    return bytes != NULL;
}

// ---- registers ------------------------------------------------------

static uint8_t *register_at(const Where *at, const FrameView *f, uint32_t reg, unsigned *bytes)
{
    unsigned n = type_bytes((Type)f->code->func->reg_type[reg]);
    *bytes = n == 8 ? 8 : 4;
    return f->frame->regs + code_register(f->code, reg) + (size_t)*bytes * at->lane;
}

static bool is_predicate(const FrameView *f, uint32_t reg)
{
    return f->code->func->reg_type[reg] == TYPE_pred;
}

static void read_register(const Where *at, const FrameView *f, uint32_t reg, DebugValue *v)
{
    if (is_predicate(f, reg)) {
        uint32_t mask;
        memcpy(&mask, f->frame->regs + code_register(f->code, reg), 4);
        v->bytes[0] = mask >> at->lane & 1;
        return;
    }
    unsigned n;
    const uint8_t *from = register_at(at, f, reg, &n);
    memcpy(v->bytes, from, v->type->bytes < n ? v->type->bytes : n);
}

DebugValue value_at(const Where *at, const FrameView *f, const DebugType *t, VariablePlace place)
{
    DebugValue v = {.type = t, .place = place};
    char why[120];
    if (place.kind == PLACE_value)
        memcpy(v.bytes, &place.value, 8);
    if (place.kind == PLACE_register && t->bytes <= 8 && t->kind != TY_array)
        read_register(at, f, place.reg, &v);
    else if (place.kind == PLACE_register)
        v.place.kind = PLACE_none;
    if (place.kind == PLACE_memory && t->bytes <= VALUE_ROOM &&
        !memory_read(at, place.address, v.bytes, t->bytes, why))
        debug_fail("%s", why);
    return v;
}

void value_store(const Where *at, const FrameView *f, const DebugValue *to, const DebugValue *v)
{
    char why[120];
    uint64_t n = to->type->bytes;
    if (to->place.kind == PLACE_memory) {
        if (!memory_write(at, to->place.address, v->bytes, n, why))
            debug_fail("%s", why);
    } else if (to->place.kind == PLACE_register && is_predicate(f, to->place.reg)) {
        uint32_t mask;
        uint8_t *p = f->frame->regs + code_register(f->code, to->place.reg);
        memcpy(&mask, p, 4);
        mask = v->bytes[0] ? mask | 1u << at->lane : mask & ~(1u << at->lane);
        memcpy(p, &mask, 4);
    } else if (to->place.kind == PLACE_register) {
        unsigned room;
        uint8_t *p = register_at(at, f, to->place.reg, &room);
        memset(p, 0, room);
        memcpy(p, v->bytes, n < room ? n : room);
    } else {
        debug_fail("Left operand of assignment is not an lvalue.");
    }
}

// ---- numbers --------------------------------------------------------

uint64_t value_bits(const DebugValue *v)
{
    uint64_t bits = 0;
    unsigned n = v->type->bytes < 8 ? (unsigned)v->type->bytes : 8;
    if (v->type->kind == TY_array)
        return v->place.address;
    if (v->type->kind == TY_float) {
        double d = value_double(v);
        return (uint64_t)(int64_t)d;
    }
    memcpy(&bits, v->bytes, n);
    if (v->type->is_signed && n < 8 && n && bits >> (8 * n - 1))
        bits |= ~0ull << (8 * n);
    return bits;
}

double value_double(const DebugValue *v)
{
    float f;
    double d;
    if (v->type->kind == TY_float && v->type->bytes == 4) {
        memcpy(&f, v->bytes, 4);
        return f;
    }
    if (v->type->kind == TY_float) {
        memcpy(&d, v->bytes, 8);
        return d;
    }
    return v->type->is_signed ? (double)(int64_t)value_bits(v) : (double)value_bits(v);
}

bool value_true(const DebugValue *v)
{
    return v->type->kind == TY_float ? value_double(v) != 0 : value_bits(v) != 0;
}

// ---- text -----------------------------------------------------------

enum { USUAL_ELEMENTS = 200, REPEATS = 10 };
// The recorder has no session.
#define MOST_ELEMENTS (debug && debug->elements ? debug->elements : USUAL_ELEMENTS)

static void put_char(Text *t, unsigned c)
{
    if (c == '\'' || c == '\\')
        text_add(t, "'\\%c'", (char)c);
    else if (c == '\n')
        text_put(t, "'\\n'");
    else if (c >= 32 && c < 127)
        text_add(t, "'%c'", (char)c);
    else
        text_add(t, "'\\%03o'", c & 0xff);
}

static void put_float(Text *t, double d, unsigned bytes)
{
    if (isnan(d))
        text_put(t, signbit(d) ? "-nan" : "nan");
    else if (isinf(d))
        text_put(t, d < 0 ? "-inf" : "inf");
    else
        text_add(t, bytes == 4 ? "%.9g" : "%.17g", d);
}

static void put_formatted(Text *t, const DebugValue *v, char format)
{
    uint64_t bits = 0;
    unsigned n = v->type->bytes < 8 ? (unsigned)v->type->bytes : 8;
    memcpy(&bits, v->bytes, n);
    if (v->type->kind == TY_float && !strchr("xt", format))
        bits = value_bits(v);
    uint64_t extended = bits;
    if (n < 8 && n && bits >> (8 * n - 1))
        extended |= ~0ull << (8 * n);
    switch (format) {
    case 'x': text_add(t, "0x%llx", (unsigned long long)bits); break;
    case 'a': text_add(t, "0x%llx", (unsigned long long)bits); break;
    case 'o': text_add(t, bits ? "0%llo" : "0", (unsigned long long)bits); break;
    case 'd': text_add(t, "%lld", (long long)extended); break;
    case 'u': text_add(t, "%llu", (unsigned long long)bits); break;
    case 'c':
        text_add(t, "%d ", (int)(int8_t)bits);
        put_char(t, (unsigned)bits & 0xff);
        break;
    case 'f': {
        DebugValue as = *v;
        as.type = n == 8 ? type_named("double", 6) : type_named("float", 5);
        put_float(t, value_double(n >= 4 ? &as : v), n);
        break;
    }
    case 't': {
        int top = 63;
        while (top > 0 && !(bits >> top & 1))
            top--;
        for (; top >= 0; top--)
            text_add(t, "%d", (int)(bits >> top & 1));
        break;
    }
    default: debug_fail("there is no format '%c'", format);
    }
}

static void put_array(const Where *at, const FrameView *f, const DebugValue *v, char format,
                      Text *t)
{
    const DebugType *of = v->type->of;
    Text last = {0};
    uint64_t run = 0, i = 0, shown = 0;
    text_put(t, "{");
    for (; i <= v->type->count; i++) {
        Text one = {0};
        text_put(&one, "");
        if (i < v->type->count) {
            VariablePlace p = v->place;
            p.address += i * of->bytes;
            DebugValue e = value_at(at, f, of, p);
            value_text(at, f, &e, format, &one);
            text_put(&one, "");
        }
        if (run && i < v->type->count && last.used == one.used &&
            !memcmp(last.at, one.at, one.used)) {
            run++;
            free(one.at);
            continue;
        }
        bool repeats = run >= REPEATS;
        for (uint64_t k = 0; run && k < (repeats ? 1 : run); k++) {
            text_add(t, "%s%.*s", shown++ ? ", " : "", (int)last.used, last.at);
            if (repeats)
                text_add(t, " <repeats %llu times>", (unsigned long long)run);
        }
        free(last.at);
        last = one;
        run = 1;
        if (shown >= MOST_ELEMENTS && i < v->type->count) {
            text_put(t, "...");
            break;
        }
    }
    free(last.at);
    text_put(t, "}");
}

static void put_struct(const Where *at, const FrameView *f, const DebugValue *v, char format,
                       Text *t)
{
    text_put(t, "{");
    for (unsigned i = 0; i < v->type->nmembers; i++) {
        const TypeMember *m = &v->type->member[i];
        DebugValue e = {.type = m->type, .place = v->place};
        if (v->place.kind == PLACE_memory) {
            e.place.address += m->offset;
            e = value_at(at, f, m->type, e.place);
        } else if (m->offset + m->type->bytes <= VALUE_ROOM) {
            memcpy(e.bytes, v->bytes + m->offset, m->type->bytes);
        }
        text_add(t, "%s%s = ", i ? ", " : "", m->name);
        value_text(at, f, &e, format, t);
    }
    text_put(t, "}");
}

void value_text(const Where *at, const FrameView *f, const DebugValue *v, char format, Text *t)
{
    const DebugType *ty = v->type;
    switch (ty->kind) {
    case TY_void: text_put(t, "void"); return;
    case TY_array: put_array(at, f, v, format, t); return;
    case TY_struct: put_struct(at, f, v, format, t); return;
    default: break;
    }
    if (format) {
        put_formatted(t, v, format);
        return;
    }
    uint64_t bits = value_bits(v);
    switch (ty->kind) {
    case TY_float: put_float(t, value_double(v), (unsigned)ty->bytes); break;
    case TY_bool: text_put(t, bits ? "true" : "false"); break;
    case TY_char:
        text_add(t, "%d ", (int)bits);
        put_char(t, (unsigned)bits & 0xff);
        break;
    case TY_pointer: text_add(t, "0x%llx", (unsigned long long)bits); break;
    case TY_enum:
        for (unsigned i = 0; i < ty->nmembers; i++)
            if ((uint32_t)ty->member[i].offset == (uint32_t)bits) {
                text_put(t, ty->member[i].name);
                return;
            }
        text_add(t, "%lld", (long long)bits);
        break;
    default:
        if (ty->is_signed)
            text_add(t, "%lld", (long long)bits);
        else
            text_add(t, "%llu", (unsigned long long)bits);
    }
}
