// exec_mov.c - mov: between registers, from special registers, and between a
// register and a vector of narrower ones. The address of a symbol arrives as a
// constant, and is moved like one.
#include "lanes.h"

#include "sim/device_runtime/device_runtime.h"

static void mov_32(Warp *w, const Step *s)
{
    U32 *D = slot(w, s->dst);
    const U32 *A = slot(w, s->src[0]);
    EACH_LANE(w, D[l] = A[l];);
}
static void mov_64(Warp *w, const Step *s)
{
    U64 *D = slot(w, s->dst);
    const U64 *A = slot(w, s->src[0]);
    EACH_LANE(w, D[l] = A[l];);
}
static void mov_128(Warp *w, const Step *s)
{
    U64 *D = slot(w, s->dst);
    const U64 *A = slot(w, s->src[0]);
    EACH_LANE(w, D[l] = A[l]; D[l + WARP_SIZE] = A[l + WARP_SIZE];);
}
static void mov_pred(Warp *w, const Step *s) { set_pred(w, s->dst, source_pred(w, s, 0)); }

// ---- vectors: the first element is the lowest part ------------------

// Part i of `bytes` bytes of a value, and the other way round.
static uint64_t part_read(const void *at, int l, unsigned lane_bytes, unsigned i, unsigned bytes)
{
    if (bytes == 8) {
        return ((const U64 *)at)[l + (int)i * WARP_SIZE];
    }
    const uint64_t v = lane_bytes == 8 ? ((const U64 *)at)[l] : ((const U32 *)at)[l];
    return v >> (8 * bytes * i) & ((1ull << 8 * bytes) - 1);
}

static void mov_unpack(Warp *w, const Step *s)
{
    const unsigned total = (unsigned)s->imm;
    const unsigned bytes = total / s->nvec;
    const void *A = slot(w, s->src[0]);
    uint64_t part[8][WARP_SIZE];
    // The source may be among the destinations: read all of it first.
    for (unsigned i = 0; i < s->nvec; i++) {
        for (int l = 0; l < WARP_SIZE; l++) {
            part[i][l] = part_read(A, l, total, i, bytes);
        }
    }
    for (unsigned i = 0; i < s->nvec; i++) {
        if (s->vec[i] == SLOT_NONE) {
            continue;
        }
        if (bytes == 8) {
            U64 *D = slot(w, s->vec[i]);
            EACH_LANE(w, D[l] = part[i][l];);
        } else {
            U32 *D = slot(w, s->vec[i]);
            EACH_LANE(w, D[l] = (uint32_t)part[i][l];);
        }
    }
}

// Constants are taken from the instruction: in the pool they are as wide as the
// whole.
static void mov_pack(Warp *w, const Step *s)
{
    const unsigned total = (unsigned)s->imm;
    const unsigned bytes = total / s->nvec;
    uint64_t whole[2][WARP_SIZE] = {{0}};
    for (unsigned i = 0; i < s->nvec; i++) {
        const Operand *o = &s->inst->opnd[1].vec[i];
        const bool constant = o->kind == OPND_imm;
        const void *A = constant ? NULL : slot(w, s->vec[i]);
        for (int l = 0; l < WARP_SIZE; l++) {
            if (bytes == 8) {
                whole[i][l] = constant ? o->imm : ((const U64 *)A)[l];
            } else {
                const uint64_t element = constant ? o->imm : ((const U32 *)A)[l];
                const uint64_t v = element & ((1ull << 8 * bytes) - 1);
                whole[8 * bytes * i / 64][l] |= v << (8 * bytes * i % 64);
            }
        }
    }
    if (total <= 4) {
        U32 *D = slot(w, s->dst);
        EACH_LANE(w, D[l] = (uint32_t)whole[0][l];);
        return;
    }
    U64 *D = slot(w, s->dst);
    EACH_LANE(w, D[l] = whole[0][l];);
    if (total == 16) {
        EACH_LANE(w, D[l + WARP_SIZE] = whole[1][l];);
    }
}

// The pairs that compilers emit most. Registers of different widths are different
// registers, so nothing is overwritten before it is read.
static void mov_unpack_2x32(Warp *w, const Step *s)
{
    const U64 *A = slot(w, s->src[0]);
    if (s->vec[0] != SLOT_NONE) {
        U32 *D = slot(w, s->vec[0]);
        EACH_LANE(w, D[l] = (uint32_t)A[l];);
    }
    if (s->vec[1] != SLOT_NONE) {
        U32 *D = slot(w, s->vec[1]);
        EACH_LANE(w, D[l] = (uint32_t)(A[l] >> 32););
    }
}
static void mov_pack_2x32(Warp *w, const Step *s)
{
    U64 *D = slot(w, s->dst);
    const U32 *A = slot(w, s->vec[0]);
    const U32 *B = slot(w, s->vec[1]);
    EACH_LANE(w, D[l] = A[l] | (uint64_t)B[l] << 32;);
}
static void mov_pack_2x16(Warp *w, const Step *s)
{
    U32 *D = slot(w, s->dst);
    const U32 *A = slot(w, s->vec[0]);
    const U32 *B = slot(w, s->vec[1]);
    EACH_LANE(w, D[l] = (A[l] & 0xffff) | B[l] << 16;);
}

static ExecFn pick_vector(const Inst *in, Step *s)
{
    const unsigned total = type_bytes((Type)in->type[0]);
    const unsigned bytes = s->nvec ? total / s->nvec : 0;
    if (s->nvec < 2 || s->nvec > 8 || bytes < 1 || bytes > 8 || bytes * s->nvec != total) {
        return NULL;
    }
    s->imm = total;
    if (in->opnd[0].kind == OPND_vector) {
        return s->nvec == 2 && bytes == 4 ? mov_unpack_2x32 : mov_unpack;
    }
    const Operand *v = in->opnd[1].vec;
    const bool pair = s->nvec == 2 && v[0].kind == OPND_reg && v[1].kind == OPND_reg;
    return pair && bytes == 4 ? mov_pack_2x32 : pair && bytes == 2 ? mov_pack_2x16 : mov_pack;
}

// ---- special registers ----------------------------------------------

// Which component of which index: the three of a kind follow each other.
static uint32_t dim3_component(Dim3 d, unsigned i) { return i == 0 ? d.x : i == 1 ? d.y : d.z; }

static Dim3 cluster_shape(const Launch *l)
{
    const Dim3 one = {1, 1, 1};
    return l->cluster.x ? l->cluster : one;
}

// Values that differ between the lanes of a warp: thread indices, and values that follow
// from the number of the lane.
static uint32_t special_lane(const Warp *w, unsigned reg, unsigned lane)
{
    const uint32_t bit = 1u << lane;
    switch (reg) {
    case SREG_laneid: return lane;
    case SREG_lanemask_eq: return bit;
    case SREG_lanemask_le: return bit | (bit - 1);
    case SREG_lanemask_lt: return bit - 1;
    case SREG_lanemask_ge: return -bit;
    case SREG_lanemask_gt: return -bit & ~bit;
    default: return w->tid[reg - SREG_tid_x][lane];
    }
}
static bool is_special_lane(unsigned reg)
{
    return reg <= SREG_tid_z || reg == SREG_laneid ||
           (reg >= SREG_lanemask_eq && reg <= SREG_lanemask_gt);
}

static uint64_t special_cluster(const Warp *w, unsigned reg)
{
    const Launch *l = w->launch;
    const Dim3 c = cluster_shape(l);
    switch (reg) {
    case SREG_is_explicit_cluster: return l->cluster.x != 0;
    case SREG_clusterid_x:
    case SREG_clusterid_y:
    case SREG_clusterid_z:
        return dim3_component(w->block->id, reg - SREG_clusterid_x) /
               dim3_component(c, reg - SREG_clusterid_x);
    case SREG_nclusterid_x:
    case SREG_nclusterid_y:
    case SREG_nclusterid_z:
        return dim3_component(l->grid, reg - SREG_nclusterid_x) /
               dim3_component(c, reg - SREG_nclusterid_x);
    case SREG_cluster_ctaid_x:
    case SREG_cluster_ctaid_y:
    case SREG_cluster_ctaid_z:
        return dim3_component(w->block->id, reg - SREG_cluster_ctaid_x) %
               dim3_component(c, reg - SREG_cluster_ctaid_x);
    case SREG_cluster_nctaid_x:
    case SREG_cluster_nctaid_y:
    case SREG_cluster_nctaid_z: return dim3_component(c, reg - SREG_cluster_nctaid_x);
    case SREG_cluster_ctarank: return w->block->cluster_rank;
    default: // SREG_cluster_nctarank
        return (uint64_t)c.x * c.y * c.z;
    }
}

static bool is_clock(unsigned reg) { return reg >= SREG_clock && reg <= SREG_globaltimer_hi; }

// Clocks count executed warp instructions, and the nanoseconds for which threads sleep or wait,
// so that they never go back and are the same in every run.
static uint64_t read_clock(Launch *l, unsigned reg)
{
    const uint64_t now = device.time_ns + l->executed, cycles = now - l->begin_ns;
    l->clock_read = true;
    switch (reg) {
    case SREG_clock:
    case SREG_clock64: return cycles;
    case SREG_clock_hi: return cycles >> 32;
    case SREG_globaltimer_hi: return now >> 32;
    default: return now;
    }
}

// Values that are the same for all lanes of a warp.
static uint64_t special_warp(const Warp *w, unsigned reg)
{
    const Launch *l = w->launch;
    if (is_clock(reg))
        return read_clock(w->launch, reg);
    switch (reg) {
    case SREG_ntid_x:
    case SREG_ntid_y:
    case SREG_ntid_z: return dim3_component(l->block, reg - SREG_ntid_x);
    case SREG_ctaid_x:
    case SREG_ctaid_y:
    case SREG_ctaid_z: return dim3_component(w->block->id, reg - SREG_ctaid_x);
    case SREG_nctaid_x:
    case SREG_nctaid_y:
    case SREG_nctaid_z: return dim3_component(l->grid, reg - SREG_nctaid_x);
    case SREG_warpid: return w->index;
    case SREG_nwarpid: return (uint64_t)model.warps_per_sm;
    case SREG_smid: return w->block->index % (uint64_t)model.multiprocessors;
    case SREG_nsmid: return (uint64_t)model.multiprocessors;
    case SREG_gridid: return l->serial;
    case SREG_dynamic_smem_size: return l->dynamic_shared;
    case SREG_total_smem_size: return l->shared_bytes;
    case SREG_aggr_smem_size: return l->shared_bytes + model.shared_reserved;
    case SREG_reserved_smem_offset_1: // where cooperative groups keep their data
        return SHARED_RESERVED | (uint64_t)w->block->cluster_rank << SHARED_RANK_SHIFT;
    case SREG_current_graph_exec: return device_graphs.running;
    case SREG_envreg0 + 1: // where a grid barrier counts; 0 makes it trap
        w->launch->workspace_read = true;
        return l->workspace >> 32;
    case SREG_envreg0 + 2: return l->workspace & 0xffffffff;
    default: return reg >= SREG_envreg0 ? 0 : special_cluster(w, reg);
    }
}

// s->imm is the SpecialReg.
static void mov_tid(Warp *w, const Step *s)
{
    U32 *D = slot(w, s->dst);
    const uint32_t *A = w->tid[s->imm];
    EACH_LANE(w, D[l] = A[l];);
}
static void mov_laneid(Warp *w, const Step *s)
{
    U32 *D = slot(w, s->dst);
    EACH_LANE(w, D[l] = (uint32_t)l;);
}
static void mov_special_lane(Warp *w, const Step *s)
{
    U32 *D = slot(w, s->dst);
    EACH_LANE(w, D[l] = special_lane(w, (unsigned)s->imm, (unsigned)l););
}
static void mov_special_lane_16(Warp *w, const Step *s)
{
    U32 *D = slot(w, s->dst);
    EACH_LANE(w, D[l] = (uint16_t)special_lane(w, (unsigned)s->imm, (unsigned)l););
}
static void mov_special_lane_64(Warp *w, const Step *s)
{
    U64 *D = slot(w, s->dst);
    EACH_LANE(w, D[l] = special_lane(w, (unsigned)s->imm, (unsigned)l););
}
static void mov_special(Warp *w, const Step *s)
{
    const uint32_t v = (uint32_t)special_warp(w, (unsigned)s->imm);
    U32 *D = slot(w, s->dst);
    EACH_LANE(w, D[l] = v;);
}
static void mov_special_16(Warp *w, const Step *s)
{
    const uint32_t v = (uint16_t)special_warp(w, (unsigned)s->imm);
    U32 *D = slot(w, s->dst);
    EACH_LANE(w, D[l] = v;);
}
static void mov_special_64(Warp *w, const Step *s)
{
    const uint64_t v = special_warp(w, (unsigned)s->imm);
    U64 *D = slot(w, s->dst);
    EACH_LANE(w, D[l] = v;);
}
static void mov_special_pred(Warp *w, const Step *s)
{
    set_pred(w, s->dst, special_warp(w, (unsigned)s->imm) ? FULL_MASK : 0);
}

static ExecFn pick_special(const Inst *in, Step *s, Type t)
{
    const unsigned reg = in->opnd[1].special;
    const bool by_lane = is_special_lane(reg);
    s->imm = reg;
    if (t == TYPE_pred) {
        return reg == SREG_is_explicit_cluster ? mov_special_pred : NULL;
    }
    switch (type_bytes(t)) {
    case 2: return by_lane ? mov_special_lane_16 : mov_special_16;
    case 4:
        return reg <= SREG_tid_z    ? mov_tid
               : reg == SREG_laneid ? mov_laneid
               : by_lane            ? mov_special_lane
                                    : mov_special;
    case 8: return by_lane ? mov_special_lane_64 : mov_special_64;
    default: return NULL;
    }
}

ExecFn pick_mov(const Inst *in, Step *s)
{
    const Type t = (Type)in->type[0];
    if (in->opnd[0].kind == OPND_vector || in->opnd[1].kind == OPND_vector) {
        return pick_vector(in, s);
    }
    if (in->opnd[1].kind == OPND_special) {
        return pick_special(in, s, t);
    }
    if (t == TYPE_pred) {
        return mov_pred;
    }
    switch (type_bytes(t)) {
    case 1:
    case 2:
    case 4: return mov_32;
    case 8: return mov_64;
    case 16: return mov_128;
    default: return NULL;
    }
}
