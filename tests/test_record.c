// test_record.c - what one process writes, another reads without a change: findings of the
// simulator, the line that CUDA_CHECK prints, records.
#include "suite.h"
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/base/heap_damage.h"
#include "grader/judge/record.h"
#include "grader/submission/answers.h"

// ---- findings ------------------------------------------------------------------------

static SimFindings read_findings(const char *text)
{
    SimFindings findings = {0};
    json_error_t error;
    json_t *array = json_loads(text, 0, &error);
    ck_assert_msg(array != NULL, "%s", error.text);
    findings_read(&findings, array);
    json_decref(array);
    return findings;
}

#define FINDING(tool, severity, cause, line) \
    "{\"tool\":\"" tool "\",\"kind\":\"k\",\"severity\":\"" severity "\",\"cause\":\"" cause "\"," \
    "\"message\":\"words\",\"count\":2,\"file\":\"x.cu\",\"line\":" #line "}"

START_TEST(finding_is_read)
{
    SimFindings f = read_findings("[" FINDING("racecheck", "warning", "race_write", 7) "]");
    ck_assert_int_eq(f.count, 1);
    ck_assert_int_eq(f.finding[0].tool, TOOL_racecheck);
    ck_assert_int_eq(f.finding[0].severity, SEVERITY_warning);
    ck_assert_int_eq(f.finding[0].cause, CAUSE_race_write);
    ck_assert_str_eq(f.finding[0].message, "words");
    ck_assert_int_eq(f.finding[0].count, 2);
    ck_assert_str_eq(f.finding[0].place.file, "x.cu");
    ck_assert_int_eq(f.finding[0].place.line, 7);
    ck_assert(!f.finding[0].has_other);
    findings_free(&f);
}
END_TEST

START_TEST(errors_count_and_warnings_of_racecheck)
{
    // clang-format off
    static const char text[] = "["
        FINDING("memcheck", "error", "out_of_bounds", 1) ","
        FINDING("memcheck", "warning", "leak", 1) ","
        FINDING("racecheck", "warning", "race_shared", 1) ","
        FINDING("racecheck", "info", "race_shared", 1) ","
        FINDING("newcheck", "error", "new", 1) "]";
    // clang-format on
    SimFindings f = read_findings(text);
    static const bool counts[] = {true, false, true, false, false};
    for (int i = 0; i < 5; i++)
        ck_assert_msg(finding_counts(&f.finding[i]) == counts[i], "finding %d", i);
    ck_assert_int_eq(f.finding[4].cause, CAUSE_none); // a name that we do not know
    findings_free(&f);
}
END_TEST

START_TEST(one_mistake_is_reported_once)
{
    // clang-format off
    static const char text[] = "["
        FINDING("initcheck", "error", "uninitialised_global", 3) ","
        FINDING("initcheck", "error", "uninitialised_global", 3) ","
        FINDING("initcheck", "error", "uninitialised_global", 4) "]";
    // clang-format on
    SimFindings f = read_findings(text);
    MistakeList list = {0};
    for (int i = 0; i < f.count; i++)
        mistakes_add(&list, &f.finding[i], &(FoundAt){i, 5 - i, "n=1", "in order", true});
    ck_assert_int_eq(list.count, 2);
    ck_assert_int_eq(list.mistake[0].finding.count, 4);
    ck_assert_int_eq(list.mistake[0].cases, 2);
    ck_assert_int_eq(list.mistake[0].launch, 4);
    ck_assert(mistake_is_in(&list.mistake[1], 2) && !mistake_is_in(&list.mistake[1], 0));
    ck_assert_int_eq(list.mistake[1].finding.count, 2);
    mistakes_free(&list);
    findings_free(&f);
}
END_TEST

// A pair of lines that races, seen from either line.
START_TEST(a_race_has_two_sides)
{
    SimFindings f = read_findings(
        "[{\"tool\":\"racecheck\",\"kind\":\"RAW\",\"severity\":\"error\",\"file\":\"x.cu\","
        "\"line\":3,\"other\":{\"file\":\"x.cu\",\"line\":5}},"
        "{\"tool\":\"racecheck\",\"kind\":\"WAW\",\"severity\":\"warning\",\"file\":\"x.cu\","
        "\"line\":5,\"other\":{\"file\":\"x.cu\",\"line\":3}},"
        "{\"tool\":\"racecheck\",\"kind\":\"RAW\",\"severity\":\"error\",\"file\":\"x.cu\","
        "\"line\":3,\"other\":{\"file\":\"x.cu\",\"line\":6}}]");
    MistakeList list = {0};
    for (int i = 0; i < f.count; i++)
        mistakes_add(&list, &f.finding[i], &(FoundAt){0, 0, "n=1", "in order", true});
    ck_assert_int_eq(list.count, 2);
    mistakes_free(&list);
    findings_free(&f);
}
END_TEST

START_TEST(advice_depends_on_the_cause)
{
    ck_assert_ptr_null(cause_rows[CAUSE_none].advice);
    ck_assert_ptr_nonnull(strstr(cause_rows[CAUSE_race_shared].advice, "__syncthreads()"));
    ck_assert_ptr_nonnull(strstr(cause_rows[CAUSE_race_cluster].advice, "cluster.sync()"));
    ck_assert_ptr_nonnull(strstr(cause_rows[CAUSE_race_update].advice, "atomic"));
    ck_assert_int_lt(cause_rows[CAUSE_barrier_exited].rank, cause_rows[CAUSE_race_shared].rank);
    ck_assert_int_lt(cause_rows[CAUSE_race_shared].rank,
                     cause_rows[CAUSE_uninitialised_shared].rank);
    ck_assert_int_lt(cause_rows[CAUSE_uninitialised_global].rank,
                     cause_rows[CAUSE_out_of_bounds].rank);
    ck_assert(cause_rows[CAUSE_race_grid].rank != RANK_harmless &&
              cause_rows[CAUSE_leak].rank == RANK_harmless);
    for (int i = 0; i < CAUSE_COUNT; i++) {
        const char *advice = cause_rows[i].advice;
        ck_assert_int_eq(cause_named(cause_rows[i].name), i);
        ck_assert(!advice || strlen(advice) < MAX_LINE); // a line has room for it
    }
}
END_TEST

// ---- CUDA_CHECK ----------------------------------------------------------------------

static bool damage_says(const char *text, const char *words)
{
    char sentence[256] = "";
    return heap_damage_read(text, strlen(text), sentence, sizeof sentence) &&
           strstr(sentence, words);
}

START_TEST(heap_damage_is_read)
{
    ck_assert(damage_says("hello\nmalloc(): corrupted top size\n",
                          "wrote past the end of a block of the host's heap (the C library says: "
                          "malloc(): corrupted top size)"));
    ck_assert(damage_says("double free or corruption (out)", "wrote past the end"));
    ck_assert(damage_says("free(): invalid next size (normal)\n", "wrote past the end"));
    ck_assert(damage_says("free(): double free detected in tcache 2\n", "twice"));
    ck_assert(damage_says("munmap_chunk(): invalid pointer\n", "not the start of a block"));
    ck_assert(!damage_says("the kernel calls malloc(): it may fail\n", ""));
    ck_assert(!damage_says("", ""));
}
END_TEST

static bool abort_says(const char *text, const char *words)
{
    char sentence[256] = "";
    return abort_read(text, strlen(text), sentence, sizeof sentence) && !strcmp(sentence, words);
}

START_TEST(reasons_of_an_abort_are_read)
{
    ck_assert(abort_says("client: labs/f.c:12: void f(int): Assertion `n > 0' failed.\n",
                         "an assertion failed: n > 0"));
    ck_assert(abort_says("terminate called after throwing an instance of 'a::b::out_of_range'\n"
                         "  what():  index 7\n",
                         "an exception was not caught: out_of_range: index 7"));
    ck_assert(abort_says("terminate called after throwing an instance of 'int'\n",
                         "an exception was not caught: int"));
    ck_assert(!abort_says("terminate called after throwing an instance of '", ""));
    ck_assert(!abort_says(": Assertion `", ""));
    ck_assert(!abort_says("", ""));
}
END_TEST

START_TEST(failed_call_is_read)
{
    static const char line[] =
        "labs/x.cu:12: cudaMalloc(&p, n): cudaErrorMemoryAllocation (out of memory)";
    FailedCall call, other;
    ck_assert(failed_call_read(line, strlen(line), &call));
    ck_assert_str_eq(call.file, "labs/x.cu");
    ck_assert_int_eq(call.line, 12);
    ck_assert_str_eq(call.call, "cudaMalloc(&p, n)");
    ck_assert_str_eq(call.error, "cudaErrorMemoryAllocation");
    ck_assert_str_eq(call.words, "cudaErrorMemoryAllocation (out of memory)");
    ck_assert(failed_call_read("y.cu:3: cudaFree(p): cudaErrorMemoryAllocation", 46, &other));
    ck_assert(!failed_call_same(&call, &other));
    ck_assert(failed_call_same(&call, &call));
}
END_TEST

START_TEST(other_lines_are_not_a_failed_call)
{
    static const char *const lines[] = {
        "",           "x.cu:5: a call failed", ": cudaError",
        "cudaErrorX", "no place: cudaErrorX",  "x.cu: cudaErrorX: 6: 7"};
    FailedCall call;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        ck_assert_msg(!failed_call_read(lines[i], strlen(lines[i]), &call), "%s", lines[i]);
}
END_TEST

// ---- records -------------------------------------------------------------------------

static const Item items[] = {
    {.kind = ITEM_gate,
     .id = "gate",
     .name = "two bounds of one metric",
     .points = 3,
     .gate = {{METRIC_WORK, 0, "label", 9, 5, 4, true}, {METRIC_WORK, 0, "label", 1, 5, 6, false}}},
    {.kind = ITEM_safe, .id = "safe", .name = "safe", .points = 2},
    {.name = NULL},
};
static const Part part = {.number = 2, .id = "part", .name = "a part", .items = items};
static const Lab lab = {.name = "07_sum", .parts = &part};

static char path[64];
static ItemRecord records[2];

static void setup(void)
{
    strcpy(path, "/tmp/test-record-XXXXXX");
    close(mkstemp(path));
    for (int i = 0; i < 2; i++)
        records[i] = record_blank(&lab, &part, &items[i]);
}

static void teardown(void)
{
    for (int i = 0; i < 2; i++)
        record_free(&records[i]);
    unlink(path);
}

START_TEST(record_is_read_as_written)
{
    char sim[64] = "";
    SimFindings f = read_findings("[" FINDING("synccheck", "error", "barrier_exited", 7) "]");
    ItemRecord r = record_blank(&lab, &part, &items[1]);
    record_set(&r, STATUS_barrier, "int n=3", "bad %d", 5);
    r.idle = true;
    lines_add(&r.detail, "one");
    lines_add(&r.detail, "two");
    r.cases_line = 1;
    lines_add(&r.output, "printed");
    places_add(&r.where, "x.cu", 7, ROLE_last_writer);
    findings_add(&r.findings, &f.finding[0]);
    record_append(&r, path);
    record_append_sim("sim 1", path);
    records_read(path, records, 2, sim, sizeof sim);
    const ItemRecord *back = &records[1];
    ck_assert_str_eq(sim, "sim 1");
    ck_assert_int_eq(back->status, STATUS_barrier);
    ck_assert_str_eq(back->message, "int n=3: bad 5");
    ck_assert_str_eq(back->message + back->reason, "bad 5");
    ck_assert(back->idle);
    ck_assert_int_eq(back->detail.count, 2);
    ck_assert_str_eq(back->detail.line[back->cases_line], "two");
    ck_assert_str_eq(back->output.line[0], "printed");
    ck_assert(places_equal(&back->where, &r.where));
    ck_assert_int_eq(back->findings.finding[0].cause, CAUSE_barrier_exited);
    ck_assert_int_eq(records[0].status, STATUS_grader_error); // there is no record of it
    record_free(&r);
    findings_free(&f);
}
END_TEST

// The later of two bounds with one label is the one that counts.
START_TEST(the_last_of_two_bounds_counts)
{
    char sim[8];
    ItemRecord r = record_blank(&lab, &part, &items[0]);
    record_set(&r, STATUS_pass, NULL, "fine");
    record_count(&r, &items[0].gate[0], 5);
    record_count(&r, &items[0].gate[1], 5);
    record_append(&r, path);
    records_read(path, records, 2, sim, sizeof sim);
    ck_assert_int_eq(records[0].counts, 1);
    ck_assert_ptr_eq(records[0].count[0].gate, &items[0].gate[1]);
    ck_assert(records[0].count[0].value == 5);
    ck_assert_int_eq(record_score(&records[0]), 3);
    record_free(&r);
}
END_TEST

START_TEST(bytes_that_are_no_text_are_escaped)
{
    char sim[8];
    ItemRecord r = record_blank(&lab, &part, &items[0]);
    record_set(&r, STATUS_fail, NULL, "a\xff\x80z");
    lines_add(&r.output, "\xc3");
    record_append(&r, path);
    records_read(path, records, 2, sim, sizeof sim);
    ck_assert_str_eq(records[0].message, "a\\xff\\x80z");
    ck_assert_str_eq(records[0].output.line[0], "\\xc3");
    record_free(&r);
}
END_TEST

static void append_text(const char *text)
{
    FILE *f = fopen(path, "a");
    fprintf(f, "%s\n", text);
    fclose(f);
}

// A record that has something of everything, as bytes.
static size_t full_record(char *bytes, size_t size)
{
    SimFindings f = read_findings("[" FINDING("memcheck", "error", "out_of_bounds", 7) "]");
    ItemRecord r = record_blank(&lab, &part, &items[0]);
    record_set(&r, STATUS_fail, NULL, "message");
    lines_add(&r.detail, "detail");
    lines_add(&r.output, "output");
    places_add(&r.where, "file", 7, ROLE_other);
    record_count(&r, &items[0].gate[1], 5);
    findings_add(&r.findings, &f.finding[0]);
    record_append(&r, path);
    record_free(&r);
    findings_free(&f);
    FILE *file = fopen(path, "r");
    size_t n = fread(bytes, 1, size, file);
    fclose(file);
    ck_assert_uint_lt(n, size);
    return n;
}

// Has the first item the record of full_record(), apart from numbers that may have any value?
static bool is_full_record(void)
{
    const ItemRecord *r = &records[0];
    return r->status == STATUS_fail && !strcmp(r->message, "message") && r->reason == 0 &&
           !r->idle && r->cause == CAUSE_none && r->cases_line == -1 && r->detail.count == 1 &&
           !strcmp(r->detail.line[0], "detail") && r->output.count == 1 &&
           !strcmp(r->output.line[0], "output") && r->where.count == 1 &&
           !strcmp(r->where.place[0].file, "file") && r->where.place[0].role == ROLE_other &&
           r->counts == 1 && r->count[0].gate == &items[0].gate[1] && r->findings.count == 1 &&
           !strcmp(r->findings.finding[0].message, "words") &&
           r->findings.finding[0].tool == TOOL_memcheck &&
           r->findings.finding[0].cause == CAUSE_out_of_bounds;
}

static void read_bytes(const char *bytes, size_t n)
{
    char sim[8];
    FILE *f = fopen(path, "w");
    fwrite(bytes, 1, n, f);
    fclose(f);
    record_free(&records[0]);
    records[0] = record_blank(&lab, &part, &items[0]);
    records_read(path, records, 2, sim, sizeof sim);
}

// One byte after the other is broken alone. No byte of a number or text may be 0xfe there, but for
// a line, a count and a value.
START_TEST(bytes_that_no_judge_wrote)
{
    char bytes[1024];
    size_t n = full_record(bytes, sizeof bytes), taken = 0;
    for (size_t i = 0; i < n; i++) {
        char was = bytes[i];
        bytes[i] = '\xfe';
        read_bytes(bytes, n);
        bool blank = records[0].status == STATUS_grader_error;
        ck_assert_msg(blank || is_full_record(), "byte %zu of %zu", i, n);
        taken += !blank;
        bytes[i] = was;
    }
    ck_assert_uint_le(taken, 4 + 7 + 8); // of the line, the count, the value
    read_bytes(bytes, n);                // as it was, it is a record
    ck_assert(is_full_record());
}
END_TEST

// The process that writes can be ended at any time.
START_TEST(the_record_after_one_that_is_cut_off)
{
    char bytes[1024], both[2048];
    size_t n = full_record(bytes, sizeof bytes);
    for (size_t cut = 0; cut < n; cut++) {
        read_bytes(bytes, cut);
        ck_assert_int_eq(records[0].status, STATUS_grader_error);
        memcpy(both, bytes, cut);
        memcpy(both + cut, bytes, n);
        read_bytes(both, cut + n);
        ck_assert_msg(is_full_record(), "cut off at byte %zu of %zu", cut, n);
    }
}
END_TEST

// Whatever was collected, a record is bounded, and it is one that is read.
START_TEST(a_record_has_bounds)
{
    char sim[8], longest[4 * MAX_LINE];
    memset(longest, 0xfe, sizeof longest - 1);
    longest[sizeof longest - 1] = 0;
    SimFindings f = read_findings("[" FINDING("memcheck", "error", "out_of_bounds", 7) "]");
    free(f.finding[0].message);
    f.finding[0].message = strdup(longest);
    ItemRecord r = record_blank(&lab, &part, &items[1]);
    record_set(&r, STATUS_memory, "memcheck", "%s", longest);
    for (int i = 0; i < 5000; i++) {
        lines_add(&r.detail, "%s", longest);
        lines_add(&r.output, "%s", longest);
        places_add(&r.where, longest, i, ROLE_cause);
        findings_add(&r.findings, &f.finding[0]);
    }
    r.cases_line = 4999;
    record_append(&r, path);
    records_read(path, records, 2, sim, sizeof sim);
    ck_assert_int_eq(records[1].status, STATUS_memory);
    ck_assert_int_eq(records[1].detail.count, MAX_DETAILS);
    ck_assert_int_eq(records[1].findings.count, MAX_FINDINGS);
    ck_assert_int_eq(records[1].cases_line, -1);
    ck_assert_uint_lt(strlen(records[1].message), MAX_LINE);
    ck_assert_str_eq(records[1].message + records[1].reason - 2, strstr(records[1].message, ": "));
    record_free(&r);
    findings_free(&f);
}
END_TEST

// ---- answers ---------------------------------------------------------------------------

START_TEST(answers_are_a_regular_file_of_bounded_size)
{
    char value[8], other[80];
    append_text("\xef\xbb\xbfone = 1  # comment\ntwo = a longer answer than fits");
    ck_assert_int_eq(answers_read(path, "one", value, sizeof value), 1);
    ck_assert_str_eq(value, "1");
    ck_assert_int_eq(answers_read(path, "two", value, sizeof value), 2);
    ck_assert_str_eq(value, "a longe");
    snprintf(other, sizeof other, "%s.other", path);
    ck_assert_int_eq(symlink(path, other), 0);
    ck_assert_int_eq(answers_read(other, "one", value, sizeof value), -1);
    unlink(other);
    ck_assert_int_eq(mkfifo(other, 0666), 0); // nobody writes: it must not wait
    ck_assert_int_eq(answers_read(other, "one", value, sizeof value), -1);
    unlink(other);
    ck_assert_int_eq(truncate(path, 1 << 20), 0);
    ck_assert_int_eq(answers_read(path, "one", value, sizeof value), -1);
    ck_assert_int_eq(answers_read("/dev/zero", "one", value, sizeof value), -1);
}
END_TEST

SUITE(s)
{
    TCase *t =
        TESTS(s, "record", finding_is_read, errors_count_and_warnings_of_racecheck,
              one_mistake_is_reported_once, a_race_has_two_sides, advice_depends_on_the_cause,
              failed_call_is_read, heap_damage_is_read, reasons_of_an_abort_are_read,
              other_lines_are_not_a_failed_call, record_is_read_as_written,
              the_last_of_two_bounds_counts, bytes_that_are_no_text_are_escaped,
              bytes_that_no_judge_wrote, the_record_after_one_that_is_cut_off, a_record_has_bounds,
              answers_are_a_regular_file_of_bounded_size);
    tcase_add_checked_fixture(t, setup, teardown);
}
