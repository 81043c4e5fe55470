// host.c - the host, if the program and the machine are one process.
#define _GNU_SOURCE
#include "host.h"

#include <dirent.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fault_kind.h"

static void read_here(void *to, uint64_t from, size_t n) { memcpy(to, (const void *)from, n); }

static void write_here(uint64_t to, const void *from, size_t n) { memcpy((void *)to, from, n); }

static void move_here(uint64_t to, uint64_t from, size_t n)
{
    memmove((void *)to, (const void *)from, n);
}

static bool is_mapped_here(uint64_t addr, size_t n)
{
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), from = addr / page * page;
    return !msync((void *)from, addr + n - from, MS_ASYNC);
}

static bool params_here(uint8_t *packed, size_t bytes, void *const *args, const HostParam *param,
                        unsigned n)
{
    (void)bytes;
    for (unsigned i = 0; i < n; i++)
        if (!args || !args[i])
            return false;
    for (unsigned i = 0; i < n; i++)
        memcpy(packed + param[i].offset, args[i], param[i].size);
    return true;
}

static void call_here(void (*function)(void *), void *user) { function(user); }

static void call_back_here(void (*function)(void *stream, int status, void *user), void *stream,
                           int status, void *user)
{
    function(stream, status, user);
}

static void print_here(const char *text, size_t n) { fwrite(text, 1, n, stdout); }

static void complain_here(const char *text, size_t n)
{
    ssize_t ignored = write(STDERR_FILENO, text, n);
    (void)ignored;
}

static void protect_here(uint64_t addr, size_t n, HostAccess access)
{
    static const int prot[] = {PROT_NONE, PROT_READ, PROT_READ | PROT_WRITE};
    mprotect((void *)addr, n, prot[access]);
}

static uint8_t *share_here(uint64_t addr, size_t n, bool read_only)
{
    (void)n, (void)read_only;
    return (uint8_t *)addr;
}

// ---- faults ---------------------------------------------------------

enum { MAX_WATCHERS = 4 };
static HostFaultFn *watchers[MAX_WATCHERS];
static unsigned nwatchers;
static struct sigaction before;

static void on_segv(int number, siginfo_t *info, void *context)
{
    bool write = fault_is_write(context);
    if (info->si_code > 0) // by an access, not by kill()
        for (unsigned i = nwatchers; i-- > 0;)
            if (watchers[i]((uint64_t)info->si_addr, write))
                return;
    sigaction(number, &before, NULL); // the access is repeated, without this handler
    if (info->si_code <= 0)
        raise(number);
}

static void watch_here(HostFaultFn *fault)
{
    if (nwatchers == MAX_WATCHERS)
        return;
    watchers[nwatchers++] = fault;
    if (nwatchers > 1)
        return;
    struct sigaction action = {.sa_sigaction = on_segv, .sa_flags = SA_SIGINFO | SA_NODEFER};
    sigaction(SIGSEGV, &action, &before);
}

// ---- threads --------------------------------------------------------

int host_threads_of(pid_t process)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/task", (int)process);
    DIR *d = opendir(path);
    int n = 0;
    for (struct dirent *e; d && (e = readdir(d));)
        n += e->d_name[0] != '.';
    if (d)
        closedir(d);
    return n;
}

// A thread of start_thread that has just ended may still be there.
bool host_has_more_threads(void)
{
    enum { PAUSE_US = 5000, PAUSES = 400 };
    for (int i = 0; i < PAUSES; i++) {
        if (host_process.threads() <= 1 + host_process.helpers)
            return false;
        if (!host_process.helped || host_process.helpers)
            return true;
        usleep(PAUSE_US);
    }
    return true;
}

static int threads_here(void) { return host_threads_of(getpid()); }

static void *begin_thread(void *function)
{
    (*(void (**)(void))function)();
    return NULL;
}

static bool start_thread_here(void (*function)(void))
{
    static void (*kept)(void); // there is one such thread at a time
    pthread_t thread;
    pthread_attr_t attr;
    sigset_t all, old;
    kept = function;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old); // the program's signals are not for this thread
    pthread_attr_init(&attr);
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
    bool started = !pthread_create(&thread, &attr, begin_thread, &kept);
    pthread_attr_destroy(&attr);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    return started;
}

static void flush_here(void) {}

HostProcess host_process = {
    .read = read_here,
    .write = write_here,
    .move = move_here,
    .is_mapped = is_mapped_here,
    .params = params_here,
    .call = call_here,
    .call_back = call_back_here,
    .print = print_here,
    .complain = complain_here,
    .protect = protect_here,
    .share = share_here,
    .watch = watch_here,
    .threads = threads_here,
    .start_thread = start_thread_here,
    .flush = flush_here,
};
