// shortage.c - what a launch is short of: the time that each of the model's resources alone would
// need, how much of them it has used, and how many of its blocks a multiprocessor holds.
#include "look.h"

static const char *const bounds[BOUNDS] = {
    [BOUND_latency] = "latency",     [BOUND_issue] = "issue",   [BOUND_chip] = "chip",
    [BOUND_constants] = "constants", [BOUND_memory] = "memory", [BOUND_atomics] = "atomics",
    [BOUND_host] = "host",
};

// "warps", "registers"; "grid": there are not so many blocks.
static void put_occupancy(const Launch *l, Text *t)
{
    Occupancy o = launch_occupancy(l->code, l->threads, l->shared_bytes);
    double blocks = (double)l->grid.x * l->grid.y * l->grid.z, sms = model.multiprocessors;
    bool few = blocks < o.blocks * sms;
    uint32_t held = few ? (uint32_t)((blocks + sms - 1) / sms) : o.blocks;
    uint32_t warps = (l->threads + WARP_SIZE - 1) / WARP_SIZE;
    text_add(
        t, ",\"occupancy\":{\"warps\":%u,\"of\":%d,\"room\":%u,\"limit\":\"%s\",\"registers\":%d}",
        held * warps, model.warps_per_sm, o.blocks * warps, few ? "grid" : o.limit,
        l->code->registers);
}

void shortage_put(const Launch *l, double start_us, Text *t)
{
    const CostDecision *d = &cost_decision;
    text_add(t, ",\"start_us\":%.4g,\"bound\":\"%s\",\"slots\":%.6g,\"bytes\":%.6g,\"bounds\":{",
             start_us, bounds[d->bound], d->slots, 32 * d->sectors);
    for (int i = 0; i < BOUNDS; i++)
        text_add(t, "%s\"%s\":%.4g", i ? "," : "", bounds[i], d->us[i]);
    text_put(t, "}");
    put_occupancy(l, t);
}

void peak_put(Text *t)
{
    CostPeak p = cost_peak();
    text_add(t, "{\"slots\":%.6g,\"dram\":%.6g,\"l2\":%.6g}", p.slots, p.dram_bytes, p.l2_bytes);
}
