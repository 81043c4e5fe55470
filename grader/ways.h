// ways.h - what gates bound, where several instructions move the same data or do the same work.
//
// A counter of one kind of instruction is no bound if another kind does the work as well: an
// element can come from global memory by a load, an atomic, a bulk copy or through constant memory.
// So a gate bounds a quantity, which is the sum of the counters of all ways:
//
//   QUANTITY(name, text, metrics)   a name like that of a metric (metrics.h), and what it sums
//
// A gate that asks for at least so much bounds the metric of the way that the assignment teaches.
//
// The second list has every instruction of PTX that touches memory, in each form that another
// counter sees, and the quantities that have to see it. tests/test_ways.c makes a kernel of each
// row and runs it: each of its quantities must grow. An instruction of common/cudasim/ptx/ops.h
// that touches memory and is in no row fails the test. (multimem has no instruction there: the
// simulator does not run it. wgmma reads shared memory, but nvcc makes it
// only for another GPU than a lab's; its reads count as loads of shared memory.)
//
//   WAY(op, "instruction", quantities)   MOVES_NOTHING(op): a hint, or only the barrier of copies
//
// tensormap.replace changes a field of a map, and no data.
//
// In the instruction: [t] is a texture of global memory, [k] one of pinned memory, [u] a surface,
// [m] is the map of a tensor in global memory, [g] is global memory, [s] shared
// memory, [p] that of another block of the cluster, [b] a barrier in shared memory and [q] one in
// the other block, [c] constant, [l] local and [h] pinned memory; 32 lanes with 128 bytes between
// them, so that they have one bank. v is a word, w two words and n a number of bytes.
#pragma once

// clang-format off
#define QUANTITIES(QUANTITY) \
    QUANTITY(READ_SECTORS, "grader__sectors_read", \
             LOAD_SECTORS, ATOM_SECTORS, BULK_READ, CONSTANT_SECTORS, TEXTURE_SECTORS, \
             SURFACE_SECTORS) \
    QUANTITY(WRITTEN_SECTORS, "grader__sectors_written", \
             STORE_SECTORS, ATOM_SECTORS, RED_SECTORS, BULK_WRITTEN, BULK_ADDED, \
             SURFACE_WRITTEN) \
    QUANTITY(MOVED_SECTORS, "grader__sectors_moved", \
             LOAD_SECTORS, STORE_SECTORS, ATOM_SECTORS, RED_SECTORS, BULK_READ, BULK_WRITTEN, \
             BULK_ADDED, CONSTANT_SECTORS, TEXTURE_SECTORS, SURFACE_SECTORS, SURFACE_WRITTEN) \
    QUANTITY(READ_REQUESTS, "grader__read_requests", \
             LOAD_REQUESTS, ATOM_REQUESTS, BULK_READS, CONSTANT_LOADS, TEXTURE_READS, \
             SURFACE_READS) \
    QUANTITY(GLOBAL_READS, "grader__read_requests_global", /* where constants are the lesson */ \
             LOAD_REQUESTS, ATOM_REQUESTS, BULK_READS, TEXTURE_READS, SURFACE_READS) \
    QUANTITY(WRITE_REQUESTS, "grader__write_requests", \
             STORE_REQUESTS, ATOM_REQUESTS, RED_REQUESTS, BULK_WRITES, BULK_REDS, \
             SURFACE_WRITES) \
    /* updates of global memory, in sectors and in warp instructions */ \
    QUANTITY(ATOMIC_SECTORS, "grader__sectors_updated", ATOM_SECTORS, RED_SECTORS, BULK_ADDED) \
    QUANTITY(GLOBAL_ATOMICS, "grader__updates", USED_ATOMICS, GLOBAL_REDS, BULK_REDS) \
    QUANTITY(CONFLICTS, "grader__bank_conflicts", \
             LOAD_CONFLICTS, STORE_CONFLICTS, ATOMIC_CONFLICTS, COPY_CONFLICTS, REMOTE_CONFLICTS) \
    /* words that threads take from, and put into, the shared memory of their cluster */ \
    QUANTITY(CHIP_LOADS, "grader__chip_loads", \
             SHARED_LOADS, SHARED_ATOMICS, REMOTE_LOADS, REMOTE_ATOMICS, CONSTANT_LOADS, \
             LOCAL_LOADS) \
    QUANTITY(CHIP_ATOMICS, "grader__chip_atomics", SHARED_ATOMICS, REMOTE_ATOMICS) \
    QUANTITY(REMOTE, "grader__remote", REMOTE_LOADS, REMOTE_STORES, REMOTE_ATOMICS) \
    QUANTITY(STORES, "grader__stores", /* that other threads can see */ \
             SHARED_STORES, SHARED_ATOMICS, SHARED_COPIES, REMOTE_STORES, REMOTE_ATOMICS, \
             STORE_REQUESTS, USED_ATOMICS, GLOBAL_REDS, BULK_WRITES, BULK_REDS, \
             SURFACE_WRITES) \
    /* how threads can hand a word to each other, but not by registers */ \
    QUANTITY(EXCHANGES, "grader__exchanges", \
             SHARED_LOADS, SHARED_STORES, SHARED_ATOMICS, SHARED_COPIES, REMOTE_LOADS, \
             REMOTE_STORES, REMOTE_ATOMICS, STORE_REQUESTS, USED_ATOMICS, GLOBAL_REDS, \
             BULK_WRITES, BULK_REDS, SURFACE_WRITES) \
    QUANTITY(PINNED_SECTORS, "grader__sectors_pinned", PINNED_READ, PINNED_WRITTEN)

#define GLOBAL_IN READ_SECTORS, MOVED_SECTORS, READ_REQUESTS, GLOBAL_READS
#define GLOBAL_OUT WRITTEN_SECTORS, MOVED_SECTORS, WRITE_REQUESTS, STORES, EXCHANGES
#define UPDATE GLOBAL_OUT, ATOMIC_SECTORS, GLOBAL_ATOMICS
#define WAYS(WAY, MOVES_NOTHING) \
    WAY(ld, "ld.global.u32 v, [g];", GLOBAL_IN) \
    WAY(ld, "ld.u32 v, [g];", GLOBAL_IN) \
    WAY(ld, "ld.volatile.global.u32 v, [g];", GLOBAL_IN) \
    WAY(ld, "ld.global.nc.v2.u32 {v, w}, [g];", GLOBAL_IN) \
    WAY(ld, "ld.const.u32 v, [c];", READ_SECTORS, MOVED_SECTORS, READ_REQUESTS, CHIP_LOADS) \
    WAY(ld, "ld.shared.u32 v, [s];", CONFLICTS, CHIP_LOADS, EXCHANGES) \
    WAY(ld, "ld.shared::cluster.u32 v, [p];", CONFLICTS, CHIP_LOADS, REMOTE, EXCHANGES) \
    WAY(ld, "ld.local.u32 v, [l];", CHIP_LOADS) \
    WAY(ld, "ld.global.u32 v, [h];", GLOBAL_IN, PINNED_SECTORS) \
    WAY(ldu, "ldu.global.u32 v, [g];", GLOBAL_IN) \
    WAY(st, "st.global.u32 [g], v;", GLOBAL_OUT) \
    WAY(st, "st.u32 [g], v;", GLOBAL_OUT) \
    WAY(st, "st.shared.u32 [s], v;", CONFLICTS, STORES, EXCHANGES) \
    WAY(st, "st.shared::cluster.u32 [p], v;", CONFLICTS, REMOTE, STORES, EXCHANGES) \
    WAY(st, "st.global.u32 [h], v;", GLOBAL_OUT, PINNED_SECTORS) \
    WAY(ldmatrix, "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {v}, [s];", \
        CONFLICTS, CHIP_LOADS, EXCHANGES) \
    WAY(stmatrix, "stmatrix.sync.aligned.m8n8.x1.shared.b16 [s], {v};", \
        CONFLICTS, STORES, EXCHANGES) \
    WAY(wmma_load_a, "wmma.load.a.sync.aligned.row.m8n8k32.global.s4 {v}, [g];", GLOBAL_IN) \
    WAY(wmma_load_b, "wmma.load.b.sync.aligned.col.m8n8k32.shared.s4 {v}, [s];", \
        CHIP_LOADS, EXCHANGES) \
    WAY(wmma_load_c, "wmma.load.c.sync.aligned.row.m8n8k32.global.s32 {v, w}, [g];", GLOBAL_IN) \
    WAY(wmma_store_d, "wmma.store.d.sync.aligned.row.m8n8k32.global.s32 [g], {v, w};", \
        GLOBAL_OUT) \
    WAY(tex, "tex.2d.v4.u32.s32 {v, w, v, w}, [t, {v, w}];", GLOBAL_IN) \
    WAY(tex, "tex.2d.v4.u32.s32 {v, w, v, w}, [k, {v, w}];", GLOBAL_IN, PINNED_SECTORS) \
    WAY(tld4, "tld4.r.2d.v4.u32.f32 {v, w, v, w}, [t, {v, w}];", GLOBAL_IN) \
    WAY(suld_b, "suld.b.2d.b32.zero {v}, [u, {v, w}];", GLOBAL_IN) \
    WAY(sust_b, "sust.b.2d.b32.zero [u, {v, w}], {v};", GLOBAL_OUT) \
    WAY(atom, "atom.global.add.u32 v, [g], 1;", UPDATE, GLOBAL_IN) \
    WAY(atom, "atom.global.exch.b32 v, [g], 1;", UPDATE, GLOBAL_IN) \
    WAY(atom, "atom.global.cas.b32 v, [g], 1, 2;", UPDATE, GLOBAL_IN) \
    WAY(atom, "atom.global.add.u32 v, [h], 1;", UPDATE, GLOBAL_IN, PINNED_SECTORS) \
    WAY(atom, "atom.shared.exch.b32 v, [s], 1;", \
        CONFLICTS, CHIP_LOADS, CHIP_ATOMICS, STORES, EXCHANGES) \
    WAY(atom, "atom.shared::cluster.exch.b32 v, [p], 1;", \
        CONFLICTS, CHIP_LOADS, CHIP_ATOMICS, REMOTE, STORES, EXCHANGES) \
    WAY(red, "red.global.add.u32 [g], 1;", UPDATE) \
    WAY(red, "red.global.add.u32 [h], 1;", UPDATE, PINNED_SECTORS) \
    WAY(red, "red.shared.add.u32 [s], 1;", CONFLICTS, CHIP_ATOMICS, STORES, EXCHANGES) \
    WAY(red, "red.shared::cluster.add.u32 [p], 1;", \
        CONFLICTS, CHIP_ATOMICS, REMOTE, STORES, EXCHANGES) \
    WAY(cp_async, "cp.async.ca.shared.global [s], [g], 4;", \
        GLOBAL_IN, CONFLICTS, STORES, EXCHANGES) \
    WAY(cp_async, "cp.async.cg.shared.global [s], [h], 16;", GLOBAL_IN, PINNED_SECTORS) \
    WAY(cp_async_bulk, \
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [s], [g], 16, [b];", \
        GLOBAL_IN, STORES, EXCHANGES) \
    WAY(cp_async_bulk, \
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [s], [h], 16, [b];", \
        GLOBAL_IN, PINNED_SECTORS) \
    WAY(cp_async_bulk, \
        "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes " \
        "[p], [s], 16, [q];", REMOTE, STORES, EXCHANGES) \
    WAY(cp_async_bulk, "cp.async.bulk.global.shared::cta.bulk_group [g], [s], 16;", GLOBAL_OUT) \
    WAY(cp_async_bulk, "cp.async.bulk.global.shared::cta.bulk_group [h], [s], 16;", \
        GLOBAL_OUT, PINNED_SECTORS) \
    WAY(cp_reduce_async_bulk, \
        "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [g], [s], 16;", UPDATE) \
    WAY(cp_reduce_async_bulk, \
        "cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.u32 " \
        "[p], [s], 16, [q];", REMOTE, CHIP_ATOMICS, STORES, EXCHANGES) \
    WAY(cp_async_bulk_tensor, \
        "cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes " \
        "[s], [m, {v}], [b];", GLOBAL_IN, STORES, EXCHANGES) \
    WAY(cp_async_bulk_tensor, \
        "cp.async.bulk.tensor.1d.global.shared::cta.tile.bulk_group [m, {v}], [s];", GLOBAL_OUT) \
    WAY(cp_reduce_async_bulk_tensor, \
        "cp.reduce.async.bulk.tensor.1d.global.shared::cta.add.tile.bulk_group " \
        "[m, {v}], [s];", UPDATE) \
    WAY(st_async, \
        "st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [p], v, [q];", \
        CONFLICTS, REMOTE, STORES, EXCHANGES) \
    WAY(red_async, \
        "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 " \
        "[p], v, [q];", CONFLICTS, REMOTE, CHIP_ATOMICS, STORES, EXCHANGES) \
    WAY(mbarrier_arrive, "mbarrier.arrive.shared.b64 _, [b];", BARRIERS) \
    WAY(mbarrier_arrive_expect_tx, "mbarrier.arrive.expect_tx.shared.b64 _, [b], 16;", BARRIERS) \
    WAY(mbarrier_arrive_drop, "mbarrier.arrive_drop.shared.b64 _, [b];", BARRIERS) \
    WAY(mbarrier_arrive_drop_expect_tx, \
        "mbarrier.arrive_drop.expect_tx.shared.b64 _, [b], 16;", BARRIERS) \
    WAY(cp_async_mbarrier_arrive, "cp.async.mbarrier.arrive.shared.b64 [b];", BARRIERS) \
    WAY(bar_sync, "bar.sync 0;", BARRIERS) \
    WAY(barrier_sync, "barrier.sync 0;", BARRIERS) \
    WAY(bar_red, "bar.red.popc.u32 v, 0, x;", BARRIERS) \
    WAY(barrier_cluster_wait, "barrier.cluster.arrive; barrier.cluster.wait;", BARRIERS) \
    MOVES_NOTHING(mbarrier_init) MOVES_NOTHING(mbarrier_inval) \
    MOVES_NOTHING(mbarrier_expect_tx) MOVES_NOTHING(mbarrier_complete_tx) \
    MOVES_NOTHING(mbarrier_test_wait) MOVES_NOTHING(mbarrier_test_wait_parity) \
    MOVES_NOTHING(mbarrier_try_wait) MOVES_NOTHING(mbarrier_try_wait_parity) \
    MOVES_NOTHING(fence) MOVES_NOTHING(prefetch) MOVES_NOTHING(prefetchu) \
    MOVES_NOTHING(cp_async_bulk_prefetch) MOVES_NOTHING(cp_async_bulk_prefetch_tensor) \
    MOVES_NOTHING(tensormap_replace) MOVES_NOTHING(tensormap_cp_fenceproxy) \
    MOVES_NOTHING(discard) MOVES_NOTHING(applypriority) \
    MOVES_NOTHING(createpolicy_range)
// clang-format on
