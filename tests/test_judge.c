// test_judge.c - evidence and judge, with a small lab for this test, and fake
// submissions: each mistake costs its own items, and the message has one line.
#include "suite.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/judge/items.h"
#include "grader/judge/judge.h"
#include "grader/base/paths.h"
#include "grader/report/report.h"
#include "grader/judge/reference.h"

// What the fake labs waste: atomic additions, 10 per launch.
#define WASTE METRIC_RED_REQUESTS

static void draw(CaseList *list, int part)
{
    static const int sizes[] = {0, 1, 32, 33, 300};
    for (int i = 0; i < 5; i++) {
        int n = sizes[i];
        Case *c = case_add(list,
                           i < 2      ? CASE_TRIVIAL
                           : n == 300 ? CASE_COUNTED
                                      : 0,
                           part == 2 ? "float" : "int", "n=%d", n);
        c->arg[0] = n;
        int *in = case_buffer(c, BUFFER_in, ELEM_i32, (size_t)n, "in")->data;
        Buffer *out = case_buffer(c, BUFFER_out, part == 2 ? ELEM_f32 : ELEM_i32,
                                  (size_t)(n + 255) / 256, "out");
        for (int k = 0; k < n; k++) {
            in[k] = (int)draw_int(list, 1, 9);
            if (part != 2)
                ((int *)out->want)[k / 256] += in[k];
        }
    }
}

static const Item items[] = {
    {.kind = ITEM_correct, .id = "right", .name = "sums", .points = 5},
    {.kind = ITEM_safe, .id = "safe", .name = "no race", .points = 2},
    {.kind = ITEM_gate,
     .id = "waste",
     .name = "no waste",
     .points = 3,
     .gate = {{WASTE, METRIC_LAUNCHES, "waste", 100, 10, 10, false}}},
    {.name = NULL},
};
static const Item strict[] = {
    {.kind = ITEM_gate,
     .id = "waste",
     .name = "no waste",
     .points = 3,
     .gate = {{WASTE, 0, "waste", 100, 1, 9, false}}},
    {.name = NULL},
};
static const Part parts[] = {
    {.number = 1, .id = "sums", .name = "sums", .slide = "1.1", .items = items},
    {.number = 1, .id = "strict", .name = "strict", .items = strict},
    {.number = 0},
};
static const Lab lab = {
    .name = "04_reduction", .source = "x.cu", .title = "t", .parts = parts, .draw = draw};

static char records[64];

static void setup(void)
{
    strcpy(records, "/tmp/test-judge-XXXXXX");
    close(mkstemp(records));
}

static ItemRecord record[8]; // of the part that was judged last
static char sim[64];

static void teardown(void)
{
    for (int i = 0; i < 8; i++)
        record_free(&record[i]);
    unlink(records);
}

static const char *judge_folder = "labs/x";

// Judges a fake submission against a fake reference, fills record[].
static bool judge_kinds(const Lab *l, const Part *part, const char *kind, const char *reference)
{
    if (strcmp(kind, "hang") == 0) // the only kind that has to wait for the time limit
        setenv("GRADE_TIMEOUT_SCALE", "0.02", 1);
    static Object object, solution;
    snprintf(object.object, sizeof object.object, "%s",
             paths_at("build/tests/fake/kind_%s.so", kind));
    snprintf(solution.object, sizeof solution.object, "%s",
             paths_at("build/tests/fake/kind_%s.so", reference));
    Judge judge = {.lab = l,
                   .object = &object,
                   .reference = &solution,
                   .folder = judge_folder,
                   .seed = 5,
                   .records = records};
    bool all = judge_part(&judge, part);
    int n = 0;
    for (const Item *item = part->items; item->name; item++) {
        record_free(&record[n]);
        record[n++] = record_blank(l, part, item);
    }
    records_read(records, record, n, sim, sizeof sim);
    return all;
}

static size_t drawn; // bytes, before the object was there
static Object made_late;

static bool is_early(void) { return true; }

static void make_now(size_t bytes)
{
    drawn = bytes;
    made_late.state = OBJECT_ready;
}

// Judges while the object is being made: the cases are drawn before.
static bool judge_early(const Part *part, void (*await)(size_t bytes))
{
    static Object solution;
    snprintf(made_late.object, sizeof made_late.object, "%s",
             paths_at("build/tests/fake/kind_right.so"));
    solution = made_late;
    made_late.state = OBJECT_rejected;
    Judge judge = {.lab = &lab,
                   .object = &made_late,
                   .reference = &solution,
                   .folder = judge_folder,
                   .seed = 5,
                   .records = records,
                   .early = is_early,
                   .await = await};
    return judge_part(&judge, part);
}

static const char *status(int i) { return status_name(record[i].status); }
static const char *message(int i) { return record[i].message; }
static int score(int i) { return record_score(&record[i]); }

static bool mentions(int i, const char *words)
{
    const ItemRecord *r = &record[i];
    json_t *all = json_pack("[s,o,o,o,o]", r->message, record_lines(&r->detail),
                            record_lines(&r->output), record_places(&r->where), record_counts(r));
    char *text = json_dumps(all, 0);
    bool found = strstr(text, words) != NULL;
    json_decref(all);
    free(text);
    return found;
}

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
    ck_assert(mentions(0, "predicted 10.0, counted the same"));
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
    Lab asking = asking_with(file, "waste = 1\norder = kernels\n");
    ck_assert(!judge_kinds(&asking, answer_parts, "right", "right"));
    ck_assert(mentions(0, "predicted 1, counted 10"));
    ck_assert(mentions(1, "it is not"));
    ck_assert(mentions(2, "has no line"));
    ck_assert_int_eq(score(0) + score(1) + score(2), 0);
    unlink(file);
    ck_assert(!judge_kinds(&asking, answer_parts, "right", "right"));
    ck_assert(mentions(0, "there is no /tmp/"));
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

// A wrong set says the same, whichever of its answers is wrong.
START_TEST(answers_of_yes_and_no_count_together)
{
    char file[64];
    Lab asking = asking_with(file, sets[_i].answers);
    asking.draw = draw_group;
    judge_kinds(&asking, answer_parts + 2, sets[_i].kind, "right");
    ck_assert_str_eq(status(0), sets[_i].status);
    ck_assert_msg(mentions(0, sets[_i].words), "%s", message(0));
    ck_assert_int_eq(score(0), sets[_i].score);
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

// ---- while the object is being made

static void make_nothing(size_t bytes) { (void)bytes; }

START_TEST(cases_are_drawn_before_the_object_is_made)
{
    ck_assert(judge_early(parts, make_now));
    ck_assert_uint_gt(drawn, 0);
    ck_assert(!judge_early(parts, make_nothing)); // it is rejected after all
}
END_TEST

// ---- without the solution -------------------------------------------

// Judges as in a student release: there are facts, and no solution.
static bool judge_by_facts(const Part *part, uint64_t seed, const ReferenceFacts *facts)
{
    static Object object;
    snprintf(object.object, sizeof object.object, "%s", paths_at("build/tests/fake/kind_right.so"));
    Judge judge = {.lab = &lab,
                   .object = &object,
                   .facts = facts,
                   .folder = judge_folder,
                   .seed = seed,
                   .records = records};
    bool all = judge_part(&judge, part);
    for (int n = 0; part->items[n].name; n++) {
        record_free(&record[n]);
        record[n] = record_blank(&lab, part, &part->items[n]);
    }
    records_read(records, record, 3, sim, sizeof sim);
    return all;
}

START_TEST(facts_stand_for_the_solution)
{
    static Object solution;
    char digest[65], again[65], other[65], problem[1200], file[96];
    snprintf(solution.object, sizeof solution.object, "%s",
             paths_at("build/tests/fake/kind_right.so"));
    Judge judge = {.lab = &lab, .object = &solution, .reference = &solution, .seed = 5};
    ck_assert(judge_reference(&judge, parts, digest, problem, sizeof problem));
    ck_assert(judge_reference(&judge, parts, again, problem, sizeof problem));
    ck_assert_str_eq(digest, again);
    ck_assert(!judge_reference(&judge, &parts[1], other, problem, sizeof problem)); // its gate
    ck_assert(strstr(problem, "gate 9") != NULL);
    ReferenceFacts *facts = reference_facts_new(5), *read;
    reference_facts_add(facts, lab.name, parts[0].id, digest);
    snprintf(file, sizeof file, "%s.facts", records);
    ck_assert(reference_facts_write(facts, file));
    reference_facts_free(facts);
    read = reference_facts_read(file, problem, sizeof problem);
    ck_assert_msg(read != NULL, "%s", problem);
    ck_assert_uint_eq(reference_facts_seed(read), 5);
    ck_assert(judge_by_facts(parts, 5, read));
    ck_assert_int_eq(score(0) + score(1) + score(2), 10);

    // Other cases, another bound, another part: the course is at fault, and no points are lost.
    ck_assert(!judge_by_facts(parts, 6, read));
    ck_assert_str_eq(status(0), "grader_error");
    ck_assert(mentions(0, "are not those that the solution has passed"));
    Item changed[4];
    memcpy(changed, items, sizeof changed);
    changed[2].gate[0].gate = 11;
    Part loose = parts[0];
    loose.items = changed;
    ck_assert(!judge_by_facts(&loose, 5, read));
    ck_assert_str_eq(status(2), "grader_error");
    ck_assert(!judge_by_facts(&parts[1], 5, read));
    ck_assert(mentions(0, "does not have 04_reduction.strict"));
    reference_facts_free(read);
    unlink(file);
}
END_TEST

START_TEST(facts_are_checked)
{
    static const char *const wrong[][2] = {
        {"{", "cannot be read"},
        {"{\"schema\": \"other\", \"course\": \"0\", \"seed\": \"1\", \"parts\": {}}", "form"},
        {"{\"schema\": \"cuda-course-reference/1\", \"course\": \"0.0\", \"seed\": \"1\", "
         "\"parts\": {}}",
         "is of course 0.0"},
        {"{\"schema\": \"cuda-course-reference/1\", \"course\": 1, \"seed\": \"1\"}", "form"},
    };
    char problem[256];
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        FILE *f = fopen(records, "w");
        fputs(wrong[i][0], f);
        fclose(f);
        ck_assert_ptr_null(reference_facts_read(records, problem, sizeof problem));
        ck_assert_msg(strstr(problem, wrong[i][1]) != NULL, "%s", problem);
    }
}
END_TEST

// ---- what comes first -------------------------------------------------------------------------

// Evidence on the cases n=0, 1, 32, 33 and 300, made by hand: `wrong` has the numbers of those that
// are wrong.
static Evidence *made_evidence(const char *wrong)
{
    CaseList *list = cases_new("x", 1, 5);
    draw(list, 1);
    Evidence *e = calloc(1, sizeof *e);
    e->list = list;
    e->verdict = calloc((size_t)list->count, sizeof *e->verdict);
    e->proven = true;
    for (; *wrong; wrong++) {
        e->verdict[*wrong - '0'].state = CASE_wrong;
        strcpy(e->verdict[*wrong - '0'].message, "got 1, want 2");
    }
    return e;
}

static void judge_made(Evidence *e)
{
    record_free(&record[0]);
    record[0] = record_blank(&lab, parts, &items[0]);
    item_correct(e, "labs/x", &record[0]);
}

static void free_made(Evidence *e)
{
    CaseList *list = (CaseList *)e->list;
    evidence_free(e);
    cases_free(list);
}

START_TEST(the_smallest_failing_case_is_shown)
{
    Evidence *e = made_evidence("432");
    judge_made(e);
    ck_assert_str_eq(message(0), "int n=32: got 1, want 2");
    ck_assert_msg(mentions(0, "3 of 5 cases fail; besides: n=33, n=300"), "%s", message(0));
    free_made(e);
    e = made_evidence("14"); // n=1 proves nothing
    judge_made(e);
    ck_assert_str_eq(message(0), "int n=300: got 1, want 2");
    free_made(e);
}
END_TEST

static const struct {
    const char *said[3]; // of three failing cases: a letter for each sentence
    const char *shown;
} votes[] = {
    {{"a", "a", "a"}, "a"}, {{"ab", "ba", "b"}, "b"}, {{"ab", "ab", "ab"}, "a"},
    {{"a", "a", ""}, ""},   {{"a", "b", "a"}, ""},    {{"", "a", "a"}, ""},
};

START_TEST(a_diagnosis_is_true_of_every_failing_case)
{
    static const char *const sentences[] = {"sentence a", "sentence b"};
    Evidence *e = made_evidence("234");
    for (int i = 0; i < 3; i++)
        for (const char *said = votes[_i].said[i]; *said; said++)
            diagnoses_add(&e->verdict[2 + i].diagnoses, sentences[*said - 'a']);
    judge_made(e);
    for (int k = 0; k < 2; k++)
        ck_assert_int_eq(mentions(0, sentences[k]), *votes[_i].shown == 'a' + k);
    free_made(e);
}
END_TEST

static void find_mistake(Evidence *e, CheckTool tool, Cause cause, int number, int launch)
{
    SimFinding finding = {.tool = tool,
                          .severity = SEVERITY_error,
                          .cause = cause,
                          .kind = "",
                          .message = (char *)cause_rows[cause].name,
                          .count = 1,
                          .place = {"x.cu", 10 + (int)cause}};
    mistakes_add(&e->mistakes, &finding, &(FoundAt){number, launch, "case", "in order"});
}

START_TEST(a_finding_comes_before_a_guess)
{
    Evidence *e = made_evidence("34");
    diagnoses_add(&e->verdict[3].diagnoses, "sentence");
    diagnoses_add(&e->verdict[4].diagnoses, "sentence");
    find_mistake(e, TOOL_memcheck, CAUSE_leak, 4, 0); // it explains nothing
    judge_made(e);
    ck_assert_str_eq(message(0), "int n=33: got 1, want 2");
    find_mistake(e, TOOL_racecheck, CAUSE_race_shared, 4, 0);
    judge_made(e);
    ck_assert_str_eq(message(0), "racecheck: race_shared");
    ck_assert_str_eq(record[0].detail.line[0], "int n=300: got 1, want 2"); // where it was found
    ck_assert_int_eq(record[0].where.place[0].line, 10 + CAUSE_race_shared);
    ck_assert_int_eq(record[0].cause, CAUSE_race_shared);
    ck_assert_str_eq(status(0), "fail");
    ck_assert(mentions(0, "sentence")); // it is true of both cases
    free_made(e);
}
END_TEST

// Found in a case of which nothing is wrong, it is still more than a guess; where the host has
// computed a result, that is proven already.
START_TEST(which_finding_is_the_reason)
{
    Evidence *e = made_evidence("3");
    find_mistake(e, TOOL_initcheck, CAUSE_uninitialised_global, 4, 0);
    judge_made(e);
    ck_assert_str_eq(message(0), "initcheck: uninitialised_global");
    find_mistake(e, TOOL_memcheck, CAUSE_out_of_bounds, 3, 0);
    judge_made(e);
    ck_assert_str_eq(message(0), "memcheck: out_of_bounds");
    e->verdict[3].state = CASE_host;
    judge_made(e);
    ck_assert_str_eq(message(0), "int n=33: got 1, want 2");
    free_made(e);
}
END_TEST

// Only weak memory shows that a fence is missing: it is no reason for what is wrong without it.
START_TEST(a_missing_fence_explains_no_clean_run)
{
    Evidence *e = made_evidence("3");
    find_mistake(e, TOOL_racecheck, CAUSE_missing_fence, 3, 0);
    e->verdict[3].schedule = 2;
    judge_made(e);
    ck_assert_str_eq(message(0), "racecheck: missing_fence");
    e->verdict[3].schedule = 0;
    judge_made(e);
    ck_assert_str_eq(message(0), "int n=33: got 1, want 2");
    free_made(e);
}
END_TEST

START_TEST(a_seed_gives_the_same_cases)
{
    CaseList *a = cases_new("x", 1, 7), *b = cases_new("x", 1, 7), *c = cases_new("x", 2, 7);
    uint64_t first = draw_bits(a);
    ck_assert_uint_eq(first, draw_bits(b));
    ck_assert_uint_ne(first, draw_bits(c));
    for (int i = 0; i < 1000; i++) {
        int64_t v = draw_int(a, -3, 3);
        ck_assert(v >= -3 && v <= 3);
        double r = draw_real(a, 2, 4);
        ck_assert(r >= 2 && r < 4);
    }
    cases_free(a);
    cases_free(b);
    cases_free(c);
}
END_TEST

SUITE(s)
{
    TCase *t = TESTS(
        s, "judge", right_output_earns_all_points, wrong_element_names_its_writer, nan_is_wrong,
        answers_are_compared_with_counts, wrong_and_missing_answers_are_reported,
        an_answer_in_words_must_be_a_number, an_experiment_of_the_reference_must_show_its_answers,
        a_part_on_the_host_needs_no_kernel, a_divisor_that_is_zero, no_case_for_the_checkers,
        thousands_of_mistakes, race_costs_the_safe_item_alone, gate_shows_numbers_and_line,
        gates_hold_in_the_checked_run, wrong_reference_costs_no_points,
        cases_are_drawn_before_the_object_is_made, facts_stand_for_the_solution, facts_are_checked,
        the_smallest_failing_case_is_shown, a_finding_comes_before_a_guess,
        which_finding_is_the_reason, a_missing_fence_explains_no_clean_run,
        a_seed_gives_the_same_cases);
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_loop_test(t, mistake_names_its_line, 0, sizeof verdicts / sizeof *verdicts);
    tcase_add_loop_test(t, answers_of_yes_and_no_count_together, 0, sizeof sets / sizeof *sets);
    tcase_add_loop_test(t, a_diagnosis_is_true_of_every_failing_case, 0,
                        sizeof votes / sizeof *votes);
}
