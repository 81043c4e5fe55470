// touch.c - the program accesses memory that it must not touch: device memory, memory that it
// has freed, or a page that streamcheck watches. The machine says what is to be done, because it
// knows what the memory is; an access that it does not forgive ends the program as on a GPU. The
// machine is told of other crashes, too, with their line.
//
// What runs here may run after any mistake: it does not use the heap.
#define _GNU_SOURCE
#include "client.h"

#include <assert.h>
#include <signal.h>
#include <sys/mman.h>

#include "fault_kind.h"

enum { SIGNAL_STACK = 256 << 10, STACK_NEAR = 64 << 10 };

static const int caught[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT};
enum { CAUGHT = sizeof caught / sizeof *caught };

bool client_guards;
static struct sigaction before[CAUGHT];
static uint64_t stack_begin; // of the first thread, nearly
static TouchedFn *ask_machine;
static _Thread_local void *own_stack;

// Whether the access was to the end of the stack: below all that is in use.
static bool is_stack(uint64_t addr, void *context)
{
#ifdef __x86_64__
    uint64_t top = (uint64_t)((ucontext_t *)context)->uc_mcontext.gregs[REG_RSP];
#elif defined __aarch64__
    uint64_t top = ((ucontext_t *)context)->uc_mcontext.sp;
#else
    uint64_t top = addr;
#endif
    bool first_thread = top < stack_begin && stack_begin - top < 1ull << 30;
    uint64_t end = first_thread ? stack_begin : top + STACK_NEAR;
    return addr >= top - STACK_NEAR && addr < end;
}

// The processor's counter, where it must not tell how long the simulator takes: it counts looks.
static bool is_counter(const siginfo_t *info, void *context)
{
#ifdef __x86_64__
    enum { LOOK = 1000 };
    static _Atomic uint64_t counter;
    return info->si_code == SI_KERNEL && !info->si_addr &&
           fault_skips_counter(context, counter += LOOK);
#else
    (void)info, (void)context;
    return false;
#endif
}

static void on_signal(int number, siginfo_t *info, void *context)
{
    bool is_fault = info->si_code > 0; // not by kill()
    if (number == SIGSEGV && is_counter(info, context))
        return;
    bool by_access = is_fault && (number == SIGSEGV || number == SIGBUS);
    unsigned i = 0;
    while (caught[i] != number)
        i++;
    FaultArgs fault = {.signal = number,
                       .ends = before[i].sa_handler == SIG_DFL,
                       .by_zero = number == SIGFPE && info->si_code == FPE_INTDIV};
    if (by_access) {
        fault.addr = (uintptr_t)info->si_addr;
        fault.write = fault_is_write(context);
        fault.full_stack = is_stack(fault.addr, context);
    }
    if ((is_fault || (number == SIGABRT && info->si_code == SI_TKILL)) && ask_machine(&fault))
        return;
    sigaction(number, &before[i], NULL); // it happens again, without this handler
    if (!is_fault)
        raise(number);
}

void client_watch(TouchedFn *ask)
{
    struct sigaction action = {.sa_sigaction = on_signal,
                               .sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK};
    assert(!ask_machine); // once: `before` are the program's handlers
    ask_machine = ask;
    stack_begin = (uint64_t)__builtin_frame_address(0);
    for (unsigned i = 0; i < CAUGHT; i++) {
        sigaction(caught[i], NULL, &before[i]);
        if (caught[i] == SIGSEGV || before[i].sa_handler == SIG_DFL)
            sigaction(caught[i], &action, NULL);
    }
}

void client_signal_stack(void)
{
    stack_t now;
    if (own_stack || sigaltstack(NULL, &now) || !(now.ss_flags & SS_DISABLE))
        return; // the program has one
    void *p = mmap(NULL, SIGNAL_STACK, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (p == MAP_FAILED)
        return;
    own_stack = p;
    sigaltstack(&(stack_t){.ss_sp = p, .ss_size = SIGNAL_STACK}, NULL);
}

void client_drop_signal_stack(void)
{
    if (!own_stack)
        return;
    sigaltstack(&(stack_t){.ss_flags = SS_DISABLE}, NULL);
    munmap(own_stack, SIGNAL_STACK);
    own_stack = NULL;
}
