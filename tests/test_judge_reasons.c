// test_judge_reasons.c - what the judge says first of several mistakes; and a judge that has no
// solution, or that draws its cases before the object is there.
#include "judged.h"

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
    char digest[FACT_SIZE], again[FACT_SIZE], other[FACT_SIZE], problem[1200], file[96];
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
    ck_assert_msg(mentions(0, "3 of 5 cases fail; also: n=33, n=300"), "%s", message(0));
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
                          .place = {"x.cu", 10 + (int)cause},
                          .caller = {"x.cu", 90}};
    mistakes_add(&e->mistakes, &finding, &(FoundAt){number, launch, "case", "in order", true});
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
    ck_assert_int_eq(record[0].where.place[1].line, 90);
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
    e->verdict[3].by_delays = true;
    judge_made(e);
    ck_assert_str_eq(message(0), "racecheck: missing_fence");
    find_mistake(e, TOOL_racecheck, CAUSE_race_grid, 3, 1); // in a later launch
    judge_made(e);
    ck_assert_str_eq(message(0), "racecheck: race_grid");
    e->mistakes.mistake[1].strong = false; // only loads of older values make it
    judge_made(e);
    ck_assert_str_eq(message(0), "racecheck: missing_fence");
    mistakes_confirm(&e->mistakes, &e->mistakes.mistake[1].finding);
    judge_made(e);
    ck_assert_str_eq(message(0), "racecheck: race_grid");
    e->mistakes.count--;
    e->verdict[3].by_delays = false;
    e->verdict[3].schedule = 2;
    judge_made(e);
    ck_assert_str_eq(message(0), "int n=33: got 1, want 2");
    ck_assert(mentions(0, "blocks pass values"));
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

// Known values: two words of ChaCha12's first block under the key 0; and a key is a digest.
START_TEST(numbers_are_those_of_chacha)
{
    KeyStream s = {.used = KEYSTREAM_WORDS}, other;
    ck_assert_uint_eq(keystream_word(&s), 0x6a9af49b);
    for (int l = 1; l < KEYSTREAM_LANES; l++)
        keystream_word(&s);
    ck_assert_uint_eq(keystream_word(&s), 0x53f95507);
    keystream_begin(&s, "abc");
    keystream_begin(&other, "abd");
    ck_assert_uint_eq(s.key[0], 0xba7816bf);
    ck_assert_uint_ne(keystream_word(&s), keystream_word(&other));
}
END_TEST

SUITE(s)
{
    TCase *t =
        TESTS(s, "judge", cases_are_drawn_before_the_object_is_made, facts_stand_for_the_solution,
              facts_are_checked, the_smallest_failing_case_is_shown, a_finding_comes_before_a_guess,
              which_finding_is_the_reason, a_missing_fence_explains_no_clean_run,
              a_seed_gives_the_same_cases, numbers_are_those_of_chacha);
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_loop_test(t, a_diagnosis_is_true_of_every_failing_case, 0,
                        sizeof votes / sizeof *votes);
}
