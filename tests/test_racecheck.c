// test_racecheck.c - accesses that race, and accesses that only look like a race.
#include "observe.h"

#define DATA (GLOBAL_BASE + 0x10000)
#define FLAG (GLOBAL_BASE + 0x20000)

static void expect_race(const char *label, Severity severity, int line, int other)
{
    const Finding *f = the_finding();
    ck_assert_str_eq(f->tool, "racecheck");
    ck_assert_str_eq(f->label, label);
    ck_assert_int_eq(f->severity, severity);
    ck_assert_int_eq(line_at(f->line)->line, line);
    ck_assert_int_eq(line_at(f->other_line)->line, other);
}

// ---- shared memory ----------------------------------------------------------------

START_TEST(missing_barrier)
{
    world("racecheck", 1, 64);
    S_STORE(0, 0, 10, ALL, 0, 4);
    S_STORE(0, 1, 10, ALL, 128, 4);
    S_LOAD(0, 1, 12, ALL, 0, 4); // what warp 0 wrote
    expect_race("RAW", SEVERITY_error, 10, 12);
    ck_assert_uint_eq(report_first()->count, 32);
    ck_assert_uint_eq(report_first()->thread.x, 0);
    ck_assert_uint_eq(report_first()->other_thread.x, 32);
    ck_assert_str_eq(report_first()->message, "Race reported between Write access at kernel.cu:10 "
                                              "and Read access at kernel.cu:12");
    world_end();
}
END_TEST

START_TEST(barrier_orders)
{
    world("racecheck", 1, 64);
    S_STORE(0, 0, 10, ALL, 0, 4);
    S_STORE(0, 1, 10, ALL, 128, 4);
    barrier(0, 11);
    S_LOAD(0, 1, 12, ALL, 0, 4);
    S_LOAD(0, 0, 12, ALL, 128, 4);
    barrier(0, 13);
    S_STORE(0, 0, 14, ALL, 128, 4);
    ck_assert_uint_eq(findings(), 0);
    world_end();
}
END_TEST

START_TEST(write_after_read)
{
    world("racecheck", 1, 64);
    S_STORE(0, 0, 10, ALL, 0, 4);
    barrier(0, 11);
    S_LOAD(0, 0, 12, ALL, 0, 4);
    S_STORE(0, 1, 13, ALL, 0, 4);
    expect_race("WAR", SEVERITY_error, 13, 12);
    world_end();
}
END_TEST

START_TEST(one_report_per_pair_of_lines)
{
    world("racecheck", 1, 64);
    for (int i = 0; i < 5; i++) {
        S_STORE(0, 0, 10, ALL, 0, 4);
        S_LOAD(0, 1, 12, ALL, 0, 4);
        S_LOAD(0, 1, 12, 1, 64, 4);
        barrier(0, 14);
    }
    expect_race("RAW", SEVERITY_error, 10, 12);
    ck_assert_uint_eq(report_first()->count, 5 * 33);
    world_end();
}
END_TEST

START_TEST(broadcast_read_then_write)
{
    world("racecheck", 1, 64);
    S_LOAD(0, 0, 10, ALL, 0, 0); // all lanes of both warps
    S_LOAD(0, 1, 10, ALL, 0, 0);
    S_STORE(0, 1, 12, 1u << 31, 0, 0); // by the last lane of all
    const Finding *f = the_finding();
    ck_assert_int_eq(f->severity, SEVERITY_error); // warp 0 is more important than its own warp
    world_end();
}
END_TEST

START_TEST(broadcast_read_of_one_warp_then_write)
{
    world("racecheck", 1, 32);
    S_LOAD(0, 0, 10, ALL, 0, 0);
    S_STORE(0, 0, 12, 1, 0, 0);
    expect_race("WAR", SEVERITY_error, 12, 10);
    world_end();
}
END_TEST

START_TEST(lanes_without_syncwarp)
{
    world("racecheck", 1, 32);
    S_STORE(0, 0, 10, ALL, 0, 4);
    S_LOAD(0, 0, 12, 0xffff, 64, 4); // lane l reads what lane l + 16 wrote
    expect_race("RAW", SEVERITY_error, 10, 12);
    world_end();
}
END_TEST

START_TEST(lanes_with_syncwarp)
{
    world("racecheck", 1, 32);
    for (unsigned s = 16; s; s /= 2) {
        S_STORE(0, 0, 10, ALL, 0, 4);
        warp_barrier(0, 0, ALL);
        S_LOAD(0, 0, 12, ALL >> s, 4 * s, 4);
        warp_barrier(0, 0, ALL);
    }
    ck_assert_uint_eq(findings(), 0);
    world_end();
}
END_TEST

START_TEST(half_a_warp_synchronises)
{
    world("racecheck", 1, 32);
    S_STORE(0, 0, 10, ALL, 0, 4);
    warp_barrier(0, 0, 0xffff);
    S_LOAD(0, 0, 12, 0xff, 32, 4); // within the half
    S_LOAD(0, 0, 13, 0xff, 0, 0);  // a broadcast
    warp_barrier(0, 0, 0xffff);
    S_STORE(0, 0, 14, 1, 0, 0);
    ck_assert_uint_eq(findings(), 0);
    S_LOAD(0, 0, 15, 0xff, 64, 4); // from the other half
    expect_race("RAW", SEVERITY_error, 10, 15);
    world_end();
}
END_TEST

START_TEST(same_instruction)
{
    world("racecheck", 1, 32);
    S_STORE(0, 0, 10, ALL, 0, 0); // different values
    expect_race("WAW", SEVERITY_error, 10, 10);
    ck_assert_uint_eq(report_first()->count, 31);
    world_end();
}
END_TEST

START_TEST(same_value_is_a_note)
{
    world("racecheck", 1, 64);
    for (int w = 0; w < 2; w++) {
        for (int l = 0; l < WARP_SIZE; l++) {
            lane_addr[l] = 256;
            memset(lane_value + 32 * l, 7, 4);
        }
        send(0, (unsigned)w, 10, ALL, ACCESS_store, SPACE_shared, 4, ORDER_weak, SCOPE_none);
    }
    expect_race("WAW", SEVERITY_info, 10, 10);
    world_end();
}
END_TEST

static void byte_store(unsigned w, unsigned step, uint64_t base)
{
    for (int l = 0; l < WARP_SIZE; l++) {
        lane_addr[l] = base + (uint64_t)l;
        lane_value[32 * l] = (uint8_t)(step + l);
    }
    send(0, w, step, ALL, ACCESS_store, SPACE_shared, 1, ORDER_weak, SCOPE_none);
}

START_TEST(bytes_of_one_word)
{
    world("racecheck", 1, 64);
    byte_store(0, 10, 0); // neighbouring bytes are no conflict
    byte_store(1, 10, 32);
    ck_assert_uint_eq(findings(), 0);
    byte_store(1, 12, 0);
    expect_race("WAW", SEVERITY_error, 10, 12);
    world_end();
}
END_TEST

START_TEST(words_over_bytes)
{
    world("racecheck", 1, 64);
    byte_store(0, 10, 0);
    S_LOAD(0, 1, 12, 1, 0, 4);
    expect_race("RAW", SEVERITY_error, 10, 12);
    barrier(0, 13);
    S_LOAD(0, 1, 14, ALL, 0, 4);
    ck_assert_uint_eq(findings(), 1);
    world_end();
}
END_TEST

START_TEST(vectors)
{
    world("racecheck", 1, 64);
    for (int l = 0; l < WARP_SIZE; l++)
        lane_addr[l] = 16 * (uint64_t)l;
    send(0, 0, 10, ALL, ACCESS_store, SPACE_shared, 16, ORDER_weak, SCOPE_none);
    S_LOAD(0, 1, 12, ALL, 512 - 128, 4); // its last 32 words
    expect_race("RAW", SEVERITY_error, 10, 12);
    ck_assert_uint_eq(report_first()->count, 32);
    ck_assert_uint_eq(report_first()->thread.x, 24);
    world_end();
}
END_TEST

// One cell stands for a row of words that a whole warp writes: each lane still has its own word.
START_TEST(one_word_of_a_row)
{
    world("racecheck", 1, 64);
    S_STORE(0, 0, 10, ALL, 0, 4);
    barrier(0, 11);
    S_LOAD(0, 1, 12, 1u << 3, 0, 4);
    barrier(0, 13);
    S_STORE(0, 0, 14, ALL, 0, 4);
    ck_assert_uint_eq(findings(), 0);
    S_LOAD(0, 1, 16, 1u << 9, 0, 4);
    expect_race("RAW", SEVERITY_error, 14, 16);
    ck_assert_uint_eq(report_first()->count, 1);
    ck_assert_uint_eq(report_first()->thread.x, 9);
    ck_assert_uint_eq(report_first()->other_thread.x, 32 + 9);
    world_end();
}
END_TEST

// A row that was read whole, and then in part: the write races with both readers.
START_TEST(readers_of_a_row)
{
    world("racecheck", 3, 64);
    G_LOAD(0, 0, 10, ALL, DATA, 4);
    G_LOAD(0, 0, 10, ALL, DATA, 4);
    G_LOAD(1, 0, 12, 1u << 5, DATA, 4);
    G_STORE(2, 0, 14, 1u << 5, DATA, 4);
    ck_assert_uint_eq(findings(), 2);
    for (const Finding *f = report_first(); f; f = report_next(f)) {
        ck_assert_str_eq(f->label, "WAR");
        ck_assert_uint_eq(f->count, 1);
        ck_assert_uint_eq(f->thread.x, 5);
    }
    world_end();
}
END_TEST

START_TEST(shared_memory_of_another_block)
{
    world("racecheck", 2, 32);
    S_STORE(0, 0, 10, ALL, 0, 4);
    S_LOAD(1, 0, 12, ALL, 0, 4);
    S_STORE(1, 0, 13, ALL, 0, 4);
    ck_assert_uint_eq(findings(), 0);
    world_end();
}
END_TEST

START_TEST(named_barrier_of_two_warps)
{
    world("racecheck", 1, 128);
    S_STORE(0, 0, 10, ALL, 0, 4);
    S_STORE(0, 2, 11, ALL, 256, 4);
    EACH_HOOK(barrier_done, (&t.block[0], 3, (uint32_t[MAX_WARPS]){ALL, ALL, 0, 0}));
    S_LOAD(0, 1, 12, ALL, 0, 4);
    ck_assert_uint_eq(findings(), 0);
    S_LOAD(0, 1, 13, ALL, 256, 4); // warp 2 was not there
    expect_race("RAW", SEVERITY_error, 11, 13);
    world_end();
}
END_TEST

START_TEST(order_is_passed_on_by_barriers)
{
    world("racecheck", 1, 128);
    S_STORE(0, 0, 10, ALL, 0, 4);
    EACH_HOOK(barrier_done, (&t.block[0], 1, (uint32_t[MAX_WARPS]){ALL, ALL, 0, 0}));
    EACH_HOOK(barrier_done, (&t.block[0], 2, (uint32_t[MAX_WARPS]){0, ALL, ALL, 0}));
    S_LOAD(0, 2, 12, ALL, 0, 4);
    ck_assert_uint_eq(findings(), 0);
    S_LOAD(0, 3, 13, ALL, 0, 4);
    expect_race("RAW", SEVERITY_error, 10, 13);
    world_end();
}
END_TEST

START_TEST(producer_does_not_wait)
{
    world("racecheck", 1, 64);
    S_STORE(0, 0, 10, ALL, 0, 4);
    arrive(0, 0, 11, ALL, 1, true);
    S_STORE(0, 0, 12, ALL, 256, 4); // after it arrived
    arrive(0, 1, 13, ALL, 1, false);
    EACH_HOOK(barrier_done, (&t.block[0], 1, (uint32_t[MAX_WARPS]){ALL, ALL}));
    S_LOAD(0, 1, 14, ALL, 0, 4);
    ck_assert_uint_eq(findings(), 0);
    S_LOAD(0, 1, 15, ALL, 256, 4);
    expect_race("RAW", SEVERITY_error, 12, 15);
    world_end();
}
END_TEST

START_TEST(arriving_orders_nothing_after_it)
{
    world("racecheck", 1, 64);
    S_LOAD(0, 1, 10, ALL, 0, 4);
    arrive(0, 0, 11, ALL, 1, true);
    arrive(0, 1, 13, ALL, 1, false);
    EACH_HOOK(barrier_done, (&t.block[0], 1, (uint32_t[MAX_WARPS]){ALL, ALL}));
    S_STORE(0, 0, 14, ALL, 0, 4);
    expect_race("WAR", SEVERITY_error, 14, 10);
    world_end();
}
END_TEST

// ---- global memory ------------------------------------------------------------------

START_TEST(two_blocks_write)
{
    world("racecheck", 2, 32);
    G_STORE(0, 0, 10, 1, DATA, 0);
    barrier(0, 11);
    barrier(1, 11);
    G_STORE(1, 0, 10, 1, DATA, 0);
    expect_race("WAW", SEVERITY_error, 10, 10);
    ck_assert_uint_eq(report_first()->block.x, 0);
    ck_assert_uint_eq(report_first()->other_block.x, 1);
    world_end();
}
END_TEST

START_TEST(blocks_with_separate_words)
{
    world("racecheck", 2, 64);
    for (unsigned b = 0; b < 2; b++)
        for (unsigned w = 0; w < 2; w++) {
            G_LOAD(b, w, 10, ALL, DATA + 4096, 4);
            G_STORE(b, w, 11, ALL, DATA + 256 * b + 128 * w, 4);
            G_LOAD(b, w, 12, ALL, DATA + 256 * b + 128 * w, 4);
        }
    ck_assert_uint_eq(findings(), 0);
    world_end();
}
END_TEST

START_TEST(launches_are_ordered)
{
    world("racecheck", 2, 32);
    G_STORE(0, 0, 10, ALL, DATA, 4);
    EACH_HOOK(launch_end, (&t.launch));
    EACH_HOOK(launch_begin, (&t.launch));
    G_LOAD(1, 0, 11, ALL, DATA, 4);
    G_STORE(1, 0, 12, ALL, DATA, 4);
    ck_assert_uint_eq(findings(), 0);
    world_end();
}
END_TEST

START_TEST(readers_of_many_blocks_then_a_write)
{
    world("racecheck", 4, 32);
    for (unsigned b = 0; b < 4; b++)
        G_LOAD(b, 0, 10, ALL, DATA, 4);
    G_STORE(3, 0, 12, 1, DATA, 4); // itself the last reader
    expect_race("WAR", SEVERITY_error, 12, 10);
    world_end();
}
END_TEST

START_TEST(atomics_do_not_race)
{
    world("racecheck", 4, 64);
    for (unsigned b = 0; b < 4; b++)
        for (unsigned w = 0; w < 2; w++)
            G_ATOMIC(b, w, 10, ALL, DATA);
    ck_assert_uint_eq(findings(), 0);
    G_LOAD(3, 1, 12, 1, DATA, 0); // a weak read does
    ck_assert_uint_eq(findings(), 1);
    world_end();
}
END_TEST

START_TEST(block_scope_is_not_enough_between_blocks)
{
    world("racecheck", 2, 64);
    for (unsigned w = 0; w < 2; w++)
        access_at(0, w, 10, ALL, ACCESS_atom, SPACE_global, DATA, 0, ORDER_relaxed, SCOPE_cta);
    ck_assert_uint_eq(findings(), 0);
    access_at(1, 0, 10, 1, ACCESS_atom, SPACE_global, DATA, 0, ORDER_relaxed, SCOPE_cta);
    expect_race("WAW", SEVERITY_error, 10, 10);
    world_end();
}
END_TEST

// The last block adds up what all blocks have written.
static void last_block(bool fenced)
{
    world("racecheck", 4, 64);
    for (unsigned b = 0; b < 4; b++) {
        G_STORE(b, 0, 10, 1, DATA + 4 * b, 0);
        if (fenced)
            fence(b, 0, 1, SCOPE_gpu);
        G_ATOMIC(b, 0, 12, 1, FLAG);
        barrier(b, 13);
    }
    G_LOAD(3, 1, 14, 0xf, DATA, 4); // by another warp than the one that took the ticket
}

START_TEST(last_block_with_fence)
{
    last_block(true);
    ck_assert_uint_eq(findings(), 0);
    world_end();
}
END_TEST

START_TEST(last_block_without_fence)
{
    last_block(false);
    expect_race("RAW", SEVERITY_error, 10, 14);
    world_end();
}
END_TEST

START_TEST(one_thread_releases_for_its_block)
{
    world("racecheck", 2, 64);
    G_STORE(0, 0, 10, ALL, DATA, 4);
    G_STORE(0, 1, 10, ALL, DATA + 128, 4);
    barrier(0, 11);
    fence(0, 0, 1, SCOPE_gpu);
    G_VOLATILE_STORE(0, 0, 12, 1, FLAG);
    G_VOLATILE_LOAD(1, 1, 13, 1, FLAG);
    fence(1, 1, 1, SCOPE_gpu);
    barrier(1, 14);
    G_LOAD(1, 0, 15, ALL, DATA, 4);
    G_LOAD(1, 1, 15, ALL, DATA + 128, 4);
    ck_assert_uint_eq(findings(), 0);
    world_end();
}
END_TEST

// Every thread writes and fences; after a barrier one thread, without a fence after the
// barrier, draws the ticket.
static void all_fence(bool fenced)
{
    world("racecheck", 2, 64);
    for (unsigned b = 0; b < 2; b++) {
        for (unsigned w = 0; w < 2; w++) {
            G_STORE(b, w, 10, ALL, DATA + 256 * b + 128 * w, 4);
            if (fenced)
                fence(b, w, ALL, SCOPE_gpu);
        }
        barrier(b, 11);
        G_ATOMIC(b, 0, 12, 1, FLAG);
        barrier(b, 13);
    }
    G_LOAD(1, 1, 14, ALL, DATA + 128, 4); // of warp 1 of block 0
}

START_TEST(fences_before_a_barrier)
{
    all_fence(true);
    ck_assert_uint_eq(findings(), 0);
    world_end();
}
END_TEST

START_TEST(no_fences_before_a_barrier)
{
    all_fence(false);
    expect_race("RAW", SEVERITY_error, 10, 14);
    world_end();
}
END_TEST

// Block b reads the flag of block b - 1, adds, and sets its own. Which fence is left out?
static void look_back(bool release_fence, bool acquire_fence)
{
    world("racecheck", 4, 32);
    for (unsigned b = 0; b < 4; b++) {
        if (b) {
            G_VOLATILE_LOAD(b, 0, 10, 1, FLAG + 4 * (b - 1));
            if (acquire_fence)
                fence(b, 0, 1, SCOPE_gpu);
            G_LOAD(b, 0, 11, 1, DATA, 0); // what block 0 wrote, known by the chain
        } else {
            G_STORE(b, 0, 12, 1, DATA, 0);
        }
        if (release_fence)
            fence(b, 0, 1, SCOPE_gpu);
        G_VOLATILE_STORE(b, 0, 13, 1, FLAG + 4 * b);
    }
}

START_TEST(look_back_with_fences_is_silent)
{
    look_back(true, true);
    ck_assert_uint_eq(findings(), 0);
    world_end();
}
END_TEST

START_TEST(look_back_without_release)
{
    look_back(false, true);
    expect_race("RAW", SEVERITY_error, 12, 11);
    world_end();
}
END_TEST

START_TEST(look_back_without_acquire)
{
    // The fence before its own flag comes too late for the read.
    look_back(true, false);
    expect_race("RAW", SEVERITY_error, 12, 11);
    world_end();
}
END_TEST

START_TEST(write_after_the_fence_is_not_released)
{
    world("racecheck", 2, 32);
    G_STORE(0, 0, 10, 1, DATA, 0);
    fence(0, 0, 1, SCOPE_gpu);
    G_STORE(0, 0, 11, 1, DATA + 4, 0);
    G_VOLATILE_STORE(0, 0, 12, 1, FLAG);
    G_VOLATILE_LOAD(1, 0, 13, 1, FLAG);
    fence(1, 0, 1, SCOPE_gpu);
    G_LOAD(1, 0, 14, 1, DATA, 0);
    ck_assert_uint_eq(findings(), 0);
    G_LOAD(1, 0, 15, 1, DATA + 4, 0);
    expect_race("RAW", SEVERITY_error, 11, 15);
    world_end();
}
END_TEST

START_TEST(block_fence_does_not_reach_other_blocks)
{
    world("racecheck", 2, 64);
    G_STORE(0, 0, 10, 1, DATA, 0);
    fence(0, 0, 1, SCOPE_cta);
    G_VOLATILE_STORE(0, 0, 12, 1, FLAG);
    G_VOLATILE_LOAD(0, 1, 13, 1, FLAG);
    fence(0, 1, 1, SCOPE_cta);
    G_LOAD(0, 1, 14, 1, DATA, 0); // the same block: fine
    ck_assert_uint_eq(findings(), 0);
    G_VOLATILE_LOAD(1, 0, 13, 1, FLAG);
    fence(1, 0, 1, SCOPE_gpu);
    G_LOAD(1, 0, 15, 1, DATA, 0);
    expect_race("RAW", SEVERITY_error, 10, 15);
    world_end();
}
END_TEST

START_TEST(acquire_and_release_suffixes)
{
    world("racecheck", 2, 32);
    G_STORE(0, 0, 10, 1, DATA, 0);
    access_at(0, 0, 11, 1, ACCESS_store, SPACE_global, FLAG, 0, ORDER_release, SCOPE_gpu);
    access_at(1, 0, 12, 1, ACCESS_load, SPACE_global, FLAG, 0, ORDER_acquire, SCOPE_gpu);
    G_LOAD(1, 0, 13, 1, DATA, 0);
    ck_assert_uint_eq(findings(), 0);
    G_STORE(0, 0, 14, 1, DATA, 0); // and now block 1 has read it
    expect_race("WAR", SEVERITY_error, 14, 13);
    world_end();
}
END_TEST

START_TEST(atomics_pass_a_release_on)
{
    world("racecheck", 3, 32);
    G_STORE(0, 0, 10, 1, DATA, 0);
    access_at(0, 0, 11, 1, ACCESS_atom, SPACE_global, FLAG, 0, ORDER_acq_rel, SCOPE_gpu);
    G_ATOMIC(1, 0, 12, 1, FLAG); // relaxed: carries on what is there
    access_at(2, 0, 13, 1, ACCESS_load, SPACE_global, FLAG, 0, ORDER_acquire, SCOPE_gpu);
    G_LOAD(2, 0, 14, 1, DATA, 0);
    ck_assert_uint_eq(findings(), 0);
    world_end();
}
END_TEST

// ---- the last writer -----------------------------------------------------------------------

static void check_last_writer(const char *tool)
{
    world(tool, 2, 64);
    Alloc *a = mem_alloc(1024, 0, MEM_device);
    EACH_HOOK(alloc, (a));
    CudasimWriter w;
    ck_assert_int_eq(observers_last_writer((void *)a->addr, &w), 0);
    ck_assert_int_eq(w.kind, CUDASIM_WRITER_NONE);
    EACH_HOOK(host_write, (a->addr, 512));
    ck_assert_int_eq(observers_last_writer((void *)(a->addr + 4), &w), 0);
    ck_assert_int_eq(w.kind, CUDASIM_WRITER_HOST);
    G_STORE(1, 1, 17, ALL, a->addr, 4);
    lane_addr[0] = a->addr + 22;
    send(0, 0, 18, 1, ACCESS_store, SPACE_global, 1, ORDER_weak, SCOPE_none);
    world_end();
    ck_assert_int_eq(observers_last_writer((void *)(a->addr + 21), &w), 0);
    ck_assert_int_eq(w.kind, CUDASIM_WRITER_KERNEL);
    ck_assert_int_eq(w.line, 17);
    ck_assert_str_eq(w.file, "/home/me/kernel.cu");
    ck_assert_uint_eq(w.block[0], 1);
    ck_assert_uint_eq(w.thread[0], 32 + 5);
    ck_assert_int_eq(observers_last_writer((void *)(a->addr + 22), &w), 0);
    ck_assert_uint_eq(w.block[0], 0); // one byte, by another block
    ck_assert_int_eq(w.line, 18);
    ck_assert_int_eq(observers_last_writer((void *)(a->addr + 4096), &w), 1);
    EACH_HOOK(release, (a));
    EACH_HOOK(alloc, (a));
    ck_assert_int_eq(observers_last_writer((void *)(a->addr + 4), &w), 0);
    ck_assert_int_eq(w.kind, CUDASIM_WRITER_NONE);
}

START_TEST(last_writer_by_racecheck)
{
    check_last_writer("racecheck");
    ck_assert(!hooks_has(&last_writer_observer));
}
END_TEST

START_TEST(last_writer_without_racecheck)
{
    check_last_writer("initcheck");
    ck_assert(!hooks_has(&racecheck_observer)); // initcheck does not need racecheck
}
END_TEST

SUITE(s)
{
    TESTS(s, "racecheck", missing_barrier, barrier_orders, write_after_read,
          one_report_per_pair_of_lines, broadcast_read_then_write,
          broadcast_read_of_one_warp_then_write, lanes_without_syncwarp, lanes_with_syncwarp,
          half_a_warp_synchronises, same_instruction, same_value_is_a_note, bytes_of_one_word,
          words_over_bytes, vectors, one_word_of_a_row, readers_of_a_row,
          shared_memory_of_another_block, named_barrier_of_two_warps,
          order_is_passed_on_by_barriers, producer_does_not_wait, arriving_orders_nothing_after_it,
          two_blocks_write, blocks_with_separate_words, launches_are_ordered,
          readers_of_many_blocks_then_a_write, atomics_do_not_race,
          block_scope_is_not_enough_between_blocks, last_block_with_fence, last_block_without_fence,
          fences_before_a_barrier, no_fences_before_a_barrier, one_thread_releases_for_its_block,
          look_back_with_fences_is_silent, look_back_without_release, look_back_without_acquire,
          write_after_the_fence_is_not_released, block_fence_does_not_reach_other_blocks,
          acquire_and_release_suffixes, atomics_pass_a_release_on, last_writer_by_racecheck,
          last_writer_without_racecheck);
}
