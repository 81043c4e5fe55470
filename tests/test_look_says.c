// test_look_says.c - what a recording says of known programs: values, lines, sources, races, the
// timeline.
#define BUILT "build/tests/look_says"
#include "recording.h"

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

// Why warps wait at a line adds up to its time.
static void check_stalls(json_t *line)
{
    const char *name;
    json_t *us;
    double sum = 0;
    json_object_foreach(json_object_get(line, "stalls"), name, us) sum += json_number_value(us);
    ck_assert_double_lt(fabs(sum - real(line, "us")), 0.002 * sum + 1e-9);
}

// A loop of loads waits for memory, one of barriers for the other warps; and what limits the blocks
// of a multiprocessor.
START_TEST(lines_say_why_warps_wait)
{
    record_with("held", "", "tool=all");
    json_t *stalls = member(line_at(launch(0), 18), "stalls");
    double load = real(stalls, "long_scoreboard");
    ck_assert_double_gt(load, 0.5 * real(line_at(launch(0), 18), "us"));
    size_t i;
    json_t *one;
    int loads = 0;
    json_array_foreach(member(launch(0), "ptx"), i, one)
    {
        if (strncmp(text(one, "text"), "ld.global", 9) == 0 && number(one, "line") == 18)
            loads += (int)number(one, "executed");
    }
    ck_assert_int_eq(loads, 1);
    json_t *occupancy = member(launch(0), "occupancy");
    ck_assert_int_eq(number(occupancy, "warps"), 1);
    ck_assert_int_eq(number(occupancy, "of"), 64);
    ck_assert_int_eq(number(occupancy, "room"), 32);
    ck_assert_str_eq(text(occupancy, "limit"), "grid");
    ck_assert_str_eq(text(launch(0), "bound"), "latency");
    ck_assert_double_gt(real(member(first_run, "peak"), "slots"), real(launch(0), "slots"));
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
            check_stalls(x);
        }
        // All of the time: lines, the start and end, and what has no line.
        double rest = real(launch(i), "start_us") + real(launch(i), "unknown_us");
        ck_assert_double_lt(fabs(sum + rest - us), 0.002 * us);
        ck_assert_double_ge(real(launch(i), "start_us"), 1.2);
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

// The nodes lie in rows of their graph, within a job for the launch; and the graph itself.
START_TEST(graph_has_nodes_and_edges)
{
    record("graph");
    json_t *timeline = member(first_run, "timeline"), *rows = member(timeline, "rows"), *j;
    json_t *graph = json_array_get(member(timeline, "graphs"), 0), *nodes = member(graph, "nodes");
    ck_assert_uint_eq(json_array_size(member(timeline, "graphs")), 1);
    ck_assert_uint_eq(json_array_size(nodes), 3);
    ck_assert_uint_eq(json_array_size(member(graph, "edges")), 2);
    ck_assert_str_eq(text(json_array_get(nodes, 0), "type"), "memset");
    ck_assert_int_eq(number(json_array_get(nodes, 0), "line"), line_of("NODE"));
    ck_assert_str_eq(text(json_array_get(nodes, 2), "name"), "scale(float*)");
    size_t i;
    unsigned launches = 0, kernels = 0;
    json_array_foreach(member(timeline, "jobs"), i, j)
    {
        const char *row = text(json_array_get(rows, (size_t)number(j, "row")), "kind");
        if (!strcmp(text(j, "kind"), "graph")) {
            ck_assert_str_eq(row, "stream");
            launches++;
        } else if (!strcmp(text(j, "kind"), "kernel")) {
            ck_assert_str_eq(row, "graph");
            kernels++;
        }
    }
    ck_assert_uint_eq(launches, 2);
    ck_assert_uint_eq(kernels, 4);
    json_t *set = job_of_line(line_of("NODE"), "set"), *first = kernel_job(0),
           *second = kernel_job(1);
    ck_assert(waits_for(number(first, "id"), number(set, "id"), "stream"));
    ck_assert(waits_for(number(second, "id"), number(set, "id"), "graph"));
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

static json_t *finding_of(const char *cause)
{
    size_t i;
    json_t *finding;
    json_array_foreach(member(first_run, "findings"), i, finding)
    {
        if (strcmp(text(finding, "cause"), cause) == 0)
            return finding;
    }
    ck_abort_msg("no finding %s", cause);
    return NULL;
}

// Of a deadlock: which lock it is, and who holds it.
START_TEST(deadlock_names_the_lock_and_its_holder)
{
    record_with("held", "", "tool=all");
    json_t *finding = finding_of("deadlock"), *word = member(finding, "spun");
    ck_assert_str_eq(text(word, "name"), "lock");
    ck_assert_int_eq(number(word, "value"), 1);
    ck_assert_int_eq(item(member(word, "block"), 0), 1);
    ck_assert_int_eq(item(member(word, "thread"), 0), 0);
    ck_assert_int_eq(number(word, "line"), 9);
    ck_assert_str_eq(text(word, "now"), "has ended");
    ck_assert_ptr_nonnull(strstr(text(finding, "message"),
                                 "look at lock, which is 1: thread (0,0,0) of block (1,0,0) has "
                                 "taken it, at held.cu:9, and has ended"));
}
END_TEST

// Both jobs of a race between streams, with what each does; and where the streams were created.
START_TEST(race_of_streams_has_two_sides)
{
    record_with("held", "", "tool=all");
    json_t *sides = member(finding_of("stream_race"), "sides"), *later = json_array_get(sides, 0),
           *earlier = json_array_get(sides, 1);
    ck_assert_ptr_nonnull(strstr(text(later, "what"), "twice(int*)"));
    ck_assert_str_eq(text(earlier, "does"), "writes");
    ck_assert_int_eq(number(later, "line"), 18);
    ck_assert_int_eq(number(earlier, "line"), 27);
    size_t i;
    json_t *row;
    int created = 0;
    json_array_foreach(member(member(first_run, "timeline"), "rows"), i, row)
    {
        if (strcmp(text(row, "kind"), "stream") == 0 && number(row, "line") == 25)
            created++;
    }
    ck_assert_int_eq(created, 2);
}
END_TEST

// The words of global memory that a step touches: the elements, and what is in them.
START_TEST(steps_show_global_memory)
{
    record_with("held", "", "tool=all");
    json_t *b = json_array_get(member(launch(0), "blocks"), 0), *events = member(b, "global"),
           *read = json_array_get(events, 0), *write = json_array_get(events, 1),
           *array = json_array_get(member(b, "arrays"), (size_t)item(read, 6));
    ck_assert_uint_eq(json_array_size(events), 2);
    ck_assert_int_eq(number(array, "bytes"), 32 * 4);
    ck_assert_str_eq(json_string_value(json_array_get(read, 1)), "r");
    ck_assert_str_eq(json_string_value(json_array_get(write, 1)), "w");
    ck_assert_int_eq(number(json_array_get(read, 2), "by"), 4);
    ck_assert_int_eq(number(json_array_get(write, 2), "from"), 0);
    ck_assert_int_eq(item(write, 5), 0xffffffffll);
    ck_assert_int_eq(item(write, 4), 0); // twice 0, of all lanes
    ck_assert_int_lt(item(read, 0), item(write, 0));
}
END_TEST

SUITE(s)
{
    TCase *t =
        TESTS(s, "recording", constants_have_no_type, sources_are_files, failed_swaps_only_read,
              values_have_their_type, lines_show_what_is_slow, lines_say_why_warps_wait,
              local_and_constant_memory_are_shown, race_is_explained,
              race_in_a_warp_needs_no_barrier_of_the_block, timeline_says_what_waits_for_what,
              graph_has_nodes_and_edges, waits_have_their_reason, tail_launches_wait,
              child_grids_are_shown, deadlock_names_the_lock_and_its_holder,
              race_of_streams_has_two_sides, steps_show_global_memory);
    tcase_add_unchecked_fixture(t, compile_programs, NULL);
}
