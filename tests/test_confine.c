// test_confine.c - what the sandbox refuses. Each action is tried in a process of its own, which
// enters the sandbox and exits with 0 if the action was refused.
#include <arpa/inet.h>
#include "suite.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "grader/submission/confine.h"

static char folder[] = "/tmp/test_confine.XXXXXX";
static char allowed[64], hidden[64], scratch[64];
static int secret = 42; // of the parent, to be read

typedef bool Try(void); // true: it has succeeded

static bool can_open(const char *path, int flags)
{
    int fd = open(path, flags, 0666);
    if (fd >= 0)
        close(fd);
    return fd >= 0;
}

static bool try_read_hidden(void) { return can_open(hidden, O_RDONLY); }
static bool try_read_passwd(void) { return can_open("/etc/passwd", O_RDONLY); }
static bool try_write_allowed(void) { return can_open(allowed, O_WRONLY); }
static bool try_truncate(void) { return truncate(allowed, 0) == 0; }
static bool try_create(void)
{
    char path[80];
    snprintf(path, sizeof path, "%s.new", allowed);
    return can_open(path, O_WRONLY | O_CREAT);
}
static bool try_unlink(void) { return unlink(allowed) == 0; }
static bool try_symlink(void) { return symlink(hidden, "/tmp/test_confine_link") == 0; }
static bool try_parents_memory(void)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/mem", getppid());
    return can_open(path, O_RDWR);
}
static bool try_parents_files(void)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/fd/3", getppid());
    return can_open(path, O_RDWR);
}
static bool try_read_parent(void)
{
    int got = 0;
    struct iovec local = {&got, sizeof got}, remote = {&secret, sizeof secret};
    return process_vm_readv(getppid(), &local, 1, &remote, 1, 0) > 0;
}
static bool try_ptrace(void) { return ptrace(PTRACE_ATTACH, getppid(), NULL, NULL) == 0; }
static bool try_kill_parent(void) { return kill(getppid(), 0) == 0; }
static bool try_kill_group(void) { return kill(-getpgrp(), 0) == 0 || kill(-1, 0) == 0; }
static bool try_fork(void)
{
    pid_t pid = fork();
    if (pid == 0)
        _exit(0);
    return pid > 0;
}
static bool try_system(void) { return system("true") == 0; }
static bool try_exec(void)
{
    execl("/bin/true", "true", (char *)NULL); // would exit with 0, which is a refusal
    return false;
}
static bool try_socket(void) { return socket(AF_INET, SOCK_STREAM, 0) >= 0; }
static bool try_unix_socket(void) { return socket(AF_UNIX, SOCK_STREAM, 0) >= 0; }

static int messages[2]; // sockets that were open before

static bool try_send_descriptor(void)
{
    char control[CMSG_SPACE(sizeof(int))] = {0}, byte = 0;
    struct iovec part = {&byte, 1};
    struct msghdr message = {.msg_iov = &part,
                             .msg_iovlen = 1,
                             .msg_control = control,
                             .msg_controllen = sizeof control};
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(header), &messages[1], sizeof(int));
    struct mmsghdr many = {.msg_hdr = message};
    return sendmsg(messages[0], &message, 0) == 1 || sendmmsg(messages[0], &many, 1, 0) == 1;
}

static bool try_limits_of_parent(void)
{
    struct rlimit limit = {10, 10};
    return prlimit(getppid(), RLIMIT_NOFILE, NULL, &limit) == 0 ||
           prlimit(getppid(), RLIMIT_NOFILE, &limit, NULL) == 0;
}
static bool try_outlive(void) { return prctl(PR_SET_PDEATHSIG, 0) == 0; }
static bool try_mode(void) { return chmod(allowed, 0) == 0; }
static bool try_owner(void) { return chown(allowed, getuid(), getgid()) == 0; }
static bool try_date(void)
{
    struct timespec later[2] = {{4000000000, 0}, {4000000000, 0}};
    return utimensat(AT_FDCWD, allowed, later, 0) == 0;
}
static bool try_attribute(void) { return setxattr(allowed, "user.test", "x", 1, 0) == 0; }
static bool try_memory_file(void) { return memfd_create("test", 0) >= 0; }
static bool try_signal_by_file(void)
{
    int both[2];
    return pipe(both) == 0 && fcntl(both[0], F_SETOWN, getppid()) == 0;
}
static bool try_large_pipe(void)
{
    int both[2];
    return pipe(both) == 0 && fcntl(both[0], F_SETPIPE_SZ, 1 << 20) > 0;
}
static bool try_many_descriptors(void)
{
    int n = 0;
    while (n < 1000 && dup(0) >= 0)
        n++;
    return n == 1000;
}
static void *sleeper(void *p)
{
    pause();
    return p;
}
static bool try_many_threads(void)
{
    pthread_t thread;
    pthread_attr_t small;
    int n = 0;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 1 << 16);
    while (n < 3000 && pthread_create(&thread, &small, sleeper, NULL) == 0)
        n++;
    return n == 3000;
}
static bool try_outside_of_root(void) { return can_open("/etc", O_PATH); }
static bool try_leave_root(void)
{
    int top = open("/", O_PATH | O_DIRECTORY);
    for (int i = 0; i < 64; i++)
        if (chdir("..") != 0)
            return true;
    return (mkdir("x", 0777) == 0 && chroot("x") == 0) || fchdir(top) != 0 ||
           can_open("etc", O_PATH);
}
static bool try_new_session(void) { return setsid() > 0; }

static const struct {
    const char *name;
    Try *try;
    unsigned layers; // any of which refuses it
} tries[] = {
    {"read a file that is not named", try_read_hidden, CONFINE_landlock},
    {"read /etc/passwd", try_read_passwd, CONFINE_landlock},
    {"write a file that is only readable", try_write_allowed, CONFINE_landlock},
    {"truncate it", try_truncate, CONFINE_landlock},
    {"create a file", try_create, CONFINE_landlock},
    {"remove a file", try_unlink, CONFINE_landlock},
    {"make a link", try_symlink, CONFINE_landlock},
    {"open the parent's memory", try_parents_memory, CONFINE_landlock | CONFINE_uid},
    {"open the parent's descriptors", try_parents_files, CONFINE_landlock | CONFINE_uid},
    {"read the parent's memory", try_read_parent, CONFINE_seccomp},
    {"trace the parent", try_ptrace, CONFINE_seccomp},
    {"signal the parent", try_kill_parent, CONFINE_seccomp},
    {"signal its group, or all", try_kill_group, CONFINE_seccomp},
    {"fork", try_fork, CONFINE_seccomp},
    {"run a command", try_system, CONFINE_seccomp},
    {"become another program", try_exec, CONFINE_seccomp},
    {"open a socket", try_socket, CONFINE_seccomp},
    {"open a local socket", try_unix_socket, CONFINE_seccomp},
    {"send a descriptor", try_send_descriptor, CONFINE_seccomp},
    {"change the parent's limits", try_limits_of_parent, CONFINE_seccomp},
    {"outlive the parent", try_outlive, CONFINE_seccomp},
    {"leave the session", try_new_session, CONFINE_seccomp},
    {"change permissions", try_mode, CONFINE_seccomp},
    {"change the owner", try_owner, CONFINE_seccomp},
    {"change the date", try_date, CONFINE_seccomp},
    {"set an attribute", try_attribute, CONFINE_seccomp},
    {"make a memory file", try_memory_file, CONFINE_seccomp},
    {"have a pipe send signals", try_signal_by_file, CONFINE_seccomp},
    {"have a large pipe", try_large_pipe, CONFINE_seccomp},
    {"have many descriptors", try_many_descriptors, CONFINE_seccomp},
    {"have many threads", try_many_threads, CONFINE_uid | CONFINE_spaces},
    {"see a file outside of its root", try_outside_of_root, CONFINE_root},
    {"leave its root", try_leave_root, CONFINE_root},
};

static void make_files(void)
{
    ck_assert_ptr_nonnull(mkdtemp(strcpy(folder, "/tmp/test_confine.XXXXXX")));
    chmod(folder, 0777); // for the user that the process becomes
    snprintf(allowed, sizeof allowed, "%s/allowed", folder);
    snprintf(hidden, sizeof hidden, "%s/hidden", folder);
    snprintf(scratch, sizeof scratch, "%s/scratch", folder);
    mkdir(scratch, 0777);
    chmod(scratch, 0777);
    const char *files[] = {allowed, hidden};
    for (int i = 0; i < 2; i++) {
        int fd = open(files[i], O_WRONLY | O_CREAT, 0666);
        ck_assert_int_eq(write(fd, "text", 4), 4);
        fchmod(fd, 0666);
        close(fd);
    }
}

static void remove_files(void)
{
    char command[64];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    ck_assert_int_eq(system(command), 0);
}

static unsigned confine_alone(void)
{
    Confinement c = {.readable = {allowed, "/nosuch", NULL}};
    return confine(&c);
}

static unsigned confine_in_root(void)
{
    Confinement c = {.readable = {folder, NULL}, .root = folder};
    return confine(&c);
}

// The exit status of a process: 0 refused, 1 possible, 2 this machine has none of the layers.
static int outcome(Try *try, unsigned layers, bool confined)
{
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        unsigned held = !confined                ? 0
                        : layers == CONFINE_root ? confine_in_root()
                                                 : confine_alone();
        if (confined && !(held & layers))
            _exit(2);
        _exit(try());
    }
    int status = 0;
    waitpid(pid, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

START_TEST(forbidden_actions_are_refused)
{
    int status = outcome(tries[_i].try, tries[_i].layers, true);
    ck_assert_msg(status == 0 || status == 2, "could %s (%d)", tries[_i].name, status);
    if (status == 2)
        printf("not here, so not tried: %s\n", tries[_i].name);
}
END_TEST

// Otherwise the refusals would prove nothing.
START_TEST(actions_work_without_the_sandbox)
{
    static Try *const harmless[] = {try_read_hidden,
                                    try_read_passwd,
                                    try_write_allowed,
                                    try_fork,
                                    try_system,
                                    try_socket,
                                    try_kill_parent,
                                    try_create,
                                    try_mode,
                                    try_date,
                                    try_memory_file,
                                    try_signal_by_file,
                                    try_many_descriptors,
                                    try_outside_of_root,
                                    try_send_descriptor};
    for (size_t i = 0; i < sizeof harmless / sizeof harmless[0]; i++)
        ck_assert_int_eq(outcome(harmless[i], 0, false), 1);
}
END_TEST

static void *answer(void *p) { return p; }

// What a lab's host code needs.
static int use_what_is_allowed(void)
{
    pthread_t thread;
    void *result = NULL;
    char text[8] = "";
    confine_alone();
    int fd = open(allowed, O_RDONLY);
    if (fd < 0 || read(fd, text, 4) != 4)
        return 1;
    if (pthread_create(&thread, NULL, answer, text) || pthread_join(thread, &result))
        return 2;
    void *memory = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return 3;
    raise(SIGUSR1); // to itself; its end
    return 4;
}

START_TEST(allowed_actions_work_in_the_sandbox)
{
    int status = 0;
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0)
        _exit(use_what_is_allowed());
    waitpid(pid, &status, 0);
    ck_assert_msg(WIFSIGNALED(status) && WTERMSIG(status) == SIGUSR1, "status %x", status);
}
END_TEST

START_TEST(compiler_writes_only_to_its_folder)
{
    int status = 0;
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        Confinement c = {.readable = {"/usr", "/bin", "/lib", "/lib64", "/etc/ld.so.cache", NULL},
                         .writable = {scratch, "/dev/null", NULL},
                         .programs = true};
        if (!(confine(&c) & CONFINE_landlock))
            _exit(77);
        char command[512];
        snprintf(command, sizeof command,
                 "echo x >%s/out && cat %s/out && ! cat %s 2>/dev/null && ! sh -c 'echo x >%s' "
                 "2>/dev/null",
                 scratch, scratch, hidden, hidden);
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(3);
    }
    waitpid(pid, &status, 0);
    ck_assert_msg(WIFEXITED(status) && (WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == 77),
                  "status %x", status);
}
END_TEST

#ifndef __SANITIZE_ADDRESS__ // a sanitizer has terabytes of address space
START_TEST(memory_is_bounded)
{
    int status = 0;
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        Confinement c = {.memory = 256 << 20};
        confine(&c);
        void *some = mmap(NULL, 64 << 20, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        void *more = mmap(NULL, 256 << 20, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        _exit(some != MAP_FAILED && more == MAP_FAILED ? 0 : 1);
    }
    waitpid(pid, &status, 0);
    ck_assert_int_eq(status, 0);
}
END_TEST
#endif

static pid_t start_waiting(void)
{
    pid_t pid = fork();
    if (pid == 0)
        for (;;)
            pause();
    return pid;
}

static int pidfd_of(pid_t pid) { return (int)syscall(SYS_pidfd_open, pid, 0); }

static int end_by(int process)
{
    return (int)syscall(SYS_pidfd_send_signal, process, SIGKILL, NULL, 0);
}

// A machine may end its client and no other process, and can make and send memory files.
static int use_machine(pid_t client, pid_t other)
{
    Confinement c = {.readable = {allowed, NULL}, .client = pidfd_of(client)};
    int others = pidfd_of(other);
    if (!(confine(&c) & CONFINE_seccomp))
        return 77;
    int file = memfd_create("shared", 0);
    if (file < 0 || ftruncate(file, 4096) || write(file, "x", 1) != 1 || !try_send_descriptor())
        return 1;
    if (!end_by(others) || !kill(other, SIGKILL) || pidfd_of(other) >= 0)
        return 2;
    if (can_open(allowed, O_WRONLY) || try_fork() || try_socket() || try_create())
        return 3;
    return end_by(c.client) ? 4 : 0;
}

START_TEST(a_machine_ends_its_client_only)
{
    int status = 0;
    fflush(NULL);
    pid_t client = start_waiting(), other = start_waiting(), machine = fork();
    if (machine == 0)
        _exit(use_machine(client, other));
    waitpid(machine, &status, 0);
    ck_assert_int_eq(waitpid(other, NULL, WNOHANG), 0);
    kill(other, SIGKILL);
    waitpid(other, NULL, 0);
    kill(client, SIGKILL); // where nothing was tried
    waitpid(client, NULL, 0);
    ck_assert_msg(WIFEXITED(status) && (WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == 77),
                  "status %x", status);
}
END_TEST

START_TEST(the_probe_reports_the_layers)
{
    int status = 0;
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0)
        _exit((int)confine_alone());
    waitpid(pid, &status, 0);
    ck_assert_uint_eq(confine_probe() & CONFINE_needed,
                      (unsigned)WEXITSTATUS(status) & CONFINE_needed);
}
END_TEST

SUITE(s)
{
    if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, messages) != 0)
        suite_fail("no socket pair");
    TCase *tc = TESTS(s, "confine", actions_work_without_the_sandbox,
                      allowed_actions_work_in_the_sandbox, compiler_writes_only_to_its_folder,
                      a_machine_ends_its_client_only, the_probe_reports_the_layers);
    tcase_add_checked_fixture(tc, make_files, remove_files);
    tcase_add_loop_test(tc, forbidden_actions_are_refused, 0,
                        (int)(sizeof tries / sizeof tries[0]));
#ifndef __SANITIZE_ADDRESS__
    tcase_add_test(tc, memory_is_bounded);
#endif
}
