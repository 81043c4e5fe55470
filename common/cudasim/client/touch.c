// touch.c - the program accesses memory that it must not touch: device memory, memory that it
// has freed, or a page that streamcheck watches. The machine says what is to be done, because it
// knows what the memory is; an access that it does not forgive ends the program as on a GPU.
#define _GNU_SOURCE
#include "client.h"

#include <assert.h>
#include <signal.h>

#include "fault_kind.h"

bool client_guards;
static struct sigaction before;
static uint64_t ours_from, ours_to; // the machine's own addresses
static TouchedFn *ask_machine;

static void on_segv(int number, siginfo_t *info, void *context)
{
    uint64_t addr = (uintptr_t)info->si_addr;
    bool ours = client_guards || (addr >= ours_from && addr < ours_to);
    bool by_access = info->si_code > 0; // not by kill()
    if (by_access && ours && ask_machine(addr, fault_is_write(context)))
        return;
    sigaction(number, &before, NULL); // the access is repeated, without this handler
    if (!by_access)
        raise(number);
}

void client_watch(uint64_t from, uint64_t to, TouchedFn *ask)
{
    struct sigaction action = {.sa_sigaction = on_segv, .sa_flags = SA_SIGINFO | SA_NODEFER};
    assert(!ask_machine); // once: `before` is the program's handler
    ours_from = from;
    ours_to = to;
    ask_machine = ask;
    sigaction(SIGSEGV, &action, &before);
}
