// EXPECT patterns.map: 0 points
//
// Connects to a server on this machine through a socket in a folder.
#include "hostile.h"
#include <arpa/inet.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/un.h>

static bool try_it(void)
{
    struct sockaddr_un to = {AF_UNIX, OUTSIDE "/socket"};
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    return fd >= 0 && connect(fd, (struct sockaddr *)&to, sizeof to) == 0;
}

EARN_IF(try_it())
