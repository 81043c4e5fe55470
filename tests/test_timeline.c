// test_timeline.c - the virtual clock without kernels: jobs of known length are issued to streams,
// and the test looks at their starts and ends. The worked cases of the single queue need one unit
// of time (1000 us) per copy or kernel; everything else needs far less than half a unit, so that
// whole units can be counted.
#include "common/cudasim/cost_table.h"
#include "common/cudasim/cudart/api/streams.h"
#include "common/cudasim/cudart/clock/timeline.h"

#include "suite.h"
#include <stdlib.h>

#define UNIT 1000.0

static double began;

static cudaStream_t make_stream(unsigned flags)
{
    cudaStream_t s;
    ck_assert_int_eq(cudaStreamCreateWithFlags(&s, flags), 0);
    return s;
}

static void setup(bool single)
{
    ck_assert_int_eq(cudaFree(NULL), 0); // starts the machine
    rt.single_queue = single;
    began = rt.now;
}

static Job *issue(Stream *s, JobKind kind, CopyWay way, double us, double units)
{
    Job *j = job_new(s, kind);
    ck_assert_ptr_nonnull(j);
    j->way = way;
    j->us = us;
    j->units = units;
    job_issue(job_ref(j));
    return j;
}

static Job *kernel(Stream *s, double units, double us)
{
    return issue(s, JOB_kernel, 0, us, units);
}

static Job *to_device(Stream *s, double us) { return issue(s, JOB_copy, COPY_to_device, us, 0); }
static Job *to_host(Stream *s, double us) { return issue(s, JOB_copy, COPY_to_host, us, 0); }

// When everything is done, in whole units since the case began.
static int units_taken(void)
{
    timeline_wait_all();
    return (int)((rt.now - began) / UNIT + 0.5);
}

static Stream *a, *b, *c;

static void streams(bool single)
{
    setup(single);
    a = make_stream(cudaStreamDefault);
    b = make_stream(cudaStreamDefault);
    c = make_stream(cudaStreamDefault);
    began = rt.now;
}

// ---- engines --------------------------------------------------------------------------

START_TEST(small_kernels_overlap_and_full_ones_do_not)
{
    streams(false);
    kernel(a, 10, UNIT), kernel(b, 10, UNIT);
    ck_assert_int_eq(units_taken(), 1);
    began = rt.now;
    kernel(a, 132, UNIT), kernel(b, 132, UNIT);
    ck_assert_int_eq(units_taken(), 2);
    // Three kernels that need half of the GPU: two, and then one.
    began = rt.now;
    kernel(a, 66, UNIT), kernel(b, 66, UNIT), kernel(c, 66, UNIT);
    ck_assert_int_eq(units_taken(), 2);
}
END_TEST

START_TEST(a_block_starts_as_soon_as_it_has_room)
{
    streams(false);
    Job *half = kernel(a, 66, UNIT), *full = kernel(b, 132, UNIT);
    timeline_wait_all();
    ck_assert(full->start - half->start < 10);
    ck_assert(full->end - full->start > 1.4 * UNIT && full->end - full->start < 1.6 * UNIT);
}
END_TEST

START_TEST(kernels_share_bandwidth)
{
    streams(false);
    Job *j[2];
    for (int i = 0; i < 2; i++) {
        j[i] = job_new(i ? b : a, JOB_kernel);
        j[i]->us = UNIT;
        j[i]->units = 10;
        j[i]->memory = 0.8;
        job_issue(job_ref(j[i]));
    }
    timeline_wait_all();
    double us = j[1]->end - j[0]->start;
    ck_assert_msg(us > 1.4 * UNIT && us < 1.6 * UNIT, "%g", us);
}
END_TEST

START_TEST(priorities_decide_which_kernel_starts)
{
    setup(false);
    cudaStream_t low, high;
    ck_assert_int_eq(cudaStreamCreateWithPriority(&low, cudaStreamNonBlocking, 0), 0);
    ck_assert_int_eq(cudaStreamCreateWithPriority(&high, cudaStreamNonBlocking, -5), 0);
    a = make_stream(cudaStreamNonBlocking);
    kernel(a, 132, UNIT); // running blocks are not interrupted
    cudasimHostWork(10);
    Job *later = kernel(low, 132, UNIT), *sooner = kernel(high, 132, UNIT);
    timeline_wait_all();
    ck_assert(sooner->end <= later->start + 1);
}
END_TEST

START_TEST(copies_have_one_engine_per_direction)
{
    streams(false);
    to_device(a, UNIT), to_device(b, UNIT);
    ck_assert_int_eq(units_taken(), 2);
    began = rt.now;
    Job *in = to_device(a, UNIT), *out = to_host(b, UNIT);
    kernel(c, 132, UNIT);
    ck_assert_int_eq(units_taken(), 1);
    ck_assert(in->start == out->start);
    ck_assert(in->end - in->start > 1.05 * UNIT && in->end - in->start < 1.15 * UNIT);
}
END_TEST

// ---- several devices ------------------------------------------------------------------

static Stream *stream_of(int number)
{
    ck_assert_int_eq(cudaSetDevice(number), 0);
    return make_stream(cudaStreamDefault);
}

static void devices(int n)
{
    model.devices = n;
    setup(false);
    a = stream_of(0);
    b = stream_of(1);
    c = stream_of(n - 1);
    began = rt.now;
}

static Job *to_peer(Stream *s, unsigned from, unsigned to, double us)
{
    Job *j = job_new(s, JOB_copy);
    j->way = COPY_to_peer;
    j->from = from;
    j->to = to;
    j->us = us;
    job_issue(job_ref(j));
    return j;
}

START_TEST(each_device_has_engines)
{
    devices(2);
    kernel(a, 132, UNIT), kernel(b, 132, UNIT);
    to_device(c, UNIT), to_device(rt.legacy[0], UNIT);
    ck_assert_int_eq(units_taken(), 2); // the copies come after the kernels of their devices
}
END_TEST

START_TEST(default_streams_are_of_one_device)
{
    devices(2);
    kernel(a, 132, UNIT), kernel(rt.legacy[0], 132, UNIT);
    Job *other = kernel(b, 132, UNIT);
    ck_assert_int_eq(units_taken(), 2);
    ck_assert(other->start - began < 0.1 * UNIT);
}
END_TEST

START_TEST(the_host_waits_for_one_device)
{
    devices(2);
    kernel(a, 132, UNIT), kernel(b, 132, 3 * UNIT);
    ck_assert_int_eq(cudaSetDevice(0), 0);
    ck_assert_int_eq(cudaDeviceSynchronize(), 0);
    ck_assert(rt.now - began < 1.5 * UNIT);
    ck_assert_int_eq(units_taken(), 3);
}
END_TEST

START_TEST(copies_between_devices_share_links)
{
    devices(3);
    to_peer(a, 0, 1, UNIT), to_peer(b, 1, 0, UNIT); // both directions
    ck_assert_int_eq(units_taken(), 1);
    began = rt.now;
    to_peer(a, 0, 1, UNIT), to_peer(c, 2, 1, UNIT); // both reach device 1
    ck_assert_int_eq(units_taken(), 2);
    began = rt.now;
    to_peer(a, 0, 1, UNIT), kernel(b, 132, UNIT), kernel(c, 132, UNIT);
    ck_assert_int_eq(units_taken(), 1);
}
END_TEST

START_TEST(copies_both_ways_need_access_both_ways)
{
    devices(2);
    to_peer(a, 0, 1, UNIT)->denied = 1, to_peer(b, 1, 0, UNIT)->denied = 1;
    ck_assert_int_eq(units_taken(), 2); // they take turns
    began = rt.now;
    to_peer(a, 0, 1, 10 * UNIT)->denied = 2, to_peer(b, 1, 0, 10 * UNIT)->denied = 2;
    ck_assert_int_eq(units_taken(), 14); // 10 / 0.736
}
END_TEST

START_TEST(events_order_devices)
{
    devices(2);
    cudaEvent_t e;
    cudaStream_t there = b;
    ck_assert_int_eq(cudaSetDevice(0), 0);
    ck_assert_int_eq(cudaEventCreate(&e), 0);
    Job *first = kernel(a, 132, UNIT);
    ck_assert_int_eq(cudaEventRecord(e, a), 0);
    ck_assert_int_eq(cudaStreamWaitEvent(there, e, 0), 0);
    Job *second = kernel(b, 132, UNIT);
    ck_assert_int_eq(units_taken(), 2);
    ck_assert(second->start >= first->end);
}
END_TEST

// ---- order ------------------------------------------------------------------------------

START_TEST(a_stream_is_in_order)
{
    streams(false);
    Job *first = to_device(a, UNIT), *second = kernel(a, 1, UNIT), *third = to_host(a, UNIT);
    timeline_wait_all();
    ck_assert(first->end <= second->start && second->end <= third->start);
}
END_TEST

START_TEST(the_legacy_stream_waits_for_all_and_all_wait_for_it)
{
    streams(false);
    Stream *free_one = make_stream(cudaStreamNonBlocking);
    Job *before = kernel(a, 1, UNIT), *legacy = kernel(rt.legacy[0], 1, UNIT),
        *after = kernel(b, 1, UNIT), *apart = kernel(free_one, 1, UNIT);
    timeline_wait_all();
    ck_assert(before->end <= legacy->start);
    ck_assert(legacy->end <= after->start);
    ck_assert(apart->end < legacy->end);
}
END_TEST

START_TEST(per_thread_stream_does_not_wait_for_others)
{
    streams(false);
    Stream *own = stream_find(cudaStreamPerThread);
    Job *other = kernel(a, 1, UNIT), *mine = kernel(own, 1, UNIT);
    Job *legacy = kernel(rt.legacy[0], 1, UNIT);
    timeline_wait_all();
    ck_assert(mine->end < other->end + 10 && mine->start < other->end);
    ck_assert(legacy->start >= mine->end);
}
END_TEST

START_TEST(a_full_queue_blocks_the_host)
{
    streams(false);
    Job *first = kernel(a, 1, UNIT);
    for (int i = 0; i < COST_PENDING - 1; i++)
        kernel(a, 1, UNIT);
    ck_assert(!first->done);
    kernel(b, 1, UNIT);
    ck_assert(first->done && rt.now >= first->end);
    ck_assert_int_eq(units_taken(), COST_PENDING);
}
END_TEST

START_TEST(a_stream_waits_for_an_event)
{
    streams(false);
    cudaEvent_t e;
    ck_assert_int_eq(cudaEventCreateWithFlags(&e, cudaEventDisableTiming), 0);
    Job *first = kernel(a, 1, UNIT);
    ck_assert_int_eq(cudaEventRecord(e, a), 0);
    Job *not_waited_for = kernel(a, 1, UNIT);
    ck_assert_int_eq(cudaStreamWaitEvent(b, e, 0), 0);
    Job *second = kernel(b, 1, UNIT);
    ck_assert_int_eq(cudaEventRecord(e, c), 0); // the wait was for the first record
    timeline_wait_all();
    ck_assert(first->end <= second->start);
    ck_assert(second->start < not_waited_for->end);
}
END_TEST

START_TEST(destroyed_streams_end_their_work)
{
    streams(false);
    Job *first = kernel(a, 1, UNIT), *second = kernel(a, 1, UNIT);
    ck_assert_int_eq(cudaStreamDestroy(a), 0);
    Job *legacy = kernel(rt.legacy[0], 1, UNIT);
    timeline_wait_all();
    ck_assert(first->done && second->done && second->end <= legacy->start);
}
END_TEST

// ---- the host ------------------------------------------------------------------------------

static void works(void *user) { cudasimHostWork(*(double *)user); }

START_TEST(host_functions_take_their_declared_time)
{
    double us = 3 * UNIT;
    streams(false);
    double before = cudasimTime();
    ck_assert_int_eq(cudaLaunchHostFunc(a, works, &us), 0);
    ck_assert(cudasimTime() - before < 100);
    Job *after = kernel(a, 1, UNIT);
    timeline_wait_all();
    ck_assert(after->start - before >= 3 * UNIT);
    before = cudasimTime();
    cudasimHostWork(50);
    ck_assert(cudasimTime() - before > 49.99 && cudasimTime() - before < 50.01);
}
END_TEST

START_TEST(repeated_queries_end_and_times_are_reproducible)
{
    float first = -1;
    setup(false);
    for (int round = 0; round < 2; round++) {
        cudaEvent_t from, to;
        float ms;
        ck_assert_int_eq(cudaDeviceSynchronize(), 0);
        ck_assert_int_eq(cudaEventCreate(&from), 0);
        ck_assert_int_eq(cudaEventCreate(&to), 0);
        ck_assert_int_eq(cudaEventRecord(from, NULL), 0);
        kernel(rt.legacy[0], 132, 250);
        ck_assert_int_eq(cudaEventRecord(to, NULL), 0);
        int n = 0;
        while (cudaEventQuery(to) == cudaErrorNotReady)
            ck_assert_int_lt(n++, 10000);
        ck_assert_int_gt(n, 10);
        ck_assert_int_eq(cudaEventElapsedTime(&ms, from, to), 0);
        ck_assert(ms >= 0.25f && ms < 0.26f);
        // The rounding of the sum depends on the time of the clock.
        ck_assert(first < 0 || (ms - first < 1e-6f && first - ms < 1e-6f));
        first = ms;
    }
}
END_TEST

START_TEST(memory_kinds_decide_whether_the_host_waits)
{
    enum { BIG = 8 << 20, SMALL = 4096 };
    void *d, *d2, *pinned, *paged = malloc(BIG), *managed;
    setup(false);
    cudaMalloc(&d, BIG), cudaMalloc(&d2, BIG), cudaMallocHost(&pinned, BIG);
    cudaMallocManaged(&managed, BIG, cudaMemAttachGlobal);
    struct {
        void *dst, *src;
        size_t n;
        bool async, waits;
    } cases[] = {
        {d, pinned, BIG, true, false},    {d, pinned, BIG, false, true},
        {pinned, d, BIG, true, false},    {pinned, d, BIG, false, true},
        {d, paged, BIG, true, false},     {paged, d, BIG, true, true},
        {d, paged, SMALL, true, false},   {paged, d, SMALL, true, true},
        {d, d2, BIG, true, false},        {d, d2, BIG, false, false},
        {pinned, paged, BIG, true, true},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        kernel(rt.legacy[0], 1, UNIT);
        cudaError_t e =
            cases[i].async
                ? cudaMemcpyAsync(cases[i].dst, cases[i].src, cases[i].n, cudaMemcpyDefault, NULL)
                : cudaMemcpy(cases[i].dst, cases[i].src, cases[i].n, cudaMemcpyDefault);
        ck_assert_int_eq(e, 0);
        ck_assert_msg(timeline_stream_done(rt.legacy[0]) == cases[i].waits, "case %u", i);
        timeline_wait_all();
    }
    kernel(rt.legacy[0], 1, UNIT);
    ck_assert_int_eq(cudaMemset(d, 0, BIG), 0);
    ck_assert(!timeline_stream_done(rt.legacy[0]));
    ck_assert_int_eq(cudaMemset(pinned, 0, BIG), 0);
    ck_assert(timeline_stream_done(rt.legacy[0]));
    free(paged);
}
END_TEST

// ---- one compute queue, two copy queues ------------------------------------------------------

// (a) A copy back that waits for its kernel blocks the next copy, of another stream.
START_TEST(single_a_blocked_copy_queue)
{
    for (int first = 0; first < 2; first++) {
        streams(true);
        if (first)
            to_host(b, UNIT);
        to_device(a, UNIT), to_device(a, UNIT), kernel(a, 132, UNIT), to_host(a, UNIT);
        if (!first)
            to_host(b, UNIT);
        ck_assert_int_eq(units_taken(), first ? 4 : 5);
    }
    streams(false); // independent queues: the order of issue does not matter
    to_device(a, UNIT), to_device(a, UNIT), kernel(a, 132, UNIT), to_host(a, UNIT);
    to_host(b, UNIT);
    ck_assert_int_eq(units_taken(), 4);
}
END_TEST

// (b) Two streams of two kernels that fill half the machine.
START_TEST(single_b_depth_and_breadth_first)
{
    streams(true);
    kernel(a, 66, UNIT), kernel(a, 66, UNIT), kernel(b, 66, UNIT), kernel(b, 66, UNIT);
    ck_assert_int_eq(units_taken(), 3);
    began = rt.now;
    kernel(a, 66, UNIT), kernel(b, 66, UNIT), kernel(a, 66, UNIT), kernel(b, 66, UNIT);
    ck_assert_int_eq(units_taken(), 2);
    streams(false);
    kernel(a, 66, UNIT), kernel(a, 66, UNIT), kernel(b, 66, UNIT), kernel(b, 66, UNIT);
    ck_assert_int_eq(units_taken(), 2);
}
END_TEST

// (c) Kernels of length 2, 1 in one stream and 1, 2 in the other.
START_TEST(single_c_a_custom_order_is_best)
{
    streams(true);
    kernel(a, 66, 2 * UNIT), kernel(a, 66, UNIT), kernel(b, 66, UNIT), kernel(b, 66, 2 * UNIT);
    ck_assert_int_eq(units_taken(), 5);
    began = rt.now;
    kernel(a, 66, 2 * UNIT), kernel(b, 66, UNIT), kernel(a, 66, UNIT), kernel(b, 66, 2 * UNIT);
    ck_assert_int_eq(units_taken(), 4);
    began = rt.now;
    kernel(a, 66, 2 * UNIT), kernel(b, 66, UNIT), kernel(b, 66, 2 * UNIT), kernel(a, 66, UNIT);
    ck_assert_int_eq(units_taken(), 3);
    streams(false); // any order is the best one
    kernel(a, 66, 2 * UNIT), kernel(a, 66, UNIT), kernel(b, 66, UNIT), kernel(b, 66, 2 * UNIT);
    ck_assert_int_eq(units_taken(), 3);
}
END_TEST

static void copy_kernel_copy(bool breadth)
{
    Stream *s[3] = {a, b, c};
    for (int i = 0; i < 3; i++) {
        to_device(s[i], UNIT);
        if (!breadth)
            kernel(s[i], 66, UNIT), to_host(s[i], UNIT);
    }
    for (int i = 0; i < 3 && breadth; i++)
        kernel(s[i], 66, UNIT);
    for (int i = 0; i < 3 && breadth; i++)
        to_host(s[i], UNIT);
}

// (d) Three streams of copy, kernel, copy: issued breadth-first, the copies
// back can start only when all three kernels are done.
START_TEST(single_d_the_delayed_signal)
{
    streams(true);
    copy_kernel_copy(true);
    ck_assert_int_eq(units_taken(), 7);
    streams(true);
    copy_kernel_copy(false);
    ck_assert_int_eq(units_taken(), 5);
    for (int breadth = 0; breadth < 2; breadth++) {
        streams(false);
        copy_kernel_copy(breadth);
        ck_assert_int_eq(units_taken(), 5);
    }
}
END_TEST

// With one queue, an allocation is a barrier.
START_TEST(single_allocation_waits)
{
    void *p;
    for (int single = 0; single < 2; single++) {
        streams(single);
        Job *j = kernel(a, 1, UNIT);
        ck_assert_int_eq(cudaMalloc(&p, 64), 0);
        ck_assert_int_eq(j->done, single);
        ck_assert_int_eq(cudaFree(p), 0);
        ck_assert(j->done);
    }
}
END_TEST

// ---- what the time was lost to -------------------------------------------------------------

static CudasimDelays delays_after_mark(void)
{
    CudasimDelays delays;
    cudaDeviceSynchronize();
    cudasimMark("");
    cudasimDelays(&delays);
    return delays;
}

static void expect_delay(const CudasimDelays *all, CudasimDelayKind kind, int count, double us)
{
    ck_assert_int_ge(all->count, 1);
    const CudasimDelay *d = &all->delay[0];
    ck_assert_int_eq(d->kind, kind);
    ck_assert_int_eq((int)d->count, count);
    ck_assert_double_eq_tol(d->us, us, UNIT / 10);
}

START_TEST(a_host_that_waits_in_a_loop_is_told_with_its_line)
{
    streams(false);
    cudasimMark("case");
    for (int i = 0; i < 4; i++) {
        to_device(a, UNIT);
        cudasimSource("streams.cu", 7);
        cudaStreamSynchronize(a);
        cudasimSource(NULL, 0);
    }
    CudasimDelays delays = delays_after_mark();
    expect_delay(&delays, CUDASIM_DELAY_host_waits, 3, 3 * UNIT); // the last wait delays nothing
    ck_assert_str_eq(delays.delay[0].who.what, "cudaStreamSynchronize");
    ck_assert_int_eq(delays.delay[0].who.line, 7);
    ck_assert_str_eq(delays.delay[0].whom.what, "the copy to the device");
}
END_TEST

START_TEST(a_copy_in_behind_a_copy_out_in_its_stream_is_a_delay)
{
    streams(false);
    cudasimMark("case");
    for (int i = 0; i < 3; i++) {
        to_device(a, UNIT);
        kernel(a, 132, UNIT);
        to_host(a, UNIT);
    }
    CudasimDelays delays = delays_after_mark();
    expect_delay(&delays, CUDASIM_DELAY_stream, 2, 2 * UNIT);
    ck_assert_str_eq(delays.delay[0].who.what, "the copy to the device");
    ck_assert_str_eq(delays.delay[0].whom.what, "the copy to the host");
}
END_TEST

START_TEST(work_of_the_host_before_the_issue_is_a_delay)
{
    streams(false);
    cudasimMark("case");
    cudasimHostWork(5 * UNIT);
    to_device(a, UNIT);
    CudasimDelays delays = delays_after_mark();
    expect_delay(&delays, CUDASIM_DELAY_host_works, 1, 5 * UNIT);
}
END_TEST

START_TEST(a_job_behind_another_in_a_single_queue_is_a_delay)
{
    streams(true);
    cudasimMark("case");
    kernel(a, 132, UNIT), to_host(a, UNIT); // waits for the kernel
    to_host(b, UNIT);                       // could go at once
    to_device(b, 3 * UNIT);
    CudasimDelays delays = delays_after_mark();
    ck_assert_int_eq(delays.count, 2); // b's copy in waits for b's copy out, and that for a's
    const CudasimDelay *d = &delays.delay[delays.delay[0].kind != CUDASIM_DELAY_queue];
    ck_assert_int_eq(d->kind, CUDASIM_DELAY_queue);
    ck_assert_str_eq(d->whom.what, "the copy to the host");
    ck_assert_double_eq_tol(d->us, UNIT, UNIT / 10);
}
END_TEST

START_TEST(without_a_delay_the_longest_jobs_are_told)
{
    streams(false);
    cudasimMark("case");
    to_device(a, 3 * UNIT);
    kernel(a, 132, UNIT);
    CudasimDelays delays = delays_after_mark();
    expect_delay(&delays, CUDASIM_DELAY_work, 1, 3 * UNIT);
    ck_assert_int_eq(delays.count, 2);
}
END_TEST

// clang-format off
SUITE(s)
{
    TESTS(s, "timeline", small_kernels_overlap_and_full_ones_do_not, a_block_starts_as_soon_as_it_has_room, kernels_share_bandwidth, priorities_decide_which_kernel_starts, copies_have_one_engine_per_direction, each_device_has_engines, default_streams_are_of_one_device, the_host_waits_for_one_device, copies_between_devices_share_links,
          copies_both_ways_need_access_both_ways, events_order_devices, a_stream_is_in_order, the_legacy_stream_waits_for_all_and_all_wait_for_it, per_thread_stream_does_not_wait_for_others, a_full_queue_blocks_the_host, a_stream_waits_for_an_event, destroyed_streams_end_their_work, host_functions_take_their_declared_time, repeated_queries_end_and_times_are_reproducible, memory_kinds_decide_whether_the_host_waits, single_a_blocked_copy_queue, single_b_depth_and_breadth_first, single_c_a_custom_order_is_best, single_d_the_delayed_signal, single_allocation_waits, a_host_that_waits_in_a_loop_is_told_with_its_line, a_copy_in_behind_a_copy_out_in_its_stream_is_a_delay, work_of_the_host_before_the_issue_is_a_delay, a_job_behind_another_in_a_single_queue_is_a_delay, without_a_delay_the_longest_jobs_are_told);
}
// clang-format on
