// test_managed_pages.c - pages of managed memory: which of them move when a kernel or the host
// touches one, what a prefetch and an advice change, and what goes when the device is full.
#include "observe.h"

#include "common/cudasim/observers/pages.h"
#include "common/cudasim/sim/host.h"

enum { PAGE = MANAGED_PAGE_BYTES, MANY = 64 };

static Alloc *m;
static bool host_touches[2 * MANY]; // by page of m, since the page was forgotten

static bool seen(uint64_t addr, size_t bytes, uint8_t *bits)
{
    for (size_t i = 0; i * PAGE < bytes; i++)
        if (host_touches[(addr - m->addr) / PAGE + i])
            bits[i / 8] |= (uint8_t)(1u << i % 8);
    return true;
}

static void forget(uint64_t addr, size_t bytes)
{
    for (size_t i = 0; i * PAGE < bytes; i++)
        host_touches[(addr - m->addr) / PAGE + i] = false;
}

// Managed memory of n pages, which the host has written or nobody; a kernel of 8 blocks of a warp.
static void begin(unsigned n, bool written)
{
    world("none", 8, 32);
    host_process.seen = seen;
    host_process.forget = forget;
    hooks_measure(MEASURE_counters);
    pages_watch();
    m = mem_alloc((uint64_t)n * PAGE, 0, MEM_managed);
    ck_assert_ptr_nonnull(m);
    EACH_HOOK(alloc, (m));
    for (unsigned i = 0; i < n; i++)
        host_touches[i] = written;
    pages_of_host();
}

static void end(void)
{
    EACH_HOOK(release, (m));
    mem_free(m->addr);
}

static void touch_by(unsigned block, unsigned page, bool write)
{
    if (write)
        G_STORE(block, 0, 11, 1, m->addr + (uint64_t)page * PAGE, 4);
    else
        G_LOAD(block, 0, 10, 1, m->addr + (uint64_t)page * PAGE, 4);
}

// The launch ends; another one of the same kernel begins.
static PageMoves launch_ends(void)
{
    world_end();
    PageMoves moves = pages_of_launch();
    world_again();
    return moves;
}

// The pages that one thread waits for, if it steps through 32 of them.
START_TEST(a_block_of_2_mb_grows)
{
    begin(32, true);
    for (unsigned i = 0; i < 32; i++)
        touch_by(0, i, false);
    PageMoves moves = launch_ends();
    ck_assert_uint_eq(moves.faults, 6); // 0, 1, 2, 4, 8, 16
    ck_assert_uint_eq(moves.batches, 6);
    ck_assert_uint_eq(moves.to_device, 32 * PAGE);
    for (unsigned i = 0; i < 32; i++)
        touch_by(0, i, true);
    ck_assert_uint_eq(launch_ends().faults, 0); // they are there
    end();
}
END_TEST

START_TEST(warps_fault_at_the_same_time)
{
    begin(MANY, true);
    for (unsigned i = 0; i < 8; i++)
        touch_by(i, 8 * i, false);
    PageMoves moves = launch_ends();
    ck_assert_uint_eq(moves.faults, 8);
    ck_assert_uint_eq(moves.batches, 1);
    ck_assert_uint_eq(moves.blocks, 2);
    ck_assert_uint_eq(moves.to_device, 8 * PAGE); // 4 of 32 pages in each block: it does not grow
    end();
}
END_TEST

// Four warps of different blocks go through the same pages.
START_TEST(warps_wait_for_the_same_pages)
{
    begin(MANY, true);
    for (unsigned block = 0; block < 4; block++)
        for (unsigned i = 0; i < 2; i++)
            touch_by(block, 8 * i, false);
    PageMoves moves = launch_ends();
    ck_assert_uint_eq(moves.faults, 2);
    ck_assert_uint_eq(moves.batches, 2); // the second page, after all have waited for the first one
    ck_assert_uint_eq(moves.waits, 4);
    end();
}
END_TEST

START_TEST(discarded_pages_are_nobodys)
{
    begin(4, true);
    ck_assert_uint_eq(pages_discard(m->addr + PAGE / 2, 3 * PAGE), 1); // two whole pages
    ck_assert_uint_eq(pages_discard(m->addr + PAGE / 2, 3 * PAGE), 0);
    for (unsigned i = 0; i < 4; i++)
        host_touches[i] = false;
    PageMoves moves = pages_prefetch(m->addr, 4 * PAGE, PAGES_device);
    ck_assert_uint_eq(moves.to_device, 2 * PAGE);
    ck_assert_uint_eq(moves.fresh, 2);
    ck_assert_uint_eq(moves.discarded, 2);
    pages_discard(m->addr, 4 * PAGE);
    touch_by(0, 0, true);
    ck_assert_uint_eq(launch_ends().discarded, 1);
    host_touches[1] = true;
    ck_assert_uint_eq(pages_of_host().discarded, 1);
    ck_assert_uint_eq(pages_of_host().discarded, 0);
    end();
}
END_TEST

START_TEST(memory_that_nobody_has_written_does_not_move)
{
    begin(4, false);
    touch_by(0, 0, true);
    PageMoves moves = launch_ends();
    ck_assert_uint_eq(moves.faults, 1);
    ck_assert_uint_eq(moves.to_device, 0);
    host_touches[0] = true;
    moves = pages_of_host();
    ck_assert_uint_eq(moves.faults, 1);
    ck_assert_uint_eq(moves.to_host, PAGE);
    host_touches[1] = true; // nobody had it
    ck_assert_uint_eq(pages_of_host().faults, 0);
    end();
}
END_TEST

START_TEST(pages_go_back_and_forth)
{
    begin(2, true);
    for (int round = 0; round < 3; round++) {
        touch_by(0, 0, true);
        ck_assert_uint_eq(launch_ends().to_device, PAGE);
        ck_assert(!host_touches[0]);
        host_touches[0] = true;
        ck_assert_uint_eq(pages_of_host().to_host, PAGE);
        ck_assert_uint_eq(pages_of_host().to_host, 0);
    }
    end();
}
END_TEST

START_TEST(a_prefetch_saves_the_faults)
{
    begin(MANY, true);
    ck_assert_uint_eq(pages_prefetch(m->addr, MANY * PAGE, PAGES_device).to_device, MANY * PAGE);
    ck_assert_uint_eq(pages_prefetched(m->addr, MANY * PAGE), PAGES_device);
    touch_by(0, 5, true);
    ck_assert_uint_eq(launch_ends().faults, 0);
    ck_assert_uint_eq(pages_prefetch(m->addr, PAGE, PAGES_host).to_host, PAGE);
    ck_assert_uint_eq(pages_prefetched(m->addr, MANY * PAGE), PAGES_nowhere);
    end();
}
END_TEST

START_TEST(pages_that_are_mostly_read_have_copies)
{
    begin(1, true);
    pages_advise(m->addr, PAGE, ADVICE_mostly, PAGES_device);
    touch_by(0, 0, false);
    ck_assert_uint_eq(launch_ends().to_device, PAGE);
    ck_assert_uint_eq(pages_of_host().faults, 0); // the host has its copy
    touch_by(0, 0, false);
    ck_assert_uint_eq(launch_ends().faults, 0);
    m->host[100]++; // the host writes: the device's copy is no good
    pages_of_host();
    touch_by(0, 0, true);
    ck_assert_uint_eq(launch_ends().faults, 1);
    host_touches[0] = true;
    ck_assert_uint_eq(pages_of_host().to_host, PAGE); // the kernel has written
    end();
}
END_TEST

START_TEST(pages_stay_where_they_are_advised_to)
{
    begin(2, true);
    pages_advise(m->addr, PAGE, ADVICE_preferred, PAGES_host);
    ck_assert(pages_remote(m->addr));
    ck_assert(!pages_remote(m->addr + PAGE));
    touch_by(0, 0, true);
    ck_assert_uint_eq(launch_ends().faults, 0);
    ck_assert_uint_eq(pages_advised(m->addr, PAGE, ADVICE_preferred), PAGES_host);
    ck_assert_uint_eq(pages_advised(m->addr, 2 * PAGE, ADVICE_preferred), PAGES_nowhere);
    pages_advise(m->addr, PAGE, ADVICE_preferred, PAGES_nowhere);
    touch_by(0, 0, true);
    ck_assert_uint_eq(launch_ends().faults, 1);
    end();
}
END_TEST

START_TEST(a_full_device_gives_the_oldest_block_back)
{
    begin(2 * MANY, false);
    uint64_t room = mem_free_bytes();
    Alloc *rest = mem_alloc(room - 2 * MANY / 2 * PAGE, 0, MEM_device); // for half of the pages
    ck_assert_ptr_nonnull(rest);
    PageMoves first = pages_prefetch(m->addr, MANY * PAGE, PAGES_device);
    ck_assert_uint_eq(first.evicted, 0);
    PageMoves second = pages_prefetch(m->addr + MANY * PAGE, 32 * PAGE, PAGES_device);
    ck_assert_uint_eq(second.evicted, 32 * PAGE);
    touch_by(0, 0, false); // of the block that went
    ck_assert_uint_eq(launch_ends().to_device, PAGE);
    mem_free(rest->addr);
    end();
}
END_TEST

SUITE(s)
{
    TESTS(s, "managed pages", a_block_of_2_mb_grows, warps_fault_at_the_same_time,
          warps_wait_for_the_same_pages, discarded_pages_are_nobodys,
          memory_that_nobody_has_written_does_not_move, pages_go_back_and_forth,
          a_prefetch_saves_the_faults, pages_that_are_mostly_read_have_copies,
          pages_stay_where_they_are_advised_to, a_full_device_gives_the_oldest_block_back);
}
