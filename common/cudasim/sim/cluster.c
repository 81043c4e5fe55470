// cluster.c - blocks that live together: which blocks make a cluster, and the
// barrier of the cluster.
//
// All blocks of a cluster begin together. The memory of a block that has exited
// stays until the last block of the cluster exits. A block launched without a cluster
// is a cluster of one block, so that no code has to distinguish the two.
//
// The barrier counts threads. A thread arrives, may do other work, and then
// waits until all threads have arrived. So a lane is in one of three states: it
// has arrived in the present phase (cluster_arrived); or it has arrived in a phase
// that is complete by now, and need not wait (cluster_open); or neither. A lane
// cannot be two phases ahead, since the next phase needs its arrival again.
// Threads that have exited no longer count.
#include "exec.h"

void cluster_begin(Block *const *blocks, uint32_t n)
{
    Cluster *c = &blocks[0]->own;
    *c = (Cluster){.n = n};
    for (uint32_t i = 0; i < n; i++) {
        c->blocks[i] = blocks[i];
        blocks[i]->cluster = c;
        blocks[i]->cluster_rank = i;
    }
}

uint64_t cluster_block(const Launch *l, uint64_t cluster, uint32_t rank)
{
    if (!l->cluster.x)
        return cluster;
    Dim3 n = l->cluster, across = {l->grid.x / n.x, l->grid.y / n.y, l->grid.z / n.z};
    uint64_t x = cluster % across.x * n.x + rank % n.x,
             y = cluster / across.x % across.y * n.y + rank / n.x % n.y,
             z = cluster / ((uint64_t)across.x * across.y) * n.z + rank / (n.x * n.y);
    return (z * l->grid.y + y) * l->grid.x + x;
}

bool cluster_stuck(const Cluster *c)
{
    for (uint32_t i = 0; i < c->n; i++)
        if (!c->blocks[i]->waits)
            return false;
    return true;
}

bool cluster_done(const Cluster *c)
{
    for (uint32_t i = 0; i < c->n; i++)
        if (c->blocks[i]->live)
            return false;
    return true;
}

// ---- the barrier ----------------------------------------------------

static void open_lanes(Warp *w)
{
    w->cluster_open |= w->cluster_arrived;
    w->cluster_arrived = 0;
    for (uint32_t k = 0; k < w->ngroups; k++) {
        Group *g = &w->groups[k];
        if (g->state != GROUP_cluster)
            continue;
        g->state = GROUP_ready;
        w->cluster_open &= ~g->mask;
        EACH_HOOK(cluster_wait, (w, g->wait_step, g->mask));
    }
}

static void complete(Cluster *c)
{
    c->phase++;
    c->pending = 0;
    device.changes++;
    EACH_HOOK(cluster_done, (c));
    for (uint32_t i = 0; i < c->n; i++) {
        Block *b = c->blocks[i];
        for (uint32_t k = 0; k < b->nwarps; k++)
            if (b->warps[k]->live)
                open_lanes(b->warps[k]);
        b->waits = !b->live;
    }
}

static void complete_if_all(Cluster *c)
{
    uint32_t live = 0;
    for (uint32_t i = 0; i < c->n; i++)
        live += c->blocks[i]->live_threads;
    if (c->pending && c->pending == live)
        complete(c);
}

void cluster_arrive(Warp *w, uint32_t mask)
{
    w->cluster_arrived |= mask;
    w->block->cluster->pending += (unsigned)__builtin_popcount(mask);
    complete_if_all(w->block->cluster);
}

uint32_t cluster_pass(Warp *w, const Step *s, uint32_t mask)
{
    uint32_t pass = mask & w->cluster_open;
    w->cluster_open &= ~pass;
    if (pass)
        EACH_HOOK(cluster_wait, (w, s, pass));
    return pass;
}

void cluster_lanes_left(Warp *w, uint32_t mask)
{
    Cluster *c = w->block->cluster;
    if (!c->pending)
        return;
    c->pending -= (unsigned)__builtin_popcount(w->cluster_arrived & mask);
    w->cluster_arrived &= ~mask;
    complete_if_all(c);
}
