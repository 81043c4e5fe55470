// suite.h - each test file has one suite:
//
//   SUITE(s)
//   {
//       TCase *t = TESTS(s, "a name", first_test, second_test);
//       tcase_add_loop_test(t, each_row, 0, sizeof rows / sizeof *rows);
//   }
//
// One program has all suites (all.c), and runs one of them.
#pragma once

#include <check.h>
#include <stdbool.h>

// Check notes in a file where each assertion has held, to say after which one a test crashed. Here
// each does so once: in a loop over all elements of a case these notes take most of the time.
#define _mark_point(file, line) \
    ({ \
        static bool marked; \
        if (!marked) \
            (_mark_point)(file, line); \
        (void)(marked = true); \
    })

typedef struct SuiteOfFile {
    const char *file; // tests/test_ptx.c, grader/labs/05_scan/test.c
    void (*fill)(Suite *);
    struct SuiteOfFile *next;
} SuiteOfFile;

void suites_add(SuiteOfFile *);

#define SUITE(s) \
    static void fill_suite(Suite *); \
    __attribute__((constructor)) static void add_suite(void) \
    { \
        static SuiteOfFile own = {__FILE__, fill_suite, NULL}; \
        suites_add(&own); \
    } \
    static void fill_suite(Suite *s)

// A new case of the suite with these tests, perhaps none. Each test runs in a process of its own.
#define TESTS(s, name, ...) \
    suite_tests((s), (name), (const TTest *const[]){NULL, ##__VA_ARGS__, NULL})
TCase *suite_tests(Suite *, const char *name, const TTest *const *after_first);

// The argument of this number after the name of the suite, from 1 on; NULL if there is none.
const char *suite_argument(int number);

// Ends the program: its tests need what is not here, or they cannot begin.
__attribute__((noreturn)) void suite_skip(const char *what, const char *why);
__attribute__((noreturn)) void suite_fail(const char *why);
