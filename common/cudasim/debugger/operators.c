// operators.c - what the operators of C make of values.
#include "value.h"

// ---- making values --------------------------------------------------

DebugValue value_int(const DebugType *t, uint64_t bits)
{
    DebugValue v = {.type = t};
    memcpy(v.bytes, &bits, t->bytes < 8 ? t->bytes : 8);
    return v;
}

DebugValue value_float(const DebugType *t, double d)
{
    DebugValue v = {.type = t};
    float f = (float)d;
    if (t->bytes == 4)
        memcpy(v.bytes, &f, 4);
    else
        memcpy(v.bytes, &d, 8);
    return v;
}

const DebugType *c_type(const char *name) { return type_named(name, strlen(name)); }

DebugValue value_convert(const DebugValue *v, const DebugType *t)
{
    if (t->kind == TY_float)
        return value_float(t, value_double(v));
    if (t->kind == TY_struct || t->kind == TY_array || t->kind == TY_void)
        debug_fail("Invalid cast.");
    if (v->type->kind == TY_struct)
        debug_fail("Invalid cast.");
    DebugValue out = value_int(t, t->kind == TY_bool ? value_true(v) : value_bits(v));
    return out;
}

// ---- operators ------------------------------------------------------

DebugValue value_add_pointer(const DebugValue *p, int64_t n)
{
    const DebugType *t = p->type->kind == TY_array ? type_pointer(p->type->of) : p->type;
    uint64_t size = t->of->bytes ? t->of->bytes : 1;
    return value_int(t, value_bits(p) + (uint64_t)n * size);
}

static const DebugType *common_type(const DebugValue *a, const DebugValue *b)
{
    const DebugType *x = a->type, *y = b->type;
    if (x->kind == TY_float || y->kind == TY_float) {
        bool wide =
            (x->kind == TY_float && x->bytes == 8) || (y->kind == TY_float && y->bytes == 8);
        return c_type(wide ? "double" : "float");
    }
    uint64_t bytes = x->bytes > y->bytes ? x->bytes : y->bytes;
    bool is_unsigned = (x->bytes == bytes && bytes >= 4 && !x->is_signed) ||
                       (y->bytes == bytes && bytes >= 4 && !y->is_signed);
    return c_type(bytes == 8    ? is_unsigned ? "unsigned long" : "long"
                  : is_unsigned ? "unsigned int"
                                : "int");
}

static bool compare(const char *op, const DebugValue *a, const DebugValue *b, const DebugType *t)
{
    int order;
    if (t->kind == TY_float) {
        double x = value_double(a), y = value_double(b);
        if (x != x || y != y)
            return !strcmp(op, "!=");
        order = x < y ? -1 : x > y;
    } else if (t->is_signed) {
        int64_t x = (int64_t)value_bits(a), y = (int64_t)value_bits(b);
        order = x < y ? -1 : x > y;
    } else {
        DebugValue ca = value_convert(a, t), cb = value_convert(b, t);
        uint64_t x = value_bits(&ca), y = value_bits(&cb);
        order = x < y ? -1 : x > y;
    }
    return !strcmp(op, "==")   ? order == 0
           : !strcmp(op, "!=") ? order != 0
           : !strcmp(op, "<=") ? order <= 0
           : !strcmp(op, ">=") ? order >= 0
           : !strcmp(op, "<")  ? order < 0
                               : order > 0;
}

static DebugValue compute_float(char op, double x, double y, const DebugType *t)
{
    switch (op) {
    case '+': return value_float(t, x + y);
    case '-': return value_float(t, x - y);
    case '*': return value_float(t, x * y);
    case '/': return value_float(t, x / y);
    default: debug_fail("Argument to arithmetic operation not a number or boolean.");
    }
}

static DebugValue compute_int(const char *op, uint64_t x, uint64_t y, const DebugType *t)
{
    bool divides = *op == '/' || *op == '%';
    if (divides && !y)
        debug_fail("Division by zero");
    if (divides && t->is_signed && y == UINT64_MAX)
        return value_int(t, *op == '/' ? -x : 0);
    switch (*op) {
    case '+': return value_int(t, x + y);
    case '-': return value_int(t, x - y);
    case '*': return value_int(t, x * y);
    case '/': return value_int(t, t->is_signed ? (uint64_t)((int64_t)x / (int64_t)y) : x / y);
    case '%': return value_int(t, t->is_signed ? (uint64_t)((int64_t)x % (int64_t)y) : x % y);
    case '&': return value_int(t, x & y);
    case '|': return value_int(t, x | y);
    case '^': return value_int(t, x ^ y);
    case '<': return value_int(t, y < 64 ? x << y : 0);
    default: return value_int(t, y >= 64 ? 0 : t->is_signed ? (uint64_t)((int64_t)x >> y) : x >> y);
    }
}

static bool is_pointer(const DebugValue *v)
{
    return v->type->kind == TY_pointer || v->type->kind == TY_array;
}

DebugValue value_apply(const char *op, const DebugValue *a, const DebugValue *b)
{
    if (!strcmp(op, "@")) {
        uint64_t n = value_bits(b);
        if (a->place.kind != PLACE_memory)
            debug_fail("Only values in memory can be extended with '@'.");
        if (!n || n > 1 << 20)
            debug_fail("Invalid number %lld of repetitions.", (long long)n);
        return (DebugValue){.type = type_array(a->type, n), .place = a->place};
    }
    if (a->type->kind == TY_struct || b->type->kind == TY_struct)
        debug_fail("Argument to arithmetic operation not a number or boolean.");
    if (!strcmp(op, "+") && is_pointer(a))
        return value_add_pointer(a, (int64_t)value_bits(b));
    if (!strcmp(op, "+") && is_pointer(b))
        return value_add_pointer(b, (int64_t)value_bits(a));
    if (!strcmp(op, "-") && is_pointer(a) && is_pointer(b))
        return value_int(c_type("long"),
                         (uint64_t)((int64_t)(value_bits(a) - value_bits(b)) /
                                    (int64_t)(a->type->of->bytes ? a->type->of->bytes : 1)));
    if (!strcmp(op, "-") && is_pointer(a))
        return value_add_pointer(a, -(int64_t)value_bits(b));
    if (is_pointer(a) || is_pointer(b)) {
        DebugValue x = value_int(c_type("unsigned long"), value_bits(a)),
                   y = value_int(c_type("unsigned long"), value_bits(b));
        return value_apply(op, &x, &y);
    }
    const DebugType *t = common_type(a, b);
    if (!strcmp(op, "==") || !strcmp(op, "!=") || strchr("<>", *op)) {
        if (strcmp(op, "<<") && strcmp(op, ">>"))
            return value_int(c_type("int"), compare(op, a, b, t));
        t = a->type->bytes < 4 ? c_type("int") : a->type;
    }
    if (t->kind == TY_float)
        return compute_float(*op, value_double(a), value_double(b), t);
    DebugValue x = value_convert(a, t), y = value_convert(b, t);
    return compute_int(op, value_bits(&x), value_bits(&y), t);
}
