// EXPECT patterns.map: 0 points
//
// Waits for somebody to connect.
#include "hostile.h"
#include <arpa/inet.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/un.h>

static bool try_it(void)
{
    struct sockaddr_in any = {AF_INET, 0, {htonl(INADDR_ANY)}};
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    return fd >= 0 && bind(fd, (struct sockaddr *)&any, sizeof any) == 0 && listen(fd, 1) == 0;
}

EARN_IF(try_it())
