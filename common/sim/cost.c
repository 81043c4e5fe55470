// cost.c - virtual time of a launch. Provisional: a roofline of four bounds.
//
//   issue    every executed warp instruction takes a slot of its unit
//   memory   bytes of global memory accesses through DRAM (as if all missed;
//            a small footprint is taken to lie in the second-level cache)
//   latency  a warp's own instructions one after the other, as far as the
//            resident warps do not hide it
//   blocks   handing out a block takes time too
//
// The longest bound decides; a launch takes at least LAUNCH_US. It is exact in
// being the same on every machine, and no more than plausible otherwise.
#include "exec.h"
#include "sim.h"

#define LAUNCH_US 1.8         // an empty kernel
#define DRAM_BYTES_US 4300e3  // what a copy kernel reaches
#define L2_BYTES_US 9000e3
#define BLOCKS_US 800.0       // blocks all multiprocessors can start
#define STEP_LATENCY 6.0      // cycles from an instruction to one that uses it
#define MEM_LATENCY 30.0      // the same for memory, most of it overlapped
#define SYNC_LATENCY 20.0

// Warp instructions a multiprocessor completes in a cycle, by unit.
static const double unit_rate[UNIT_COUNT] = {
    [UNIT_INT] = 2, [UNIT_FP32] = 4, [UNIT_FP64] = 2, [UNIT_FP16] = 2, [UNIT_SFU] = 0.5,
    [UNIT_CVT] = 2, [UNIT_MOVE] = 4, [UNIT_MEM] = 1, [UNIT_SYNC] = 0.5, [UNIT_WARP] = 1,
    [UNIT_FLOW] = 2, [UNIT_NONE] = 4,
};

typedef struct {
    double slots;        // cycles of one multiprocessor's issue
    double latency;      // cycles, summed over all warps
    double bytes;        // of global memory
} Work;

static double step_latency(uint8_t unit)
{
    return unit == UNIT_MEM ? MEM_LATENCY : unit == UNIT_SYNC ? SYNC_LATENCY : STEP_LATENCY;
}

static void add_code(Work *w, const Code *c)
{
    for (uint32_t i = 0; i < c->nsteps; i++) {
        const Count *n = &c->counts[i];
        const Step *s = &c->steps[i];
        if (!n->warps || s->unit >= UNIT_COUNT)
            continue;
        w->slots += (double)n->warps / unit_rate[s->unit];
        w->latency += (double)n->warps * step_latency(s->unit);
        if (s->unit == UNIT_MEM && (s->space == SPACE_global || s->space == SPACE_generic))
            w->bytes += (double)n->threads * s->elem * (s->nvec ? s->nvec : 1);
    }
}

static double larger(double a, double b) { return a > b ? a : b; }

double cost_launch(const Launch *l)
{
    Work w = {0};
    for (uint32_t i = 0; i < l->nused; i++)
        add_code(&w, l->used[i]);
    double blocks = (double)l->grid.x * l->grid.y * l->grid.z;
    double sms = blocks < model.multiprocessors ? blocks : model.multiprocessors;
    double mhz = model.clock_khz / 1000.0;
    int per_sm = launch_blocks_per_sm(l->code, l->threads, l->shared_bytes);
    double resident = (per_sm > 0 ? per_sm : 1) * sms;
    if (resident > blocks)
        resident = blocks;
    double warps = larger(resident * l->warps, 1);

    double issue = w.slots / larger(sms, 1) / mhz;
    double rate = w.bytes > (double)model.l2_bytes ? DRAM_BYTES_US : L2_BYTES_US;
    double memory = w.bytes / (rate * larger(sms, 1) / model.multiprocessors);
    double latency = w.latency / warps / mhz;
    double longest = larger(larger(issue, memory), larger(latency, blocks / BLOCKS_US));
    return LAUNCH_US + longest;
}
