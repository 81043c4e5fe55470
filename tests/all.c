// all.c - the test program with all suites. One call runs one suite:
//
//   build/tests/test_ptx [argument...]        a link to build/tests/all, which goes by its name
//   build/tests/all test_ptx [argument...]
//   build/tests/all                           lists the suites
//
// Check has no time limit, because the time of a test depends on the machine. tests/run.c ends a
// program that hangs.
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "suite.h"

static SuiteOfFile *suites;
static char *const *arguments; // the first is the name of the suite
static int narguments;

void suites_add(SuiteOfFile *suite)
{
    suite->next = suites;
    suites = suite;
}

// tests/test_ptx.c has the suite test_ptx, grader/labs/05_scan/test.c the suite lab_05_scan.
static const char *name_of(const SuiteOfFile *suite, char name[64])
{
    const char *slash = strrchr(suite->file, '/'), *lab = strstr(suite->file, "labs/");
    if (lab)
        snprintf(name, 64, "lab_%.*s", (int)(slash - lab - 5), lab + 5);
    else
        snprintf(name, 64, "%.*s", (int)strcspn(slash + 1, "."), slash + 1);
    return name;
}

TCase *suite_tests(Suite *s, const char *name, const TTest *const *after_first)
{
    TCase *t = tcase_create(name);
    for (const TTest *const *test = after_first + 1; *test; test++)
        tcase_add_test(t, *test);
    suite_add_tcase(s, t);
    return t;
}

const char *suite_argument(int number) { return number < narguments ? arguments[number] : NULL; }

void suite_skip(const char *what, const char *why)
{
    printf("SKIP  %s: %s\n", what, why);
    exit(0);
}

void suite_fail(const char *why)
{
    fprintf(stderr, "%s: %s\n", arguments[0], why);
    exit(1);
}

static int run_suite(const SuiteOfFile *suite, const char *name)
{
    Suite *s = suite_create(name);
    suite->fill(s);
    SRunner *r = srunner_create(s);
    srunner_run_all(r, CK_ENV);
    int failed = srunner_ntests_failed(r), ran = srunner_ntests_run(r);
    srunner_free(r);
    return failed != 0 || ran == 0;
}

static int compare_names(const void *a, const void *b) { return strcmp(a, b); }

static void list_suites(void)
{
    char names[256][64];
    int n = 0;
    for (const SuiteOfFile *s = suites; s && n < 256; s = s->next)
        name_of(s, names[n++]);
    qsort(names, (size_t)n, sizeof *names, compare_names);
    for (int i = 0; i < n; i++)
        puts(names[i]);
}

int main(int argc, char **argv)
{
    char name[64];
    char *slash = strrchr(argv[0], '/'), *own = slash ? slash + 1 : argv[0];
    setenv("CK_DEFAULT_TIMEOUT", "0", 0); // set a limit to search for a hang
    bool by_name = strcmp(own, "all") != 0;
    if (!by_name && argc < 2) {
        list_suites();
        return 0;
    }
    arguments = by_name ? argv : argv + 1;
    narguments = by_name ? argc : argc - 1;
    own = by_name ? own : argv[1];
    for (const SuiteOfFile *s = suites; s; s = s->next)
        if (!strcmp(name_of(s, name), own))
            return run_suite(s, name);
    fprintf(stderr, "%s: no suite of this name; build/tests/all lists the suites\n", own);
    return 2;
}
