// call.h - how a builtin (vprintf, malloc, ...) sees the call it implements.
// It is called once per warp, for the lanes w->mask; the call is s->inst->call. Arguments and
// results are .param variables in the caller's frame.
#pragma once

#include "exec.h"

static inline uint8_t *call_place(const Warp *w, const Symbol *sym, int lane)
{
    return w->local + (uint64_t)lane * w->local_stride + w->frame->local + sym->offset;
}

// Argument i of one lane, zero-extended; 0 if the call has no such argument.
static inline uint64_t call_arg(const Warp *w, const Step *s, unsigned i, int lane)
{
    const CallInfo *call = s->inst->call;
    uint64_t v = 0;
    if (i >= call->narg)
        return 0;
    const Operand *o = &call->arg[i];
    if (o->kind == OPND_symbol) {
        memcpy(&v, call_place(w, o->sym, lane), o->sym->size < 8 ? o->sym->size : 8);
    } else if (o->kind == OPND_imm) {
        v = o->imm;
    } else if (s->vec) { // a register: lowering has put its slot here
        const void *r = slot(w, s->vec[i]);
        v = type_bytes(o->type) == 8 ? ((const uint64_t *)r)[lane] : ((const uint32_t *)r)[lane];
    }
    return v;
}

// Gives `value` to one lane as the result of the call, if it wants one.
static inline void call_return(Warp *w, const Step *s, int lane, uint64_t value)
{
    const CallInfo *call = s->inst->call;
    if (call->nret && call->ret[0].kind == OPND_symbol) {
        const Symbol *sym = call->ret[0].sym;
        memcpy(call_place(w, sym, lane), &value, sym->size < 8 ? sym->size : 8);
    }
}

// ---- syscall.c ------------------------------------------------------

// The bytes at a generic address as one lane sees them, and in *n how many of them may be
// read; NULL if none.
const uint8_t *call_bytes(const Warp *w, int lane, uint64_t addr, uint64_t *n);
// The text at a generic address; NULL if it or its end is not readable.
const char *call_text(const Warp *w, int lane, uint64_t addr);
// Reports lanes that gave a pointer which cannot be read.
void call_bad_pointer(Warp *w, const Step *s, int lane, uint64_t addr);

// ---- printf.c, heap.c -----------------------------------------------

void builtin_vprintf(Warp *w, const Step *s);
void builtin_malloc(Warp *w, const Step *s);
void builtin_free(Warp *w, const Step *s);
