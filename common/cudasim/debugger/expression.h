// expression.h - between expression.c, which reads expressions, and operators.c.
#pragma once

#include "debugger.h"

// ---- operators.c -----------------------------------------------------------------------------

const DebugType *c_type(const char *name); // a type of C
DebugValue value_int(const DebugType *t, uint64_t bits);
DebugValue value_float(const DebugType *t, double d);
DebugValue value_convert(const DebugValue *v, const DebugType *t);
DebugValue value_add_pointer(const DebugValue *p, int64_t n);
DebugValue value_apply(const char *op, const DebugValue *a, const DebugValue *b);
