// program.c - part 9 of lab 02, a program that measures: its cases and its items.
#include "grader/suite.h"
#include "room.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { COPIED = 3 << 20, MOST = 1 << 24 }; // floats of the counted case; as in program.cu
#define TOLERATED 1.3 // times the kernels' own time: events and launches take some, too

const Item shared_memory_program_items[] = {
    ITEM_RIGHT("measures", "the time of a copy, and its rate", 3, .group = "measures"),
    ITEM_SAFE(SAFE_LEAKS, 1, .slide = "00.7"),
    ITEM_GATES(
        "copies", "the kernel that is measured copies", 1, .group = "measures",
        .gate = {GATE_LEAST_PER(READ_SECTORS, LAUNCHES, "32-byte sectors read per launch",
                                .naive = 0, .good = COPIED / 8, .gate = 0.85 * COPIED / 8),
                 GATE_LEAST_PER(WRITTEN_SECTORS, LAUNCHES, "32-byte sectors written per launch",
                                .naive = 0, .good = COPIED / 8, .gate = 0.85 * COPIED / 8)}),
    ITEM_RIGHT("answers", "bad arguments, and CUDA calls that fail, are answered", 2,
               .group = "answers", .slide = "01.11"),
    ITEMS_END,
};

// ---- is it right? -----------------------------------------------------------------------

static bool is_near(double got, double want, double part)
{
    return fabs(got - want) <= part * want + 0.06; // and what rounding to one place takes
}

static const char *explain_us(double us, const ProgramTimes *times)
{
    if (us < times->mean_us / 100)
        return ": cudaEventElapsedTime() tells milliseconds";
    if (us > 4 * times->mean_us && us > 10)
        return ": what else is between the events? Or is the time of all launches not divided?";
    return "";
}

static const char *explain_rate(double rate, double want)
{
    if (is_near(rate, want / 2, 0.01))
        return ": a copy reads each byte, and writes it";
    if (is_near(rate, want / 1.073741824, 0.01))
        return ": a GB has 10^9 bytes, 2^30 bytes are a GiB";
    if (is_near(rate, want / 4, 0.01))
        return ": a float has 4 bytes";
    return "";
}

// The kernels' own times are known. Short ones are shorter than the call that launches them.
static bool accepts(const Case *c, const char *printed, const ProgramTimes *times, char *why,
                    size_t size)
{
    double us, rate, least = times ? 0.97 * times->mean_us : 0;
    int end = 0, n = sscanf(printed, " us %lf GB/s %lf %n", &us, &rate, &end);
    if (n != 2 || printed[end] || !(us >= 0)) {
        snprintf(why, size, "two lines are wanted, like these: us 4.21 and GB/s 1992.5");
        return false;
    }
    double most = !times                  ? INFINITY
                  : c->flags & CASE_TIMED ? TOLERATED * times->mean_us
                                          : times->all_us;
    if (us < least - 0.01 || us > most + 0.01 || us <= 0) {
        snprintf(why, size, "us %.2f, but a launch takes %.2f%s", us, times ? times->mean_us : 0,
                 times ? explain_us(us, times) : "");
        return false;
    }
    double want = 8e-3 * (double)c->arg[0] / us;
    if (is_near(rate, want, 0.01 / us + 0.002))
        return true;
    snprintf(why, size, "%.0f bytes in %.2f us are not %.1f GB/s%s", 8.0 * (double)c->arg[0], us,
             rate, explain_rate(rate, want));
    return false;
}

// ---- cases ------------------------------------------------------------------------------

static Case *add_copy(CaseList *list, const char *group, int n, unsigned flags)
{
    char argument[16];
    snprintf(argument, sizeof argument, "%d", n);
    Case *c = case_program(list, flags, group, argument);
    c->arg[0] = n;
    c->measured = flags & CASE_TIMED ? 16 : 0;
    c->work = 8e-3 * n;
    program_measures(c, accepts);
    return c;
}

void shared_memory_program_draw(CaseList *list)
{
    static const char *const bad[] = {"", "''", "0", "-5", "16777217", "4294967297", "9x"};
    static const struct {
        Fails kind;
        unsigned which;
    } fails[] = {{FAILS_alloc, 1}, {FAILS_alloc, 2}, {FAILS_launch, 1}, {FAILS_launch, 4}};
    add_copy(list, "measures", 1, CASE_TRIVIAL);
    add_copy(list, "measures", 1000, 0);
    add_copy(list, "measures", (int)draw_int(list, 2700000, 4000000), CASE_TIMED | CASE_CLEAN_ONLY);
    add_copy(list, "measures", COPIED, CASE_TIMED | CASE_COUNTED | CASE_CLEAN_ONLY);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        case_program(list, CASE_CLEAN_ONLY, "answers", bad[i]);
    for (size_t i = 0; i < sizeof fails / sizeof *fails; i++)
        program_fails(add_copy(list, "answers", 1000, CASE_CLEAN_ONLY), fails[i].kind,
                      fails[i].which);
}

void shared_memory_program_demo(CaseList *list)
{
    add_copy(list, "measures", COPIED, CASE_CLEAN_ONLY | CASE_COUNTED);
}
