// cost_stall.c - why warps wait for the time that cost_share.c gives to a step, by the names of
// Nsight Compute. Of a launch that is bound by latency, a warp waits for the result of the step, or
// at it; else it waits for its turn at what the launch is short of.
#include "cost.h"
#include "exec.h"

const char *const cost_stall_names[STALLS] = {
    [STALL_wait] = "wait",
    [STALL_long_scoreboard] = "long_scoreboard",
    [STALL_short_scoreboard] = "short_scoreboard",
    [STALL_barrier] = "barrier",
    [STALL_membar] = "membar",
    [STALL_branch_resolving] = "branch_resolving",
    [STALL_sleeping] = "sleeping",
    [STALL_imc_miss] = "imc_miss",
    [STALL_math_pipe_throttle] = "math_pipe_throttle",
    [STALL_lg_throttle] = "lg_throttle",
    [STALL_mio_throttle] = "mio_throttle",
    [STALL_not_selected] = "not_selected",
};

static bool has_result(const Inst *in) { return in->op == OP_ld || in->op == OP_atom; }

static CostStall stall_of_memory(const Step *s, bool short_of_room)
{
    bool shared = s->space == SPACE_shared;
    if (s->space == SPACE_const)
        return STALL_imc_miss;
    if (s->inst && !has_result(s->inst))
        return short_of_room || !shared ? (shared ? STALL_mio_throttle : STALL_lg_throttle)
                                        : STALL_wait;
    return shared ? STALL_short_scoreboard : STALL_long_scoreboard;
}

static CostStall stall_of_latency(const Step *s)
{
    switch (s->inst->op) {
    case OP_cp_async_wait_group:
    case OP_cp_async_wait_all: return STALL_long_scoreboard;
    case OP_membar:
    case OP_fence: return STALL_membar;
    case OP_nanosleep: return STALL_sleeping;
    case OP_bar_warp_sync: return STALL_wait;
    default: break;
    }
    switch (s->unit) {
    case UNIT_MEM: return stall_of_memory(s, false);
    case UNIT_SYNC: return STALL_barrier;
    case UNIT_FLOW: return STALL_branch_resolving;
    case UNIT_WARP:
    case UNIT_SFU:
    case UNIT_CVT: return STALL_short_scoreboard;
    default: return STALL_wait;
    }
}

CostStall cost_stall(const Step *s)
{
    if (!s->inst || s->inst->op >= OP_COUNT)
        return STALL_wait;
    switch (cost_decision.bound) {
    case BOUND_latency: return stall_of_latency(s);
    case BOUND_constants: return STALL_imc_miss;
    case BOUND_issue:
        return s->unit == UNIT_MEM                      ? stall_of_memory(s, true)
               : cost_decision.resource == RESOURCE_all ? STALL_not_selected
                                                        : STALL_math_pipe_throttle;
    default: return stall_of_memory(s, true);
    }
}
