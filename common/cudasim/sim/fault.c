// fault.c - what goes wrong in a kernel: from the place where it happens to
// the hooks and the status of the launch.
#include "error_number.h"
#include "exec.h"

#include <stdio.h>

static const struct {
    const char *name;
    LaunchStatus status;
} faults[] = {
    [FAULT_out_of_bounds] = {"address out of bounds", LAUNCH_out_of_bounds},
    [FAULT_use_after_free] = {"use after free", LAUNCH_out_of_bounds},
    [FAULT_host_pointer] = {"host pointer in a kernel", LAUNCH_out_of_bounds},
    [FAULT_null] = {"null pointer", LAUNCH_out_of_bounds},
    [FAULT_address_space] = {"address of another state space", LAUNCH_address_space},
    [FAULT_misaligned] = {"misaligned address", LAUNCH_misaligned},
    [FAULT_read_only] = {"write to read-only memory", LAUNCH_out_of_bounds},
    [FAULT_stack] = {"stack overflow", LAUNCH_out_of_bounds},
    [FAULT_bad_call] = {"call to an address that is not a function", LAUNCH_bad_pc},
    [FAULT_assert] = {"assertion failed", LAUNCH_assert},
    [FAULT_trap] = {"trap", LAUNCH_trap},
    [FAULT_illegal] = {"illegal instruction", LAUNCH_illegal},
    [FAULT_unsupported] = {"instruction not supported by the simulator", LAUNCH_unsupported},
    [FAULT_timeout] = {"instruction budget spent", LAUNCH_timeout},
    [FAULT_deadlock] = {"deadlock", LAUNCH_deadlock},
    [FAULT_child_pointer] = {"pointer to shared or local memory passed to a child grid", LAUNCH_ok},
    [FAULT_device_heap] = {"invalid free in a kernel", LAUNCH_trap},
    [FAULT_no_block] = {"shared memory of a block that the cluster does not have", LAUNCH_trap},
    [FAULT_exited] = {"shared memory of a block that has exited", LAUNCH_trap},
    [FAULT_no_object] = {"texture or surface object that does not exist", LAUNCH_ok},
    [FAULT_ended] = {"use of an mbarrier after mbarrier.inval", LAUNCH_ok},
    [FAULT_no_peer] = {"memory of another device", LAUNCH_out_of_bounds},
    [FAULT_barrier] = {"barrier misused", LAUNCH_illegal},
};

int launch_status_error(LaunchStatus s)
{
    static const ErrorNumber number[] = {
        [LAUNCH_ok] = ERROR_cudaSuccess,
        [LAUNCH_out_of_bounds] = ERROR_cudaErrorIllegalAddress,
        [LAUNCH_misaligned] = ERROR_cudaErrorMisalignedAddress,
        [LAUNCH_address_space] = ERROR_cudaErrorInvalidAddressSpace,
        [LAUNCH_illegal] = ERROR_cudaErrorIllegalInstruction,
        [LAUNCH_bad_pc] = ERROR_cudaErrorInvalidPc,
        [LAUNCH_assert] = ERROR_cudaErrorAssert,
        [LAUNCH_trap] = ERROR_cudaErrorLaunchFailure,
        [LAUNCH_timeout] = ERROR_cudaErrorLaunchTimeout,
        [LAUNCH_deadlock] = ERROR_cudaErrorLaunchTimeout,
        [LAUNCH_unsupported] = ERROR_cudaErrorNotSupported,
        [LAUNCH_no_memory] = ERROR_cudaErrorMemoryAllocation,
        [LAUNCH_waits] = ERROR_cudaErrorNotReady,
    };
    return (int)number[s];
}

const char *fault_name(FaultKind k) { return faults[k].name; }

// An instruction that the simulator does not support is our limitation: it is reported even
// without observers.
static void say_unsupported(const Fault *f)
{
    const Code *c = f->warp->frame->code;
    Place p = step_place(c, f->step);
    const char *slash = p.file ? strrchr(p.file, '/') : NULL;
    fprintf(stderr, "cudasim: instruction not supported: %s (%s", f->text, c->name);
    if (p.file)
        fprintf(stderr, ", %s:%d", slash ? slash + 1 : p.file, p.line);
    fprintf(stderr, ")\n");
}

enum { MOST_IN_A_ROW = 1 << 14 };

static bool goes_on_for_ever(const Fault *f)
{
    Warp *w = f->warp;
    if (!w)
        return false;
    w->faults = w->fault_step == f->step ? w->faults + 1 : 1;
    w->fault_step = f->step;
    return w->faults > MOST_IN_A_ROW;
}

void fault_raise(Launch *l, const Fault *f)
{
    EACH_HOOK(fault, (l, f));
    if (f->kind == FAULT_unsupported && !device.hooks->n)
        say_unsupported(f);
    bool access = f->addr != NULL;
    if (l->status == LAUNCH_ok && !(access && device.forgive_faults))
        l->status = faults[f->kind].status;
    bool goes_on = access && device.continue_after_fault && !goes_on_for_ever(f);
    if (faults[f->kind].status != LAUNCH_ok && !goes_on) {
        l->stop = true;
        if (f->warp)
            f->warp->merge_pc = 0;
    }
}

Place step_place(const Code *c, const Step *s)
{
    Place p = {0};
    if (!c || !s || !s->inst)
        return p;
    const Module *m = c->func->module;
    p.loc = loc_user(m, s->inst->loc);
    // A mark (pmevent) belongs to the work of the function around it: the reader looks for the
    // line that called this function.
    if (s->inst->op == OP_pmevent && p.loc < m->nlocs && m->locs[p.loc].inlined_at)
        p.loc = loc_user(m, m->locs[p.loc].inlined_at);
    if (p.loc && m->locs[p.loc].file < m->nfiles) {
        p.file = m->files[m->locs[p.loc].file];
        p.line = (int)m->locs[p.loc].line;
    }
    return p;
}

static bool has_own_line(const Code *c, const Step *s)
{
    Place p = step_place(c, s);
    return p.line && !loc_in_toolkit(c->func->module, p.loc);
}

// The line that the user knows.
const Step *group_waits_at(const Group *g, Frame **frame)
{
    const Code *c = g->frame->code;
    uint32_t pc = g->pc - (g->state == GROUP_barrier || g->state == GROUP_cluster);
    const Step *at = &c->steps[pc < c->nsteps ? pc : c->nsteps - 1], *s = at;
    for (Frame *f = *frame = g->frame; f; s = f->call, f = f->caller) {
        while (s > f->code->steps && !has_own_line(f->code, s))
            s--;
        if (has_own_line(f->code, s)) {
            *frame = f;
            return s;
        }
    }
    return at;
}
