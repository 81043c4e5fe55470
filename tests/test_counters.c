// test_counters.c - bank conflicts and sectors: known patterns; random patterns, compared with a
// slow version of the rules; and the sums of a launch's counters.
#include "observe.h"

#include "common/cudasim/sim/async.h"

#include <unistd.h>

static Wavefronts shared(uint32_t mask, unsigned width, bool load)
{
    return traffic_shared(lane_addr, mask, width, load);
}

static void lanes(uint64_t base, uint64_t stride)
{
    for (int l = 0; l < WARP_SIZE; l++)
        lane_addr[l] = base + (uint64_t)l * stride;
}

#define CONFLICTS(n, w, mask, width, load) \
    do { \
        Wavefronts got_ = shared(mask, width, load); \
        ck_assert_uint_eq(got_.wavefronts, w); \
        ck_assert_uint_eq(got_.conflicts, n); \
    } while (0)

START_TEST(conflicts_of_words)
{
    lanes(0, 4);
    CONFLICTS(0, 1, ALL, 4, true);
    for (unsigned k = 1; k <= 32; k++) { // stride k words
        lanes(128, 4 * k);
        unsigned ways = k & -k; // the power of two in k
        CONFLICTS(ways - 1, ways, ALL, 4, true);
        CONFLICTS(ways - 1, ways, ALL, 4, false);
    }
    lanes(64, 0);
    CONFLICTS(0, 1, ALL, 4, true);
    CONFLICTS(0, 1, ALL, 4, false); // the same word is free for stores, too
    lanes(0, 132);                  // a padded column
    CONFLICTS(0, 1, ALL, 4, true);
    lanes(0, 128);
    CONFLICTS(31, 32, ALL, 4, true);
    CONFLICTS(15, 16, 0x55555555, 4, true);
    CONFLICTS(0, 1, 1, 4, true);
    lanes(0, 1);
    CONFLICTS(0, 1, ALL, 1, true);
    lanes(0, 64); // bytes far apart: 16 words on one bank, twice
    CONFLICTS(15, 16, ALL, 1, true);
}
END_TEST

START_TEST(conflicts_of_wide_words)
{
    lanes(0, 8);
    CONFLICTS(0, 2, ALL, 8, true);
    CONFLICTS(0, 1, 0xffff, 8, true);
    CONFLICTS(0, 2, 0x10001000, 8, false);
    lanes(0, 16);
    CONFLICTS(0, 4, ALL, 16, true);
    CONFLICTS(0, 3, 0xffff00ff, 16, true);
    lanes(0, 0); // broadcasts join the parts, in loads only
    CONFLICTS(0, 1, ALL, 8, true);
    CONFLICTS(0, 2, ALL, 16, true);
    CONFLICTS(0, 2, ALL, 8, false);
    CONFLICTS(0, 4, ALL, 16, false);
    for (int l = 0; l < WARP_SIZE; l++)
        lane_addr[l] = 16 * (uint64_t)(l / 2); // pairs (T, T^1)
    CONFLICTS(0, 2, ALL, 16, true);
    CONFLICTS(0, 4, ALL, 16, false);
    for (int l = 0; l < WARP_SIZE; l++)
        lane_addr[l] = 8 * (uint64_t)(l & ~2); // pairs (T, T^2)
    CONFLICTS(1, 2, ALL, 8, true); // joined: 32 words, those of l and l + 16 on one bank
    lanes(0, 32);
    CONFLICTS(6, 8, ALL, 8, true);
    lanes(0, 16 * 8);
    CONFLICTS(28, 32, ALL, 16, true);
}
END_TEST

START_TEST(atomics_on_shared)
{
    lanes(64, 0);
    Wavefronts w = traffic_shared_atomic(lane_addr, ALL, 4);
    ck_assert_uint_eq(w.wavefronts, 32);
    ck_assert_uint_eq(w.conflicts, 31);
    lanes(64, 4);
    w = traffic_shared_atomic(lane_addr, ALL, 4);
    ck_assert_uint_eq(w.wavefronts, 1);
    lanes(64, 8);
    w = traffic_shared_atomic(lane_addr, 0xffffff, 4);
    ck_assert_uint_eq(w.wavefronts, 2);
}
END_TEST

START_TEST(sectors_of_accesses)
{
    lanes(0x1000, 4);
    ck_assert_uint_eq(traffic_sectors(lane_addr, ALL, 4), 4);
    lanes(0x1004, 4);
    ck_assert_uint_eq(traffic_sectors(lane_addr, ALL, 4), 5);
    lanes(0x1000, 8);
    ck_assert_uint_eq(traffic_sectors(lane_addr, ALL, 8), 8);
    lanes(0x1000, 128);
    ck_assert_uint_eq(traffic_sectors(lane_addr, ALL, 4), 32);
    ck_assert_uint_eq(traffic_sectors(lane_addr, 0xff, 4), 8);
    lanes(0x1000, 0);
    ck_assert_uint_eq(traffic_sectors(lane_addr, ALL, 16), 1);
    for (int l = 0; l < WARP_SIZE; l++) // far apart, in no order, each twice
        lane_addr[l] = 0x100000ull * ((unsigned)(l * 7) % 16);
    ck_assert_uint_eq(traffic_sectors(lane_addr, ALL, 4), 16);
    // Atomics: one pass for each lane on an address.
    lanes(0x1000, 0);
    ck_assert_uint_eq(traffic_sectors_atomic(lane_addr, ALL, 4), 32);
    lanes(0x1000, 4);
    ck_assert_uint_eq(traffic_sectors_atomic(lane_addr, ALL, 4), 4);
    for (int l = 0; l < WARP_SIZE; l++)
        lane_addr[l] = 0x1000 + 4 * (uint64_t)(l / 2);
    ck_assert_uint_eq(traffic_sectors_atomic(lane_addr, ALL, 4), 4);
    for (int l = 0; l < WARP_SIZE; l++)
        lane_addr[l] = 0x1000 + 4 * (uint64_t)(l % 3);
    ck_assert_uint_eq(traffic_sectors_atomic(lane_addr, ALL, 4), 11);
}
END_TEST

// Three lanes on lines that share a slot, each result read on an H200: `mate` and `late` in one
// sector of line 5; `other` in line 0, or where `line` says, at the place of `late`.
static uint32_t three(unsigned mate, unsigned other, unsigned late, unsigned line)
{
    lane_addr[mate] = 0x10000 + 5 * 128 + 4;
    lane_addr[other] = 0x10000 + line * 128;
    lane_addr[late] = 0x10000 + 5 * 128;
    return traffic_sectors_atomic(lane_addr, 1u << mate | 1u << other | 1u << late, 4);
}

START_TEST(slots_of_atomics)
{
    ck_assert_uint_eq(three(3, 7, 12, 0), 3); // line 5 has the slot, but lane 12 comes after lane 7
    ck_assert_uint_eq(three(7, 3, 12, 0), 2); // line 0 has it, all of line 5 waits
    ck_assert_uint_eq(three(12, 3, 7, 0), 2);
    ck_assert_uint_eq(three(3, 12, 7, 0), 2); // no lane is before lane 7
    for (unsigned line = 1; line < 5; line++) // other slots
        ck_assert_uint_eq(three(3, 7, 12, line), 2);
    ck_assert_uint_eq(three(3, 7, 12, 10), 3);
    ck_assert_uint_eq(three(3, 7, 12, 1 << 20), 2);
    ck_assert_uint_eq(three(3, 7, 12, 1 << 20 | 1 << 18 | 1 << 17), 3);
}
END_TEST

// ---- the rules once more, as slowly as they are written -------------------------------

static unsigned slow_part(uint32_t part, unsigned words)
{
    unsigned worst = 0;
    for (unsigned bank = 0; bank < 32; bank++) {
        uint64_t seen[128];
        unsigned n = 0;
        for (unsigned l = 0; l < WARP_SIZE; l++)
            for (unsigned k = 0; part >> l & 1 && k < words; k++) {
                uint64_t word = lane_addr[l] / 4 + k;
                unsigned i = 0;
                while (i < n && seen[i] != word)
                    i++;
                if (word % 32 == bank && i == n)
                    seen[n++] = word;
            }
        worst = n > worst ? n : worst;
    }
    return worst;
}

static bool slow_pairs(uint32_t mask, unsigned by)
{
    for (unsigned l = 0; l < WARP_SIZE; l++)
        if (mask >> l & 1 && mask >> (l ^ by) & 1 && lane_addr[l] != lane_addr[l ^ by])
            return false;
    return true;
}

static Wavefronts slow_shared(uint32_t mask, unsigned width, bool load)
{
    unsigned words = width > 4 ? width / 4 : 1, group = 32 / words;
    if (words > 1 && load && (slow_pairs(mask, 1) || slow_pairs(mask, 2)))
        group *= 2;
    Wavefronts w = {0, 0};
    for (unsigned first = 0; first < 32; first += group) {
        uint32_t part = 0;
        for (unsigned l = first; l < first + group; l++)
            part |= mask & 1u << l;
        if (part) {
            unsigned n = slow_part(part, words);
            w.wavefronts += n;
            w.conflicts += n - 1;
        }
    }
    return w;
}

static uint64_t rng = 88172645463325252ull;
static uint32_t random32(void)
{
    rng ^= rng << 13, rng ^= rng >> 7, rng ^= rng << 17;
    return (uint32_t)(rng >> 16);
}

START_TEST(random_patterns)
{
    for (int i = 0; i < 20000; i++) {
        unsigned width = 1u << random32() % 5, range = 8u << random32() % 7;
        uint32_t mask = random32() % 3 ? ALL : random32() | 1;
        unsigned kind = random32() % 4, stride = random32() % 40;
        for (unsigned l = 0; l < WARP_SIZE; l++) {
            unsigned from = kind == 1 ? l & ~1u : kind == 2 ? l & ~2u : l;
            lane_addr[l] = kind == 3   ? (uint64_t)l * stride * width
                           : from != l ? lane_addr[from]
                                       : (uint64_t)(random32() % range) * width;
        }
        bool load = random32() & 1;
        Wavefronts want = slow_shared(mask, width, load), got = shared(mask, width, load);
        ck_assert_msg(want.wavefronts == got.wavefronts && want.conflicts == got.conflicts,
                      "pattern %d: width %u mask %08x: %u wavefronts, want %u", i, width, mask,
                      got.wavefronts, want.wavefronts);
        unsigned n = 0;
        for (unsigned l = 0; l < WARP_SIZE; l++) {
            unsigned j = 0;
            while (j < l && !(mask >> j & 1 && lane_addr[j] / 32 == lane_addr[l] / 32))
                j++;
            n += mask >> l & 1 && j == l;
        }
        ck_assert_uint_eq(traffic_sectors(lane_addr, mask, width), n);
    }
}
END_TEST

// The lanes of a wavefront, as a page shows them: no bank gives two words at once, and there are as
// many wavefronts as are counted.
START_TEST(lanes_of_wavefronts)
{
    for (int i = 0; i < 20000; i++) {
        unsigned width = 1u << random32() % 5, range = 8u << random32() % 7;
        uint32_t mask = random32() % 3 ? ALL : random32() | 1;
        bool load = random32() & 1, atomic = width >= 4 && width <= 8 && random32() % 4 == 0;
        uint8_t wavefront[WARP_SIZE];
        for (unsigned l = 0; l < WARP_SIZE; l++)
            lane_addr[l] = (uint64_t)(random32() % range) * width;
        unsigned n = atomic ? traffic_shared_atomic_lanes(lane_addr, mask, width, wavefront)
                            : traffic_shared_lanes(lane_addr, mask, width, load, wavefront);
        Wavefronts want =
            atomic ? traffic_shared_atomic(lane_addr, mask, width) : shared(mask, width, load);
        ck_assert_uint_eq(n, want.wavefronts);
        for (unsigned l = 0; l < WARP_SIZE; l++)
            for (unsigned k = 0; k < l; k++) {
                bool both = mask >> l & 1 && mask >> k & 1 && wavefront[l] == wavefront[k];
                uint64_t a = lane_addr[l] / 4, b = lane_addr[k] / 4;
                if (both && a % 32 == b % 32 && (atomic || a != b))
                    ck_abort_msg("pattern %d: lanes %u and %u on one bank", i, k, l);
            }
    }
}
END_TEST

// The observer's own short cuts must agree with the rules.
START_TEST(shortcuts_agree_with_the_rules)
{
    world("none", 1, 32);
    uint64_t want = 0, conflicts = 0, sectors = 0, atomic = 0;
    for (int i = 0; i < 3000; i++) {
        unsigned width = 1u << random32() % 5, first = random32() % 32, n = 1 + random32() % 32;
        uint32_t mask = ALL << first & (n + first >= 32 ? ALL : (1u << (n + first)) - 1);
        lanes(width * (random32() % 64) + 4096, random32() & 1 ? width : 0);
        AccessKind kind = random32() & 1 ? ACCESS_load : ACCESS_store;
        unsigned step = kind == ACCESS_load ? 10 : 11;
        send(0, 0, step, mask, kind, SPACE_shared, width, ORDER_weak, SCOPE_none);
        Wavefronts w = slow_shared(mask, width, kind == ACCESS_load);
        want += w.wavefronts;
        conflicts += w.conflicts;
        send(0, 0, step, mask, kind, SPACE_global, width, ORDER_weak, SCOPE_none);
        sectors += traffic_sectors(lane_addr, mask, width);
        send(0, 0, 12, mask, ACCESS_red, SPACE_global, width, ORDER_relaxed, SCOPE_gpu);
        atomic += traffic_sectors_atomic(lane_addr, mask, width);
    }
    for (int i = 10; i < 13; i++)
        t.count[i].warps = 1;
    world_end();
#define VALUE(name) counters_value("l1tex__" name ".sum")
    ck_assert_uint_eq(VALUE("data_pipe_lsu_wavefronts_mem_shared_op_ld") +
                          VALUE("data_pipe_lsu_wavefronts_mem_shared_op_st"),
                      want);
    ck_assert_uint_eq(VALUE("data_bank_conflicts_pipe_lsu_mem_shared_op_ld") +
                          VALUE("data_bank_conflicts_pipe_lsu_mem_shared_op_st"),
                      conflicts);
    ck_assert_uint_eq(VALUE("t_sectors_pipe_lsu_mem_global_op_ld") +
                          VALUE("t_sectors_pipe_lsu_mem_global_op_st"),
                      sectors);
    ck_assert_uint_eq(VALUE("t_sectors_pipe_lsu_mem_global_op_red"), atomic);
    ck_assert_uint_eq(VALUE("t_requests_pipe_lsu_mem_global_op_red"), 3000);
}
END_TEST

START_TEST(counters_of_a_launch_add_up)
{
    world("none", 1, 64);
    t.inst[20].op = OP_bra;
    t.inst[21].op = OP_bar_sync;
    t.inst[22].op = OP_pmevent;
    t.inst[22].opnd[0] = (Operand){.kind = OPND_imm, .imm = 3};
    t.inst[23].op = OP_shfl_sync;
    t.step[20].unit = UNIT_FLOW;
    t.count[20] = (Count){10, 200, 4};
    t.count[21] = (Count){2, 64, 0};
    t.count[22] = (Count){5, 99, 0};
    t.count[23] = (Count){7, 224, 0};
    t.count[24] = (Count){1, 1, 0};
    S_LOAD(0, 0, 24, ALL, 0, 128);
    G_LOAD(0, 0, 24, ALL, GLOBAL_BASE, 4); // a generic load may do both
    t.inst[24].loc = 20;                   // is in the same line as the branch
    world_end();
    ck_assert_uint_eq(counters_value("sim__inst_executed.sum"), 25);
    ck_assert_uint_eq(counters_value("sim__thread_inst_executed.sum"), 588);
    ck_assert_uint_eq(counters_value("sim__branches.sum"), 10);
    ck_assert_uint_eq(counters_value("sim__divergent_branches.sum"), 4);
    ck_assert_uint_eq(counters_value("sim__barriers.sum"), 2);
    ck_assert_uint_eq(counters_value("sim__pmevents.sum"), 99);
    ck_assert_uint_eq(counters_value("sim__pmevent3.sum"), 99);
    ck_assert_uint_eq(counters_value("sim__warp_syncs.sum"), 7);
    ck_assert_uint_eq(counters_value("sim__inst_flow.sum"), 10);
    ck_assert_uint_eq(counters_value("smsp__inst_executed_op_shared_ld.sum"), 1);
    ck_assert_uint_eq(counters_value("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"), 32);
    ck_assert_uint_eq(counters_value("no_such_metric"), UINT64_MAX);
    // A new launch begins at zero.
    memset(t.count, 0, sizeof t.count);
    EACH_HOOK(launch_begin, (&t.launch));
    EACH_HOOK(launch_end, (&t.launch));
    ck_assert_uint_eq(counters_value("sim__inst_executed.sum"), 0);
    ck_assert_uint_eq(counters_value("smsp__inst_executed_op_shared_ld.sum"), 0);
}
END_TEST

// Global memory's end of bulk copies has counters of its own.
START_TEST(bulk_copies_count_sectors)
{
    world("none", 1, 32);
    G_LOAD(0, 0, 50, 1, GLOBAL_BASE, 0); // 4 bytes in a sector
    G_LOAD(0, 0, 50, 1, GLOBAL_BASE + 32, 0);
    S_STORE(0, 0, 50, 1, 0, 0);
    G_STORE(0, 0, 51, 1, GLOBAL_BASE, 0);
    t.inst[50].op = t.inst[51].op = OP_cp_async_bulk;
    t.inst[51].mods[MOD_bulk_group / 64] |= 1ull << MOD_bulk_group % 64;
    t.count[50].warps = t.count[51].warps = 1;
    world_end();
    ck_assert_uint_eq(counters_value("sim__sectors_op_global_bulk_ld.sum"), 2);
    ck_assert_uint_eq(counters_value("sim__sectors_op_global_bulk_st.sum"), 1);
    ck_assert_uint_eq(counters_value("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"), 0);
    ck_assert_uint_eq(counters_value("l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"), 0);
}
END_TEST

START_TEST(unread_atom_is_a_red)
{
    world("none", 1, 32);
    t.func.nregs = 8;
    for (int i = 30; i < 32; i++) {
        t.inst[i].op = OP_atom;
        t.inst[i].nopnd = 1;
        t.inst[i].opnd[0] = (Operand){.kind = OPND_reg, .reg = i - 30};
        t.count[i].warps = 1;
    }
    t.inst[40].nopnd = 1; // an instruction reads the result of the second
    t.inst[40].opnd[0] = (Operand){.kind = OPND_reg, .reg = 1};
    G_ATOMIC(0, 0, 30, ALL, GLOBAL_BASE);
    G_ATOMIC(0, 0, 31, ALL, GLOBAL_BASE);
    world_end();
    ck_assert_uint_eq(counters_value("l1tex__t_requests_pipe_lsu_mem_global_op_red.sum"), 1);
    ck_assert_uint_eq(counters_value("l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum"), 1);
    ck_assert_uint_eq(counters_value("sim__inst_executed_op_global_atom.sum"), 2);
}
END_TEST

// An atomic of which ptxas makes a loop, and loads of shared and global memory.
static void two_warps(unsigned warp)
{
    access_at(0, warp, 30, ALL, ACCESS_red, SPACE_shared, 64, 4 * (warp & 1), ORDER_relaxed,
              SCOPE_cta);
    S_LOAD(0, warp, 31, ALL, 0, 8 + 8 * (warp & 1));
    G_LOAD(0, warp, 32, ALL, GLOBAL_BASE, 4 + 60 * (warp & 1));
}

static void values_of_all(uint64_t values[8])
{
    static const char *const names[] = {
        "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
        "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum",
        "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
        "smsp__inst_executed_op_shared_ld.sum",
        "smsp__inst_executed_op_shared_atom.sum",
        "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
        "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
    };
    CostTraffic t = {0};
    EACH_HOOK(launch_traffic, (&t));
    values[7] = t.sectors;
    world_end();
    for (int i = 0; i < 7; i++)
        values[i] = counters_value(names[i]);
}

static void compare(const uint64_t got[8], const uint64_t want[8])
{
    for (int i = 0; i < 8; i++)
        ck_assert_msg(got[i] == want[i], "%d: %llu, and %llu expected", i,
                      (unsigned long long)got[i], (unsigned long long)want[i]);
}

// A launch that is paused while another launch runs has the same counters as without a pause.
START_TEST(paused_launch_keeps_its_counters)
{
    uint64_t want[8], got[8];
    world("none", 1, 64);
    for (int again = 0; again < 2; again++) {
        if (again)
            world_again();
        t.inst[30] = (Inst){.op = OP_red, .space = SPACE_shared, .type = {TYPE_f32}, .nopnd = 2};
        t.inst[30].mods[MOD_add / 64] |= 1ull << MOD_add % 64;
        t.count[30].warps = t.count[31].warps = t.count[32].warps = 2;
        two_warps(0);
        if (again) {
            Launch other = t.launch;
            EACH_HOOK(launch_pause, (&t.launch));
            EACH_HOOK(launch_begin, (&other));
            two_warps(1);
            two_warps(1);
            EACH_HOOK(launch_end, (&other));
            EACH_HOOK(launch_resume, (&t.launch));
        }
        two_warps(1);
        values_of_all(again ? got : want);
    }
    ck_assert_uint_gt(want[0], want[3]);
    compare(got, want);
}
END_TEST

// A row of words as one event, and as an access with the addresses of all lanes.
static void rows(bool whole, Space space, uint64_t base)
{
    static const uint32_t masks[] = {ALL, 0xff, 0x00ffff00, 1u << 31};
    for (unsigned i = 0; i < 8; i++) {
        const unsigned step = space == SPACE_shared ? 31 : 32;
        const uint64_t first = base + 4 * i;
        Warp *w = t.warps[0][i & 1];
        if (whole) {
            access_at(0, i & 1, step, masks[i / 2], ACCESS_load, space,
                      first - 4 * (unsigned)__builtin_ctz(masks[i / 2]), 4, ORDER_weak, SCOPE_none);
            continue;
        }
        w->mask = masks[i / 2];
        t.inst[step].op = OP_ld;
        t.step[step].space = (uint8_t)space;
        t.step[step].elem = 4;
        ck_assert(device.hooks->row && device.hooks->row(w, &t.step[step], first));
    }
}

START_TEST(rows_count_as_whole_accesses)
{
    uint64_t want[8], got[8];
    world("none", 1, 64);
    for (int again = 0; again < 2; again++) {
        if (again)
            world_again();
        t.count[31].warps = t.count[32].warps = 8;
        rows(!again, SPACE_shared, 256);
        rows(!again, SPACE_global, GLOBAL_BASE + 4096);
        values_of_all(again ? got : want);
    }
    ck_assert_uint_eq(want[0], 8);
    ck_assert_uint_gt(want[5], 8);
    compare(got, want);
    world_again();
    ck_assert(!device.hooks->row(t.warps[0][0], &t.step[32], HOST_BASE)); // pages may move
    world_end();
}
END_TEST

// The host may call hooks_want_times() while a kernel waits for the host.
START_TEST(counters_switched_on_during_a_pause)
{
    static void *volatile lost; // nobody frees what the launch has had until here
    world("memcheck", 1, 64);
    hooks_all = (Hooks){0}; // no observer
    lost = t.launch.user[counters_observer.slot];
    t.launch.user[counters_observer.slot] = NULL;
    ck_assert_ptr_nonnull(lost);
    EACH_HOOK(launch_pause, (&t.launch));
    hooks_want_times();
    EACH_HOOK(launch_resume, (&t.launch));
    t.count[31].warps = t.count[32].warps = 1;
    S_LOAD(0, 0, 31, ALL, 0, 128);
    G_LOAD(0, 0, 32, ALL, GLOBAL_BASE, 4);
    CostTraffic moved = {0};
    EACH_HOOK(launch_traffic, (&moved));
    ck_assert_uint_eq(moved.sectors, 4);
    world_end();
    ck_assert_uint_eq(counters_value("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"), 32);
}
END_TEST

// Where nobody asks for times, the model of caches does not run: the estimate stays.
START_TEST(times_are_measured_only_if_asked_for)
{
    CostTraffic moved = {.sectors = 77};
    world("none", 1, 64);
    hooks_measure(MEASURE_counters);
    world_again();
    t.count[32].warps = 2;
    G_LOAD(0, 0, 32, ALL, GLOBAL_BASE, 4);
    EACH_HOOK(launch_traffic, (&moved));
    ck_assert_uint_eq(moved.sectors, 77);
    EACH_HOOK(launch_pause, (&t.launch));
    hooks_want_times();
    EACH_HOOK(launch_resume, (&t.launch));
    G_LOAD(0, 0, 32, ALL, GLOBAL_BASE, 4);
    EACH_HOOK(launch_traffic, (&moved));
    ck_assert_uint_eq(moved.sectors, 4);
    world_end();
    ck_assert_uint_eq(counters_value("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"), 8);
    ck_assert_uint_eq(counters_value("sim__bytes_loaded_per_thread.max"), 0);
}
END_TEST

START_TEST(counters_as_a_line_of_json)
{
    char path[] = "/tmp/counters-XXXXXX", line[20000];
    int fd = mkstemp(path);
    ck_assert_int_ge(fd, 0);
    world("none", 2, 32);
    outputs.counters = fd;
    t.code.name = "k<\"a\\b\">(int*)";
    t.launch.mark = "case 7";
    t.count[12] = (Count){3, 96, 0};
    world_end();
    FILE *f = fopen(path, "r");
    ck_assert_ptr_nonnull(fgets(line, sizeof line, f));
    fclose(f);
    unlink(path);
    ck_assert_ptr_nonnull(
        strstr(line, "{\"launch\":0,\"mark\":\"case 7\",\"kernel\":\"k<\\\"a\\\\b\\\">(int*)\","
                     "\"grid\":[2,1,1],\"block\":[32,1,1],\"room\":2048,\"registers\":"));
    ck_assert_ptr_nonnull(strstr(line, ",\"shared\":4096,\"status\":0,"));
    ck_assert_ptr_nonnull(strstr(line, "\"lines\":[{\"file\":\"/home/me/kernel.cu\",\"line\":12,"
                                       "\"metrics\":{\"sim__inst_executed.sum\":3,"));
    ck_assert_ptr_nonnull(strstr(line, "\"findings\":[]}\n"));
}
END_TEST

// One line of the counters, of a launch by the host or by a kernel.
static void line_of(Launch *parent, char *line, size_t size)
{
    char path[] = "/tmp/counters-XXXXXX";
    int fd = mkstemp(path);
    ck_assert_int_ge(fd, 0);
    world("none", 1, 32);
    outputs.counters = fd;
    outputs.lines = LINES_host;
    t.launch.parent = parent;
    t.count[12] = (Count){3, 96, 0};
    world_end();
    FILE *f = fopen(path, "r");
    ck_assert_ptr_nonnull(fgets(line, (int)size, f));
    fclose(f);
    unlink(path);
}

START_TEST(child_grids_have_short_lines)
{
    char by_host[20000], by_kernel[20000];
    Launch parent = {0};
    line_of(NULL, by_host, sizeof by_host);
    ck_assert_ptr_nonnull(strstr(by_host, "\"sim__barriers.sum\":0"));
    ck_assert_ptr_nonnull(strstr(by_host, "\"lines\":[{\"file\""));
    line_of(&parent, by_kernel, sizeof by_kernel);
    ck_assert_ptr_nonnull(strstr(by_kernel, "\"sim__inst_executed.sum\":3"));
    ck_assert_ptr_null(strstr(by_kernel, "\"sim__barriers.sum\""));
    ck_assert_ptr_nonnull(strstr(by_kernel, "\"lines\":[]"));
}
END_TEST

START_TEST(zeros_are_listed_once)
{
    char first[20000], second[20000], all[20000];
    line_of(NULL, all, sizeof all);
    outputs.zeros_once = true;
    line_of(NULL, first, sizeof first);
    line_of(NULL, second, sizeof second);
    ck_assert_ptr_nonnull(strstr(all, "\"sim__barriers.sum\":0"));
    ck_assert_ptr_null(strstr(first, "\"sim__barriers.sum\"")); // a line before it has told them
    ck_assert_ptr_nonnull(strstr(first, "\"sim__inst_executed.sum\":3"));
    ck_assert_str_eq(first, second);
}
END_TEST

// Of each warp's requests to the constant cache, three are not the load's.
START_TEST(constant_words_are_those_of_the_hardware)
{
    enum { OTHERS = 3 };
    char line[256];
    int compared = 0;
    FILE *f = fopen("tests/data/h200_memory.txt", "r");
    ck_assert(f != NULL);
    while (fgets(line, sizeof line, f)) {
        unsigned width, warps, group, stride, requests;
        if (sscanf(line, "a load of %u bytes, %u warp%*[s ] group %u stride %u requests %u", &width,
                   &warps, &group, &stride, &requests) != 5)
            continue;
        for (unsigned l = 0; l < WARP_SIZE; l++)
            lane_addr[l] = GLOBAL_BASE + (uint64_t)(l / group * stride) * width;
        ck_assert_uint_eq(warps * (traffic_words(lane_addr, ALL, width) + OTHERS), requests);
        compared++;
    }
    fclose(f);
    ck_assert_int_eq(compared, 36);
}
END_TEST

START_TEST(pinned_memory_is_told_from_other_memory)
{
    if (mem_init())
        ck_abort_msg("no address space");
    Alloc *pinned = mem_alloc(4096, 0, MEM_pinned), *managed = mem_alloc(4096, 0, MEM_managed);
    lanes(pinned->addr, 4);
    FarTraffic p = traffic_pinned(lane_addr, ALL);
    ck_assert_uint_eq(p.sectors, 4);
    ck_assert_uint_eq(p.lines, 1);
    lanes(pinned->addr, 64);
    p = traffic_pinned(lane_addr, ALL);
    ck_assert_uint_eq(p.sectors, 32);
    ck_assert_uint_eq(p.lines, 16);
    p = traffic_pinned(lane_addr, 3);
    ck_assert_uint_eq(p.sectors, 2);
    ck_assert_uint_eq(p.lines, 1);
    lane_addr[1] = managed->addr; // one lane elsewhere
    ck_assert_uint_eq(traffic_pinned(lane_addr, 3).sectors, 1);
    lanes(managed->addr, 4);
    ck_assert_uint_eq(traffic_pinned(lane_addr, ALL).sectors, 0);
    mem_free(pinned->addr);
    mem_free(managed->addr);
}
END_TEST

SUITE(s)
{
    TESTS(s, "counters", conflicts_of_words, conflicts_of_wide_words, atomics_on_shared,
          sectors_of_accesses, slots_of_atomics, random_patterns, lanes_of_wavefronts,
          shortcuts_agree_with_the_rules, counters_of_a_launch_add_up, bulk_copies_count_sectors,
          unread_atom_is_a_red, paused_launch_keeps_its_counters,
          counters_switched_on_during_a_pause, rows_count_as_whole_accesses,
          times_are_measured_only_if_asked_for, counters_as_a_line_of_json,
          child_grids_have_short_lines, zeros_are_listed_once,
          constant_words_are_those_of_the_hardware, pinned_memory_is_told_from_other_memory);
}
