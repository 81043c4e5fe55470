// session.c - the session that this process serves, and the messages of its program.
#include "server.h"

#include "both/channel.h"

#include <assert.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

Session session = {.process = -1, .socket = -1};
_Thread_local Serving *serving;

static _Atomic bool over;

bool session_over(void) { return over; }
void session_ends(void) { over = true; }

// `over` comes last: the first thread may see it at once, and then this process ends.
void serve_refuse(const char *why)
{
    static _Atomic bool refused;
    if (over || atomic_exchange(&refused, true))
        return;
    fprintf(stderr, "cudasim: the program is ended: %s\n", why);
    if (session.process >= 0)
        syscall(SYS_pidfd_send_signal, session.process, SIGKILL, NULL, 0);
    over = true;
    shutdown(session.socket, SHUT_RDWR);
}

bool serve_next(Serving *s)
{
    Channel *c = s->channel;
    if (over || !channel_wait(c, TURN_machine, -1)) {
        s->gone = true;
        return false;
    }
    memcpy(&s->in, &c->message, offsetof(Message, args));
    if (s->in.bytes > ARGS_BYTES || s->in.data_bytes > DATA_BYTES) {
        serve_refuse("a message is too long");
        return false;
    }
    memcpy(s->in.args, c->message.args, s->in.bytes);
    return true;
}
