// descriptors.h - closes the descriptors that a new program must not get, also those that our
// parents left open. Linux has a call for that since 5.9, and glibc since 2.34; older ones close
// one after the other.
#pragma once

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <sys/syscall.h>
#include <unistd.h>

// When the program begins (`on_exec`), or now. False, with errno, if one may be left.
static inline bool descriptors_close_each(unsigned first, bool on_exec)
{
    long most = sysconf(_SC_OPEN_MAX); // a limit that was lowered leaves higher ones open
    if (most < 0)
        return false;
    for (unsigned fd = first; fd < (unsigned)most; fd++)
        if ((on_exec ? fcntl((int)fd, F_SETFD, FD_CLOEXEC) : close((int)fd)) != 0 && errno != EBADF)
            return false;
    return true;
}

static inline bool descriptors_close(unsigned first, bool on_exec)
{
    enum { CLOSE_RANGE = 436, ON_EXEC = 4 }; // of all kinds of processor
    if (syscall(CLOSE_RANGE, first, ~0u, on_exec ? ON_EXEC : 0) == 0)
        return true;
    return errno == ENOSYS && descriptors_close_each(first, on_exec);
}
