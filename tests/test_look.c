// test_look.c - the recorder: programs whose behaviour is known (tests/cuda/look/) are recorded,
// and the recording is compared with the counters of the same run, with itself, and with what the
// kernels do.
//
// A program runs without build/cudasim: then the machine takes its options from the environment. It
// writes when the program has ended, so the test waits for the end of the document.
#include "suite.h"
#include <jansson.h>
#include <math.h>
#include <pty.h>
#include <unistd.h>

#include "compiled.h"
#include "programs.h"

#define BUILT "build/tests/look"
#define LAUNCH_US 1.2 // the time of any launch, which belongs to no line

static json_t *recording, *first_run; // of the case
static json_t *counters[512];         // its lines of counters
static unsigned ncounters;
static char source[TEXT]; // of look.cu

// ---- running ------------------------------------------------------------------------------

static void compile(const char *name, const char *options)
{
    char log[TEXT];
    char program[PATH];
    snprintf(program, sizeof program, BUILT "/%s", name);
    int status = compile_cuda(program,
                              "-w %s -arch=compute_90 -cudart shared -lineinfo -Icommon "
                              "tests/cuda/look/%s.cu",
                              options, name);
    ck_assert_msg(status == 0, "%s does not compile:\n%s", name, read_text(BUILT "/look.log", log));
}

static void compile_programs(void)
{
    compile("look", "");
    compile("grids", "-rdc=true -lcudadevrt");
    read_text("tests/cuda/look/look.cu", source);
}

static void read_counters(const char *path)
{
    json_error_t error;
    FILE *f = fopen(path, "r");
    ck_assert_ptr_nonnull(f);
    ncounters = 0;
    for (json_t *line; (line = json_loadf(f, JSON_DISABLE_EOF_CHECK, &error));) {
        if (json_integer_value(json_object_get(line, "launch")) >= 0)
            counters[ncounters++] = line;
        ck_assert_uint_lt(ncounters, sizeof counters / sizeof *counters);
    }
    fclose(f);
}

// The whole document: its last character is the end of a line.
static json_t *wait_for_recording(const char *path)
{
    for (int tries = 0; tries < 6000; tries++, usleep(10000)) {
        json_t *document = json_load_file(path, 0, NULL);
        if (document)
            return document;
    }
    ck_abort_msg("%s: no recording", path);
    return NULL;
}

static void record_with(const char *program, const char *what, const char *options)
{
    char path[PATH];
    compile_programs();
    snprintf(path, sizeof path, BUILT "/%s_%s.json", program, what);
    unlink(path);
    run("LD_LIBRARY_PATH=build/lib "
        "CUDASIM_OPTIONS='report=none;look=%s;counters=%s.counters;%s' " BUILT
        "/%s %s >/dev/null 2>" BUILT "/%s.err",
        path, path, options, program, what, what);
    recording = wait_for_recording(path);
    first_run = json_array_get(json_object_get(recording, "runs"), 0);
    ck_assert_ptr_nonnull(first_run);
    snprintf(path, sizeof path, BUILT "/%s_%s.json.counters", program, what);
    read_counters(path);
}

static void record(const char *what) { record_with("look", what, "tool=all"); }

// ---- looking at the recording -------------------------------------------------------------------

static json_t *member(const json_t *o, const char *name)
{
    json_t *v = json_object_get(o, name);
    ck_assert_msg(v != NULL, "no member %s", name);
    return v;
}
static long long number(const json_t *o, const char *name)
{
    return json_integer_value(json_object_get(o, name)); // zeros are left out
}
static double real(const json_t *o, const char *name)
{
    return json_number_value(json_object_get(o, name));
}
static const char *text(const json_t *o, const char *name)
{
    const char *s = json_string_value(member(o, name));
    ck_assert_ptr_nonnull(s);
    return s;
}
static json_t *launch(unsigned i) { return json_array_get(member(first_run, "launches"), i); }
static long long item(const json_t *array, size_t i)
{
    return json_integer_value(json_array_get(array, i));
}

// The line of look.cu that ends with "// MARK".
static int line_of(const char *mark)
{
    char end[64];
    snprintf(end, sizeof end, "// %s\n", mark);
    const char *at = strstr(source, end);
    ck_assert_msg(at != NULL, "%s", mark);
    int line = 1;
    for (const char *p = source; p < at; p++)
        line += *p == '\n';
    return line;
}

static json_t *line_at(const json_t *l, int line)
{
    size_t i;
    json_t *x;
    json_array_foreach(member(l, "lines"), i, x) if (number(x, "line") == line) return x;
    ck_abort_msg("no line %d", line);
    return NULL;
}

// ---- against the counters of the run ------------------------------------------------------------

// What a line of counters counts, under any of the names that contain all three parts.
static long long metric_sum(const json_t *metrics, const char *a, const char *b)
{
    const char *name;
    json_t *value;
    long long sum = 0;
    json_object_foreach((json_t *)metrics, name, value) if (strstr(name, a) && strstr(name, b))
        sum += json_integer_value(value);
    return sum;
}

static void same_line(const json_t *l, const json_t *counted)
{
    json_t *x = line_at(l, (int)number(counted, "line")), *m = member(counted, "metrics");
    ck_assert_int_eq(number(x, "executed"), number(m, "sim__inst_executed.sum"));
    ck_assert_int_eq(number(x, "lanes"), number(m, "sim__thread_inst_executed.sum"));
    ck_assert_int_eq(number(x, "branches"), number(m, "sim__branches.sum"));
    ck_assert_int_eq(number(x, "divergent"), number(m, "sim__divergent_branches.sum"));
    ck_assert_int_eq(number(x, "sectors"), metric_sum(m, "l1tex__t_sectors", "global"));
    ck_assert_int_eq(number(x, "wavefronts"), metric_sum(m, "l1tex__data_pipe", "wavefronts"));
    ck_assert_int_eq(number(x, "conflicts"), metric_sum(m, "l1tex__data_bank_conflicts", "shared"));
    ck_assert_int_le(number(x, "sectors_min"), number(x, "sectors"));
    ck_assert_int_le(number(x, "wavefronts_min"), number(x, "wavefronts"));
}

static void same_metrics(const json_t *recorded, const json_t *counted)
{
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)counted, name, value)
        ck_assert_int_eq(number(recorded, name), json_integer_value(value));
}

static void compare_with_counters(void)
{
    size_t n = json_array_size(member(first_run, "launches"));
    ck_assert_uint_eq(n + (size_t)number(first_run, "more"), ncounters);
    ck_assert_uint_gt(n, 0);
    for (unsigned i = 0; i < n; i++) {
        size_t k;
        json_t *l = launch(i), *x;
        ck_assert_int_eq(number(l, "launch"), number(counters[i], "launch"));
        ck_assert_int_eq(number(l, "status"), number(counters[i], "status"));
        same_metrics(member(l, "metrics"), member(counters[i], "metrics"));
        if (!json_object_get(l, "lines"))
            continue;
        json_array_foreach(member(counters[i], "lines"), k, x) same_line(l, x);
        ck_assert_uint_eq(json_array_size(member(l, "lines")), k);
    }
}

// ---- against itself -----------------------------------------------------------------------------

static int bits(long long mask) { return __builtin_popcount((unsigned)mask); }

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

typedef struct {
    double of[128];
    long long offset[128];
    unsigned n, width;
} ShownAccess;

// One element of `memory`, each element of a vector for itself.
static ShownAccess shown_access(const json_t *b, const json_t *event)
{
    ShownAccess x = {.n = 0};
    size_t step = (size_t)item(event, 0);
    long long mask = item(member(member(b, "steps"), "mask"), step);
    if (json_array_size(event) > 5)
        mask = item(event, 5);
    json_t *at = json_array_get(event, 2), *values = json_array_get(event, 4);
    unsigned lanes = (unsigned)bits(mask), width = (unsigned)item(event, 3);
    unsigned each = json_is_array(values) ? (unsigned)json_array_size(values) / lanes : 1;
    ck_assert_uint_gt(lanes, 0);
    x.width = width / each;
    for (unsigned i = 0; i < lanes; i++)
        for (unsigned k = 0; k < each; k++, x.n++) {
            long long offset =
                json_is_object(at) ? number(at, "from") + i * number(at, "by") : item(at, i);
            x.offset[x.n] = offset + k * x.width;
            x.of[x.n] = json_number_value(
                json_is_array(values) ? json_array_get(values, i * each + k) : values);
        }
    return x;
}

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

START_TEST(values_have_their_type)
{
    record("words");
    json_t *b = json_array_get(member(launch(0), "blocks"), 0), *event;
    size_t i;
    bool third = false, negative = false, byte = false;
    json_array_foreach(member(b, "memory"), i, event)
    {
        ShownAccess x = shown_access(b, event);
        for (unsigned k = 0; k < x.n; k++) {
            third |= x.width == 8 && x.of[k] == 1 / 3.0;
            negative |= x.width == 4 && x.of[k] == -5;
            byte |= x.width == 1 && x.of[k] == 201;
        }
    }
    ck_assert(third);
    ck_assert(negative);
    ck_assert(byte);
}
END_TEST

// The instruction of a line whose name begins so: the type of its values, "" if that is not known.
static const char *type_of(const json_t *b, int line, const char *name)
{
    size_t i;
    json_t *op;
    json_array_foreach(member(b, "ops"), i, op) if (number(op, "line") == line &&
                                                    !strncmp(text(op, "text"), name, strlen(name)))
    {
        const char *type = json_string_value(json_object_get(op, "type"));
        return type ? type : "";
    }
    ck_abort_msg("no %s in line %d", name, line);
    return NULL;
}

START_TEST(constants_have_no_type)
{
    record("constants");
    json_t *b = json_array_get(member(launch(0), "blocks"), 0);
    ck_assert_str_eq(type_of(b, line_of("CONSTANT"), "st.shared"), "");
    ck_assert_str_eq(type_of(b, line_of("LOADS"), "ld.shared.f32"), "f");
    ck_assert_str_eq(type_of(b, line_of("LOADS"), "ld.shared.u16"), "s");
    ck_assert_str_eq(type_of(b, line_of("LOADS"), "ld.shared.u32"), "i");
}
END_TEST

// The first lane finds 0, the others only read what it has written.
START_TEST(failed_swaps_only_read)
{
    record("constants");
    json_t *b = json_array_get(member(launch(0), "blocks"), 0), *event;
    size_t i;
    unsigned writes = 0, reads = 0;
    json_array_foreach(member(b, "memory"), i, event)
    {
        json_t *op = json_array_get(member(b, "ops"), (size_t)item(member(member(b, "steps"), "op"),
                                                                   (size_t)item(event, 0)));
        if (number(op, "line") != line_of("CAS"))
            continue;
        bool read = !strcmp(json_string_value(json_array_get(event, 1)), "r");
        ck_assert_int_eq(item(event, 5), read ? 0xfffffffe : 1);
        ck_assert_int_eq(item(event, 4), 5);
        writes += !read;
        reads += read;
    }
    ck_assert_uint_eq(writes, 1);
    ck_assert_uint_eq(reads, 1);
}
END_TEST

START_TEST(lines_show_what_is_slow)
{
    record("transpose");
    json_t *conflicts = line_at(launch(0), line_of("CONFLICTS")), *x;
    ck_assert_int_eq(number(conflicts, "wavefronts"), 32 * number(conflicts, "wavefronts_min"));
    json_t *column = line_at(launch(1), line_of("COLUMN"));
    ck_assert_int_eq(number(column, "sectors"), 32 + 4);
    ck_assert_int_eq(number(column, "sectors_min"), 4 + 4);
    for (unsigned i = 0; i < 2; i++) {
        double sum = 0, most = 0, us = real(launch(i), "us");
        size_t k;
        json_array_foreach(member(launch(i), "lines"), k, x)
        {
            sum += real(x, "us");
            most = fmax(most, real(x, "us"));
        }
        ck_assert_double_lt(fabs(sum - (us - LAUNCH_US)), 0.01 * us);
        ck_assert_double_eq(most, real(i ? column : conflicts, "us"));
        ck_assert_double_gt(most, 0.75 * sum);
    }
}
END_TEST

// All lanes want one word, or 32 different ones; the same place of an array in local memory lies
// side by side, 16 different places do not.
START_TEST(local_and_constant_memory_are_shown)
{
    record("spaces");
    ck_assert_int_eq(number(line_at(launch(0), line_of("BROADCAST")), "passes"), 1);
    json_t *many = line_at(launch(0), line_of("MANY WORDS"));
    ck_assert_int_eq(number(many, "passes"), 32);
    ck_assert_int_eq(number(many, "passes_min"), 1);
    ck_assert_int_eq(number(line_at(launch(0), line_of("SAME")), "local"), 4);
    json_t *spread = line_at(launch(0), line_of("SPREAD"));
    ck_assert_int_eq(number(spread, "local"), 32);
    ck_assert_int_eq(number(spread, "local_min"), 4);
}
END_TEST

// Host code without debugging information has functions, which are no files.
START_TEST(sources_are_files)
{
    record("refused");
    json_t *f = json_array_get(member(first_run, "findings"), 0), *file;
    size_t i;
    ck_assert_ptr_nonnull(strstr(text(f, "message"), "was not launched"));
    json_array_foreach(member(recording, "sources"), i, file)
        ck_assert_ptr_null(strstr(text(file, "file"), "+0x"));
}
END_TEST

START_TEST(race_is_explained)
{
    record("race");
    json_t *f = json_array_get(member(first_run, "findings"), 0), *word = member(f, "word");
    ck_assert_str_eq(text(f, "cause"), "race_shared_update");
    ck_assert_int_eq(number(f, "line"), line_of("RACE"));
    ck_assert_int_eq(number(member(f, "other"), "line"), line_of("RACE"));
    ck_assert_str_eq(text(word, "space"), "shared");
    ck_assert_str_eq(text(word, "name"), "part");
    ck_assert_int_eq(number(word, "element") * number(word, "width"), number(word, "offset"));
    ck_assert_str_eq(json_string_value(json_array_get(member(f, "accesses"), 0)), "write");
    ck_assert_ptr_nonnull(strstr(text(f, "advice"), "__syncthreads()"));
    // The thread that the finding names wrote this word in the block that it names.
    json_t *b = json_array_get(member(launch(0), "blocks"), 0), *event;
    ck_assert_int_eq(json_equal(member(f, "block"), member(b, "block")), 1);
    size_t i;
    unsigned writes = 0;
    json_array_foreach(member(b, "memory"), i, event)
    {
        ShownAccess x = shown_access(b, event);
        for (unsigned k = 0; k < x.n; k++)
            writes += x.offset[k] == number(word, "offset") &&
                      !strcmp(json_string_value(json_array_get(event, 1)), "w");
    }
    ck_assert_uint_ge(writes, 2);
    json_t *part = json_array_get(member(launch(0), "variables"), 0);
    ck_assert_str_eq(text(part, "name"), "part");
    ck_assert_int_eq(number(part, "bytes"), 512);
}
END_TEST

START_TEST(race_in_a_warp_needs_no_barrier_of_the_block)
{
    record("lanes");
    json_t *f = json_array_get(member(first_run, "findings"), 0);
    ck_assert_str_eq(text(f, "cause"), "race_shared");
    ck_assert(json_is_true(member(f, "one_warp")));
    ck_assert_ptr_nonnull(strstr(text(f, "advice"), "or __syncwarp() in a warp"));
    record("race");
    f = json_array_get(member(first_run, "findings"), 0);
    ck_assert_ptr_null(json_object_get(f, "one_warp"));
}
END_TEST

// The job that the call in this line has issued.
static json_t *job_of_line(int line, const char *kind)
{
    size_t i;
    json_t *j;
    json_array_foreach(member(member(first_run, "timeline"), "jobs"), i,
                       j) if (number(j, "line") == line && !strcmp(text(j, "kind"), kind)) return j;
    ck_abort_msg("no %s of line %d", kind, line);
    return NULL;
}

static bool waits_for(long long job, long long earlier, const char *why)
{
    size_t i;
    json_t *w;
    json_array_foreach(member(member(first_run, "timeline"), "waits"), i,
                       w) if (item(w, 0) == job && item(w, 1) == earlier &&
                              !strcmp(json_string_value(json_array_get(w, 2)), why)) return true;
    return false;
}

static json_t *kernel_job(long long launch)
{
    size_t i;
    json_t *j;
    json_array_foreach(member(member(first_run, "timeline"), "jobs"), i,
                       j) if (!strcmp(text(j, "kind"), "kernel") &&
                              number(j, "launch") == launch) return j;
    ck_abort_msg("no job of launch %lld", launch);
    return NULL;
}

START_TEST(timeline_says_what_waits_for_what)
{
    record("streams");
    json_t *in = job_of_line(line_of("COPY IN"), "copy"),
           *out = job_of_line(line_of("COPY OUT"), "copy"), *scale = kernel_job(0);
    json_t *rows = member(member(first_run, "timeline"), "rows");
    ck_assert(waits_for(number(scale, "id"), number(in, "id"), "event"));
    ck_assert(waits_for(number(out, "id"), number(scale, "id"), "stream"));
    json_t *wait = job_of_line(line_of("WAIT"), "call");
    ck_assert(waits_for(number(wait, "id"), number(out, "id"), "host"));
    ck_assert_double_ge(real(scale, "from"), real(in, "to"));
    ck_assert_double_ge(real(out, "from"), real(scale, "to"));
    ck_assert_int_ne(number(in, "row"), number(scale, "row"));
    ck_assert_int_eq(number(out, "row"), number(scale, "row"));
    ck_assert_str_eq(text(json_array_get(rows, 0), "name"), "host");
    ck_assert_str_eq(text(json_array_get(rows, (size_t)number(in, "engine")), "name"),
                     "copy to device");
    ck_assert_str_eq(text(json_array_get(rows, (size_t)number(scale, "row")), "kind"), "stream");
    // One file, though host code and kernels name it differently.
    ck_assert_uint_eq(json_array_size(member(recording, "sources")), 1);
}
END_TEST

// Waits of a job for other jobs; a call that issued it is none.
static unsigned waits_of(long long job)
{
    json_t *timeline = member(first_run, "timeline"), *w, *j;
    unsigned n = 0;
    size_t i, k;
    json_array_foreach(member(timeline, "waits"), i, w) if (item(w, 0) == job)
        json_array_foreach(member(timeline, "jobs"), k, j) n +=
        number(j, "id") == item(w, 1) && strcmp(text(j, "kind"), "call");
    return n;
}

START_TEST(waits_have_their_reason)
{
    record("waits");
    json_t *set = job_of_line(line_of("DEFAULT STREAM"), "set"), *first = kernel_job(0),
           *second = kernel_job(1);
    ck_assert(waits_for(number(first, "id"), number(set, "id"), "default stream"));
    // The other stream does not wait for the default stream, and for the event once.
    ck_assert(waits_for(number(second, "id"), number(first, "id"), "event"));
    ck_assert_uint_eq(waits_of(number(second, "id")), 1);
    json_t *wait = job_of_line(line_of("WAIT FOR EVENT"), "call");
    ck_assert(waits_for(number(wait, "id"), number(first, "id"), "host"));
    ck_assert_uint_eq(waits_of(number(wait, "id")), 1);
}
END_TEST

static json_t *job_named(const char *name)
{
    size_t i;
    json_t *j;
    json_array_foreach(member(member(first_run, "timeline"), "jobs"), i,
                       j) if (strstr(text(j, "name"), name)) return j;
    ck_abort_msg("no job %s", name);
    return NULL;
}

START_TEST(tail_launches_wait)
{
    record_with("grids", "", "tool=none");
    json_t *root = job_named("root_with_tail"), *tail = job_named("last"),
           *sync = job_named("cudaDeviceSynchronize");
    long long launch = number(root, "launch");
    json_t *leaf = kernel_job(launch + 1);
    if (leaf == tail)
        leaf = kernel_job(launch + 2);
    ck_assert_int_eq(number(leaf, "parent"), number(root, "id"));
    ck_assert(waits_for(number(tail, "id"), number(root, "id"), "tail launch"));
    ck_assert(waits_for(number(tail, "id"), number(leaf, "id"), "tail launch"));
    ck_assert_uint_eq(waits_of(number(tail, "id")), 2);
    ck_assert_uint_eq(waits_of(number(leaf, "id")), 0);
    ck_assert(waits_for(number(sync, "id"), number(root, "id"), "host"));
    ck_assert(waits_for(number(sync, "id"), number(tail, "id"), "host"));
}
END_TEST

START_TEST(child_grids_are_shown)
{
    record_with("grids", "", "tool=all");
    compare_with_counters();
    json_t *root = kernel_job(0), *leaf = kernel_job(2);
    ck_assert_int_eq(number(leaf, "parent"), number(root, "id"));
    ck_assert_double_ge(real(leaf, "from"), real(root, "from"));
    ck_assert_int_eq(number(launch(1), "parent"), 0);
    ck_assert(json_object_get(launch(1), "parent") != NULL);
    ck_assert_int_gt(number(first_run, "more"), 0);
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

// ---- the command ----------------------------------------------------

#define COMMAND "build/cudasim --no-open --report none --look " BUILT "/page "

START_TEST(command_writes_a_page)
{
    static char page[1 << 21];
    compile_programs();
    run("rm -rf " BUILT "/page");
    ck_assert_int_eq(run(COMMAND BUILT "/look names >/dev/null 2>" BUILT "/page.err"), 0);
    FILE *f = fopen(BUILT "/page/look.html", "r");
    ck_assert_ptr_nonnull(f);
    page[fread(page, 1, sizeof page - 1, f)] = 0;
    fclose(f);
    char *begin = strstr(page, "id=\"document\">");
    ck_assert_ptr_nonnull(begin);
    begin = strchr(begin, '{');
    char *end = strstr(begin, "</script>");
    ck_assert_ptr_nonnull(end);
    json_t *d = json_loadb(begin, (size_t)(end - begin), 0, NULL);
    ck_assert_msg(d != NULL, "a name has broken the page");
    ck_assert_ptr_nonnull(strstr(text(d, "title"), "look names"));
    size_t i;
    json_t *s;
    bool odd = false;
    json_array_foreach(member(d, "sources"), i, s) odd |=
        strstr(text(s, "file"), "a</script><script>.cu") != NULL;
    ck_assert(odd);
    json_decref(d);
    ck_assert_int_eq(run(COMMAND BUILT "/look transpose >/dev/null 2>&1"), 0);
    ck_assert_int_eq(run("grep -q 'bank conflicts, and a column' " BUILT "/page/look.html"), 0);
}
END_TEST

START_TEST(command_keeps_the_status)
{
    compile_programs();
    ck_assert_int_eq(run(COMMAND BUILT "/look status >/dev/null 2>&1"), 7);
    ck_assert_int_eq(run(COMMAND "--debug " BUILT "/look </dev/null >/dev/null 2>&1"), 2);
    ck_assert_int_eq(run("build/cudasim --look /proc/none " BUILT "/look >/dev/null 2>&1"), 126);
}
END_TEST

// A folder where the page should be: nobody can write it, root neither.
START_TEST(command_fails_without_its_page)
{
    compile_programs();
    run("rm -rf " BUILT "/taken; mkdir -p " BUILT "/taken/look.html");
    ck_assert_int_eq(run("build/cudasim --no-open --report none --look " BUILT "/taken " BUILT
                         "/look names >/dev/null 2>&1"),
                     126);
    ck_assert_int_eq(run("build/cudasim --no-open --report none --look " BUILT "/taken " BUILT
                         "/look status >/dev/null 2>&1"),
                     7);
}
END_TEST

START_TEST(command_says_why_there_is_no_page)
{
    char said[TEXT];
    compile_programs();
    ck_assert_int_eq(
        run("timeout -s INT 2 " COMMAND BUILT "/look endless >/dev/null 2>" BUILT "/page.err"),
        124);
    read_text(BUILT "/page.err", said);
    ck_assert_msg(strstr(said, "no page: the program ended while a kernel ran; --budget N"), "%s",
                  said);
    ck_assert_ptr_null(strstr(said, "made no CUDA call"));
}
END_TEST

// A browser that only notes what it would have shown.
static void make_browser(void)
{
    run("rm -rf " BUILT "/bin " BUILT "/opened && mkdir -p " BUILT "/bin && printf '#!/bin/sh\n"
        "echo \"$1\" >%s/" BUILT "/opened.new && mv %s/" BUILT "/opened.new %s/" BUILT
        "/opened\n' >" BUILT "/bin/xdg-open && chmod +x " BUILT "/bin/xdg-open",
        getenv("PWD"), getenv("PWD"), getenv("PWD"));
}

// Runs the command with standard output on a terminal of its own.
static void run_on_terminal(const char *command)
{
    int terminal;
    char rest[256];
    pid_t pid = forkpty(&terminal, NULL, NULL, NULL);
    ck_assert_int_ge(pid, 0);
    if (pid == 0) {
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(1);
    }
    while (read(terminal, rest, sizeof rest) > 0) // until the command has ended
        ;
    waitpid(pid, NULL, 0);
    close(terminal);
}

static bool was_opened(int tries)
{
    for (; tries > 0; tries--, usleep(10000))
        if (access(BUILT "/opened", R_OK) == 0)
            return true;
    return false;
}

#define BROWSE "PATH=" BUILT "/bin:$PATH build/cudasim --report none --look " BUILT "/page "

START_TEST(command_opens_the_page)
{
    char name[PATH], cwd[PATH - 64];
    ck_assert_ptr_nonnull(getcwd(cwd, sizeof cwd));
    setenv("PWD", cwd, 1);
    compile_programs();
    make_browser();
    run_on_terminal("DISPLAY=:7 " BROWSE BUILT "/look names");
    ck_assert(was_opened(1000));
    snprintf(name, sizeof name, "%s/" BUILT "/page/look.html", cwd);
    char opened[TEXT];
    read_text(BUILT "/opened", opened);
    ck_assert_int_eq(strncmp(opened, name, strlen(name)), 0);
    // Not without a screen, not to a file, not if the user does not want it.
    unlink(BUILT "/opened");
    run_on_terminal("unset DISPLAY WAYLAND_DISPLAY; " BROWSE BUILT "/look names");
    run("DISPLAY=:7 " BROWSE BUILT "/look names >/dev/null 2>&1");
    run_on_terminal("DISPLAY=:7 " BROWSE "--no-open " BUILT "/look names");
    ck_assert(!was_opened(30));
}
END_TEST

SUITE(s)
{
    TCase *c = TESTS(
        s, "recording", constants_have_no_type, sources_are_files, failed_swaps_only_read,
        memory_can_be_replayed, lanes_wait_for_their_warp, values_have_their_type,
        lines_show_what_is_slow, local_and_constant_memory_are_shown, race_is_explained,
        race_in_a_warp_needs_no_barrier_of_the_block, timeline_says_what_waits_for_what,
        waits_have_their_reason, tail_launches_wait, child_grids_are_shown, recording_is_bounded,
        fault_is_recorded, spent_budget_is_recorded, no_kernel_is_no_mistake);
    tcase_add_unchecked_fixture(c, compile_programs, NULL);
    tcase_add_loop_test(c, agrees_with_the_counters, 0, KNOWN);
    tcase_add_loop_test(c, agrees_with_itself, 0, KNOWN);
    tcase_add_loop_test(c, shuffled_steps_are_the_lines, 0, 12);
    c = TESTS(s, "command");
    tcase_add_unchecked_fixture(c, compile_programs, NULL);
    if (access("build/look/page.html", R_OK) == 0) {
        tcase_add_test(c, command_writes_a_page);
        tcase_add_test(c, command_keeps_the_status);
        tcase_add_test(c, command_fails_without_its_page);
        tcase_add_test(c, command_says_why_there_is_no_page);
        tcase_add_test(c, command_opens_the_page);
    } else {
        printf("SKIP  cudasim --look: no build/look/page.html; make look-page builds it\n");
    }
}
