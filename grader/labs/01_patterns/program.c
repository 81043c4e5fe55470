// program.c - part 9 of lab 01, a whole program: its cases and its items.
#include "grader/suite.h"
#include "room.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST = 10000, BLOCK = 256 }; // as in program.cu

const Item patterns_program_items[] = {
    ITEM_RIGHT("prints", "the squares, and nothing else", 3, .group = "prints"),
    ITEM_SAFE(SAFE_LEAKS, 1, .slide = "01.7"),
    ITEM_RIGHT("arguments", "bad arguments are answered", 2, .group = "arguments",
               .slide = "01.11"),
    ITEM_RIGHT("failures", "a CUDA call that fails is answered", 2, .group = "failures",
               .slide = "01.11"),
    ITEMS_END,
};

static Case *add_squares(CaseList *list, const char *group, int n, unsigned flags)
{
    char argument[16];
    int64_t square[MOST];
    for (int i = 0; i < n; i++)
        square[i] = (int64_t)(i + 1) * (i + 1);
    snprintf(argument, sizeof argument, "%d", n);
    Case *c = case_program(list, flags, group, argument);
    program_prints(c, square, (size_t)n);
    return c;
}

static void add_failure(CaseList *list, int n, Fails fails, unsigned which)
{
    program_fails(add_squares(list, "failures", n, CASE_CLEAN_ONLY), fails, which);
}

void patterns_program_draw(CaseList *list)
{
    static const char *const bad[] = {
        "", "''", "abc", "0", "10001", "4294967298", "9999999999999999999", "12x", "3.5", "5 6"};
    static const int sizes[] = {2, 33, BLOCK, BLOCK + 1};
    char argument[16];
    add_squares(list, "prints", 1, CASE_TRIVIAL); // 1 is its own square
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        add_squares(list, "prints", sizes[i], 0);
    add_squares(list, "prints", (int)draw_int(list, 600, 3000), 0);
    add_squares(list, "prints", MOST, CASE_CLEAN_ONLY);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        case_program(list, CASE_CLEAN_ONLY, "arguments", bad[i]);
    snprintf(argument, sizeof argument, "%d", (int)draw_int(list, -300, -1));
    case_program(list, CASE_CLEAN_ONLY, "arguments", argument);
    add_failure(list, 100, FAILS_alloc, 1);
    add_failure(list, 100, FAILS_alloc, 2);
    add_failure(list, 100, FAILS_launch, 1);
    add_failure(list, 100, FAILS_copy, 1);
    add_failure(list, 100, FAILS_copy, 2);
}

void patterns_program_demo(CaseList *list)
{
    add_squares(list, "prints", 5, CASE_CLEAN_ONLY | CASE_COUNTED);
}

// ---- what wrong outputs look like -------------------------------------------------------

typedef int64_t (*Mistaken)(int64_t i, int64_t n); // what a mistake prints in line i, from 0 on

static int64_t print_numbers(int64_t i, int64_t n) { return (void)n, i + 1; }
static int64_t print_from_0(int64_t i, int64_t n) { return (void)n, i * i; }
static int64_t print_zeros(int64_t i, int64_t n) { return (void)i, (void)n, 0; }

static const struct {
    Mistaken number;
    const char *sentence;
} mistaken[] = {
    {print_numbers, "these are the numbers themselves: is the array copied back from `out`, and "
                    "before it is printed?"},
    {print_from_0, "these are the squares of 0 to N - 1: the numbers begin with 1"},
    {print_zeros, "all numbers are 0: is the array copied back, and before it is printed?"},
};

// Are the first `lines` lines these numbers?
static bool prints_all(const char *text, size_t lines, size_t n, Mistaken number)
{
    for (size_t i = 0; i < lines; i++) {
        char *end;
        if (strtoll(text, &end, 10) != number((int64_t)i, (int64_t)n) || end == text)
            return false;
        text = end;
    }
    return true;
}

static int64_t print_squares(int64_t i, int64_t n) { return (void)n, (i + 1) * (i + 1); }

void patterns_program_diagnose(const Case *c, const char *printed, Diagnoses *all)
{
    size_t n = c->program->count, whole = n / BLOCK * BLOCK;
    for (size_t i = 0; i < sizeof mistaken / sizeof *mistaken; i++)
        if (prints_all(printed, n, n, mistaken[i].number))
            diagnoses_add(all, mistaken[i].sentence);
    if (prints_all(printed, n, n, print_squares))
        diagnoses_add(all, "all squares are there: nothing else belongs on standard output");
    if (n > BLOCK && prints_all(printed, BLOCK, n, print_squares))
        diagnoses_add(all,
                      "only the first 256 squares are right: does the launch have one block, or "
                      "does the kernel leave out blockIdx.x * blockDim.x?");
    if (whole < n && whole && prints_all(printed, whole, n, print_squares))
        diagnoses_add(all, "only the squares of whole blocks are right: n / BLOCK rounds down, "
                           "ceil_div(n, BLOCK) rounds up");
}
