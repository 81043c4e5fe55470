// program.c - part 9 of lab 03, a program that measures for several arguments: its cases and items.
#include "grader/suite.h"
#include "room.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SWAPS = 1 << 18, MOST = 1 << 18 }; // as in program.cu
enum { RARE = 1024 }; // with so many words, a swap no longer waits for many others
#define TOLERATED 1.4 // times the kernel's own time: events and launches take some, too

const Item atomics_program_items[] = {
    ITEM_RIGHT("measures", "a time for each argument, in their order", 3, .group = "measures"),
    ITEM_SAFE(SAFE_LEAKS, 1, .slide = "00.7"),
    ITEM_GATES("swaps", "the kernel that is measured swaps", 1, .group = "measures",
               .gate = {GATE_LEAST_PER(GLOBAL_ATOMICS, LAUNCHES, "atomics (warps) per launch",
                                       .naive = 0, .good = SWAPS / 32, .gate = 0.85 * SWAPS / 32)}),
    ITEM_RIGHT("answers", "bad arguments, and CUDA calls that fail, are answered", 3,
               .group = "answers", .slide = "01.11"),
    ITEMS_END,
};

// ---- is it right? -----------------------------------------------------------------------

typedef struct {
    double least, most;
} LaunchTimes;

// The launches of line i of n are somewhere here: as many for each line, and perhaps one before.
static LaunchTimes range_of(const ProgramTimes *times, int i, int n)
{
    size_t share = times->launches / (size_t)n, first = share * (size_t)i;
    size_t last = first + share + times->launches % (size_t)n + 1;
    LaunchTimes range = {INFINITY, 0};
    for (size_t k = first ? first - 1 : 0; k < times->launches && k < last; k++) {
        range.least = fmin(range.least, times->us[k]);
        range.most = fmax(range.most, times->us[k]);
    }
    return range;
}

static const char *explain(double us, double most)
{
    if (us < 1)
        return ": cudaEventElapsedTime() tells milliseconds";
    if (us > 2 * most)
        return ": what else is between the events? Or is the time of all launches not divided?";
    return "";
}

static bool is_time(const Case *c, const ProgramTimes *times, int i, int n, double us, char *why,
                    size_t size)
{
    LaunchTimes range = {1, times->all_us}; // so many swaps take more than 1 us
    if (c->flags & CASE_TIMED)
        range = range_of(times, i, n);
    if (us >= 0.97 * range.least - 0.01 && us <= TOLERATED * range.most + 0.01)
        return true;
    snprintf(why, size, "line %d: %.2f us, but a launch takes %.2f%s", i + 1, us,
             c->flags & CASE_TIMED ? range.most : times->mean_us, explain(us, range.most));
    return false;
}

// Words, and microseconds, for each argument. One word takes several times as long as many.
static bool accepts(const Case *c, const char *printed, const ProgramTimes *times, char *why,
                    size_t size)
{
    double one = 0, many = 0;
    int n = (int)c->arg[0], words, end;
    for (int i = 0; i < n; i++, printed += end) {
        double us;
        if (sscanf(printed, " %d %lf%n", &words, &us, &end) != 2 || words != c->arg[i + 1]) {
            snprintf(why, size, "line %d: %d and its microseconds are wanted, as in: 1 182.31",
                     i + 1, (int)c->arg[i + 1]);
            return false;
        }
        if (times && !is_time(c, times, i, n, us, why, size))
            return false;
        one = words == 1 ? us : one;
        many = words >= RARE ? us : many;
    }
    if (printed[strspn(printed, " \r\n\t")]) {
        snprintf(why, size, "there are more lines than arguments");
        return false;
    }
    if (c->flags & CASE_TIMED && one < 4 * many) {
        snprintf(why, size,
                 "1 word takes %.2f us, and many take %.2f: does thread i swap word i %% words?",
                 one, many);
        return false;
    }
    return true;
}

// ---- cases ------------------------------------------------------------------------------

static Case *add_lines(CaseList *list, const char *group, const char *arguments, unsigned flags)
{
    Case *c = case_program(list, flags, group, arguments);
    char *end;
    int n = 0;
    for (const char *at = arguments; *at && n < MAX_ARGS - 1; at = end)
        c->arg[++n] = strtol(at, &end, 10);
    c->arg[0] = n;
    c->measured = flags & CASE_TIMED ? 16 : 0;
    program_measures(c, accepts);
    return c;
}

void atomics_program_draw(CaseList *list)
{
    static const char *const bad[] = {"",   "''",     "0",    "-5",           "262145",
                                      "9x", "1 32 x", "8 ''", "1 4294967297", "1 2 3 4 5 6 7 8 9"};
    static const struct {
        Fails kind;
        unsigned which;
    } fails[] = {{FAILS_alloc, 1}, {FAILS_launch, 1}, {FAILS_launch, 7}};
    char arguments[64];
    add_lines(list, "measures", "1", 0);
    add_lines(list, "measures", "262144 3", 0);
    snprintf(arguments, sizeof arguments, "%d 1 %d", (int)draw_int(list, RARE, MOST),
             (int)draw_int(list, 2, 9));
    add_lines(list, "measures", arguments, CASE_TIMED | CASE_CLEAN_ONLY);
    add_lines(list, "measures", "1 32 4096", CASE_TIMED | CASE_COUNTED | CASE_CLEAN_ONLY);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        case_program(list, CASE_CLEAN_ONLY, "answers", bad[i]);
    for (size_t i = 0; i < sizeof fails / sizeof *fails; i++)
        program_fails(add_lines(list, "answers", "1 1024", CASE_CLEAN_ONLY), fails[i].kind,
                      fails[i].which);
}

void atomics_program_demo(CaseList *list)
{
    add_lines(list, "measures", "1 32 1024 32768", CASE_CLEAN_ONLY | CASE_COUNTED);
}
