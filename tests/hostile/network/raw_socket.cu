// EXPECT patterns.map: 0 points
//
// Reads the packets of others.
#include "hostile.h"
#include <arpa/inet.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/un.h>

static bool try_it(void)
{
    return socket(AF_PACKET, SOCK_RAW, 0x300) >= 0 || socket(AF_INET, SOCK_RAW, 1) >= 0;
}

EARN_IF(try_it())
