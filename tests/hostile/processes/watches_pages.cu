// EXPECT patterns.map: 0 points
//
// Asks for the system's ways to watch or change another process: userfaultfd, io_uring, ptrace,
// the memory and descriptors of the parent.
#include "hostile.h"

#include <sys/uio.h>

static bool try_it(void)
{
    char byte = 0;
    struct iovec here = {&byte, 1}, there = {(void *)&byte, 1};
    int parent = getppid();
    return syscall(SYS_userfaultfd, O_CLOEXEC) >= 0 || syscall(SYS_userfaultfd, 1) >= 0 ||
           syscall(425, 8, &byte) >= 0 || syscall(SYS_ptrace, 16, parent, 0, 0) == 0 ||
           process_vm_writev(parent, &here, 1, &there, 1, 0) == 1 ||
           process_vm_readv(parent, &here, 1, &there, 1, 0) == 1 ||
           syscall(434, parent, 0) >= 0 || syscall(SYS_kcmp, parent, getpid(), 0, 1, 1) >= 0;
}

EARN_IF(try_it())
