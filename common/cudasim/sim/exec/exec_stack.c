// exec_stack.c - memory of a thread that a function takes while it runs: alloca.
//
// The frames of calls begin at the start of each lane's local memory. The stack pointer begins
// at the end and goes down, so that both can grow:
//
//     0                                 stack pointer      local_stride
//     | frame | frame of a callee | ...      | alloca | alloca |
//
// A function that returns gives back what it has taken (warp.c).
#include "sim/exec.h"

enum { LEAST_ALIGNMENT = 8 };

static uint64_t value_of(const Warp *w, uint32_t from, int lane, bool wide)
{
    return wide ? ((const uint64_t *)slot(w, from))[lane] : ((const uint32_t *)slot(w, from))[lane];
}

static void set_lane(Warp *w, const Step *s, int lane, uint64_t v)
{
    if (s->dst == SLOT_NONE)
        return;
    if (s->lane_bytes == 8)
        ((uint64_t *)slot(w, s->dst))[lane] = v;
    else
        ((uint32_t *)slot(w, s->dst))[lane] = (uint32_t)v;
}

static bool is_wide(const Step *s) { return type_bytes(s->inst->type[0]) == 8; }

static uint64_t stack_pointer(const Warp *w, int lane) { return w->local_stride - w->taken[lane]; }

static uint64_t frame_end(const Warp *w)
{
    return (uint64_t)w->frame->local + w->frame->code->frame_bytes;
}

static void overflow(Warp *w, const Step *s, uint32_t mask)
{
    fault_raise(w->launch, &(Fault){.kind = FAULT_stack, .warp = w, .step = s, .mask = mask});
}

// s->imm: the alignment.
static void exec_alloca(Warp *w, const Step *s)
{
    uint32_t full = 0;
    for (uint32_t m = w->mask; m; m &= m - 1) {
        int l = __builtin_ctz(m);
        uint64_t size = value_of(w, s->src[0], l, is_wide(s)), top = stack_pointer(w, l);
        uint64_t at = size > top ? 0 : (top - size) & -(uint64_t)s->imm;
        if (size > top || at < frame_end(w)) {
            full |= 1u << l;
            continue;
        }
        w->taken[l] = (uint32_t)(w->local_stride - at);
        set_lane(w, s, l, at);
    }
    if (full)
        overflow(w, s, full);
}

static void exec_stacksave(Warp *w, const Step *s)
{
    for (uint32_t m = w->mask; m; m &= m - 1)
        set_lane(w, s, __builtin_ctz(m), stack_pointer(w, __builtin_ctz(m)));
}

// A value that is no stack pointer of this lane would let the stack meet the frames.
static void exec_stackrestore(Warp *w, const Step *s)
{
    uint32_t bad = 0;
    for (uint32_t m = w->mask; m; m &= m - 1) {
        int l = __builtin_ctz(m);
        uint64_t top = value_of(w, s->src[0], l, is_wide(s));
        if (top < frame_end(w) || top > w->local_stride)
            bad |= 1u << l;
        else
            w->taken[l] = (uint32_t)(w->local_stride - top);
    }
    if (bad)
        overflow(w, s, bad);
}

static bool holds_address(const Inst *in)
{
    return in->ntypes == 1 && (in->type[0] == TYPE_u32 || in->type[0] == TYPE_u64);
}

ExecFn pick_alloca(const Inst *in, Step *s)
{
    const Operand *align = in->nopnd > 2 ? &in->opnd[2] : NULL;
    if (!holds_address(in) || (align && align->kind != OPND_imm))
        return NULL;
    uint64_t n = align ? align->imm : LEAST_ALIGNMENT;
    if (n == 0 || n & (n - 1) || n > 1u << 23)
        return NULL;
    s->imm = (int64_t)(n > LEAST_ALIGNMENT ? n : LEAST_ALIGNMENT);
    return exec_alloca;
}

ExecFn pick_stacksave(const Inst *in, Step *s)
{
    (void)s;
    return holds_address(in) ? exec_stacksave : NULL;
}

ExecFn pick_stackrestore(const Inst *in, Step *s)
{
    (void)s;
    return holds_address(in) ? exec_stackrestore : NULL;
}
