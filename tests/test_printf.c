// test_printf.c - what kernels print, against the C library's printf of the same
// values; the heap of malloc and free; the message of a failed assertion.
#include "common/cudasim/sim/exec.h"

#include "suite.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

// ---- a kernel that calls one builtin ---------------------------------------------

static const char module[] =
    ".version 9.0\n.target sm_90\n.address_size 64\n"
    ".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 v);\n"
    ".extern .func (.param .b64 r) malloc(.param .b64 n);\n"
    ".extern .func free(.param .b64 p);\n"
    ".extern .func __assertfail(.param .b64 m, .param .b64 f, .param .b32 l, .param .b64 n, "
    ".param .b64 s);\n"
    // print(format, values, result): result gets what vprintf returns
    ".visible .entry print(.param .u64 f, .param .u64 v, .param .u64 r)\n{\n"
    ".reg .b64 %a, %b, %o;\n.reg .b32 %r;\n"
    "ld.param.u64 %a, [f];\nld.param.u64 %b, [v];\nld.param.u64 %o, [r];\n{\n"
    ".param .b64 p0; .param .b64 p1; .param .b32 res;\n"
    "st.param.b64 [p0], %a;\nst.param.b64 [p1], %b;\n"
    "call.uni (res), vprintf, (p0, p1);\nld.param.b32 %r, [res];\n}\n"
    "st.global.u32 [%o], %r;\nret;\n}\n"
    // allocate(size, unused, result)
    ".visible .entry allocate(.param .u64 n, .param .u64 u, .param .u64 r)\n{\n"
    ".reg .b64 %a, %o;\nld.param.u64 %a, [n];\nld.param.u64 %o, [r];\n{\n"
    ".param .b64 p0; .param .b64 res;\nst.param.b64 [p0], %a;\n"
    "call.uni (res), malloc, (p0);\nld.param.b64 %a, [res];\n}\n"
    "st.global.u64 [%o], %a;\nret;\n}\n"
    // release(pointer, unused, unused)
    ".visible .entry release(.param .u64 p, .param .u64 u, .param .u64 r)\n{\n"
    ".reg .b64 %a;\nld.param.u64 %a, [p];\n{\n.param .b64 p0;\nst.param.b64 [p0], %a;\n"
    "call.uni free, (p0);\n}\nret;\n}\n"
    // fail(message, file, function)
    ".visible .entry fail(.param .u64 m, .param .u64 f, .param .u64 n)\n{\n"
    ".reg .b64 %a, %b, %c;\nld.param.u64 %a, [m];\nld.param.u64 %b, [f];\n"
    "ld.param.u64 %c, [n];\n{\n"
    ".param .b64 p0; .param .b64 p1; .param .b32 p2; .param .b64 p3; .param .b64 p4;\n"
    "st.param.b64 [p0], %a;\nst.param.b64 [p1], %b;\nst.param.b32 [p2], 42;\n"
    "st.param.b64 [p3], %c;\nst.param.b64 [p4], 1;\n"
    "call.uni __assertfail, (p0, p1, p2, p3, p4);\n}\nret;\n}\n";

static Program *program;
static char printed[1 << 17];
static size_t nprinted;
static int fault_seen;
static unsigned allocs, releases;

static void on_fault(Launch *l, const Fault *f)
{
    (void)l;
    fault_seen = (int)f->kind;
}

static void on_alloc(Alloc *a) { allocs += a->kind == MEM_heap; }
static void on_release(Alloc *a) { releases += a->kind == MEM_heap; }

static Observer observer = {
    .name = "test", .fault = on_fault, .alloc = on_alloc, .release = on_release};

static void setup(void)
{
    char error[PTX_ERROR_MAX];
    if (mem_init())
        ck_abort_msg("no device memory");
    PtxText text = {.text = (char *)module, .length = sizeof module - 1, .sm = 90, .version = 90};
    program = program_load(&text, 1, error);
    if (!program)
        ck_abort_msg("%s", error);
    hooks_add(&observer);
}

static LaunchStatus run(const char *kernel, unsigned threads, uint64_t a, uint64_t b, uint64_t c)
{
    uint64_t params[3] = {a, b, c};
    Launch l = {.code = program_entry(program, kernel),
                .grid = {1, 1, 1},
                .block = {threads, 1, 1},
                .params = (uint8_t *)params,
                .param_bytes = sizeof params};
    fault_seen = -1;
    LaunchStatus status = launch_run(&l);
    const char *text;
    nprinted = printf_take(&text);
    ck_assert_uint_lt(nprinted, sizeof printed);
    if (nprinted)
        memcpy(printed, text, nprinted);
    printed[nprinted] = 0;
    return status;
}

static uint64_t device_copy(const void *from, size_t n)
{
    Alloc *a = mem_alloc(n ? n : 1, 0, MEM_device);
    ck_assert_ptr_nonnull(a);
    memcpy(a->host, from, n);
    return a->addr;
}

static uint64_t device_text(const char *s) { return device_copy(s, strlen(s) + 1); }

// ---- values as nvcc lays them out ---------------------------------------------------

typedef struct {
    uint8_t bytes[256];
    size_t n;
} PrintfValues;

static void put(PrintfValues *v, const void *from, size_t bytes)
{
    v->n = (v->n + bytes - 1) / bytes * bytes;
    memcpy(v->bytes + v->n, from, bytes);
    v->n += bytes;
}

// Letters of `types`: i 32 bits, l 64 bits, d double, s text.
static void expect(const char *want, const char *format, const char *types, ...)
{
    PrintfValues v = {0};
    va_list args;
    va_start(args, types);
    int count = 0;
    for (const char *t = types; *t; t++, count++) {
        if (*t == 'i') {
            int i = va_arg(args, int);
            put(&v, &i, 4);
        } else if (*t == 'l') {
            long long l = va_arg(args, long long);
            put(&v, &l, 8);
        } else if (*t == 'd') {
            double d = va_arg(args, double);
            put(&v, &d, 8);
        } else {
            const char *s = va_arg(args, const char *);
            uint64_t at = s ? device_text(s) : 0;
            put(&v, &at, 8);
        }
    }
    va_end(args);
    uint64_t result = device_copy("\xa5\xa5\xa5\xa5", 4);
    uint64_t values = *types ? device_copy(v.bytes, v.n) : 0;
    ck_assert_int_eq(run("print", 1, device_text(format), values, result), LAUNCH_ok);
    ck_assert_msg(!strcmp(printed, want), "\"%s\" prints \"%s\", not \"%s\"", format, printed,
                  want);
    int got;
    memcpy(&got, mem_host(result, 4), 4);
    ck_assert_msg(got == count, "\"%s\" returns %d, not %d", format, got, count);
}

START_TEST(integers)
{
    expect("no values\n", "no values\n", "");
    expect("1 -1 4294967295", "%d %i %u", "iii", 1, -1, -1);
    expect("ff FF 377 0xff", "%x %X %o %#x", "iiii", 255, 255, 255, 255);
    expect("[   42][42   ][00042][+42]", "[%5d][%-5d][%05d][%+d]", "iiii", 42, 42, 42, 42);
    expect("[  007]", "[%5.3d]", "i", 7);
    expect("-9000000000 18446744073709551615", "%lld %llu", "ll", -9000000000ll, -1ll);
    expect("-9000000000 ffffffffffffffff", "%ld %lx", "ll", -9000000000ll, -1ll);
    expect("7 -7 9", "%zu %td %jd", "lll", 7ll, -7ll, 9ll);
    expect("-1 255 -1 65535", "%hhd %hhu %hd %hu", "iiii", 255, -1, 65535, -1);
    expect("1 2 3", "%d %lld %d", "ili", 1, 2ll, 3); // the second one is aligned to 8
    expect("A", "%c", "i", 'A');
    expect("[  x]", "[%3c]", "i", 'x');
}
END_TEST

START_TEST(floats)
{
    expect("1.500000 -0.25", "%f %g", "dd", 1.5, -0.25);
    expect("1.500e+10 1E-05", "%.3e %G", "dd", 1.5e10, 1e-5);
    expect("[  3.14][3.1  ][+3]", "[%6.2f][%-5.1f][%+.0f]", "ddd", 3.14159, 3.14159, 3.14159);
    expect("inf -inf nan", "%f %f %f", "ddd", __builtin_inf(), -__builtin_inf(), __builtin_nan(""));
    expect("0x1.8p+1", "%a", "d", 3.0);
    expect("0.1000000000000000055511", "%.22f", "d", 0.1);
    expect("5 2.5", "%d %g", "id", 5, 2.5); // four bytes of padding between
}
END_TEST

START_TEST(texts_and_pointers)
{
    expect("hello, world", "%s, %s", "ss", "hello", "world");
    expect("[  abc][abc  ][ab]", "[%5s][%-5s][%.2s]", "sss", "abc", "abc", "abc");
    expect("(null)", "%s", "s", NULL);
    expect("0x200000000040", "%p", "l", 0x200000000040ll);
    expect("100% %d", "100%% %%d", "");
}
END_TEST

START_TEST(width_and_precision_from_arguments)
{
    expect("[   42]", "[%*d]", "ii", 5, 42);
    expect("[42   ]", "[%*d]", "ii", -5, 42);
    expect("[3.142]", "[%.*f]", "id", 3, 3.14159);
    expect("[ 3.1]", "[%*.*f]", "iid", 4, 1, 3.14159);
}
END_TEST

START_TEST(unknown_conversions_are_printed)
{
    expect("%y 1", "%y %d", "i", 1);
    expect("end %", "end %", "");
}
END_TEST

START_TEST(bad_pointers)
{
    uint64_t result = device_copy("\0\0\0\0", 4);
    ck_assert_int_eq(run("print", 1, 0, 0, result), LAUNCH_ok);
    int got;
    memcpy(&got, mem_host(result, 4), 4);
    ck_assert_int_eq(got, -1);
    ck_assert_int_eq(run("print", 1, 0x123456789abcull, 0, result), LAUNCH_out_of_bounds);
    ck_assert_int_eq(fault_seen, FAULT_out_of_bounds);
    // A text without an end, and values that are not there.
    ck_assert_int_eq(run("print", 1, device_copy("abc", 3), 0, result), LAUNCH_out_of_bounds);
    ck_assert_int_eq(run("print", 1, device_text("%d"), 0, result), LAUNCH_out_of_bounds);
    ck_assert_int_eq(fault_seen, FAULT_null);
    uint64_t wild = 0x1234;
    uint64_t values = device_copy(&wild, 8);
    ck_assert_int_eq(run("print", 1, device_text("%s"), values, result), LAUNCH_out_of_bounds);
}
END_TEST

START_TEST(every_lane_prints_in_order)
{
    uint64_t result = device_copy("\0\0\0\0", 4);
    ck_assert_int_eq(run("print", 40, device_text("x\n"), 0, result), LAUNCH_ok);
    ck_assert_uint_eq(nprinted, 80);
}
END_TEST

START_TEST(a_full_buffer_drops_lines)
{
    uint64_t result = device_copy("\0\0\0\0", 4);
    device.printf_limit = 25;
    fclose(stderr); // the one warning
    ck_assert_int_eq(run("print", 32, device_text("0123456789"), 0, result), LAUNCH_ok);
    ck_assert_str_eq(printed, "01234567890123456789");
    // The next launch starts with an empty buffer.
    ck_assert_int_eq(run("print", 1, device_text("again"), 0, result), LAUNCH_ok);
    ck_assert_str_eq(printed, "again");
}
END_TEST

// ---- heap ---------------------------------------------------------------------------------

static uint64_t allocate(uint64_t n)
{
    static uint64_t result;
    if (!result)
        result = device_copy("\0\0\0\0\0\0\0\0", 8);
    ck_assert_int_eq(run("allocate", 1, n, 0, result), LAUNCH_ok);
    uint64_t p;
    memcpy(&p, mem_host(result, 8), 8);
    return p;
}

START_TEST(the_heap_is_limited)
{
    device.heap_limit = 1 << 20;
    uint64_t a = allocate(600000);
    ck_assert_uint_ne(a, 0);
    ck_assert_uint_eq(a % 16, 0);
    ck_assert_int_eq(mem_find(a)->kind, MEM_heap);
    ck_assert_uint_eq(mem_find(a)->size, 600000);
    ck_assert_uint_eq(allocate(600000), 0);
    ck_assert_uint_eq(allocate(UINT64_MAX), 0);
    uint64_t empty = allocate(0);
    ck_assert_uint_ne(empty, 0);
    ck_assert_int_eq(run("release", 1, empty, 0, 0), LAUNCH_ok);
    ck_assert_int_eq(run("release", 1, a, 0, 0), LAUNCH_ok);
    ck_assert_ptr_null(mem_find(a));
    ck_assert_uint_ne(allocate(600000), 0);
    ck_assert_uint_eq(allocs, 3);
    ck_assert_uint_eq(releases, 2);
}
END_TEST

START_TEST(free_takes_only_pointers_of_malloc)
{
    uint64_t a = allocate(64), other = device_copy("x", 1);
    ck_assert_int_eq(run("release", 1, 0, 0, 0), LAUNCH_ok); // free(NULL)
    ck_assert_int_eq(run("release", 1, a + 16, 0, 0), LAUNCH_trap);
    ck_assert_int_eq(fault_seen, FAULT_device_heap);
    ck_assert_int_ne(run("release", 1, other, 0, 0), LAUNCH_ok);
    ck_assert_int_eq(fault_seen, FAULT_device_heap);
    ck_assert_int_eq(run("release", 1, a, 0, 0), LAUNCH_ok);
    ck_assert_int_ne(run("release", 1, a, 0, 0), LAUNCH_ok); // twice
    ck_assert_int_eq(fault_seen, FAULT_device_heap);
    ck_assert_uint_eq(releases, 1);
}
END_TEST

// ---- assert -----------------------------------------------------------------------------

START_TEST(the_message_of_a_failed_assertion)
{
    char got[512] = "";
    int ends[2];
    ck_assert_int_eq(pipe(ends), 0);
    int terminal = dup(2);
    dup2(ends[1], 2);
    LaunchStatus status = run("fail", 2, device_text("n > 0"), device_text("sum.cu"),
                              device_text("void sum(int *, int)"));
    fflush(stderr);
    dup2(terminal, 2);
    ssize_t n = read(ends[0], got, sizeof got - 1);
    ck_assert_int_gt(n, 0);
    ck_assert_int_eq(status, LAUNCH_assert);
    ck_assert_int_eq(fault_seen, FAULT_assert);
    ck_assert_str_eq(got, "sum.cu:42: void sum(int *, int): block: [0,0,0], thread: [0,0,0] "
                          "Assertion `n > 0` failed.\n"
                          "sum.cu:42: void sum(int *, int): block: [0,0,0], thread: [1,0,0] "
                          "Assertion `n > 0` failed.\n");
}
END_TEST

START_TEST(every_builtin_is_found)
{
    ck_assert(builtin_find("vprintf"));
    ck_assert(builtin_find("malloc"));
    ck_assert(builtin_find("free"));
    ck_assert(builtin_find("__assertfail"));
    ck_assert(!builtin_find("printf"));
    ck_assert(!builtin_find(""));
}
END_TEST

SUITE(s)
{
    TCase *t = TESTS(s, "printf", integers, floats, texts_and_pointers,
                     width_and_precision_from_arguments, unknown_conversions_are_printed,
                     bad_pointers, every_lane_prints_in_order, a_full_buffer_drops_lines);
    tcase_add_checked_fixture(t, setup, NULL);
    t = TESTS(s, "heap", the_heap_is_limited, free_takes_only_pointers_of_malloc);
    tcase_add_checked_fixture(t, setup, NULL);
    t = TESTS(s, "assert", the_message_of_a_failed_assertion, every_builtin_is_found);
    tcase_add_checked_fixture(t, setup, NULL);
}
