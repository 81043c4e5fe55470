// host_fault.c - the host accesses device memory. That ends the program with a segmentation
// fault, as on a machine with a GPU; before, one line says what the address was.
#define _GNU_SOURCE
#include "rt.h"

#include <signal.h>
#include <stdio.h>
#include <ucontext.h>
#include <unistd.h>

static struct sigaction before;

static const char *access_name(void *context)
{
#ifdef __x86_64__
    return ((ucontext_t *)context)->uc_mcontext.gregs[REG_ERR] & 2 ? "writes" : "reads";
#else
    (void)context;
    return "uses";
#endif
}

static void on_segv(int number, siginfo_t *info, void *context)
{
    uint64_t addr = (uintptr_t)info->si_addr;
    if (info->si_code > 0 && mem_is_device(addr)) { // by an access, not by kill()
        const Alloc *a = mem_find(addr), *dead = a ? NULL : mem_find_dead(addr);
        const char *what = a ? "" : dead ? ", freed" : ", not allocated";
        bool host = a ? a->kind == MEM_pinned || a->kind == MEM_managed : addr >= HOST_BASE;
        char text[200];
        int n = snprintf(text, sizeof text, "cudasim: the host %s 0x%llx, which is %s memory%s%s\n",
                         access_name(context), (unsigned long long)addr,
                         host ? "pinned or managed" : "device", what,
                         host ? "" : ": only kernels and copies reach it");
        ssize_t ignored = write(STDERR_FILENO, text, (size_t)n);
        (void)ignored;
    }
    sigaction(number, &before, NULL); // the access is repeated, without this handler
}

void host_fault_watch(void)
{
    struct sigaction action = {.sa_sigaction = on_segv, .sa_flags = SA_SIGINFO | SA_NODEFER};
    sigaction(SIGSEGV, &action, &before);
}
