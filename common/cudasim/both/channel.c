// channel.c - turns of a channel, and messages with descriptors: the same on both sides.
//
// Who waits looks for some microseconds and then sleeps: most calls are answered sooner
// than a process wakes up. But on a busy machine the other side may need the processor on which
// this side looks. So a thread that has looked in vain sleeps at once the next times.
#define _GNU_SOURCE
#include "channel.h"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <sched.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum {
    LOOKS = 500, // about 20 microseconds
    LEAST_WAITS = 16,
    MOST_WAITS = 1024 // without a look, after one in vain
};

static void pause_a_little(void)
{
#ifdef __x86_64__
    __builtin_ia32_pause();
#endif
}

static _Atomic uint32_t *sleeper(Channel *c, ChannelTurn who)
{
    return who == TURN_program ? &c->program_sleeps : &c->machine_sleeps;
}

void channel_pass(Channel *c, ChannelTurn to)
{
    atomic_store(&c->turn, to);
    if (to == TURN_over || atomic_load(sleeper(c, to)))
        syscall(SYS_futex, &c->turn, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

static bool is_due(const Channel *c, ChannelTurn own)
{
    uint32_t turn = atomic_load_explicit(&c->turn, memory_order_acquire);
    return turn == own || turn == TURN_over;
}

static void look_for_turn(const Channel *c, ChannelTurn own)
{
    static _Thread_local unsigned skip, waits = LEAST_WAITS;
    if (skip) {
        skip--;
        return;
    }
    for (int i = 0; i < LOOKS; i++) {
        if (is_due(c, own)) {
            waits = LEAST_WAITS;
            return;
        }
        pause_a_little();
    }
    skip = waits;
    waits = waits < MOST_WAITS ? 2 * waits : MOST_WAITS;
}

// A process that the system has ended has closed its end, and passed no turn.
static bool is_gone(int peer)
{
    char byte;
    struct iovec part = {&byte, 1};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    return peer >= 0 && recvmsg(peer, &message, MSG_PEEK | MSG_DONTWAIT) == 0;
}

bool channel_wait(Channel *c, ChannelTurn own, int peer)
{
    static const struct timespec second = {1, 0};
    look_for_turn(c, own);
    while (!is_due(c, own)) {
        atomic_store(sleeper(c, own), 1);
        uint32_t turn = atomic_load(&c->turn);
        bool late = turn != own && turn != TURN_over &&
                    syscall(SYS_futex, &c->turn, FUTEX_WAIT, turn, peer < 0 ? NULL : &second, NULL,
                            0) != 0 &&
                    errno == ETIMEDOUT;
        atomic_store(sleeper(c, own), 0);
        if (late && is_gone(peer))
            return false;
    }
    return atomic_load(&c->turn) == own;
}

// A graded program may not call sendmsg(), see confine_calls.c.
static ssize_t send_alone(int socket, const SocketMessage *m)
{
    return send(socket, m, sizeof *m, MSG_NOSIGNAL);
}

static ssize_t send_with_file(int socket, const SocketMessage *m, int fd)
{
    char control[CMSG_SPACE(sizeof fd)] = {0};
    struct iovec part = {(void *)(uintptr_t)m, sizeof *m};
    struct msghdr message = {.msg_iov = &part,
                             .msg_iovlen = 1,
                             .msg_control = control,
                             .msg_controllen = sizeof control};
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof fd);
    memcpy(CMSG_DATA(header), &fd, sizeof fd);
    return sendmsg(socket, &message, MSG_NOSIGNAL);
}

bool socket_send(int socket, const SocketMessage *m, int fd)
{
    ssize_t n;
    do
        n = fd < 0 ? send_alone(socket, m) : send_with_file(socket, m, fd);
    while (n < 0 && errno == EINTR);
    return n == sizeof *m;
}

bool socket_receive(int socket, SocketMessage *m, int *fd)
{
    char control[CMSG_SPACE(8 * sizeof *fd)];
    struct iovec part = {m, sizeof *m};
    struct msghdr message = {.msg_iov = &part,
                             .msg_iovlen = 1,
                             .msg_control = control,
                             .msg_controllen = sizeof control};
    ssize_t n;
    *fd = -1;
    do
        n = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    while (n < 0 && errno == EINTR);
    if (n <= 0)
        return false;
    for (struct cmsghdr *h = CMSG_FIRSTHDR(&message); h; h = CMSG_NXTHDR(&message, h)) {
        if (h->cmsg_level != SOL_SOCKET || h->cmsg_type != SCM_RIGHTS)
            continue;
        int count = (int)((h->cmsg_len - CMSG_LEN(0)) / sizeof *fd), got;
        for (int i = 0; i < count; i++) { // one is expected
            memcpy(&got, CMSG_DATA(h) + (size_t)i * sizeof got, sizeof got);
            if (*fd < 0)
                *fd = got;
            else
                close(got);
        }
    }
    return n == sizeof *m;
}
