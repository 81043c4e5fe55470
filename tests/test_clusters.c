// test_clusters.c - racecheck and clusters: the cluster barrier, accesses to the shared memory of
// other blocks, blocks that have not started or have exited.
#include "observe.h"

enum { BLOCKS = 3 };

static void cluster(unsigned threads)
{
    world_cluster = BLOCKS;
    world("racecheck", BLOCKS, threads);
}

// clang-format off
// Lane l of warp w of block b accesses word l of block `of`.
static void word(unsigned b, unsigned w, unsigned step, uint32_t mask, AccessKind kind, unsigned of)
{
    t.warps[b][w]->mask = mask;
    for (unsigned l = 0; l < WARP_SIZE; l++) {
        lane_addr[l] = 4 * l;
        lane_bytes[l] = t.memory[of] + 4 * l;
    }
    static const uint16_t op[] = {OP_ld, OP_st, OP_atom, OP_red};
    t.inst[step].op = op[kind];
    bool atomic = kind >= ACCESS_atom;
    Access a = {.warp = t.warps[b][w], .step = &t.step[step], .index = step, .mask = mask,
                .kind = kind, .space = SPACE_shared, .width = 4, .elem = 4,
                .order = atomic ? ORDER_relaxed : ORDER_weak, .scope = atomic ? SCOPE_gpu : SCOPE_none,
                .pattern = PATTERN_contiguous, .addr = lane_addr, .bytes = lane_bytes,
                .value = kind == ACCESS_load ? NULL : lane_value, .value_stride = 32,
                .peer = of == b ? NULL : &t.block[of]};
    lane_value[0]++; // never the same value
    EACH_HOOK(access, (&a));
}
// clang-format on

static void arrives(unsigned b, unsigned w, uint32_t mask, bool release)
{
    EACH_HOOK(cluster_arrive, (t.warps[b][w], &t.step[90], mask, release));
}

static void waits(unsigned b, unsigned w, uint32_t mask)
{
    EACH_HOOK(cluster_wait, (t.warps[b][w], &t.step[91], mask));
}

static void done(void) { EACH_HOOK(cluster_done, (t.block[0].cluster)); }

// All threads arrive, then all threads continue.
static void sync_all(bool release)
{
    for (unsigned b = 0; b < BLOCKS; b++)
        for (unsigned w = 0; w < t.launch.warps; w++)
            arrives(b, w, FULL_MASK, release);
    done();
    for (unsigned b = 0; b < BLOCKS; b++)
        for (unsigned w = 0; w < t.launch.warps; w++)
            waits(b, w, FULL_MASK);
}

static void exits(unsigned b) { t.block[b].live = 0; }

// All blocks end; their findings can still be looked at.
static void all_exit(void)
{
    for (unsigned b = 0; b < BLOCKS; b++)
        exits(b);
    for (unsigned b = 0; b < BLOCKS; b++)
        EACH_HOOK(block_end, (&t.block[b]));
}

START_TEST(cluster_barrier_orders_accesses)
{
    cluster(64);
    for (unsigned b = 0; b < BLOCKS; b++)
        word(b, 0, 10, FULL_MASK, ACCESS_store, b);
    sync_all(true);
    for (unsigned b = 0; b < BLOCKS; b++)
        word(b, 1, 20, FULL_MASK, ACCESS_load, (b + 1) % BLOCKS);
    sync_all(true);
    for (unsigned b = 0; b < BLOCKS; b++)
        word(b, 0, 30, FULL_MASK, ACCESS_store, (b + 2) % BLOCKS);
    sync_all(true);
    all_exit();
    ck_assert_uint_eq(findings(), 0);
    world_end();
}
END_TEST

START_TEST(access_to_a_block_that_has_not_started)
{
    cluster(32);
    word(0, 0, 20, 0xf0, ACCESS_load, 2);
    const Finding *f = the_finding();
    ck_assert_str_eq(f->tool, "racecheck");
    ck_assert_str_eq(f->kind, "cluster entry");
    ck_assert_int_eq(f->severity, SEVERITY_error);
    ck_assert_int_eq(line_at(f->line)->line, 20);
    ck_assert_uint_eq(f->count, 4);
    ck_assert_uint_eq(f->thread.x, 4);
    ck_assert_str_eq(f->message, "Race reported between Read access at kernel.cu:20 to the shared "
                                 "memory of another block and the start of that block");
    world_end();
}
END_TEST

START_TEST(access_to_a_block_that_has_exited)
{
    cluster(32);
    sync_all(true);
    word(1, 0, 20, FULL_MASK, ACCESS_atom, 0);
    all_exit();
    const Finding *f = the_finding();
    ck_assert_str_eq(f->kind, "cluster exit");
    ck_assert_int_eq(line_at(f->line)->line, 20);
    ck_assert_uint_eq(f->block.x, 1);
    ck_assert_uint_eq(f->count, 32);
    world_end();
}
END_TEST

START_TEST(stopped_launch_has_no_exited_blocks)
{
    cluster(32); // the launch was stopped: no block has exited
    sync_all(true);
    word(1, 0, 20, FULL_MASK, ACCESS_atom, 0);
    t.block[0].live = 1;
    EACH_HOOK(block_end, (&t.block[0]));
    ck_assert_uint_eq(findings(), 0);
    world_end();
}
END_TEST

// All blocks have arrived, but without a wait there is no order yet.
START_TEST(access_before_the_wait)
{
    cluster(32);
    word(1, 0, 10, FULL_MASK, ACCESS_store, 1);
    for (unsigned b = 0; b < BLOCKS; b++)
        arrives(b, 0, FULL_MASK, true);
    done();
    word(0, 0, 20, FULL_MASK, ACCESS_load, 1);
    ck_assert_str_eq(the_finding()->kind, "cluster entry");
    world_end();
}
END_TEST

START_TEST(relaxed_barrier_orders_no_other_block)
{
    cluster(32);
    word(1, 0, 10, FULL_MASK, ACCESS_store, 1);
    sync_all(false);
    word(0, 0, 20, FULL_MASK, ACCESS_load, 1); // it has started, but its accesses have no order
    const Finding *f = the_finding();
    ck_assert_str_eq(f->kind, "race");
    ck_assert_int_eq(line_at(f->line)->line, 10);
    ck_assert_int_eq(line_at(f->other_line)->line, 20);
    world_end();
}
END_TEST

// A relaxed barrier does not order the threads of one block either.
START_TEST(relaxed_barrier_does_not_order_one_block)
{
    cluster(64);
    word(1, 0, 10, FULL_MASK, ACCESS_store, 1);
    sync_all(false);
    word(1, 1, 20, FULL_MASK, ACCESS_load, 1);
    ck_assert_str_eq(the_finding()->kind, "race");
    world_end();
}
END_TEST

// Work between arriving and waiting is not handed on, and is not covered by the
// barrier for the block itself either.
START_TEST(accesses_between_arrive_and_wait)
{
    cluster(64);
    sync_all(true);
    arrives(1, 0, FULL_MASK, true);
    arrives(1, 1, FULL_MASK, true);
    word(1, 0, 10, FULL_MASK, ACCESS_store, 1);
    arrives(0, 0, FULL_MASK, true);
    arrives(0, 1, FULL_MASK, true);
    arrives(2, 0, FULL_MASK, true);
    arrives(2, 1, FULL_MASK, true);
    done();
    for (unsigned b = 0; b < BLOCKS; b++)
        for (unsigned w = 0; w < 2; w++)
            waits(b, w, FULL_MASK);
    word(1, 1, 20, FULL_MASK, ACCESS_load, 1);
    const Finding *f = the_finding();
    ck_assert_int_eq(line_at(f->other_line)->line, 20);
    ck_assert_uint_eq(f->count, 32);
    word(0, 0, 30, FULL_MASK, ACCESS_load, 1);
    ck_assert_uint_eq(findings(), 2);
    world_end();
}
END_TEST

// A block barrier does not order what another block does here.
START_TEST(block_barrier_does_not_order_a_cluster)
{
    cluster(32);
    sync_all(true);
    word(0, 0, 10, FULL_MASK, ACCESS_store, 1);
    barrier(1, 50);
    word(1, 0, 20, FULL_MASK, ACCESS_load, 1);
    const Finding *f = the_finding();
    ck_assert_int_eq(line_at(f->line)->line, 10);
    ck_assert_int_eq(line_at(f->other_line)->line, 20);
    ck_assert_uint_eq(f->block.x, 0);
    ck_assert_uint_eq(f->other_block.x, 1);
    world_end();
}
END_TEST

// One warp waits, and a block barrier passes the order on to the other warp.
START_TEST(block_barrier_passes_the_order_on)
{
    cluster(64);
    word(2, 1, 10, FULL_MASK, ACCESS_store, 2);
    for (unsigned b = 0; b < BLOCKS; b++)
        for (unsigned w = 0; w < 2; w++)
            arrives(b, w, FULL_MASK, true);
    done();
    for (unsigned b = 0; b < BLOCKS; b++)
        waits(b, 0, FULL_MASK);
    barrier(0, 50);
    word(0, 1, 20, FULL_MASK, ACCESS_load, 2);
    ck_assert_uint_eq(findings(), 0);
    world_end();
}
END_TEST

// Part of a warp arrives and waits alone.
START_TEST(part_of_a_warp_arrives_and_waits)
{
    cluster(32);
    word(1, 0, 10, FULL_MASK, ACCESS_store, 1);
    for (unsigned b = 0; b < BLOCKS; b++) {
        arrives(b, 0, 0xffff, true);
        arrives(b, 0, 0xffff0000, true);
    }
    done();
    waits(0, 0, 0xff);
    word(0, 0, 20, 0xff, ACCESS_load, 1);
    ck_assert_uint_eq(findings(), 0);
    word(0, 0, 30, 0xff00, ACCESS_load, 1);
    ck_assert_str_eq(the_finding()->kind, "cluster entry");
    ck_assert_uint_eq(the_finding()->count, 8);
    world_end();
}
END_TEST

// Two blocks add to the memory of a third block at the same time, with atomics.
START_TEST(remote_atomics_do_not_race)
{
    cluster(32);
    sync_all(true);
    word(0, 0, 10, FULL_MASK, ACCESS_red, 2);
    word(1, 0, 10, FULL_MASK, ACCESS_red, 2);
    ck_assert_uint_eq(findings(), 0);
    word(0, 0, 20, FULL_MASK, ACCESS_store, 2);
    ck_assert_str_eq(the_finding()->kind, "race");
    world_end();
}
END_TEST

// The simulator has refused an access, because the block had exited.
START_TEST(refused_access_is_reported)
{
    cluster(32);
    sync_all(true);
    Fault f = {.kind = FAULT_exited,
               .warp = t.warps[0][0],
               .step = &t.step[20],
               .mask = 0xf,
               .space = SPACE_shared,
               .width = 4,
               .addr = lane_addr,
               .peer = &t.block[1]};
    EACH_HOOK(fault, (&t.launch, &f));
    const Finding *x = the_finding(); // memcheck leaves it to racecheck
    ck_assert_str_eq(x->tool, "racecheck");
    ck_assert_str_eq(x->kind, "cluster exit");
    ck_assert_uint_eq(x->count, 4);
    world_end();
}
END_TEST

SUITE(s)
{
    TESTS(s, "clusters", cluster_barrier_orders_accesses, access_to_a_block_that_has_not_started,
          access_to_a_block_that_has_exited, stopped_launch_has_no_exited_blocks,
          access_before_the_wait, relaxed_barrier_orders_no_other_block,
          relaxed_barrier_does_not_order_one_block, accesses_between_arrive_and_wait,
          block_barrier_does_not_order_a_cluster, block_barrier_passes_the_order_on,
          part_of_a_warp_arrives_and_waits, remote_atomics_do_not_race, refused_access_is_reported);
}
