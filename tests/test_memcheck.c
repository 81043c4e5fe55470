// test_memcheck.c - the reports of bad accesses, of leaks and of the end of a launch.
#include "observe.h"

#include <unistd.h>

static void fault_at(FaultKind kind, Space space, bool write, uint64_t addr, uint32_t mask)
{
    for (int l = 0; l < WARP_SIZE; l++)
        lane_addr[l] = addr + 4 * (uint64_t)l;
    t.warps[0][0]->frame = &t.frame;
    EACH_HOOK(fault, (&t.launch, &(Fault){.kind = kind,
                                          .warp = t.warps[0][0],
                                          .step = &t.step[41],
                                          .mask = mask,
                                          .space = space,
                                          .width = 4,
                                          .write = write,
                                          .addr = lane_addr}));
}

static Alloc *allocate(uint64_t size)
{
    Alloc *a = mem_alloc(size, 0, MEM_device);
    ck_assert_ptr_nonnull(a);
    return a;
}

static unsigned long errors_so_far(void)
{
    unsigned long n = 0;
    EACH_HOOK(count_errors, (&n));
    return n;
}

START_TEST(one_past_the_end)
{
    world("memcheck", 1, 64);
    Alloc *a = allocate(64);
    fault_at(FAULT_out_of_bounds, SPACE_global, true, a->addr + 60, 0xe);
    fault_at(FAULT_out_of_bounds, SPACE_global, true, a->addr + 60, 0xe);
    const Finding *f = the_finding();
    char want[200];
    snprintf(want, sizeof want,
             "Address 0x%llx is out of bounds\nand is 1 bytes after the nearest "
             "allocation at 0x%llx of size 64 bytes",
             (unsigned long long)a->addr + 64, (unsigned long long)a->addr);
    ck_assert_str_eq(f->tool, "memcheck");
    ck_assert_str_eq(f->message, "Invalid __global__ write of size 4 bytes");
    ck_assert_str_eq(f->detail, want);
    ck_assert_uint_eq(f->count, 6);
    ck_assert_uint_eq(f->thread.x, 1);
    ck_assert_int_eq(line_at(f->line)->line, 41);
    ck_assert_int_eq(f->severity, SEVERITY_error);
    ck_assert_uint_eq(errors_so_far(), 1);
    world_end();
    ck_assert_uint_eq(errors_so_far(), 1);
}
END_TEST

START_TEST(before_the_start)
{
    world("memcheck", 1, 32);
    Alloc *a = allocate(64);
    fault_at(FAULT_out_of_bounds, SPACE_global, false, a->addr - 8, 1);
    const Finding *f = the_finding();
    ck_assert_str_eq(f->message, "Invalid __global__ read of size 4 bytes");
    ck_assert_ptr_nonnull(strstr(f->detail, "and is 8 bytes before the nearest allocation"));
    world_end();
}
END_TEST

// What a harness calls an allocation is said; where no array is near, none is named.
START_TEST(named_and_far)
{
    world("memcheck", 1, 32);
    Alloc *a = allocate(64);
    strcpy(a->buffer, "keys");
    fault_at(FAULT_out_of_bounds, SPACE_global, false, a->addr + 64, 1);
    ck_assert_ptr_nonnull(strstr(the_finding()->detail, "the nearest allocation (keys) at 0x"));
    world_end();
    world("memcheck", 1, 32);
    a = allocate(64);
    fault_at(FAULT_out_of_bounds, SPACE_global, false, a->addr + (1 << 30), 1);
    ck_assert_ptr_nonnull(strstr(the_finding()->detail, "and is far from all allocations"));
    world_end();
}
END_TEST

// The host's addresses are others in each run, and a grade says the same each time.
START_TEST(no_address_of_the_host)
{
    world("memcheck", 1, 32);
    fault_at(FAULT_host_pointer, SPACE_global, false, 0x7fff12345678, 1);
    const Finding *f = the_finding();
    ck_assert_ptr_nonnull(strstr(f->detail, "host memory, which a kernel cannot reach"));
    ck_assert_ptr_null(strstr(f->detail, "0x"));
    world_end();
}
END_TEST

START_TEST(other_kinds_of_faults)
{
    world("memcheck", 1, 32);
    Alloc *a = allocate(64);
    uint64_t at = a->addr;
    mem_free(at);
    fault_at(FAULT_use_after_free, SPACE_global, false, at, 1);
    fault_at(FAULT_misaligned, SPACE_global, false, at + 1, 1);
    fault_at(FAULT_host_pointer, SPACE_global, false, 0x7fff12345678, 1);
    fault_at(FAULT_null, SPACE_global, false, 0, 1);
    fault_at(FAULT_out_of_bounds, SPACE_shared, true, 4096, 1);
    ck_assert_uint_eq(findings(), 5);
    const Finding *f = report_first();
    ck_assert_ptr_nonnull(strstr(f->detail, "has been freed"));
    f = report_next(f);
    ck_assert_ptr_nonnull(strstr(f->detail, "is misaligned"));
    f = report_next(f);
    ck_assert_ptr_nonnull(strstr(f->detail, "host memory"));
    f = report_next(f);
    ck_assert_ptr_nonnull(strstr(f->detail, "null pointer"));
    f = report_next(f);
    ck_assert_str_eq(f->message, "Invalid __shared__ write of size 4 bytes");
    ck_assert_ptr_nonnull(strstr(f->detail, "4096 bytes of shared memory"));
    world_end();
}
END_TEST

// totals[blockIdx.x - 1] of a null pointer in block 0: the index is 4294967295.
START_TEST(null_with_an_index_below_zero)
{
    world("memcheck", 1, 32);
    uint64_t below = 0xffffffffull * 4;
    fault_at(FAULT_host_pointer, SPACE_global, false, below, 1);
    const Finding *f = report_first();
    ck_assert_ptr_nonnull(strstr(f->detail, "unsigned index below 0"));
    world_end();
    world("memcheck", 1, 32);
    fault_at(FAULT_host_pointer, SPACE_global, false, 0xffffffffull * 3, 1); // of no such size
    ck_assert_ptr_nonnull(strstr(report_first()->detail, "host memory"));
    world_end();
}
END_TEST

START_TEST(atomics_and_failures)
{
    world("memcheck", 1, 32);
    t.inst[41].op = OP_atom;
    fault_at(FAULT_null, SPACE_global, true, 0, 1);
    EACH_HOOK(fault, (&t.launch, &(Fault){.kind = FAULT_assert,
                                          .warp = t.warps[0][0],
                                          .step = &t.step[50],
                                          .mask = 4,
                                          .text = "i < n"}));
    ck_assert_str_eq(report_first()->message, "Invalid __global__ atomic of size 4 bytes");
    const Finding *f = report_next(report_first());
    ck_assert_str_eq(f->message, "Assertion failed: i < n");
    ck_assert_uint_eq(f->thread.x, 2);
    world_end();
}
END_TEST

// In any order of adding: the report comes last, and the counters before their readers.
START_TEST(observers_are_called_in_order_of_rank)
{
    static Observer late = {.name = "late", .rank = RANK_timeline};
    world("all", 1, 32);
    world_end();
    hooks_add(&late);
    ck_assert_uint_gt(hooks_all.n, 6);
    for (unsigned i = 1; i < hooks_all.n; i++)
        ck_assert_int_le(hooks_all.list[i - 1]->rank, hooks_all.list[i]->rank);
    ck_assert_ptr_eq(hooks_all.list[0], &late);
    ck_assert_ptr_eq(hooks_all.list[1], &counters_observer);
    ck_assert_ptr_eq(hooks_all.list[hooks_all.n - 1], &report_observer);
    for (unsigned i = 1; i < hooks_all.n; i++) // states in blocks and launches stay apart
        for (unsigned k = 0; k < i; k++)
            ck_assert_uint_ne(hooks_all.list[i]->slot, hooks_all.list[k]->slot);
}
END_TEST

START_TEST(leaks)
{
    world("memcheck", 1, 32);
    Alloc *kept = allocate(100), *freed = allocate(200);
    mem_free(freed->addr);
    world_end();
    EACH_HOOK(reset, ());
    const Finding *f = the_finding();
    ck_assert_str_eq(f->kind, "leak");
    ck_assert_ptr_nonnull(strstr(f->message, "Leaked 100 bytes at 0x"));
    ck_assert_int_eq(f->severity, SEVERITY_warning);
    (void)kept;
}
END_TEST

START_TEST(no_leaks_without_memcheck)
{
    world("racecheck", 1, 32);
    allocate(100);
    EACH_HOOK(call_problem,
              (CALL_mistake, "invalid free", "cudaFree of a pointer that cudaMalloc did not give"));
    world_end();
    EACH_HOOK(reset, ());
    ck_assert_uint_eq(findings(), 0);
}
END_TEST

START_TEST(api_errors)
{
    world("memcheck", 1, 32);
    world_end();
    EACH_HOOK(call_problem,
              (CALL_mistake, "invalid free", "cudaFree of a pointer that cudaMalloc did not give"));
    EACH_HOOK(call_problem,
              (CALL_mistake, "invalid free", "cudaFree of a pointer that cudaMalloc did not give"));
    const Finding *f = the_finding();
    ck_assert_str_eq(f->kind, "invalid free");
    ck_assert_uint_eq(f->count, 2);
    ck_assert_ptr_null(f->kernel);
}
END_TEST

// report-api-errors=no: what only fails is no finding, what would do harm still is.
START_TEST(calls_that_only_fail)
{
    world("memcheck", 1, 32);
    world_end();
    EACH_HOOK(call_problem, (CALL_refused, "launch refused", "too many threads"));
    ck_assert_str_eq(the_finding()->kind, "launch refused");
    ck_assert_int_eq(observers_init("tool=memcheck;report-api-errors=no"), 0);
    EACH_HOOK(call_problem, (CALL_refused, "launch refused", "too many registers"));
    EACH_HOOK(call_end, ("cudaMemcpy", "cudaErrorInvalidValue"));
    ck_assert_str_eq(the_finding()->message, "too many threads");
    EACH_HOOK(call_problem, (CALL_mistake, "launch refused", "not this one"));
    ck_assert_uint_eq(findings(), 2);
    ck_assert_int_ne(observers_init("report-api-errors=perhaps"), 0);
}
END_TEST

START_TEST(readable_text)
{
    char path[] = "/tmp/report-XXXXXX", text[2000] = "";
    int fd = mkstemp(path);
    ck_assert_int_ge(fd, 0);
    world("memcheck", 1, 32);
    outputs.text = fdopen(fd, "w");
    Alloc *a = allocate(64);
    fault_at(FAULT_out_of_bounds, SPACE_global, true, a->addr + 64, 2);
    mem_free(a->addr);
    world_end();
    EACH_HOOK(finish, ());
    FILE *f = fopen(path, "r");
    ck_assert_uint_gt(fread(text, 1, sizeof text - 1, f), 0);
    fclose(f);
    unlink(path);
    char want[500];
    snprintf(
        want, sizeof want,
        "========= Invalid __global__ write of size 4 bytes\n"
        "=========     at kernel(int*) in kernel.cu:41\n"
        "=========     by thread (1,0,0) in block (0,0,0)\n"
        "=========     Address 0x%llx is out of bounds\n"
        "=========     and is 5 bytes after the nearest allocation at 0x%llx of size 64 bytes\n"
        "=========\n"
        "========= ERROR SUMMARY: 1 error\n",
        (unsigned long long)a->addr + 68, (unsigned long long)a->addr);
    ck_assert_str_eq(text, want);
}
END_TEST

START_TEST(no_tool_no_observer)
{
    device.hooks = &hooks_all;
    ck_assert_int_eq(observers_init(""), 0);
    ck_assert_int_eq(observers_init("tool=none"), 0);
    ck_assert_uint_eq(hooks_all.n, 0);
}
END_TEST

START_TEST(options_of_the_machine)
{
    ck_assert_int_eq(device_option("seed", "7"), 0);
    ck_assert_int_eq(device_option("schedule", "shuffle"), 0);
    ck_assert_int_eq(device_option("budget", "1000"), 0);
    ck_assert_int_eq(device_option("memory", "8M"), 0);
    ck_assert_int_eq(device_option("cache-control", "all"), 0);
    ck_assert(device.shuffle && device.reorder);
    ck_assert_uint_eq(device.seed, 7);
    ck_assert_uint_eq(device.budget, 1000);
    ck_assert_uint_eq(model.global_bytes - model.context_bytes, 8 << 20);
    ck_assert(device.cold_caches);
    ck_assert_int_eq(device_option("schedule", "reorder"), 0);
    ck_assert(device.reorder && !device.shuffle);
    ck_assert_int_eq(device_option("schedule", "interleave"), 0);
    ck_assert(device.shuffle && !device.reorder);
    // The same card, of which others use the rest.
    size_t bytes = model.global_bytes;
    ck_assert_int_eq(device_option("free", "4M"), 0);
    ck_assert_uint_eq(model.global_bytes, bytes);
    ck_assert_uint_eq(mem_free_bytes(), 4 << 20);
    ck_assert_int_eq(device_option("tool", "memcheck"), 1);
    static const char *const bad[][2] = {
        {"seed", "x"},     {"seed", "-1"},           {"seed", ""},   {"schedule", "random"},
        {"budget", ""},    {"memory", "8X"},         {"free", "9M"}, {"memory", "M"},
        {"memory", "8MB"}, {"cache-control", "some"}};
    ck_assert_ptr_nonnull(freopen("/dev/null", "w", stderr));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        ck_assert_msg(device_option(bad[i][0], bad[i][1]) == -1, "%s=%s is accepted", bad[i][0],
                      bad[i][1]);
}
END_TEST

START_TEST(bad_options)
{
    static const char *const bad[] = {
        "tool=memchek", "counters=fd:x", "counters=fd:", "color=red",
        "memcheck",     "lines=few",     "zeros=few",    "counters=/no/such/folder/file"};
    device.hooks = &hooks_all;
    ck_assert_ptr_nonnull(freopen("/dev/null", "w", stderr));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        ck_assert_msg(observers_init(bad[i]) == -1, "%s is accepted", bad[i]);
}
END_TEST

SUITE(s)
{
    TESTS(s, "memcheck", observers_are_called_in_order_of_rank, one_past_the_end, before_the_start,
          named_and_far, no_address_of_the_host, other_kinds_of_faults,
          null_with_an_index_below_zero, atomics_and_failures, leaks, no_leaks_without_memcheck,
          api_errors, calls_that_only_fail, readable_text, no_tool_no_observer,
          options_of_the_machine, bad_options);
}
