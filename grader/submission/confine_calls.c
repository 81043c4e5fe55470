// confine_calls.c - which system calls a confined process may make: seccomp.
#include "confine_layers.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/sockios.h>
#include <sched.h>
#include <seccomp.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

// Refused to all: the network, other processes, the machine.
static const int refused[] = {
    SCMP_SYS(socket),
    SCMP_SYS(socketpair),
    SCMP_SYS(connect),
    SCMP_SYS(bind),
    SCMP_SYS(listen),
    SCMP_SYS(accept),
    SCMP_SYS(accept4),
    SCMP_SYS(ptrace),
    SCMP_SYS(process_vm_readv),
    SCMP_SYS(process_vm_writev),
    SCMP_SYS(pidfd_open),
    SCMP_SYS(pidfd_send_signal),
    SCMP_SYS(kcmp),
    SCMP_SYS(setns),
    SCMP_SYS(unshare),
    SCMP_SYS(mount),
    SCMP_SYS(umount2),
    SCMP_SYS(pivot_root),
    SCMP_SYS(chroot),
    SCMP_SYS(open_tree),
    SCMP_SYS(move_mount),
    SCMP_SYS(fsopen),
    SCMP_SYS(fsmount),
    SCMP_SYS(fsconfig),
    SCMP_SYS(fspick),
    SCMP_SYS(bpf),
    SCMP_SYS(perf_event_open),
    SCMP_SYS(userfaultfd),
    SCMP_SYS(io_uring_setup),
    SCMP_SYS(io_uring_enter),
    SCMP_SYS(io_uring_register),
    SCMP_SYS(add_key),
    SCMP_SYS(request_key),
    SCMP_SYS(keyctl),
    SCMP_SYS(shmget),
    SCMP_SYS(shmat),
    SCMP_SYS(msgget),
    SCMP_SYS(semget),
    SCMP_SYS(mq_open),
    SCMP_SYS(fanotify_init),
    SCMP_SYS(open_by_handle_at),
    SCMP_SYS(quotactl),
    SCMP_SYS(reboot),
    SCMP_SYS(swapon),
    SCMP_SYS(swapoff),
    SCMP_SYS(init_module),
    SCMP_SYS(finit_module),
    SCMP_SYS(delete_module),
    SCMP_SYS(kexec_load),
    SCMP_SYS(settimeofday),
    SCMP_SYS(clock_settime),
    SCMP_SYS(adjtimex),
    SCMP_SYS(clock_adjtime),
    SCMP_SYS(acct),
    SCMP_SYS(syslog),
    SCMP_SYS(vhangup),
    SCMP_SYS(setpriority),
    SCMP_SYS(sched_setscheduler),
    SCMP_SYS(sched_setattr),
    SCMP_SYS(ioprio_set),
    SCMP_SYS(rt_sigqueueinfo),
    SCMP_SYS(rt_tgsigqueueinfo),
};

// Refused where no programs are to be started: processes, and every change of a file, which
// Landlock does not see (permissions, owners, dates, attributes) or which it sees, too. Memory
// files count for no limit of a process, and descriptors in messages that nobody reads count for
// all processes of a user: others could send none. Timers interrupt a thread that waits for the
// machine: it could watch a kernel work.
static const int refused_alone[] = {
    SCMP_SYS(fork),
    SCMP_SYS(vfork),
    SCMP_SYS(execve),
    SCMP_SYS(execveat),
    SCMP_SYS(setsid),
    SCMP_SYS(setpgid),
    SCMP_SYS(sched_setaffinity),
    SCMP_SYS(sched_setparam),
    SCMP_SYS(chmod),
    SCMP_SYS(fchmod),
    SCMP_SYS(fchmodat),
    SCMP_SYS(chown),
    SCMP_SYS(fchown),
    SCMP_SYS(lchown),
    SCMP_SYS(fchownat),
    SCMP_SYS(utime),
    SCMP_SYS(utimes),
    SCMP_SYS(futimesat),
    SCMP_SYS(utimensat),
    SCMP_SYS(setxattr),
    SCMP_SYS(lsetxattr),
    SCMP_SYS(fsetxattr),
    SCMP_SYS(removexattr),
    SCMP_SYS(lremovexattr),
    SCMP_SYS(fremovexattr),
    SCMP_SYS(creat),
    SCMP_SYS(truncate),
    SCMP_SYS(mkdir),
    SCMP_SYS(mkdirat),
    SCMP_SYS(rmdir),
    SCMP_SYS(unlink),
    SCMP_SYS(unlinkat),
    SCMP_SYS(rename),
    SCMP_SYS(renameat),
    SCMP_SYS(renameat2),
    SCMP_SYS(link),
    SCMP_SYS(linkat),
    SCMP_SYS(symlink),
    SCMP_SYS(symlinkat),
    SCMP_SYS(mknod),
    SCMP_SYS(mknodat),
    SCMP_SYS(memfd_create),
    SCMP_SYS(sendmsg),
    SCMP_SYS(sendmmsg),
    SCMP_SYS(inotify_init),
    SCMP_SYS(inotify_init1),
    SCMP_SYS(setitimer),
    SCMP_SYS(alarm),
    SCMP_SYS(timer_create),
    SCMP_SYS(sync),
    SCMP_SYS(syncfs),
    SCMP_SYS(personality),
};

// Refused to a lab's code: with these, it would see which shared pages the machine has read.
static const int advice_refused[] = {MADV_REMOVE, MADV_COLD, MADV_PAGEOUT};

// Newer than the headers of some systems. The numbers are the same on all processors.
enum {
    CALL_pidfd_getfd = 438,
    CALL_process_madvise = 440,
    CALL_mount_setattr = 442,
    CALL_memfd_secret = 447,
    CALL_fchmodat2 = 452,
    CALL_setxattrat = 463,
    CALL_removexattrat = 466,
    CALL_file_setattr = 469
};
static const int refused_by_number[] = {CALL_pidfd_getfd, CALL_process_madvise, CALL_mount_setattr};
static const int refused_alone_by_number[] = {CALL_memfd_secret, CALL_fchmodat2, CALL_setxattrat,
                                              CALL_removexattrat, CALL_file_setattr};

// What the machine of a graded program does, and other confined processes must not: it ends its
// client, and makes and sends the memory that it shares with the client.
static bool is_for_machine(int call)
{
    return call == SCMP_SYS(memfd_create) || call == SCMP_SYS(sendmsg) ||
           call == SCMP_SYS(pidfd_send_signal);
}

static bool refuse(scmp_filter_ctx filter, const Confinement *c, const int *calls, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!(c->client && is_for_machine(calls[i])) &&
            seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), calls[i], 0) != 0)
            return false;
    return true;
}

// Refuses a call whose argument, under the mask, is the value.
static bool refuse_value(scmp_filter_ctx filter, int call, unsigned argument, uint64_t mask,
                         uint64_t value)
{
    struct scmp_arg_cmp compare = {argument, SCMP_CMP_MASKED_EQ, mask, value};
    return seccomp_rule_add_array(filter, SCMP_ACT_ERRNO(EPERM), call, 1, &compare) == 0;
}

// Signals, limits and threads of this process alone.
static bool refuse_others(scmp_filter_ctx filter)
{
    static const int signals[] = {SCMP_SYS(kill), SCMP_SYS(tgkill)};
    uint64_t self = (uint64_t)getpid();
    bool ok = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(tkill), 0) == 0;
    for (int i = 0; i < 2; i++)
        ok = ok && seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), signals[i], 1,
                                    SCMP_A0(SCMP_CMP_NE, self)) == 0;
    ok = ok && seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(prlimit64), 1,
                                SCMP_A0(SCMP_CMP_NE, 0)) == 0;
    // clone3 has its flags in memory, which a filter cannot read; without clone3 the C library
    // uses clone.
    ok = ok && seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0) == 0;
    return ok && refuse_value(filter, SCMP_SYS(clone), 0, CLONE_THREAD, 0);
}

// A file may be opened for reading only. openat2 has its flags in memory, as clone3.
static bool refuse_writing(scmp_filter_ctx filter)
{
    static const struct {
        uint64_t mask, value;
    } writes[] = {{O_ACCMODE, O_WRONLY},
                  {O_ACCMODE, O_RDWR},
                  {O_ACCMODE, O_ACCMODE},
                  {O_CREAT, O_CREAT},
                  {O_TRUNC, O_TRUNC}};
    bool ok = seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(openat2), 0) == 0;
    for (size_t i = 0; i < sizeof writes / sizeof writes[0]; i++)
        ok = ok && refuse_value(filter, SCMP_SYS(open), 1, writes[i].mask, writes[i].value) &&
             refuse_value(filter, SCMP_SYS(openat), 2, writes[i].mask, writes[i].value);
    return ok;
}

// How long the machine takes: the C library's clocks show its time (grader/client_clock.c).
static const int clocks_refused[] = {SCMP_SYS(clock_gettime), SCMP_SYS(gettimeofday),
                                     SCMP_SYS(time), SCMP_SYS(times), SCMP_SYS(getrusage)};

// What a descriptor can be made to do: signals to other processes, input for a terminal, a pipe
// with more memory.
static bool refuse_commands(scmp_filter_ctx filter)
{
    static const unsigned controls[] = {F_SETOWN,   F_SETOWN_EX, F_SETSIG,
                                        F_SETLEASE, F_NOTIFY,    F_SETPIPE_SZ};
    static const unsigned requests[] = {TIOCSTI, TIOCLINUX, FIOSETOWN, SIOCSPGRP};
    bool ok = true;
    for (size_t i = 0; i < sizeof controls / sizeof controls[0]; i++)
        ok = ok && refuse_value(filter, SCMP_SYS(fcntl), 1, UINT32_MAX, controls[i]);
    for (size_t i = 0; i < sizeof requests / sizeof requests[0]; i++)
        ok = ok && refuse_value(filter, SCMP_SYS(ioctl), 1, UINT32_MAX, requests[i]);
    return ok;
}

// Which pages of shared memory are in use tells what kernels have read; nobody would count that.
static bool refuse_looking(scmp_filter_ctx filter)
{
    bool ok = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(mincore), 0) == 0;
    for (size_t i = 0; i < sizeof advice_refused / sizeof *advice_refused; i++)
        ok = ok &&
             refuse_value(filter, SCMP_SYS(madvise), 2, UINT32_MAX, (uint64_t)advice_refused[i]);
    return ok;
}

// A call of another interface (32-bit programs, x32) ends the process: libseccomp's default.
bool confine_calls(const Confinement *c)
{
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
    if (!filter)
        return false;
    bool ok = refuse(filter, c, refused, sizeof refused / sizeof refused[0]) &&
              refuse(filter, c, refused_by_number,
                     sizeof refused_by_number / sizeof *refused_by_number) &&
              refuse_value(filter, SCMP_SYS(prctl), 0, UINT32_MAX, PR_SET_PDEATHSIG) &&
              refuse_commands(filter);
    if (!c->programs)
        ok = ok && refuse(filter, c, refused_alone, sizeof refused_alone / sizeof *refused_alone) &&
             refuse(filter, c, refused_alone_by_number,
                    sizeof refused_alone_by_number / sizeof *refused_alone_by_number) &&
             refuse_others(filter) && refuse_writing(filter);
    if (!c->programs && !c->client)
        ok = ok && refuse_looking(filter) &&
             refuse(filter, c, clocks_refused, sizeof clocks_refused / sizeof *clocks_refused);
    if (c->client) // its client's, and no other's
        ok = ok && seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(pidfd_send_signal), 1,
                                    SCMP_A0(SCMP_CMP_NE, (uint64_t)c->client)) == 0;
    ok = ok && seccomp_load(filter) == 0;
    seccomp_release(filter);
    return ok;
}
