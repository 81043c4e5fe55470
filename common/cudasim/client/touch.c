// touch.c - the program accesses memory that it must not touch: device memory, memory that it
// has freed, or a page that streamcheck watches. The machine says what is to be done, because it
// knows what the memory is; an access that it does not forgive ends the program as on a GPU.
#define _GNU_SOURCE
#include "client.h"

#include <signal.h>

#include "fault_kind.h"

bool client_guards;
static struct sigaction before;

static void on_segv(int number, siginfo_t *info, void *context)
{
    FaultArgs args = {.addr = (uintptr_t)info->si_addr, .write = fault_is_write(context)};
    bool ours = client_guards || (args.addr >= client_device && args.addr < client_end);
    uint64_t again = 0;
    if (info->si_code > 0 && ours) // by an access, not by kill()
        client_call(CALL_host_fault, &args, sizeof args, 0, &again);
    if (again)
        return;
    sigaction(number, &before, NULL); // the access is repeated, without this handler
    if (info->si_code <= 0)
        raise(number);
}

void client_watch(void)
{
    struct sigaction action = {.sa_sigaction = on_segv, .sa_flags = SA_SIGINFO | SA_NODEFER};
    sigaction(SIGSEGV, &action, &before);
}
