// test_initcheck.c - reads of memory that was, or was not, written before.
#include "observe.h"

static Alloc *allocate(uint64_t size, MemKind kind)
{
    Alloc *a = mem_alloc(size, 0, kind);
    ck_assert_ptr_nonnull(a);
    EACH_HOOK(alloc, (a));
    return a;
}

START_TEST(shared_never_written)
{
    world("initcheck", 1, 64);
    S_STORE(0, 0, 10, ALL, 0, 4);
    S_LOAD(0, 0, 11, ALL, 0, 4);
    ck_assert_uint_eq(findings(), 0);
    S_LOAD(0, 1, 12, ALL, 64, 4); // the upper half is not there yet
    const Finding *f = the_finding();
    ck_assert_str_eq(f->tool, "initcheck");
    ck_assert_int_eq(line_at(f->line)->line, 12);
    ck_assert_uint_eq(f->count, 16);
    ck_assert_uint_eq(f->thread.x, 32 + 16);
    ck_assert_str_eq(f->message, "Uninitialized __shared__ memory read of size 4 bytes");
    world_end();
}
END_TEST

START_TEST(shared_memory_begins_unwritten_in_each_block)
{
    world("initcheck", 2, 32);
    S_STORE(0, 0, 10, ALL, 0, 4);
    S_LOAD(1, 0, 11, 1, 0, 4);
    the_finding();
    EACH_HOOK(block_end, (&t.block[0]));
    EACH_HOOK(block_begin, (&t.block[0]));
    S_LOAD(0, 0, 12, 1, 0, 4);
    ck_assert_uint_eq(findings(), 2);
    world_end();
}
END_TEST

START_TEST(words_between_strided_stores)
{
    world("initcheck", 1, 32);
    S_STORE(0, 0, 10, ALL, 0, 8);
    S_LOAD(0, 0, 11, ALL, 0, 8);
    S_LOAD(0, 0, 11, ALL, 248, 0);
    ck_assert_uint_eq(findings(), 0);
    S_LOAD(0, 0, 12, ALL, 4, 8); // all those between
    ck_assert_uint_eq(the_finding()->count, 32);
    S_LOAD(0, 0, 13, ALL, 252, 0);
    ck_assert_uint_eq(findings(), 2);
    world_end();
}
END_TEST

START_TEST(part_of_a_word_is_written)
{
    world("initcheck", 1, 32);
    lane_addr[0] = 4;
    send(0, 0, 10, 1, ACCESS_store, SPACE_shared, 2, ORDER_weak, SCOPE_none);
    send(0, 0, 11, 1, ACCESS_load, SPACE_shared, 2, ORDER_weak, SCOPE_none);
    ck_assert_uint_eq(findings(), 0);
    send(0, 0, 12, 1, ACCESS_load, SPACE_shared, 4, ORDER_weak, SCOPE_none);
    the_finding();
    lane_addr[0] = 0; // a structure with padding, as one word
    send(0, 0, 13, 1, ACCESS_load, SPACE_shared, 8, ORDER_weak, SCOPE_none);
    ck_assert_uint_eq(findings(), 1);
    lane_addr[0] = 8;
    send(0, 0, 14, 1, ACCESS_load, SPACE_shared, 8, ORDER_weak, SCOPE_none);
    ck_assert_uint_eq(findings(), 2);
    world_end();
}
END_TEST

START_TEST(global_memory)
{
    world("initcheck", 1, 32);
    Alloc *a = allocate(3 << 20, MEM_device); // over several chunks
    G_LOAD(0, 0, 10, ALL, a->addr, 4);
    ck_assert_uint_eq(the_finding()->count, 32);
    EACH_HOOK(host_write, (a->addr, 2 << 20));
    G_LOAD(0, 0, 11, ALL, a->addr, 4);
    G_LOAD(0, 0, 11, ALL, a->addr + (1 << 20) - 64, 4);
    G_LOAD(0, 0, 11, ALL, a->addr + 1000, 0);
    ck_assert_uint_eq(findings(), 1);
    G_LOAD(0, 0, 12, ALL, a->addr + (2 << 20) - 64, 4);
    ck_assert_uint_eq(findings(), 2);
    G_STORE(0, 0, 13, ALL, a->addr + (2 << 20), 4);
    G_LOAD(0, 0, 14, ALL, a->addr + (2 << 20) - 64, 4);
    ck_assert_uint_eq(findings(), 2);
    G_ATOMIC(0, 0, 15, ALL, a->addr + (2 << 20) + 4096); // reads before it writes
    ck_assert_uint_eq(findings(), 3);
    world_end();
}
END_TEST

START_TEST(memory_that_counts_as_written)
{
    world("initcheck", 1, 32);
    Alloc *symbol = allocate(256, MEM_symbol), *pinned = allocate(256, MEM_pinned),
          *managed = allocate(256, MEM_managed);
    G_LOAD(0, 0, 10, ALL, symbol->addr, 4);
    G_LOAD(0, 0, 10, ALL, pinned->addr, 4);
    G_LOAD(0, 0, 10, ALL, managed->addr, 8);
    ck_assert_uint_eq(findings(), 0);
    world_end();
}
END_TEST

START_TEST(freed_and_allocated_again_is_unwritten)
{
    world("initcheck", 1, 32);
    Alloc *a = allocate(256, MEM_heap);
    G_STORE(0, 0, 10, ALL, a->addr, 4);
    EACH_HOOK(release, (a));
    EACH_HOOK(alloc, (a));
    G_LOAD(0, 0, 11, ALL, a->addr, 4);
    ck_assert_uint_eq(the_finding()->count, 32);
    world_end();
}
END_TEST

SUITE(s)
{
    TESTS(s, "initcheck", shared_never_written, shared_memory_begins_unwritten_in_each_block,
          words_between_strided_stores, part_of_a_word_is_written, global_memory,
          memory_that_counts_as_written, freed_and_allocated_again_is_unwritten);
}
