// test_hints.c - the file of hints: what is read of it, and what is said of a file that is missing
// or malformed.
#include "suite.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/base/files.h"
#include "grader/base/paths.h"
#include "grader/metrics.h"
#include "grader/report/hint_fit.h"
#include "grader/report/hints.h"

static const Part parts[] = {{.number = 1}, {.number = 2}, {.number = 0}};
static const Lab lab = {.name = "07_sum", .parts = parts};

static char root[] = "/tmp/hints-XXXXXX";

static void make_root(void)
{
    ck_assert_ptr_nonnull(mkdtemp(root));
    paths_set(root, NULL, NULL);
    file_make_folders(paths_at("grader/labs/07_sum/hints.txt"));
}

static void remove_root(void)
{
    unlink(paths_at("grader/labs/07_sum/hints.txt"));
    for (int depth = 0; depth < 4; depth++) {
        static const char *const folders[] = {"grader/labs/07_sum", "grader/labs", "grader", ""};
        rmdir(paths_at("%s", folders[depth]));
    }
    strcpy(root, "/tmp/hints-XXXXXX");
}

static void write_hints(const char *text)
{
    ck_assert(file_write(paths_at("grader/labs/07_sum/hints.txt"), text, strlen(text)));
}

START_TEST(hints_of_a_part_are_read)
{
    Hints hints;
    char problem[512];
    write_hints("1.1: a\n1.2: for x: y\n\n2.1: c");
    ck_assert_msg(hints_read(&hints, &lab, 1, problem, sizeof problem), "%s", problem);
    ck_assert_int_eq(hints.count, 2);
    ck_assert_str_eq(hints.text[0], "a");
    ck_assert_str_eq(hints.text[1], "for x: y");
    hints_free(&hints);
    ck_assert(hints_read(&hints, &lab, 2, problem, sizeof problem));
    ck_assert_int_eq(hints.count, 1);
    ck_assert_str_eq(hints.text[0], "c");
    hints_free(&hints);
}
END_TEST

static const struct {
    const char *text, *problem;
} bad[] = {
    {"", "it has no hint for part 1"},
    {"1.1: a\n", "it has no hint for part 2"},
    {"1.2: a\n2.1: b\n", "line 1 is not the next hint"},
    {"1.1: a\n1.3: b\n2.1: c\n", "line 2 is not the next hint"},
    {"1.1: a\n1.1: b\n2.1: c\n", "line 2 is not the next hint"},
    {"1.1: a\n2.2: c\n", "line 2 is not the next hint"},
    {"2.1: c\n", "line 1 is not the next hint"},
    {"1.1: a\n2.1: b\n3.1: c\n", "line 3 is not the next hint"},
    {"1.1: a\n\n2.1: b\n1.2: c\n", "line 4 is not the next hint"},
    {"1.1: a\nand so on\n2.1: b\n", "line 2 is not the next hint"},
    {"1.1: \n2.1: b\n", "line 1 is not the next hint"},
    {"1.1: a\n1.2: b\n1.3: c\n1.4: d\n1.5: e\n2.1: f\n", "line 5 is not the next hint"},
};

START_TEST(malformed_files_are_refused)
{
    Hints hints;
    char problem[512];
    write_hints(bad[_i].text);
    ck_assert(!hints_read(&hints, &lab, 1, problem, sizeof problem));
    ck_assert_msg(strstr(problem, bad[_i].problem), "%s", problem);
    ck_assert_ptr_nonnull(strstr(problem, "grader/labs/07_sum/hints.txt: "));
}
END_TEST

START_TEST(a_missing_file_is_refused)
{
    Hints hints;
    char problem[512];
    ck_assert(!hints_read(&hints, &lab, 1, problem, sizeof problem));
    ck_assert_msg(strstr(problem, "it cannot be read"), "%s", problem);
}
END_TEST

// ---- the hint that fits -----------------------------------------------------------------------

static const Item items[] = {
    {.kind = ITEM_correct, .id = "right", .name = "sums"},
    {.kind = ITEM_gate,
     .id = "gate",
     .name = "few conflicts",
     .slide = "07.9",
     .gate = {{.metric = METRIC_LOAD_CONFLICTS, .label = "bank conflicts"}}},
    {.name = NULL},
};
static const Part fitted = {.number = 1, .items = items};

// The attempt in which the items ended like that.
static json_t *attempt_of(const char *right, const char *gate, const char *causes, int begun)
{
    return json_pack("{s:s,s:b,s:[{s:s,s:s,s:s,s:o},{s:s,s:s,s:s}]}", "status", "fail", "begun",
                     begun, "items", "id", "right", "status", right, "message", "n=2: wrong",
                     "causes", json_loads(causes, 0, NULL), "id", "gate", "status", gate, "message",
                     "yours 992");
}

static const struct {
    const char *right, *gate, *causes;
    int begun, item; // -1: none
    const char *advice, *slide;
} fits[] = {
    {"fail", "skip", "{}", 0, -1, NULL, NULL}, // not begun: the hints on how to write it
    {"pass", "pass", "{}", 1, -1, NULL, NULL},
    {"fail", "skip", "{}", 1, 0, NULL, NULL},
    {"race", "skip", "{\"race_shared\":true}", 1, 0, "__syncthreads()", "02.3"},
    {"pass", "perf", "{}", 1, 1, "32", "07.9"},
    {"pass", "skip", "{}", 1, 1, NULL, "07.9"}, // not judged: nothing was counted
    {"fail", "skip", "{\"of another version\":true}", 1, 0, NULL, NULL},
};

START_TEST(the_first_lost_item_chooses)
{
    json_t *attempt = attempt_of(fits[_i].right, fits[_i].gate, fits[_i].causes, fits[_i].begun);
    HintFit fit = hint_fit(&fitted, attempt);
    ck_assert_ptr_eq(fit.item, fits[_i].item < 0 ? NULL : &items[fits[_i].item]);
    ck_assert((fit.advice[0] != NULL) == (fits[_i].advice != NULL));
    ck_assert(!fits[_i].advice || strstr(fit.advice[0], fits[_i].advice));
    ck_assert_pstr_eq(fit.slide, fits[_i].slide);
    json_decref(attempt);
    ck_assert_ptr_null(hint_fit(&fitted, NULL).item); // no attempt yet
}
END_TEST

SUITE(s)
{
    TCase *t = TESTS(s, "hints", hints_of_a_part_are_read, a_missing_file_is_refused);
    tcase_add_checked_fixture(t, make_root, remove_root);
    tcase_add_loop_test(t, the_first_lost_item_chooses, 0, sizeof fits / sizeof *fits);
    tcase_add_loop_test(t, malformed_files_are_refused, 0, sizeof bad / sizeof *bad);
}
