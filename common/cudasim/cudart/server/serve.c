// serve.c - a session: one program, from its first call to its end.
//
// This process's first thread listens to the program's socket; a thread is started for each
// channel. The session ends when the program says so (its exit), or when it is gone: then the
// machine ends as at a normal end, and writes its reports.
#define _GNU_SOURCE
#include "server.h"

#include "cudart/api/allowance.h"
#include "cudart/api/capture.h"
#include "cudart/api/context.h"
#include "cudart/clock/held.h"
#include "observers/observers.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { MAX_THREADS = 512, THREAD_STACK = 2 << 20, LAST_SECONDS = 2 };

static Channel *channels[MAX_THREADS]; // of threads that there are; NULL: free
static pthread_mutex_t channels_lock = PTHREAD_MUTEX_INITIALIZER;
static int memory = -1;
static _Atomic bool greeted;
static bool wants_lines; // the program's

// Closed while the runner works; see serve_only_tasks().
static pthread_rwlock_t gate = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;

void serve_only_tasks(bool closed)
{
    assert(serving && serving->works != closed); // by the thread that works
    if (closed)
        pthread_rwlock_wrlock(&gate);
    serving->works = closed;
    if (!closed)
        pthread_rwlock_unlock(&gate);
}

// ---- a thread -------------------------------------------------------

static void set_place(const Serving *s)
{
    if (s->in.file == PLACE_text)
        cudasimSource(place_text(s->in.where), (int)s->in.line);
    else if (s->in.file != PLACE_same)
        cudasimSource(place_file(s->in.file), (int)s->in.line);
}

// May the program go on while kernels run? Not if it can see their memory, if work waits for
// the host, if a launch may be part of a capture, or if a debugger or findings name its lines.
static bool permits_ahead(void)
{
    return session.ahead && !wants_lines && !mem_host_pieces() && !held_any() && !captures_any() &&
           !rt.launch_blocking;
}

// The program may write to its terminal now.
static void end_progress(void)
{
    if (!device.progress)
        return;
    rt_lock();
    device.progress(NULL, 0, 0);
    rt_unlock();
}

static void serve_call(Serving *s)
{
    uint32_t bytes = s->in.bytes;
    s->data = 0;
    s->along = s->channel->from_program;
    s->along_bytes = s->in.data_bytes;
    s->out.result = 0;
    memcpy(s->out.args, s->in.args, bytes);
    set_place(s);
    allowance_take_call();
    if (s->in.per_thread)
        rt_default_per_thread();
    rt_driver_function(session.grading ? 0 : s->in.driver);
    bool waits = s->in.number != CALL_launches;
    if (waits)
        end_progress();
    if (!dispatch_call(s)) {
        serve_refuse("a message is malformed");
        return;
    }
    if (waits)
        end_progress();
    if (s->gone) // during the call's own questions: nobody waits for the answer
        return;
    Message *m = &s->channel->message;
    m->kind = MESSAGE_answer;
    m->bytes = bytes;
    m->effects = s->effects;
    m->data_bytes = s->effects + s->data;
    m->result = s->out.result;
    m->permits = permits_ahead();
    memcpy(m->args, s->out.args, bytes);
    s->effects = s->data = s->along_bytes = 0;
    channel_pass(s->channel, TURN_program);
}

static void serve_through_gate(Serving *s)
{
    bool waits = session.grading && s->in.number != CALL_next_task;
    if (waits)
        pthread_rwlock_rdlock(&gate);
    serve_call(s);
    if (waits)
        pthread_rwlock_unlock(&gate);
}

static bool keep_channel(Channel *c)
{
    unsigned i = 0, most = session.max_threads ? session.max_threads : MAX_THREADS;
    pthread_mutex_lock(&channels_lock);
    while (i < most && channels[i])
        i++;
    if (i < most)
        channels[i] = c;
    pthread_mutex_unlock(&channels_lock);
    return i < most;
}

static void drop_channel(Channel *c)
{
    pthread_mutex_lock(&channels_lock);
    for (unsigned i = 0; i < MAX_THREADS; i++)
        if (channels[i] == c)
            channels[i] = NULL;
    pthread_mutex_unlock(&channels_lock);
    munmap(c, sizeof *c);
}

static void *serve_thread(void *channel)
{
    Serving *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->channel = channel;
    serving = s;
    while (serve_next(s)) {
        if (s->in.kind != MESSAGE_call) {
            serve_refuse("an answer without a question");
            break;
        }
        serve_through_gate(s);
    }
    serving = NULL;
    channel_pass(s->channel, TURN_over);
    drop_channel(s->channel);
    free(s);
    return NULL;
}

static void *serve_looker(void *channel)
{
    Serving s = {.channel = channel};
    serving = &s;
    remote_looker();
    Message *m = &s.channel->message;
    m->kind = MESSAGE_answer;
    m->effects = m->data_bytes = s.effects;
    channel_pass(s.channel, TURN_program);
    serving = NULL;
    drop_channel(channel);
    return NULL;
}

// ---- the socket -----------------------------------------------------

// A file of this process, so that the program cannot make it shorter.
static int channel_file(void)
{
    int fd = memfd_create("channel", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (fd < 0)
        return -1;
    if (!ftruncate(fd, sizeof(Channel)) &&
        !fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL))
        return fd;
    close(fd);
    return -1;
}

static bool start_thread(Channel *c, bool looker)
{
    pthread_t thread;
    pthread_attr_t attr;
    pthread_attr_init(&attr);
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attr, THREAD_STACK);
    bool started = !pthread_create(&thread, &attr, looker ? serve_looker : serve_thread, c);
    pthread_attr_destroy(&attr);
    return started;
}

static void add_channel(bool looker)
{
    SocketMessage answer = {.kind = SOCKET_thread, .version = CHANNEL_VERSION, .status = -1};
    int fd = channel_file();
    Channel *c =
        fd < 0 ? MAP_FAILED : mmap(NULL, sizeof *c, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (c != MAP_FAILED) {
        c->turn = looker ? TURN_machine : TURN_program;
        answer.status = keep_channel(c) && start_thread(c, looker) ? 0 : -1;
        if (answer.status)
            drop_channel(c);
    }
    socket_send(session.socket, &answer, answer.status ? -1 : fd);
    if (fd >= 0)
        close(fd);
}

// 0; -1: there is no such file.
static int share_memory(void)
{
    if (memory >= 0)
        return 0;
    memory = mem_share(session.file_bytes ? session.file_bytes : REMOTE_FILE_BYTES);
    if (memory >= 0)
        remote_host_init(memory, serve_call);
    return memory < 0 ? -1 : 0;
}

const char *serve_prepare(void)
{
    return share_memory() ? "memory to share with the client"
           : mem_init()   ? "address space for device memory"
                          : NULL;
}

bool session_greeted(void) { return greeted; }

static bool greet(const SocketMessage *m)
{
    wants_lines = session.grading || observers_report(getenv("CUDASIM_OPTIONS"));
    SocketMessage answer = {.kind = SOCKET_hello,
                            .version = CHANNEL_VERSION,
                            .wants_lines = wants_lines,
                            .device_base = GLOBAL_BASE,
                            .host_base = HOST_BASE,
                            .host_end = HOST_END,
                            .file_bytes = REMOTE_FILE_BYTES};
    if (m->version != CHANNEL_VERSION || greeted)
        return false;
    if (m->launch_blocking && !session.grading)
        setenv("CUDA_LAUNCH_BLOCKING", "1", 1);
    struct stat st;
    answer.status = share_memory();
    answer.file_bytes = answer.status || fstat(memory, &st) ? 0 : (uint64_t)st.st_size;
    greeted = socket_send(session.socket, &answer, memory);
    return greeted && memory >= 0;
}

// One message of the socket. False: the session is over.
static bool listen_once(void)
{
    SocketMessage m;
    int fd;
    if (!socket_receive(session.socket, &m, &fd))
        return false;
    if (fd >= 0) // nothing comes with a descriptor
        close(fd);
    switch (m.kind) {
    case SOCKET_hello: return greet(&m);
    case SOCKET_thread:
    case SOCKET_looker:
        if (greeted)
            add_channel(m.kind == SOCKET_looker);
        return greeted;
    default: return false;
    }
}

// Until the program is gone: its socket is closed, or its process has ended.
static void listen_to_socket(void)
{
    struct pollfd fds[2] = {{session.socket, POLLIN, 0}, {session.process, POLLIN, 0}};
    while (!session_over()) {
        int n = poll(fds, 2, -1);
        if (n < 0 && errno != EINTR)
            return;
        if (n > 0 && fds[0].revents && !listen_once())
            return;
        if (n > 0 && fds[1].revents && !fds[0].revents)
            return;
    }
}

// ---- the end --------------------------------------------------------

// A kernel may still run for a program that has been killed; then there are no last reports.
static bool machine_rests(void)
{
    struct timespec pause = {.tv_nsec = 10 * 1000 * 1000};
    for (int i = 0; i < LAST_SECONDS * 100; i++) {
        if (rt_try_lock())
            return true;
        nanosleep(&pause, NULL);
    }
    return false;
}

void serve_session(void)
{
    program_reading.grading = session.grading;
    if (session.process < 0 && session.pid > 0)
        session.process = (int)syscall(SYS_pidfd_open, session.pid, 0);
    listen_to_socket();
    session_ends();
    pthread_mutex_lock(&channels_lock);
    for (unsigned i = 0; i < MAX_THREADS; i++)
        if (channels[i])
            channel_pass(channels[i], TURN_over);
    pthread_mutex_unlock(&channels_lock);
    if (machine_rests()) {
        end_progress();
        if (session.ends)
            session.ends();
        rt_end();
        fflush(NULL);
        rt_unlock();
    }
}
