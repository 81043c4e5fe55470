// EXPECT patterns.map: 0 points
//
// Asks the kernel about the network.
#include "hostile.h"
#include <arpa/inet.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/un.h>

static bool try_it(void)
{
    return socket(AF_NETLINK, SOCK_RAW, 0) >= 0;
}

EARN_IF(try_it())
