// host_fault.c - what the program's code did that ends it with a signal, in one sentence: an access
// to device memory, which ends the program as on a machine with a GPU, or another mistake.
#include "context.h"

#include "both/args.h"
#include "sim/host.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

enum { NULL_BYTES = 1 << 16 }; // from a null pointer on: there is never memory

static const char *verb(const FaultArgs *f) { return f->write ? "writes" : "reads"; }

static void memory_text(char *text, size_t size, const FaultArgs *f, const char *what)
{
    const Alloc *a = mem_find(f->addr), *dead = a ? NULL : mem_find_dead(f->addr);
    const char *state = a ? "" : dead ? ", freed" : ", not allocated";
    bool host = a ? a->kind == MEM_pinned || a->kind == MEM_managed : f->addr >= HOST_BASE;
    char address[32];
    snprintf(address, sizeof address, "0x%llx", (unsigned long long)f->addr);
    snprintf(text, size, "the host %s %s, which is %s memory%s%s", verb(f), what ? what : address,
             host ? "pinned or managed" : "device", state,
             host ? "" : ": only kernels and copies reach it");
}

void host_fault_text(char *text, size_t size, const FaultArgs *f, const char *what)
{
    bool access = f->signal == SIGSEGV || f->signal == SIGBUS;
    if (access && mem_is_device(f->addr))
        memory_text(text, size, f, what);
    else if (access && f->addr < NULL_BYTES)
        snprintf(text, size, "the host %s through a null pointer", verb(f));
    else if (access && f->full_stack)
        snprintf(text, size, "the host's stack is full: does a function call itself without end?");
    else if (access)
        snprintf(text, size,
                 "the host %s memory that it does not have: is an index wrong, or a "
                 "pointer without a value?",
                 verb(f));
    else if (f->by_zero)
        snprintf(text, size, "the host divides an integer by 0");
    else if (f->signal == SIGABRT)
        snprintf(text, size, "the program aborted");
    else if (f->signal == SIGILL || f->signal == SIGTRAP)
        snprintf(text, size,
                 "the host executes __builtin_trap(), or comes to a place that "
                 "the compiler took for unreachable");
    else
        snprintf(text, size, "the program crashed (signal %d)", (int)f->signal);
}

void host_fault_tell(const FaultArgs *f, const char *file, int line)
{
    char sentence[256], place[256] = "", text[600];
    const char *slash = file ? strrchr(file, '/') : NULL;
    host_fault_text(sentence, sizeof sentence, f, NULL);
    if (file && line)
        snprintf(place, sizeof place, " (%.200s:%d)", slash ? slash + 1 : file, line);
    int n = snprintf(text, sizeof text, "cudasim: %s%s\n", sentence, place);
    host_process.complain(text, (size_t)n);
}

static bool describe_fault(uint64_t addr, bool write)
{
    FaultArgs f = {.addr = addr, .signal = SIGSEGV, .write = write};
    if (mem_is_device(addr))
        host_fault_tell(&f, NULL, 0);
    return false;
}

void host_fault_watch(void)
{
    if (!host_process.apart)
        host_process.watch(describe_fault);
}
