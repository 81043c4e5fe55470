// fail.c - a mistake in a command, or a value that cannot be told: ends the command, with one line.
#include "session.h"

#include <setjmp.h>
#include <stdarg.h>
#include <unistd.h>

static jmp_buf *handler;
static char reason[300];

void debug_fail(const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    vsnprintf(reason, sizeof reason, format, ap);
    va_end(ap);
    if (!handler) {
        fprintf(stderr, "cudasim: %s\n", reason);
        _exit(1);
    }
    longjmp(*handler, 1);
}

bool debug_try(void (*work)(void *), void *user, char why[300])
{
    jmp_buf back, *outer = handler;
    bool done = false;
    handler = &back;
    if (!setjmp(back)) {
        work(user);
        done = true;
    } else {
        snprintf(why, 300, "%s", reason);
    }
    handler = outer;
    return done;
}
