// test_slab.c - allocations lie where an H200 (driver 580.159.04) put them: what it answered to
// the same calls of cudaMalloc and cudaFree, as places in slabs of 2 MB.
#include "suite.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "common/cudasim/sim/host.h"
#include "common/cudasim/sim/sim.h"

enum { MB = 1 << 20, MAX = 64 };

// clang-format off
static const struct {
    uint32_t size;  // 0: free
    uint32_t place; // or which of the allocations above to free
} calls[] = {
    {1, 0},           {4, 0x200},        {512, 0x400},      {513, 0x600},      {100, 0xa00},
    {12288, 0xc00},   {65536, 0x3c00},   {1000, 0x13c00},   {4096, 0x14000},   {100000, 0x15000},
    {300000, 0x2d800}, {MB, 0x76c00},    {700000, 0},       {4, 0x176c00},     {MB + 1, 0xab000},
    {2 * MB, 0},      {4, 0x1ab200},     {2 * MB + 4, 0},   {3 * MB, 0},       {4, 0x1ab400},
    {5000000, 0},     {4, 0x1ab600},     {1900000, 0},      {4, 0x1cfe00},     {150000, 0x1d0000},
    {16, 0x1f4a00},   {0, 2},            {512, 0x400},      {4, 0x1f4c00},     {0, 5},
    {4096, 0xc00},    {4096, 0x1c00},    {4096, 0x2c00},    {4, 0x1f4e00},     {0, 6},
    {0, 7},           {65536, 0x3c00},   {512, 0x13c00},    {4, 0x13e00},      {0, 0},
    {0, 1},           {600, 0},          {4, 0x1f5000},     {0, 11},           {4, 0x1f5200},
    {MB, 0x76c00},    {4, 0x1f5400},     {4000, 0x1f5600},  {4000, 0x1f6600},  {8, 0x1f7600},
    {0, 47},          {0, 48},           {0, 49},           {4000, 0x1f5600},  {70000, 0x1ab800},
};
enum { CALLS = sizeof calls / sizeof *calls };
// clang-format on

START_TEST(places_are_those_of_the_h200)
{
    Alloc a[CALLS] = {{0}};
    for (unsigned i = 0; i < CALLS; i++) {
        if (!calls[i].size) {
            slab_give(&a[calls[i].place]);
            continue;
        }
        a[i].size = calls[i].size;
        slab_take(&a[i]);
        ck_assert_msg(a[i].place == calls[i].place, "call %u, %u bytes: at 0x%x, not 0x%x", i,
                      calls[i].size, a[i].place, calls[i].place);
    }
}
END_TEST

// The low bits of an address are those of its place: all bits that differ within the allocation.
START_TEST(addresses_are_those_of_the_h200)
{
    Alloc *first = mem_alloc(12288, 0, MEM_device), *second = mem_alloc(5000, 0, MEM_device);
    ck_assert(first && second);
    ck_assert_uint_eq(second->addr % 8192, (first->place + 12288) % 8192);
    ck_assert_uint_ge(second->addr, first->addr + first->size + 512); // the gap between them
    Alloc *large = mem_alloc(3 * MB, 0, MEM_device);
    ck_assert(large != NULL);
    ck_assert_uint_eq(large->addr % (2 * MB), 0);
}
END_TEST

// With each size of pages, pinned memory has pages of its own, and no call names a part of one.
static struct {
    uint64_t at, bytes;
} protected[8];
static unsigned nprotected;

static void note_protected(uint64_t at, size_t n, HostAccess access)
{
    (void)access;
    ck_assert_uint_lt(nprotected, 8);
    protected[nprotected].at = at;
    protected[nprotected++].bytes = n;
}

START_TEST(host_memory_has_whole_pages)
{
    static const uint64_t pages[] = {4096, 16384, 65536};
    uint64_t page = pages[_i];
    mem_page_chosen = page;
    host_process.protect = note_protected;
    Alloc *first = mem_alloc(1000, 0, MEM_pinned), *second = mem_alloc(page, 0, MEM_managed);
    ck_assert(first && second);
    ck_assert_uint_eq(first->addr % page, 0);
    ck_assert_uint_eq(second->addr % page, 0);
    ck_assert_uint_ge(second->addr, first->addr + page);
    ck_assert_int_eq(mem_free(first->addr), 0);
    ck_assert_int_eq(mem_free(second->addr), 0);
    ck_assert_uint_eq(nprotected, 4);
    for (unsigned i = 0; i < nprotected; i++) {
        ck_assert_uint_eq(protected[i].at % page, 0);
        ck_assert_uint_eq(protected[i].bytes, (i % 2 ? 2 : 1) * page); // the gap needs a page more
    }
}
END_TEST

// A freed allocation gives back no byte of its neighbour, whose last page it shares.
START_TEST(neighbours_keep_their_bytes)
{
    static const uint64_t pages[] = {4096, 16384, 65536};
    mem_page_chosen = pages[_i];
    Alloc *a[3];
    for (int i = 0; i < 3; i++) {
        ck_assert((a[i] = mem_alloc(3 * 65536 + 4096, 0, MEM_device)) != NULL);
        memset(a[i]->host, i + 1, a[i]->size);
    }
    mem_free(a[1]->addr);
    for (int i = 0; i < 3; i += 2)
        for (uint64_t b = 0; b < a[i]->size; b++)
            ck_assert_uint_eq(a[i]->host[b], i + 1);
}
END_TEST

static uint64_t resident_bytes(void)
{
    unsigned long all = 0, resident = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    ck_assert(f && fscanf(f, "%lu %lu", &all, &resident) == 2);
    fclose(f);
    return resident * (uint64_t)sysconf(_SC_PAGESIZE);
}

// Of 16 GB, one byte in each of 256 MB is used: a page each, not 2 MB.
START_TEST(unused_memory_takes_no_room)
{
    const Alloc *a = mem_alloc(16ull << 30, 0, MEM_device);
    ck_assert_ptr_nonnull(a);
    uint64_t before = resident_bytes();
    for (uint64_t mb = 0; mb < 256; mb++)
        a->host[mb * MB] = 1;
    ck_assert_uint_lt(resident_bytes() - before, 64 * MB);
}
END_TEST

SUITE(s)
{
    TCase *t = TESTS(s, "slab", places_are_those_of_the_h200, addresses_are_those_of_the_h200);
    tcase_add_test(t, unused_memory_takes_no_room);
    tcase_add_loop_test(t, host_memory_has_whole_pages, 0, 3);
    tcase_add_loop_test(t, neighbours_keep_their_bytes, 0, 3);
}
