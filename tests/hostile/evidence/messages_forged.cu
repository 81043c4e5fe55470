// EXPECT patterns.map: 0 points
//
// Sends bytes and descriptors through every open socket, and reads what comes.
#include "hostile.h"

#include <sys/socket.h>

extern "C" void map_each(int *, const int *, int, int, int)
{
    attempted();
    for (int round = 0; round < 64; round++)
        for (int fd = 3; fd < 256; fd++) {
            char bytes[512], control[CMSG_SPACE(4 * sizeof(int))];
            memset(bytes, round * 4 + 1, sizeof bytes);
            struct iovec vector = {bytes, (size_t)(round * 8 + 1)};
            struct msghdr message = {};
            message.msg_iov = &vector;
            message.msg_iovlen = 1;
            message.msg_control = control;
            message.msg_controllen = sizeof control;
            struct cmsghdr *header = CMSG_FIRSTHDR(&message);
            header->cmsg_level = SOL_SOCKET;
            header->cmsg_type = SCM_RIGHTS;
            header->cmsg_len = CMSG_LEN(4 * sizeof(int));
            int descriptors[4] = {0, 1, 2, fd};
            memcpy(CMSG_DATA(header), descriptors, sizeof descriptors);
            if (sendmsg(fd, &message, MSG_DONTWAIT | MSG_NOSIGNAL) < 0 &&
                recv(fd, bytes, sizeof bytes, MSG_DONTWAIT) < 0)
                errno = 0;
        }
}
