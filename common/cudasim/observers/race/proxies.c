// proxies.c - bulk copies and the shared memory of their block.
//
// A bulk copy accesses memory through the async proxy, loads and stores through the generic
// proxy. A barrier alone does not make stores visible to the async proxy: a
// fence.proxy.async must come between the stores and the copy, executed by a thread that knows
// of the stores. Usually every storing thread executes the fence, then the block's barrier
// follows. The other direction needs no fence: the end of a copy includes it.
//
// A copy for which the block has not waited may still use the block's shared memory when the
// block has exited and the memory is another block's.
#include "race.h"

// Cells may still hold entries of a block that had the same memory before.
static bool is_of_cluster(const Block *b, uint64_t index)
{
    for (uint32_t i = 0; i < b->cluster->n; i++)
        if (b->cluster->blocks[i]->index == index)
            return true;
    return false;
}

static bool is_fenced(const Block *b, uint64_t e)
{
    for (uint32_t i = 0; i < b->cluster->n; i++)
        if (hb_proxy_fenced(b->cluster->blocks[i]->user[racecheck_observer.slot], e, false))
            return true;
    return false;
}

// `why`: the rest of a sentence about what reads.
static void report(const Access *a, unsigned lane, uint64_t e, uint64_t addr, const Owner *o,
                   const char *why)
{
    char p[300], q[300];
    uint32_t wrote = place_line(entry_place(e)),
             copies = line_of_step(a->warp->frame->code, a->step);
    Finding *f = finding("racecheck", "proxy", wrote, copies, 0);
    if (!f->count) {
        f->message = text_format("Race reported between Write access at %s and Read access at %s",
                                 line_text(wrote, p, sizeof p), line_text(copies, q, sizeof q));
        f->detail = text_format("RAW hazard at __%s__ address 0x%llx; %s",
                                a->space == SPACE_shared ? "shared" : "global",
                                (unsigned long long)addr, why);
        f->label = "RAW";
        f->cause = CAUSE_race_proxy;
        f->unit = "hazards";
        finding_thread(f, a->warp, lane);
        f->other_block = f->block;
        f->other_thread = f->thread;
        f->block = block_index(o->grid_dim, o->block);
        f->thread = thread_index(o->block_dim, o->warp * WARP_SIZE + entry_lane(e));
        f->has_other = true;
    }
    f->count++;
}

void proxies_read(const Access *a, unsigned lane, uint64_t e, uint64_t addr)
{
    Owner o;
    const Block *b = a->warp->block;
    if (!segment_owner(entry_segment(e), &o) || o.copy || !is_of_cluster(b, o.block) ||
        is_fenced(b, e))
        return;
    bool product =
        a->step->inst->op == OP_wgmma_mma_async || a->step->inst->op == OP_wgmma_mma_async_sp;
    report(a, lane, e, addr, &o,
           product
               ? "the product reads through the async proxy,\nwithout a fence.proxy.async after "
                 "the write: the writing threads execute it before the barrier"
               : "the bulk copy reads through the async proxy,\nwithout a fence.proxy.async "
                 "after the write: the writing threads execute it before the barrier");
}

void proxies_map(const Access *a, unsigned lane, uint64_t e, uint64_t addr)
{
    Owner o;
    if (segment_owner(entry_segment(e), &o) && !o.copy)
        report(a, lane, e, addr, &o,
               "the copy reads its tensor map through a proxy of its own,\nwithout a "
               "fence.proxy.tensormap::generic.acquire after the write");
}

void proxies_lost(const CopyPart *c)
{
    char p[300];
    uint32_t line = line_of_step(c->code, c->step);
    Finding *f = finding("racecheck", "exit", line, 0, 0);
    if (!f->count) {
        const Warp *w = c->warp;
        Dim3 b = c->block->id;
        f->message = text_format("Race reported between %s access at %s by an asynchronous copy "
                                 "and the exit of the block that it %s",
                                 c->writes ? "Write" : "Read", line_text(line, p, sizeof p),
                                 c->writes ? "writes to" : "reads");
        f->detail =
            text_format("block (%u,%u,%u) exits without waiting for the copy, which may "
                        "still use its\nshared memory then: is %s missing?",
                        b.x, b.y, b.z,
                        c->writes                                 ? "the wait at the mbarrier"
                        : inst_has(c->step->inst, MOD_bulk_group) ? "cp.async.bulk.wait_group.read"
                                                                  : "a last cluster.sync()");
        f->unit = "copies";
        f->cause = CAUSE_exit_with_copy;
        f->has_thread = true;
        f->block = w->block->id;
        f->thread = (Dim3){w->tid[0][c->lane], w->tid[1][c->lane], w->tid[2][c->lane]};
    }
    f->count++;
}
