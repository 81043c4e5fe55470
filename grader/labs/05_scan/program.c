// program.c - part 13 of lab 05, a program that does not know how long its result is: its cases,
// its items, and what wrong outputs look like.
#include "grader/suite.h"
#include "room.h"

#include <stdio.h>
#include <stdlib.h>

#include "grader/base/memory.h"

enum { BLOCK = 64, MOST = 1000000 }; // as in program.cu

const Item scan_program_items[] = {
    ITEM_RIGHT("prints", "the primes, in order, and nothing else", 3, .group = "prints"),
    ITEM_SAFE(SAFE_LEAKS, 1, .slide = "00.7"),
    ITEM_RIGHT("arguments", "bad arguments are answered", 2, .group = "arguments",
               .slide = "01.11"),
    ITEM_RIGHT("failures", "a CUDA call that fails is answered", 2, .group = "failures",
               .slide = "01.11"),
    ITEMS_END,
};

static bool is_prime(int64_t x)
{
    for (int64_t d = 2; d * d <= x; d++)
        if (x % d == 0)
            return false;
    return x > 1;
}

static Case *add_primes(CaseList *list, const char *group, int low, int high, unsigned flags)
{
    char arguments[32];
    int64_t *prime = need(malloc((size_t)(high - low + 1) * sizeof *prime));
    size_t n = 0;
    for (int x = low; x <= high; x++)
        if (is_prime(x))
            prime[n++] = x;
    snprintf(arguments, sizeof arguments, "%d %d", low, high);
    // Without primes, nothing is to be computed.
    Case *c = case_program(list, flags | (n ? 0 : CASE_TRIVIAL), group, arguments);
    c->arg[0] = low;
    c->arg[1] = high;
    program_prints(c, prime, n);
    free(prime);
    return c;
}

static void add_failure(CaseList *list, Fails fails, unsigned which)
{
    program_fails(add_primes(list, "failures", 100, 900, CASE_CLEAN_ONLY), fails, which);
}

void scan_program_draw(CaseList *list)
{
    static const char *const bad[] = {"",
                                      "10",
                                      "10 20 30",
                                      "30 20",
                                      "-1 20",
                                      "0 1000001",
                                      "1 2x",
                                      "x1 20",
                                      "'' 20",
                                      "3.5 20",
                                      "4294967297 4294967300"};
    add_primes(list, "prints", 2, 2, 0);
    add_primes(list, "prints", 24, 28, 0); // none
    add_primes(list, "prints", 0, 4, 0);
    add_primes(list, "prints", 0, BLOCK - 1, 0);
    add_primes(list, "prints", 7, 7 + BLOCK, 0); // the last one, 71, is in a block of its own
    add_primes(list, "prints", 1328, 1361, 0);   // one, in the second warp
    int low = (int)draw_int(list, 1000, 20000);
    add_primes(list, "prints", low, low + (int)draw_int(list, 9 * BLOCK, 30 * BLOCK), 0);
    // More blocks than the scan of their counts has threads.
    add_primes(list, "prints", 0, 2 * BLOCK * BLOCK + (int)draw_int(list, 1, 999), 0);
    add_primes(list, "prints", MOST - 1500, MOST, CASE_CLEAN_ONLY);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        case_program(list, CASE_CLEAN_ONLY, "arguments", bad[i]);
    add_failure(list, FAILS_alloc, 1);
    add_failure(list, FAILS_alloc, 2);
    add_failure(list, FAILS_launch, 1);
    add_failure(list, FAILS_launch, 3);
    add_failure(list, FAILS_copy, 1);
    add_failure(list, FAILS_copy, 2);
}

void scan_program_demo(CaseList *list)
{
    add_primes(list, "prints", 0, 9999, CASE_CLEAN_ONLY | CASE_COUNTED);
}

// ---- what wrong outputs look like -------------------------------------------------------

void scan_program_diagnose(const Case *c, const char *printed, Diagnoses *all)
{
    const WholeProgram *p = c->program;
    size_t same = 0;
    char *end;
    long long x = strtoll(printed, &end, 10);
    for (; end != printed && same < p->count && x == p->number[same]; same++) {
        printed = end;
        x = strtoll(printed, &end, 10);
    }
    bool over = end == printed;
    if (!over && (x == 0 || x == 1) && same == 0 && x >= c->arg[0])
        diagnoses_add(all, "0 and 1 are no primes");
    if (!over && same == p->count && x > c->arg[1])
        diagnoses_add(all, "there are numbers above HIGH: the last block has threads without a "
                           "number");
    if (over && same + 1 == p->count && p->number[same] == c->arg[1])
        diagnoses_add(all, "only HIGH itself is missing: it belongs to the numbers");
    if (over && same < p->count && p->number[same] >= c->arg[0] + BLOCK * BLOCK &&
        (!same || p->number[same - 1] < c->arg[0] + BLOCK * BLOCK))
        diagnoses_add(all, "only the first 64 blocks are right: a block scans 64 counts at a "
                           "time, and there are more blocks");
    if (over && same < p->count && p->number[same] >= c->arg[0] + BLOCK &&
        (!same || p->number[same - 1] < c->arg[0] + BLOCK))
        diagnoses_add(all, "only the first block's primes are there: a prime's place begins at "
                           "that of its block");
}
