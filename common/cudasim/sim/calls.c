// calls.c - calls and returns: frames, one for all lanes of a warp that are in the same call, and
// the values that go from one frame to another.
#include "exec.h"

#include <stdlib.h>

// ---- frames ---------------------------------------------------------

static Frame *frame_new(Warp *w, Code *code)
{
    // Frames of functions are few and short-lived; malloc is good enough.
    size_t head = (sizeof(Frame) + 63) / 64 * 64;
    Frame *f = aligned_alloc(64, head + (code->reg_bytes + 63) / 64 * 64);
    if (!f) {
        fault_raise(w->launch, &(Fault){.kind = FAULT_stack, .warp = w});
        return NULL;
    }
    memset(f, 0, head);
    f->regs = (uint8_t *)f + head;
    if (!fresh_fill(f->regs, code->reg_bytes, w->launch->serial))
        memset(f->regs, 0, code->reg_bytes);
    f->code = code;
    return f;
}

void frame_leave(Frame *f, uint32_t lanes)
{
    f->lanes &= ~lanes;
    if (!f->lanes && f->caller)
        free(f);
}

// ---- calls ----------------------------------------------------------

static uint32_t lane_bytes_of(const Operand *o) { return type_bytes(o->type) == 8 ? 8 : 4; }

static bool in_local(const Warp *w, const Frame *f, const Symbol *s, uint64_t n)
{
    uint64_t at = f->local + (uint64_t)s->offset;
    return at <= w->local_stride && n <= w->local_stride - at;
}

// Copies arguments or return values between frames, one lane at a time. A broken program may
// name variables that are in neither frame, or in both.
static void pass_values(Warp *w, uint32_t mask, const Frame *to, const Symbol *dst,
                        const Frame *from, const Symbol *src)
{
    uint64_t n = dst->size < src->size ? dst->size : src->size;
    if (!in_local(w, to, dst, n) || !in_local(w, from, src, n)) {
        fault_raise(w->launch, &(Fault){.kind = FAULT_illegal,
                                        .warp = w,
                                        .step = w->code + w->pc - 1,
                                        .mask = mask,
                                        .text = "an argument that the caller does not have"});
        return;
    }
    for (uint32_t m = mask; m; m &= m - 1) {
        uint8_t *local = w->local + (uint64_t)__builtin_ctz(m) * w->local_stride;
        memmove(local + to->local + dst->offset, local + from->local + src->offset, n);
    }
}

static void pass_arguments(Warp *w, const Step *s, Frame *callee)
{
    const CallInfo *call = s->inst->call;
    const Func *fn = callee->code->func;
    for (unsigned i = 0; i < call->narg && i < fn->nparams; i++) {
        const Operand *arg = &call->arg[i];
        const Symbol *param = fn->params[i];
        if (arg->kind == OPND_symbol) {
            pass_values(w, w->mask, callee, param, w->frame, arg->sym);
            continue;
        }
        uint32_t from = s->vec[i]; // register or immediate: a slot
        const uint8_t *v = slot(w, from);
        unsigned width = arg->kind == OPND_reg ? lane_bytes_of(arg) : param->size == 8 ? 8 : 4;
        for (uint32_t m = w->mask; m; m &= m - 1) {
            int l = __builtin_ctz(m);
            memcpy(w->local + (uint64_t)l * w->local_stride + callee->local + param->offset,
                   v + (size_t)width * l, param->size < width ? param->size : width);
        }
    }
}

// Whether alloca has left less room than a frame with this end needs.
static bool stack_meets_frame(const Warp *w, uint64_t frame_end)
{
    if (!w->launch->code->grows)
        return frame_end > w->local_stride;
    for (uint32_t m = w->mask; m; m &= m - 1)
        if (frame_end + w->taken[__builtin_ctz(m)] > w->local_stride)
            return true;
    return false;
}

void warp_call(Warp *w, const Step *s, Code *callee)
{
    uint32_t mask = w->mask;
    if (callee->error) {
        fault_raise(w->launch, &(Fault){.kind = FAULT_unsupported,
                                        .warp = w,
                                        .step = s,
                                        .mask = mask,
                                        .text = callee->error});
        return;
    }
    uint32_t local = w->frame->local + w->frame->code->frame_bytes;
    uint32_t stack = w->frame->stack + callee->stack_frame;
    bool full = w->launch->code->recursive && stack > device.stack_limit;
    if (full || stack_meets_frame(w, (uint64_t)local + callee->frame_bytes)) {
        fault_raise(w->launch, &(Fault){.kind = FAULT_stack, .warp = w, .step = s, .mask = mask});
        return;
    }
    Frame *f = NULL;
    for (uint32_t i = 0; i < w->ngroups && !f; i++) // lanes that came here earlier
        for (Frame *x = w->groups[i].frame; x && i != w->cur; x = x->caller)
            if (x->caller == w->frame && x->call == s && x->code == callee)
                f = x;
    if (!f) {
        f = frame_new(w, callee);
        if (!f)
            return;
        f->caller = w->frame;
        f->call = s;
        f->ret_pc = w->pc;
        f->depth = w->frame->depth + 1;
        f->local = local;
        f->stack = stack;
    }
    f->lanes |= mask;
    if (w->launch->code->grows)
        for (uint32_t m = mask; m; m &= m - 1)
            f->taken[__builtin_ctz(m)] = w->taken[__builtin_ctz(m)];
    pass_arguments(w, s, f);
    warp_split(w, mask, 0, f);
}

void warp_return(Warp *w)
{
    Frame *f = w->frame;
    if (!f->caller) {
        warp_exit(w, w->code + w->pc - 1);
        return;
    }
    const CallInfo *call = f->call->inst->call;
    const Func *fn = f->code->func;
    for (unsigned i = 0; i < call->nret && i < fn->nrets; i++)
        if (call->ret[i].kind == OPND_symbol)
            pass_values(w, w->mask, f->caller, call->ret[i].sym, f, fn->rets[i]);
    uint32_t mask = w->mask;
    if (w->launch->code->grows)
        for (uint32_t m = mask; m; m &= m - 1)
            w->taken[__builtin_ctz(m)] = f->taken[__builtin_ctz(m)];
    warp_split(w, mask, f->ret_pc, f->caller);
    if (!(f->lanes & ~mask)) { // the group's saved frame must not dangle
        w->frame = f->caller;
        w->code = NULL;
    }
    frame_leave(f, mask);
}
