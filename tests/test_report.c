// test_report.c - grade.json and the formats that are made from it, with texts that try to break
// out of each format.
#include "suite.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/version.h"
#include "grader/labs/choose.h"
#include "grader/report/report.h"
#include "grader/base/sha256.h"
#include "grader/base/slides.h"
#include "grader/base/text.h"

static const Item items[] = {
    {.kind = ITEM_correct, .id = "right", .name = "sums # 1", .points = 5},
    {.kind = ITEM_safe, .id = "safe", .name = "no <race>", .points = 2, .slide = "04.8"},
    {.name = NULL},
};
static const Part parts[] = {
    {.number = 1, .id = "one", .name = "first", .items = items},
    {.number = 2, .id = "two", .name = "second", .slide = "04.99", .items = items, .uses = {1}},
    {.number = 0},
};
static const Lab lab = {.name = "07_sum", .source = "sum.cu", .title = "t", .parts = parts};

static Selected selected = {
    .lab = &lab, .folder = "labs/07_sum", .object = {{.lab = &lab, .name = "sum.cu"}}};
static char records[64];
static Report report = {.selected = &selected,
                        .count = 1,
                        .submission = "labs",
                        .seed = 3,
                        .records = records,
                        .nvcc_version = "13.0.88",
                        .started = "2026-01-01T00:00:00Z"};

static void setup(void)
{
    strcpy(records, "/tmp/test-report-XXXXXX");
    close(mkstemp(records));
}

static void teardown(void) { unlink(records); }

static void record_case(const Part *part, int item, const char *status, const char *case_name,
                        const char *message)
{
    ItemRecord r = record_blank(&lab, part, &part->items[item]);
    record_set(&r, status_named(status), case_name, "%s", message);
    record_append(&r, records);
    record_free(&r);
}

static void record(const Part *part, int item, const char *status, const char *message)
{
    record_case(part, item, status, NULL, message);
}

static void record_all(const char *last_status, const char *message)
{
    record(&parts[0], 0, "pass", "good");
    record(&parts[0], 1, "pass", "good");
    record(&parts[1], 0, "pass", "good");
    record(&parts[1], 1, last_status, message);
}

static int table_columns; // 0: no terminal

static void print_table(const Grade *grade, FILE *f, int from, int end)
{
    TableStyle style = {.columns = table_columns};
    report_table_parts(grade, f, style, from, end);
    if (end == 2)
        report_table_sum(grade, f, style);
}

static char *format(const char *name)
{
    char *text;
    size_t size;
    Grade *grade = grade_build(&report);
    FILE *f = open_memstream(&text, &size);
    if (name)
        report_format(grade, name, f);
    else
        print_table(grade, f, 0, 2);
    fclose(f);
    grade_free(grade);
    return text;
}

static void expect(const char *text, const char *words)
{
    ck_assert_msg(strstr(text, words) != NULL, "no \"%s\" in:\n%s", words, text);
}

// The exit status of the records, with Check's verdicts on the two parts.
static int exit_status(CheckVerdict first, CheckVerdict second)
{
    const CheckVerdict checks[] = {first, second};
    report.checks = checks;
    Grade *grade = grade_build(&report);
    int status = grade_exit_status(grade);
    report.checks = NULL;
    grade_free(grade);
    return status;
}

// The judging process of part 2 has ended early, while the code named in `ran` was running.
static int status_of_death(bool ran)
{
    const CheckVerdict checks[] = {CHECK_passed, CHECK_died};
    const bool submission_ran[] = {false, ran};
    report.checks = checks;
    report.submission_ran = submission_ran;
    Grade *grade = grade_build(&report);
    int status = grade_exit_status(grade);
    ck_assert_int_eq(grade->item[3].status, ran ? STATUS_crash : STATUS_grader_error);
    report.checks = NULL;
    report.submission_ran = NULL;
    grade_free(grade);
    return status;
}

START_TEST(a_judge_that_died)
{
    record(&parts[0], 0, "pass", "good");
    record(&parts[0], 1, "pass", "good");
    record(&parts[1], 0, "pass", "good");
    ck_assert_int_eq(status_of_death(true), 1); // what is recorded counts, the rest is lost
    ck_assert_int_eq(status_of_death(false), 5);
}
END_TEST

START_TEST(a_limit_leaves_no_part_of_a_grade)
{
    record_all("pass", "m");
    report.limit = "no memory is left";
    ck_assert_int_eq(exit_status(CHECK_passed, CHECK_passed), 4);
    Grade *grade = grade_build(&report);
    ck_assert_int_eq(grade->sum.score, 0);
    for (int i = 0; i < grade->items; i++)
        ck_assert_str_eq(grade->item[i].message, "not graded: no memory is left");
    grade_free(grade);
    char *text = format("gradescope");
    expect(text, "Autograder failed");
    free(text);
    report.limit = NULL;
}
END_TEST

START_TEST(missing_record_is_a_grader_error)
{
    record(&parts[0], 0, "pass", "good");
    Grade *grade = grade_build(&report);
    ck_assert_int_eq(grade->sum.score, 5);
    ck_assert_int_eq(grade->sum.max_score, 14);
    ck_assert_int_eq(grade->sum.status, STATUS_grader_error);
    grade_free(grade);
    ck_assert_int_eq(exit_status(CHECK_failed, CHECK_failed), 5);
}
END_TEST

START_TEST(exit_statuses)
{
    static const struct {
        const char *status;
        int code;
    } table[] = {{"pass", 0},    {"fail", 1},          {"race", 1},
                 {"timeout", 1}, {"compile_error", 3}, {"grader_error", 5}};
    record_all(table[_i].status, "m");
    ck_assert_int_eq(exit_status(CHECK_passed, table[_i].code ? CHECK_failed : CHECK_passed),
                     table[_i].code);
}
END_TEST

// "All points" is Check's verdict, and it has to be that of the records.
START_TEST(records_are_compared_with_check)
{
    record_all("pass", "m");
    ck_assert_int_eq(exit_status(CHECK_passed, CHECK_passed), 0);
    ck_assert_int_eq(exit_status(CHECK_failed, CHECK_passed), 5);
    ck_assert_int_eq(exit_status(CHECK_passed, CHECK_not_run), 5);
    record(&parts[1], 0, "fail", "m");
    ck_assert_int_eq(exit_status(CHECK_passed, CHECK_failed), 1);
    ck_assert_int_eq(exit_status(CHECK_passed, CHECK_passed), 5);
    ck_assert_int_eq(exit_status(CHECK_failed, CHECK_passed), 5);
    Grade *grade = grade_build(&report); // before Check has ended
    ck_assert_int_eq(grade->sum.status, STATUS_fail);
    ck_assert_int_eq(grade_exit_status(grade), 1);
    grade_free(grade);
}
END_TEST

START_TEST(broken_records_are_ignored)
{
    record_all("pass", "m");
    FILE *f = fopen(records, "a");
    fprintf(f, "\1record of which little is there");
    fclose(f);
    ck_assert_int_eq(exit_status(CHECK_passed, CHECK_passed), 0);
}
END_TEST

START_TEST(file_is_replaced_as_a_whole)
{
    char path[80];
    snprintf(path, sizeof path, "%s.json", records);
    record_all("pass", "m");
    Grade *grade = grade_build(&report);
    ck_assert(grade_write(grade, path));
    json_t *read = json_load_file(path, 0, NULL), *object = grade_json(grade);
    ck_assert(json_equal(read, object));
    ck_assert(!grade_write(grade, "/nowhere/x.json"));
    ck_assert_str_eq(json_string_value(json_object_get(read, "schema")), "cuda-course-grade/2");
    ck_assert_str_eq(json_string_value(json_object_get(json_object_get(read, "tool"), "course")),
                     COURSE_VERSION);
    ck_assert_ptr_nonnull(json_object_get(read, "run"));
    json_decref(object);
    grade_free(grade);
    json_decref(read);
    unlink(path);
}
END_TEST

START_TEST(table_ends_with_the_score)
{
    record_all("fail", "n=1025: 1 of 1025 wrong; first at [1024]: got 0, want 5187, and more words "
                       "than fit into a line of eighty columns");
    char *text = format(NULL), *line = text;
    expect(text, "== part 2 second =");
    expect(text, "FAIL  n=1025: 1 of 1025 wrong");
    expect(text, "make hint LAB=sum PART=2");
    const char *end = "\nScore: 12/14\n";
    ck_assert_str_eq(text + strlen(text) - strlen(end), end);
    for (size_t n; *line; line += n + 1)
        ck_assert_uint_le(n = strcspn(line, "\n"), 80);
    ck_assert_ptr_null(strchr(text, '\033'));
    free(text);
}
END_TEST

// Its own slide where an item has one, else the part's; once for items with the same
// reason; without a title if no deck has it.
START_TEST(lost_points_name_their_slide)
{
    record_all("fail", "raced");
    char *text = format(NULL);
    expect(text, "slide 04.8: Shared memory has 32 banks\n");
    ck_assert_ptr_null(strstr(text, "04.99"));
    free(text);
    text = format("gradescope");
    expect(text, "slide 04.8: Shared memory has 32 banks\\n");
    free(text);
    teardown();
    setup();
    record(&parts[0], 0, "pass", "good");
    record(&parts[0], 1, "pass", "good");
    record_case(&parts[1], 0, "fail", "int n=2", "wrong");
    record_case(&parts[1], 1, "fail", "float n=2", "wrong");
    text = format(NULL);
    expect(text, "slide 04.99\n");
    ck_assert_ptr_null(strstr(text, "04.8"));
    free(text);
}
END_TEST

// Every line fits, except where one word (a path, the lab's name) is longer.
START_TEST(table_fits_a_narrow_terminal)
{
    record_case(&parts[0], 0, "fail", "int n=2",
                "a message of quite some words, which has no room beside its points");
    record(&parts[0], 1, "pass", "good");
    record(&parts[1], 0, "pass", "good");
    record(&parts[1], 1, "race", "bad");
    table_columns = 40;
    char *text = format(NULL), *rest = text, *line;
    table_columns = 0;
    expect(text, "Score: ");
    while ((line = strsep(&rest, "\n")) != NULL)
        ck_assert_msg(strlen(line) <= 40, "%s", line);
    free(text);
}
END_TEST

START_TEST(tap_cannot_be_forged)
{
    record_all("fail", "bad\nok 5 - forged");
    char *text = format("tap");
    ck_assert(strncmp(text, "TAP version 13\n1..4\n", 20) == 0);
    expect(text, "\nnot ok 4 - sum.two.safe: no <race>\n");
    expect(text, "ok 1 - sum.one.right: sums \\# 1\n");
    ck_assert_ptr_null(strstr(text, "\nok 5"));
    free(text);
}
END_TEST

START_TEST(junit_is_escaped_and_counted)
{
    record_all("crash", "a < b & \"c\" \x01");
    char *text = format("junit");
    expect(text, "<testsuites name=\"grade\" tests=\"4\" failures=\"0\" errors=\"1\" time=");
    expect(text, "<error message=\"a &lt; b &amp; &quot;c&quot; \\x01\" type=\"crash\">");
    expect(text, "name=\"no &lt;race&gt;\"");
    free(text);
}
END_TEST

// The attributes that Jenkins' schema allows (junit-10.xsd of its plugin xunit), of the elements
// that we write; the first `required` of them must be there.
static const struct {
    const char *element, *attributes[12];
    int required;
} junit_schema[] = {
    {"testsuites", {"name", "time", "tests", "failures", "errors"}, 0},
    {"testsuite",
     {"name", "tests", "failures", "errors", "group", "time", "skipped", "timestamp", "hostname",
      "id", "package"},
     4},
    {"properties", {NULL}, 0},
    {"property", {"name", "value"}, 2},
    {"testcase", {"name", "time", "classname", "group"}, 1},
    {"failure", {"type", "message"}, 0},
    {"error", {"type", "message"}, 0},
};

// Checks one tag, from its name to its end.
static void check_junit_tag(const char *tag)
{
    size_t row = 0, n = strcspn(tag, " >/");
    int required = 0;
    while (strlen(junit_schema[row].element) != n || strncmp(junit_schema[row].element, tag, n))
        ck_assert_msg(++row < sizeof junit_schema / sizeof *junit_schema, "element %.20s", tag);
    for (tag += n; *tag == ' '; tag++) {
        int k = 0;
        n = strcspn(++tag, "=");
        while (strlen(junit_schema[row].attributes[k]) != n ||
               strncmp(junit_schema[row].attributes[k], tag, n))
            ck_assert_msg(junit_schema[row].attributes[++k] != NULL, "%s has no attribute %.20s",
                          junit_schema[row].element, tag);
        required += k < junit_schema[row].required;
        tag += n + 2;
        tag += strcspn(tag, "\"");
    }
    ck_assert_int_eq(required, junit_schema[row].required);
}

START_TEST(junit_keeps_to_the_schema_of_jenkins)
{
    ItemRecord r = record_blank(&lab, &parts[0], &parts[0].items[0]);
    record_set(&r, STATUS_fail, NULL, "wrong");
    places_add_once(&r.where, "labs/07_sum/sum.cu", 12, ROLE_cause);
    record_append(&r, records);
    record_free(&r);
    char *text = format("junit");
    int tags = 0;
    expect(text, "sum.cu:12");
    for (const char *p = text; (p = strchr(p, '<')) != NULL; p++)
        if (p[1] != '/' && p[1] != '?') {
            check_junit_tag(p + 1);
            tags++;
        }
    ck_assert_int_ge(tags, 9);
    free(text);
}
END_TEST

// All that a terminal, a JSON reader or an XML reader would choke on or obey.
static const char hostile[] = "\x1b]0;title\x07\x1b[2J \xff\xc0\x80\xed\xa0\x80 \xc2\x9b"
                              "31m \xe2\x80\xae \xef\xbf\xbe \x08\r\nok 5 \x7f]]> <!-- "
                              "\xc3\xa9 \xf0\x9f\x98\x80 \xe2\x82";

static void expect_clean(const char *text)
{
    char line[65536];
    for (size_t n; *text; text += n + 1) {
        n = strcspn(text, "\n");
        snprintf(line, sizeof line, "%.*s", (int)n, text);
        ck_assert_msg(text_is_clean(line), "%s", line);
        if (!text[n])
            return;
    }
}

START_TEST(hostile_texts_stay_texts)
{
    static const char *const formats[] = {NULL, "tap", "junit", "gradescope", "lines"};
    ItemRecord r = record_blank(&lab, &parts[1], &parts[1].items[1]);
    record_all("pass", "m");
    record_set(&r, STATUS_fail, NULL, "%s", hostile);
    lines_add(&r.detail, "%s", hostile);
    lines_add(&r.output, "%s", hostile);
    places_add(&r.where, hostile, 3, ROLE_cause);
    record_append(&r, records);
    record_free(&r);
    for (int i = 0; i < 5; i++) {
        char *text = format(formats[i]);
        expect_clean(text);
        ck_assert_ptr_null(strstr(text, "\nok 5"));
        free(text);
    }
    Grade *grade = grade_build(&report);
    json_t *object = grade_json(grade);
    char *text = json_dumps(object, JSON_INDENT(1));
    expect_clean(text);
    expect(text, "\\\\x1b]0;title\\\\x07");
    expect(text, "\xc3\xa9 \xf0\x9f\x98\x80"); // letters stay
    free(text);
    json_decref(object);
    grade_free(grade);
}
END_TEST

START_TEST(a_part_names_the_failing_part_that_it_uses)
{
    static const char words[] = "this part uses part 1, which fails";
    record(&parts[0], 0, "pass", "good");
    record(&parts[0], 1, "pass", "good");
    record(&parts[1], 0, "fail", "m");
    record(&parts[1], 1, "pass", "good");
    char *text = format(NULL);
    ck_assert_ptr_null(strstr(text, words));
    free(text);
    record(&parts[0], 1, "race", "m");
    text = format(NULL);
    expect(text, words);
    ck_assert_ptr_null(strstr(strstr(text, words) + 1, words)); // once
    free(text);
}
END_TEST

START_TEST(the_slide_fits_the_cause)
{
    char title[128];
    for (int i = 0; i < CAUSE_COUNT; i++)
        ck_assert_msg(!cause_rows[i].slide ||
                          slides_title(cause_rows[i].slide, title, sizeof title),
                      "there is no slide %s", cause_rows[i].slide);
    ItemRecord r = record_blank(&lab, &parts[0], &items[1]);
    record_set(&r, STATUS_race, "racecheck", "m");
    ck_assert_str_eq(record_slide(&r), "04.8");
    r.cause = CAUSE_race_update;
    ck_assert_str_eq(record_slide(&r), cause_rows[CAUSE_race_update].slide);
    record_append(&r, records);
    record_free(&r);
    char *text = format(NULL);
    expect(text, "slide 03.2: Lost updates");
    free(text);
}
END_TEST

// The source line beside a place comes from the submission's own files, whatever `#line` says.
START_TEST(no_other_file_is_shown)
{
    static const char *const files[] = {"/etc/passwd", "/dev/zero", "labs/07_sum/../../README.md",
                                        "common/../README.md",
                                        "solutions/04_reduction/reduction.cu"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        ItemRecord r = record_blank(&lab, &parts[1], &parts[1].items[1]);
        record_set(&r, STATUS_fail, NULL, "m");
        places_add(&r.where, files[i], 1, ROLE_cause);
        places_add(&r.where, "common/version.h", 1, ROLE_cause);
        places_add(&r.where, "common/version.h", 2000000000, ROLE_cause);
        places_add(&r.where, "common/version.h", -7, ROLE_cause);
        record_append(&r, records);
        record_free(&r);
        char *text = format(NULL), line[128];
        snprintf(line, sizeof line, "%s:1   \n", files[i]);
        expect(text, line);
        expect(text, "common/version.h:1\n            // version.h - the version of the course");
        expect(text, "common/version.h:2000000000   \n");
        free(text);
    }
}
END_TEST

// The command that repeats a verdict names any folder.
START_TEST(repeat_command_is_for_a_shell)
{
    static const struct {
        const char *folder, *words;
    } table[] = {
        {"labs/07_sum", "build/grade --part 2 --seed 0x3 07_sum"},
        {"students/ann/07_sum", "build/grade --submission students/ann --part 2"},
        {"O'Brien/07_sum", "build/grade --submission 'O'\\''Brien' --part 2"},
        {"$(touch x)/07_sum", "build/grade --submission '$(touch x)' --part 2"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        Selected other = selected;
        strcpy(other.folder, table[i].folder);
        report.selected = &other;
        Grade *grade = grade_build(&report);
        char *command = grade_repeat_command(grade, &grade->lab[0], &grade->item[2]);
        expect(command, table[i].words);
        free(command);
        grade_free(grade);
        report.selected = &selected;
    }
}
END_TEST

// The table of a part can be printed before the next part is judged.
START_TEST(a_table_comes_in_pieces)
{
    record_all("fail", "n=33: wrong");
    char *whole = format(NULL), *pieces;
    size_t size;
    Grade *grade = grade_build(&report);
    FILE *f = open_memstream(&pieces, &size);
    print_table(grade, f, 0, 1);
    fflush(f);
    ck_assert_ptr_nonnull(strstr(pieces, "part 1"));
    ck_assert_ptr_null(strstr(pieces, "part 2"));
    print_table(grade, f, 1, 2);
    fclose(f);
    grade_free(grade);
    ck_assert_str_eq(whole, pieces);
    free(whole);
    free(pieces);
}
END_TEST

START_TEST(gradescope_has_scores_and_status)
{
    record_all("fail", "bad");
    char *text = format("gradescope");
    json_t *results = json_loads(text, 0, NULL), *tests = json_object_get(results, "tests");
    ck_assert_int_eq(json_integer_value(json_object_get(results, "score")), 12);
    ck_assert_uint_eq(json_array_size(tests), 4);
    json_t *last = json_array_get(tests, 3);
    ck_assert_str_eq(json_string_value(json_object_get(last, "status")), "failed");
    ck_assert_str_eq(json_string_value(json_object_get(last, "number")), "2.2");
    json_decref(results);
    free(text);
}
END_TEST

// Each place is a line of its own, as compilers print it; without a place, the lab's file.
START_TEST(lines_are_those_of_a_compiler)
{
    ItemRecord r = record_blank(&lab, &parts[0], &items[0]);
    record_set(&r, STATUS_fail, NULL, "bad");
    places_add(&r.where, "labs/07_sum/sum.cu", 3, ROLE_cause);
    places_add(&r.where, "labs/07_sum/sum.cu", 9, ROLE_cause);
    record_append(&r, records);
    record_free(&r);
    record(&parts[0], 1, "fail", "worse");
    record(&parts[1], 0, "pass", "m");
    record(&parts[1], 1, "pass", "m");
    char *text = format("lines");
    expect(text, "labs/07_sum/sum.cu:3: warning: 1.1 cause: bad\n"
                 "labs/07_sum/sum.cu:9: warning: 1.1 cause: bad\n"
                 "labs/07_sum/sum.cu:1: warning: 1.2 worse\nScore: 7/14\n");
    free(text);
}
END_TEST

START_TEST(leaderboard_is_the_race)
{
    static const Item race_items[] = {{.kind = ITEM_gate,
                                       .id = "g",
                                       .name = "fast",
                                       .points = 10,
                                       .gate = {{.label = "us", .metric = METRIC_LOAD_SECTORS}}},
                                      {.name = NULL}};
    static const Part race_parts[] = {
        {.number = 1, .id = "r", .name = "race", .items = race_items, .file = FILE_fastest}, {0}};
    static const Lab race = {.name = "07_sum", .source = "sum.cu", .parts = race_parts};
    Selected one = {.lab = &race, .folder = "labs/07_sum", .object = {{.lab = &race}}};
    Report whole = report;
    char *text;
    size_t size;
    whole.selected = &one;
    ItemRecord r = record_blank(&race, race_parts, race_items);
    record_set(&r, STATUS_pass, NULL, "m");
    r.count[r.counts].gate = race_items[0].gate;
    r.count[r.counts++].value = 12.5;
    record_append(&r, records);
    record_free(&r);
    Grade *grade = grade_build(&whole);
    FILE *f = open_memstream(&text, &size);
    report_format(grade, "gradescope", f);
    fclose(f);
    json_t *results = json_loads(text, 0, NULL);
    const json_t *first = json_array_get(json_object_get(results, "leaderboard"), 0);
    ck_assert_str_eq(json_string_value(json_object_get(first, "order")), "asc");
    ck_assert(json_number_value(json_object_get(first, "value")) == 12.5);
    json_decref(results);
    free(text);
    grade_free(grade);
}
END_TEST

// A seed may be that of a class.
START_TEST(formats_do_not_tell_the_seed)
{
    static const char *const formats[] = {"tap", "junit", "gradescope", "lines"};
    const uint64_t seed = report.seed;
    record_all("pass", "m");
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        char *text = format(formats[i]);
        report.seed++;
        char *other = format(formats[i]);
        report.seed = seed;
        ck_assert_str_eq(text, other);
        free(text);
        free(other);
    }
}
END_TEST

START_TEST(labs_are_found_by_number_or_name)
{
    static const char *const good[] = {"07_sum", "sum", "07", "7", "all"};
    static const char *const bad[] = {"su", "70", "", "07_", "sum2", "7x"};
    for (int i = 0; i < 5; i++)
        ck_assert_msg(lab_matches(&lab, good[i]), "%s", good[i]);
    for (int i = 0; i < 6; i++)
        ck_assert_msg(!lab_matches(&lab, bad[i]), "%s", bad[i]);
}
END_TEST

START_TEST(sha256_of_known_texts)
{
    char digest[65], longer[200];
    sha256_text("abc", 3, digest);
    ck_assert_str_eq(digest, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    sha256_text("", 0, digest);
    ck_assert_str_eq(digest, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    memset(longer, 'a', sizeof longer); // more than one block
    sha256_text(longer, sizeof longer, digest);
    ck_assert_str_eq(digest, "c2a908d98f5df987ade41b5fce213067efbcc21ef2240212a41e54b5e7c28ae5");
}
END_TEST

SUITE(s)
{
    TCase *t = TESTS(
        s, "report", missing_record_is_a_grader_error, records_are_compared_with_check,
        a_judge_that_died, a_limit_leaves_no_part_of_a_grade, broken_records_are_ignored,
        file_is_replaced_as_a_whole, table_ends_with_the_score, lost_points_name_their_slide,
        table_fits_a_narrow_terminal, tap_cannot_be_forged, junit_is_escaped_and_counted,
        junit_keeps_to_the_schema_of_jenkins, hostile_texts_stay_texts,
        a_part_names_the_failing_part_that_it_uses, the_slide_fits_the_cause,
        no_other_file_is_shown, repeat_command_is_for_a_shell, a_table_comes_in_pieces,
        gradescope_has_scores_and_status, lines_are_those_of_a_compiler, leaderboard_is_the_race,
        formats_do_not_tell_the_seed, labs_are_found_by_number_or_name, sha256_of_known_texts);
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_loop_test(t, exit_statuses, 0, 6);
}
