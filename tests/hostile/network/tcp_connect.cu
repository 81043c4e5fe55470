// EXPECT patterns.map: 0 points
// QUICK
//
// Connects to a server on this machine.
#include "hostile.h"
#include <arpa/inet.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/un.h>

static bool try_it(void)
{
    struct sockaddr_in to = {AF_INET, htons(PORT), {htonl(INADDR_LOOPBACK)}};
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    return fd >= 0 && connect(fd, (struct sockaddr *)&to, sizeof to) == 0;
}

EARN_IF(try_it())
