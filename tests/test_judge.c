// test_judge.c - evidence and judge, with a small lab for this test, and fake submissions: each
// mistake costs its own items, and the message has one line.
#include "judged.h"

START_TEST(right_output_earns_all_points)
{
    ck_assert(judge_kinds(&lab, parts, "right", "right"));
    ck_assert_int_eq(score(0) + score(1) + score(2), 10);
    ck_assert_str_eq(sim, "cudasim 1.0 (sm_90)");
    char id[64];
    record_id(&record[0], id, sizeof id);
    ck_assert_str_eq(id, "reduction.sums.right");
    ck_assert(mentions(2, "\"value\": 10.0"));
}
END_TEST

// A part that asks for no kernel: what the host writes into host memory counts.
static void draw_for_host(CaseList *list, int part)
{
    draw(list, part);
    for (int i = 0; i < list->count; i++)
        for (int b = 0; b < list->cases[i]->buffers; b++)
            list->cases[i]->buffer[b].place = PLACE_host;
}

START_TEST(a_part_on_the_host_needs_no_kernel)
{
    static const Item only[] = {{.kind = ITEM_correct, .id = "right", .name = "sums", .points = 5},
                                {.name = NULL}};
    Part part = {.number = 1, .id = "sums", .name = "sums", .items = only, .on_host = true};
    Lab l = lab;
    l.draw = draw_for_host;
    ck_assert(judge_kinds(&l, &part, "host", "host"));
    ck_assert_int_eq(score(0), 5);
    ck_assert(truncate(records, 0) == 0);
    ck_assert(!judge_kinds(&l, &part, "idle", "host"));
    ck_assert_int_eq(score(0), 0);
    ck_assert_msg(!mentions(0, "no kernel was launched") && mentions(0, "got "), "%s", message(0));
    ck_assert(truncate(records, 0) == 0);
    part.on_host = false;
    ck_assert(!judge_kinds(&l, &part, "idle", "right"));
    ck_assert(mentions(0, "no kernel was launched"));
}
END_TEST

// What only the submission lacks is no error of the grader: it launches nothing, so there is
// nothing to divide by, and nothing that was counted.
START_TEST(a_divisor_that_is_zero)
{
    static const Item gates[] = {{.kind = ITEM_gate,
                                  .id = "waste",
                                  .name = "no waste",
                                  .points = 3,
                                  .gate = {{WASTE, 0, "waste", 100, 10, 10, false}}},
                                 {.kind = ITEM_gate,
                                  .id = "work",
                                  .name = "time",
                                  .points = 3,
                                  .gate = {{METRIC_TOTAL_US, METRIC_LAUNCHES, "time", 9, 9, 1e9}}},
                                 {.name = NULL}};
    Part part = {.number = 1, .id = "sums", .name = "sums", .items = gates, .on_host = true};
    Lab l = lab;
    l.draw = draw_for_host;
    ck_assert(!judge_kinds(&l, &part, "host", "right"));
    for (int i = 0; i < 2; i++)
        ck_assert_msg(strcmp(status(i), "perf") == 0, "%s: %s", status(i), message(i));
    ck_assert(mentions(0, "no waste: waste: not judged: no kernel of this case counted "));
    ck_assert(mentions(1, "time: time: not judged: "));
}
END_TEST

// A million mistakes make a record of bounded size, and take bounded time.
START_TEST(thousands_of_mistakes)
{
    ck_assert(!judge_kinds(&lab, parts, "findings", "right"));
    ck_assert_str_eq(status(1), "memory");
    ck_assert_int_eq(record[1].findings.count, MAX_FINDINGS);
    ck_assert_msg(strncmp(message(1), "initcheck: ", 11) == 0, "%s", message(1));
    ck_assert(mentions(1, "\\\\x07.cu")); // the name of the file, escaped; again for JSON
    ck_assert(mentions(1, "and 997 more mistakes, or more: not all were kept"));
}
END_TEST

// Only cases that are too large for the checkers are right.
static void draw_one_checked(CaseList *list, int part)
{
    draw(list, part);
    for (int i = 0; i < list->count; i++)
        if (list->cases[i]->arg[0] != 33)
            list->cases[i]->flags |= CASE_CLEAN_ONLY;
}

START_TEST(no_case_for_the_checkers)
{
    static const Item only[] = {{.kind = ITEM_safe, .id = "safe", .name = "no race", .points = 2},
                                {.name = NULL}};
    Part part = {.number = 1, .id = "sums", .name = "sums", .items = only};
    Lab l = lab;
    l.draw = draw_one_checked;
    ck_assert(!judge_kinds(&l, &part, "hang", "right"));
    ck_assert_msg(strcmp(status(0), "fail") == 0, "%s: %s", status(0), message(0));
}
END_TEST

static const struct {
    const char *kind, *status, *words;
    int safe, gate; // points of the other two items
} verdicts[] = {
    // Nothing is right: nothing is earned, however free of races it is.
    {"idle", "fail", "n=32: no kernel was launched", 0, 0},
    {"host", "fail",
     "right, but written by a copy of the host, not by a kernel: no kernel was launched", 0, 0},
    {"disguised", "fail", "written by a copy of the host, not by a kernel", 0, 0},
    {"unwritten", "fail", "nothing was ever written", 0, 0},
    // One case is wrong: the others prove enough for the other items.
    {"wrong", "fail", "n=33: got ", 2, 3},
    {"crash", "crash", "n=33: the program crashed: Segmentation fault", 2, 3},
    {"overrun", "crash", "n=33: the program wrote past the end of a block of the host's heap", 2,
     3},
    {"exit0", "crash", "n=33: the program called exit(0) inside the call", 2, 3},
    {"check", "crash", "fake.cu:5: a call failed", 2, 3},
    {"hang", "timeout", "n=33: the call did not return", 2, 3},
    {"sticky", "crash", "n=33: cudaErrorIllegalAddress", 0, 3} /* memcheck */,
    {"launcherror", "crash", "n=33: cudaErrorInvalidValue", 0, 3} /* the same */,
    {"forge", "crash", "n=33: the program", 2, 3},
};

START_TEST(mistake_names_its_line)
{
    ck_assert(!judge_kinds(&lab, parts, verdicts[_i].kind, "right"));
    ck_assert_int_eq(score(0), 0);
    ck_assert_str_eq(status(0), verdicts[_i].status);
    ck_assert_msg(mentions(0, verdicts[_i].words), "%s", message(0));
    ck_assert_ptr_null(strchr(message(0), '\n'));
    ck_assert_int_eq(score(1), verdicts[_i].safe);
    ck_assert_int_eq(score(2), verdicts[_i].gate);
}
END_TEST

START_TEST(what_is_printed_has_its_case)
{
    judge_kinds(&lab, parts, "wrong", "right");
    const Lines *output = &record[0].output;
    ck_assert_int_gt(output->count, 2);
    ck_assert_str_eq(output->line[0], "int n=33: adds 33"); // that of the message comes first
    ck_assert_str_eq(output->line[1], "int n=33: adds");
    ck_assert(strstr(output->line[2], ": adds "));
    for (int i = 2; i < output->count; i++)
        ck_assert_ptr_null(strstr(output->line[i] + strlen("int n=33"), "adds 33"));
    ck_assert_int_eq(record[1].output.count, 0);
}
END_TEST

START_TEST(wrong_element_names_its_writer)
{
    judge_kinds(&lab, parts, "wrong", "right");
    ck_assert(mentions(0, "out[0] was last written here"));
    ck_assert(mentions(0, "\"file\": \"labs/x/fake.cu\", \"line\": 21"));
}
END_TEST

START_TEST(nan_is_wrong)
{
    CaseList *list = cases_new(lab.name, 1, 5);
    draw(list, 2);
    EvidenceSetup s = {.lib = paths_lib(),
                       .object = strdup(paths_at("build/tests/fake/kind_right.so")),
                       .folder = "labs/x",
                       .lab = &lab,
                       .part = &parts[0],
                       .seed = 5};
    Evidence *e = evidence_gather(&s, list);
    ck_assert_int_eq(e->verdict[3].state, CASE_wrong);
    ck_assert_str_eq(e->verdict[3].message, "got nan, want 0");
    ck_assert(!e->proven);
    evidence_free(e);
    cases_free(list);
}
END_TEST

START_TEST(race_costs_the_safe_item_alone)
{
    ck_assert(!judge_kinds(&lab, parts, "race", "right"));
    ck_assert_int_eq(score(0), 5);
    ck_assert_int_eq(score(1), 0);
    ck_assert_str_eq(status(1), "race");
    ck_assert(mentions(1, "racecheck: Race reported"));
    ck_assert(mentions(1, "labs/x/fake.cu"));
    ck_assert(mentions(1, "is a cluster.sync() missing")); // for the two blocks differ
    ck_assert_int_eq(record[1].where.count, 2);
    ck_assert_int_eq(record[1].findings.count, 1);
    ck_assert_int_eq(record[1].findings.finding[0].cause, CAUSE_race_cluster);
    ck_assert_int_eq(score(2), 3);
}
END_TEST

START_TEST(gate_shows_numbers_and_line)
{
    // The reference would fail the strict gate too, so it is judged as evidence only.
    CaseList *list = cases_new(lab.name, 1, 5);
    draw(list, 1);
    EvidenceSetup s = {.lib = paths_lib(),
                       .object = strdup(paths_at("build/tests/fake/kind_right.so")),
                       .folder = "labs/x",
                       .lab = &lab,
                       .part = &parts[1],
                       .seed = 5,
                       .clean_only = true};
    Evidence *e = evidence_gather(&s, list);
    char problem[512] = "";
    ck_assert(!reference_is_right(&s, e, problem, sizeof problem));
    ck_assert_ptr_nonnull(strstr(problem, "waste: naive 100 | yours 10 | gate 9"));
    evidence_free(e);
    cases_free(list);
}
END_TEST

static void double_metric(SimLaunches *launches, MetricId metric)
{
    for (int i = 0; i < launches->count; i++)
        for (int k = 0; k < launches->launch[i].metrics.count; k++) {
            SimMetric *m = &launches->launch[i].metrics.metric[k];
            m->value *= m->metric == metric ? 2 : 1;
        }
}

// Code that works less where nobody looks for mistakes gains nothing.
START_TEST(gates_hold_in_the_checked_run)
{
    CaseList *list = cases_new(lab.name, 1, 5);
    draw(list, 1);
    EvidenceSetup s = {.lib = paths_lib(),
                       .object = strdup(paths_at("build/tests/fake/kind_right.so")),
                       .folder = "labs/x",
                       .lab = &lab,
                       .part = &parts[0],
                       .seed = 5};
    Evidence *e = evidence_gather(&s, list);
    ck_assert_ptr_nonnull(e->in_order);
    for (int twice = 0; twice < 2; twice++) {
        ItemRecord r = record_blank(&lab, &parts[0], &items[2]);
        item_gate(e, "labs/x", &r);
        ck_assert_int_eq(r.status, twice ? STATUS_perf : STATUS_pass);
        record_free(&r);
        double_metric(&e->in_order->result[4].launches, WASTE);
    }
    evidence_free(e);
    cases_free(list);
}
END_TEST

// Predictions are compared with the counters of the reference, and earn points without a kernel.
static const Item answer_items[] = {
    {.kind = ITEM_answer,
     .id = "waste",
     .name = "waste of 300",
     .points = 2,
     .gate = {{WASTE, METRIC_LAUNCHES, "waste", 0, 10, 0, false}}},
    {.kind = ITEM_answer, .id = "order", .name = "which first?", .points = 2, .want = "copies"},
    {.kind = ITEM_answer, .id = "later", .name = "and then?", .points = 1, .want = "yes"},
    {.kind = ITEM_answer, .id = "why", .name = "the cause", .points = 1, .want = "stream_race"},
    {.name = NULL},
};
// Two answers of yes and no, with the sums as their experiment.
static const Item set_items[] = {
    {.kind = ITEM_set,
     .id = "both",
     .name = "two questions",
     .points = 4,
     .group = "sums",
     .set = {{"first", "yes"}, {"second", "no"}},
     .gate = {{WASTE, 0, "additions", 0, 10, 10, true}}},
    {.name = NULL},
};
static const Item blind_items[] = {
    {.kind = ITEM_set,
     .id = "both",
     .name = "two questions",
     .points = 4,
     .group = "sums",
     .set = {{"first", "yes"}, {"second", "no"}},
     .gate = {{WASTE, 0, "additions", 0, 10, 11, true}}},
    {.name = NULL},
};
static const Item stale_items[] = {
    {.kind = ITEM_answer,
     .id = "waste",
     .name = "waste of 300",
     .points = 2,
     .gate = {{WASTE, METRIC_LAUNCHES, "waste", 0, 11, 0, false}}},
    {.name = NULL},
};
static const Part answer_parts[] = {
    {.number = 1, .id = "answers", .name = "answers", .items = answer_items},
    {.number = 1, .id = "stale", .name = "stale", .items = stale_items},
    {.number = 1, .id = "sets", .name = "sets", .items = set_items},
    {.number = 1, .id = "blind", .name = "blind", .items = blind_items},
    {.number = 0},
};

// The lab with a file of answers, which the test unlinks.
static Lab asking_with(char file[64], const char *answers)
{
    strcpy(file, "/tmp/test-judge-answers-XXXXXX");
    int fd = mkstemp(file);
    ssize_t n = (ssize_t)strlen(answers);
    ck_assert_int_eq(write(fd, answers, (size_t)n), n);
    close(fd);
    Lab asking = lab;
    asking.parts = answer_parts;
    asking.answers = strrchr(file, '/') + 1;
    judge_folder = "/tmp";
    return asking;
}

START_TEST(answers_are_compared_with_counts)
{
    char file[64];
    Lab asking =
        asking_with(file, "# first line\nwaste = 10.0 # a guess\n order= COPIES\nlater = ?\n");
    ck_assert(!judge_kinds(&asking, answer_parts, "idle", "right"));
    ck_assert_int_eq(score(0), 2);
    ck_assert(mentions(0, "predicted 10.0, and the reference counts this"));
    ck_assert_int_eq(score(1), 2);
    ck_assert_int_eq(score(2), 0);
    ck_assert_str_eq(status(2), "skip");
    ck_assert(!judge_kinds(&asking, answer_parts + 1, "right", "right"));
    ck_assert_str_eq(status(0), "grader_error");
    ck_assert(mentions(0, "the suite's answer to"));
    unlink(file);
}
END_TEST

START_TEST(wrong_and_missing_answers_are_reported)
{
    char file[64];
    Lab asking = asking_with(file, "waste = 1\norder = kernels\nwhy = out of bounds\n");
    ck_assert(!judge_kinds(&asking, answer_parts, "right", "right"));
    ck_assert(mentions(0, "waste of 300: it is not"));
    ck_assert(mentions(1, "it is not"));
    ck_assert(mentions(2, "has no line"));
    ck_assert(mentions(3, "common/causes.h has no such name; did you mean out_of_bounds?"));
    ck_assert_int_eq(score(0) + score(1) + score(2), 0);
    unlink(file);
    ck_assert(!judge_kinds(&asking, answer_parts, "right", "right"));
    ck_assert(mentions(0, "there is no /tmp/"));
}
END_TEST

// A script fills in what a message tells it: so a message tells no number but the student's, and
// no right answer, in any lab.
START_TEST(wrong_answers_are_not_told_the_right_ones)
{
    char folder[] = "/tmp/test-judge-XXXXXX", path[64];
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/answers.txt", folder);
    int asked = 0;
    for (int l = 0; l < all_labs_count; l++)
        for (const Part *part = all_labs[l]->parts; part->number; part++)
            for (const Item *item = part->items; item->name; item++) {
                if (item->kind != ITEM_answer)
                    continue;
                ItemRecord r = record_blank(all_labs[l], part, item);
                FILE *f = fopen(path, "w");
                fprintf(f, "%s = 7777\n", item->id);
                fclose(f);
                item_answer(folder, &r);
                ck_assert_int_eq(r.status, STATUS_fail);
                ck_assert_ptr_nonnull(strstr(r.message, ": it is not \"7777\""));
                ck_assert_msg(!item->gate[0].metric || r.detail.count == 1, "no thought on %s",
                              item->id);
                for (int i = 0; i < r.detail.count; i++)
                    ck_assert_msg(!strpbrk(r.detail.line[i], "0123456789"), "%s", r.detail.line[i]);
                ck_assert_int_eq(r.counts, 0);
                record_free(&r);
                asked++;
            }
    ck_assert_int_gt(asked, 60);
    unlink(path);
    rmdir(folder);
}
END_TEST

static void draw_group(CaseList *list, int part)
{
    draw(list, part);
    for (int i = 0; i < list->count; i++)
        list->cases[i]->group = "sums";
}

static const struct {
    const char *answers, *kind, *status, *words;
    int score;
} sets[] = {
    {"first = yes\nsecond = no\n", "right", "pass", "2 answers, and the experiment shows them", 4},
    {"second = NO\nfirst = Yes\n", "right", "pass", "", 4},
    {"first = no\nsecond = no\n", "right", "fail", "these 2 answers are not", 0},
    {"first = yes\nsecond = yes\n", "right", "fail", "these 2 answers are not", 0},
    {"first = no\nsecond = yes\n", "right", "fail", "these 2 answers are not", 0},
    {"first = yes\nsecond = ?\n", "right", "skip", "is not answered yet", 0},
    {"first = yes\n", "right", "skip", "is not answered yet", 0},
    {"first = yes\nsecond = no\n", "idle", "skip", "not judged before the experiment", 0},
};

// A wrong set says the same, whichever of its answers is wrong. Only what is judged has places.
START_TEST(answers_of_yes_and_no_count_together)
{
    char file[64];
    Lab asking = asking_with(file, sets[_i].answers);
    asking.draw = draw_group;
    judge_kinds(&asking, answer_parts + 2, sets[_i].kind, "right");
    ck_assert_str_eq(status(0), sets[_i].status);
    ck_assert_msg(mentions(0, sets[_i].words), "%s", message(0));
    ck_assert_int_eq(score(0), sets[_i].score);
    if (strstr(sets[_i].words, "before the experiment"))
        ck_assert_int_eq(record[0].where.count, 0);
    else if (!strstr(sets[_i].words, "not answered"))
        ck_assert_int_eq(record[0].where.count, 2);
    unlink(file);
}
END_TEST

START_TEST(an_experiment_of_the_reference_must_show_its_answers)
{
    char file[64];
    Lab asking = asking_with(file, sets[0].answers);
    asking.draw = draw_group;
    ck_assert(!judge_kinds(&asking, answer_parts + 3, "right", "right"));
    ck_assert_str_eq(status(0), "grader_error");
    ck_assert(mentions(0, "does not show it: additions"));
    unlink(file);
}
END_TEST

START_TEST(an_answer_in_words_must_be_a_number)
{
    char file[64];
    Lab asking = asking_with(file, "waste = 10 words\norder = copies\n");
    ck_assert(!judge_kinds(&asking, answer_parts, "right", "right"));
    ck_assert_int_eq(score(0), 0);
    ck_assert(mentions(0, "is not a number alone"));
    ck_assert_int_eq(score(1), 2);
    unlink(file);
}
END_TEST

START_TEST(wrong_reference_costs_no_points)
{
    ck_assert(!judge_kinds(&lab, parts, "right", "wrong"));
    for (int i = 0; i < 3; i++)
        ck_assert_str_eq(status(i), "grader_error");
    ck_assert(mentions(0, "the reference is wrong for int n=33"));
}
END_TEST

SUITE(s)
{
    TCase *t =
        TESTS(s, "judge", right_output_earns_all_points, a_part_on_the_host_needs_no_kernel,
              a_divisor_that_is_zero, thousands_of_mistakes, no_case_for_the_checkers,
              what_is_printed_has_its_case, wrong_element_names_its_writer, nan_is_wrong,
              race_costs_the_safe_item_alone, gate_shows_numbers_and_line,
              gates_hold_in_the_checked_run, answers_are_compared_with_counts,
              wrong_and_missing_answers_are_reported, wrong_answers_are_not_told_the_right_ones,
              an_experiment_of_the_reference_must_show_its_answers,
              an_answer_in_words_must_be_a_number, wrong_reference_costs_no_points);
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_loop_test(t, mistake_names_its_line, 0, sizeof verdicts / sizeof *verdicts);
    tcase_add_loop_test(t, answers_of_yes_and_no_count_together, 0, sizeof sets / sizeof *sets);
}
