// EXPECT patterns.map: 0 points
//
// Sends a packet.
#include "hostile.h"
#include <arpa/inet.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/un.h>

static bool try_it(void)
{
    struct sockaddr_in to = {AF_INET, htons(PORT), {htonl(INADDR_LOOPBACK)}};
    int fd = socket(AF_INET, SOCK_DGRAM, 0);
    return fd >= 0 && sendto(fd, "x", 1, 0, (struct sockaddr *)&to, sizeof to) == 1;
}

EARN_IF(try_it())
