// EXPECT patterns.map: 0 points
//
// Sends descriptors to the machine, which does not read them all: other processes of the user can
// send none then.
#include "hostile.h"

#include <sys/socket.h>

static bool send_descriptors(int socket, int count)
{
    static char control[CMSG_SPACE(250 * sizeof(int))];
    static char text[300];
    struct iovec part = {text, sizeof text};
    struct msghdr message = {};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control;
    message.msg_controllen = CMSG_SPACE((size_t)count * sizeof(int));
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN((size_t)count * sizeof(int));
    for (int i = 0; i < count; i++)
        ((int *)CMSG_DATA(header))[i] = 2;
    return sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT) >= 0;
}

static bool try_it(void)
{
    int sent = 0;
    for (int round = 0; round < 200; round++)
        for (int fd = 3; fd < 16; fd++)
            sent += send_descriptors(fd, 1 + round % 250);
    return sent > 0;
}

EARN_IF(try_it())
