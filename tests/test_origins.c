// test_origins.c - where results come from: what the host received before the last one was
// written, and which ones it has written itself.
#include "observe.h"

#include "common/cudasim/sim/host.h"

static Alloc *in, *out, *scratch;
static CudasimOrigins seen;
static char host_bytes[4096];
#define HOST ((uint64_t)host_bytes)

static Alloc *allocate(MemKind kind)
{
    Alloc *a = mem_alloc(4096, 0, kind);
    ck_assert_ptr_nonnull(a);
    EACH_HOOK(alloc, (a));
    return a;
}

static void watch_world(void)
{
    world("none", 1, 32);
    in = allocate(MEM_device);
    out = allocate(MEM_device);
    scratch = allocate(MEM_device);
    CudasimBuffer buffers[2] = {{(void *)in->addr, 4096, 0}, {(void *)out->addr, 4096, 1}};
    observers_watch(buffers, 2);
}

static const CudasimOrigins *look(void)
{
    const void *contents[2] = {host_bytes, host_bytes};
    observers_origins(&seen, contents);
    return &seen;
}

// A call of cudaMemcpy in line `line`.
static void copy(uint64_t to, uint64_t from, uint64_t n, int line)
{
    EACH_HOOK(call_place, ("lab.cu", line));
    EACH_HOOK(call_begin, ("cudaMemcpy"));
    EACH_HOOK(host_read, (from, n));
    EACH_HOOK(host_write, (to, n));
    EACH_HOOK(copy, (to, from, n));
    EACH_HOOK(call_place, (NULL, 0));
}

START_TEST(kernels_compute)
{
    watch_world();
    G_LOAD(0, 0, 10, ALL, in->addr, 4);
    G_LOAD(0, 0, 10, 0xff, in->addr, 64);
    G_STORE(0, 0, 11, ALL, out->addr, 4);
    G_ATOMIC(0, 0, 12, 3, out->addr);
    copy(HOST, out->addr, 4096, 20); // the results may be read
    ck_assert_uint_eq(look()->received, 0);
    ck_assert_uint_eq(seen.buffer[0].loaded, 160);
    ck_assert_uint_eq(seen.buffer[0].stored, 0);
    ck_assert_uint_eq(seen.buffer[1].stored, 136);
    ck_assert_uint_eq(seen.buffer[1].loaded, 8);
    ck_assert_uint_eq(seen.buffer[1].from_host, 0);
    world_end();
}
END_TEST

START_TEST(copied_back_before_the_result)
{
    watch_world();
    copy(HOST, scratch->addr, 8, 19);
    for (int i = 0; i < 4; i++)
        copy(HOST, in->addr, 100, 20);
    G_STORE(0, 0, 11, 1, out->addr, 4);
    copy(HOST, in->addr, 4096, 30);
    ck_assert_uint_eq(look()->received, 408);
    ck_assert_uint_eq(seen.largest.bytes, 400);
    ck_assert_int_eq(seen.largest.line, 20);
    ck_assert_str_eq(seen.largest.call, "cudaMemcpy");
    ck_assert_uint_eq(seen.buffer[0].copied, 4496);
    EACH_HOOK(host_write, (out->addr, 4)); // a memset: now that copy came before a result, too
    ck_assert_uint_eq(look()->received, 4504);
    ck_assert_int_eq(seen.largest.line, 30);
    copy(HOST, out->addr, 4096, 31);
    ck_assert_uint_eq(look()->received, 4504);
    ck_assert_uint_eq(seen.received_in_all, 8600);
    world_end();
}
END_TEST

START_TEST(elements_placed_one_by_one)
{
    watch_world();
    copy(out->addr, in->addr, 4096, 20);
    ck_assert_uint_eq(look()->placed, 0);
    for (int i = 0; i < 3; i++)
        copy(out->addr + 4 * (uint64_t)i, in->addr, 4, 21);
    copy(HOST, in->addr, 4, 22);
    ck_assert_uint_eq(look()->placed, 3);
    ck_assert_int_eq(seen.placer.line, 21);
    ck_assert_str_eq(seen.placer.call, "cudaMemcpy");
    world_end();
}
END_TEST

START_TEST(times_tell_something)
{
    watch_world();
    EACH_HOOK(call_begin, ("cudaEventElapsedTime"));
    for (int i = 0; i < 3; i++)
        EACH_HOOK(host_told, (32));
    EACH_HOOK(host_told, (3)); // no byte yet
    G_STORE(0, 0, 11, 1, out->addr, 4);
    ck_assert_uint_eq(look()->received, 12);
    ck_assert_uint_eq(seen.told, 99);
    ck_assert_str_eq(seen.largest.call, "cudaEventElapsedTime");
    EACH_HOOK(host_told, (5));
    G_STORE(0, 0, 11, 1, out->addr, 4);
    ck_assert_uint_eq(look()->received, 13);
    world_end();
}
END_TEST

static int two_threads(void) { return 2; }

START_TEST(a_second_thread_reads_at_any_time)
{
    watch_world();
    Alloc *managed = allocate(MEM_managed);
    host_process.threads = two_threads;
    for (int i = 0; i < 5; i++)
        G_STORE(0, 0, 13, 1, managed->addr, 0);
    G_STORE(0, 0, 11, 1, out->addr, 4);
    ck_assert_uint_eq(look()->received, 20);
    world_end();
}
END_TEST

START_TEST(stored_where_the_host_reads)
{
    watch_world();
    Alloc *managed = allocate(MEM_managed);
    for (int i = 0; i < 5; i++) // one flag, written again and again
        G_STORE(0, 0, 13, ALL, managed->addr, 0);
    G_STORE(0, 0, 11, 1, out->addr, 4);
    ck_assert_uint_eq(look()->received, 4);
    EACH_HOOK(call_begin, ("cudaDeviceSynchronize")); // the host can look
    G_STORE(0, 0, 13, ALL, managed->addr, 0);
    G_STORE(0, 0, 11, 1, out->addr, 4);
    ck_assert_uint_eq(look()->received, 8);
    G_VOLATILE_LOAD(0, 0, 14, 1, managed->addr); // waits for the host, perhaps
    G_STORE(0, 0, 13, ALL, managed->addr, 4);
    G_STORE(0, 0, 11, 1, out->addr, 4);
    ck_assert_uint_eq(look()->received, 8 + 128);
    ck_assert_int_eq(seen.largest.line, 13);
    ck_assert_str_eq(seen.largest.file, "/home/me/kernel.cu");
    copy(managed->addr, in->addr, 256, 21);
    G_STORE(0, 0, 11, 1, out->addr, 4);
    ck_assert_uint_eq(look()->received, 8 + 128 + 256);
    world_end();
}
END_TEST

START_TEST(results_from_the_host)
{
    watch_world();
    copy(out->addr + 16, HOST, 64, 20);
    ck_assert_uint_eq(look()->buffer[1].from_host, 64);
    ck_assert_uint_eq(seen.buffer[1].first_from_host, 16);
    ck_assert_int_eq(seen.writer.line, 20);
    G_STORE(0, 0, 11, 1, out->addr + 16, 4);
    EACH_HOOK(host_write, (out->addr + 20, 4)); // a memset
    ck_assert_uint_eq(look()->buffer[1].from_host, 56);
    ck_assert_uint_eq(seen.buffer[1].first_from_host, 24);
    copy(out->addr, in->addr, 4096, 22); // from device to device
    ck_assert_uint_eq(look()->buffer[1].from_host, 0);
    world_end();
}
END_TEST

START_TEST(results_by_way_of_another_buffer)
{
    watch_world();
    copy(scratch->addr, HOST, 32, 20);
    copy(out->addr + 100, scratch->addr + 8, 4, 21);
    ck_assert_uint_eq(look()->buffer[1].from_host, 4);
    ck_assert_uint_eq(seen.buffer[1].first_from_host, 100);
    G_STORE(0, 0, 11, ALL, scratch->addr, 4);
    copy(out->addr + 100, scratch->addr + 8, 4, 21);
    ck_assert_uint_eq(look()->buffer[1].from_host, 0);
    world_end();
}
END_TEST

// Results in the host's memory: delivered by copies of what kernels have written, and not changed.
START_TEST(delivered_to_the_host)
{
    watch_world();
    CudasimBuffer buffers[2] = {{(void *)in->addr, 4096, 0}, {host_bytes, 1024, 1}};
    observers_watch(buffers, 2);
    memset(mem_host(in->addr, 4096), 7, 4096);
    copy(HOST, in->addr, 512, 20);
    memset(host_bytes, 7, 1024); // the host's own work looks the same
    ck_assert_uint_eq(look()->buffer[1].delivered, 512);
    memset(host_bytes + 100, 8, 10);
    ck_assert_uint_eq(look()->buffer[1].delivered, 502);
    copy(scratch->addr, HOST, 256, 21); // what the host has sent and gets back
    copy(HOST + 512, scratch->addr, 256, 22);
    ck_assert_uint_eq(look()->buffer[1].delivered, 502);
    G_STORE(0, 0, 10, ALL, scratch->addr, 4);
    memset(mem_host(scratch->addr, 4096), 7, 4096);
    copy(HOST + 512, scratch->addr, 256, 22);
    ck_assert_uint_eq(look()->buffer[1].delivered, 502 + 128);
    world_end();
}
END_TEST

START_TEST(each_call_begins_anew)
{
    watch_world();
    copy(HOST, in->addr, 1000, 20);
    copy(out->addr, HOST, 4, 21);
    observers_watch(&(CudasimBuffer){(void *)out->addr, 4096, 1}, 1);
    G_STORE(0, 0, 11, 1, out->addr + 8, 4);
    ck_assert_uint_eq(look()->received, 0);
    ck_assert_uint_eq(seen.buffer[0].from_host, 0);
    ck_assert_uint_eq(seen.buffer[0].stored, 4);
    ck_assert_str_eq(seen.largest.file, "");
    world_end();
}
END_TEST

SUITE(s)
{
    TESTS(s, "origins", kernels_compute, copied_back_before_the_result, elements_placed_one_by_one,
          times_tell_something, a_second_thread_reads_at_any_time, stored_where_the_host_reads,
          results_from_the_host, results_by_way_of_another_buffer, delivered_to_the_host,
          each_call_begins_anew);
}
