// test_atom.c - what atomics do besides changing memory: the order of the lanes, the accesses that
// observers receive, what counts as progress. Then half-precision sums, compared with an
// independent rounding.
#include "common/cudasim/sim/exec.h"

#include "suite.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// ---- one kernel with one instruction, on one buffer ----------------------------

static Access seen;
static unsigned accesses;

static void on_access(const Access *a)
{
    if (a->kind != ACCESS_atom && a->kind != ACCESS_red)
        return;
    seen = *a;
    accesses++;
}

static Observer observer = {.name = "test", .access = on_access};

// Runs `body`; %p is the buffer, %i the thread; `threads` threads of one block.
static void run(const char *body, Alloc *buffer, unsigned threads)
{
    static const char frame[] = ".version 9.0\n.target sm_90\n.address_size 64\n"
                                ".visible .entry k(.param .u64 at)\n{\n"
                                ".reg .b32 %%i, %%r, %%s;\n.reg .b16 %%h, %%g;\n"
                                ".reg .b64 %%p, %%q, %%x;\n.reg .pred %%c;\n"
                                ".shared .align 8 .b8 shared[64];\n"
                                "ld.param.u64 %%p, [at];\nmov.u32 %%i, %%tid.x;\n"
                                "%s\nret;\n}\n";
    char text[4096], error[PTX_ERROR_MAX];
    int n = snprintf(text, sizeof text, frame, body);
    PtxText ptx = {.text = text, .length = (size_t)n, .sm = 90, .version = 90};
    Program *p = program_load(&ptx, 1, error);
    if (!p)
        ck_abort_msg("%s", error);
    Code *code = program_entry(p, "k");
    ck_assert_ptr_nonnull(code);
    uint8_t params[8];
    memcpy(params, &buffer->addr, 8);
    Launch l = {.code = code,
                .grid = {1, 1, 1},
                .block = {threads, 1, 1},
                .params = params,
                .param_bytes = sizeof params};
    ck_assert_int_eq(launch_run(&l), LAUNCH_ok);
    program_free(p);
}

static Alloc *buffer_new(uint64_t bytes)
{
    Alloc *a = mem_alloc(bytes, 0, MEM_device);
    ck_assert_ptr_nonnull(a);
    memset(a->host, 0, bytes);
    return a;
}

static void setup(void)
{
    static bool ready;
    if (!ready && mem_init())
        ck_abort_msg("no device memory");
    ready = true;
    hooks_add(&observer);
}

// ---- order, progress, reports ------------------------------------------------------

START_TEST(lanes_take_turns_in_order)
{
    Alloc *a = buffer_new(4 * 33);
    run("mad.wide.u32 %q, %i, 4, %p;\n"
        "atom.global.add.u32 %r, [%p], 3;\n"
        "st.global.u32 [%q+4], %r;",
        a, 32);
    const uint32_t *v = (const uint32_t *)a->host;
    ck_assert_uint_eq(v[0], 96);
    for (unsigned l = 0; l < 32; l++)
        ck_assert_uint_eq(v[1 + l], 3 * l);
}
END_TEST

START_TEST(one_lane_wins_a_compare_and_swap)
{
    Alloc *a = buffer_new(4 * 33);
    run("mad.wide.u32 %q, %i, 4, %p;\n"
        "add.u32 %s, %i, 1;\n"
        "atom.global.cas.b32 %r, [%p], 0, %s;\n"
        "st.global.u32 [%q+4], %r;",
        a, 32);
    const uint32_t *v = (const uint32_t *)a->host;
    ck_assert_uint_eq(v[0], 1);
    ck_assert_uint_eq(v[1], 0);
    for (unsigned l = 1; l < 32; l++)
        ck_assert_uint_eq(v[1 + l], 1);
}
END_TEST

static uint64_t changes_of(const char *body, Alloc *a)
{
    uint64_t before = device.changes;
    run(body, a, 32);
    return device.changes - before;
}

START_TEST(only_changes_count_as_progress)
{
    Alloc *a = buffer_new(64);
    ck_assert_uint_eq(changes_of("atom.global.cas.b32 %r, [%p], 5, 6;", a), 0);
    ck_assert_uint_eq(changes_of("atom.global.add.u32 %r, [%p], 0;", a), 0);
    ck_assert_uint_eq(changes_of("red.global.or.b32 [%p], 0;", a), 0);
    ck_assert_uint_eq(changes_of("atom.global.exch.b32 %r, [%p], 0;", a), 0);
    ck_assert_uint_gt(changes_of("atom.global.cas.b32 %r, [%p], 0, 6;", a), 0);
    ck_assert_uint_gt(changes_of("red.global.add.u32 [%p], 1;", a), 0);
    ck_assert_uint_gt(changes_of("atom.global.exch.b32 %r, [%p], 0;", a), 0);
}
END_TEST

static void check_access(const char *body, AccessKind kind, Order order, Scope scope, Space space,
                         unsigned elem, unsigned width)
{
    Alloc *a = buffer_new(64);
    accesses = 0;
    run(body, a, 20);
    ck_assert_msg(accesses == 1, "%s: %u accesses", body, accesses);
    ck_assert_msg(seen.kind == kind && seen.order == order && seen.scope == scope &&
                      seen.space == space && seen.elem == elem && seen.width == width,
                  "%s: kind %d order %d scope %d space %d elem %d width %d", body, seen.kind,
                  seen.order, seen.scope, seen.space, seen.elem, seen.width);
    ck_assert_uint_eq(seen.mask, 0xfffff);
}

START_TEST(observers_receive_each_access)
{
    check_access("atom.global.add.u32 %r, [%p], 1;", ACCESS_atom, ORDER_relaxed, SCOPE_gpu,
                 SPACE_global, 4, 4);
    check_access("red.release.sys.global.add.u64 [%p], 1;", ACCESS_red, ORDER_release, SCOPE_sys,
                 SPACE_global, 8, 8);
    check_access("atom.acquire.cta.global.exch.b32 %r, [%p], 1;", ACCESS_atom, ORDER_acquire,
                 SCOPE_cta, SPACE_global, 4, 4);
    check_access("atom.acq_rel.cluster.global.cas.b64 %x, [%p], 1, 2;", ACCESS_atom, ORDER_acq_rel,
                 SCOPE_cluster, SPACE_global, 8, 8);
    check_access("atom.shared.add.u32 %r, [shared], 1;", ACCESS_atom, ORDER_relaxed, SCOPE_gpu,
                 SPACE_shared, 4, 4);
    check_access("mov.b32 %r, 0; mov.b32 %s, 0;\nred.global.add.v2.f32 [%p], {%r, %s};", ACCESS_red,
                 ORDER_relaxed, SCOPE_gpu, SPACE_global, 4, 8);
    check_access("mov.b16 %h, 0;\nred.global.add.noftz.f16 [%p], %h;", ACCESS_red, ORDER_relaxed,
                 SCOPE_gpu, SPACE_global, 2, 2);
}
END_TEST

START_TEST(an_inactive_lane_does_nothing)
{
    Alloc *a = buffer_new(8);
    run("setp.ge.u32 %c, %i, 30;\n@%c atom.global.add.u32 %r, [%p], 1;", a, 32);
    ck_assert_uint_eq(*(uint32_t *)a->host, 2);
    ck_assert_uint_eq(seen.mask, 0xc0000000);
}
END_TEST

// ---- half precision: sums against a search for the nearest value ------------------

static double half_value(unsigned h, bool bf16)
{
    int fraction_bits = bf16 ? 7 : 10, bias = bf16 ? 127 : 15;
    int exponent = h >> fraction_bits & (bf16 ? 255 : 31);
    double fraction = h & ((1 << fraction_bits) - 1);
    double v = exponent ? ldexp(fraction + (1 << fraction_bits), exponent - bias - fraction_bits)
                        : ldexp(fraction, 1 - bias - fraction_bits);
    return h & 0x8000 ? -v : v;
}

// The finite value nearest to x, ties to the even pattern; infinity beyond.
static unsigned nearest(double x, bool bf16)
{
    unsigned sign = signbit(x) ? 0x8000 : 0, inf = bf16 ? 0x7f80 : 0x7c00;
    unsigned lo = 0, hi = inf; // half_value(inf) is the first value that does not exist
    x = fabs(x);
    while (hi - lo > 1) {
        unsigned mid = (lo + hi) / 2;
        if (half_value(mid, bf16) <= x)
            lo = mid;
        else
            hi = mid;
    }
    double below = x - half_value(lo, bf16), above = half_value(hi, bf16) - x;
    bool up = above < below || (above == below && (lo & 1));
    return sign | (up ? hi : lo);
}

START_TEST(half_sums_are_rounded_to_nearest)
{
    bool bf16 = _i;
    enum { N = 4096 };
    Alloc *a = buffer_new(4 * N);
    uint16_t *x = (uint16_t *)a->host, *y = x + N, want[N];
    uint32_t random = 12345;
    for (int i = 0; i < N; i++) {
        random = random * 1664525 + 1013904223;
        x[i] = (uint16_t)(random >> 16);
        // Half of the pairs are close in size, where rounding matters most.
        y[i] = (uint16_t)(i & 1 ? random >> 3 : (x[i] ^ (random & 0x87ff)));
        unsigned inf = bf16 ? 0x7f80 : 0x7c00;
        if ((x[i] & 0x7fff) >= inf)
            x[i] = 0x3c00;
        if ((y[i] & 0x7fff) >= inf)
            y[i] = 0x8001;
        want[i] = (uint16_t)nearest(half_value(x[i], bf16) + half_value(y[i], bf16), bf16);
        if (want[i] == 0x8000 && !(x[i] == 0x8000 && y[i] == 0x8000))
            want[i] = 0; // x - x is +0
    }
    char body[700];
    snprintf(body, sizeof body,
             "again:\nmad.wide.u32 %%q, %%i, 2, %%p;\nld.global.b16 %%h, [%%q+%d];\n"
             "red.global.add.noftz.%s [%%q], %%h;\nadd.u32 %%i, %%i, 64;\n"
             "setp.lt.u32 %%c, %%i, %d;\n@%%c bra again;",
             2 * N, bf16 ? "bf16" : "f16", N);
    uint16_t before[N];
    memcpy(before, x, sizeof before);
    run(body, a, 64);
    for (int i = 0; i < N; i++)
        ck_assert_msg(x[i] == want[i], "%s: 0x%04x + 0x%04x is 0x%04x, not 0x%04x",
                      bf16 ? "bf16" : "f16", before[i], y[i], x[i], want[i]);
}
END_TEST

SUITE(s)
{
    TCase *t = TESTS(s, "atom", lanes_take_turns_in_order, one_lane_wins_a_compare_and_swap,
                     only_changes_count_as_progress, observers_receive_each_access,
                     an_inactive_lane_does_nothing);
    tcase_add_checked_fixture(t, setup, NULL);
    tcase_add_loop_test(t, half_sums_are_rounded_to_nearest, 0, 2);
}
