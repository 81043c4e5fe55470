// allowance.c - what a graded call may use up besides the instructions of its launches: calls of
// the API, bytes that the machine moves for the host, and virtual time.
//
// Calls and bytes are charged as the instructions of kernels that take as long, and have a budget
// of as many as all launches of a case together. So a loop of them ends at the same call on every
// machine.
//
// The clock is a double. A clock that a program can push as far as it likes stands still, since
// small times no longer change the number. So the time of a call has a bound, which leaves the
// clock a millionth of a microsecond; and work that the host declares is finite, not negative,
// and counts within a call only.
#include "allowance.h"

#include "cudart/clock/state.h"
#include "machine.h"
#include "observers/findings.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>

#define MOST_WORK_US 1e12 // in one declaration, where nothing is graded

static struct {
    Overspent *over; // NULL: nothing is graded, and nothing has a bound
    bool in_call;
    double us, until; // `until` on the host's clock
    uint64_t budget, calls, bytes;
} allowed;

// An instruction takes about as long as this number of bytes, or as this part of a call: a call
// passes from process to process and back.
enum { BYTES_OF_INSTRUCTION = 64, INSTRUCTIONS_OF_CALL = 512 };

void machine_allow(double us, uint64_t budget, bool in_call, Overspent *over)
{
    rt_lock();
    allowed.over = over;
    allowed.in_call = in_call;
    allowed.us = us;
    allowed.until = rt.now + us;
    allowed.budget = budget;
    allowed.calls = allowed.bytes = 0;
    rt_unlock();
}

// What comes after a launch that has failed has no effect: the failure is why the call ends.
static void end_call(const char *why)
{
    const char *file = NULL;
    int line = report_call_place(&file);
    allowed.over(why, file, line, rt_dead() ? rt_dead() : rt_pending());
}

static void check_spent(void)
{
    char why[200];
    uint64_t for_calls = allowed.calls * INSTRUCTIONS_OF_CALL;
    uint64_t for_bytes = allowed.bytes / BYTES_OF_INSTRUCTION;
    if (!allowed.over || for_calls + for_bytes <= allowed.budget)
        return;
    if (for_calls > for_bytes)
        snprintf(why, sizeof why,
                 "the call was stopped at call %llu of CUDA: is there a loop that does not end?",
                 (unsigned long long)allowed.calls);
    else
        snprintf(why, sizeof why,
                 "the call was stopped after %llu MB that it copied, set or allocated: is there a "
                 "loop that does not end?",
                 (unsigned long long)(allowed.bytes >> 20));
    end_call(why);
}

void allowance_take_call(void)
{
    rt_lock();
    allowed.calls++;
    check_spent();
    rt_unlock();
}

void allowance_take_bytes(uint64_t rows, uint64_t bytes)
{
    uint64_t least = rows * BYTES_OF_INSTRUCTION;
    allowed.bytes += bytes > least ? bytes : least;
    check_spent();
}

static void end_late_call(void)
{
    char why[200];
    snprintf(why, sizeof why,
             "the call takes more than %.0f seconds on the clock of the modelled GPU: does a "
             "kernel sleep, or does the host declare too much work?",
             1e-6 * allowed.us);
    end_call(why);
}

void allowance_check_time(void)
{
    if (allowed.over && rt.now > allowed.until)
        end_late_call();
}

bool allowance_takes_work(double us)
{
    char why[160];
    if (!allowed.over)
        return us > 0 && us < MOST_WORK_US;
    if (!allowed.in_call)
        return false;
    if (us > allowed.us && isfinite(us))
        end_late_call();
    if (!isfinite(us) || us < 0) {
        snprintf(why, sizeof why,
                 "the host declares %g microseconds of work: they must be finite, and 0 or more",
                 us);
        end_call(why);
    }
    return us > 0;
}
