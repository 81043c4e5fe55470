// allowance.c - what a graded call may use up besides the instructions of its launches: virtual
// time.
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
} allowed;

void machine_allow(double us, bool in_call, Overspent *over)
{
    rt_lock();
    allowed.over = over;
    allowed.in_call = in_call;
    allowed.us = us;
    allowed.until = rt.now + us;
    rt_unlock();
}

static void end_call(const char *why)
{
    const char *file = NULL;
    int line = report_call_place(&file);
    allowed.over(why, file, line);
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
