// session.c - the connection of a process to its machine. Nothing happens when the library is
// loaded: the first call connects, so that other programs which inherit LD_PRELOAD lose no time.
//
// build/cudasim leaves the name of a socket where a machine can be asked for; the grader's runner
// leaves the connection itself. Without either, the library starts build/cudasim, beside its own
// folder, as the machine. Each thread of the program has a channel of its own.
#define _GNU_SOURCE
#include "client.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

uint64_t client_device, client_host, client_end, client_registered;
_Atomic bool client_has_called;
ClientWait *_Atomic client_unanswered;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; // of the socket
static int connection = -1;
static bool tried;
static pid_t owner; // the process that has connected
static pthread_key_t thread_key;
static _Thread_local ClientThread me;

static void say(const char *text)
{
    ssize_t ignored = write(STDERR_FILENO, text, strlen(text));
    (void)ignored;
}

// ---- finding a machine ----------------------------------------------

static int descriptor_of(const char *variable)
{
    const char *text = getenv(variable);
    int fd = text && *text ? atoi(text) : -1, type;
    socklen_t size = sizeof type;
    if (fd < 0 || getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &size) || type != SOCK_SEQPACKET)
        return -1; // another program has set the variable
    return fd;
}

// The executable of the machine: DIR/cudasim for DIR/lib/libcudart.so.13.
static bool find_machine(char path[PATH_MAX])
{
    Dl_info info;
    char real[PATH_MAX];
    if (!dladdr((void *)(uintptr_t)find_machine, &info) || !realpath(info.dli_fname, real))
        return false;
    for (int i = 0; i < 2; i++) {
        char *slash = strrchr(real, '/');
        if (!slash)
            return false;
        *slash = 0;
    }
    return snprintf(path, PATH_MAX, "%s/cudasim", real) < PATH_MAX && !access(path, X_OK);
}

// The machine must not wait for the program, nor the program for it: it leaves this process at
// once. What the program has preloaded is not for the machine.
static bool start_machine(int socket)
{
    char path[PATH_MAX], number[16];
    if (!find_machine(path)) {
        say("cudasim: there is no cudasim beside the folder of libcudart.so.13 (make builds it)\n");
        return false;
    }
    size_t n = 0, kept = 0;
    while (environ[n])
        n++;
    char *variables[n + 1];
    for (size_t i = 0; i < n; i++)
        if (strncmp(environ[i], "LD_PRELOAD=", 11))
            variables[kept++] = environ[i];
    variables[kept] = NULL;
    int inherited = fcntl(socket, F_DUPFD, 3), status;
    snprintf(number, sizeof number, "%d", inherited);
    char *argv[] = {path, "--machine", number, NULL};
    pid_t pid;
    bool started = inherited >= 0 && !posix_spawn(&pid, path, NULL, NULL, argv, variables);
    close(inherited);
    if (started)
        while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
            ;
    return started;
}

static int connect_broker(void)
{
    const char *name = getenv(BROKER_VARIABLE);
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    size_t n = name ? strlen(name) : 0;
    if (!n || n >= sizeof address.sun_path)
        return -1;
    memcpy(address.sun_path + 1, name, n);
    int broker = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
    socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + n);
    if (broker < 0 || !connect(broker, (struct sockaddr *)&address, size))
        return broker;
    close(broker);
    return -1;
}

static int connect_machine(void)
{
    int own = descriptor_of("CUDASIM_SESSION"), ends[2];
    if (own >= 0) {
        fcntl(own, F_SETFD, FD_CLOEXEC);
        unsetenv("CUDASIM_SESSION");
        return own;
    }
    int broker = connect_broker();
    if (broker >= 0)
        return broker;
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends))
        return -1;
    bool started = start_machine(ends[1]);
    close(ends[1]);
    if (started)
        return ends[0];
    close(ends[0]);
    return -1;
}

// ---- memory ---------------------------------------------------------

static bool reserve(uint64_t at, uint64_t end, int fd)
{
    int flags =
        MAP_NORESERVE | MAP_FIXED_NOREPLACE | (fd < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED);
    void *p = mmap((void *)at, end - at, PROT_NONE, flags, fd, 0);
    return p != MAP_FAILED && (uint64_t)p == at;
}

// Device memory is reserved, so that an access of the host faults; pinned memory is shared.
// Pages for registered memory wait at an address of their own.
static bool map_memory(const SocketMessage *m, int fd)
{
    uint64_t pinned = m->file_bytes / 2, registered = m->file_bytes - pinned;
    client_wants_lines = m->wants_lines;
    client_device = m->device_base;
    client_host = m->host_base;
    client_end = m->host_end;
    void *p = mmap(NULL, registered, PROT_NONE, MAP_SHARED | MAP_NORESERVE, fd, (off_t)pinned);
    client_registered = (uint64_t)p - pinned; // the address of the file's byte 0 would be this
    bool mapped = p != MAP_FAILED && reserve(client_device, client_host, -1) &&
                  reserve(client_host, client_end, fd);
    close(fd);
    if (mapped)
        return true;
    say("cudasim: cannot reserve address space for device memory "
        "(is there a limit on virtual memory? see ulimit -v)\n");
    return false;
}

// ---- the connection -------------------------------------------------

static void forget_thread(void *thread)
{
    (void)thread;
    if (client_unanswered)
        client_unanswered();
    client_forget_channel();
    client_drop_signal_stack();
}

// A process that the program forks has no machine: as with a GPU, only the parent's CUDA works.
static void after_fork(void)
{
    if (connection >= 0)
        close(connection);
    connection = -1;
    me.channel = NULL;
    client_unanswered = NULL;
}

static bool greet(int socket)
{
    const char *blocking = getenv("CUDA_LAUNCH_BLOCKING");
    SocketMessage hello = {.kind = SOCKET_hello,
                           .version = CHANNEL_VERSION,
                           .launch_blocking = blocking && *blocking && strcmp(blocking, "0")};
    SocketMessage answer;
    int fd = -1;
    if (!socket_send(socket, &hello, -1) || !socket_receive(socket, &answer, &fd) || fd < 0 ||
        answer.status)
        return false;
    return map_memory(&answer, fd);
}

static void connect_once(void)
{
    if (tried)
        return;
    tried = true;
    int socket = connect_machine();
    if (socket < 0)
        return;
    if (!greet(socket)) {
        close(socket);
        return;
    }
    owner = getpid();
    pthread_key_create(&thread_key, forget_thread);
    pthread_atfork(NULL, NULL, after_fork);
    connection = socket;
}

static Channel *new_channel(uint32_t kind)
{
    SocketMessage ask = {.kind = kind, .version = CHANNEL_VERSION}, answer;
    int fd = -1;
    if (connection < 0 || !socket_send(connection, &ask, -1) ||
        !socket_receive(connection, &answer, &fd) || fd < 0)
        return NULL;
    Channel *c = mmap(NULL, sizeof *c, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    if (c == MAP_FAILED)
        return NULL;
    madvise(c, sizeof *c, MADV_DONTFORK);
    return c;
}

bool client_connected(void) { return connection >= 0 && getpid() == owner; }

Channel *client_new_channel(uint32_t kind)
{
    pthread_mutex_lock(&lock);
    Channel *c = new_channel(kind);
    pthread_mutex_unlock(&lock);
    return c;
}

int client_socket(void) { return connection; }

ClientThread *client_thread(void)
{
    if (me.channel)
        return &me;
    sigset_t all, old;
    sigfillset(&all);
    sigdelset(&all, SIGSEGV);
    pthread_sigmask(SIG_SETMASK, &all, &old); // a handler may call, too
    pthread_mutex_lock(&lock);
    connect_once();
    me.channel = new_channel(SOCKET_thread);
    pthread_mutex_unlock(&lock);
    if (me.channel) {
        pthread_setspecific(thread_key, &me);
        client_signal_stack();
    }
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    return me.channel ? &me : NULL;
}

void client_forget_channel(void)
{
    Channel *c = me.channel;
    me.channel = NULL;
    if (!c)
        return;
    channel_pass(c, TURN_over);
    munmap(c, sizeof *c);
}
