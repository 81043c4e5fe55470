// test_look.c - the recorder: programs whose behaviour is known are recorded, and the recording is
// compared with the counters of the same run, with itself, and with what the kernels do; also how a
// recording ends where a program does too much or fails.
#define BUILT "build/tests/look"
#include "recording.h"

// ---- against itself -----------------------------------------------------------------------------

// Of a launch whose blocks are all shown: the steps are what the lines count.
static void steps_are_the_lines(const json_t *l)
{
    size_t i, k;
    json_t *x, *b;
    json_array_foreach(member(l, "lines"), i, x)
    {
        long long executed = 0, lanes = 0;
        json_array_foreach(member(l, "blocks"), k, b)
        {
            json_t *ops = member(b, "ops"), *steps = member(b, "steps");
            json_t *op = member(steps, "op"), *mask = member(steps, "mask");
            for (size_t s = 0; s < json_array_size(op); s++) {
                json_t *o = json_array_get(ops, (size_t)item(op, s));
                if (number(o, "line") != number(x, "line"))
                    continue;
                executed++;
                lanes += bits(item(mask, s));
            }
        }
        ck_assert_int_eq(executed, number(x, "executed"));
        // All lanes at a branch take part in its step; "lanes" has those that jump.
        ck_assert_int_eq(lanes, number(x, "lanes") + number(x, "straight"));
    }
}

// What the accesses of a line cost is what the line counts.
// What the accesses to a space cost, by its names in a line.
static const struct {
    const char *space, *cost, *least;
} counted[] = {{"global", "sectors", "sectors_min"},
               {"shared", "wavefronts", "wavefronts_min"},
               {"local", "local", "local_min"},
               {"constant", "passes", "passes_min"}};
enum { SPACES = sizeof counted / sizeof *counted };

static void accesses_are_the_lines(const json_t *l)
{
    size_t i, k;
    json_t *x, *a;
    json_array_foreach(member(l, "lines"), i, x)
    {
        long long cost[SPACES] = {0}, least[SPACES] = {0};
        json_array_foreach(member(l, "accesses"), k, a)
        {
            unsigned space = 0;
            while (strcmp(text(a, "space"), counted[space].space) != 0)
                ck_assert_uint_lt(++space, SPACES);
            if (number(a, "line") != number(x, "line"))
                continue;
            cost[space] += number(a, "cost");
            least[space] += number(a, "least");
            ck_assert_int_le(number(a, "least"), number(a, "cost"));
        }
        for (k = 0; k < SPACES; k++) {
            ck_assert_int_eq(cost[k], number(x, counted[k].cost));
            ck_assert_int_eq(least[k], number(x, counted[k].least));
        }
    }
}

// In a wavefront, a bank delivers one word.
static void wavefronts_hold(const json_t *sample)
{
    json_t *wave = member(sample, "wavefront"), *addr = member(sample, "addr");
    long long last = -1;
    for (size_t i = 0; i < 32; i++) {
        bool active = number(sample, "mask") >> i & 1;
        ck_assert_int_eq(json_is_null(json_array_get(wave, i)), !active);
        ck_assert_int_eq(json_is_null(json_array_get(addr, i)), !active);
        last = active && item(wave, i) > last ? item(wave, i) : last;
        for (size_t k = 0; active && k < i; k++)
            if (number(sample, "mask") >> k & 1 && item(wave, k) == item(wave, i) &&
                (item(addr, k) / 4 - item(addr, i) / 4) % 32 == 0)
                ck_assert_int_eq(item(addr, k) / 4, item(addr, i) / 4);
    }
    ck_assert_int_eq(last + 1, number(sample, "cost"));
}

// The wavefronts of an atomic are those that are counted; those of a swap count twice.
static void atomic_holds(const json_t *a, const json_t *sample)
{
    if (strcmp(text(a, "space"), "shared") != 0)
        return;
    long long last = -1, cost = number(sample, "cost");
    json_t *wave = json_object_get(sample, "wavefront");
    for (size_t i = 0; i < 32; i++)
        last = item(wave, i) > last ? item(wave, i) : last;
    if (wave)
        ck_assert(cost == last + 1 || cost == 2 * (last + 1));
    if (json_object_get(sample, "combined"))
        ck_assert_int_eq(cost, 1);
    ck_assert_int_ge(number(sample, "least"), 1);
    ck_assert_int_le(number(sample, "least"), cost);
    if (number(a, "executed") == 1)
        ck_assert_int_eq(number(sample, "least"), number(a, "least"));
}

static void samples_hold(const json_t *l)
{
    size_t i, k;
    json_t *a, *s;
    json_array_foreach(member(l, "accesses"), i, a)
    {
        long long worst = 0;
        ck_assert(json_array_size(member(a, "samples")) > 0 ||
                  json_is_true(json_object_get(a, "fused")));
        ck_assert_uint_le(json_array_size(member(a, "samples")), 8);
        json_array_foreach(member(a, "samples"), k, s)
        {
            worst = number(s, "cost") > worst ? number(s, "cost") : worst;
            if (!strcmp(text(a, "kind"), "atomic")) {
                atomic_holds(a, s);
                continue;
            }
            if (!strcmp(text(a, "space"), "shared"))
                wavefronts_hold(s);
            else if (!strcmp(text(a, "space"), "global"))
                ck_assert_uint_eq(json_array_size(member(s, "sectors")), number(s, "cost"));
        }
        if (worst) // the access has samples
            ck_assert_int_le(number(a, "cost"), worst * number(a, "executed"));
    }
}

// ---- shared memory: what a lane reads is what was written there last ---------------------------

typedef struct {
    bool known;
    double value;
    unsigned width;
} ShownWord;

static unsigned replay_memory(const json_t *b)
{
    static ShownWord shown[1 << 16];
    size_t i;
    json_t *event;
    unsigned checked = 0;
    memset(shown, 0, sizeof shown);
    json_array_foreach(member(b, "memory"), i, event)
    {
        ShownAccess x = shown_access(b, event);
        bool read = !strcmp(json_string_value(json_array_get(event, 1)), "r");
        for (unsigned k = 0; k < x.n; k++) {
            ShownWord *s = &shown[x.offset[k]];
            if (read && s->known && s->width == x.width) {
                ck_assert_double_eq(s->value, x.of[k]);
                checked++;
            } else if (!read) {
                *s = (ShownWord){true, x.of[k], x.width};
            }
        }
    }
    return checked;
}

// ---- waiting --------------------------------------------------------

// No warp executes a step with lanes that wait; at the end all lanes have exited.
static void waits_hold(const json_t *b)
{
    long long waiting[32] = {0}, gone[32] = {0};
    json_t *warp = member(member(b, "steps"), "warp"), *mask = member(member(b, "steps"), "mask"),
           *waits = member(b, "waits");
    size_t next = 0;
    for (size_t step = 0; step < json_array_size(warp); step++) {
        long long w = item(warp, step);
        ck_assert_int_eq(item(mask, step) & (waiting[w] | gone[w]), 0);
        for (; next < json_array_size(waits); next++) {
            json_t *x = json_array_get(waits, next);
            if (item(x, 0) > (long long)step)
                break;
            const char *what = json_string_value(json_array_get(x, 2));
            long long lanes = item(x, 3), *of = &waiting[item(x, 1)];
            *of = !strcmp(what, "goes on") || !strcmp(what, "exit") ? *of & ~lanes : *of | lanes;
            if (!strcmp(what, "exit"))
                gone[item(x, 1)] |= lanes;
        }
    }
    for (long long w = 0; w < number(b, "warps"); w++)
        ck_assert_int_eq(bits(gone[w]),
                         number(b, "threads") - 32 * w < 32 ? number(b, "threads") - 32 * w : 32);
}

// ---- cases ----------------------------------------------------------

static const char *const known[] = {"race",  "transpose", "words",   "spaces",
                                    "parts", "names",     "streams", "constants"};
enum { KNOWN = sizeof known / sizeof *known };

START_TEST(agrees_with_the_counters)
{
    record(known[_i]);
    compare_with_counters();
}
END_TEST

START_TEST(agrees_with_itself)
{
    record(known[_i]);
    for (unsigned i = 0; i < json_array_size(member(first_run, "launches")); i++) {
        json_t *l = launch(i), *grid = member(l, "grid");
        accesses_are_the_lines(l);
        samples_hold(l);
        if (item(grid, 0) * item(grid, 1) <= 2)
            steps_are_the_lines(l);
        size_t k;
        json_t *b;
        json_array_foreach(member(l, "blocks"), k, b) waits_hold(b);
    }
}
END_TEST

START_TEST(memory_can_be_replayed)
{
    record("words");
    ck_assert_uint_gt(replay_memory(json_array_get(member(launch(0), "blocks"), 0)), 300);
    record("transpose");
    ck_assert_uint_gt(replay_memory(json_array_get(member(launch(0), "blocks"), 1)), 1000);
}
END_TEST

START_TEST(lanes_wait_for_their_warp)
{
    record("parts");
    json_t *b = json_array_get(member(launch(0), "blocks"), 0), *w;
    size_t i;
    unsigned waits = 0, go_on = 0;
    json_array_foreach(member(b, "waits"), i, w)
    {
        waits += !strcmp(json_string_value(json_array_get(w, 2)), "warp");
        go_on += !strcmp(json_string_value(json_array_get(w, 2)), "goes on");
    }
    ck_assert_uint_ge(waits, 2);
    ck_assert_uint_ge(go_on, waits);
}
END_TEST

// A schedule that tears warps apart executes steps again.
START_TEST(shuffled_steps_are_the_lines)
{
    char options[64];
    snprintf(options, sizeof options, "tool=all;schedule=shuffle;seed=%d", _i / 2);
    record_with("look", _i % 2 ? "parts" : "words", options);
    compare_with_counters();
    steps_are_the_lines(launch(0));
    waits_hold(json_array_get(member(launch(0), "blocks"), 0));
}
END_TEST

// ---- bounds, and ends that are not happy ----------------------------

static size_t bytes_of_recording(void)
{
    char *s = json_dumps(recording, JSON_COMPACT);
    size_t n = strlen(s);
    free(s);
    return n;
}

START_TEST(recording_is_bounded)
{
    unsigned lines = 0, blocks = 0, cut = 0;
    long long executed = 0;
    record_with("look", "many", "tool=none");
    compare_with_counters();
    size_t n = json_array_size(member(first_run, "launches"));
    ck_assert_uint_le(n, 128);
    ck_assert_int_gt(number(first_run, "more"), 0);
    ck_assert_uint_le(bytes_of_recording(), 2200000);
    for (unsigned i = 0; i < n; i++) {
        json_t *b;
        size_t k;
        lines += json_object_get(launch(i), "lines") != NULL;
        json_array_foreach(json_object_get(launch(i), "blocks"), k, b)
        {
            size_t steps = json_array_size(member(member(b, "steps"), "op"));
            blocks++;
            cut += json_is_true(member(b, "truncated"));
            ck_assert_uint_gt(steps, 0);
            ck_assert_uint_le(steps, 20000);
        }
    }
    ck_assert_uint_le(lines, 64);
    ck_assert_uint_le(blocks, 8);
    ck_assert_uint_ge(blocks, 3);
    ck_assert_uint_ge(cut, 2);
    // What is not listed is in the sums.
    for (unsigned i = 0; i < ncounters; i++)
        executed += number(member(counters[i], "metrics"), "sim__inst_executed.sum");
    ck_assert_int_eq(number(member(first_run, "metrics"), "sim__inst_executed.sum"), executed);
    double us = 0;
    for (unsigned i = 0; i < ncounters; i++)
        us += real(counters[i], "us");
    ck_assert_double_eq_tol(real(first_run, "us"), us, 0.001 * ncounters);
}
END_TEST

START_TEST(fault_is_recorded)
{
    record("fault");
    json_t *f = json_array_get(member(first_run, "findings"), 0);
    ck_assert_int_eq(number(launch(0), "status"), 700);
    ck_assert_str_eq(text(f, "cause"), "out_of_bounds");
    ck_assert_int_eq(number(f, "line"), line_of("FAULT"));
    ck_assert_uint_gt(
        json_array_size(member(json_array_get(member(launch(0), "blocks"), 0), "memory")), 0);
}
END_TEST

START_TEST(spent_budget_is_recorded)
{
    record_with("look", "endless", "tool=all;budget=200000");
    ck_assert_int_eq(number(launch(0), "status"), 702);
    json_t *f = json_array_get(member(first_run, "findings"), 0);
    ck_assert_str_eq(text(f, "cause"), "hang");
    json_t *b = json_array_get(member(launch(0), "blocks"), 0);
    ck_assert(json_is_true(member(b, "truncated")));
}
END_TEST

START_TEST(no_kernel_is_no_mistake)
{
    record("nothing");
    ck_assert_uint_eq(json_array_size(member(first_run, "launches")), 0);
    ck_assert_uint_eq(json_array_size(member(first_run, "findings")), 0);
    ck_assert_uint_gt(json_array_size(member(member(first_run, "timeline"), "jobs")), 0);
}
END_TEST

SUITE(s)
{
    TCase *t = TESTS(s, "recording", memory_can_be_replayed, lanes_wait_for_their_warp,
                     recording_is_bounded, fault_is_recorded, spent_budget_is_recorded,
                     no_kernel_is_no_mistake);
    tcase_add_unchecked_fixture(t, compile_programs, NULL);
    tcase_add_loop_test(t, agrees_with_the_counters, 0, KNOWN);
    tcase_add_loop_test(t, agrees_with_itself, 0, KNOWN);
    tcase_add_loop_test(t, shuffled_steps_are_the_lines, 0, 12);
}
