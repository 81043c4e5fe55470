// limits.c - what this machine refuses.
//
// The limits are tried before grading, and tried again where something fails that a limit may
// have caused: the compiler, or the start of a runner. What a failing program says is never
// looked at, since a submission can say the same.
#include "limits.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "paths.h"
#include "text.h"

typedef struct {
    atomic_int noted;
    char line[MAX_LIMIT];
} LimitNote;

static LimitNote own_note;
static LimitNote *note = &own_note;
static void (*on_end)(void);
static pid_t on_end_process;
static int jobs_at_a_time = 1;

static long long count_kills(void);
static long long kills_before = -1; // when grading began; -1: nobody has looked

void limits_share(void)
{
    kills_before = count_kills();
    void *page =
        mmap(NULL, sizeof *note, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED)
        limits_reached("no memory is left");
    note = page;
}

void limits_on_end(void (*function)(void))
{
    on_end = function;
    on_end_process = getpid();
}

const char *limits_noted(void) { return note->noted == 2 ? note->line : NULL; }

// Of several processes that meet a limit the first one notes it.
void limits_reached(const char *format, ...)
{
    int none = 0;
    va_list args;
    if (atomic_compare_exchange_strong(&note->noted, &none, 1)) {
        va_start(args, format);
        vsnprintf(note->line, sizeof note->line, format, args);
        va_end(args);
        note->noted = 2;
    }
    if (on_end && on_end_process == getpid()) {
        void (*function)(void) = on_end;
        on_end = NULL; // it may meet a limit, too
        function();
    } else if (note == &own_note) {
        text_say(stderr, "grade: %s", note->line);
    }
    fflush(NULL);
    _exit(LIMIT_STATUS);
}

// ---- limits on resources -------------------------------------------------------------------

// The simulator reserves address space for all of the GPU's memory, and for what the checkers
// know of it.
#define ADDRESS_SPACE (2ull << 40)

static const struct {
    int resource;
    uint64_t least, unit;
    const char *what, *unit_name, *option;
} limits[] = {
    {RLIMIT_AS, ADDRESS_SPACE, 1024, "address space", "KB", "-v"},
    {RLIMIT_DATA, ADDRESS_SPACE, 1024, "data", "KB", "-d"},
    {RLIMIT_CPU, 3600, 1, "processor time", "s", "-t"},
    {RLIMIT_FSIZE, 1ull << 30, 1024, "the size of files", "KB", "-f"},
    {RLIMIT_NOFILE, 128, 1, "the number of open files", "files", "-n"},
};

static bool resources_hold(char *line, size_t size)
{
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        struct rlimit r;
        if (getrlimit(limits[i].resource, &r) || r.rlim_cur == RLIM_INFINITY ||
            r.rlim_cur >= limits[i].least)
            continue;
        snprintf(line, size,
                 "%s is limited to %" PRIu64 " %s (ulimit %s), and grading needs %" PRIu64
                 " %s: raise the limit",
                 limits[i].what, (uint64_t)r.rlim_cur / limits[i].unit, limits[i].unit_name,
                 limits[i].option, limits[i].least / limits[i].unit, limits[i].unit_name);
        return false;
    }
    return true;
}

// ---- processes -----------------------------------------------------------------------------

// Starts as many processes as grading may have at a time, all at once.
static bool processes_hold(int jobs, char *line, size_t size)
{
    enum { MAX_TRIED = 128 };
    pid_t pid[MAX_TRIED];
    int wanted = 8 + 4 * jobs, started = 0, gate[2], why = 0;
    wanted = wanted < MAX_TRIED ? wanted : MAX_TRIED;
    if (pipe2(gate, O_CLOEXEC) != 0) {
        snprintf(line, size, "no pipe can be made: %s", strerror(errno));
        return false;
    }
    while (started < wanted) {
        char byte;
        pid_t child = fork();
        if (child == 0) {
            close(gate[1]);
            _exit(read(gate[0], &byte, 1) != 0); // until the parent closes its end
        }
        if (child < 0) {
            why = errno;
            break;
        }
        pid[started++] = child;
    }
    close(gate[1]);
    close(gate[0]);
    for (int i = 0; i < started; i++)
        waitpid(pid[i], NULL, 0);
    if (started < wanted)
        snprintf(line, size,
                 "only %d of %d processes can be started (ulimit -u, or the container's limit): %s",
                 started, wanted, strerror(why));
    return started == wanted;
}

// ---- room for files ------------------------------------------------------------------------

bool limits_room(const char *folder, int mb, char *line, size_t size)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/room.%d", folder, getpid());
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    int why = fd < 0 ? errno : posix_fallocate(fd, 0, (off_t)mb << 20);
    if (fd >= 0)
        close(fd);
    unlink(path);
    if (why == EINVAL || why == EOPNOTSUPP) // a file system that does not say
        why = 0;
    if (why)
        snprintf(line, size, "%sthere is no room for %d MB of files in %s%s%s",
                 why == ENOSPC ? "disk full: " : "", mb, folder, why == ENOSPC ? "" : ": ",
                 why == ENOSPC ? "" : strerror(why));
    return !why;
}

// ---- memory --------------------------------------------------------------------------------

// A number of KB or bytes in a file of the system; -1 if there is none ("max", or no file).
static long long number_in(const char *path, const char *format)
{
    long long number = -1;
    char text[256];
    FILE *f = fopen(path, "r");
    while (f && number < 0 && fgets(text, sizeof text, f))
        if (sscanf(text, format, &number) != 1)
            number = -1;
    if (f)
        fclose(f);
    return number;
}

// How often memory has run out, so that the system has ended a process: in this container, or on
// this machine. One that was not ours costs a second grading, and no points.
static long long count_kills(void)
{
    static const char *const files[] = {"/proc/vmstat", "/sys/fs/cgroup/memory.events",
                                        "/sys/fs/cgroup/memory/memory.oom_control"};
    long long sum = 0;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        long long kills = number_in(files[i], "oom_kill %lld");
        sum += kills > 0 ? kills : 0;
    }
    return sum;
}

// What there is of memory, in MB, and whose it is.
typedef struct {
    long long mb;
    const char *what;
} MemoryLeft;

static MemoryLeft memory_left(void)
{
    const MemoryLeft sizes[] = {
        {number_in("/proc/meminfo", "MemAvailable: %lld") >> 10, "this machine has"},
        {number_in("/sys/fs/cgroup/memory.max", "%lld") >> 20, "the container may use"},
        {number_in("/sys/fs/cgroup/memory/memory.limit_in_bytes", "%lld") >> 20,
         "the container may use"},
    };
    MemoryLeft least = {LLONG_MAX, ""};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (sizes[i].mb >= 0 && sizes[i].mb < least.mb)
            least = sizes[i];
    return least;
}

long long limits_memory(void) { return memory_left().mb; }

static bool memory_holds(char *line, size_t size)
{
    enum { LEAST_MB = 192 };
    MemoryLeft left = memory_left();
    if (left.mb < LEAST_MB)
        snprintf(line, size, "%s %lld MB of memory, and grading needs %d MB", left.what, left.mb,
                 LEAST_MB);
    return left.mb >= LEAST_MB;
}

bool limits_hold(const char *folder, int jobs, char *line, size_t size)
{
    enum { ROOM = 8 }; // MB: a snapshot, an object, a grade
    jobs_at_a_time = jobs;
    return resources_hold(line, size) && memory_holds(line, size) &&
           processes_hold(jobs, line, size) && limits_room(folder, ROOM, line, size);
}

void limits_check(void)
{
    char line[MAX_LIMIT];
    if (!limits_hold(paths_build(), jobs_at_a_time, line, sizeof line))
        limits_reached("%s", line);
    if (kills_before >= 0 && count_kills() > kills_before)
        limits_reached("memory ran out, and the system has ended a process: grade again, with "
                       "--jobs 1 or more memory");
}

void limits_killed(const char *process)
{
    limits_check();
    limits_reached("%s was ended from outside (SIGKILL): was there too little memory? Grade again",
                   process);
}
