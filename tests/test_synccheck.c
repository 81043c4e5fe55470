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
    t.block[0].live_threads = 48;
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
    t.block[0].live_threads = 32;
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

// ---- lanes that skip an operation of the warp -------------------------------------------------

static Warp *lanes_wait(unsigned step, uint32_t lanes)
{
    Warp *w = t.warps[0][0];
    for (unsigned i = 0; i < STEPS; i++)
        t.step[i].guard = SLOT_NONE;
    t.code.nsteps = STEPS;
    t.inst[step].op = OP_vote_sync;
    w->active = lanes;
    EACH_HOOK(warp_wait, (w, &t.step[step], ALL));
    return w;
}

static void lanes_come_to(Warp *w, unsigned step, uint32_t lanes)
{
    w->active = w->mask = lanes;
    EACH_HOOK(step, (w, &t.step[step]));
}

static void lanes_go_on(Warp *w, unsigned step, uint32_t lanes)
{
    w->active = w->mask = lanes;
    EACH_HOOK(warp_sync, (w, &t.step[step], ALL));
}

START_TEST(lanes_go_past_an_operation)
{
    world("synccheck", 1, 32);
    Warp *w = lanes_wait(20, 0xffff);
    ck_assert_uint_ne(w->watched, 0);
    lanes_come_to(w, 10, 0xffff0000); // before it
    lanes_come_to(w, 30, 0xffff0000); // behind it
    lanes_go_on(w, 20, 0xffff);
    const Finding *f = the_finding();
    ck_assert_int_eq(f->cause, CAUSE_lanes_skipped);
    ck_assert_int_eq(line_at(f->line)->line, 20);
    ck_assert_int_eq(line_at(f->other_line)->line, 30);
    ck_assert_uint_eq(w->watched, 0);
    world_end();
}
END_TEST

START_TEST(lanes_come_later_or_only_leave)
{
    world("synccheck", 1, 32);
    Warp *w = lanes_wait(20, 0xffff);
    lanes_come_to(w, 10, 0xffff0000);
    lanes_go_on(w, 20, ALL);
    t.inst[50].op = OP_ret;
    w = lanes_wait(40, 0xffff);
    lanes_come_to(w, 50, 0xffff0000);
    lanes_go_on(w, 40, 0xffff);
    ck_assert_uint_eq(findings(), 0);
    t.inst[70].op = OP_bra; // a loop: from step 70 back to step 55
    t.step[70].target = 55;
    w = lanes_wait(60, 0xffff);
    lanes_come_to(w, 65, 0xffff0000);
    lanes_go_on(w, 60, 0xffff);
    ck_assert_uint_eq(findings(), 0);
    world_end();
}
END_TEST

// Lanes wait at a shuffle of another mode, or of the same mode: only these take part.
static void shuffles_meet(Mod here, Mod there, unsigned expected)
{
    world("synccheck", 1, 32);
    Warp *w = lanes_wait(20, 0xffff);
    t.inst[20].op = t.inst[40].op = OP_shfl_sync;
    t.inst[20].mods[here / 64] |= 1ull << here % 64;
    t.inst[40].mods[there / 64] |= 1ull << there % 64;
    w->groups[1] = (Group){.frame = w->frame,
                           .mask = 0xffff0000,
                           .wait_mask = ALL,
                           .wait_step = &t.step[40],
                           .released = true};
    w->ngroups = 2;
    w->cur = 0;
    lanes_go_on(w, 20, 0xffff);
    ck_assert_uint_eq(findings(), expected);
    w->ngroups = 0;
    t.inst[20].mods[here / 64] = t.inst[40].mods[there / 64] = 0;
    world_end();
}

START_TEST(shuffles_of_two_modes)
{
    shuffles_meet(MOD_up, MOD_up, 0);
    shuffles_meet(MOD_up, MOD_idx, 1);
    shuffles_meet(MOD_idx, MOD_down, 1);
}
END_TEST

// ---- undefined values of shuffles ------------------------------------------------------------

enum { A = 0, B = 128, C = 256, P = 384, REGISTERS = 512 }; // slots: three words, a predicate
static uint8_t registers[REGISTERS] __attribute__((aligned(64)));

// Step `i`: dst = op of two registers; the others of the step are not there.
static void make_step(unsigned i, uint16_t op, uint32_t dst, uint32_t a, uint32_t b)
{
    Step *s = &t.step[i];
    t.inst[i].op = op;
    t.inst[i].ntypes = 1;
    t.inst[i].type[0] = TYPE_u32;
    s->guard = s->dst2 = SLOT_NONE;
    s->dst = dst;
    s->lane_bytes = 4;
    for (unsigned k = 0; k < MAX_SOURCES; k++)
        s->src[k] = SLOT_NONE;
    s->src[0] = a;
    s->src[1] = b;
}

static Warp *begin_values(void)
{
    world("synccheck", 1, 32);
    Warp *w = t.warps[0][0];
    t.code.reg_bytes = REGISTERS;
    w->base[0] = registers;
    memset(registers, 1, sizeof registers);
    w->active = w->mask = 0xff;
    make_step(10, OP_shfl, B, A, SLOT_NONE); // B = A of lane + 4
    make_step(20, OP_add, C, B, A);
    make_step(30, OP_st, SLOT_NONE, A, C);
    int from[WARP_SIZE];
    for (int l = 0; l < WARP_SIZE; l++)
        from[l] = (l + 4) % WARP_SIZE;
    EACH_HOOK(shuffle, (w, &t.step[10], from, 0xf0)); // lanes 4 to 7 read lanes that are not there
    ck_assert_uint_ne(w->watched, 0);
    return w;
}

START_TEST(undefined_value_is_stored)
{
    Warp *w = begin_values();
    lanes_come_to(w, 20, 0xff);
    ck_assert_uint_eq(findings(), 0); // nobody needs the sum yet
    lanes_come_to(w, 30, 0x0f);
    ck_assert_uint_eq(findings(), 0);
    lanes_come_to(w, 30, 0x1f);
    const Finding *f = the_finding();
    ck_assert_int_eq(f->cause, CAUSE_shuffle_undefined);
    ck_assert_int_eq(line_at(f->line)->line, 10);
    ck_assert_int_eq(line_at(f->other_line)->line, 30);
    ck_assert_uint_eq(f->count, 1);
    world_end();
}
END_TEST

START_TEST(undefined_value_is_forgotten)
{
    Warp *w = begin_values();
    make_step(40, OP_add, B, A, A);
    lanes_come_to(w, 40, 0xff); // other values take its place
    ck_assert_uint_eq(w->watched, 0);
    lanes_come_to(w, 20, 0xff);
    lanes_come_to(w, 30, 0xff);
    ck_assert_uint_eq(findings(), 0);
    world_end();
}
END_TEST

START_TEST(selection_takes_the_other_value)
{
    Warp *w = begin_values();
    make_step(50, OP_selp, C, B, A);
    t.step[50].src[2] = P;
    *slot_pred(w, P) = 0x0f; // the undefined lanes take A
    lanes_come_to(w, 50, 0xff);
    lanes_come_to(w, 30, 0xff);
    ck_assert_uint_eq(findings(), 0);
    *slot_pred(w, P) = 0x1f;
    lanes_come_to(w, 50, 0xff);
    lanes_come_to(w, 30, 0xff);
    ck_assert_uint_eq(the_finding()->count, 1);
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

SUITE(s)
{
    TESTS(s, "synccheck", all_threads_arrive, lanes_arrive_one_after_the_other,
          lanes_at_different_barriers, part_of_a_warp_has_exited, threads_have_exited,
          named_barrier_with_a_count, lane_outside_of_its_own_mask, lanes_go_past_an_operation,
          lanes_come_later_or_only_leave, shuffles_of_two_modes, undefined_value_is_stored,
          undefined_value_is_forgotten, selection_takes_the_other_value, deadlock);
}
