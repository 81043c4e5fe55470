// exec_cluster.c - what the blocks of a cluster do together: their barrier, and
// the addresses of each other's shared memory. The rank of a block is in bits
// 24 and up of an address in the window of shared memory, generic or not.
#include "sim/exec.h"

#define RANK_SHIFT SHARED_RANK_SHIFT
#define OFFSET_MASK (SHARED_BLOCK - 1)

// ---- the barrier ----------------------------------------------------

static void misuse(Warp *w, const Step *s, uint32_t mask, const char *text)
{
    fault_raise(w->launch,
                &(Fault){.kind = FAULT_barrier, .warp = w, .step = s, .mask = mask, .text = text});
}

// s->imm: whether arriving releases what the thread has done before.
static void exec_cluster_arrive(Warp *w, const Step *s)
{
    uint32_t again = w->mask & (w->cluster_arrived | w->cluster_open);
    if (again) {
        misuse(w, s, again, "barrier.cluster.arrive twice without a wait in between");
        return;
    }
    EACH_HOOK(cluster_arrive, (w, s, w->mask, s->imm != 0));
    cluster_arrive(w, w->mask);
}

static void exec_cluster_wait(Warp *w, const Step *s)
{
    uint32_t mask = w->mask, early = mask & ~(w->cluster_arrived | w->cluster_open);
    if (early) {
        misuse(w, s, early, "barrier.cluster.wait without barrier.cluster.arrive before");
        return;
    }
    uint32_t stay = mask & ~cluster_pass(w, s, mask);
    if (!stay)
        return;
    if (w->active & ~stay) { // lanes that need not wait continue
        w->mask = w->active & ~stay;
        warp_branch(w, w->pc);
        w->mask = stay;
    }
    Group *g =
        &w->groups[w->cur]; // its next step is after the barrier; it may not execute that step yet
    g->mask = stay;
    g->frame = w->frame;
    g->state = GROUP_cluster;
    g->wait_step = s;
    w->merge_pc = 0;
}

ExecFn pick_barrier_cluster_arrive(const Inst *in, Step *s)
{
    s->imm = !inst_has(in, MOD_relaxed);
    return exec_cluster_arrive;
}

ExecFn pick_barrier_cluster_wait(const Inst *in, Step *s)
{
    (void)in, (void)s;
    return exec_cluster_wait;
}

// ---- addresses ------------------------------------------------------

static void mapa_64(Warp *w, const Step *s)
{
    const uint64_t *A = slot(w, s->src[0]);
    const uint32_t *B = slot(w, s->src[1]);
    uint64_t *D = slot(w, s->dst), window = (uint64_t)s->imm;
    EACH_LANE(w, D[l] = window | (A[l] & OFFSET_MASK) | (uint64_t)(B[l] & 0xff) << RANK_SHIFT;);
}

static void mapa_32(Warp *w, const Step *s)
{
    const uint32_t *A = slot(w, s->src[0]), *B = slot(w, s->src[1]);
    uint32_t *D = slot(w, s->dst);
    EACH_LANE(w, D[l] = (A[l] & (uint32_t)OFFSET_MASK) | B[l] << RANK_SHIFT;);
}

// s->imm: the window that a generic address lies in, 0 for one of shared memory.
ExecFn pick_mapa(const Inst *in, Step *s)
{
    bool generic = in->space == SPACE_generic;
    unsigned bytes = type_bytes(in->type[0]);
    if (s->dst == SLOT_NONE || (generic && bytes != 8))
        return NULL;
    s->imm = generic ? (int64_t)SHARED_WINDOW : 0;
    return bytes == 8 ? mapa_64 : bytes == 4 ? mapa_32 : NULL;
}

static void getctarank_64(Warp *w, const Step *s)
{
    const uint64_t *A = slot(w, s->src[0]);
    uint32_t *D = slot(w, s->dst);
    EACH_LANE(w, D[l] = (uint32_t)A[l] >> RANK_SHIFT;);
}

static void getctarank_32(Warp *w, const Step *s)
{
    const uint32_t *A = slot(w, s->src[0]);
    uint32_t *D = slot(w, s->dst);
    EACH_LANE(w, D[l] = A[l] >> RANK_SHIFT;);
}

ExecFn pick_getctarank(const Inst *in, Step *s)
{
    unsigned bytes = type_bytes(in->type[0]);
    if (s->dst == SLOT_NONE)
        return NULL;
    return bytes == 8 ? getctarank_64 : bytes == 4 ? getctarank_32 : NULL;
}
