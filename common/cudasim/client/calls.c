// calls.c - a call: its message, what the machine asks for meanwhile, and the answer.
#define _GNU_SOURCE
#include "client.h"

#include "line_table.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static void start_looker(void); // a thread for held work

// ---- effects --------------------------------------------------------

static void apply_effect(const Effect *e, const uint8_t *bytes)
{
    static const int prot[] = {PROT_NONE, PROT_READ, PROT_READ | PROT_WRITE};
    ssize_t ignored;
    switch ((EffectKind)e->kind) {
    case EFFECT_write: memcpy((void *)e->at, bytes, e->n); break;
    case EFFECT_print: fwrite(bytes, 1, e->n, stdout); break;
    case EFFECT_complain:
        ignored = write(STDERR_FILENO, bytes, e->n);
        (void)ignored;
        break;
    case EFFECT_protect: mprotect((void *)e->at, e->n, prot[e->access]); break;
    case EFFECT_forget: client_forget_pages(e->at, e->n); break;
    case EFFECT_look: start_looker(); break;
    }
}

static void apply_effects(const Channel *c, uint32_t bytes)
{
    const uint8_t *p = c->from_machine, *end = p + bytes;
    while (p < end) {
        Effect e;
        memcpy(&e, p, sizeof e);
        p += sizeof e;
        apply_effect(&e, p);
        if (e.kind == EFFECT_write || e.kind == EFFECT_print || e.kind == EFFECT_complain)
            p += (e.n + 7) / 8 * 8;
    }
}

// ---- what the machine asks for --------------------------------------

static uint64_t is_mapped(const UpcallMemory *m)
{
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), from = m->at / page * page;
    return !msync((void *)from, m->at + m->n - from, MS_ASYNC);
}

// Copies whole pages, which may hold this thread's stack, and puts the copy in their place:
// nothing may be written to them in between.
static uint64_t replace_pages(uint64_t at, uint64_t n, void *copy)
{
#ifdef __x86_64__
    uint64_t from = at, to = (uint64_t)copy, count = n, result = 25; // SYS_mremap
    register uint64_t flags __asm__("r10") = MREMAP_MAYMOVE | MREMAP_FIXED;
    register uint64_t place __asm__("r8") = at;
    __asm__ volatile("rep movsb\n\t"
                     "mov %[copy], %%rdi\n\t"
                     "mov %[n], %%rsi\n\t"
                     "mov %[n], %%rdx\n\t"
                     "syscall"
                     : "+&S"(from), "+&D"(to), "+&c"(count), "+&a"(result)
                     : [copy] "r"((uint64_t)copy), [n] "r"(n), "r"(flags), "r"(place)
                     : "rdx", "r11", "memory");
    return result == at;
#else
    memcpy(copy, (void *)at, n);
    return mremap(copy, n, n, MREMAP_MAYMOVE | MREMAP_FIXED, (void *)at) == (void *)at;
#endif
}

// Registered memory: from now on the machine has its pages, too.
static uint64_t share(const UpcallShare *s)
{
    void *copy = (void *)(client_registered + s->offset);
    if (mprotect(copy, s->n, PROT_READ | PROT_WRITE) || !replace_pages(s->at, s->n, copy))
        return 0;
    if (s->read_only)
        mprotect((void *)s->at, s->n, PROT_READ);
    client_guards = true;
    return 1;
}

static uint64_t give_params(Channel *c, const UpcallParams *u, size_t effects, size_t *bytes)
{
    size_t size = u->n * sizeof(UpcallParam);
    UpcallParam *param = malloc(size + 1);
    if (!param)
        return 0;
    memcpy(param, c->from_machine + effects, size);
    client_learn(param, u->n, u->bytes);
    bool all = client_pack(c->from_program, u->bytes, (void *const *)u->args, param, u->n);
    free(param);
    *bytes = all ? u->bytes : 0;
    return all;
}

static void call_function(const UpcallFunction *f)
{
    if (f->is_callback)
        ((cudaStreamCallback_t)f->function)((cudaStream_t)f->stream, (cudaError_t)f->status,
                                            (void *)f->user);
    else
        ((cudaHostFn_t)f->function)((void *)f->user);
}

static ClientTask *task_function;

bool cudasimServe(ClientTask *task, const char *text)
{
    uint8_t *data = client_data();
    size_t n = strnlen(text, MAX_TEXT_ARG - 1) + 1;
    task_function = task;
    code_is_between((uint64_t)(uintptr_t)task);
    if (data)
        snprintf((char *)data, n, "%s", text);
    return client_call(CALL_next_task, NULL, 0, n, NULL);
}

static uint64_t do_task(Channel *c, const Message *m, size_t *bytes)
{
    char text[MAX_TEXT_ARG] = "";
    size_t n = m->data_bytes - m->effects;
    void *data = malloc(n + 1);
    uint64_t result = 0;
    if (!data || !task_function)
        return 0;
    memcpy(data, c->from_machine + m->effects, n);
    result = task_function(data, n, text, sizeof text);
    free(data);
    *bytes = strlen(text) + 1;
    memcpy(c->from_program, text, *bytes);
    return result;
}

// Handles an upcall; the answer's data, if any, is in from_program.
static uint64_t serve_upcall(Channel *c, const Message *m, size_t *bytes)
{
    union {
        UpcallMemory memory;
        UpcallMove move;
        UpcallParams params;
        UpcallShare share;
        UpcallFunction function;
    } u;
    memcpy(&u, m->args, sizeof u);
    *bytes = 0;
    switch ((UpcallNumber)m->number) {
    case UPCALL_read:
        memcpy(c->from_program, (void *)u.memory.at, u.memory.n);
        *bytes = u.memory.n;
        break;
    case UPCALL_move: memmove((void *)u.move.to, (void *)u.move.from, u.move.n); break;
    case UPCALL_is_mapped: return is_mapped(&u.memory);
    case UPCALL_params: return give_params(c, &u.params, m->effects, bytes);
    case UPCALL_share: return share(&u.share);
    case UPCALL_seen: return client_seen_pages(&u.memory, c->from_program, bytes);
    case UPCALL_call: call_function(&u.function); break;
    case UPCALL_task: return do_task(c, m, bytes);
    case UPCALL_effects:
    case UPCALLS: break;
    }
    return 0;
}

static void answer_upcall(Channel *c)
{
    Message m;
    memcpy(&m, &c->message, offsetof(Message, args) + sizeof(UpcallParams) + sizeof(UpcallShare));
    size_t bytes;
    uint64_t result = serve_upcall(c, &m, &bytes);
    c->message.kind = MESSAGE_return;
    c->message.number = m.number;
    c->message.bytes = 0;
    c->message.data_bytes = (uint32_t)bytes;
    c->message.result = result;
    channel_pass(c, TURN_machine);
}

_Atomic bool client_permits;
_Atomic unsigned client_changes;

// Calls after which a launch that was right is still right, if they succeed.
static bool changes_nothing(CallNumber number)
{
    switch ((int)number) {
    case CALL_cudaLaunchKernel:
    case CALL_launches:
    case CALL_cudaGetLastError:
    case CALL_cudaPeekAtLastError:
    case CALL_cudaDeviceSynchronize:
    case CALL_cudaStreamSynchronize:
    case CALL_cudaEventSynchronize:
    case CALL_cudaEventElapsedTime:
    case CALL_cudaEventRecord:
    case CALL_cudaMemcpy:
    case CALL_cudaMemcpyAsync:
    case CALL_cudaMemset:
    case CALL_cudaMemsetAsync: return true;
    default: return false;
    }
}

bool client_serve(Channel *c, CallNumber number)
{
    const Message *m = &c->message;
    while (channel_wait(c, TURN_program, client_socket())) {
        apply_effects(c, m->effects);
        if (m->kind == MESSAGE_upcall) {
            answer_upcall(c);
            continue;
        }
        client_changes += !changes_nothing(number) || m->result;
        client_permits = m->permits;
        return true;
    }
    client_permits = false;
    return false;
}

// ---- held work ------------------------------------------------------

static void *serve_looker(void *unused)
{
    (void)unused;
    Channel *c = client_new_channel(SOCKET_looker);
    if (c) {
        client_serve(c, CALLS);
        munmap(c, sizeof *c);
    }
    return NULL;
}

static void start_looker(void)
{
    pthread_t thread;
    pthread_attr_t attr;
    sigset_t all, old;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old); // the program's signals are not for this thread
    pthread_attr_init(&attr);
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
    pthread_create(&thread, &attr, serve_looker, NULL);
    pthread_attr_destroy(&attr);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
}

// ---- calls ----------------------------------------------------------

// The stack is looked at for calls of the API, for work that the host declares, and for accesses to
// memory.
static bool has_place(CallNumber number)
{
    return number == CALL_host_fault ||
           (client_wants_lines && (number < CALL_cudasimVersion || number == CALL_cudasimHostWork));
}

static void fill_place(ClientThread *t, Message *m, CallNumber number)
{
    bool said = t->file_number > PLACE_text; // by cudasimSource()
    m->file = t->place_changed ? t->file_number : PLACE_same;
    m->line = (uint32_t)t->line;
    if (t->place_changed) { // the machine forgets what was found
        *t->found = 0;
        t->found_line = 0;
    }
    t->place_changed = false;
    StackPlace launch = number == CALL_host_fault ? (StackPlace){0, 0} : client_launch();
    if (!said && has_place(number))
        client_place(t, m, launch.pc ? launch : client_stack());
}

static void register_one(const Registration *r)
{
    RegisterArgs args = {.handle = r->binary ? r->binary->machine : 0, .host = r->host};
    size_t n = r->name ? strlen(r->name) + 1 : 0;
    uint64_t result;
    if (n > DATA_BYTES)
        return;
    if (n)
        memcpy(client_data(), r->name, n);
    if (client_call(r->call, &args, sizeof args, n, &result) && r->call == CALL_register_binary)
        r->binary->machine = result;
}

void client_register_all(void)
{
    static _Thread_local bool registering;
    if (registering)
        return;
    registering = true;
    ClientThread *t = client_thread();
    bool per_thread = t && t->per_thread; // is for the program's own call
    if (t)
        t->per_thread = false;
    client_each_registration(register_one);
    if (t)
        t->per_thread = per_thread;
    registering = false;
}

uint8_t *client_data(void)
{
    ClientThread *t = client_thread();
    if (client_unanswered)
        client_unanswered();
    if (t)
        client_register_all(); // it sends data, too
    return t ? t->channel->from_program : NULL;
}

const uint8_t *client_answer(size_t *bytes)
{
    ClientThread *t = client_thread();
    const Message *m = t ? &t->channel->message : NULL;
    *bytes = m ? m->data_bytes - m->effects : 0;
    return m ? t->channel->from_machine + m->effects : NULL;
}

bool client_put_list(const void *list, size_t element, size_t n, size_t *used)
{
    uint8_t *data = client_data();
    if (!data || n > MAX_NODES)
        return false;
    memcpy(data + *used, list, n * element);
    *used += n * element;
    return true;
}

void client_take_list(void *list, size_t element, size_t n, size_t *used)
{
    size_t bytes, most = (n < MAX_NODES ? n : MAX_NODES) * element;
    const uint8_t *data = client_answer(&bytes);
    if (data && *used + most <= bytes)
        memcpy(list, data + *used, most);
    *used += most;
}

// A signal that comes from elsewhere while the machine has the turn cannot be told.
static bool ask_about_fault(const FaultArgs *fault)
{
    FaultArgs args = *fault;
    uint64_t again = 0;
    ClientThread *t = client_thread();
    if (client_unanswered)
        client_unanswered();
    client_caller(&args);
    if (t && t->channel->turn == TURN_program)
        client_call(CALL_host_fault, &args, sizeof args, 0, &again);
    return again;
}

static void watch_signals(void) { client_watch(ask_about_fault); }

bool client_call(CallNumber number, void *args, size_t bytes, size_t data, uint64_t *result)
{
    static pthread_once_t watched = PTHREAD_ONCE_INIT;
    int error = errno;
    ClientThread *t = client_thread();
    if (!t)
        return false;
    pthread_once(&watched, watch_signals);
    if (client_unanswered)
        client_unanswered();
    if (!data && number != CALL_host_fault)
        client_register_all();
    Channel *c = t->channel;
    Message *m = &c->message;
    m->kind = MESSAGE_call;
    m->number = number;
    m->bytes = (uint32_t)bytes;
    m->data_bytes = (uint32_t)data;
    m->per_thread = t->per_thread;
    m->driver = t->driver;
    t->per_thread = false;
    t->has_called |= !t->driver && number < CALL_cudasimVersion;
    if (t->has_called)
        client_has_called = true;
    fill_place(t, m, number);
    if (bytes)
        memcpy(m->args, args, bytes);
    channel_pass(c, TURN_machine);
    t->calls++;
    bool answered = client_serve(c, number);
    t->calls--;
    if (!answered) {
        client_forget_channel();
        return false;
    }
    if (bytes)
        memcpy(args, m->args, bytes);
    if (result)
        *result = m->result;
    errno = error;
    return true;
}

// Runs after the program's own exit handlers and destructors, which may still free memory.
__attribute__((destructor)) static void end_session(void)
{
    if (client_connected())
        client_call(CALL_end_program, NULL, 0, 0, NULL);
}
