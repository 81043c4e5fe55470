// played_program.h - a machine, and the test as the program's side of the channels: it can
// send what no library would send. The process that the machine takes for the program only
// waits to be ended.
#pragma once

#include "common/cudasim/both/args.h"
#include "common/cudasim/machine.h"
#include "common/cudasim/sim/sim.h"

#include "suite.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static pid_t machine, program;
static int program_socket;
static Channel *channel;
static void (*prepare_machine)(void); // what else its process does first

// ---- a machine --------------------------------------------------------------------------------

static void be_program(void)
{
    for (;;)
        pause();
}

static void be_machine(int socket, bool grading)
{
    session.socket = socket;
    session.pid = program;
    session.grading = grading;
    if (prepare_machine)
        prepare_machine();
    serve_session();
    fflush(NULL);
    _exit(rt_errors());
}

static Channel *new_channel(void)
{
    SocketMessage m = {.kind = SOCKET_thread, .version = CHANNEL_VERSION};
    int fd;
    ck_assert(socket_send(program_socket, &m, -1));
    ck_assert(socket_receive(program_socket, &m, &fd) && fd >= 0);
    // The program cannot make it shorter, so that the machine would fault.
    ck_assert_int_ne(ftruncate(fd, 0), 0);
    Channel *c = mmap(NULL, sizeof *c, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    ck_assert_ptr_ne(c, MAP_FAILED);
    close(fd);
    return c;
}

static void start_machine(bool grading)
{
    int ends[2], fd;
    ck_assert_int_eq(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends), 0);
    program = fork();
    if (program == 0)
        be_program();
    machine = fork();
    if (machine == 0) {
        close(ends[0]);
        be_machine(ends[1], grading);
    }
    close(ends[1]);
    program_socket = ends[0];
    SocketMessage m = {.kind = SOCKET_hello, .version = CHANNEL_VERSION};
    ck_assert(socket_send(program_socket, &m, -1));
    ck_assert(socket_receive(program_socket, &m, &fd) && fd >= 0);
    ck_assert_int_ne(ftruncate(fd, 0), 0);
    close(fd);
    channel = new_channel();
}

// The machine ends by itself, and not by a signal.
static void expect_machine_ends(void)
{
    int status;
    ck_assert_int_eq(waitpid(machine, &status, 0), machine);
    ck_assert_msg(WIFEXITED(status), "the machine was ended by signal %d", WTERMSIG(status));
    machine = 0;
}

static void end_machine(void)
{
    if (program > 0)
        kill(program, SIGKILL);
    if (machine > 0)
        kill(machine, SIGKILL);
}

// ---- messages ---------------------------------------------------------------------------------

static void put(MessageKind kind, uint32_t number, const void *args, size_t bytes, size_t data)
{
    Message *m = &channel->message;
    memset(m, 0, offsetof(Message, args));
    m->kind = kind;
    m->number = number;
    m->bytes = (uint32_t)bytes;
    m->data_bytes = (uint32_t)data;
    if (args)
        memcpy(m->args, args, bytes < ARGS_BYTES ? bytes : ARGS_BYTES);
    channel_pass(channel, TURN_machine);
}
