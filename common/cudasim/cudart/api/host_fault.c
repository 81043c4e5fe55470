// host_fault.c - the host accesses device memory. That ends the program with a segmentation
// fault, as on a machine with a GPU; before, one line says what the address was.
#include "context.h"

#include "sim/host.h"

#include <stdio.h>

static bool describe_fault(uint64_t addr, bool write_access)
{
    if (mem_is_device(addr)) {
        const Alloc *a = mem_find(addr), *dead = a ? NULL : mem_find_dead(addr);
        const char *what = a ? "" : dead ? ", freed" : ", not allocated";
        bool host = a ? a->kind == MEM_pinned || a->kind == MEM_managed : addr >= HOST_BASE;
        char text[200];
        int n = snprintf(text, sizeof text, "cudasim: the host %s 0x%llx, which is %s memory%s%s\n",
                         write_access ? "writes" : "reads", (unsigned long long)addr,
                         host ? "pinned or managed" : "device", what,
                         host ? "" : ": only kernels and copies reach it");
        host_process.complain(text, (size_t)n);
    }
    return false;
}

void host_fault_watch(void) { host_process.watch(describe_fault); }
