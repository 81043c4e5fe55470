// program.c - part 8 of lab 04, a program that reads a file: its cases and its items.
#include "grader/suite.h"
#include "room.h"

#include <stdio.h>
#include <stdlib.h>

#include "grader/base/memory.h"

const Item reduction_program_items[] = {
    ITEM_RIGHT("sums", "the sum of the numbers in a file", 3, .group = "sums"),
    ITEM_SAFE(SAFE_LEAKS, 1, .slide = "00.7"),
    ITEM_RIGHT("files", "bad files and arguments are answered", 2, .group = "files"),
    ITEM_RIGHT("failures", "a CUDA call that fails is answered", 2, .group = "failures",
               .slide = "01.11"),
    ITEMS_END,
};

// Numbers from low to high, as a text with all kinds of blanks between them. Where all have one
// sign, no partial sum is the sum.
static Case *add_sum(CaseList *list, const char *group, int n, int64_t low, int64_t high,
                     unsigned flags)
{
    static const char *const blanks[] = {" ", "\n", "  ", "\t", "\n\n", "\r\n"};
    Case *c = case_program(list, flags, group, PROGRAM_FILE);
    char *text = NULL;
    size_t size;
    int64_t sum = 0;
    FILE *f = need(open_memstream(&text, &size));
    for (int i = 0; i < n; i++) {
        int64_t value = draw_int(list, low, high);
        fprintf(f, "%lld%s", (long long)value, blanks[draw_int(list, 0, 5)]);
        sum += value;
    }
    fclose(f);
    snprintf(c->name, sizeof c->name, "n=%d", n);
    program_file(c, text);
    program_prints(c, &sum, 1);
    free(text);
    return c;
}

static void add_bad_file(CaseList *list, const char *name, const char *text)
{
    Case *c = case_program(list, CASE_CLEAN_ONLY, "files", PROGRAM_FILE);
    snprintf(c->name, sizeof c->name, "%s", name);
    program_file(c, text);
}

static void add_failure(CaseList *list, Fails fails, unsigned which)
{
    program_fails(add_sum(list, "failures", 300, 1, 1000000, CASE_CLEAN_ONLY), fails, which);
}

void reduction_program_draw(CaseList *list)
{
    static const int sizes[] = {2, 31, 255, 256, 257};
    add_sum(list, "sums", 0, 1, 1, CASE_TRIVIAL);
    add_sum(list, "sums", 1, INT32_MIN, INT32_MAX, CASE_TRIVIAL); // the sum is in the file
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        add_sum(list, "sums", sizes[i], i % 2 ? -1000 : INT32_MAX / 2, i % 2 ? -1 : INT32_MAX, 0);
    add_sum(list, "sums", (int)draw_int(list, 1025, 4000), INT32_MIN, -1, 0);
    add_sum(list, "sums", 20011, 1, INT32_MAX, CASE_CLEAN_ONLY);
    case_program(list, CASE_CLEAN_ONLY, "files", "");
    case_program(list, CASE_CLEAN_ONLY, "files", "missing.txt");
    program_file(case_program(list, CASE_CLEAN_ONLY, "files", PROGRAM_FILE " 5"), "1 2 3\n");
    add_bad_file(list, "a word: 7 x 8", "7 x 8\n");
    add_bad_file(list, "a fraction: 7 8 2.5", "7 8 2.5");
    add_bad_file(list, "a number of 36 bits", "7\n-68719476735\n8\n");
    add_bad_file(list, "a number of 70 bits", "7 1180591620717411303424\n");
    add_failure(list, FAILS_alloc, 1);
    add_failure(list, FAILS_alloc, 2);
    add_failure(list, FAILS_launch, 1);
    add_failure(list, FAILS_copy, 1);
    add_failure(list, FAILS_copy, 2);
}

void reduction_program_demo(CaseList *list)
{
    add_sum(list, "sums", 20011, 1, INT32_MAX, CASE_CLEAN_ONLY | CASE_COUNTED);
}

// ---- what wrong outputs look like -------------------------------------------------------

void reduction_program_diagnose(const Case *c, const char *printed, Diagnoses *all)
{
    int64_t got = strtoll(printed, NULL, 10), want = c->program->number[0];
    if (got != want && (int32_t)got == (int32_t)want && got == (int32_t)got)
        diagnoses_add(all,
                      "these are the lower 32 bits of the sum: the sum of ints needs 64 bits, in "
                      "each thread, in each shuffle and in printf()");
}
