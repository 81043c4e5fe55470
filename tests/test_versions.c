// test_versions.c - the grader recognises wrong versions of the labs' solutions, and right ones of
// another shape. tests/versions/README.md explains the versions. A wrong version must lose the item
// that its first line names, for the reason in that line; what a student reads first must be true
// and lead to the line; nothing may be lost in any other part.
//
// Grades a sample, one wrong version of each part and some right ones; `make audit-versions`
// grades all. MUTANT=name grades one; WHOLE=1 grades all parts, not only the one with the mistake.
// Started from the root of the tree; NVCC in the environment names the compiler.
//
// inputs: grades common grader/labs
#include "suite.h"
#include <stdio.h>
#include <stdlib.h>

#include "versions/versions.h"

static VersionList versions;

START_TEST(version_is_recognised)
{
    const Version *v = &versions.version[_i];
    VersionVerdict verdict;
    version_verdict(v, &verdict);
    ck_assert_msg(!verdict.problem[0], "%s %s: %s\n%s", v->lab->name, v->name, verdict.problem,
                  verdict.message);
}
END_TEST

SUITE(s)
{
    const char *only = getenv("MUTANT");
    versions_read(&versions, only);
    if (!versions.count)
        suite_fail("there is no such version");
    if (!only)
        versions_sample(&versions);
    versions_grade(&versions, false);
    TCase *t = TESTS(s, "recognised");
    tcase_add_loop_test(t, version_is_recognised, 0, versions.count);
}
