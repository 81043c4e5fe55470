// test_history.c - the attempts that are kept, what is said of their changes, and the map of
// progress: also after a process was ended while it wrote, and with several that write at the same
// time.
#include "suite.h"
#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grader/attempts/history.h"
#include "grader/attempts/progress.h"
#include "grader/base/paths.h"

static const Item items[] = {
    {.kind = ITEM_correct, .id = "right", .name = "sums", .points = 5},
    {.kind = ITEM_safe, .id = "safe", .name = "no races", .points = 2},
    {.kind = ITEM_gate,
     .id = "gate",
     .name = "few conflicts",
     .points = 3,
     .gate = {{.metric = METRIC_LOAD_CONFLICTS, .label = "bank conflicts"},
              {.metric = METRIC_WORK, .label = "rate", .at_least = true}}},
    {.name = NULL},
};
static const Part parts[] = {
    {.number = 1, .id = "one", .name = "the first", .items = items},
    {.number = 2, .id = "two", .name = "the second", .items = items},
    {.number = 0},
};
static const Lab lab = {
    .name = "07_sum", .source = "sum.cu", .title = "Sums", .parts = parts, .minutes = 5};

static Selected selected = {.lab = &lab, .part = 1, .folder = "labs/07_sum"};
static char root[64], records[96];
static Report report = {.selected = &selected,
                        .count = 1,
                        .submission = "labs",
                        .records = records,
                        .nvcc_version = "13.0.88",
                        .started = ""};

static void make_root(void)
{
    strcpy(root, "/tmp/test-history-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(root));
    snprintf(records, sizeof records, "%s/records", root);
    paths_set(root, NULL, NULL);
    setenv("TZ", "UTC", 1);
    selected.part = 1;
}

static int remove_entry(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
    (void)st, (void)type, (void)ftw;
    return remove(path);
}

static void remove_root(void) { nftw(root, remove_entry, 8, FTW_DEPTH | FTW_PHYS); }

// ---- attempts ---------------------------------------------------------------------------------

// How one attempt at a part ends.
typedef struct {
    Status right, safe, gate;
    double conflicts, rate;
} AttemptOutcome;

static bool idle; // nothing is launched

static const AttemptOutcome all_right = {STATUS_pass, STATUS_pass, STATUS_pass, 0, 10};

static void add_cause(ItemRecord *record, Cause cause)
{
    SimFinding finding = {.tool = TOOL_racecheck,
                          .severity = SEVERITY_error,
                          .cause = cause,
                          .kind = "k",
                          .message = "m",
                          .count = 1};
    findings_add(&record->findings, &finding);
}

static void record_item(const Part *part, int item, Status status, const AttemptOutcome *outcome)
{
    ItemRecord record = record_blank(&lab, part, &items[item]);
    record_set(&record, status, NULL, "message %d", item);
    record.idle = idle;
    if (item == 1 && status == STATUS_race)
        add_cause(&record, CAUSE_race_shared);
    if (item == 2 && status != STATUS_skip) {
        record_count(&record, &items[2].gate[0], outcome->conflicts);
        record_count(&record, &items[2].gate[1], outcome->rate);
    }
    record_append(&record, records);
    record_free(&record);
}

// Grades one part of a file whose digest is `digest`, and adds that to the history.
static void attempt(int part, const char *digest, AttemptOutcome outcome)
{
    fclose(fopen(records, "w"));
    selected.part = part;
    snprintf(selected.object->digest, sizeof selected.object->digest, "%s", digest);
    snprintf(selected.object->folder, sizeof selected.object->folder, "/build/objects/%s", digest);
    record_item(&parts[part - 1], 0, outcome.right, &outcome);
    record_item(&parts[part - 1], 1, outcome.safe, &outcome);
    record_item(&parts[part - 1], 2, outcome.gate, &outcome);
    Grade *grade = grade_build(&report);
    history_add(grade);
    grade_free(grade);
}

static size_t attempts_kept(int part)
{
    json_t *attempts = history_read(&lab, &parts[part - 1]);
    size_t count = json_array_size(attempts);
    json_decref(attempts);
    return count;
}

// What a function prints, to be freed.
static char *printed(void (*print)(FILE *))
{
    char *text = NULL;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    print(f);
    fclose(f);
    return text;
}

static void print_history(FILE *f) { history_print(&selected, 1, 0, f); }
static void print_history_narrow(FILE *f) { history_print(&selected, 1, 40, f); }
static void print_progress(FILE *f) { progress_print(&selected, 1, true, 0, f); }
static void print_progress_narrow(FILE *f) { progress_print(&selected, 1, true, 40, f); }

static Grade *last_grade; // the parts are read, not the records
static void print_last(FILE *f) { history_print_last(last_grade, 0, f); }

static void expect_text(void (*print)(FILE *), const char *wanted, bool there)
{
    char *text = printed(print);
    ck_assert_msg((strstr(text, wanted) != NULL) == there, "%s\"%s\" in:\n%s", there ? "no " : "",
                  wanted, text);
    free(text);
}

static void expect_narrow(void (*print)(FILE *))
{
    char *text = printed(print), *rest = text, *line;
    while ((line = strsep(&rest, "\n")) != NULL)
        ck_assert_msg(strlen(line) <= 40, "%s", line);
    free(text);
}

// ---- what is kept -----------------------------------------------------------------------------

START_TEST(keeps_what_was_graded)
{
    attempt(1, "aaaa", all_right);
    json_t *attempts = history_read(&lab, &parts[0]);
    const json_t *first = json_array_get(attempts, 0);
    ck_assert_uint_eq(json_array_size(attempts), 1);
    ck_assert_int_eq(json_integer_value(json_object_get(first, "score")), 10);
    ck_assert_str_eq(json_string_value(json_object_get(first, "snapshot")), "aaaa");
    ck_assert_uint_eq(json_array_size(json_object_get(first, "items")), 3);
    json_decref(attempts);
    ck_assert_int_eq(history_points(&lab, &parts[0]), 10);
    ck_assert_int_eq(history_points(&lab, &parts[1]), -1);
}
END_TEST

START_TEST(same_content_is_no_new_attempt)
{
    attempt(1, "aaaa", all_right);
    attempt(1, "aaaa", all_right);
    ck_assert_uint_eq(attempts_kept(1), 1);
    attempt(1, "bbbb", all_right);
    attempt(1, "aaaa", all_right); // back again: the last attempt is this one
    ck_assert_uint_eq(attempts_kept(1), 3);
    report.seed = 9;
    attempt(1, "aaaa", all_right);
    report.seed = 0;
    ck_assert_uint_eq(attempts_kept(1), 4);
}
END_TEST

START_TEST(what_was_not_judged_is_no_attempt)
{
    attempt(1, "aaaa", (AttemptOutcome){.right = STATUS_grader_error});
    ck_assert_uint_eq(attempts_kept(1), 0);
}
END_TEST

START_TEST(number_of_attempts_is_bounded)
{
    char digest[16];
    for (int i = 1; i <= KEPT_ATTEMPTS + EXTRA_ATTEMPTS + 1; i++) {
        snprintf(digest, sizeof digest, "%d", i);
        attempt(1, digest, all_right);
    }
    json_t *attempts = history_read(&lab, &parts[0]);
    const json_t *first = json_array_get(attempts, 0);
    ck_assert_uint_eq(json_array_size(attempts), KEPT_ATTEMPTS);
    ck_assert_int_eq(json_integer_value(json_object_get(first, "attempt")), EXTRA_ATTEMPTS + 2);
    json_decref(attempts);
}
END_TEST

// ---- what goes wrong ---------------------------------------------------------------------------

static void append_text(const char *text)
{
    FILE *f = fopen(paths_at(".history/07_sum/part1.jsonl"), "a");
    fputs(text, f);
    fclose(f);
}

START_TEST(line_without_an_end)
{
    attempt(1, "aaaa", all_right);
    append_text("{\"attempt\":2,\"when\":17");
    ck_assert_uint_eq(attempts_kept(1), 1);
    attempt(1, "bbbb", all_right);
    ck_assert_uint_eq(attempts_kept(1), 2);
}
END_TEST

START_TEST(broken_lines)
{
    attempt(1, "aaaa", all_right);
    append_text("no JSON\n{}\n[1]\n{\"attempt\":1,\"when\":1,\"key\":\"k\",\"snapshot\":\"s\","
                "\"score\":1,\"max_score\":2,\"status\":\"pass\",\"items\":[7]}\n");
    attempt(1, "bbbb", all_right);
    ck_assert_uint_eq(attempts_kept(1), 2);
}
END_TEST

START_TEST(at_the_same_time)
{
    enum { PROCESSES = 4, EACH = 12 };
    for (int p = 0; p < PROCESSES; p++)
        if (fork() == 0) {
            char digest[32];
            snprintf(records, sizeof records, "%s/records%d", root, p);
            for (int i = 0; i < EACH; i++) {
                snprintf(digest, sizeof digest, "%d.%d", p, i);
                attempt(1, digest, all_right);
            }
            _exit(0);
        }
    while (wait(NULL) > 0)
        ;
    json_t *attempts = history_read(&lab, &parts[0]), *attempt;
    size_t i;
    ck_assert_uint_eq(json_array_size(attempts), PROCESSES * EACH);
    json_array_foreach(attempts, i, attempt)
        ck_assert_int_eq(json_integer_value(json_object_get(attempt, "attempt")), (int)i + 1);
    json_decref(attempts);
}
END_TEST

START_TEST(no_room)
{
    fclose(fopen(paths_at(".history"), "w")); // no folder can be made there
    attempt(1, "aaaa", all_right);            // says so, and goes on
    ck_assert_uint_eq(attempts_kept(1), 0);
}
END_TEST

// ---- what is said -----------------------------------------------------------------------------

START_TEST(race_gone_conflicts_worse)
{
    attempt(1, "a", (AttemptOutcome){STATUS_pass, STATUS_race, STATUS_pass, 0, 10});
    attempt(1, "b", (AttemptOutcome){STATUS_pass, STATUS_pass, STATUS_perf, 992, 10});
    expect_text(print_history, "07_sum, part 1: the first\n", true);
    expect_text(print_history, "8/10  message 1\n", true);
    expect_text(print_history, "7/10  better: race gone; passes: no races\n", true);
    expect_text(print_history, "worse: bank conflicts 0 -> 992; lost: few\n", true);
}
END_TEST

START_TEST(more_may_be_better)
{
    attempt(1, "a", (AttemptOutcome){STATUS_pass, STATUS_pass, STATUS_perf, 5, 10});
    attempt(1, "b", (AttemptOutcome){STATUS_pass, STATUS_pass, STATUS_perf, 5, 20});
    attempt(1, "c", (AttemptOutcome){STATUS_pass, STATUS_pass, STATUS_pass, 5, 20});
    attempt(1, "d", (AttemptOutcome){STATUS_pass, STATUS_pass, STATUS_pass, 5, 20});
    expect_text(print_history, "better: rate 10 -> 20\n", true);
    expect_text(print_history, "better: all points\n", true);
    expect_text(print_history, "the same result\n", true);
    expect_text(print_history, "worse", false);
}
END_TEST

START_TEST(what_does_not_compile_is_not_compared)
{
    attempt(1, "a", (AttemptOutcome){STATUS_pass, STATUS_pass, STATUS_perf, 7, 10});
    attempt(
        1, "b",
        (AttemptOutcome){STATUS_compile_error, STATUS_compile_error, STATUS_compile_error, 0, 0});
    attempt(1, "c", (AttemptOutcome){STATUS_pass, STATUS_pass, STATUS_perf, 3, 10});
    expect_text(print_history, "0/10  message 0\n", true);
    expect_text(print_history, "better: bank conflicts 7 -> 3\n", true);
    expect_text(print_history, "worse", false);
}
END_TEST

// The first attempt at a part, or at an item that was not judged before, is no worse than none.
START_TEST(a_first_attempt_is_not_worse)
{
    idle = true;
    attempt(1, "a", (AttemptOutcome){STATUS_fail, STATUS_fail, STATUS_skip, 0, 0});
    idle = false;
    attempt(1, "b", (AttemptOutcome){STATUS_race, STATUS_race, STATUS_skip, 0, 0});
    last_grade = grade_build(&report);
    expect_text(print_last, "since", false);
    grade_free(last_grade);
    expect_text(print_history, "0/10  message 0\n", true);
    attempt(1, "c", (AttemptOutcome){STATUS_pass, STATUS_skip, STATUS_skip, 0, 0});
    attempt(1, "d", (AttemptOutcome){STATUS_pass, STATUS_race, STATUS_perf, 9, 1});
    expect_text(print_history, "also: judged now: no races; judged now: few", true);
    expect_text(print_history, "worse: not judged", false);
    expect_text(print_history, "worse", false);
}
END_TEST

START_TEST(what_the_last_attempt_changed)
{
    attempt(1, "a", (AttemptOutcome){STATUS_pass, STATUS_race, STATUS_pass, 0, 10});
    last_grade = grade_build(&report);
    expect_text(print_last, "since", false); // it is the first one
    attempt(1, "b", (AttemptOutcome){STATUS_pass, STATUS_pass, STATUS_perf, 992, 10});
    expect_text(print_last,
                "since the attempt before:\n"
                "  part 1  better: race gone; passes: no races\n"
                "          worse: bank conflicts 0 -> 992; lost: few conflicts\n",
                true);
    attempt(1, "c", (AttemptOutcome){STATUS_pass, STATUS_pass, STATUS_perf, 992, 10});
    expect_text(print_last, "since", false); // nothing has changed
    grade_free(last_grade);
}
END_TEST

// The file is on the student's disk: what it says is made safe before it reaches a terminal.
START_TEST(texts_are_made_safe)
{
    attempt(1, "aaaa", all_right);
    append_text(
        "{\"attempt\":2,\"when\":1,\"key\":\"k\",\"snapshot\":\"s\",\"score\":1,\"max_score\":10,"
        "\"status\":\"fail\",\"items\":[{\"id\":\"right\",\"name\":\"\\u001b[2J\",\"status\":"
        "\"fail\","
        "\"counters\":{}}]}\n");
    ck_assert_uint_eq(attempts_kept(1), 2);
    expect_text(print_history, "\\x1b[2J", true);
    expect_text(print_history, "\033", false);
}
END_TEST

START_TEST(map_fits_a_narrow_terminal)
{
    selected.part = 0;
    attempt(1, "a", all_right);
    expect_text(print_progress_narrow, "\n  next: make grade LAB=sum PART=2 (the\n  second)\n",
                true);
    expect_narrow(print_progress_narrow);
    attempt(1, "b", (AttemptOutcome){STATUS_pass, STATUS_race, STATUS_fail, 992, 10});
    expect_text(print_history_narrow, "\n      worse: ", true);
    expect_narrow(print_history_narrow);
}
END_TEST

START_TEST(map_of_progress)
{
    selected.part = 0;
    expect_text(print_progress, "  07_sum                    0/20       5  ..\n      Sums\n", true);
    expect_text(print_progress, "next: make grade LAB=sum PART=1 (the first)", true);
    attempt(1, "a", all_right);
    attempt(2, "a", (AttemptOutcome){STATUS_pass, STATUS_race, STATUS_pass, 0, 10});
    expect_text(print_progress, "18/20       5  #+\n      Sums\n", true);
    expect_text(print_progress, "    part 2     8/10  the second\n", true);
    expect_text(print_progress, "next: make grade LAB=sum PART=2 (the second)", true);
    attempt(2, "b", all_right);
    expect_text(print_progress, "next:", false);
}
END_TEST

SUITE(s)
{
    TCase *tcase =
        TESTS(s, "history", keeps_what_was_graded, same_content_is_no_new_attempt,
              what_was_not_judged_is_no_attempt, number_of_attempts_is_bounded, line_without_an_end,
              broken_lines, at_the_same_time, no_room, race_gone_conflicts_worse,
              more_may_be_better, what_does_not_compile_is_not_compared,
              a_first_attempt_is_not_worse, what_the_last_attempt_changed, texts_are_made_safe,
              map_fits_a_narrow_terminal, map_of_progress);
    tcase_add_checked_fixture(tcase, make_root, remove_root);
}
