// machines.c - the machines of a program: each process that makes CUDA calls has one, a process of
// ours.
#define _GNU_SOURCE
#include "machines.h"
#include "progress.h"

#include "both/channel.h"
#include "debugger/debugger.h"
#include "machine.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct {
    pid_t pid;
    int program; // a descriptor of the process that it serves
} RunningMachine;

static RunningMachine *machines;
static size_t nmachines;

// Ctrl-C ends the program. Its machine ends the kernel, and writes what was found so far.
static void interrupt_grid(int signal_number)
{
    (void)signal_number;
    progress_interrupt();
}

static _Noreturn void be_machine(int socket)
{
    struct sigaction interrupt = {.sa_handler = interrupt_grid, .sa_flags = SA_RESTART};
    if (debug)
        interrupt.sa_handler = SIG_IGN;
    else
        progress_begin();
    sigaction(SIGINT, &interrupt, NULL); // the machine ends when its program has ended
    signal(SIGQUIT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    struct ucred peer;
    socklen_t size = sizeof peer;
    if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size))
        _exit(1);
    session.socket = socket;
    session.pid = peer.pid;
    session.ahead = !debug;
    if (debug && !debug->machine) {
        debug->program = peer.pid;
        debug_machine_begins();
    }
    serve_session();
    fflush(NULL);
    _exit(rt_errors());
}

// Programs find this socket by its name, which the system chooses: Python, for one, leaves no
// descriptor open in the processes that it starts.
int machines_open(void)
{
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    socklen_t size = sizeof name;
    int broker = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
    if (broker < 0 || bind(broker, (struct sockaddr *)&name, sizeof name.sun_family) ||
        listen(broker, SOMAXCONN) || getsockname(broker, (struct sockaddr *)&name, &size))
        return -1;
    size_t n = size - offsetof(struct sockaddr_un, sun_path) - 1;
    char text[sizeof name.sun_path];
    snprintf(text, sizeof text, "%.*s", (int)n, name.sun_path + 1);
    setenv(BROKER_VARIABLE, text, 1);
    nmachines = 0;
    return broker;
}

void machines_start(int broker)
{
    struct ucred peer;
    socklen_t size = sizeof peer;
    int socket = accept4(broker, NULL, NULL, SOCK_CLOEXEC);
    RunningMachine *more = realloc(machines, (nmachines + 1) * sizeof *machines);
    if (more)
        machines = more;
    if (socket >= 0 && more && !getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) &&
        peer.uid == geteuid()) { // the name is no secret
        int program = (int)syscall(SYS_pidfd_open, peer.pid, 0);
        pid_t pid = fork();
        if (pid == 0) {
            close(broker);
            be_machine(socket);
        }
        if (pid > 0)
            machines[nmachines++] = (RunningMachine){pid, program};
    }
    close(socket);
}

// A program without cudasim has asked for a machine: started twice over, so that the program
// does not see it among its children.
void machines_alone(int socket)
{
    if (fork() == 0)
        be_machine(socket);
    _exit(0);
}

size_t machines_count(void) { return nmachines; }

bool machines_close(int broker, bool interrupted)
{
    close(broker);
    bool errors = false;
    for (size_t i = 0; i < nmachines; i++) {
        struct pollfd program = {machines[i].program, POLLIN, 0};
        int status, flags = poll(&program, 1, 0) > 0 ? 0 : WNOHANG;
        close(program.fd);
        if (interrupted && !flags)
            kill(machines[i].pid, SIGINT);
        pid_t ended;
        do
            ended = waitpid(machines[i].pid, &status, flags);
        while (ended < 0 && errno == EINTR);
        errors |= ended > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 1;
    }
    return errors;
}
