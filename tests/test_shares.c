// test_shares.c - counters of how a launch shares its work out: what the busiest block and warp
// did, what came from other blocks, what was in flight, which elements were added and compared.
#include "observe.h"

#include "common/cudasim/sim/async.h"

// The mean over the copies of all blocks.
START_TEST(bytes_in_flight)
{
    static Copies copies[2];
    world("none", 3, 32);
    for (int b = 0; b < 2; b++) {
        copies[b].flight.begun = b ? 1 : 3;
        copies[b].flight.sum = b ? 8192 : 3 * 4096;
        t.block[b].copies = &copies[b];
    }
    world_end();
    ck_assert_uint_eq(counters_value("sim__bytes_in_flight_per_block.avg"), 5120);
    t.block[0].copies = t.block[1].copies = NULL;
    world_again();
    world_end();
    ck_assert_uint_eq(counters_value("sim__bytes_in_flight_per_block.avg"), 0);
}
END_TEST

// Idle warps and blocks change an average, but not what the busiest ones do.
START_TEST(shares_of_the_work)
{
    world("none", 3, 64);
    G_LOAD(0, 0, 10, ALL, GLOBAL_BASE, 4);
    G_LOAD(0, 0, 10, 1, GLOBAL_BASE + 64, 4);
    G_LOAD(0, 1, 10, 3, GLOBAL_BASE, 0);
    G_LOAD(2, 0, 11, ALL, GLOBAL_BASE, 4);
    G_STORE(1, 0, 12, ALL, GLOBAL_BASE, 4);
    S_LOAD(1, 0, 13, ALL, 0, 4);
    barrier(0, 14);
    barrier(0, 14);
    barrier(1, 14);
    world_end();
    ck_assert_uint_eq(counters_value("sim__barriers_per_warp.max"), 2);
    ck_assert_uint_eq(counters_value("sim__bytes_loaded_per_thread.max"), 8);
    ck_assert_uint_eq(counters_value("sim__bytes_loaded_per_block.max"), 140);
    ck_assert_uint_eq(counters_value("sim__blocks_loading.sum"), 2);
    ck_assert_uint_eq(counters_value("sim__warps_loading.sum"), 3);
    ck_assert_uint_eq(counters_value("sim__threads_loading.sum"), 66);
    world_again();
    world_end();
    ck_assert_uint_eq(counters_value("sim__barriers_per_warp.max"), 0);
    ck_assert_uint_eq(counters_value("sim__blocks_loading.sum"), 0);
}
END_TEST

// Block 1 loads what block 0 has stored, block 0 its own word and one that nobody has stored.
START_TEST(bytes_from_other_blocks)
{
    world("none", 2, 32);
    G_STORE(0, 0, 10, ALL, GLOBAL_BASE, 4);
    G_LOAD(0, 0, 11, ALL, GLOBAL_BASE, 4);
    G_LOAD(0, 0, 11, 1, GLOBAL_BASE + 4096, 4);
    G_LOAD(1, 0, 12, 7, GLOBAL_BASE, 4);
    G_STORE(1, 0, 13, 1, GLOBAL_BASE, 4);
    G_LOAD(1, 0, 12, 1, GLOBAL_BASE, 4);
    G_LOAD(0, 0, 12, 3, GLOBAL_BASE, 4);
    world_end();
    ck_assert_uint_eq(counters_value("sim__bytes_from_other_blocks.sum"), 3 * 4 + 4);
    world_again(); // what an earlier launch has stored comes from no block of this one
    G_LOAD(1, 0, 12, 7, GLOBAL_BASE, 4);
    world_end();
    ck_assert_uint_eq(counters_value("sim__bytes_from_other_blocks.sum"), 0);
}
END_TEST

// The same count, word by word, for accesses of all forms: wide, narrow, side by side, scattered.
enum { HANDED_WORDS = 200, HANDED_BLOCKS = 6 };

static uint64_t handed_word_by_word(unsigned block[HANDED_WORDS], unsigned b, uint32_t mask,
                                    AccessKind kind, unsigned width)
{
    uint64_t bytes = 0;
    for (uint32_t m = mask; m; m &= m - 1) {
        uint64_t first = lane_addr[__builtin_ctz(m)] - GLOBAL_BASE, end = first + width;
        for (uint64_t word = first / 4; 4 * word < end; word++) {
            if (kind != ACCESS_store && block[word] && block[word] != b + 1)
                bytes += width < 4 ? width : 4;
            if (kind != ACCESS_load)
                block[word] = b + 1;
        }
    }
    return bytes;
}

START_TEST(bytes_from_other_blocks_word_by_word)
{
    static const unsigned widths[] = {4, 4, 1, 2, 8, 16};
    unsigned block[HANDED_WORDS] = {0};
    uint64_t bytes = 0;
    uint32_t x = 1;
    world("none", HANDED_BLOCKS, 32);
    for (int i = 0; i < 20000; i++) {
        x = x * 1664525u + 1013904223u;
        unsigned b = (x >> 8) % HANDED_BLOCKS, width = widths[(x >> 12) % 6];
        AccessKind kind = (AccessKind)((x >> 20) % 3);
        uint32_t mask = x >> 24 & 1 ? ALL : x | 1;
        unsigned most = 4 * HANDED_WORDS / width - WARP_SIZE,
                 first = (x >> 4) % (most > 19 ? 19 : most);
        for (uint32_t l = 0; l < WARP_SIZE; l++) {
            uint64_t place = x >> 25 & 1 ? l : x >> 26 & 1 ? 0 : l * (x >> 27 | 1) % WARP_SIZE;
            lane_addr[l] = GLOBAL_BASE + (first + place) * width;
        }
        bytes += handed_word_by_word(block, b, mask, kind, width);
        send(b, 0, 10, mask, kind, SPACE_global, width, ORDER_weak, SCOPE_none);
    }
    world_end();
    ck_assert_uint_gt(bytes, 0);
    ck_assert_uint_eq(counters_value("sim__bytes_from_other_blocks.sum"), bytes);
}
END_TEST

// One thread that shares words with the host: H looks at the host's word by an acquire, h relaxed,
// g for the device; d loads data, v relaxed; w stores data; f is a fence, F one for the device; T
// stores the thread's word by a release, t relaxed, G for the device; o loads the own word.
static void with_the_host(char what)
{
    static const struct {
        char what;
        uint8_t place;
        AccessKind kind;
        Order order;
        Scope scope;
    } rows[] = {
        {'H', 0, ACCESS_load, ORDER_acquire, SCOPE_sys},
        {'h', 0, ACCESS_load, ORDER_relaxed, SCOPE_sys},
        {'g', 0, ACCESS_load, ORDER_acquire, SCOPE_gpu},
        {'o', 4, ACCESS_load, ORDER_relaxed, SCOPE_sys},
        {'T', 4, ACCESS_store, ORDER_release, SCOPE_sys},
        {'t', 4, ACCESS_store, ORDER_relaxed, SCOPE_sys},
        {'G', 4, ACCESS_store, ORDER_release, SCOPE_gpu},
        {'d', 8, ACCESS_load, ORDER_weak, SCOPE_none},
        {'v', 8, ACCESS_load, ORDER_relaxed, SCOPE_sys},
        {'w', 8, ACCESS_store, ORDER_weak, SCOPE_none},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].what == what)
            access_at(0, 0, 10, 1, rows[i].kind, SPACE_global, HOST_BASE + rows[i].place, 0,
                      rows[i].order, rows[i].scope);
    if (what == 'f' || what == 'F')
        EACH_HOOK(fence, (t.warps[0][0], &t.step[11], 1, what == 'f' ? SCOPE_sys : SCOPE_gpu));
}

START_TEST(order_with_the_host)
{
    static const struct {
        const char *does;
        unsigned wrong;
    } rows[] = {
        {"HdTHHdT", 0}, {"hfdT", 0}, {"hhfvft", 0}, {"ohfvft", 0}, {"oHdT", 0}, {"hfvft", 0},
        {"wT", 0},      {"wft", 0},  {"tT", 0},     {"hdT", 1},    {"fhdT", 1}, {"hfhdT", 1},
        {"hdfT", 1},    {"hfvt", 1}, {"hvt", 1},    {"wt", 1},     {"Hdt", 1},  {"hFdT", 1},
        {"hfdFt", 1},   {"ggdT", 3}, {"HdG", 1},    {"HdTHdt", 1}, {"G", 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        world("none", 1, 32);
        for (const char *what = rows[i].does; *what; what++)
            with_the_host(*what);
        t.count[10].warps = 1;
        world_end();
        ck_assert_msg(counters_value("sim__accesses_unordered_with_host.sum") == rows[i].wrong,
                      "%s: %llu", rows[i].does,
                      (unsigned long long)counters_value("sim__accesses_unordered_with_host.sum"));
        t.count[10].warps = 0;
    }
}
END_TEST

// What each instruction of this kernel does with values from memory.
static const char elements_text[] =
    ".version 7.0\n.target sm_70\n.address_size 64\n"
    ".const .u32 table;\n.visible .entry k(.param .u64 p, .param .u32 n)\n{\n"
    ".reg .b32 %r<20>;\n.reg .b64 %d<4>;\n.reg .pred %p<4>;\n"
    "ld.param.u64 %d1, [p];\n"
    "ld.param.u32 %r9, [n];\n"
    "mov.u32 %r1, %tid.x;\n"
    "add.u32 %r2, %r1, %r9;\n"     // indices
    "setp.lt.u32 %p1, %r1, %r9;\n" // indices
    "ld.global.u32 %r3, [%d1];\n"
    "ld.global.v2.u32 {%r4, %r5}, [%d1];\n"
    "add.u32 %r6, %r3, %r5;\n" // added
    "add.u32 %r7, %r3, 1;\n"   // an element and a constant
    "mov.b32 %r8, %r7;\n"
    "sub.u32 %r10, %r8, %r6;\n"     // added
    "setp.lt.s32 %p2, %r4, %r10;\n" // compared
    "selp.b32 %r11, %r4, %r10, %p2;\n"
    "min.s32 %r12, %r11, %r4;\n" // compared
    "mad.lo.u32 %r13, %r1, %r9, %r3;\n"
    "red.global.add.u32 [%d1], %r13;\n" // added
    "atom.global.exch.b32 %r14, [%d1], %r3;\n"
    "add.u32 %r15, %r14, %r3;\n"            // added
    "atom.global.add.u32 %r16, [%d1], 1;\n" // takes a number
    "add.u32 %r19, %r16, %r3;\n"
    "ld.const.u32 %r17, [table];\n"
    "sad.s32 %r18, %r17, %r3, %r14;\n" // added twice
    "ret;\n}\n";

START_TEST(elements_added_and_compared)
{
    char error[PTX_ERROR_MAX];
    Module *m = module_parse(elements_text, sizeof elements_text - 1, error);
    ck_assert_msg(m != NULL, "%s", error);
    Func *f = m->funcs[0];
    Step steps[32] = {{0}};
    ck_assert_uint_le(f->ninsts, 32);
    for (unsigned i = 0; i < f->ninsts; i++)
        steps[i].inst = &f->insts[i];
    CodeInfo c = {.func = f, .steps = steps, .nsteps = f->ninsts};
    uint8_t *use = elements_find(&c);
    char found[33] = "";
    for (unsigned i = 0; i < f->ninsts; i++)
        found[i] = "-+<"[use[i] & 3] + (use[i] >> ELEMENT_TIMES > 1);
    ck_assert_str_eq(found, "-------+--+<-<-+-+---,-");
    free(use);
    module_free(m);
}
END_TEST

SUITE(s)
{
    TESTS(s, "shares", shares_of_the_work, bytes_from_other_blocks,
          bytes_from_other_blocks_word_by_word, bytes_in_flight, order_with_the_host,
          elements_added_and_compared);
}
