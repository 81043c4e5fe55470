// exec_flow.c - branches, calls, returns, exits. What they do to the groups of
// a warp is in warp.c.
#include "sim/exec.h"

static void exec_bra(Warp *w, const Step *s) { warp_branch(w, s->target); }

ExecFn pick_bra(const Inst *in, Step *s)
{
    (void)in, (void)s;
    return exec_bra;
}

// A jump through a table: s->vec holds the targets, s->nvec is too small for
// their number, which is in imm.
static void exec_brx(Warp *w, const Step *s)
{
    const uint32_t *index = slot(w, s->src[0]);
    uint32_t todo = w->mask;
    bool first = true;
    uint32_t next = 0;
    while (todo) {
        uint32_t i = index[__builtin_ctz(todo)], same = 0;
        for (uint32_t m = todo; m; m &= m - 1)
            if (index[__builtin_ctz(m)] == i)
                same |= 1u << __builtin_ctz(m);
        todo &= ~same;
        if (i >= (uint64_t)s->imm) {
            fault_raise(w->launch, &(Fault){.kind = FAULT_illegal,
                                            .warp = w,
                                            .step = s,
                                            .mask = same,
                                            .text = "brx.idx: index outside the table of targets"});
            return;
        }
        uint32_t target = s->vec[i];
        if (first && !todo && w->active == same) { // all lanes take the same branch
            w->pc = target;
            return;
        }
        if (first)
            next = w->pc;
        first = false;
        w->mask = same;
        w->pc = next;
        if (w->active == same) {
            w->pc = target;
            w->merge_pc = 0;
        } else {
            warp_branch(w, target);
        }
    }
}

ExecFn pick_brx_idx(const Inst *in, Step *s)
{
    (void)in, (void)s;
    return exec_brx;
}

static void exec_ret(Warp *w, const Step *s)
{
    (void)s;
    warp_return(w);
}

ExecFn pick_ret(const Inst *in, Step *s)
{
    (void)in, (void)s;
    return exec_ret;
}

static void exec_exit(Warp *w, const Step *s) { warp_exit(w, s); }

ExecFn pick_exit(const Inst *in, Step *s)
{
    (void)in, (void)s;
    return exec_exit;
}

static void exec_trap(Warp *w, const Step *s)
{
    fault_raise(w->launch, &(Fault){.kind = FAULT_trap, .warp = w, .step = s, .mask = w->mask});
}

ExecFn pick_trap(const Inst *in, Step *s)
{
    (void)in, (void)s;
    return exec_trap;
}

// ---- calls ----------------------------------------------------------

static void exec_call(Warp *w, const Step *s) { warp_call(w, s, (Code *)s->extra); }

static void exec_call_builtin(Warp *w, const Step *s)
{
    Builtin fn;
    memcpy(&fn, &s->extra, sizeof fn);
    fn(w, s);
}

static void exec_call_indirect(Warp *w, const Step *s)
{
    const uint64_t *target = slot(w, s->src[0]);
    Program *p = w->frame->code->program;
    Code *entry = w->launch->code;
    uint32_t first = (uint32_t)__builtin_ctz(w->mask), same = 0;
    uint64_t address = target[first];
    for (uint32_t m = w->mask; m; m &= m - 1)
        if (target[__builtin_ctz(m)] == address)
            same |= 1u << __builtin_ctz(m);
    if (same != w->mask) { // the other lanes execute the call again, separately
        w->mask &= ~same;
        warp_branch(w, w->pc - 1);
        w->mask = same;
    }
    Code *callee = program_function(p, entry, address);
    if (!callee) {
        fault_raise(w->launch,
                    &(Fault){.kind = FAULT_bad_call, .warp = w, .step = s, .mask = w->mask});
        return;
    }
    warp_call(w, s, callee);
}

// Lowering has set extra to the callee's Code, or s->imm to 1 and extra to a
// builtin; neither for a call through a register.
ExecFn pick_call(const Inst *in, Step *s)
{
    (void)in;
    if (s->imm)
        return exec_call_builtin;
    return s->extra ? exec_call : exec_call_indirect;
}

// Without a debugger a breakpoint ends the kernel.
ExecFn pick_brkpt(const Inst *in, Step *s) { return pick_trap(in, s); }
