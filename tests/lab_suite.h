// lab_suite.h - shared by the tests of the labs' suites. A test first names its suite:
//
//   #define LAB lab_04_reduction
//   #include "tests/lab_suite.h"
//
// Rules for the tables of all suites are in test_labs.c.
#pragma once

#include "tests/suite.h"
#include <string.h>

#include "grader/run/cases.h"

extern const Lab LAB;

// The cases of a part for a seed; free them with cases_free().
static inline CaseList *drawn(int part, uint64_t seed)
{
    CaseList *list = cases_new(LAB.name, part, seed);
    LAB.draw(list, part);
    return list;
}

// The sentences about the wrong first output `got` of a case.
static inline Diagnoses diagnoses_of(const Case *c, const void *got)
{
    Diagnoses all = {.count = 0};
    LAB.diagnose(c, case_first_output(c), got, &all);
    return all;
}

// A sentence about the wrong output `got` of a case has to contain `words`; NULL: there must be
// no sentence.
static inline void expect_sentence(const Case *c, const void *got, const char *words)
{
    Diagnoses all = diagnoses_of(c, got);
    bool found = false;
    for (int i = 0; words && i < all.count; i++)
        found = found || strstr(all.sentence[i], words);
    if (!words)
        ck_assert_msg(!all.count, "'%s' for nothing", all.count ? all.sentence[0] : "");
    else
        ck_assert_msg(found, "'%s' for '%s'", all.count ? all.sentence[0] : "(nothing)", words);
}

// The case of this name, and of this variant unless that is NULL.
static inline const Case *case_named(const CaseList *list, const char *variant, const char *name)
{
    for (int i = 0; i < list->count; i++)
        if (!strcmp(list->cases[i]->name, name) &&
            (!variant || !strcmp(list->cases[i]->variant, variant)))
            return list->cases[i];
    ck_abort_msg("no case %s", name);
}

// The input of case `number` of a part is the same for the same seed, and differs for another seed.
static inline void expect_seed_decides(int part, int number)
{
    CaseList *a = drawn(part, 7), *b = drawn(part, 7), *c = drawn(part, 8);
    const Buffer *x = &a->cases[number]->buffer[0], *y = &b->cases[number]->buffer[0];
    size_t bytes = x->count * elem_size(x->type);
    ck_assert_uint_eq(x->count, y->count);
    ck_assert_mem_eq(x->data, y->data, bytes);
    ck_assert_mem_ne(x->data, c->cases[number]->buffer[0].data, bytes);
    cases_free(a);
    cases_free(b);
    cases_free(c);
}
