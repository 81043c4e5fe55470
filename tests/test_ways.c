// test_ways.c - what gates bound (grader/ways.h): a kernel of each way to move data or to wait for
// others. Each quantity of its row must be larger than in a kernel that has all but this
// instruction. No instruction that touches memory is without a row.
#include "common/cudasim/observers/counters/counters.h"
#include "common/cudasim/sim/exec.h"
#include "common/cudasim/sim/texture.h"
#include "common/cudasim/tensor_map.h"
#include "grader/suite.h"

#include "suite.h"

enum { MOST_QUANTITIES = 16, ROOM = 1 << 14 };

static const struct {
    OpCode op;
    const char *text;
    uint8_t quantity[MOST_QUANTITIES]; // the last one is 0
} ways[] = {
#define WAY(its_op, its_text, ...) {OP_##its_op, its_text, {__VA_ARGS__}},
#define NOTHING(its_op)
    WAYS(WAY, NOTHING)
#undef WAY
#undef NOTHING
};

static const char *const before =
    ".version 9.0\n.target sm_90\n.address_size 64\n"
    ".const .align 4 .b8 table[4096];\n"
    ".visible .entry way(.param .u64 device, .param .u64 pinned, .param .u64 map, .param .u64 "
    "texture, .param .u64 other, "
    ".param .u64 surface) "
    ".reqnctapercluster 2\n{\n"
    ".shared .align 128 .b8 tile[4096];\n.shared .align 8 .b64 bar;\n"
    ".local .align 4 .b8 own[128];\n"
    ".reg .b32 i, r, s, p, b, q, v, w;\n.reg .b64 g, h, c, l, m, t, k, u;\n.reg .pred x, y;\n"
    "mov.u32 i, %tid.x;\n"
    "ld.param.u64 g, [device];\nmad.wide.u32 g, i, 128, g;\n"
    "ld.param.u64 h, [pinned];\nmad.wide.u32 h, i, 128, h;\n"
    "ld.param.u64 m, [map];\n"
    "ld.param.u64 t, [texture];\nld.param.u64 k, [other];\nld.param.u64 u, [surface];\n"
    "mov.u64 c, table;\nmad.wide.u32 c, i, 128, c;\nmov.u64 l, own;\n"
    "mov.u32 s, tile;\nmad.lo.u32 s, i, 128, s;\nmov.u32 b, bar;\n"
    "mov.u32 r, %cluster_ctarank;\nxor.b32 r, r, 1;\n"
    "mapa.shared::cluster.u32 p, s, r;\nmapa.shared::cluster.u32 q, b, r;\n"
    "mov.u32 v, 0;\nmov.u32 w, 0;\n"
    "setp.eq.u32 x, i, 0;\n@x mbarrier.init.shared.b64 [b], 1000;\n"
    "barrier.cluster.arrive;\nbarrier.cluster.wait;\n";
// What the instruction brings is used, as far as the compiler knows.
static const char *const after = "\nadd.u32 v, v, w;\nsetp.eq.u32 y, v, 0x1234567;\n"
                                 "@y st.global.u32 [g], v;\n"
                                 "barrier.cluster.arrive;\nbarrier.cluster.wait;\nret;\n}\n";

static char fault_text[300];

static void on_fault(Launch *l, const Fault *f)
{
    (void)l;
    snprintf(fault_text, sizeof fault_text, "%s %s", fault_name(f->kind), f->text ? f->text : "");
}

static Observer observer = {.name = "test", .fault = on_fault};

// A texture or surface of 32 x 32 words in rows.
static uint64_t image_of(const Alloc *a, bool surface)
{
    Texture t = {.surface = surface,
                 .image = {.dimensions = 2, .levels = 1, .format = {1, 32, TEXEL_unsigned}}};
    t.image.level[0] = (ImageLevel){a->addr, 32, 32, 1, 128, 4096};
    return texture_put(&t);
}

// Runs a kernel with this instruction in it; value: of each quantity and metric.
static void count(const char *way, double value[QUANTITY_COUNT])
{
    char text[ROOM], error[PTX_ERROR_MAX] = "";
    int n = snprintf(text, sizeof text, "%s%s%s", before, way, after);
    PtxText module = {.text = text, .length = (size_t)n, .sm = 90, .version = 90};
    Program *program = program_load(&module, 1, error);
    ck_assert_msg(program != NULL, "%s: %s", way, error);
    Code *code = program_entry(program, "way");
    ck_assert_msg(code && !code_error(code), "%s: %s", way, code ? code_error(code) : "no kernel");
    Alloc *device_memory = mem_alloc(8192, 0, MEM_device);
    Alloc *pinned = mem_alloc(8192, 0, MEM_pinned);
    Alloc *map = mem_alloc(TENSOR_MAP_BYTES, 0, MEM_device);
    const TensorMap tensor = {.address = device_memory->addr,
                              .size = {2048},
                              .magic = TENSOR_MAP_MAGIC,
                              .box = {32},
                              .step = {1},
                              .type = ELEMENT_u32,
                              .rank = 1};
    memcpy(map->host, &tensor, sizeof tensor);
    uint64_t params[6] = {device_memory->addr,
                          pinned->addr,
                          map->addr,
                          image_of(device_memory, false),
                          image_of(pinned, false),
                          image_of(device_memory, true)};
    Launch l = {.code = code,
                .grid = {2, 1, 1},
                .block = {32, 1, 1},
                .cluster = {2, 1, 1},
                .params = (uint8_t *)params,
                .param_bytes = sizeof params};
    LaunchStatus status = launch_run(&l);
    ck_assert_msg(status == LAUNCH_ok, "%s: %s", way, fault_text);
    for (unsigned q = 1; q < QUANTITY_COUNT; q++) {
        uint8_t terms[METRIC_TERMS];
        metric_terms(q, terms);
        value[q] = 0;
        for (const uint8_t *t = terms; *t; t++) {
            uint64_t counted = counters_value(metric_name(*t));
            value[q] += counted == UINT64_MAX ? 0 : (double)counted;
        }
    }
    mem_free(device_memory->addr);
    mem_free(pinned->addr);
    mem_free(map->addr);
    program_free(program);
}

START_TEST(each_way_is_seen)
{
    double without[QUANTITY_COUNT], with[QUANTITY_COUNT];
    const char *way = ways[_i].text;
    device.hooks = &hooks_all;
    ck_assert_int_eq(observers_init("tool=none;counters=/dev/null;report=none"), 0);
    hooks_add(&observer);
    count("", without);
    count(way, with);
    for (const uint8_t *q = ways[_i].quantity; *q; q++) {
        char name[METRIC_SUM_NAME];
        ck_assert_msg(with[*q] > without[*q], "%s: %s stays %g", way,
                      metric_sum_name(*q, "+", name), with[*q]);
    }
}
END_TEST

// From the arguments in ops.h: an address in brackets.
START_TEST(each_instruction_has_a_way)
{
    static const struct {
        const char *name, *args;
        bool memory;
    } ops[] = {
#define OP(id, text, args, unit) {#id, args, UNIT_##unit == UNIT_MEM},
#include "common/cudasim/ptx/ops.h"
    };
    bool listed[OP_COUNT] = {false};
#define WAY(its_op, ...) listed[OP_##its_op] = true;
#define NOTHING(its_op) listed[OP_##its_op] = true;
    WAYS(WAY, NOTHING)
    char missing[1000] = "";
    for (unsigned i = 0; i < OP_COUNT; i++)
        if ((ops[i].memory || strchr(ops[i].args, 'm')) && !listed[i])
            strncat(strncat(missing, " ", 2), ops[i].name, 60);
    ck_assert_msg(!*missing, "no row of grader/ways.h has:%s", missing);
}
END_TEST

SUITE(s)
{
    if (mem_init())
        suite_fail("no memory");
    TCase *t = TESTS(s, "ways", each_instruction_has_a_way);
    tcase_add_loop_test(t, each_way_is_seen, 0, sizeof ways / sizeof *ways);
}
