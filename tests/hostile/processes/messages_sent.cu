// EXPECT patterns.map: 0 points
//
// Sends odd messages through every socket that is open: to the machine.
#include "hostile.h"

#include <sys/socket.h>

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    static char text[300];
    attempted();
    for (size_t bytes = 0; bytes < sizeof text; bytes++)
        for (int fd = 3; fd < 16; fd++) {
            text[bytes] = (char)(7 * bytes + fd);
            send(fd, text, bytes, MSG_NOSIGNAL | MSG_DONTWAIT);
        }
    work_honestly(out, in, n, a, b);
}
