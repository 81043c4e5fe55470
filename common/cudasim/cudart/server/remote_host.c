// remote_host.c - the host, if the program is another process: what the machine needs of it
// is an upcall, which the program's thread answers while it waits, or an effect, which it
// gets with the next message. A thread that serves nobody (the program is gone) reads zeros.
#define _GNU_SOURCE
#include "server.h"

#include "cudart/clock/state.h"
#include "sim/host.h"

#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PIECE = DATA_BYTES / 2, MAX_WATCHERS = 4 };

static int memory;                           // the file of pinned memory
static uint64_t next_registered, file_bytes; // in it; of it
static HostFaultFn *watchers[MAX_WATCHERS];
static unsigned nwatchers;
static void (*look)(void); // the thread for held work
static void (*answer)(Serving *s);

// ---- upcalls --------------------------------------------------------

enum { MOST_NESTED = 32 };

// Only functions of the program call. While the machine reads the program's memory it is in the
// middle of something, and must not begin anything else.
static bool may_call(UpcallNumber during, uint32_t call)
{
    return during == UPCALL_call || during == UPCALL_task || call == CALL_host_fault;
}

static void serve_nested(Serving *s, UpcallNumber during)
{
    if (!may_call(during, s->in.number)) {
        serve_refuse("a call while the machine waits for an answer");
        return;
    }
    if (s->depth == MOST_NESTED) {
        serve_refuse("calls within host functions are nested too deeply");
        return;
    }
    if (s->works && s->in.number != CALL_host_fault) {
        serve_refuse("a call outside of its task");
        return;
    }
    s->depth++;
    answer(s);
    s->depth--;
}

// Sends an upcall and serves the program's calls until the answer is there, in s->in. False: there
// is none.
static bool upcall(UpcallNumber number, const void *args, size_t bytes, const void *data, size_t n)
{
    Serving *s = serving;
    if (!s || session_over())
        return false;
    Message kept = s->out; // a nested call has an answer of its own
    Message *m = &s->channel->message;
    m->kind = MESSAGE_upcall;
    m->number = number;
    m->bytes = (uint32_t)bytes;
    if (bytes)
        memcpy(m->args, args, bytes);
    if (n)
        memcpy(s->channel->from_machine + s->effects, data, n);
    m->effects = s->effects;
    m->data_bytes = s->effects + (uint32_t)n;
    s->effects = s->along_bytes = 0;
    channel_pass(s->channel, TURN_program);
    while (serve_next(s)) {
        if (s->in.kind == MESSAGE_call) {
            serve_nested(s, number);
            continue;
        }
        s->out = kept;
        s->data = 0;
        if (s->in.kind == MESSAGE_return && s->in.number == number)
            return true;
        serve_refuse("an answer to another question");
        return false;
    }
    s->out = kept;
    return false;
}

static uint64_t upcall_result(UpcallNumber number, const void *args, size_t bytes)
{
    return upcall(number, args, bytes, NULL, 0) ? serving->in.result : 0;
}

// ---- effects --------------------------------------------------------

static void add_effect(Effect e, const void *bytes)
{
    Serving *s = serving;
    size_t n = bytes ? (e.n + 7) / 8 * 8 : 0;
    if (!s || session_over())
        return;
    if (s->effects + sizeof e + n > PIECE + 4096)
        upcall(UPCALL_effects, NULL, 0, NULL, 0);
    uint8_t *p = s->channel->from_machine + s->effects;
    memcpy(p, &e, sizeof e);
    if (n)
        memcpy(p + sizeof e, bytes, e.n);
    s->effects += (uint32_t)(sizeof e + n);
}

static void add_bytes(EffectKind kind, uint64_t at, const uint8_t *bytes, size_t n)
{
    while (n) {
        size_t piece = n < PIECE ? n : PIECE;
        add_effect((Effect){.kind = kind, .at = at, .n = piece}, bytes);
        at += piece;
        bytes += piece;
        n -= piece;
    }
}

static void remote_flush(void)
{
    if (serving && serving->effects)
        upcall(UPCALL_effects, NULL, 0, NULL, 0);
}

// ---- memory ---------------------------------------------------------

// The bytes may have come along with the call.
static bool read_ahead(void *to, uint64_t from, size_t n)
{
    const Serving *s = serving;
    if (!s || !s->along_bytes || !s->along_at || from < s->along_at || n > s->along_bytes ||
        from - s->along_at > s->along_bytes - n)
        return false;
    memcpy(to, s->along + (from - s->along_at), n);
    return true;
}

static void remote_read(void *to, uint64_t from, size_t n)
{
    uint8_t *p = to;
    if (read_ahead(to, from, n))
        return;
    while (n) {
        size_t piece = n < DATA_BYTES ? n : DATA_BYTES;
        UpcallMemory m = {from, piece};
        if (upcall(UPCALL_read, &m, sizeof m, NULL, 0))
            memcpy(p, serving->channel->from_program, piece);
        else
            memset(p, 0, piece);
        p += piece;
        from += piece;
        n -= piece;
    }
}

static void remote_write(uint64_t to, const void *from, size_t n)
{
    add_bytes(EFFECT_write, to, from, n);
}

static void remote_move(uint64_t to, uint64_t from, size_t n)
{
    UpcallMove m = {to, from, n};
    upcall(UPCALL_move, &m, sizeof m, NULL, 0);
}

static bool remote_is_mapped(uint64_t addr, size_t n)
{
    UpcallMemory m = {addr, n};
    return upcall_result(UPCALL_is_mapped, &m, sizeof m);
}

static void remote_protect(uint64_t addr, size_t n, HostAccess access)
{
    add_effect((Effect){.kind = EFFECT_protect, .access = access, .at = addr, .n = n}, NULL);
}

static bool remote_seen(uint64_t addr, size_t n, uint8_t *bits)
{
    UpcallMemory m = {addr, n};
    uint64_t pages = (addr + n - 1) / MANAGED_PAGE_BYTES - addr / MANAGED_PAGE_BYTES + 1;
    size_t bytes = (pages + 7) / 8;
    if (!upcall_result(UPCALL_seen, &m, sizeof m) || serving->in.data_bytes != bytes)
        return false;
    memcpy(bits, serving->channel->from_program, bytes);
    return true;
}

static void remote_forget(uint64_t addr, size_t bytes)
{
    add_effect((Effect){.kind = EFFECT_forget, .at = addr, .n = bytes}, NULL);
}

// The program's pages are replaced by pages of the file, which this process has, too.
static uint8_t *remote_share(uint64_t addr, size_t n, bool read_only)
{
    uint64_t page = mem_page(), from = addr / page * page,
             end = (addr + n + page - 1) / page * page;
    UpcallShare s = {from, end - from, next_registered, read_only};
    if (s.n > file_bytes - next_registered)
        return NULL;
    uint8_t *here = mmap(NULL, s.n, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, memory,
                         (off_t)s.offset);
    if (here == MAP_FAILED)
        return NULL;
    next_registered += s.n;
    if (upcall_result(UPCALL_share, &s, sizeof s))
        return here + (addr - from);
    munmap(here, s.n);
    return NULL;
}

// ---- launches and functions -----------------------------------------

static bool remote_params(uint8_t *packed, size_t bytes, void *const *args, const HostParam *param,
                          unsigned n)
{
    Serving *s = serving;
    if (!n)
        return true;
    if (!s)
        return false;
    bool along = s->along_bytes == bytes && !s->along_at;
    if (!along) {
        UpcallParams u = {(uintptr_t)args, n, (uint32_t)bytes};
        remote_flush();
        if (!upcall(UPCALL_params, &u, sizeof u, param, n * sizeof *param) || !s->in.result)
            return false;
        if (s->in.data_bytes != bytes) {
            serve_refuse("parameters of another size");
            return false;
        }
    }
    memcpy(packed, along ? s->along : s->channel->from_program, bytes);
    return true;
}

static void remote_call(void (*function)(void *), void *user)
{
    UpcallFunction f = {.function = (uintptr_t)function, .user = (uintptr_t)user};
    upcall(UPCALL_call, &f, sizeof f, NULL, 0);
}

static void remote_call_back(void (*function)(void *stream, int status, void *user), void *stream,
                             int status, void *user)
{
    UpcallFunction f = {(uintptr_t)function, (uintptr_t)stream, (uintptr_t)user, status, 1};
    upcall(UPCALL_call, &f, sizeof f, NULL, 0);
}

// The machine's own output: while a submission is graded, it is the grader's.
static void write_out(int fd, const char *text, size_t n)
{
    while (n) {
        ssize_t written = write(fd, text, n);
        if (written <= 0)
            return;
        text += written;
        n -= (size_t)written;
    }
}

// What kernels print is for who reads the report. A submission that is graded must not get results
// in this way: nobody would count them.
static void remote_print(const char *text, size_t n)
{
    if (session.grading)
        write_out(STDOUT_FILENO, text, n);
    else
        add_bytes(EFFECT_print, 0, (const uint8_t *)text, n);
}

static void remote_complain(const char *text, size_t n)
{
    if (serving && !session_over() && !session.grading)
        add_bytes(EFFECT_complain, 0, (const uint8_t *)text, n);
    else
        write_out(STDERR_FILENO, text, n);
}

uint64_t machine_task(const void *data, size_t bytes, char *text, size_t size)
{
    *text = 0;
    remote_flush();
    if (!upcall(UPCALL_task, NULL, 0, data, bytes))
        return 0;
    size_t n = serving->in.data_bytes < size ? serving->in.data_bytes : size - 1;
    memcpy(text, serving->channel->from_program, n);
    text[n] = 0;
    for (char *p = text; *p; p++)
        if (*p < ' ' || *p > '~')
            *p = '?';
    return serving->in.result;
}

// ---- faults and threads ---------------------------------------------

static void remote_watch(HostFaultFn *fault)
{
    assert(nwatchers < MAX_WATCHERS);
    watchers[nwatchers++] = fault;
}

bool remote_fault(uint64_t addr, bool write)
{
    bool again = false;
    rt_lock();
    for (unsigned i = nwatchers; i-- > 0 && !again;)
        again = watchers[i](addr, write);
    rt_unlock();
    return again;
}

static int remote_threads(void) { return host_threads_of(session.pid); }

static bool remote_start_thread(void (*function)(void))
{
    look = function;
    add_effect((Effect){.kind = EFFECT_look}, NULL);
    return serving && !session_over();
}

void remote_looker(void)
{
    void (*function)(void) = look;
    look = NULL;
    if (function)
        function();
}

void remote_host_init(int file, void (*answer_call)(Serving *s))
{
    struct stat st;
    answer = answer_call;
    memory = file;
    file_bytes = fstat(file, &st) ? 0 : (uint64_t)st.st_size;
    next_registered = file_bytes / 2 / mem_page() * mem_page();
    host_process = (HostProcess){
        .read = remote_read,
        .write = remote_write,
        .move = remote_move,
        .is_mapped = remote_is_mapped,
        .params = remote_params,
        .call = remote_call,
        .call_back = remote_call_back,
        .print = remote_print,
        .complain = remote_complain,
        .protect = remote_protect,
        .share = remote_share,
        .seen = session.grading ? NULL : remote_seen,
        .forget = remote_forget,
        .watch = remote_watch,
        .threads = remote_threads,
        .start_thread = remote_start_thread,
        .flush = remote_flush,
        .apart = true,
    };
}
