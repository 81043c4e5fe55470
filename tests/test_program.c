// test_program.c - whole programs: their arguments, what they print, how they end, calls that are
// made to fail, the bytes that pass between host and device, and the verdict on all of it.
#include "suite.h"

#include <stdlib.h>
#include <string.h>

#include "common/cudasim/both/api.h"
#include "common/cudasim/cudasim.h"
#include "common/cudasim/machine.h"
#include "grader/judge/case_verdict.h"
#include "grader/judge/compare.h"
#include "grader/judge/evidence.h"

// ---- arguments ------------------------------------------------------------------------------

static const struct {
    const char *text, *bytes;
    size_t size;
} argument_rows[] = {
    {"", "", 0},
    {"5", "5\0", 2},
    {"5 6", "5\0006\0", 4},
    {"''", "\0", 1},
    {" a  '' b ", "a\0\0b\0", 5},
};

START_TEST(arguments_are_split)
{
    CaseList *list = cases_new("01_patterns", 9, 1);
    const Case *c = case_program(list, 0, "arguments", argument_rows[_i].text);
    ck_assert_uint_eq(c->buffer[0].count, argument_rows[_i].size);
    ck_assert(!argument_rows[_i].size ||
              !memcmp(c->buffer[0].data, argument_rows[_i].bytes, argument_rows[_i].size));
    ck_assert(c->program->refuses && !case_proves(c));
    cases_free(list);
}
END_TEST

START_TEST(a_case_has_a_file)
{
    CaseList *list = cases_new("04_reduction", 8, 1);
    Case *c = case_program(list, 0, "sums", PROGRAM_FILE);
    program_file(c, "1 2");
    ck_assert_int_eq(c->buffers, 2);
    ck_assert(c->buffer[1].place == PLACE_host && c->buffer[1].count == 3);
    ck_assert(!memcmp(c->buffer[1].data, "1 2", 3));
    program_fails(c, FAILS_alloc, 2);
    ck_assert_str_eq(c->name, "program " PROGRAM_FILE ", allocation 2 fails");
    cases_free(list);
}
END_TEST

START_TEST(text_has_numbers)
{
    const int64_t number[] = {1, 0};
    CaseList *list = cases_new("06_sort", 9, 1);
    Case *c = case_program(list, 0, "sorts", PROGRAM_FILE);
    program_prints_text(c, "-7 b\n5 a\n", number, 2);
    ck_assert_str_eq(c->program->prints, "-7 b\n5 a\n");
    ck_assert(!c->program->refuses && c->program->count == 2 && c->program->number[0] == 1);
    cases_free(list);
}
END_TEST

// ---- what is printed ------------------------------------------------------------------------

static const struct {
    const char *printed, *expected, *why; // NULL: it is right
} printed_rows[] = {
    {"1\n4\n", "1\n4\n", NULL},
    {"  1 4", "1\n4\n", NULL},
    {"", "", NULL},
    {"", "1\n", "it printed nothing on standard output (what kernels print does not count)"},
    {"\n \n", "1\n", "it printed nothing on standard output (what kernels print does not count)"},
    {"1\n5\n", "1\n4\n", "line 2: got '5', want '4'"},
    {"1\n\n40\n", "1\n4\n", "line 3: got '40', want '4'"},
    {"1\n", "1\n4\n", "the output ends in line 2, want '4' there"},
    {"1\n4\n9", "1\n4\n", "line 3: got '9', and the output should end before it"},
    {"x", "", "line 1: got 'x', and the output should end before it"},
};

START_TEST(printed_words_are_compared)
{
    char why[200] = "";
    bool right =
        compare_printed(printed_rows[_i].printed, printed_rows[_i].expected, why, sizeof why);
    ck_assert_int_eq(right, !printed_rows[_i].why);
    ck_assert_str_eq(why, printed_rows[_i].why ? printed_rows[_i].why : "");
}
END_TEST

START_TEST(long_words_are_cut)
{
    char word[PRINTED_WORD], long_word[300], why[200];
    memset(long_word, 'x', sizeof long_word - 1);
    long_word[sizeof long_word - 1] = 0;
    ck_assert(printed_begins(long_word, word));
    ck_assert_uint_eq(strlen(word), PRINTED_WORD - 1);
    ck_assert(!compare_printed(long_word, "1", why, sizeof why));
}
END_TEST

// ---- the verdict ----------------------------------------------------------------------------

static const int32_t squares[] = {1, 4, 9}, numbers[] = {1, 2, 3};
static const double floats[] = {1, 4, 9};
#define BYTES(array) (const char *)(array), sizeof(array)

static const struct {
    bool refuses;
    int status, launches;
    const char *printed, *said, *failed;
    bool went_on;
    const char *received;
    size_t nreceived;
    const char *sent;
    size_t nsent;
    CaseState state;
    const char *words;
} verdict_rows[] = {
    // All is well.
    {false, 0, 1, "1 4 9", "", "", false, BYTES(squares), BYTES(numbers), CASE_right, ""},
    {false, 0, 1, "1 4 9", "a remark", "", false, BYTES(floats), BYTES(numbers), CASE_right, ""},
    {false, 3, 1, "1 4 9", "why", "", false, BYTES(squares), "", 0, CASE_wrong, "status 3, want 0"},
    {false, 0, 1, "1 4 8", "", "", false, BYTES(squares), "", 0, CASE_wrong, "got '8', want '9'"},
    {false, 0, 0, "", "", "", false, "", 0, "", 0, CASE_idle, "no kernel was launched"},
    {false, 0, 0, "1 4 9", "", "", false, BYTES(squares), "", 0, CASE_host,
     "no kernel was launched"},
    {false, 0, 1, "1 4 9", "", "", false, BYTES(numbers), "", 0, CASE_host, "did not come back"},
    {false, 0, 1, "1 4 9", "", "", false, BYTES(squares), BYTES(squares), CASE_host, "copied them"},
    {false, 0, 1, "1 4 9", "", "", false, BYTES(squares), BYTES(floats), CASE_host, "copied them"},
    // Bad arguments.
    {true, 2, 0, "", "usage", "", false, "", 0, "", 0, CASE_right, ""},
    {true, 0, 0, "", "usage", "", false, "", 0, "", 0, CASE_wrong, "ended with status 0"},
    {true, 2, 0, "usage", "", "", false, "", 0, "", 0, CASE_wrong, "'usage' is on standard output"},
    {true, 2, 0, "", " \n", "", false, "", 0, "", 0, CASE_wrong, "no message on standard error"},
    // A call has failed.
    {false, 1, 0, "", "no memory", "cudaMalloc", false, "", 0, "", 0, CASE_right, ""},
    {false, 0, 0, "", "no memory", "cudaMalloc", false, "", 0, "", 0, CASE_wrong,
     "as if all were well"},
    {false, 0, 1, "1 4 9", "", "cudaMemcpy", false, BYTES(squares), "", 0, CASE_wrong, "as if all"},
    {false, 1, 1, "", "error", "cudaMalloc", true, "", 0, "", 0, CASE_wrong, "launched a kernel"},
    {false, 1, 0, "0", "error", "cudaMalloc", false, "", 0, "", 0, CASE_wrong,
     "'0' is on standard"},
};

static char *text_of(const char *bytes, size_t n)
{
    char *text = calloc(n + 1, 1);
    memcpy(text, bytes, n);
    return text;
}

START_TEST(verdicts)
{
    typeof(&verdict_rows[0]) row = &verdict_rows[_i];
    int64_t wanted[] = {1, 4, 9};
    Lab lab = {.name = "01_patterns"};
    Part part = {.number = 9, .file = FILE_program};
    RunFacts run = {.lab = &lab, .part = &part, .folder = "labs/01_patterns"};
    CaseList *list = cases_new("01_patterns", 9, 1);
    Case *c = case_program(list, 0, "prints", "3");
    if (!row->refuses)
        program_prints(c, wanted, 3);
    Result result = {.kind = RESULT_finished, .status = row->status};
    SimLaunch launch = {.blocks = 1};
    for (int i = 0; i < row->launches; i++)
        launches_append(&result.launches, launch);
    result.text[TEXT_printed] = text_of(row->printed, strlen(row->printed));
    result.text[TEXT_complained] = text_of(row->said, strlen(row->said));
    result.text[TEXT_received] =
        text_of(row->received, result.text_bytes[TEXT_received] = row->nreceived);
    result.text[TEXT_sent] = text_of(row->sent, result.text_bytes[TEXT_sent] = row->nsent);
    snprintf(result.failed.call, sizeof result.failed.call, "%s", row->failed);
    snprintf(result.failed.error, sizeof result.failed.error, "cudaErrorMemoryAllocation");
    result.failed.went_on = row->went_on;
    CaseVerdict v = {0};
    verdict_of_program(&v, &run, c, &result);
    ck_assert_msg(v.state == row->state, "state %d, %s", v.state, v.message);
    ck_assert_msg(strstr(v.message, row->words) != NULL, "%s", v.message);
    verdict_free(&v);
    for (int k = 0; k < TEXTS; k++)
        free(result.text[k]);
    launches_free(&result.launches);
    cases_free(list);
}
END_TEST

// ---- the machine ----------------------------------------------------------------------------

START_TEST(a_call_is_made_to_fail)
{
    void *p = NULL, *q = NULL, *r = NULL;
    int word = 7, back = 0;
    machine_fail(MACHINE_fails_alloc, 2);
    ck_assert_int_eq(cudaMalloc(&p, 4), cudaSuccess);
    ck_assert_ptr_null(machine_failed());
    ck_assert_int_eq(cudaMemcpy(p, &word, 4, cudaMemcpyHostToDevice), cudaSuccess);
    ck_assert_int_eq(cudaMallocHost(&q, 4), cudaErrorMemoryAllocation);
    ck_assert_int_eq(cudaGetLastError(), cudaErrorMemoryAllocation);
    ck_assert_str_eq(machine_failed()->call, "cudaMallocHost");
    ck_assert(!machine_failed()->went_on);
    ck_assert_int_eq(cudaMalloc(&r, 4), cudaSuccess); // only one fails
    machine_fail(MACHINE_fails_copy, 1);
    ck_assert_ptr_null(machine_failed());
    ck_assert_int_eq(cudaMemcpy(&back, p, 4, cudaMemcpyDeviceToHost), cudaErrorLaunchFailure);
    ck_assert_int_eq(back, 0); // it has done nothing
    ck_assert_int_eq(cudaMemcpy(&back, p, 4, cudaMemcpyDeviceToHost), cudaSuccess);
    ck_assert_int_eq(back, 7);
    machine_fail(MACHINE_fails_not, 0);
}
END_TEST

START_TEST(bytes_that_pass_are_kept)
{
    void *p;
    size_t n;
    int word[2] = {7, 8}, back[2];
    CudasimBuffer buffer = {word, sizeof word, 0};
    ck_assert_int_eq(cudaMalloc(&p, 8), cudaSuccess);
    cudasimWatch(&buffer, 1);
    machine_keep_passed();
    ck_assert_int_eq(cudaMemcpy(p, word, 8, cudaMemcpyHostToDevice), cudaSuccess);
    ck_assert(!memcmp(machine_passed(true, &n), word, 8));
    ck_assert_uint_eq(n, 8);
    ck_assert_int_eq(cudaMemset((char *)p + 4, 1, 4), cudaSuccess);
    ck_assert_int_eq(cudaMemcpy(back, p, 8, cudaMemcpyDeviceToHost), cudaSuccess);
    ck_assert(!memcmp(machine_passed(false, &n), back + 1, 4)); // the first word was the host's own
    ck_assert_uint_eq(n, 4);
}
END_TEST

#define COUNT(table) (int)(sizeof(table) / sizeof *(table))

SUITE(s)
{
    TCase *t = TESTS(s, "programs", long_words_are_cut, a_case_has_a_file, text_has_numbers,
                     a_call_is_made_to_fail, bytes_that_pass_are_kept);
    tcase_add_loop_test(t, arguments_are_split, 0, COUNT(argument_rows));
    tcase_add_loop_test(t, printed_words_are_compared, 0, COUNT(printed_rows));
    tcase_add_loop_test(t, verdicts, 0, COUNT(verdict_rows));
}
