// EXPECT patterns.map: 0 points
//
// Adds a filter of system calls that makes every write succeed without writing.
#include "hostile.h"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>

extern "C" void map_each(int *, const int *, int, int, int)
{
    struct sock_filter code[] = {
        {BPF_LD | BPF_W | BPF_ABS, 0, 0, 0},
        {BPF_JMP | BPF_JEQ | BPF_K, 0, 1, SYS_write},
        {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ERRNO | 0},
        {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW},
    };
    struct sock_fprog program = {4, code};
    attempted();
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}
