// room.c - a room is a namespace of processes whose first process is ours: it starts a bystander
// and the command, waits for the command, sees whether any process is left, and ends, which ends
// them all. Where namespaces are not to be had, it is a subreaper, which sees them, too.
//
// The container is played with a filter of system calls that refuses what Docker's default
// profile refuses, and Landlock besides; it is loaded inside the room.
#include "room.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <poll.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    MAX_LOG_FILE = 1 << 30, // the grader's own files with inputs are large, too
    SETTLE_MS = 200,
    NET_SECONDS = 1200 // a grader that has not ended by then hangs
};

const char *layer_name(Layer layer)
{
    static const char *const names[] = {
        [LAYER_root] = "root",
        [LAYER_user] = "ordinary user",
        [LAYER_container] = "container without namespaces",
        [LAYER_open] = "unconfined",
    };
    return names[layer];
}

// ---- who grades -----------------------------------------------------------------------------

static bool become_user(void)
{
    if (geteuid() != 0)
        return true; // somebody else already
    return setgroups(0, NULL) == 0 && setresgid(ROOM_USER, ROOM_USER, ROOM_USER) == 0 &&
           setresuid(ROOM_USER, ROOM_USER, ROOM_USER) == 0;
}

// The capabilities that Docker leaves to root.
static bool keep_few_capabilities(void)
{
    static const int kept[] = {CAP_CHOWN,   CAP_DAC_OVERRIDE, CAP_FSETID,           CAP_FOWNER,
                               CAP_MKNOD,   CAP_NET_RAW,      CAP_SETGID,           CAP_SETUID,
                               CAP_SETFCAP, CAP_SETPCAP,      CAP_NET_BIND_SERVICE, CAP_SYS_CHROOT,
                               CAP_KILL,    CAP_AUDIT_WRITE};
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct data[2] = {{0}};
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++)
        data[kept[i] / 32].permitted |= 1u << kept[i] % 32;
    for (int cap = 0; cap <= CAP_LAST_CAP; cap++)
        if (!(data[cap / 32].permitted & 1u << cap % 32))
            prctl(PR_CAPBSET_DROP, cap, 0, 0, 0);
    for (int i = 0; i < 2; i++)
        data[i].effective = data[i].permitted;
    return syscall(SYS_capset, &header, data) == 0;
}

static bool refuse_namespaces(void)
{
    static const int refused[] = {
        SCMP_SYS(unshare),    SCMP_SYS(setns),       SCMP_SYS(mount),           SCMP_SYS(umount2),
        SCMP_SYS(fsopen),     SCMP_SYS(fsmount),     SCMP_SYS(move_mount),      SCMP_SYS(open_tree),
        SCMP_SYS(pivot_root), SCMP_SYS(bpf),         SCMP_SYS(perf_event_open), SCMP_SYS(keyctl),
        SCMP_SYS(add_key),    SCMP_SYS(request_key), SCMP_SYS(userfaultfd)};
    static const int unknown[] = {SCMP_SYS(clone3), SCMP_SYS(landlock_create_ruleset),
                                  SCMP_SYS(landlock_add_rule), SCMP_SYS(landlock_restrict_self)};
    enum {
        NEW = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER |
              CLONE_NEWPID | CLONE_NEWNET
    };
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
    bool ok = filter != NULL;
    for (size_t i = 0; ok && i < sizeof refused / sizeof refused[0]; i++)
        ok = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), refused[i], 0) == 0;
    for (size_t i = 0; ok && i < sizeof unknown / sizeof unknown[0]; i++)
        ok = seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), unknown[i], 0) == 0;
    for (unsigned bit = 1; ok && bit; bit <<= 1)
        if ((unsigned)NEW & bit)
            ok = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(clone), 1,
                                  SCMP_A0(SCMP_CMP_MASKED_EQ, bit, bit)) == 0;
    ok = ok && seccomp_load(filter) == 0;
    if (filter)
        seccomp_release(filter);
    return ok;
}

bool layer_enter(Layer layer)
{
    switch (layer) {
    case LAYER_root: return geteuid() == 0;
    case LAYER_user:
    case LAYER_open: return become_user();
    case LAYER_container: return geteuid() == 0 && refuse_namespaces() && keep_few_capabilities();
    default: return false;
    }
}

// ---- the room -------------------------------------------------------------------------------

static pid_t start_child(Layer layer, const char *log, int (*command)(void *), void *data)
{
    fflush(NULL);
    pid_t pid = fork();
    if (pid != 0)
        return pid;
    int out = command ? open(log, O_WRONLY | O_CREAT | O_TRUNC, 0666) : -1;
    int null = open("/dev/null", O_RDWR);
    dup2(null, 0);
    dup2(command ? out : null, 1);
    dup2(command ? out : null, 2);
    close_range(3, ~0u, 0);
    setsid();
    struct rlimit file = {MAX_LOG_FILE, MAX_LOG_FILE};
    setrlimit(RLIMIT_FSIZE, &file);
    if (!layer_enter(layer))
        _exit(126);
    if (command)
        _exit(command(data));
    while (true)
        pause();
}

static double cpu_seconds(const struct rusage *used)
{
    return (double)(used->ru_utime.tv_sec + used->ru_stime.tv_sec) +
           1e-6 * (double)(used->ru_utime.tv_usec + used->ru_stime.tv_usec);
}

static void sleep_ms(long ms)
{
    nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000}, NULL);
}

static void wait_for_command(pid_t command, pid_t bystander, RoomResult *result)
{
    int status;
    struct rusage used;
    result->bystander = true;
    for (pid_t ended; (ended = wait4(-1, &status, 0, &used)) != command;) {
        if (ended < 0 && errno != EINTR)
            break;
        if (ended == bystander)
            result->bystander = false;
    }
    result->status = status;
    sleep_ms(SETTLE_MS); // what was killed needs a moment to go
    kill(bystander, SIGKILL);
    for (pid_t ended; (ended = waitpid(-1, &status, 0)) > 0;)
        if (ended == bystander) {
            result->bystander = result->bystander && WTERMSIG(status) == SIGKILL;
            break;
        }
    while (waitpid(-1, NULL, WNOHANG) > 0)
        ;
    result->survivors = waitpid(-1, NULL, WNOHANG) == 0;
    getrusage(RUSAGE_CHILDREN, &used);
    result->cpu = cpu_seconds(&used);
    result->peak_kb = used.ru_maxrss;
}

// The first process of the room.
static void keep_room(Layer layer, const char *log, int (*command)(void *), void *data, int report)
{
    RoomResult result = {0};
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    if (getpid() == 1)
        mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL);
    pid_t bystander = start_child(layer, log, NULL, NULL);
    pid_t child = start_child(layer, log, command, data);
    wait_for_command(child, bystander, &result);
    if (write(report, &result, sizeof result) != sizeof result)
        _exit(1);
    _exit(0);
}

static bool new_namespaces(void)
{
    if (geteuid() == 0)
        return unshare(CLONE_NEWPID | CLONE_NEWNS) == 0 &&
               mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0;
    return false; // an ordinary user's namespace would hide what such a user may do
}

RoomResult room_run(Layer layer, const char *log, int (*command)(void *), void *data)
{
    RoomResult result = {.status = -1};
    int report[2];
    if (pipe2(report, O_CLOEXEC) != 0)
        return result;
    fflush(NULL);
    pid_t outer = fork();
    if (outer == 0) {
        new_namespaces();
        pid_t first = fork();
        if (first == 0 && prctl(PR_SET_PDEATHSIG, SIGKILL) == 0)
            keep_room(layer, log, command, data, report[1]);
        waitpid(first, NULL, 0);
        _exit(0);
    }
    close(report[1]);
    struct pollfd ready = {report[0], POLLIN, 0};
    result.overdue = poll(&ready, 1, NET_SECONDS * 1000) == 0;
    if (result.overdue)
        kill(outer, SIGKILL);
    else if (read(report[0], &result, sizeof result) != sizeof result)
        result.status = -1;
    close(report[0]);
    waitpid(outer, NULL, 0);
    return result;
}
