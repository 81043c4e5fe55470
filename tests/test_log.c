// test_log.c - what the lab's code printed, by case.
#include "suite.h"
#include <stdio.h>
#include <string.h>

#include "grader/run/log.h"

// "case:text|" for each line.
static const char *lines_of(const char *log)
{
    static char all[400];
    size_t n = 0;
    LogLine line = {.number = -1};
    all[0] = 0;
    while ((log = log_next(log, &line)) != NULL)
        n += (size_t)snprintf(all + n, sizeof all - n, "%d:%.*s|", line.number, (int)line.bytes,
                              line.text);
    return all;
}

static const struct {
    const char *log, *lines;
} logs[] = {
    {"", ""},
    {"a\nb", "-1:a|-1:b|"},
    {"\0360\na\nb\n\0361\n\0362\nc\n", "0:a|0:b|2:c|"},
    {"x\0360\ny\n", "-1:x|0:y|"}, // a line without an end
    {"\0363\n\na\n", "3:|3:a|"},
    {"\036\na\n", "-1:a|"}, // marks that the lab's code has written
    {"\036-7\na\n", "-1:a|"},
    {"\0369999999999\na\n", "-1:a|"},
    {"\0365", ""},
    {"\0365 and more\na\n", "5:a|"},
};

START_TEST(lines_have_their_cases)
{
    ck_assert_str_eq(lines_of(logs[_i].log), logs[_i].lines);
    char copy[400];
    size_t used = log_append(copy, 0, sizeof copy, logs[_i].log);
    ck_assert_uint_eq(used, strlen(copy));
    ck_assert_str_eq(lines_of(copy), logs[_i].lines);
}
END_TEST

START_TEST(a_case_that_prints_nothing_takes_no_room)
{
    char log[40];
    size_t used = log_append(log, 0, sizeof log, "\0360\n\0361\n\0362\nc\n\0363\n");
    ck_assert_str_eq(log, "\0362\nc\n");
    used = log_append(log, used, sizeof log, "\0364\n\0365\nd");
    ck_assert_str_eq(log, "\0362\nc\n\0365\nd\n");
    ck_assert_uint_eq(used, strlen(log));
}
END_TEST

START_TEST(a_log_is_bounded)
{
    for (size_t size = 1; size < 24; size++) {
        char log[32];
        memset(log, 7, sizeof log);
        size_t used = log_append(log, 0, size, "\0360\nabc\n\0361\ndefg\nhi");
        ck_assert_uint_lt(used, size);
        ck_assert_uint_eq(used, strlen(log));
        for (size_t i = size; i < sizeof log; i++)
            ck_assert_int_eq(log[i], 7);
    }
}
END_TEST

SUITE(s)
{
    TCase *t = TESTS(s, "log", a_case_that_prints_nothing_takes_no_room, a_log_is_bounded);
    tcase_add_loop_test(t, lines_have_their_cases, 0, sizeof logs / sizeof *logs);
}
