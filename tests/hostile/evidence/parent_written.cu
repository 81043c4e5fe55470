// EXPECT patterns.map: 0 points
//
// Writes into the process that started it with process_vm_writev.
#include "hostile.h"
#include <sys/uio.h>

static bool try_it(void)
{
    char byte = 0;
    struct iovec here = {&byte, 1}, there = {(void *)0x400000, 1};
    return process_vm_writev(getppid(), &here, 1, &there, 1, 0) >= 0 || errno == EFAULT;
}

EARN_IF(try_it())
