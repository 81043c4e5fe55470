// test_synccheck.c - barriers that not everybody reaches, and those that are fine.
#include "observe.h"

START_TEST(all_threads_arrive)
{
    world("synccheck", 1, 80); // the last warp has 16 threads
    barrier(0, 10);
    barrier(0, 10);
    ck_assert_uint_eq(findings(), 0);
    world_end();
}
END_TEST

START_TEST(lanes_arrive_one_after_the_other)
{
    world("synccheck", 1, 64);
    arrive(0, 0, 10, 0xfffe, 0, false);
    arrive(0, 0, 10, 0xffff0001, 0, false);
    barrier(0, 10);
    ck_assert_uint_eq(findings(), 0);
    world_end();
}
END_TEST

START_TEST(lanes_at_different_barriers)
{
    world("synccheck", 1, 64);
    arrive(0, 0, 10, 0xffff, 0, false);
    arrive(0, 0, 14, 0xffff0000, 0, false); // the barrier of the else branch
    const Finding *f = the_finding();
    ck_assert_str_eq(f->tool, "synccheck");
    ck_assert_str_eq(f->message, "Barrier error detected. Divergent thread(s) in warp");
    ck_assert_int_eq(line_at(f->line)->line, 14);
    ck_assert_str_eq(f->detail, "lanes 0xffff0000 of warp 0 are at this barrier, other lanes at "
                                "the barrier in kernel.cu:10");
    world_end();
}
END_TEST

START_TEST(part_of_a_warp_has_exited)
{
    world("synccheck", 1, 64);
    t.warps[0][0]->live = 0xffff;
    barrier(0, 10);
    const Finding *f = the_finding();
    ck_assert_str_eq(f->message, "Barrier error detected. Divergent thread(s) in warp");
    ck_assert_uint_eq(f->thread.x, 16);
    world_end();
}
END_TEST

START_TEST(threads_have_exited)
{
    world("synccheck", 1, 64);
    t.warps[0][1]->live = 0; // warp 1 has returned
    barrier(0, 10);
    const Finding *f = the_finding();
    ck_assert_str_eq(f->message, "Barrier error detected. Divergent thread(s) in block");
    ck_assert_uint_eq(f->thread.x, 32);
    ck_assert_uint_eq(f->count, 1);
    world_end();
}
END_TEST

START_TEST(named_barrier_with_a_count)
{
    world("synccheck", 1, 64);
    t.warps[0][1]->live = 0;
    arrive(0, 0, 10, ALL, 1, false);
    t.inst[10].nopnd = 2; // bar.sync 1, 32
    EACH_HOOK(barrier_done, (&t.block[0], 1, (uint32_t[MAX_WARPS]){ALL, 0}));
    ck_assert_uint_eq(findings(), 0);
    world_end();
}
END_TEST

START_TEST(lane_outside_of_its_own_mask)
{
    world("synccheck", 1, 32);
    static uint32_t named[WARP_SIZE] __attribute__((aligned(64)));
    t.inst[20].op = OP_bar_warp_sync;
    t.step[20].src[0] = 0;
    Warp *w = t.warps[0][0];
    w->base[0] = (uint8_t *)named;
    for (int l = 0; l < WARP_SIZE; l++)
        named[l] = 0xffff;
    w->mask = 0xffff;
    EACH_HOOK(warp_sync, (w, &t.step[20], 0xffff));
    ck_assert_uint_eq(findings(), 0);
    w->mask = 0x1ffff; // lane 16 calls, too
    EACH_HOOK(warp_sync, (w, &t.step[20], 0xffff));
    const Finding *f = the_finding();
    ck_assert_str_eq(f->message, "Barrier error detected. Invalid arguments");
    ck_assert_uint_eq(f->thread.x, 16);
    world_end();
}
END_TEST

START_TEST(deadlock)
{
    world("synccheck", 1, 32);
    EACH_HOOK(fault, (&t.launch, &(Fault){.kind = FAULT_deadlock,
                                          .text = "block (0,0,0) warp 0 waits at kernel.cu:12"}));
    const Finding *f = the_finding();
    ck_assert_str_eq(f->tool, "synccheck");
    ck_assert_str_eq(f->kind, "deadlock");
    ck_assert_ptr_nonnull(strstr(f->message, "kernel.cu:12"));
    world_end();
}
END_TEST

SUITE_MAIN("synccheck", all_threads_arrive, lanes_arrive_one_after_the_other,
           lanes_at_different_barriers, part_of_a_warp_has_exited, threads_have_exited,
           named_barrier_with_a_count, lane_outside_of_its_own_mask, deadlock)
