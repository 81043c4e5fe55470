// test_look_choice.c - what `make look` chooses and what it puts into the page, with fake
// submissions.
#include "suite.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/attempts/look.h"
#include "grader/base/files.h"
#include "grader/base/paths.h"

static bool all_trivial; // no case proves anything

static void draw(CaseList *list, int part)
{
    static const int sizes[] = {0, 1, 32, 33, 300, 600};
    (void)part;
    for (int i = 0; i < 6; i++) {
        int n = sizes[i];
        Case *c = case_add(
            list, (i < 2 || all_trivial ? CASE_TRIVIAL : 0) | (n == 300 ? CASE_COUNTED : 0), "int",
            "n=%d", n);
        c->arg[0] = n;
        int *in = case_buffer(c, BUFFER_in, ELEM_i32, (size_t)n, "in")->data;
        Buffer *out = case_buffer(c, BUFFER_out, ELEM_i32, (size_t)(n + 255) / 256, "out");
        for (int k = 0; k < n; k++)
            ((int *)out->want)[k / 256] += in[k] = (int)draw_int(list, 1, 9);
    }
}

static const Item items[] = {
    {.kind = ITEM_correct, .id = "right", .name = "sums", .points = 5},
    {.kind = ITEM_safe, .id = "safe", .name = "no race", .points = 2},
    {.kind = ITEM_answer,
     .id = "launches",
     .name = "launches",
     .points = 1,
     .gate = {{.metric = METRIC_LAUNCHES, .label = "launches", .good = 1}}},
    {.name = NULL},
};
static const Part parts[] = {
    {.number = 1, .id = "sums", .name = "sums", .items = items},
    {.number = 0},
};
static const Lab lab = {.name = "04_reduction",
                        .source = "x.cu",
                        .title = "t",
                        .parts = parts,
                        .draw = draw,
                        .answers = "answers.txt"};

static Selected selected;
static LookOrder order;
static Looking look;

// Runs the part of a fake submission, and chooses the case to show (`number` -1: the best one).
static void look_at(const char *kind, int number)
{
    selected = (Selected){.lab = &lab, .folder = "labs/04_reduction"};
    snprintf(selected.object->object, sizeof selected.object->object, "%s",
             paths_at("build/tests/fake/kind_%s.so", kind));
    snprintf(selected.reference->object, sizeof selected.reference->object, "%s",
             paths_at("build/tests/fake/kind_right.so"));
    snprintf(selected.object->source, sizeof selected.object->source, "labs/04_reduction/x.cu");
    snprintf(selected.reference->source, sizeof selected.reference->source,
             "solutions/04_reduction/x.cu");
    selected.object->name = selected.reference->name = "x.cu";
    order = (LookOrder){
        .selected = &selected, .part = parts, .seed = 5, .lib = paths_lib(), .page = ""};
    look = (Looking){.order = &order, .list = cases_new(lab.name, 1, order.seed)};
    draw(look.list, 1);
    look.setup = (EvidenceSetup){.lib = order.lib,
                                 .object = selected.object->object,
                                 .folder = selected.folder,
                                 .lab = &lab,
                                 .part = parts,
                                 .seed = order.seed};
    look.evidence = evidence_gather(&look.setup, look.list);
    ck_assert_msg(!look.evidence->broken[0], "%s", look.evidence->broken);
    look.choice = choice_of_case(look.evidence, &look.setup, number);
}

static void end_look(void)
{
    evidence_free(look.evidence);
    cases_free(look.list);
}

static const char *chosen(void) { return look.list->cases[look.choice.number]->name; }

static json_t *document_of(const char *kind, int number)
{
    char why[256];
    look_at(kind, number);
    json_t *document = look_document(&look, why, sizeof why);
    ck_assert_msg(document != NULL, "%s", why);
    return document;
}

// "result.buffers.0.name"
static json_t *at(json_t *document, const char *path)
{
    char words[256];
    snprintf(words, sizeof words, "%s", path);
    for (char *word = strtok(words, "."); word; word = strtok(NULL, "."))
        document = json_is_array(document) ? json_array_get(document, (size_t)atoi(word))
                                           : json_object_get(document, word);
    return document;
}

static const char *text_at(json_t *document, const char *path)
{
    const char *text = json_string_value(at(document, path));
    return text ? text : "(no text)";
}

static long long number_at(json_t *document, const char *path)
{
    ck_assert_msg(json_is_integer(at(document, path)), "no number at %s", path);
    return json_integer_value(at(document, path));
}

// ---- the case ---------------------------------------------------------------------------------

START_TEST(the_smallest_failing_case)
{
    look_at("wrong", -1);
    ck_assert_str_eq(chosen(), "n=33");
    ck_assert_str_eq(look.choice.schedule.name, "in order");
    end_look();
}
END_TEST

START_TEST(a_case_that_the_checkers_blame)
{
    look_at("race", -1);
    ck_assert_str_eq(chosen(), "n=32"); // the smaller ones prove nothing
    ck_assert(look.choice.schedule.checked);
    end_look();
}
END_TEST

START_TEST(few_blocks_where_all_is_right)
{
    look_at("right", -1);
    ck_assert_str_eq(chosen(), "n=600"); // the fake launches two blocks for every n
    ck_assert_str_eq(look.choice.why, "a case of few blocks");
    end_look();
}
END_TEST

START_TEST(trivial_cases_show_blocks_too)
{
    all_trivial = true;
    look_at("right", -1);
    all_trivial = false;
    ck_assert_str_eq(chosen(), "n=600");
    ck_assert_str_eq(look.choice.why, "a case of few blocks");
    end_look();
}
END_TEST

START_TEST(cases_by_name_and_number)
{
    look_at("right", -1);
    ck_assert_int_eq(choice_case_named(look.list, "n=33"), 3);
    ck_assert_int_eq(choice_case_named(look.list, "int n=33"), 3);
    ck_assert_int_eq(choice_case_named(look.list, "1"), 0);
    ck_assert_int_eq(choice_case_named(look.list, "6"), 5);
    ck_assert_int_eq(choice_case_named(look.list, "7"), -1);
    ck_assert_int_eq(choice_case_named(look.list, "0"), -1);
    ck_assert_int_eq(choice_case_named(look.list, "n=3"), -1);
    ck_assert_int_eq(choice_case_named(look.list, ""), -1);
    end_look();
}
END_TEST

START_TEST(a_finding_by_its_number)
{
    look_at("race", -1);
    int first = choice_mistake(look.evidence, 1);
    ck_assert_int_ge(first, 0);
    ck_assert_int_eq(choice_mistake(look.evidence, 1000), -1);
    LookChoice choice = choice_of_finding(look.evidence, &look.setup, first);
    ck_assert_str_eq(choice.schedule.name, look.evidence->mistakes.mistake[first].schedule);
    ck_assert(mistake_is_in(&look.evidence->mistakes.mistake[first], choice.number));
    end_look();
}
END_TEST

// ---- the document -----------------------------------------------------------------------------

START_TEST(two_runs_side_by_side)
{
    json_t *document = document_of("right", 4);
    ck_assert_int_eq(number_at(document, "look"), 1);
    ck_assert_str_eq(text_at(document, "title"), "04_reduction, part 1: int n=300");
    ck_assert_str_eq(text_at(document, "runs.0.name"), "yours");
    ck_assert_str_eq(text_at(document, "runs.1.name"), "reference");
    ck_assert_uint_eq(json_array_size(at(document, "runs")), 2);
    ck_assert_uint_eq(json_array_size(at(document, "runs.0.launches")), 1);
    ck_assert(json_equal(at(document, "runs.0.metrics"), at(document, "runs.1.metrics")));
    ck_assert_str_eq(text_at(document, "verdict.0.status"), "pass");
    ck_assert(json_is_true(at(document, "result.right")));
    json_decref(document);
    end_look();
}
END_TEST

START_TEST(wrong_elements_and_their_writers)
{
    json_t *document = document_of("wrong", -1);
    ck_assert(json_is_false(at(document, "result.right")));
    ck_assert_str_eq(text_at(document, "result.case"), "int n=33");
    ck_assert_int_eq(number_at(document, "result.buffers.0.wrong.0.0"), 0);
    ck_assert_int_eq(number_at(document, "result.buffers.0.wrong.0.1"), 1);
    ck_assert_int_eq(number_at(document, "result.buffers.0.wrong_count"), 1);
    ck_assert_ptr_null(at(document, "result.buffers.0.width")); // it is no matrix
    ck_assert_int_eq(number_at(document, "result.buffers.0.shown.0.writer.line"), 21);
    ck_assert_int_eq(number_at(document, "result.buffers.0.shown.0.writer.thread.0"), 0);
    json_decref(document);
    end_look();
}
END_TEST

START_TEST(elements_that_nobody_wrote)
{
    json_t *document = document_of("unwritten", 5);
    ck_assert_str_eq(text_at(document, "result.buffers.0.shown.2.got"), "nothing");
    ck_assert_str_eq(text_at(document, "result.buffers.0.shown.2.writer"), "never");
    json_decref(document);
    end_look();
}
END_TEST

// The machine writes its recording, however the submission's process ends.
START_TEST(programs_that_die)
{
    static const char *const kinds[] = {"crash", "exit0", "check", "sticky", "forge"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        json_t *document = document_of(kinds[i], 3);
        ck_assert_msg(json_is_array(at(document, "runs.0.launches")), "%s", kinds[i]);
        ck_assert(json_is_array(at(document, "verdict")));
        json_decref(document);
        end_look();
    }
}
END_TEST

START_TEST(findings_are_in_the_run)
{
    json_t *document = document_of("race", -1);
    ck_assert_str_eq(text_at(document, "runs.0.findings.0.tool"), "racecheck");
    ck_assert_uint_eq(json_array_size(at(document, "runs.1.findings")), 0);
    json_decref(document);
    end_look();
}
END_TEST

START_TEST(answers_to_questions_stay_secret)
{
    look_at("wrong", 3);
    look.list->cases[3]->flags |= CASE_QUESTION;
    char why[256];
    json_t *document = look_document(&look, why, sizeof why);
    ck_assert_ptr_nonnull(document);
    ck_assert_ptr_null(at(document, "result"));
    json_decref(document);
    end_look();
}
END_TEST

START_TEST(a_release_has_no_reference)
{
    char why[256];
    look_at("right", 3);
    selected.reference->object[0] = 0;
    json_t *document = look_document(&look, why, sizeof why);
    ck_assert_uint_eq(json_array_size(at(document, "runs")), 1);
    json_decref(document);
    end_look();
}
END_TEST

START_TEST(no_reference_no_second_run)
{
    char why[256];
    look_at("right", 3);
    selected.reference->state = OBJECT_missing;
    json_t *document = look_document(&look, why, sizeof why);
    ck_assert_uint_eq(json_array_size(at(document, "runs")), 1);
    json_decref(document);
    end_look();
}
END_TEST

// ---- the attempt before -------------------------------------------------------------------------

#define SNAPSHOT_A "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
#define SNAPSHOT_B "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"

#define ATTEMPT(number, snapshot) \
    "{\"attempt\":" #number ",\"when\":1,\"key\":\"k\",\"snapshot\":\"" snapshot "\",\"score\":1," \
    "\"max_score\":2,\"status\":\"fail\",\"items\":[]}\n"

static void put_file(const char *name, const char *text)
{
    file_make_folders(paths_at("%s", name));
    ck_assert(file_write(paths_at("%s", name), text, strlen(text)));
}

// The document of a right submission, whose history is `attempts`; the snapshot A is still there.
static json_t *document_after(const char *attempts)
{
    char root[] = "/tmp/test-look-XXXXXX", right[PATH_MAX], runner[PATH_MAX], why[256];
    char command[2 * PATH_MAX];
    look_at("right", 4);
    snprintf(right, sizeof right, "%s", paths_at("build/tests/fake/kind_right.so"));
    ck_assert_ptr_nonnull(mkdtemp(root));
    snprintf(runner, sizeof runner, "%s", paths_runner());
    paths_set(root, runner, NULL);
    put_file(".history/04_reduction/part1.jsonl", attempts);
    put_file("objects/" SNAPSHOT_A "/log", "");
    snprintf(command, sizeof command, "cp \"%s\" \"%s\"", right,
             paths_at("objects/" SNAPSHOT_A "/object.so"));
    ck_assert_int_eq(system(command), 0);
    snprintf(selected.object->place, sizeof selected.object->place, "%s/objects", root);
    snprintf(selected.object->folder, sizeof selected.object->folder, "%s/objects/" SNAPSHOT_B,
             root);
    order.own = true;
    json_t *document = look_document(&look, why, sizeof why);
    ck_assert_msg(document != NULL, "%s", why);
    snprintf(command, sizeof command, "rm -r %s", root);
    ck_assert_int_eq(system(command), 0);
    end_look();
    return document;
}

START_TEST(the_attempt_before_runs_the_same_case)
{
    json_t *document =
        document_after(ATTEMPT(1, SNAPSHOT_A) ATTEMPT(2, "gone") ATTEMPT(3, SNAPSHOT_B));
    ck_assert_str_eq(text_at(document, "runs.2.name"), "before");
    ck_assert_int_eq(number_at(document, "runs.2.attempt"), 1);
    ck_assert_uint_gt(json_object_size(at(document, "runs.2.metrics")), 0);
    ck_assert_double_eq_tol(json_number_value(at(document, "runs.2.us")),
                            json_number_value(at(document, "runs.0.launches.0.us")), 0.01);
    const char *name;
    json_t *value;
    json_object_foreach(at(document, "runs.0.metrics"), name, value)
        ck_assert_msg(json_number_value(json_object_get(at(document, "runs.2.metrics"), name)) ==
                          json_number_value(value),
                      "%s", name);
    json_decref(document);
}
END_TEST

START_TEST(no_attempt_before)
{
    json_t *document = document_after(ATTEMPT(1, SNAPSHOT_B) ATTEMPT(2, "../../../etc"));
    ck_assert_uint_eq(json_array_size(at(document, "runs")), 2);
    json_decref(document);
}
END_TEST

// ---- sources ----------------------------------------------------------------------------------

// A recording that names `a` as source 0 and `b` as source 1.
static json_t *recording_of(const char *a, const char *b)
{
    return json_pack("{s:[{s:s},{s:s}],s:[{s:[{s:i,s:i},{s:i,s:{s:i}}]}]}", "sources", "file", a,
                     "file", b, "runs", "lines", "source", 0, "line", 1, "source", 1, "other",
                     "source", 1);
}

static Object own_object(const char *folder)
{
    Object object = {.lab = &lab, .name = "x.cu"};
    snprintf(object.source, sizeof object.source, "labs/04_reduction/x.cu");
    snprintf(object.folder, sizeof object.folder, "%s", folder);
    return object;
}

START_TEST(texts_come_from_the_snapshot)
{
    char folder[] = "/tmp/test-look-XXXXXX", path[64];
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/x.cu", folder);
    const char *text = "#line 1 \"labs/04_reduction/x.cu\"\nfirst </script>\n\033second\n";
    file_write(path, text, strlen(text));
    Object object = own_object(folder);
    json_t *recording = recording_of("x.cu", "/etc/passwd");
    sources_fill(recording, &object, "labs/04_reduction");
    ck_assert_str_eq(text_at(recording, "sources.0.file"), "labs/04_reduction/x.cu");
    ck_assert_str_eq(text_at(recording, "sources.0.text"), "first </script>\n\\x1bsecond\n");
    ck_assert_str_eq(text_at(recording, "sources.1.text"), ""); // no file of somebody else
    ck_assert_int_eq(number_at(recording, "runs.0.file"), 0);
    json_decref(recording);
    unlink(path);
    rmdir(folder);
}
END_TEST

START_TEST(only_files_of_the_submission_and_of_common)
{
    Object object = own_object("/nosuch");
    json_t *recording = recording_of("common/../README.md", "common/lab.h");
    sources_fill(recording, &object, "labs/04_reduction");
    ck_assert_str_eq(text_at(recording, "sources.0.text"), "");
    ck_assert_ptr_nonnull(strstr(text_at(recording, "sources.1.text"), "CUDA_CHECK"));
    json_decref(recording);
}
END_TEST

START_TEST(one_file_with_two_names)
{
    Object object = own_object("/nosuch");
    json_t *recording = recording_of("x.cu", "labs/04_reduction/x.cu");
    sources_fill(recording, &object, "labs/04_reduction");
    ck_assert_uint_eq(json_array_size(at(recording, "sources")), 1);
    ck_assert_int_eq(number_at(recording, "runs.0.lines.1.source"), 0);
    ck_assert_int_eq(number_at(recording, "runs.0.lines.1.other.source"), 0);
    json_decref(recording);
}
END_TEST

START_TEST(sources_of_two_recordings)
{
    json_t *document = recording_of("a.cu", "b.cu"), *more = recording_of("c.cu", "a.cu");
    json_object_set_new(at(more, "runs.0"), "file", json_integer(0));
    sources_merge(document, more, "reference");
    ck_assert_uint_eq(json_array_size(at(document, "sources")), 3);
    ck_assert_str_eq(text_at(document, "sources.2.file"), "c.cu");
    ck_assert_int_eq(number_at(document, "runs.1.file"), 2);
    ck_assert_int_eq(number_at(document, "runs.1.lines.0.source"), 2);
    ck_assert_int_eq(number_at(document, "runs.1.lines.1.source"), 0);
    ck_assert_int_eq(number_at(document, "runs.0.lines.1.source"), 1);
    ck_assert_str_eq(text_at(document, "runs.1.name"), "reference");
    json_decref(document);
    json_decref(more);
}
END_TEST

START_TEST(sources_that_are_no_numbers_of_files)
{
    json_t *document = recording_of("a.cu", "b.cu"), *more = recording_of("c.cu", "a.cu");
    json_object_set_new(at(more, "runs.0.lines.0"), "source", json_integer(77));
    json_object_set_new(at(more, "runs.0.lines.1"), "source", json_string("x"));
    sources_merge(document, more, "reference");
    ck_assert_int_eq(number_at(document, "runs.1.lines.0.source"), 77);
    ck_assert_str_eq(text_at(document, "runs.1.lines.1.source"), "x");
    json_decref(document);
    json_decref(more);
}
END_TEST

// ---- predictions --------------------------------------------------------------------------------

// The answers of a submission in a folder of its own; the value that the page shows as counted, or
// -1.
static double counted_beside(const char *answers)
{
    char folder[] = "/tmp/test-look-XXXXXX", path[64];
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/answers.txt", folder);
    file_write(path, answers, strlen(answers));
    look_at("right", -1);
    snprintf(selected.folder, sizeof selected.folder, "%s", folder);
    json_t *all = predictions_json(&order, look.evidence);
    const json_t *counted = at(all, "0.counted");
    double value = counted ? json_number_value(counted) : -1;
    json_decref(all);
    end_look();
    unlink(path);
    rmdir(folder);
    return value;
}

START_TEST(counts_are_shown_beside_predictions)
{
    ck_assert_double_eq(counted_beside("launches = 7\n"), 1);
    ck_assert_double_eq(counted_beside("launches = ?\n"), -1);
    ck_assert_double_eq(counted_beside("launches = many\n"), -1);
    ck_assert_double_eq(counted_beside("other = 1\n"), -1);
}
END_TEST

SUITE(s)
{
    TESTS(s, "look choice", the_smallest_failing_case, a_case_that_the_checkers_blame,
          few_blocks_where_all_is_right, trivial_cases_show_blocks_too, cases_by_name_and_number,
          a_finding_by_its_number, two_runs_side_by_side, wrong_elements_and_their_writers,
          elements_that_nobody_wrote, programs_that_die, findings_are_in_the_run,
          answers_to_questions_stay_secret, a_release_has_no_reference, no_reference_no_second_run,
          the_attempt_before_runs_the_same_case, no_attempt_before, texts_come_from_the_snapshot,
          only_files_of_the_submission_and_of_common, one_file_with_two_names,
          sources_of_two_recordings, sources_that_are_no_numbers_of_files,
          counts_are_shown_beside_predictions);
}
